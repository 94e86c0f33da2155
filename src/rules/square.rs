//! Squares and directions.
//!
//! A square lives in a 16x16 mailbox with a margin of two cells on every side, so that the longest
//! jump (two squares) from any square of the largest board still lands inside the mailbox and its
//! index fits in a byte. Smaller boards use the same files and ranks (file 1 at the right, rank a
//! at the top) and leave the rest off board; which squares belong to a board is the variant's
//! business ([`Variant`](super::Variant)).

use std::fmt;
use std::str::FromStr;

/// A square of the board, or a cell of the margin around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// One of the eight directions as Black sees the board: 0 = forward (toward rank a), then
/// clockwise; 2 = toward file 1, 4 = backward, 6 = toward the highest file.
pub type Dir = usize;

/// The opposite direction.
#[must_use]
pub const fn opposite(dir: Dir) -> Dir {
    dir ^ 4
}

impl Square {
    /// Files and ranks of the largest board that the mailbox can hold.
    pub const MAX_SIDE: u8 = 12;
    /// Cells of the mailbox; every `Square` indexes below this.
    pub const SLOTS: usize = 256;
    const MARGIN: u8 = 2;
    const STRIDE: u8 = 16;

    /// Steps of the eight directions, as differences of the index.
    pub const STEPS: [i8; 8] = [-16, -15, 1, 17, 16, 15, -1, -17];

    /// The eight squares a chess knight's move away, which only a lion reaches, clockwise.
    pub const KNIGHT_STEPS: [i8; 8] = [-31, -14, 18, 33, 31, 14, -18, -33];

    /// The square on `file` (1 = the right edge seen from Black) and `rank` (1 = rank a).
    ///
    /// `None` if either is 0 or above [`Square::MAX_SIDE`].
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file == 0 || rank == 0 || file > Self::MAX_SIDE || rank > Self::MAX_SIDE {
            return None;
        }
        let column = Self::MARGIN + Self::MAX_SIDE - file;
        Some(Square((Self::MARGIN + rank - 1) * Self::STRIDE + column))
    }

    /// The cell with this mailbox index.
    #[must_use]
    pub const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// The mailbox index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 1 at the right edge. Meaningful on board squares only.
    #[must_use]
    pub const fn file(self) -> u8 {
        (Self::MARGIN + Self::MAX_SIDE).wrapping_sub(self.0 % Self::STRIDE)
    }

    /// The rank, 1 = rank a. Meaningful on board squares only.
    #[must_use]
    pub const fn rank(self) -> u8 {
        (self.0 / Self::STRIDE).wrapping_sub(Self::MARGIN - 1)
    }

    /// The cell `step` further in the mailbox; the sum of two steps may lie in the margin.
    #[must_use]
    pub const fn shift(self, step: i8) -> Square {
        Square(self.0.wrapping_add_signed(step))
    }

    /// The neighbour in a direction; may lie in the margin.
    #[must_use]
    pub const fn step(self, dir: Dir) -> Square {
        self.shift(Self::STEPS[dir])
    }

    /// The cell so many steps away in a direction; must lie in the mailbox.
    #[must_use]
    pub const fn ray(self, dir: Dir, distance: u8) -> Square {
        Square(self.0.wrapping_add((Self::STEPS[dir] as u8).wrapping_mul(distance)))
    }

    /// All cells of the mailbox in a direction, without this one.
    #[must_use]
    #[inline]
    pub(super) fn beam(self, dir: Dir) -> &'static SquareSet {
        &BEAMS[self.index()][dir & 7]
    }

    /// The cells up to another one in a direction, without this one and with the other.
    #[must_use]
    #[inline]
    pub(super) fn beam_to(self, dir: Dir, end: Square) -> SquareSet {
        let (all, beyond) = (self.beam(dir).0, end.beam(dir).0);
        SquareSet(std::array::from_fn(|word| all[word] & !beyond[word]))
    }

    /// The greater of the differences in files and in ranks: 1 = adjacent.
    #[must_use]
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), char::from(b'a' + self.rank().wrapping_sub(1) % 26))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square such as 7g (file 1-12, rank a-l), found `{0}`")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let error = || ParseSquareError(text.to_owned());
        let split = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(error)?;
        let (digits, letter) = text.split_at(split);
        if digits.is_empty() || digits.starts_with('0') || letter.len() != 1 {
            return Err(error());
        }
        let file = digits.parse().map_err(|_| error())?;
        let rank = letter.as_bytes()[0].wrapping_sub(b'a').wrapping_add(1);
        Square::new(file, rank).ok_or_else(error)
    }
}

/// A set of squares, kept as bits of the mailbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// True if no square is in the set.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The number of squares in the set.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// True if the square is in the set.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[(square.0 >> 6) as usize] >> (square.0 & 63) & 1 != 0
    }

    /// True if some square is in both sets.
    #[must_use]
    #[inline]
    pub fn meets(&self, other: &SquareSet) -> bool {
        let common = self.0.iter().zip(other.0).map(|(word, more)| word & more);
        common.fold(0, |all, word| all | word) != 0
    }

    /// Sixteen cells of a row of the mailbox as bits.
    #[must_use]
    #[inline]
    pub(super) const fn row(&self, row: usize) -> u16 {
        (self.0[row >> 2 & 3] >> (16 * (row & 3))) as u16
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0[(square.0 >> 6) as usize] |= 1 << (square.0 & 63);
    }

    /// Removes a square.
    pub const fn remove(&mut self, square: Square) {
        self.0[(square.0 >> 6) as usize] &= !(1 << (square.0 & 63));
    }

    /// The cells whose index is that of a bit plus `shift`; such bits must lie in the mailbox.
    #[must_use]
    #[inline]
    pub(super) const fn shifted(bits: u128, shift: u8) -> SquareSet {
        let (low, high) = (bits as u64, (bits >> 64) as u64);
        let (word, bit) = ((shift >> 6) as usize, shift & 63);
        let mut set = SquareSet::EMPTY;
        set.0[word] = low << bit;
        if word + 1 < 4 {
            set.0[word + 1] = high << bit | low >> 1 >> (63 - bit);
        }
        if word + 2 < 4 {
            set.0[word + 2] = high >> 1 >> (63 - bit);
        }
        set
    }

    /// The lowest square by index, if any.
    #[must_use]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The squares in the order of the board: rank a first, highest file first.
    #[must_use]
    pub fn iter(&self) -> Squares {
        Squares { words: self.0, word: 0 }
    }
}

#[expect(clippy::large_stack_arrays, reason = "the compiler evaluates it")]
const fn beams() -> [[SquareSet; 8]; 256] {
    let mut beams = [[SquareSet::EMPTY; 8]; 256];
    let mut index = 0;
    while index < 256 {
        let mut dir = 0;
        while dir < 8 {
            let down = (Square::STEPS[dir] as i32 + 24) / 16 - 1;
            let right = Square::STEPS[dir] as i32 - 16 * down;
            let mut row = index as i32 / 16 + down;
            let mut column = index as i32 % 16 + right;
            while row >= 0 && row < 16 && column >= 0 && column < 16 {
                beams[index][dir].insert(Square((row * 16 + column) as u8));
                row += down;
                column += right;
            }
            dir += 1;
        }
        index += 1;
    }
    beams
}

static BEAMS: [[SquareSet; 8]; 256] = beams();

impl std::ops::BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

impl IntoIterator for &SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// Iterator over a [`SquareSet`].
pub struct Squares {
    words: [u64; 4],
    word: u8,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        loop {
            let bits = &mut self.words[(self.word & 3) as usize];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as u8;
                *bits &= *bits - 1;
                return Some(Square(self.word << 6 | bit));
            }
            if self.word >= 3 {
                return None;
            }
            self.word += 1;
        }
    }

    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, start: B, mut each: F) -> B {
        let mut result = start;
        for (word, mut bits) in (0u8..).zip(self.words) {
            while bits != 0 {
                result = each(result, Square(word << 6 | bits.trailing_zeros() as u8));
                bits &= bits - 1;
            }
        }
        result
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_every_square_reads_back() {
        for file in 1..=Square::MAX_SIDE {
            for rank in 1..=Square::MAX_SIDE {
                let square = Square::new(file, rank).unwrap();
                assert_eq!((square.file(), square.rank()), (file, rank));
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
    }

    #[test]
    fn text_that_is_no_square_is_refused() {
        for text in ["", "7", "g", "13a", "0a", "01a", "1m", "7g7", "七g", "1A", "999a"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError(text.into())));
        }
    }

    #[test]
    fn steps_go_where_their_names_say() {
        let square: Square = "7g".parse().unwrap();
        let names: Vec<String> = (0..8).map(|dir| square.step(dir).to_string()).collect();
        assert_eq!(names, ["7f", "6f", "6g", "6h", "7h", "8h", "8g", "8f"]);
        let knights: Vec<u8> =
            Square::KNIGHT_STEPS.iter().map(|&step| square.distance(square.shift(step))).collect();
        assert_eq!(knights, [2; 8]);
    }

    #[test]
    fn a_set_lists_its_squares_in_board_order() {
        let squares = ["12l", "1a", "12a", "7g"].map(|text| text.parse::<Square>().unwrap());
        let mut set: SquareSet = squares.into_iter().collect();
        assert_eq!(set.len(), 4);
        set.remove(squares[3]);
        let listed: Vec<String> = set.iter().map(|square| square.to_string()).collect();
        assert_eq!(listed, ["12a", "1a", "12l"]);
    }

    #[test]
    fn a_beam_holds_what_a_walk_passes() {
        let start: Square = "7g".parse().unwrap();
        for dir in 0..8 {
            let walked: SquareSet = (1..=4).map(|distance| start.ray(dir, distance)).collect();
            assert_eq!(start.beam_to(dir, start.ray(dir, 4)), walked, "{dir}");
            assert!(start.beam(dir).meets(&walked) && !start.beam(dir ^ 4).meets(&walked));
        }
    }

    #[test]
    fn shifted_bits_land_where_their_sum_says() {
        for bit in [0u8, 1, 16, 34, 50, 63, 64, 68, 79] {
            for shift in 0..=u8::MAX - 79 {
                let expected: SquareSet = [Square::from_index(bit + shift)].into_iter().collect();
                assert_eq!(SquareSet::shifted(1 << bit, shift), expected, "{bit} {shift}");
            }
        }
    }

    #[test]
    fn folding_a_set_gives_its_squares_in_order() {
        let set: SquareSet =
            ["12l", "1a", "12a", "7g"].map(|text| text.parse().unwrap()).into_iter().collect();
        let mut folded = Vec::new();
        set.iter().for_each(|square| folded.push(square));
        let mut listed = Vec::new();
        for square in &set {
            listed.push(square);
        }
        assert_eq!(folded, listed);
    }
}
