//! Moves as values: squares and a promotion mark, meaning nothing without a position.

use super::Square;

/// A move in its canonical short form.
///
/// * ordinary move, lion's step or jump: `mid` is `None`;
/// * capture on the way: `mid` is the square of the first capture; igui (capture without moving)
///   has `to == from`;
/// * jitto (pass in place): `to == from` and `mid` is the first empty square that makes it legal,
///   in clockwise order from straight ahead as Black sees it.
///
/// A two-step move over an empty first square is the same move as the jump and is never written
/// with `mid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The square moved from.
    pub from: Square,
    /// The square of a capture on the way (or of the pretended step of a pass).
    pub mid: Option<Square>,
    /// The square moved to.
    pub to: Square,
    /// True if the piece promotes.
    pub promote: bool,
}

impl Move {
    /// An ordinary move or jump.
    #[must_use]
    pub const fn simple(from: Square, to: Square, promote: bool) -> Move {
        Move { from, mid: None, to, promote }
    }

    /// A move of two steps.
    #[must_use]
    pub const fn double(from: Square, mid: Square, to: Square) -> Move {
        Move { from, mid: Some(mid), to, promote: false }
    }
}
