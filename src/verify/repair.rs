//! One small change of a text that makes the rest of a line work: most faults are misprints.
//!
//! Tried are, at the ply of the fault and then at the two plies before it: another square for the
//! same piece, another piece that can reach the square, promotion added or dropped, a missing pair of
//! moves put in, a surplus pair left out. A change is accepted only if it is the only one after which
//! the whole rest can be played, or the only one of those that ends in mate.

use super::finding::Repair;
use super::replay::{Fault, candidates, ends_in_mate, replay};
use crate::notation::UsiMove;
use crate::notation::usi;
use crate::rules::{Move, Position};

/// Plies before the fault where the misprint may really be.
const BACK: u32 = 2;

/// The only small change that makes the line work, if there is just one.
#[must_use]
pub fn repair(position: &Position, text: &[UsiMove], fault: &Fault) -> Option<Repair> {
    let first = fault.ply.saturating_sub(BACK).max(1);
    (first..=fault.ply).rev().find_map(|ply| {
        let works = changes(position, text, ply);
        // Changes may differ in words and agree in moves.
        let mut playable: Vec<Repair> = Vec::new();
        for change in works {
            if playable.iter().all(|other| other.moves != change.moves) {
                playable.push(change);
            }
        }
        if playable.len() > 1 {
            playable
                .retain(|change| ends_in_mate(position, &replay(position, &change.moves).moves));
        }
        (playable.len() == 1).then(|| playable.remove(0))
    })
}

/// All changes at a ply after which the whole text can be played.
fn changes(position: &Position, text: &[UsiMove], ply: u32) -> Vec<Repair> {
    let at = ply as usize - 1;
    let mut here = position.clone();
    for &mv in &replay(position, &text[..at]).moves {
        here.make(mv);
    }
    let attacks = at.is_multiple_of(2);
    let (old, rest) = (text[at], &text[at + 1..]);
    let mut found = Vec::new();
    let mut take = |change: String, middle: &[UsiMove], rest: &[UsiMove]| {
        let moves = [&text[..at], middle, rest].concat();
        if replay(position, &moves).fault.is_none() {
            found.push(Repair { ply, change, moves });
        }
    };
    let meant = usi::canonical(&old, &here.setup(), here.rules().variant);
    let moves = candidates(&here, attacks);
    for &mv in &moves {
        if mv == meant {
            continue;
        }
        if let Some(change) = words(&here, old, mv) {
            take(change, &[mv.into()], rest);
        }
    }
    if rest.len() >= 2 {
        take(format!("leaves out {} {}", old, rest[0]), &[], &rest[1..]);
    }
    for &first in &moves {
        let mut next = here.clone();
        next.make(first);
        for second in candidates(&next, !attacks) {
            let pair = [first.into(), second.into(), old];
            take(format!("puts {} {} in", pair[0], pair[1]), &pair, rest);
        }
    }
    found
}

/// What is changed if the move stands for the text, if that is a small change.
fn words(position: &Position, old: UsiMove, mv: Move) -> Option<String> {
    let same_from = old.from == mv.from;
    let same_way = same_from && old.to == mv.to && old.mid == mv.mid;
    if same_way {
        return Some(if mv.promote { "with promotion" } else { "without promotion" }.to_owned());
    }
    let new = UsiMove::from(mv);
    if same_from {
        return Some(format!("{new} for {old}"));
    }
    let kind = |square| position.get(square).filter(|piece| piece.side == position.side());
    let same_piece = kind(old.from).is_none_or(|piece| kind(mv.from) == Some(piece));
    (old.to == mv.to && same_piece).then(|| format!("{new} for {old}"))
}
