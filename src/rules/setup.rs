//! A diagram with the state that belongs to it: anything that can be drawn, legal or not.

use super::variant::Variant;
use super::{Piece, Side, Square, SquareSet};

/// Anything that can be drawn: pieces on a board, the side to move, and the state of the rules.
///
/// Nothing is checked here; a playable position is made from it by
/// [`Position::new`](super::Position::new).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    cells: Box<[Option<Piece>; Square::SLOTS]>,
    /// The cells that hold a piece.
    occupied: SquareSet,
    /// The side to move.
    pub side: Side,
    /// Where a non-lion has just taken a lion (it stands there), if so.
    pub counter_strike: Option<Square>,
    /// Pieces that may not promote on a non-capture inside the zone now, under rules that bar them.
    pub barred: SquareSet,
}

impl Setup {
    /// An empty board.
    #[must_use]
    pub fn empty(side: Side) -> Setup {
        Setup {
            cells: Box::new([None; Square::SLOTS]),
            occupied: SquareSet::EMPTY,
            side,
            counter_strike: None,
            barred: SquareSet::EMPTY,
        }
    }

    /// The piece on a square.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// Puts a piece on a square, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.cells[square.index()] = piece;
        if piece.is_some() {
            self.occupied.insert(square);
        } else {
            self.occupied.remove(square);
        }
    }

    /// The pieces in the order of the board.
    pub fn pieces<'a>(&'a self, variant: &Variant) -> impl Iterator<Item = (Square, Piece)> + 'a {
        let (files, ranks) = (variant.files, variant.ranks);
        let on_board = move |square: &Square| {
            (1..=files).contains(&square.file()) && (1..=ranks).contains(&square.rank())
        };
        self.occupied
            .iter()
            .filter(on_board)
            .filter_map(|square| self.get(square).map(|piece| (square, piece)))
    }
}

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pieces: Vec<(Square, Piece)> = self
            .occupied
            .iter()
            .filter_map(|square| self.get(square).map(|piece| (square, piece)))
            .collect();
        f.debug_struct("Setup")
            .field("side", &self.side)
            .field("counter_strike", &self.counter_strike)
            .field("barred", &self.barred)
            .field("pieces", &pieces)
            .finish_non_exhaustive()
    }
}
