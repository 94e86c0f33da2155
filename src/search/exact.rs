//! The exact length: lower and upper bound proved, and equal.
//!
//! Two ways take turns with growing allowances, on the same graph and the same bounds:
//!
//! * *bounded*: ask "within two plies less?" until the answer is no (see [`super::bounded`]), and
//!   with half as many visits "within the least length that is left?" until the answer is yes. Best
//!   for problems that are short or hard.
//! * *closure*: have every check that keeps the bounds apart looked into by df-pn (see
//!   [`super::closure`]). Best for long problems, where plies left would multiply the positions.

use super::Limit;
use super::bounded::{BoundedTable, mates_within};
use super::bounds::{Bounds, Interval};
use super::closure::Levels;
use super::core::Pause;
use super::dfpn::Search;
use super::game::{Game, PackedMove};
use super::graph::{Graph, NodeId};
use super::induction::NEVER;

const FIRST_ALLOWANCE: u64 = 50_000;
/// Plies between bounds that are far apart.
const WIDE: u32 = 40;

/// A position of the problem: its node, and moves from the problem's position that lead to it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The node.
    pub node: NodeId,
    /// The moves.
    pub moves: Vec<PackedMove>,
}

impl Place {
    /// The problem's own position.
    pub const ROOT: Place = Place { node: Graph::ROOT, moves: Vec::new() };

    /// The place one move further.
    #[must_use]
    pub fn after(&self, mv: PackedMove, node: NodeId) -> Place {
        let mut moves = self.moves.clone();
        moves.push(mv);
        Place { node, moves }
    }
}

/// What the length of a place is found out with: a search, what it has proved, and the numbers of the
/// bounded search.
pub struct Prover<'w, 'a, G: Game> {
    /// The search, with the graph.
    pub search: &'w mut Search<'a, G>,
    /// What is proved of the nodes of that graph.
    pub bounds: &'w mut Bounds,
    /// Numbers of the bounded search.
    pub table: &'w mut BoundedTable,
}

impl<G: Game> Prover<'_, '_, G> {
    /// Narrows the interval of a place until it is exact, in at most so many visits (`None` = no bound).
    ///
    /// # Errors
    /// If a limit is reached first; what was proved stays in the bounds.
    pub fn settle(&mut self, place: &Place, visits: Option<u64>) -> Result<(), Pause> {
        let end = visits.map_or(u64::MAX, |count| self.visits().saturating_add(count));
        let mut allowance = FIRST_ALLOWANCE;
        let mut levels = Levels::until(end);
        self.bounds.extend(self.search.graph());
        if !self.bounds.get(place.node).is_settled() {
            self.search.induct(self.bounds);
        }
        let result = loop {
            if self.bounds.get(place.node).is_settled() {
                break Ok(());
            }
            let left = end.saturating_sub(self.visits());
            if left == 0 {
                break Err(Pause::Allowance);
            }
            match self.round(place, allowance.min(left), &mut levels) {
                Ok(()) => {}
                Err(Pause::Allowance) => allowance *= 2,
                Err(Pause::Limit(Limit::Memory)) if self.make_room() => {}
                Err(limit) => break Err(limit),
            }
        };
        self.search.core_mut().allow(None);
        result
    }

    /// Answers whether the attacker mates from a place within so many plies.
    ///
    /// # Errors
    /// If a limit is reached first, or the visits allowed are used up.
    pub fn within(&mut self, place: &Place, plies: u32, visits: u64) -> Result<bool, Pause> {
        let (bounds, table) = (&mut *self.bounds, &mut *self.table);
        let core = self.search.core_mut();
        core.allow(Some(visits));
        let depth = place.moves.len() as u32;
        let answer = core.after(&place.moves, |core| {
            mates_within(core, bounds, table, place.node, plies, depth)
        });
        core.allow(None);
        answer
    }

    /// Visits of nodes so far.
    pub(super) fn visits(&self) -> u64 {
        self.search.statistics().visits
    }

    /// Both ways once.
    ///
    /// # Errors
    /// [`Pause::Allowance`] if that did not lower the upper bound, or a limit.
    fn round(&mut self, place: &Place, allowance: u64, levels: &mut Levels) -> Result<(), Pause> {
        let interval = self.bounds.get(place.node);
        let next = if interval.hi == NEVER { interval.lo } else { interval.hi - 2 };
        let visits = if is_wide(interval) {
            // The farther apart the bounds, the less is to be expected of the question from above.
            share(allowance, interval.lo, next).max(allowance / 8)
        } else {
            allowance
        };
        match self.within(place, next, visits) {
            Err(Pause::Allowance) => {}
            answered => return answered.map(|_| ()),
        }
        match self.climb(place, allowance / 2) {
            Err(Pause::Allowance) | Ok(()) => {}
            Err(limit) => return Err(limit),
        }
        let interval = self.bounds.get(place.node);
        if interval.hi != NEVER && !interval.is_settled() {
            self.close(place, allowance, levels)?;
        }
        Err(Pause::Allowance)
    }

    /// Forgets what is cheap to find again, with all that is proved taken account of; false if that
    /// would not free enough.
    fn make_room(&mut self) -> bool {
        self.search.induct(self.bounds);
        self.search.adopt(self.bounds);
        self.table.clear();
        let made = self.search.make_room();
        self.search.induct(self.bounds);
        made
    }

    /// Asks from below, "within the least length that is not ruled out?", as long as the visits last.
    /// Most of these questions are short, and what they teach about many positions, long ones can use.
    fn climb(&mut self, place: &Place, visits: u64) -> Result<(), Pause> {
        let end = self.visits() + visits;
        loop {
            let interval = self.bounds.get(place.node);
            let left = end.saturating_sub(self.visits());
            if interval.hi == NEVER || interval.is_settled() || left == 0 {
                return Ok(());
            }
            self.within(place, interval.lo, left)?;
        }
    }
}

/// True if the bounds of a mate are so far apart that the closure is the better way.
pub(super) fn is_wide(interval: Interval) -> bool {
    interval.hi != NEVER && interval.hi.saturating_sub(interval.lo) >= WIDE
}

/// Of so many visits the part that a proved lower bound is of the plies that are asked for.
pub(super) fn share(visits: u64, lo: u32, plies: u32) -> u64 {
    let part = u128::from(visits) * u128::from(lo.min(plies)) / u128::from(plies.max(1));
    part as u64
}
