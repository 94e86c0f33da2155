//! Untrusted, fast search for mates.
//!
//! Accepts a [`Position`] with the attacker to move; returns a [`Solution`]. Nothing it says is
//! certified: that is the checker's word to give.

pub mod brute;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::rules::Move;

/// A number of plies (half moves).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plies(pub u16);

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
#[derive(Clone, Copy, Debug)]
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
    pub expanded: std::sync::atomic::AtomicU64,
}
