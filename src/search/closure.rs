//! Closure of the proved region: the second way to exact lengths (see [`super::exact`]).
//!
//! From the root, follow what the lower bound needs (every check of the attacker, one best evasion of
//! the defender) as long as positions are known to be won. Every check met that is neither won nor
//! refuted is a *job*: df-pn decides it, or it is refuted within the length that matters. When no job
//! is left, backward induction gives equal bounds.
//!
//! A long problem has hundreds of jobs, most of them easy and some very hard, and nobody knows which. So
//! a job begins at level 0, with few visits, and each time that it fails it goes one level up, where
//! it is given twice as many. All levels are given the same number of visits in all: the hard
//! jobs do not keep the easy ones waiting, nor the other way round, and what is spent is at most the
//! number of levels times what the best choice of visits would have cost.

use std::collections::{BinaryHeap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::Bounds;
use super::core::Pause;
use super::exact::{Place, Prover, is_wide, share};
use super::game::{Game, PackedMove};
use super::graph::{Graph, NodeId};
use super::induction::NEVER;

/// Visits for a job at level 0.
const FIRST_JOB_VISITS: u64 = 4_000;
/// How many times the visits of a level the next one has.
const GROWTH: u64 = 2;
/// A job takes no more than one in so many of the visits of a round, as long as there are easier ones.
const JOBS_A_ROUND: u64 = 8;
/// Jobs solved are taken account of after so many visits, and one for so many nodes of the graph, over all of
/// which that goes.
const PASS_VISITS: u64 = 1_000;
const NODES_A_PASS_VISIT: u64 = 20;

/// What was spent on the jobs of a place.
pub(super) struct Levels {
    /// The levels of the jobs that have failed.
    of: FxHashMap<NodeId, u32>,
    /// Visits spent at each level.
    spent: Vec<u64>,
    /// Collections of the graph before; after another one all begins anew.
    collections: u16,
    /// No job goes on after so many visits of the whole search.
    end: u64,
}

impl Levels {
    /// Nothing spent yet, and no more to be spent after so many visits of the whole search.
    pub fn until(end: u64) -> Levels {
        Levels { of: FxHashMap::default(), spent: Vec::new(), collections: 0, end }
    }

    /// Takes account of collections, after which the nodes may stand for other positions.
    fn refresh(&mut self, collections: u16) {
        if self.collections != collections {
            *self = Levels { collections, ..Levels::until(self.end) };
        }
    }

    /// The jobs by level.
    fn sort<'j>(&self, jobs: &'j [Job]) -> Vec<VecDeque<&'j Job>> {
        let mut queues: Vec<VecDeque<&Job>> = Vec::new();
        for job in jobs {
            let level = self.of.get(&job.node).copied().unwrap_or(0) as usize;
            queues.resize_with(queues.len().max(level + 1), VecDeque::new);
            queues[level].push_back(job);
        }
        queues
    }

    /// The level whose turn it is, when a job may take so many visits: the one with the least spent.
    /// If all are too hard for that, the easiest.
    fn next(&mut self, queues: &[VecDeque<&Job>], most: u64) -> Option<usize> {
        self.spent.resize(self.spent.len().max(queues.len()), 0);
        let waiting = || (0..queues.len()).filter(|&level| !queues[level].is_empty());
        let easy = waiting().filter(|&level| level == 0 || visits_at(level) <= most);
        easy.min_by_key(|&level| self.spent[level]).or_else(|| waiting().next())
    }
}

/// Visits for a job at a level.
fn visits_at(level: usize) -> u64 {
    FIRST_JOB_VISITS.saturating_mul(GROWTH.saturating_pow(level as u32))
}

/// A position that is neither won nor refuted, and what must be shown of it: after an open check, or won once and
/// its proof forgotten.
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

/// What came of looking into a job.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It is won: there may be a shorter mate.
    Won,
    /// It is refuted, or believed to be until the next induction, or was solved already.
    Done,
    /// Not decided in the visits allowed.
    Failed,
}

impl<G: Game> Prover<'_, '_, G> {
    /// Looks into open checks until the place is exact, the allowance is used up, or none can be decided.
    /// While the bounds are far apart, goes on with the same allowance again as long as that brings a quarter
    /// of them to an end.
    ///
    /// # Errors
    /// [`Pause::Allowance`] if the place is not exact then, or a limit.
    pub(super) fn close(
        &mut self,
        place: &Place,
        allowance: u64,
        levels: &mut Levels,
    ) -> Result<(), Pause> {
        let mut end = self.visits() + allowance;
        let mut open_before = None;
        self.search.induct(self.bounds);
        loop {
            self.search.count_beside(self.bounds.bytes() + self.table.bytes());
            if self.bounds.get(place.node).is_settled() {
                return Ok(());
            }
            if self.visits() >= levels.end {
                return Err(Pause::Allowance);
            }
            let (visited, jobs) = open_checks(self.search.graph(), self.bounds, place.node);
            let before = *open_before.get_or_insert(jobs.len());
            if self.visits() > end {
                let brings_much = jobs.len() * 4 <= before * 3;
                let goes_on = brings_much && is_wide(self.bounds.get(place.node));
                if !goes_on {
                    return Err(Pause::Allowance);
                }
                open_before = Some(jobs.len());
                end = self.visits() + allowance;
            }
            levels.refresh(self.search.graph().collections());
            self.work_off(place, &visited, &jobs, levels, end, allowance / JOBS_A_ROUND)?;
        }
    }

    /// Looks into jobs until it is time to take account of what was found, or the end has come.
    ///
    /// # Errors
    /// [`Pause::Allowance`] if none could be decided, or a limit.
    fn work_off(
        &mut self,
        place: &Place,
        visited: &[Visited],
        jobs: &[Job],
        levels: &mut Levels,
        end: u64,
        most: u64,
    ) -> Result<(), Pause> {
        let mut queues = levels.sort(jobs);
        let mut believed = Vec::new();
        let mut progress = false;
        let nodes = self.search.graph().node_count() as u64;
        let pass_end = self.visits() + PASS_VISITS + nodes / NODES_A_PASS_VISIT;
        while let Some(level) = levels.next(&queues, most)
            && let Some(job) = queues[level].pop_front()
        {
            if self.search.graph().collections() != levels.collections {
                // The jobs may name other positions now.
                return Err(Pause::Allowance);
            }
            let before = self.visits();
            let visits = visits_at(level).min(levels.end.saturating_sub(before));
            let outcome = self.look_into(job, &place_of(place, visited, job), visits)?;
            levels.spent[level] += self.visits() - before;
            if outcome == Outcome::Failed {
                levels.of.insert(job.node, level as u32 + 1);
            } else {
                progress = true;
            }
            if self.search.graph().is_disproved(job.node) && self.bounds.get(job.node).lo != NEVER {
                believed.push(job.node);
            }
            let is_over = self.visits() > end || self.visits() >= levels.end;
            let pass_is_over = progress && self.visits() > pass_end;
            if is_over || pass_is_over || outcome == Outcome::Won {
                progress = true;
                break;
            }
        }
        self.search.induct(self.bounds);
        if believed.iter().any(|&node| self.bounds.get(node).lo != NEVER) {
            self.search.adopt(self.bounds);
        }
        if progress { Ok(()) } else { Err(Pause::Allowance) }
    }

    /// Tries to decide an open check in so many visits of each of two searches: won, never won, or not
    /// within the length that matters.
    fn look_into(&mut self, job: &Job, place: &Place, visits: u64) -> Result<Outcome, Pause> {
        if self.is_forgotten(job.node) {
            self.search.core_mut().graph.set_numbers(job.node, 1, 1);
        }
        if let Some(outcome) = self.outcome(job.node) {
            return Ok(outcome);
        }
        self.search.core_mut().allow(Some(visits));
        match self.search.explore(place.node, &place.moves, self.bounds) {
            Ok(()) => return Ok(self.outcome(job.node).unwrap_or(Outcome::Done)),
            Err(Pause::Allowance) => {}
            Err(limit) => return Err(limit),
        }
        let visits = share(visits, self.bounds.get(job.node).lo, job.target);
        match self.within(place, job.target - 2, visits) {
            Ok(_) => Ok(Outcome::Done),
            Err(Pause::Allowance) => Ok(Outcome::Failed),
            Err(limit) => Err(limit),
        }
    }

    /// True if a node is known to be won, but not how.
    fn is_forgotten(&self, node: NodeId) -> bool {
        let stage = self.search.graph().node(node).stage;
        stage.is_open() && self.bounds.get(node).hi != NEVER
    }

    /// What the numbers of a node say.
    fn outcome(&self, node: NodeId) -> Option<Outcome> {
        let hot = self.search.graph().hot(node);
        match (hot.proof, hot.disproof) {
            (0, _) => Some(Outcome::Won),
            (_, 0) => Some(Outcome::Done),
            _ => None,
        }
    }
}

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
        if graph.node(id).stage.is_open() {
            // Its length has an upper bound, but what comes after it has been forgotten.
            if !graph.is_mate(id) && parent != NO_PARENT && job_of.insert(id) {
                jobs.push(Job { node: id, target, parent, mv });
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::builtin;
    use crate::rules::{Position, Rules};
    use crate::search::bounded::BoundedTable;
    use crate::search::bounds::Interval;
    use crate::search::dfpn::{Outcome, Search, Tuning};
    use crate::search::game::TsumeGame;
    use crate::search::graph::Stage;
    use crate::search::{Control, Limits};

    /// Also where two threads wrote a node's numbers at the same time and the older ones stayed, so that a collection
    /// took away what bounds had been concluded from.
    #[test]
    fn a_proof_that_was_forgotten_is_found_again() {
        let problem = &builtin::find("kinuburui-01").unwrap()[0];
        let game = TsumeGame::new(Position::new(&problem.setup, Rules::HISTORIC).unwrap());
        let (limits, control) = (Limits::default(), Control::default());
        let mut search = Search::new(game, &limits, &control, Tuning::default());
        assert_eq!(search.run(), Outcome::Won);
        // Bounds of nodes outlast the second collection of their life.
        assert!(search.make_room());
        let mut bounds = Bounds::default();
        bounds.induct(search.graph());
        let hi = bounds.get(Graph::ROOT).hi;
        let checks = search.graph().edges(Graph::ROOT);
        let best = checks.iter().find(|edge| bounds.get(edge.child).hi == hi - 1).unwrap();
        search.core_mut().graph.set_numbers(best.child, 1, 1);
        assert!(search.make_room());
        bounds.induct(search.graph());
        assert_eq!(search.graph().node(best.child).stage, Stage::Unresolved);
        let (_, jobs) = open_checks(search.graph(), &bounds, Graph::ROOT);
        assert!(jobs.iter().any(|job| job.node == best.child && job.target == hi - 1));
        search.adopt(&bounds);
        let mut table = BoundedTable::default();
        let mut prover = Prover { search: &mut search, bounds: &mut bounds, table: &mut table };
        let mut levels = Levels::until(u64::MAX);
        while prover.close(&Place::ROOT, 100_000, &mut levels).is_err() {}
        // The length that the book gives.
        let plies = problem.claimed_plies.unwrap();
        assert_eq!(bounds.get(Graph::ROOT), Interval { lo: plies, hi: plies });
    }
}
