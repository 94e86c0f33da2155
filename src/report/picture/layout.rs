//! Where squares lie in a picture.

use super::style::Coordinates;
use crate::rules::{Square, Variant};

/// Width of a square in the picture's units.
pub const CELL_WIDTH: i32 = 40;
/// Height of a square in the picture's units: squares are a little higher than wide.
pub const CELL_HEIGHT: i32 = 44;

/// Space for names of files and ranks.
const LABELS: i32 = 22;
/// Space without names.
const MARGIN: i32 = 6;
/// Space below, for the mark of the side to move.
const BELOW: i32 = 18;

/// Places of the squares of a board and of what stands around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    files: u8,
    ranks: u8,
    flip: bool,
    /// The left edge of the board.
    pub left: i32,
    /// The upper edge of the board.
    pub top: i32,
    /// The picture's size.
    pub size: (i32, i32),
}

impl Layout {
    pub fn new(variant: &Variant, coordinates: Coordinates, flip: bool) -> Layout {
        let has_labels = coordinates != Coordinates::None;
        let left = if coordinates == Coordinates::Both { LABELS } else { MARGIN };
        let top = if has_labels { LABELS } else { MARGIN };
        let right = if has_labels { LABELS } else { MARGIN };
        let below = if has_labels { BELOW } else { MARGIN };
        let size = (
            left + i32::from(variant.files) * CELL_WIDTH + right,
            top + i32::from(variant.ranks) * CELL_HEIGHT + below,
        );
        Layout { files: variant.files, ranks: variant.ranks, flip, left, top, size }
    }

    /// Width and height of the board alone.
    pub fn board(&self) -> (i32, i32) {
        (i32::from(self.files) * CELL_WIDTH, i32::from(self.ranks) * CELL_HEIGHT)
    }

    /// Columns from the left and rows from the top.
    fn cell(&self, square: Square) -> (i32, i32) {
        let column = i32::from(self.files) - i32::from(square.file());
        let row = i32::from(square.rank()) - 1;
        if self.flip {
            (i32::from(self.files) - 1 - column, i32::from(self.ranks) - 1 - row)
        } else {
            (column, row)
        }
    }

    /// The upper left corner of a square.
    pub fn corner(&self, square: Square) -> (i32, i32) {
        let (column, row) = self.cell(square);
        (self.left + column * CELL_WIDTH, self.top + row * CELL_HEIGHT)
    }

    /// The middle of a square.
    pub fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (f64::from(x + CELL_WIDTH / 2), f64::from(y + CELL_HEIGHT / 2))
    }
}

/// A number with at most one decimal.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::CHU;

    #[test]
    fn a_flipped_board_is_the_same_turned_by_half() {
        let upright = Layout::new(&CHU, Coordinates::None, false);
        let flipped = Layout::new(&CHU, Coordinates::None, true);
        let (width, height) = upright.size;
        for square in CHU.squares() {
            let (x, y) = upright.middle(square);
            let (flipped_x, flipped_y) = flipped.middle(square);
            assert_eq!((flipped_x, flipped_y), (f64::from(width) - x, f64::from(height) - y));
        }
        assert_eq!(upright.corner("12a".parse().unwrap()), (upright.left, upright.top));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, -0.04, 2.25, -3.5].map(short), ["1", "0", "2.2", "-3.5"]);
    }
}
