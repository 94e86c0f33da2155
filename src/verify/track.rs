//! Follows a published line through the graph of the search and finds the plies where a side does
//! not play best.
//!
//! A move counts as wrong only if that is proved, and only if it is wrong in both ways of counting:
//! strictly, and with positions of nothing but futile interpositions as mate. (A solver of 1700 who
//! did not count such interpositions was not wrong.)

use crate::rules::Move;
use crate::search::analyst::Analyst;
use crate::search::bounds::{Interval, one_more};
use crate::search::exact::Place;
use crate::search::game::{PackedMove, TsumeGame};
use crate::search::induction::NEVER;

/// Answers questions about one problem.
pub type Tsume<'a> = Analyst<'a, TsumeGame>;

/// The places along a line: one more than it has moves, fewer if a limit forbids to look.
pub struct Track {
    /// The places, the problem's own position first.
    pub places: Vec<Place>,
    /// The moves between them.
    pub moves: Vec<PackedMove>,
}

impl Track {
    /// Walks along legal checks and evasions.
    pub fn new(analyst: &mut Tsume, line: &[Move]) -> Track {
        let mut track = Track { places: vec![Place::ROOT], moves: Vec::new() };
        let mut place = Place::ROOT;
        for &mv in line {
            let packed = PackedMove::from(mv);
            let choices = analyst.choices(&place).unwrap_or_default();
            let Some(next) = choices.into_iter().find(|choice| choice.mv == packed) else { break };
            place = next.place;
            track.places.push(place.clone());
            track.moves.push(packed);
        }
        track
    }

    /// The last place.
    ///
    /// # Panics
    /// Never: the problem's own position is always there.
    #[must_use]
    pub fn end(&self) -> &Place {
        self.places.last().expect("invariant: the problem's own position")
    }
}

/// What a move of a line is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// As good as any, as far as is known.
    Good,
    /// Not known.
    Unknown,
    /// A move of the attacker that takes longer than another.
    TooSlow,
    /// A move of the defender that loses sooner than another.
    Weak,
    /// A move of the attacker that lets the mate go.
    ThrowsAway,
    /// A move of the defender that lets the attacker mate though another refutes.
    Escape,
}

impl Worth {
    /// True if it is about length only, so that it depends on the way of counting.
    #[must_use]
    pub const fn is_about_length(self) -> bool {
        matches!(self, Worth::TooSlow | Worth::Weak)
    }
}

/// Settlings that may fail before no more are tried.
const PATIENCE: u32 = 3;

/// What every move of the track is worth from ply `from` (counted from 0) on, in the analyst's way
/// of counting; at most so many steps of search for each question.
pub fn judge(analyst: &mut Tsume, track: &Track, from: usize, steps: u64) -> Vec<Worth> {
    let mut worths = vec![Worth::Good; from.min(track.moves.len())];
    let mut patience = PATIENCE;
    for (pair, ply) in track.places.windows(2).zip(0..).skip(from) {
        let here = analyst.interval(pair[0].node);
        if here.hi == NEVER || here.hi == 0 {
            worths.push(unwon(here, analyst.interval(pair[1].node), ply % 2 == 0));
            continue;
        }
        if !here.is_settled() && ply > 0 && patience > 0 {
            let settled = analyst.settle(&pair[0], Some(steps)).is_settled();
            patience -= u32::from(!settled);
        }
        let here = analyst.interval(pair[0].node);
        worths.push(if ply % 2 == 0 {
            attack(analyst, here, &pair[1], steps)
        } else {
            defence(analyst, here, &pair[1], steps)
        });
    }
    worths
}

/// The worth of a move from a position that is not known to be won.
fn unwon(here: Interval, next: Interval, attacks: bool) -> Worth {
    if attacks || here.hi == 0 || here.lo == NEVER && next.lo == NEVER {
        Worth::Good
    } else if here.lo == NEVER && next.hi != NEVER {
        Worth::Escape
    } else {
        Worth::Unknown
    }
}

fn attack(analyst: &mut Tsume, here: Interval, next: &Place, steps: u64) -> Worth {
    if analyst.interval(next.node).lo == NEVER {
        return Worth::ThrowsAway;
    }
    match analyst.within(next, here.hi - 1, steps) {
        Some(true) => Worth::Good,
        Some(false) if analyst.interval(next.node).lo == NEVER => Worth::ThrowsAway,
        // Slower than a mate that is known: wrong even if that one is not the fastest.
        Some(false) => Worth::TooSlow,
        None => Worth::Unknown,
    }
}

fn defence(analyst: &mut Tsume, here: Interval, next: &Place, steps: u64) -> Worth {
    let Some(sooner) = here.lo.checked_sub(3) else { return Worth::Good };
    match analyst.within(next, sooner, steps) {
        Some(true) => Worth::Weak,
        Some(false) if here.is_settled() => Worth::Good,
        _ => Worth::Unknown,
    }
}

/// The length with a move, counted from the position before it.
#[must_use]
pub fn with_move(analyst: &Tsume, next: &Place) -> Interval {
    let Interval { lo, hi } = analyst.interval(next.node);
    Interval { lo: one_more(lo), hi: one_more(hi) }
}
