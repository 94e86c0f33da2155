//! What is found, in plain English.

use super::finding::{Finding, FindingKind, LineName, Weight};
use super::texts::Text;
use super::track::Worth;
use crate::notation::UsiMove;
use crate::rules::Move;
use crate::search::bounds::Interval;
use crate::search::induction::NEVER;

/// What shows that a move is wrong.
pub(super) struct Shown {
    /// Moves from the position before it.
    pub moves: Vec<Move>,
    /// The length with it.
    pub length: Interval,
    /// The length with the best move.
    pub best: Interval,
}

/// What is wrong, in words.
pub(super) fn worth_words(worth: Worth, shown: &Shown) -> Option<(FindingKind, String)> {
    let Shown { length, best, .. } = shown;
    Some(match worth {
        Worth::Good | Worth::Unknown => return None,
        Worth::TooSlow => {
            let reason =
                format!("mates {}, where {} is possible", length_in(*length), plies(best.hi));
            (FindingKind::TooSlow, reason)
        }
        Worth::Weak => {
            let reason = format!(
                "loses {}, where the defence can last {}{}",
                length_in(*length),
                if best.is_settled() { "" } else { "at least " },
                plies(best.lo)
            );
            (FindingKind::WeakDefence, reason)
        }
        Worth::ThrowsAway => {
            (FindingKind::ThrowsAway, "there is no mate any more after this move".to_owned())
        }
        Worth::Escape => {
            let reason = "the defender could have refuted here".to_owned();
            (FindingKind::Escape, reason)
        }
    })
}

/// How much a wrong move counts. In a variation what is merely slow or weak is tolerated, and a check
/// that leaves the main line to fail is a try that somebody shows.
pub(super) fn weight_of(text: &Text, ply: usize, kind: FindingKind) -> Weight {
    let is_main = text.name == LineName::Main;
    let leaves = !is_main && ply == text.shared;
    match kind {
        FindingKind::ThrowsAway if leaves => Weight::Remark,
        FindingKind::TooSlow | FindingKind::WeakDefence if !is_main => Weight::Tolerated,
        _ => Weight::Fault,
    }
}

/// One finding for all moves of a line whose worth is not known.
pub(super) fn tell_unknown(text: &Text, worths: &[Worth]) -> Option<Finding> {
    let first = worths.iter().position(|&worth| worth == Worth::Unknown)?;
    let count = worths.iter().filter(|&&worth| worth == Worth::Unknown).count();
    let reason = match count {
        1 => "whether this move is best is not decided".to_owned(),
        2 => "whether this move and a later one are best is not decided".to_owned(),
        _ => format!("whether this move and {} later ones are best is not decided", count - 1),
    };
    let weight = if text.name == LineName::Main { Weight::Open } else { Weight::Remark };
    let mv = UsiMove::from(text.moves[first]);
    Some(Finding::at(FindingKind::Open, weight, text.name, first as u32 + 1, Some(mv), reason))
}

/// A number of plies.
pub(super) fn plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// `in 7 plies`, `in 7 to 9 plies`, `in at least 7 plies`.
fn length_in(Interval { lo, hi }: Interval) -> String {
    match (lo, hi) {
        (lo, hi) if lo >= hi => format!("in {}", plies(hi)),
        (lo, NEVER) => format!("in {} or more", plies(lo)),
        (lo, hi) => format!("in {lo} to {}", plies(hi)),
    }
}

/// The length of a won position, in words.
pub(super) fn length_words(interval: Interval) -> String {
    match interval {
        Interval { lo, hi } if lo == hi => format!("the exact length is {}", plies(hi)),
        Interval { lo, hi: NEVER } => format!("the length is {} or more", plies(lo)),
        Interval { lo, hi } => format!("the exact length is {lo} to {}, not decided", plies(hi)),
    }
}
