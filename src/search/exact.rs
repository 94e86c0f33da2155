//! The exact length: lower and upper bound proved, and equal.
//!
//! Two ways take turns with growing allowances, on the same graph and the same bounds:
//!
//! * *bounded*: ask "within two plies less?" until the answer is no (see [`super::bounded`]), and
//!   with half as many visits "within the least length that is left?" until the answer is yes. Best
//!   for problems that are short or hard.
//! * *closure*: from the root, follow what the lower bound needs (every check of the attacker, one
//!   best evasion of the defender) as long as positions are known to be won, and have every check
//!   that is neither won nor refuted looked into by df-pn, or refuted within the length that
//!   matters. When nothing is left to look into, backward induction gives equal bounds. Best for
//!   long problems, where plies left would multiply the positions.

use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::Limit;
use super::bounded::{BoundedTable, mates_within};
use super::bounds::Bounds;
use super::core::Pause;
use super::dfpn::Search;
use super::game::{Game, PackedMove};
use super::graph::{Graph, NodeId};
use super::induction::NEVER;

const FIRST_ALLOWANCE: u64 = 50_000;
const FIRST_JOB_ALLOWANCE: u64 = 4_000;

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
        let mut job_allowance = FIRST_JOB_ALLOWANCE;
        self.bounds.extend(self.search.graph());
        if !self.bounds.get(place.node).is_settled() {
            self.bounds.induct(self.search.graph());
        }
        let result = loop {
            if self.bounds.get(place.node).is_settled() {
                break Ok(());
            }
            let left = end.saturating_sub(self.visits());
            if left == 0 {
                break Err(Pause::Allowance);
            }
            match self.round(place, allowance.min(left), job_allowance) {
                Ok(()) => {}
                Err(Pause::Allowance) => {
                    allowance *= 2;
                    job_allowance *= 2;
                }
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
    fn visits(&self) -> u64 {
        self.search.statistics().visits
    }

    /// Both ways once.
    ///
    /// # Errors
    /// [`Pause::Allowance`] if that did not lower the upper bound, or a limit.
    fn round(&mut self, place: &Place, allowance: u64, job_allowance: u64) -> Result<(), Pause> {
        let interval = self.bounds.get(place.node);
        let next = if interval.hi == NEVER { interval.lo } else { interval.hi - 2 };
        match self.within(place, next, allowance) {
            Err(Pause::Allowance) => {}
            answered => return answered.map(|_| ()),
        }
        match self.climb(place, allowance / 2) {
            Err(Pause::Allowance) | Ok(()) => {}
            Err(limit) => return Err(limit),
        }
        let interval = self.bounds.get(place.node);
        if interval.hi != NEVER && !interval.is_settled() {
            self.close(place, allowance, job_allowance)?;
        }
        Err(Pause::Allowance)
    }

    /// Forgets what is cheap to find again, with all that is proved taken account of; false if that
    /// would not free enough.
    fn make_room(&mut self) -> bool {
        self.bounds.induct(self.search.graph());
        self.search.adopt(self.bounds);
        *self.table = BoundedTable::default();
        let made = self.search.make_room();
        self.bounds.induct(self.search.graph());
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

    /// Looks into open checks, round by round, until the place is exact or the allowance is used up.
    fn close(&mut self, place: &Place, allowance: u64, job_allowance: u64) -> Result<(), Pause> {
        let end = self.visits() + allowance;
        loop {
            self.bounds.induct(self.search.graph());
            self.search.count_beside(self.bounds.bytes() + self.table.bytes());
            if self.bounds.get(place.node).is_settled() {
                return Ok(());
            }
            let (visited, jobs) = open_checks(self.search.graph(), self.bounds, place.node);
            let mut progress = false;
            let mut believed = Vec::new();
            let collections = self.search.graph().collections();
            for job in &jobs {
                if self.search.graph().collections() != collections {
                    // The jobs may name other positions now.
                    return Err(Pause::Allowance);
                }
                let job_place = place_of(place, &visited, job);
                progress |= self.look_into(job, &job_place, job_allowance)?;
                if self.search.graph().is_disproved(job.node)
                    && self.bounds.get(job.node).lo != NEVER
                {
                    believed.push(job.node);
                }
                if self.visits() > end {
                    break;
                }
            }
            self.bounds.induct(self.search.graph());
            if believed.iter().any(|&node| self.bounds.get(node).lo != NEVER) {
                self.search.adopt(self.bounds);
            }
            if !progress || self.visits() > end {
                return Err(Pause::Allowance);
            }
        }
    }

    /// Tries to decide an open check: won, never won, or not within the length that matters. True if
    /// something was decided, or is believed to be until the next induction.
    fn look_into(&mut self, job: &Job, place: &Place, job_allowance: u64) -> Result<bool, Pause> {
        let hot = self.search.graph().hot(job.node);
        if hot.proof == 0 || hot.disproof == 0 {
            return Ok(true);
        }
        self.search.core_mut().allow(Some(job_allowance));
        match self.search.explore(place.node, &place.moves) {
            Ok(()) => return Ok(true),
            Err(Pause::Allowance) => {}
            Err(limit) => return Err(limit),
        }
        match self.within(place, job.target - 2, job_allowance) {
            Ok(_) => Ok(true),
            Err(Pause::Allowance) => Ok(false),
            Err(limit) => Err(limit),
        }
    }
}

/// A check that is neither won nor refuted, and what must be shown of it.
struct Job {
    node: NodeId,
    /// The lower bound that is needed.
    target: u32,
    /// The position before it, as an index of the visited positions.
    parent: usize,
    mv: PackedMove,
}

/// A position that the lower bound needs.
struct Visited {
    parent: usize,
    mv: PackedMove,
}

const NO_PARENT: usize = usize::MAX;

/// The open checks that keep the lower bound of `root` from its upper bound.
fn open_checks(graph: &Graph, bounds: &Bounds, root: NodeId) -> (Vec<Visited>, Vec<Job>) {
    let mut visited: Vec<Visited> = Vec::new();
    let mut jobs: Vec<Job> = Vec::new();
    let mut job_of: FxHashSet<NodeId> = FxHashSet::default();
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut needed: BinaryHeap<(u32, std::cmp::Reverse<NodeId>, usize, PackedMove)> =
        BinaryHeap::new();
    needed.push((bounds.get(root).hi, std::cmp::Reverse(root), NO_PARENT, PackedMove(0)));
    // Targets fall by one with every move, so the first time a node is taken its target is greatest.
    while let Some((target, std::cmp::Reverse(id), parent, mv)) = needed.pop() {
        if bounds.get(id).lo >= target || !seen.insert(id) {
            continue;
        }
        let here = visited.len();
        visited.push(Visited { parent, mv });
        if graph.node(id).attacker {
            for edge in graph.edges(id) {
                let child = bounds.get(edge.child);
                if child.lo >= target - 1 {
                    continue;
                }
                if child.hi != NEVER {
                    needed.push((target - 1, std::cmp::Reverse(edge.child), here, edge.mv));
                } else if job_of.insert(edge.child) {
                    let job =
                        Job { node: edge.child, target: target - 1, parent: here, mv: edge.mv };
                    jobs.push(job);
                }
            }
        } else {
            let best = graph
                .edges(id)
                .iter()
                .max_by_key(|edge| (bounds.get(edge.child).hi, bounds.get(edge.child).lo));
            if let Some(edge) = best {
                needed.push((target - 1, std::cmp::Reverse(edge.child), here, edge.mv));
            }
        }
    }
    (visited, jobs)
}

/// Where a job's position is.
fn place_of(start: &Place, visited: &[Visited], job: &Job) -> Place {
    let mut moves = vec![job.mv];
    let mut at = job.parent;
    while visited[at].parent != NO_PARENT {
        moves.push(visited[at].mv);
        at = visited[at].parent;
    }
    moves.reverse();
    Place { node: job.node, moves: [start.moves.as_slice(), moves.as_slice()].concat() }
}
