//! Occupancy by lines: how far it is from a square to the first piece in each direction.
//!
//! Each rank, file and diagonal of the mailbox is a word with a bit for every cell that is not empty, the
//! margin included, so that in every direction something is found. The nearest piece is then one shift and one
//! bit count away, without a loop whose length nobody can predict. (The idea is that of
//! the rotated bitboards of chess: Heinz 1997 on the program `DarkThought`. A rank of twelve fits into a word.)

use super::square::{Dir, Square};
use super::tables::{Code, EMPTY};

/// One word a line. Ranks and both diagonals have their bits in the order of columns, files in the order of rows.
#[derive(Clone)]
pub(super) struct Lines {
    /// Files, diagonals with the same sum of row and column, ranks, diagonals with the same difference.
    words: [u16; 128],
}

/// Where the words of an axis (direction modulo 4) begin, and what a row and a column add.
const FIRST: [u8; 4] = [16, 32, 0, 79];
const BY_ROW: [u8; 4] = [0, 1, 1, 1];
const BY_COLUMN: [u8; 4] = [1, 1, 0, 255];

/// Directions in which the index of the bit grows.
const UPWARD: u8 = 0b0001_1110;

#[inline]
const fn word_of(axis: usize, row: usize, column: usize) -> usize {
    let axis = axis & 3;
    let sum = FIRST[axis]
        .wrapping_add(BY_ROW[axis].wrapping_mul(row as u8))
        .wrapping_add(BY_COLUMN[axis].wrapping_mul(column as u8));
    (sum & 127) as usize
}

impl Lines {
    /// The lines of a mailbox.
    pub fn of(cells: &[Code; Square::SLOTS]) -> Lines {
        let mut lines = Lines { words: [0; 128] };
        for index in 0..=u8::MAX {
            if cells[index as usize] != EMPTY {
                lines.toggle(Square::from_index(index));
            }
        }
        lines
    }

    /// Fills an empty cell or empties a full one.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        let (row, column) = (square.index() >> 4, square.index() & 15);
        self.words[word_of(0, row, column)] ^= 1 << row;
        for axis in 1..4 {
            self.words[word_of(axis, row, column)] ^= 1 << column;
        }
    }

    /// For each direction the distance from a square of the board to the nearest cell that is not empty.
    #[inline]
    pub fn reach(&self, square: Square) -> [u8; 8] {
        let (row, column) = (square.index() >> 4, square.index() & 15);
        let [file, rising, rank, falling] =
            std::array::from_fn(|axis| self.words[word_of(axis, row, column)]);
        [
            below(file, row),
            above(rising, column),
            above(rank, column),
            above(falling, column),
            above(file, row),
            below(rising, column),
            below(rank, column),
            below(falling, column),
        ]
    }

    /// The same in one direction, without a branch that nobody can predict.
    #[inline]
    pub fn reach_in(&self, square: Square, dir: Dir) -> u8 {
        let (row, column) = (square.index() >> 4, square.index() & 15);
        let word = self.words[word_of(dir, row, column)];
        let bit = if dir.is_multiple_of(4) { row } else { column };
        let (up, down) = (above(word, bit), below(word, bit));
        if UPWARD >> dir & 1 != 0 { up } else { down }
    }
}

/// Distance from a bit to the next higher one that is set.
#[inline]
fn above(word: u16, bit: usize) -> u8 {
    // The highest bit stops the count where the margin does not; it is never reached.
    ((u32::from(word) >> (bit & 15) >> 1 | 1 << 31).trailing_zeros() + 1) as u8
}

/// Distance from a bit, at least 1, to the next lower one that is set.
#[inline]
fn below(word: u16, bit: usize) -> u8 {
    ((u32::from(word) << ((32 - bit as u32) & 31) | 1).leading_zeros() + 1) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_full_cell_is_found_as_by_walking() {
        let mut state = 1u32;
        for _ in 0..200 {
            let mut cells = [EMPTY; Square::SLOTS];
            for (index, cell) in cells.iter_mut().enumerate() {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let margin = !(2..14).contains(&(index >> 4)) || !(2..14).contains(&(index & 15));
                *cell = u8::from(margin || state >> 28 < 3);
            }
            let lines = Lines::of(&cells);
            for file in 1..=Square::MAX_SIDE {
                for rank in 1..=Square::MAX_SIDE {
                    let square = Square::new(file, rank).unwrap();
                    let reach = lines.reach(square);
                    for (dir, &found) in reach.iter().enumerate() {
                        let mut to = square.step(dir);
                        let mut distance = 1;
                        while cells[to.index()] == EMPTY {
                            to = to.step(dir);
                            distance += 1;
                        }
                        assert_eq!(found, distance, "{square} {dir}");
                        assert_eq!(lines.reach_in(square, dir), distance, "{square} {dir}");
                        assert_eq!(square.ray(dir, distance), to);
                    }
                }
            }
        }
    }
}
