//! When a move may promote, and which pieces are barred from it afterwards.
//!
//! Source: `docs/rules.md`, parameters 1 (non-captures that start in the zone) and 2 (last rank).

use super::captures;
use crate::rules::{LastRank, Move, Role, Rules, Setup, SquareSet, ZonePromotion};

/// True if the piece may promote by this move (whether the move says so or not).
///
/// Entering the zone promotes, and so does a capture that starts or ends in it. Other moves inside
/// the zone or out of it are the business of parameter 1, those to the last rank of parameter 2
/// too. Moves of two steps never promote.
pub(in crate::rules) fn may_promote(setup: &Setup, rules: &Rules, mv: Move) -> bool {
    let variant = rules.variant;
    let Some(piece) = setup.get(mv.from) else { return false };
    if variant.promotion(piece.kind).is_none() || mv.mid.is_some() {
        return false;
    }
    let starts_inside = variant.in_zone(piece.side, mv.from);
    let ends_inside = variant.in_zone(piece.side, mv.to);
    if captures(setup, mv).next().is_some() {
        return starts_inside || ends_inside;
    }
    if !starts_inside {
        return ends_inside;
    }
    let later = match rules.promotion {
        ZonePromotion::Never => false,
        ZonePromotion::AfterTurn | ZonePromotion::AfterMove => !setup.barred.contains(mv.from),
        ZonePromotion::Always => true,
    };
    let role = variant.spec(piece.kind).role;
    let second_chance = match rules.last_rank {
        LastRank::Pawn => role == Role::Pawn,
        LastRank::PawnLance => role == Role::Pawn || role == Role::Lance,
        LastRank::PawnGoBetween => role == Role::Pawn || role == Role::GoBetween,
        LastRank::None => false,
    };
    later || (second_chance && variant.is_last_rank(piece.side, mv.to))
}

/// The barred pieces after a move: empty under rules that bar none.
///
/// A piece that could have promoted by this move, did not and stands in its zone is barred. Its
/// side's other marks end with this turn under `after-turn`, each with its piece's next move under
/// `after-move`; marks of captured pieces vanish.
pub(in crate::rules) fn barred_after(setup: &Setup, rules: &Rules, mv: Move) -> SquareSet {
    if !rules.tracks_barred() {
        return SquareSet::EMPTY;
    }
    let mut barred = setup.barred;
    for square in [Some(mv.from), mv.mid, Some(mv.to)].into_iter().flatten() {
        barred.remove(square);
    }
    if rules.promotion == ZonePromotion::AfterTurn {
        for (square, piece) in setup.pieces(rules.variant) {
            if piece.side == setup.side {
                barred.remove(square);
            }
        }
    }
    let declined = !mv.promote && may_promote(setup, rules, mv);
    if declined && rules.variant.in_zone(setup.side, mv.to) {
        barred.insert(mv.to);
    }
    barred
}
