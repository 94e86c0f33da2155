//! Untrusted, fast search for mates.
//!
//! Accepts a [`Position`] with the attacker to move; returns a [`Solution`]. Nothing it says is
//! certified: that is the checker's word to give.

pub mod analyst;
pub mod barred;
pub mod bounded;
pub mod bounds;
pub mod brute;
mod cells;
pub mod certificate;
pub mod checkpoint;
mod closure;
pub mod core;
pub mod crew;
pub mod dfpn;
pub mod enumerate;
pub mod exact;
pub mod exhaustive;
pub mod game;
pub mod graph;
pub mod induction;
pub mod repetition;
pub mod ripple;
pub mod sound;
mod table;
mod weights;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use self::analyst::{Analyst, LineMove};
use self::bounds::Interval;
use self::certificate::Evidence;
use self::checkpoint::{Found, Saver};
use self::crew::Crew;
use self::exact::Place;
use self::game::{PackedMove, TsumeGame};
use self::graph::Graph;
use self::induction::NEVER;
use self::sound::{Soundness, Uniqueness};
use crate::rules::{Move, Position, Square};

/// A number of plies (half moves).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plies(pub u32);

/// What ended a search before an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Steps for a question about a single move ([`Question::steps_each`]).
    Steps,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Goal {
    /// Does the attacker mate?
    Mate,
    /// In how many plies exactly?
    #[default]
    Shortest,
    /// And is the solution unique?
    Sound,
}

/// How the answer is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The whole check graph if it is tiny, else by search.
    #[default]
    Auto,
    /// Proof-number search.
    Search,
    /// The whole check graph.
    Enumerate,
}

/// A question about a position.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub goal: Goal,
    /// How the answer is looked for.
    pub method: Method,
    /// A published line: among equally good moves it is followed.
    pub published: Vec<Move>,
    /// Steps of search for each question about a single move: whether it is as good as the move of
    /// the main line, and for [`Goal::Sound`] what it is (see [`sound::MOST_STEPS`] for those that the
    /// verdict hinges on).
    pub steps_each: u64,
}

/// Steps of search for each question about a single move, if nobody says otherwise.
pub const STEPS_EACH: u64 = 200_000;

impl Question {
    /// The question without further wishes.
    #[must_use]
    pub fn new(goal: Goal) -> Question {
        Question { goal, method: Method::Auto, published: Vec::new(), steps_each: STEPS_EACH }
    }
}

/// Expansions after which [`Method::Auto`] gives up enumerating, if the limit does not ask for less.
const TINY: u64 = 256;

/// A main line with what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// For every ply the number of moves as good as this one, itself included; `None` where not known
    /// for all.
    pub equals: Vec<Option<u32>>,
}

impl From<Vec<LineMove>> for Line {
    fn from(line: Vec<LineMove>) -> Line {
        Line {
            moves: line.iter().map(|step| step.mv.into()).collect(),
            equals: line.iter().map(|step| step.equals).collect(),
        }
    }
}

/// Proved bounds of the length of a mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// No mate is shorter; `None`: there is none at all.
    pub at_least: Option<Plies>,
    /// There is a mate this short; `None`: none was found.
    pub at_most: Option<Plies>,
}

impl From<Interval> for Length {
    fn from(interval: Interval) -> Length {
        let plies = |count: u32| (count != NEVER).then_some(Plies(count));
        Length { at_least: plies(interval.lo), at_most: plies(interval.hi) }
    }
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
    /// The same, counting positions with nothing but futile interpositions as mate; `None` unless the
    /// exact length was asked for and there is a mate.
    pub conventional: Option<Length>,
    /// A main line that achieves `at_most`; empty unless the verdict is mate.
    pub line: Line,
    /// Whether the main line is unique; `None` unless that was asked and the length is exact.
    pub soundness: Option<Soundness>,
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
    /// Idle threads that may help; `None`: the search keeps to the caller's thread and is repeatable.
    pub crew: Option<Arc<Crew>>,
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
    answer(position, &Question::new(goal), limits, control).map(|(solution, _)| solution)
}

/// Answers a question about a position, with the evidence.
///
/// # Errors
/// If the position is no tsume problem.
pub fn answer(
    position: &Position,
    question: &Question,
    limits: &Limits,
    control: &Control,
) -> Result<(Solution, Evidence), RootError> {
    answer_from(position, question, limits, control, None, None)
}

/// Answers a question as [`answer`] does, going on from what an earlier run has found of the same
/// problem, and having what is found kept now and then.
///
/// The limit of expansions counts those of this run; the solution tells those of all runs.
///
/// # Errors
/// If the position is no tsume problem.
pub fn answer_from(
    position: &Position,
    question: &Question,
    limits: &Limits,
    control: &Control,
    found: Option<Found>,
    saver: Option<&Saver>,
) -> Result<(Solution, Evidence), RootError> {
    let started = Instant::now();
    refuse_untsume(position)?;
    let mut analyst = Analyst::new(TsumeGame::new(position.clone()), limits, control);
    if let Some(saver) = saver {
        analyst.save_with(saver);
    }
    let is_new = found.is_none();
    if let Some(found) = found {
        analyst.go_on_from(found);
    }
    let enumerated = match question.method {
        // What was enumerated is in the graph; what was not is beyond that method.
        Method::Auto if !is_new => false,
        Method::Auto => analyst.enumerate(limits.expansions.map_or(TINY, |n| TINY.min(n / 16))),
        Method::Enumerate => analyst.enumerate(limits.expansions.unwrap_or(u64::MAX)),
        Method::Search => false,
    };
    if !enumerated && question.method != Method::Enumerate {
        analyst.decide(&[Place::ROOT], None);
    }
    if question.goal != Goal::Mate && analyst.interval(Graph::ROOT).hi != NEVER {
        analyst.settle(&Place::ROOT, None);
    }
    // Without an answer to "is there a mate?" a last conclusion can raise the lower bound, or even
    // know what the search was about to find out.
    analyst.conclude();
    let root = analyst.interval(Graph::ROOT);
    let mut limit = if root.is_settled() {
        None
    } else {
        // Enumeration that is not allowed to go on has reached the limit of expansions.
        let unfinished = question.method == Method::Enumerate && !enumerated;
        analyst.limit().or(unfinished.then_some(Limit::Nodes))
    };
    let mut solution = Solution {
        verdict: match (root.lo, root.hi) {
            (NEVER, _) => Verdict::NoMate,
            (_, NEVER) => Verdict::Unknown(limit.unwrap_or(Limit::Nodes)),
            _ => Verdict::Mate,
        },
        at_least: Length::from(root).at_least,
        at_most: Length::from(root).at_most,
        conventional: None,
        line: Line::default(),
        soundness: None,
        limit: None,
        expanded: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    if solution.verdict == Verdict::Mate {
        let published: Vec<PackedMove> =
            question.published.iter().map(|&mv| PackedMove::from(mv)).collect();
        let steps_each = if question.goal == Goal::Mate { 0 } else { question.steps_each };
        let line = analyst.line(&Place::ROOT, &published, steps_each);
        if question.goal == Goal::Sound && root.is_settled() {
            let soundness = analyst.soundness(&line, question.steps_each);
            if soundness.verdict == Uniqueness::Undetermined {
                limit = analyst.limit().or(Some(Limit::Steps));
            }
            solution.soundness = Some(soundness);
        }
        solution.line = line.into();
        if question.goal != Goal::Mate {
            solution.conventional = Some(analyst.conventional_length().into());
        }
    }
    solution.limit = limit;
    solution.expanded = analyst.expanded();
    solution.nodes = analyst.graph().position_count() as u64;
    solution.elapsed = started.elapsed();
    let (graph, bounds) = analyst.into_evidence();
    Ok((solution, Evidence { graph, bounds }))
}

/// Refuses a position that is no tsume problem.
///
/// # Errors
/// If the defender has no royal, or the attacker could end the game at once.
pub fn refuse_untsume(position: &Position) -> Result<(), RootError> {
    let attacker = position.side();
    let royals = position.royals(attacker.flip());
    let Some(royal) = royals.first() else { return Err(RootError::NoRoyal(attacker.flip())) };
    if position.can_take_all_royals(attacker) {
        return Err(RootError::EnPrise(royal));
    }
    Ok(())
}
