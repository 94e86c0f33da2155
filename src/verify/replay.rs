//! Replays a published line from the diagram, by the rules alone.

use super::finding::FindingKind;
use crate::notation::UsiMove;
use crate::notation::usi;
use crate::rules::{Illegal, Move, Position, Purpose, explain};

/// A line as far as it can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The moves.
    pub moves: Vec<Move>,
    /// What stopped it before the end of the text.
    pub fault: Option<Fault>,
}

/// A move of a text that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its ply, from 1.
    pub ply: u32,
    /// The text.
    pub text: UsiMove,
    /// In what way.
    pub kind: FindingKind,
    /// The rule that forbids it.
    pub reason: String,
}

/// Plays the text from the position, the attacker to move.
#[must_use]
pub fn replay(position: &Position, text: &[UsiMove]) -> Replayed {
    let attacker = position.side();
    let mut position = position.clone();
    let mut moves = Vec::with_capacity(text.len());
    for (&mv, ply) in text.iter().zip(1..) {
        match step(&position, attacker == position.side(), mv, ply) {
            Ok(found) => {
                position.make(found);
                moves.push(found);
            }
            Err(fault) => return Replayed { moves, fault: Some(fault) },
        }
    }
    Replayed { moves, fault: None }
}

/// The moves that a side may make: checks or evasions.
#[must_use]
pub fn candidates(position: &Position, attacks: bool) -> Vec<Move> {
    if attacks { position.checks() } else { position.evasions() }
}

fn step(position: &Position, attacks: bool, text: UsiMove, ply: u32) -> Result<Move, Fault> {
    let fault = |kind, reason| Fault { ply, text, kind, reason };
    let moves = candidates(position, attacks);
    if !attacks && moves.is_empty() {
        return Err(fault(FindingKind::Overrun, "the defender is mated already".to_owned()));
    }
    let (setup, rules) = (position.setup(), position.rules());
    if let Some(found) = usi::resolve(&text, &setup, rules.variant, &moves) {
        return Ok(found);
    }
    let meant = usi::canonical(&text, &setup, rules.variant);
    let purpose = if attacks { Purpose::Check } else { Purpose::Evasion };
    Err(match explain(&setup, rules, meant, purpose) {
        Err(Illegal::NoCheck) => fault(FindingKind::NoCheck, Illegal::NoCheck.to_string()),
        Err(reason @ (Illegal::LeavesAttacker { .. } | Illegal::LeavesDefender { .. })) => {
            fault(FindingKind::LeavesRoyal, reason.to_string())
        }
        Err(reason) => fault(FindingKind::Illegal, reason.to_string()),
        Ok(()) => fault(FindingKind::Illegal, "no move that can be played here".to_owned()),
    })
}

/// True if the line is played out: the defender, to move, is mated at least by convention.
#[must_use]
pub fn ends_in_mate(position: &Position, moves: &[Move]) -> bool {
    let mut position = position.clone();
    for &mv in moves {
        position.make(mv);
    }
    let evasions = position.evasions();
    moves.len() % 2 == 1 && position.is_mated_by_convention(evasions.iter().copied())
}
