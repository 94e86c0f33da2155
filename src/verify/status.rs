//! The status of a problem as a whole.

use serde::{Deserialize, Serialize};

use super::finding::{Finding, Weight};
use crate::search::Verdict;

/// What a problem with its published solution is worth; from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The published line is right and the only one.
    Sound,
    /// Right but for what custom tolerates.
    SoundButFor,
    /// It mates, but the text had to be mended.
    Corrected,
    /// It mates, and in another way as well.
    Cooked,
    /// There is no mate.
    NoMate,
    /// A limit was reached before that could be said.
    Undetermined,
}

impl Status {
    /// All of them, from best to worst.
    pub const ALL: [Status; 6] = [
        Status::Sound,
        Status::SoundButFor,
        Status::Corrected,
        Status::Cooked,
        Status::NoMate,
        Status::Undetermined,
    ];

    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Status::Sound => "sound",
            Status::SoundButFor => "sound-but-for",
            Status::Corrected => "corrected",
            Status::Cooked => "cooked",
            Status::NoMate => "no-mate",
            Status::Undetermined => "undetermined",
        }
    }

    /// The status that follows from a verdict and the findings: the gravest finding decides, and
    /// what is open counts only if no fault or cook is proved.
    #[must_use]
    pub fn of(verdict: Verdict, findings: &[Finding]) -> Status {
        match verdict {
            Verdict::NoMate => return Status::NoMate,
            Verdict::Unknown(_) => return Status::Undetermined,
            Verdict::Mate => {}
        }
        let gravest = findings.iter().map(|finding| finding.weight).max();
        match gravest.unwrap_or(Weight::Remark) {
            Weight::Remark => Status::Sound,
            Weight::Tolerated => Status::SoundButFor,
            Weight::Open => Status::Undetermined,
            Weight::Fault => Status::Corrected,
            Weight::Cook => Status::Cooked,
            Weight::Refutation => Status::NoMate,
        }
    }
}
