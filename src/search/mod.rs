//! Untrusted, fast search for mates.
//!
//! Accepts a [`Position`] with the attacker to move; returns a [`Solution`]. Nothing it says is
//! certified: that is the checker's word to give.

pub mod bounded;
pub mod bounds;
pub mod brute;
pub mod certificate;
pub mod core;
pub mod dfpn;
pub mod exact;
pub mod exhaustive;
pub mod game;
pub mod graph;
pub mod induction;
pub mod repetition;

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use self::bounds::Bounds;
use self::certificate::Evidence;
use self::core::Pause;
use self::dfpn::{Outcome, Search, Tuning};
use self::game::TsumeGame;
use self::graph::Graph;
use self::induction::NEVER;
use crate::rules::{Move, Position, Square};

/// A number of plies (half moves).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plies(pub u32);

/// What ended a search before an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Expansions of attacker's positions.
    Nodes,
    /// Wall-clock time.
    Time,
    /// Memory for the graph.
    Memory,
    /// The caller asked to stop.
    Interrupted,
}

/// When to give up. `None` = no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Expansions of attacker's positions.
    pub expansions: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes of memory for one problem's graph.
    pub memory_bytes: Option<usize>,
}

/// The answer to "does the attacker mate?".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The attacker mates.
    Mate,
    /// The attacker cannot mate by checks alone, whatever the path.
    NoMate,
    /// Not decided: this limit was reached.
    Unknown(Limit),
}

/// What is asked of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Does the attacker mate?
    Mate,
    /// In how many plies exactly?
    #[default]
    Shortest,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Proved lower bound of the length of the mate.
    pub at_least: Option<Plies>,
    /// Proved upper bound of the length of the mate.
    pub at_most: Option<Plies>,
    /// A main line that achieves `at_most`; empty unless the verdict is mate.
    pub line: Vec<Move>,
    /// The limit that kept the answer from being complete.
    pub limit: Option<Limit>,
    /// Attacker's positions expanded.
    pub expanded: u64,
    /// Positions in the graph, of both sides.
    pub nodes: u64,
    /// Wall-clock time spent.
    pub elapsed: Duration,
}

/// A way to watch and stop a running search from another thread.
#[derive(Debug, Default)]
pub struct Control {
    /// Set to true to stop; the search ends with [`Limit::Interrupted`].
    pub stop: AtomicBool,
    /// Expansions so far, updated now and then by the search.
    pub expanded: AtomicU64,
}

/// A position that is no tsume problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    /// Nothing to mate.
    #[error("the defender ({0}) has no royal piece")]
    NoRoyal(crate::rules::Side),
    /// The attacker is to move and could end the game at once.
    #[error("the attacker is to move and can take the defender's last royal on {0} at once")]
    EnPrise(Square),
}

/// Finds out whether the side to move mates by checks alone, and as the goal asks, how fast.
///
/// # Errors
/// If the position is no tsume problem.
pub fn solve(
    position: &Position,
    goal: Goal,
    limits: &Limits,
    control: &Control,
) -> Result<Solution, RootError> {
    solve_with_evidence(position, goal, limits, control).map(|(solution, _)| solution)
}

/// Like [`solve`], and keeps what a certificate can be made of.
///
/// # Errors
/// If the position is no tsume problem.
pub fn solve_with_evidence(
    position: &Position,
    goal: Goal,
    limits: &Limits,
    control: &Control,
) -> Result<(Solution, Evidence), RootError> {
    let started = Instant::now();
    let attacker = position.side();
    let royals = position.royals(attacker.flip());
    let Some(royal) = royals.first() else { return Err(RootError::NoRoyal(attacker.flip())) };
    if position.can_take_all_royals(attacker) {
        return Err(RootError::EnPrise(royal));
    }
    let game = TsumeGame::new(position.clone());
    let mut search = Search::new(game, limits, control, Tuning::default());
    let mut limit = None;
    let mut verdict = match search.run() {
        Outcome::Won => Verdict::Mate,
        Outcome::NotWon => Verdict::NoMate,
        Outcome::Stopped(pause) => Verdict::Unknown(reached(pause)),
    };
    let mut bounds = Bounds::default();
    if verdict == Verdict::Mate && goal == Goal::Shortest {
        limit = exact::settle(&mut search, &mut bounds).err().map(reached);
    }
    // Without an answer to "is there a mate?" the sweeps could only give a lower bound of its length.
    if goal == Goal::Shortest || !matches!(verdict, Verdict::Unknown(_)) {
        bounds.induct(search.graph());
    } else {
        bounds.extend(search.graph());
    }
    let root = bounds.get(Graph::ROOT);
    if let Verdict::Unknown(reached) = verdict {
        limit = Some(reached);
        // The last sweep may know what the search was about to find out.
        if root.hi != NEVER {
            verdict = Verdict::Mate;
        } else if root.lo == NEVER {
            verdict = Verdict::NoMate;
        }
    }
    let plies = |count: u32| (count != NEVER).then_some(Plies(count));
    let solution = Solution {
        verdict,
        at_least: plies(root.lo),
        at_most: plies(root.hi),
        line: if root.hi == NEVER { Vec::new() } else { main_line(search.graph(), &bounds) },
        limit: if root.is_settled() { None } else { limit },
        expanded: search.statistics().expanded,
        nodes: search.graph().node_count() as u64,
        elapsed: started.elapsed(),
    };
    Ok((solution, Evidence { graph: search.into_graph(), bounds }))
}

fn reached(pause: Pause) -> Limit {
    match pause {
        Pause::Limit(limit) => limit,
        Pause::Allowance => Limit::Nodes,
    }
}

/// The line on which both sides play best as far as it is proved.
fn main_line(graph: &Graph, bounds: &Bounds) -> Vec<Move> {
    let mut line = Vec::new();
    let mut id = Graph::ROOT;
    while bounds.get(id).hi != 0 {
        let left = bounds.get(id).hi;
        let next = graph
            .edges(id)
            .iter()
            .find(|edge| bounds.get(edge.child).hi == left - 1)
            .expect("invariant: a won position has a move that shortens the win");
        line.push(next.mv.into());
        id = next.child;
    }
    line
}
