//! Check, and the moves of a mating problem: the attacker's checks and the defender's evasions.
//!
//! Source: `docs/rules.md`, parameter 5. The parameter decides only what counts as check; a side is
//! lost when one enemy move takes all the royals that it has, under every value.

use super::{apply, attacker_of, captures, legal_moves, moves_from};
use crate::rules::{Move, Role, RoyalCheck, Rules, Setup, Side, Square};

/// The squares of a side's royals, in the order of the board.
pub(in crate::rules) fn royals(setup: &Setup, rules: &Rules, side: Side) -> Vec<Square> {
    setup
        .pieces(rules.variant)
        .filter(|&(_, piece)| piece.side == side)
        .filter(|&(_, piece)| rules.variant.spec(piece.kind).role == Role::Royal)
        .map(|(square, _)| square)
        .collect()
}

/// The first move of `by` that would take every royal the other side has, if it has any.
pub(in crate::rules) fn royal_thief(setup: &Setup, rules: &Rules, by: Side) -> Option<Move> {
    let targets = royals(setup, rules, by.flip());
    if targets.is_empty() {
        return None;
    }
    let takes_all = |mv: &Move| {
        targets.iter().all(|target| captures(setup, *mv).any(|(square, _)| square == *target))
    };
    setup
        .pieces(rules.variant)
        .filter(|&(_, piece)| piece.side == by)
        .find_map(|(from, _)| moves_from(setup, rules.variant, from).into_iter().find(takes_all))
}

/// Could `by` take every royal of the other side with one move now? Whose turn it is does not
/// matter, nor does the counter-strike square (royals are no lions). False if there is none to take.
#[must_use]
pub fn can_take_all_royals(setup: &Setup, rules: &Rules, by: Side) -> bool {
    royal_thief(setup, rules, by).is_some()
}

/// Is the side to move in check, as parameter 5 defines it? A side without royals never is.
#[must_use]
pub fn is_check(setup: &Setup, rules: &Rules) -> bool {
    let by = setup.side.flip();
    let royals = royals(setup, rules, setup.side);
    let attacked = |square: &Square| attacker_of(setup, rules.variant, by, *square).is_some();
    match rules.royal_check {
        RoyalCheck::Last => can_take_all_royals(setup, rules, by),
        RoyalCheck::All => !royals.is_empty() && royals.iter().all(attacked),
        RoyalCheck::Any => royals.iter().any(attacked),
    }
}

/// The attacker's moves in a mating problem; he is the side to move.
///
/// Those legal moves after which the defender still has a royal, is in check, and cannot take all
/// the attacker's royals with one move (an attacker without royals has nothing to fear). Sorted.
#[must_use]
pub fn checks(setup: &Setup, rules: &Rules) -> Vec<Move> {
    let mut moves = legal_moves(setup, rules);
    moves.retain(|&mv| checks_by(setup, rules, mv));
    moves
}

/// True if the move is one of [`checks`].
#[must_use]
pub fn may_check(setup: &Setup, rules: &Rules, mv: Move) -> bool {
    legal_moves(setup, rules).contains(&mv) && checks_by(setup, rules, mv)
}

/// What a legal move must do to be one of [`checks`].
fn checks_by(setup: &Setup, rules: &Rules, mv: Move) -> bool {
    let after = apply(setup, rules, mv);
    is_check(&after, rules) && !can_take_all_royals(&after, rules, after.side)
}

/// The defender's moves in a mating problem; he is the side to move.
///
/// Those legal moves that take the attacker's last royal, or after which the attacker cannot take
/// all the defender's royals with one move. Sorted.
#[must_use]
pub fn evasions(setup: &Setup, rules: &Rules) -> Vec<Move> {
    let mut moves = legal_moves(setup, rules);
    moves.retain(|&mv| evades_by(setup, rules, mv));
    moves
}

/// True if the move is one of [`evasions`].
#[must_use]
pub fn may_evade(setup: &Setup, rules: &Rules, mv: Move) -> bool {
    legal_moves(setup, rules).contains(&mv) && evades_by(setup, rules, mv)
}

/// True if there is one of [`evasions`]; without any, the defender is mated.
#[must_use]
pub fn has_evasion(setup: &Setup, rules: &Rules) -> bool {
    legal_moves(setup, rules).into_iter().any(|mv| evades_by(setup, rules, mv))
}

/// What a legal move must do to be one of [`evasions`].
fn evades_by(setup: &Setup, rules: &Rules, mv: Move) -> bool {
    let attacker = setup.side.flip();
    let after = apply(setup, rules, mv);
    takes_last_royal(setup, &after, rules, attacker)
        || !can_take_all_royals(&after, rules, attacker)
}

/// True if the side to move has something to mate and cannot end the game at once instead: only
/// then is a position a mating problem.
#[must_use]
pub fn is_problem(setup: &Setup, rules: &Rules) -> bool {
    !royals(setup, rules, setup.side.flip()).is_empty()
        && !can_take_all_royals(setup, rules, setup.side)
}

/// True if `side` had royals before the move and has none after it: the game is over.
fn takes_last_royal(before: &Setup, after: &Setup, rules: &Rules, side: Side) -> bool {
    !royals(before, rules, side).is_empty() && royals(after, rules, side).is_empty()
}
