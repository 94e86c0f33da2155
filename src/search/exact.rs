//! The exact length: lower and upper bound proved, and equal.
//!
//! Two ways take turns with growing allowances, on the same graph and the same bounds:
//!
//! * *bounded*: ask "within two plies less?" until the answer is no (see [`super::bounded`]). Best
//!   for problems that are short or hard.
//! * *closure*: from the root, follow what the lower bound needs (every check of the attacker, one
//!   best evasion of the defender) as long as positions are known to be won, and have every check
//!   that is neither won nor refuted looked into by df-pn, or refuted within the length that
//!   matters. When nothing is left to look into, backward induction gives equal bounds. Best for
//!   long problems, where plies left would multiply the positions.

use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::bounded::{BoundedTable, mates_within};
use super::bounds::Bounds;
use super::core::Pause;
use super::dfpn::{Outcome, Search};
use super::game::{Game, PackedMove};
use super::graph::{Graph, NodeId};
use super::induction::NEVER;

const FIRST_ALLOWANCE: u64 = 50_000;
const FIRST_JOB_ALLOWANCE: u64 = 4_000;

/// Narrows the root's interval until it is exact.
///
/// # Errors
/// If a limit is reached first; what was proved stays in the bounds.
pub fn settle<G: Game>(search: &mut Search<'_, G>, bounds: &mut Bounds) -> Result<(), Pause> {
    let mut table = BoundedTable::default();
    let mut allowance = FIRST_ALLOWANCE;
    let mut job_allowance = FIRST_JOB_ALLOWANCE;
    bounds.induct(search.graph());
    let result = loop {
        if bounds.get(Graph::ROOT).is_settled() {
            break Ok(());
        }
        match bounded(search, bounds, &mut table, allowance) {
            Err(Pause::Allowance) => {}
            Err(limit) => break Err(limit),
            Ok(()) => continue,
        }
        if bounds.get(Graph::ROOT).hi != NEVER {
            match close(search, bounds, &mut table, allowance, job_allowance) {
                Err(Pause::Allowance) | Ok(()) => {}
                Err(limit) => break Err(limit),
            }
        }
        allowance *= 2;
        job_allowance *= 2;
    };
    search.core_mut().allow(None);
    result
}

/// Asks the next question about the root.
fn bounded<G: Game>(
    search: &mut Search<'_, G>,
    bounds: &mut Bounds,
    table: &mut BoundedTable,
    allowance: u64,
) -> Result<(), Pause> {
    let root = bounds.get(Graph::ROOT);
    let plies = if root.hi == NEVER { root.lo } else { root.hi - 2 };
    let core = search.core_mut();
    core.allow(Some(allowance));
    mates_within(core, bounds, table, Graph::ROOT, plies, 0)?;
    Ok(())
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

/// Looks into open checks, round by round, until the root is exact or the allowance is used up.
fn close<G: Game>(
    search: &mut Search<'_, G>,
    bounds: &mut Bounds,
    table: &mut BoundedTable,
    allowance: u64,
    job_allowance: u64,
) -> Result<(), Pause> {
    let end = search.statistics().visits + allowance;
    loop {
        bounds.induct(search.graph());
        if bounds.get(Graph::ROOT).is_settled() {
            return Ok(());
        }
        let (visited, jobs) = open_checks(search.graph(), bounds);
        let mut progress = false;
        for job in &jobs {
            let moves = path(&visited, job);
            progress |= look_into(search, bounds, table, job, &moves, job_allowance)?;
            if search.statistics().visits > end {
                bounds.induct(search.graph());
                return Err(Pause::Allowance);
            }
        }
        if !progress {
            return Err(Pause::Allowance);
        }
    }
}

/// The open checks that keep the root's lower bound from its upper bound.
fn open_checks(graph: &Graph, bounds: &Bounds) -> (Vec<Visited>, Vec<Job>) {
    let mut visited: Vec<Visited> = Vec::new();
    let mut jobs: Vec<Job> = Vec::new();
    let mut job_of: FxHashSet<NodeId> = FxHashSet::default();
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut needed: BinaryHeap<(u32, std::cmp::Reverse<NodeId>, usize, PackedMove)> =
        BinaryHeap::new();
    let root = Graph::ROOT;
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

/// The moves from the root to a job's position.
fn path(visited: &[Visited], job: &Job) -> Vec<PackedMove> {
    let mut moves = vec![job.mv];
    let mut at = job.parent;
    while visited[at].parent != NO_PARENT {
        moves.push(visited[at].mv);
        at = visited[at].parent;
    }
    moves.reverse();
    moves
}

/// Tries to decide an open check: won, never won, or not within the length that matters. True if
/// something was decided.
fn look_into<G: Game>(
    search: &mut Search<'_, G>,
    bounds: &mut Bounds,
    table: &mut BoundedTable,
    job: &Job,
    moves: &[PackedMove],
    job_allowance: u64,
) -> Result<bool, Pause> {
    let hot = search.graph().hot(job.node);
    if hot.proof == 0 || hot.disproof == 0 {
        return Ok(true);
    }
    search.core_mut().allow(Some(job_allowance));
    match search.run_from(job.node, moves) {
        Outcome::Won => return Ok(true),
        Outcome::NotWon => {
            bounds.extend(search.graph());
            bounds.narrow(job.node, NEVER, NEVER);
            return Ok(true);
        }
        Outcome::Stopped(Pause::Allowance) => {}
        Outcome::Stopped(limit) => return Err(limit),
    }
    let core = search.core_mut();
    core.allow(Some(job_allowance));
    for &mv in moves {
        core.game.make(mv);
    }
    let depth = moves.len() as u32;
    let answer = mates_within(core, bounds, table, job.node, job.target - 2, depth);
    for _ in moves {
        core.game.unmake();
    }
    match answer {
        Ok(_) => Ok(true),
        Err(Pause::Allowance) => Ok(false),
        Err(limit) => Err(limit),
    }
}
