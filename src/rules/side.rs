//! The two players.

use std::fmt;

/// A player. Black (sente) moves toward rank a, White (gote) toward rank l.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Sente; written `b` in SFEN, capital letters on the board.
    Black,
    /// Gote; written `w` in SFEN, small letters on the board.
    White,
}

impl Side {
    /// Both sides, Black first.
    pub const ALL: [Side; 2] = [Side::Black, Side::White];

    /// The opponent.
    #[must_use]
    pub const fn flip(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// 0 for Black, 1 for White: an index into per-side tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the side to move in SFEN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'b',
            Side::White => 'w',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Black => "Black",
            Side::White => "White",
        })
    }
}
