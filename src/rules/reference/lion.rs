//! The lion-trading rules: which captures of lions are forbidden.
//!
//! Sources: Japan Chu Shogi Association, lishogi and H. G. Muller, as collected in `docs/rules.md`,
//! parameters 3 (distant lion taken by a lion) and 4 (counter-strike, 先獅子).

use super::{attacker_of, captures};
use crate::rules::{
    CounterStrike, LionBridge, Move, Piece, Role, Rules, SameSquare, Setup, Square,
};

/// Why a capture of a lion is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum LionBan {
    /// A lion takes a lion two squares away that the piece on `by` protects.
    Protected {
        /// Where the lion stands.
        lion: Square,
        /// Its protector.
        by: Square,
    },
    /// A non-lion takes a lion just after a lion was taken on another square.
    CounterStrike {
        /// Where the lion stands.
        lion: Square,
        /// Where the other lion was taken.
        struck: Square,
    },
    /// A non-lion retakes a kirin that has just become a lion by taking one.
    SameSquare {
        /// Where it stands.
        lion: Square,
    },
}

/// The rule that forbids a move which the piece's own power allows, if there is one.
pub(in crate::rules) fn lion_ban(setup: &Setup, rules: &Rules, mv: Move) -> Option<LionBan> {
    let piece = setup.get(mv.from)?;
    if role(rules, piece) == Role::Lion {
        distant_lion(setup, rules, mv, piece)
    } else {
        counter_strike(setup, rules, mv, piece)
    }
}

fn role(rules: &Rules, piece: Piece) -> Role {
    rules.variant.spec(piece.kind).role
}

/// Parameter 3. A lion next to the lion's origin may always be taken; a distant one only if nothing
/// could retake, or if something other than a pawn or go-between is taken on the way.
fn distant_lion(setup: &Setup, rules: &Rules, mv: Move, piece: Piece) -> Option<LionBan> {
    let target = setup.get(mv.to)?;
    if role(rules, target) != Role::Lion || mv.to == mv.from || mv.from.distance(mv.to) == 1 {
        return None;
    }
    let bridge = mv.mid.and_then(|mid| setup.get(mid));
    if bridge.is_some_and(|small| !matches!(role(rules, small), Role::Pawn | Role::GoBetween)) {
        return None;
    }
    let mut board = setup.clone();
    board.set(mv.from, None);
    if let (Some(mid), LionBridge::After) = (mv.mid, rules.lion_bridge) {
        board.set(mid, None);
    }
    board.set(mv.to, Some(piece));
    let by = attacker_of(&board, rules.variant, piece.side.flip(), mv.to)?;
    Some(LionBan::Protected { lion: mv.to, by })
}

/// Parameter 4, for every lion that a non-lion takes. Protection is judged at the moment of the
/// capture: the taker stands on the lion's square, its origin is empty, and what it would take
/// with a second step still stands.
fn counter_strike(setup: &Setup, rules: &Rules, mv: Move, piece: Piece) -> Option<LionBan> {
    let struck = setup.counter_strike?;
    if rules.counter_strike == CounterStrike::Off {
        return None;
    }
    let mut board = setup.clone();
    let mut stands_on = mv.from;
    for (square, taken) in captures(setup, mv) {
        board.set(stands_on, None);
        board.set(square, Some(piece));
        stands_on = square;
        if role(rules, taken) != Role::Lion {
            continue;
        }
        if square == struck {
            if rules.same_square == SameSquare::Barred {
                return Some(LionBan::SameSquare { lion: square });
            }
        } else if rules.counter_strike == CounterStrike::Strict
            || attacker_of(&board, rules.variant, piece.side.flip(), square).is_some()
        {
            return Some(LionBan::CounterStrike { lion: square, struck });
        }
    }
    None
}
