//! Where a piece can go by its own power, whatever the special rules say about it.

use crate::rules::{Dir, Move, Piece, Setup, Side, Square, Variant, opposite};

/// True if a set of directions, as the owner sees them, contains this direction of the board.
pub(in crate::rules) fn has(dirs: u8, owner: Side, dir: Dir) -> bool {
    let seen = match owner {
        Side::Black => dir,
        Side::White => opposite(dir),
    };
    dirs >> seen & 1 != 0
}

/// The moves of the piece on `from`, none of them promoting, in no particular order.
///
/// No piece lands on one of its own side. Two-step moves that take nothing on the way are left out:
/// the step or the jump to the same square is the same move.
pub(in crate::rules) fn moves_from(setup: &Setup, variant: &Variant, from: Square) -> Vec<Move> {
    let Some(piece) = setup.get(from) else { return Vec::new() };
    let movement = variant.spec(piece.kind).movement;
    let empty = |square| variant.contains(square) && setup.get(square).is_none();
    let enemy = |square| setup.get(square).is_some_and(|other| other.side != piece.side);
    let open = |square| empty(square) || enemy(square);

    let mut moves = Vec::new();
    let mut pass = None;
    for dir in 0..8 {
        let near = from.step(dir);
        let far = near.step(dir);
        let line_power = has(movement.line_power, piece.side, dir);
        let power = movement.lion_power || line_power;

        if (has(movement.step, piece.side, dir) || power) && open(near) {
            moves.push(Move::simple(from, near, false));
        }
        if (has(movement.jump, piece.side, dir) || line_power) && open(far) {
            moves.push(Move::simple(from, far, false));
        }
        if has(movement.slide, piece.side, dir) {
            let mut to = near;
            while empty(to) {
                moves.push(Move::simple(from, to, false));
                to = to.step(dir);
            }
            if enemy(to) {
                moves.push(Move::simple(from, to, false));
            }
        }
        if power && enemy(near) {
            for second in 0..8 {
                let to = near.step(second);
                let on_line = second == dir || second == opposite(dir);
                if (movement.lion_power || on_line) && (to == from || open(to)) {
                    moves.push(Move::double(from, near, to));
                }
            }
        }
        if power && empty(near) && pass.is_none() {
            pass = Some(Move::double(from, near, from));
        }
    }
    if movement.lion_power {
        for to in variant.squares() {
            if from.distance(to) == 2 && open(to) {
                moves.push(Move::simple(from, to, false));
            }
        }
    }
    moves.extend(pass);
    moves
}

/// What a move takes, in the order in which it takes it.
pub(in crate::rules) fn captures(
    setup: &Setup,
    mv: Move,
) -> impl Iterator<Item = (Square, Piece)> + '_ {
    [mv.mid, Some(mv.to)]
        .into_iter()
        .flatten()
        .filter(move |&square| square != mv.from)
        .filter_map(|square| setup.get(square).map(|piece| (square, piece)))
}

/// The first piece of `by` that could take what the other side has on `square`, if any: a plain
/// attack test, in which neither pins nor the lion rules count.
pub(in crate::rules) fn attacker_of(
    setup: &Setup,
    variant: &Variant,
    by: Side,
    square: Square,
) -> Option<Square> {
    setup
        .pieces(variant)
        .filter(|&(_, piece)| piece.side == by)
        .map(|(from, _)| from)
        .find(|&from| moves_from(setup, variant, from).iter().any(|mv| mv.to == square))
}
