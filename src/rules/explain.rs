//! Says which rule forbids a move.
//!
//! Accepts any move in any setup; agrees with the reference rules: a move is allowed exactly when it
//! is in their list. The parts of the rules are asked in turn, so that the first that objects is
//! named.

use super::reference::{
    LionBan, apply, captures, has, is_check, lion_ban, may_promote, moves_from, royal_thief, royals,
};
use super::{Illegal, Move, Piece, PieceOn, Rules, Setup, Side, Square, ZonePromotion};

/// What a move is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A legal move of the game.
    Game,
    /// A move of the attacker in a mating problem.
    Check,
    /// A move of the defender in a mating problem.
    Evasion,
}

/// Is this a legal move of the side to move, or a legal check or evasion?
///
/// The move must be in the canonical form that [`Move`] describes: a two-step spelling with an empty
/// first square is refused here, turning it into the jump or the canonical pass is the business of
/// whoever reads it.
///
/// # Errors
/// The rule that forbids the move.
pub fn explain(setup: &Setup, rules: &Rules, mv: Move, purpose: Purpose) -> Result<(), Illegal> {
    legal(setup, rules, mv)?;
    let after = apply(setup, rules, mv);
    match purpose {
        Purpose::Game => Ok(()),
        Purpose::Check => check(&after, rules),
        Purpose::Evasion => evasion(setup, &after, rules),
    }
}

fn legal(setup: &Setup, rules: &Rules, mv: Move) -> Result<(), Illegal> {
    let piece = setup.get(mv.from).ok_or(Illegal::EmptySquare { square: mv.from })?;
    let mover = on(setup, rules, mv.from);
    if piece.side != setup.side {
        return Err(Illegal::NotOwn { piece: mover, side: piece.side });
    }
    let plain = Move { promote: false, ..mv };
    if !moves_from(setup, rules.variant, mv.from).contains(&plain) {
        return Err(match mv.mid {
            Some(mid) => two_steps(setup, rules, piece, mv, mid),
            None => one_step(setup, rules, piece, mv),
        });
    }
    match lion_ban(setup, rules, mv) {
        Some(LionBan::Protected { lion, by }) => {
            return Err(Illegal::LionProtected { lion, by: on(setup, rules, by) });
        }
        Some(LionBan::CounterStrike { lion, struck }) => {
            return Err(Illegal::CounterStrike { piece: mover, lion, struck });
        }
        Some(LionBan::SameSquare { lion }) => {
            return Err(Illegal::SameSquare { piece: mover, lion });
        }
        None => {}
    }
    if mv.promote && !may_promote(setup, rules, mv) {
        return Err(no_promotion(setup, rules, piece, mv));
    }
    Ok(())
}

/// Why the piece's own power does not allow a move without a capture on the way.
fn one_step(setup: &Setup, rules: &Rules, piece: Piece, mv: Move) -> Illegal {
    let mover = on(setup, rules, mv.from);
    if mv.to == mv.from {
        return no_pass(setup, rules, piece, mv);
    }
    if setup.get(mv.to).is_some_and(|other| other.side == piece.side) {
        return Illegal::OwnPiece { piece: on(setup, rules, mv.to) };
    }
    let slides = rules.variant.spec(piece.kind).movement.slide;
    for dir in (0..8).filter(|&dir| has(slides, piece.side, dir)) {
        let mut first = None;
        let mut square = mv.from.step(dir);
        while rules.variant.contains(square) && square != mv.to {
            if first.is_none() && setup.get(square).is_some() {
                first = Some(square);
            }
            square = square.step(dir);
        }
        if let (true, Some(first)) = (square == mv.to, first) {
            return Illegal::Blocked { piece: mover, by: on(setup, rules, first) };
        }
    }
    Illegal::NotItsMove { piece: mover, to: mv.to }
}

/// Why the piece's own power does not allow a move by way of `mid`.
fn two_steps(setup: &Setup, rules: &Rules, piece: Piece, mv: Move, mid: Square) -> Illegal {
    let mover = on(setup, rules, mv.from);
    let movement = rules.variant.spec(piece.kind).movement;
    let power = |dir| movement.lion_power || has(movement.line_power, piece.side, dir);
    if !(0..8).any(|dir| power(dir) && mv.from.step(dir) == mid) {
        return Illegal::NotItsMove { piece: mover, to: mv.to };
    }
    let own = |square| setup.get(square).is_some_and(|other| other.side == piece.side);
    if mv.to == mv.from {
        return no_pass(setup, rules, piece, mv);
    }
    if rules.variant.contains(mid) && setup.get(mid).is_none() {
        return Illegal::NothingOnTheWay { mid };
    }
    match [mid, mv.to].into_iter().find(|&square| own(square)) {
        Some(square) => Illegal::OwnPiece { piece: on(setup, rules, square) },
        None => Illegal::NotItsMove { piece: mover, to: mv.to },
    }
}

/// Why the piece cannot stay where it is, as the move has it.
fn no_pass(setup: &Setup, rules: &Rules, piece: Piece, mv: Move) -> Illegal {
    let mover = on(setup, rules, mv.from);
    let movement = rules.variant.spec(piece.kind).movement;
    if !movement.lion_power && movement.line_power == 0 {
        return Illegal::NotItsMove { piece: mover, to: mv.to };
    }
    let pass = moves_from(setup, rules.variant, mv.from)
        .into_iter()
        .find(|other| other.to == other.from && captures(setup, *other).next().is_none());
    let Some(canonical) = pass.and_then(|pass| pass.mid) else {
        return Illegal::NoPass { piece: mover };
    };
    match mv.mid {
        Some(mid) if setup.get(mid).is_some() => Illegal::OwnPiece { piece: on(setup, rules, mid) },
        _ => Illegal::OtherPass { piece: mover, canonical },
    }
}

/// Why the move, legal without, may not promote.
fn no_promotion(setup: &Setup, rules: &Rules, piece: Piece, mv: Move) -> Illegal {
    let mover = on(setup, rules, mv.from);
    if rules.variant.spec(piece.kind).promoted {
        return Illegal::AlreadyPromoted { piece: mover };
    }
    if rules.variant.promotion(piece.kind).is_none() {
        return Illegal::NeverPromotes { piece: mover };
    }
    if !rules.variant.in_zone(piece.side, mv.from) {
        return Illegal::OutsideZone { piece: mover };
    }
    if rules.promotion == ZonePromotion::Never {
        return Illegal::InsideZone { piece: mover };
    }
    Illegal::Barred { piece: mover }
}

/// Is the position after the attacker's move a check that he may give?
fn check(after: &Setup, rules: &Rules) -> Result<(), Illegal> {
    let defender = after.side;
    if royals(after, rules, defender).is_empty() {
        return Err(Illegal::NoRoyal);
    }
    if !is_check(after, rules) {
        return Err(Illegal::NoCheck);
    }
    match lost_royals(after, rules, defender) {
        Some((royals, by)) => Err(Illegal::LeavesAttacker { royals, by }),
        None => Ok(()),
    }
}

/// Is the position after the defender's move one in which he is not lost?
fn evasion(before: &Setup, after: &Setup, rules: &Rules) -> Result<(), Illegal> {
    let attacker = after.side;
    if !royals(before, rules, attacker).is_empty() && royals(after, rules, attacker).is_empty() {
        return Ok(());
    }
    match lost_royals(after, rules, attacker) {
        Some((royals, by)) => Err(Illegal::LeavesDefender { royals, by }),
        None => Ok(()),
    }
}

/// The royals that `by` could take with one move, and the piece that could.
fn lost_royals(after: &Setup, rules: &Rules, by: Side) -> Option<(Vec<PieceOn>, PieceOn)> {
    let thief = royal_thief(after, rules, by)?;
    let lost = royals(after, rules, by.flip());
    let named = lost.into_iter().map(|square| on(after, rules, square)).collect();
    Some((named, on(after, rules, thief.from)))
}

/// The name of what stands on a square that is not empty.
fn on(setup: &Setup, rules: &Rules, square: Square) -> PieceOn {
    let name = setup.get(square).map_or("nothing", |piece| rules.variant.spec(piece.kind).name);
    PieceOn { name, square }
}
