//! The one place where the command line meets rules and search.
//!
//! The parts below the line `STAND-IN` are to be replaced: `explain` by
//! `rules::explain`, `solve` by `search::solve`.

use super::args::Kind;
use crate::notation::SfenError;
use crate::notation::sfen;
use crate::notation::usi::{self, UsiMove};
pub use crate::rules::Position;
use crate::rules::{Move, PositionError, Rules, Setup};
use crate::search::{Control, Limit, Limits, Plies, Solution, Verdict};

/// Text that gives no playable position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// The text is no SFEN.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// The diagram is not playable.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The position that an SFEN stands for.
pub fn position_of(text: &str, rules: Rules) -> Result<Position, InputError> {
    let setup = sfen::parse(text, rules.variant)?.setup;
    Ok(Position::new(&setup, rules)?)
}

/// The moves of a kind, in no particular order.
pub fn moves(position: &Position, kind: Kind) -> Vec<Move> {
    match kind {
        Kind::All => position.legal_moves(),
        Kind::Checks => position.checks(),
        Kind::Evasions => position.evasions(),
    }
}

// STAND-IN from here to the end.

/// Why the move is not one of that kind.
pub fn explain(setup: &Setup, rules: &Rules, text: &UsiMove, kind: Kind) -> Result<(), String> {
    let mv = usi::canonical(text, setup, rules.variant);
    let position = Position::new(setup, *rules).map_err(|error| error.to_string())?;
    if moves(&position, kind).contains(&mv) { Ok(()) } else { Err("not in the list".to_owned()) }
}

/// Depth-limited brute force.
pub fn solve(position: &Position, limits: &Limits, control: &Control) -> Solution {
    use std::sync::atomic::Ordering::Relaxed;
    let begun = std::time::Instant::now();
    let mut search = BruteForce {
        position: position.clone(),
        expanded: 0,
        nodes: 0,
        cut: false,
        out: None,
        check: &|expanded| {
            control.expanded.store(expanded, Relaxed);
            if control.stop.load(Relaxed) {
                Some(Limit::Interrupted)
            } else if limits.time.is_some_and(|time| begun.elapsed() >= time) {
                Some(Limit::Time)
            } else {
                (expanded >= limits.expansions.unwrap_or(u64::MAX)).then_some(Limit::Nodes)
            }
        },
    };
    let mut verdict = None;
    for depth in (1..).step_by(2) {
        search.cut = false;
        let line = search.attack(depth);
        if let Some(limit) = search.out {
            verdict = Some((Verdict::Unknown(limit), Vec::new()));
        } else if let Some(mut line) = line {
            line.reverse();
            verdict = Some((Verdict::Mate, line));
        } else if !search.cut {
            verdict = Some((Verdict::NoMate, Vec::new()));
        }
        if verdict.is_some() {
            break;
        }
    }
    let (verdict, line) = verdict.expect("invariant: the loop ends with a verdict");
    Solution {
        verdict,
        at_least: None,
        at_most: (verdict == Verdict::Mate).then_some(Plies(line.len() as u16)),
        line,
        expanded: search.expanded,
        nodes: search.nodes,
        elapsed: begun.elapsed(),
    }
}

struct BruteForce<'a> {
    position: Position,
    expanded: u64,
    nodes: u64,
    cut: bool,
    out: Option<Limit>,
    check: &'a dyn Fn(u64) -> Option<Limit>,
}

impl BruteForce<'_> {
    /// A mate within `depth` plies, its line backwards.
    fn attack(&mut self, depth: u16) -> Option<Vec<Move>> {
        self.out = self.out.or((self.check)(self.expanded));
        if self.out.is_some() {
            return None;
        }
        self.expanded += 1;
        let checks = self.position.checks();
        self.nodes += checks.len() as u64;
        for mv in checks {
            let undo = self.position.make(mv);
            let line = self.defend(depth - 1);
            self.position.unmake(&undo);
            if let Some(mut line) = line {
                line.push(mv);
                return Some(line);
            }
        }
        None
    }

    fn defend(&mut self, depth: u16) -> Option<Vec<Move>> {
        let evasions = self.position.evasions();
        if depth == 0 && !evasions.is_empty() {
            self.cut = true;
            return None;
        }
        let mut longest = Vec::new();
        for mv in evasions {
            let undo = self.position.make(mv);
            let line = self.attack(depth - 1);
            self.position.unmake(&undo);
            let mut line = line?;
            line.push(mv);
            if line.len() > longest.len() {
                longest = line;
            }
        }
        Some(longest)
    }
}
