//! The soundness part of a record.

use serde::{Deserialize, Serialize};

use super::PlyBounds;
use crate::rules::Move;
use crate::search::sound::{Kind, Ply, Soundness, Uniqueness};

/// Whether a main line is unique, ply by ply up to the mate by convention.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoundnessRecord {
    /// The verdict.
    pub verdict: UniquenessName,
    /// Every ply.
    pub plies: Vec<PlyRecord>,
}

/// The verdict on uniqueness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UniquenessName {
    /// No other check mates.
    Unique,
    /// Only such as custom tolerates.
    UniqueButFor,
    /// A dual or cook that custom does not tolerate.
    Cooked,
    /// Something is open.
    Undetermined,
}

impl UniquenessName {
    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            UniquenessName::Unique => "unique",
            UniquenessName::UniqueButFor => "unique-but-for",
            UniquenessName::Cooked => "cooked",
            UniquenessName::Undetermined => "undetermined",
        }
    }
}

/// One ply of the main line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "side", rename_all = "kebab-case")]
pub enum PlyRecord {
    /// The attacker's move.
    Attack {
        /// Its number, from 1.
        ply: u32,
        /// The move in USI.
        #[serde(rename = "move")]
        mv: String,
        /// Other checks that do not mate.
        tries: u32,
        /// Other checks that mate or are open.
        alternatives: Vec<AlternativeRecord>,
    },
    /// The defender's move.
    Defence {
        /// Its number, from 1.
        ply: u32,
        /// The move in USI.
        #[serde(rename = "move")]
        mv: String,
        /// Evasions that last as long, this one included; `None` if not known.
        equals: Option<u32>,
        /// Evasions that lose sooner; `None` if not known.
        variations: Option<u32>,
    },
}

impl PlyRecord {
    /// Rewrites every move; `None` if one of them cannot be.
    pub fn rewrite(&mut self, rewrite: impl Fn(&str) -> Option<String>) -> Option<()> {
        let (PlyRecord::Attack { mv, .. } | PlyRecord::Defence { mv, .. }) = self;
        *mv = rewrite(mv)?;
        if let PlyRecord::Attack { alternatives, .. } = self {
            for other in alternatives {
                other.mv = rewrite(&other.mv)?;
            }
        }
        Some(())
    }

    /// Other checks that do not mate; 0 for the defender.
    #[must_use]
    pub const fn tries(&self) -> u32 {
        match self {
            PlyRecord::Attack { tries, .. } => *tries,
            PlyRecord::Defence { .. } => 0,
        }
    }

    /// Evasions known to lose sooner; 0 for the attacker.
    #[must_use]
    pub fn variations(&self) -> u32 {
        match self {
            PlyRecord::Attack { .. } => 0,
            PlyRecord::Defence { variations, .. } => variations.unwrap_or(0),
        }
    }
}

/// Another check that mates or is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlternativeRecord {
    /// The check in USI.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is.
    pub kind: KindName,
    /// Proved bounds of the plies that the attacker needs with it.
    pub plies: PlyBounds,
}

/// What another check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KindName {
    /// It never mates.
    Try,
    /// It mates as fast.
    Dual,
    /// It mates later.
    Cook,
    /// It mates only by coming back to a position of the main line already passed.
    Detour,
    /// At the last move: it mates at once as well.
    LastMoveDual,
    /// At the last move: it mates later.
    LastMoveCook,
    /// The same move but for promotion, and it mates as fast.
    PromotionDual,
    /// Not decided within the limits.
    Open,
}

impl KindName {
    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            KindName::Try => "try",
            KindName::Dual => "dual",
            KindName::Cook => "cook",
            KindName::Detour => "detour",
            KindName::LastMoveDual => "last-move dual",
            KindName::LastMoveCook => "last-move cook",
            KindName::PromotionDual => "promotion dual",
            KindName::Open => "open",
        }
    }
}

impl From<Kind> for KindName {
    fn from(kind: Kind) -> KindName {
        match kind {
            Kind::Try => KindName::Try,
            Kind::Dual => KindName::Dual,
            Kind::Cook => KindName::Cook,
            Kind::Detour => KindName::Detour,
            Kind::LastMoveDual => KindName::LastMoveDual,
            Kind::LastMoveCook => KindName::LastMoveCook,
            Kind::PromotionDual => KindName::PromotionDual,
            Kind::Open => KindName::Open,
        }
    }
}

impl From<Uniqueness> for UniquenessName {
    fn from(verdict: Uniqueness) -> UniquenessName {
        match verdict {
            Uniqueness::Unique => UniquenessName::Unique,
            Uniqueness::UniqueButFor => UniquenessName::UniqueButFor,
            Uniqueness::Cooked => UniquenessName::Cooked,
            Uniqueness::Undetermined => UniquenessName::Undetermined,
        }
    }
}

impl SoundnessRecord {
    /// The record; `write` gives a move in USI.
    #[must_use]
    pub fn new(soundness: &Soundness, write: impl Fn(Move) -> String) -> SoundnessRecord {
        let plies = soundness.plies.iter().zip(1..).map(|(step, ply)| match step {
            Ply::Attack { mv, alternatives } => PlyRecord::Attack {
                ply,
                mv: write((*mv).into()),
                tries: alternatives.iter().filter(|other| other.kind == Kind::Try).count() as u32,
                alternatives: alternatives
                    .iter()
                    .filter(|other| other.kind != Kind::Try)
                    .map(|other| AlternativeRecord {
                        mv: write(other.mv.into()),
                        kind: other.kind.into(),
                        plies: other.plies.into(),
                    })
                    .collect(),
            },
            Ply::Defence { mv, equals, evasions } => PlyRecord::Defence {
                ply,
                mv: write((*mv).into()),
                equals: *equals,
                variations: equals.map(|equals| evasions - equals),
            },
        });
        SoundnessRecord { verdict: soundness.verdict.into(), plies: plies.collect() }
    }
}
