//! What is found out about a published problem, one thing at a time.

use serde::{Deserialize, Serialize};

use crate::notation::UsiMove;
use crate::rules::Move;
use crate::search::bounds::Interval;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// The diagram has more of a kind of piece than a game can have.
    PieceCount,
    /// The diagram of the same problem in another source differs.
    DiagramDiffers,
    /// A move that the rules of the game forbid.
    Illegal,
    /// A move of the attacker that gives no check.
    NoCheck,
    /// A move that leaves the mover's royals to be taken.
    LeavesRoyal,
    /// The line goes on after mate.
    Overrun,
    /// A move of the attacker that mates, but not as fast as another.
    TooSlow,
    /// A move of the attacker after which there is no mate any more.
    ThrowsAway,
    /// A move of the defender that loses sooner than another.
    WeakDefence,
    /// The defender could have refuted, and does not.
    Escape,
    /// The line stops before mate.
    Unfinished,
    /// The line stops where only futile interpositions remain.
    FutileTail,
    /// There is no mate.
    NoMate,
    /// The length that is claimed is not the exact one.
    ClaimedLength,
    /// No line is published.
    NoLine,
    /// Another check mates, but later.
    Cook,
    /// Another check mates as fast.
    Dual,
    /// Another check mates only by coming back to the main line.
    Detour,
    /// At the last move another check mates at once.
    LastMoveDual,
    /// At the last move another check mates later.
    LastMoveCook,
    /// The last difference between two checks that mate as fast is promotion.
    PromotionDual,
    /// Not decided within the limits.
    Open,
    /// Another set of rules gives another answer.
    RuleDependent,
}

impl FindingKind {
    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FindingKind::PieceCount => "piece-count",
            FindingKind::DiagramDiffers => "diagram-differs",
            FindingKind::Illegal => "illegal",
            FindingKind::NoCheck => "no-check",
            FindingKind::LeavesRoyal => "leaves-royal",
            FindingKind::Overrun => "overrun",
            FindingKind::TooSlow => "too-slow",
            FindingKind::ThrowsAway => "throws-away",
            FindingKind::WeakDefence => "weak-defence",
            FindingKind::Escape => "escape",
            FindingKind::Unfinished => "unfinished",
            FindingKind::FutileTail => "futile-tail",
            FindingKind::NoMate => "no-mate",
            FindingKind::ClaimedLength => "claimed-length",
            FindingKind::NoLine => "no-line",
            FindingKind::Cook => "cook",
            FindingKind::Dual => "dual",
            FindingKind::Detour => "detour",
            FindingKind::LastMoveDual => "last-move-dual",
            FindingKind::LastMoveCook => "last-move-cook",
            FindingKind::PromotionDual => "promotion-dual",
            FindingKind::Open => "open",
            FindingKind::RuleDependent => "rule-dependent",
        }
    }

    /// True if a published claim about the problem as a whole is contradicted.
    #[must_use]
    pub const fn is_contradiction(self) -> bool {
        matches!(self, FindingKind::NoMate | FindingKind::ClaimedLength)
    }
}

/// How much a finding counts for the status of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Worth knowing, no flaw.
    Remark,
    /// A flaw that custom tolerates.
    Tolerated,
    /// Something that is not decided.
    Open,
    /// The text must be mended.
    Fault,
    /// The problem has another solution.
    Cook,
    /// The problem has no solution.
    Refutation,
}

/// Which line a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineName {
    /// The published main line, mended where that was possible.
    Main,
    /// A published variation, counted from 1.
    Variation(u32),
    /// The corrected main line.
    Corrected,
}

impl std::fmt::Display for LineName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LineName::Main => f.write_str("the main line"),
            LineName::Variation(number) => write!(f, "variation {number}"),
            LineName::Corrected => f.write_str("the corrected line"),
        }
    }
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub kind: FindingKind,
    /// How much it counts.
    pub weight: Weight,
    /// The line it is about; `None`: the problem as a whole.
    pub line: Option<LineName>,
    /// The ply in that line, from 1.
    pub ply: Option<u32>,
    /// The move there, as the text has it, or the other check.
    pub mv: Option<UsiMove>,
    /// Why, in plain English.
    pub reason: String,
    /// Moves that show it, from the position before the ply.
    pub evidence: Vec<Move>,
    /// The length with the move, in plies from the position before it.
    pub length: Option<Interval>,
    /// The length with the best move there.
    pub best: Option<Interval>,
    /// How many things of its kind it stands for.
    pub count: u32,
    /// The line as mended, if one small change of the text makes it work.
    pub repair: Option<Repair>,
}

/// One small change of a text that makes the rest of a line work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The ply where the text is changed, from 1.
    pub ply: u32,
    /// What is changed, in plain English.
    pub change: String,
    /// The line after the change.
    pub moves: Vec<UsiMove>,
}

impl Finding {
    /// A finding about the problem as a whole.
    #[must_use]
    pub fn whole(kind: FindingKind, weight: Weight, reason: String) -> Finding {
        Finding {
            kind,
            weight,
            line: None,
            ply: None,
            mv: None,
            reason,
            evidence: Vec::new(),
            length: None,
            best: None,
            count: 1,
            repair: None,
        }
    }

    /// A finding about a ply of a line.
    #[must_use]
    pub fn at(
        kind: FindingKind,
        weight: Weight,
        line: LineName,
        ply: u32,
        mv: Option<UsiMove>,
        reason: String,
    ) -> Finding {
        let whole = Finding::whole(kind, weight, reason);
        Finding { line: Some(line), ply: Some(ply), mv, ..whole }
    }

    /// The finding with moves that show it.
    #[must_use]
    pub fn shown(self, evidence: Vec<Move>) -> Finding {
        Finding { evidence, ..self }
    }
}
