//! Kinds of pieces and pieces of a side, as small indices.

use super::Side;

/// A kind of piece: an index into [`Variant::kinds`](super::Variant::kinds). A promoted form is a
/// kind of its own (a promoted gold and a rook are different kinds that move alike).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// The kind in this row of the variant's table.
    #[must_use]
    pub const fn from_index(index: u8) -> Kind {
        Kind(index)
    }

    /// The row in the variant's table.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A kind of piece that belongs to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Whose it is.
    pub side: Side,
}

impl Piece {
    /// A piece of this kind and side.
    #[must_use]
    pub const fn new(kind: Kind, side: Side) -> Piece {
        Piece { kind, side }
    }
}
