//! The plain reference rules, written to be obviously right rather than fast.
//!
//! Accepts any [`Setup`]; works by loops over the board and on copies of it. It shares the core types
//! and the variant table with the rest of the crate and no move generator's helper, so the fast
//! generator can be tested against it and the certificate checker can trust it. Source of every
//! rule: `docs/rules.md`; the numbers of parameters below are the numbers there.
//!
//! * `geometry`: where a piece can go, and what it takes;
//! * `lion`: which captures of lions are forbidden (parameters 3 and 4);
//! * `promotion`: when a move may promote (parameters 1 and 2);
//! * `tsume`: check, checks and evasions (parameter 5).

mod geometry;
mod lion;
mod promotion;
mod tsume;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod rulings;

use geometry::attacker_of;
pub(super) use geometry::{captures, has, moves_from};
pub(super) use lion::{LionBan, lion_ban};
use promotion::barred_after;
pub(super) use promotion::may_promote;
pub use tsume::{
    can_take_all_royals, checks, evasions, has_evasion, is_check, is_problem, may_check, may_evade,
};
pub(super) use tsume::{royal_thief, royals};

use super::{CounterStrike, Move, Piece, Role, Rules, Setup};

/// All legal moves of the game for the side to move, each once and in canonical form, sorted.
///
/// Leaving a royal en prise is legal in Chu Shogi, so such moves are here; a side without royals
/// moves like any other.
#[must_use]
pub fn legal_moves(setup: &Setup, rules: &Rules) -> Vec<Move> {
    let mut moves = Vec::new();
    for (from, piece) in setup.pieces(rules.variant) {
        if piece.side != setup.side {
            continue;
        }
        for mv in moves_from(setup, rules.variant, from) {
            if lion_ban(setup, rules, mv).is_some() {
                continue;
            }
            moves.push(mv);
            if may_promote(setup, rules, mv) {
                moves.push(Move { promote: true, ..mv });
            }
        }
    }
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// The position after a move of the side to move. The move is not checked; one from an empty
/// square only passes the turn.
///
/// The counter-strike square is where a non-lion that took a lion stands now (unless the rules know
/// no counter-strike); barred pieces are kept only by rules that bar them.
#[must_use]
pub fn apply(setup: &Setup, rules: &Rules, mv: Move) -> Setup {
    let mut after = setup.clone();
    after.side = setup.side.flip();
    after.counter_strike = None;
    after.barred = barred_after(setup, rules, mv);
    let Some(piece) = setup.get(mv.from) else { return after };

    let role = |piece: Piece| rules.variant.spec(piece.kind).role;
    let takes_lion = captures(setup, mv).any(|(_, taken)| role(taken) == Role::Lion);
    if takes_lion && role(piece) != Role::Lion && rules.counter_strike != CounterStrike::Off {
        after.counter_strike = Some(mv.to);
    }

    let promoted = if mv.promote { rules.variant.promotion(piece.kind) } else { None };
    let kind = promoted.unwrap_or(piece.kind);
    if let Some(mid) = mv.mid {
        after.set(mid, None);
    }
    after.set(mv.from, None);
    after.set(mv.to, Some(Piece::new(kind, piece.side)));
    after
}
