//! What statuses, levels and findings are called, and what they mean in one sentence.
//!
//! The Japanese terms are those of the world of tsume shogi: 余詰 for a cook, 変化 for a variation,
//! 紛れ for a try, 迂回手順 for a detour, 成不成非限定 for a promotion dual, 最終手余詰 for a cook at the
//! last move.

use super::lang::Phrase;
use super::record::{Level, LimitName, VerdictName};
use super::soundness::{KindName, UniquenessName};
use crate::verify::{FindingKind, Status, Weight};

/// The name of a status.
#[must_use]
pub const fn status(status: Status) -> Phrase {
    match status {
        Status::Sound => Phrase::term("sound", "完全"),
        Status::SoundButFor => Phrase::term("sound but for", "キズあり"),
        Status::Corrected => Phrase::term("corrected", "手順訂正"),
        Status::Cooked => Phrase::term("cooked", "余詰"),
        Status::NoMate => Phrase::term("no mate", "不詰"),
        Status::Undetermined => Phrase::term("undetermined", "未確定"),
    }
}

/// What a status means.
#[must_use]
pub const fn status_meaning(status: Status) -> Phrase {
    match status {
        Status::Sound => Phrase::words(
            "the printed line is right, and no other check mates along it",
            "発表手順は正しく、余詰はない",
        ),
        Status::SoundButFor => {
            Phrase::words("right but for what custom tolerates", "慣例で許容されるキズだけがある")
        }
        Status::Corrected => {
            Phrase::words("it mates, but the text had to be mended", "詰むが、発表手順に訂正がある")
        }
        Status::Cooked => Phrase::words(
            "it mates, and another check that custom does not tolerate mates as well",
            "詰むが、ほかの手順でも詰む",
        ),
        Status::NoMate => Phrase::words("there is no mate", "詰まない"),
        Status::Undetermined => {
            Phrase::words("a limit was reached before that could be said", "制限内では決まらない")
        }
    }
}

/// The name of a verdict.
#[must_use]
pub const fn verdict(verdict: VerdictName) -> Phrase {
    match verdict {
        VerdictName::Mate => Phrase::term("mate", "詰"),
        VerdictName::NoMate => Phrase::term("no mate", "不詰"),
        VerdictName::Unknown => Phrase::term("unknown", "不明"),
    }
}

/// The name of a level.
#[must_use]
pub const fn level(level: Level) -> Phrase {
    match level {
        Level::Certified => Phrase::words("certified", "証明済み"),
        Level::Searched => Phrase::words("searched", "探索のみ"),
        Level::Unknown => Phrase::words("unknown", "不明"),
    }
}

/// What a level means.
#[must_use]
pub const fn level_meaning(level: Level) -> Phrase {
    match level {
        Level::Certified => Phrase::words(
            "a certificate of the answer was written, and the independent checker accepted it",
            "証明書を書き出し、独立した検査器が受理した",
        ),
        Level::Searched => Phrase::words(
            "the search says so; no independent check was made",
            "探索の結果であり、独立した検査はしていない",
        ),
        Level::Unknown => Phrase::words("it is not known", "決まっていない"),
    }
}

/// The name of a limit.
#[must_use]
pub const fn limit(limit: LimitName) -> Phrase {
    match limit {
        LimitName::Steps => Phrase::words("steps for a single move", "一手あたりの手数"),
        LimitName::Nodes => Phrase::words("expansions", "展開局面数"),
        LimitName::Time => Phrase::words("time", "時間"),
        LimitName::Memory => Phrase::words("memory", "メモリ"),
        LimitName::Interrupted => Phrase::words("interrupted", "中断"),
    }
}

/// The name of a finding.
#[must_use]
pub const fn finding(kind: FindingKind) -> Phrase {
    match kind {
        FindingKind::PieceCount => Phrase::words("piece count", "駒数超過"),
        FindingKind::DiagramDiffers => Phrase::words("diagram differs", "図面の相違"),
        FindingKind::Illegal => Phrase::words("illegal move", "反則手"),
        FindingKind::NoCheck => Phrase::words("no check", "王手でない"),
        FindingKind::LeavesRoyal => Phrase::words("leaves a royal", "王手放置"),
        FindingKind::Overrun => Phrase::words("goes on after mate", "詰上り後の手"),
        FindingKind::TooSlow => Phrase::term("too slow", "早詰あり"),
        FindingKind::ThrowsAway => Phrase::words("throws the mate away", "詰みを逃す手"),
        FindingKind::WeakDefence => Phrase::term("weak defence", "変化長手数"),
        FindingKind::Escape => Phrase::term("escape", "逃れ"),
        FindingKind::Unfinished => Phrase::words("unfinished", "手順未了"),
        FindingKind::FutileTail => Phrase::term("futile interpositions left out", "無駄合"),
        FindingKind::NoMate => Phrase::term("no mate", "不詰"),
        FindingKind::ClaimedLength => Phrase::words("length differs from the claim", "手数の相違"),
        FindingKind::NoLine => Phrase::words("no published line", "手順未発表"),
        FindingKind::Cook => Phrase::term("cook", "余詰"),
        FindingKind::Dual => Phrase::term("dual", "非限定"),
        FindingKind::Detour => Phrase::term("detour", "迂回手順"),
        FindingKind::LastMoveDual => Phrase::term("last move dual", "最終手非限定"),
        FindingKind::LastMoveCook => Phrase::term("last move cook", "最終手余詰"),
        FindingKind::PromotionDual => Phrase::term("promotion dual", "成不成非限定"),
        FindingKind::Open => Phrase::term("open", "未確定"),
        FindingKind::RuleDependent => Phrase::words("depends on the rules", "ルールに依存"),
    }
}

/// How much a finding counts.
#[must_use]
pub const fn weight(weight: Weight) -> Phrase {
    match weight {
        Weight::Remark => Phrase::words("remark", "注記"),
        Weight::Tolerated => Phrase::words("tolerated", "許容"),
        Weight::Open => Phrase::words("open", "未確定"),
        Weight::Fault => Phrase::words("fault", "誤り"),
        Weight::Cook => Phrase::words("cook", "余詰"),
        Weight::Refutation => Phrase::words("refutation", "反証"),
    }
}

/// The name of another check beside the main line, as `matenro solve --goal sound` calls it.
#[must_use]
pub const fn alternative(kind: KindName) -> Phrase {
    match kind {
        KindName::Try => Phrase::term("try", "紛れ"),
        KindName::Dual => finding(FindingKind::Dual),
        KindName::Cook => finding(FindingKind::Cook),
        KindName::Detour => finding(FindingKind::Detour),
        KindName::LastMoveDual => finding(FindingKind::LastMoveDual),
        KindName::LastMoveCook => finding(FindingKind::LastMoveCook),
        KindName::PromotionDual => finding(FindingKind::PromotionDual),
        KindName::Open => finding(FindingKind::Open),
    }
}

/// The verdict on uniqueness.
#[must_use]
pub const fn uniqueness(verdict: UniquenessName) -> Phrase {
    match verdict {
        UniquenessName::Unique => Phrase::term("unique", "唯一解"),
        UniquenessName::UniqueButFor => {
            Phrase::words("unique but for what custom tolerates", "許容されるキズのみ")
        }
        UniquenessName::Cooked => Phrase::term("cooked", "余詰"),
        UniquenessName::Undetermined => Phrase::words("undetermined", "未確定"),
    }
}
