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
    ranks: [u16; 16],
    files: [u16; 16],
    /// Row plus column is constant.
    rising: [u16; 32],
    /// Row minus column is constant; the index is 15 more.
    falling: [u16; 32],
}

impl Lines {
    /// The lines of a mailbox.
    pub fn of(cells: &[Code; Square::SLOTS]) -> Lines {
        let mut lines = Lines { ranks: [0; 16], files: [0; 16], rising: [0; 32], falling: [0; 32] };
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
        self.ranks[row] ^= 1 << column;
        self.files[column] ^= 1 << row;
        self.rising[row + column] ^= 1 << column;
        self.falling[(row + 15 - column) & 31] ^= 1 << column;
    }

    /// For each direction the distance from a square of the board to the nearest cell that is not empty.
    #[inline]
    pub fn reach(&self, square: Square) -> [u8; 8] {
        let (row, column) = (square.index() >> 4, square.index() & 15);
        let rank = self.ranks[row];
        let file = self.files[column];
        let rising = self.rising[row + column];
        let falling = self.falling[(row + 15 - column) & 31];
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

    /// The same in one direction.
    #[inline]
    pub fn reach_in(&self, square: Square, dir: Dir) -> u8 {
        let (row, column) = (square.index() >> 4, square.index() & 15);
        match dir {
            0 => below(self.files[column], row),
            4 => above(self.files[column], row),
            2 => above(self.ranks[row], column),
            6 => below(self.ranks[row], column),
            1 => above(self.rising[row + column], column),
            5 => below(self.rising[row + column], column),
            3 => above(self.falling[(row + 15 - column) & 31], column),
            _ => below(self.falling[(row + 15 - column) & 31], column),
        }
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
