//! What can be wrong with an SFEN, and where.

/// Text that is no SFEN of the variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct SfenError {
    /// Where, in characters of the text as given, from 1.
    pub column: usize,
    /// What.
    pub problem: SfenProblem,
}

/// What is wrong with an SFEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SfenProblem {
    /// No board field.
    #[error("expected a board, found nothing")]
    Empty,
    /// Too few or too many ranks.
    #[error("expected {expected} ranks separated by `/`, found {found}{}", parenthesis(hint))]
    RankCount {
        /// Ranks of the variant.
        expected: usize,
        /// Ranks in the text.
        found: usize,
        /// A likely cause, or nothing.
        hint: &'static str,
    },
    /// A rank with too few or too many squares.
    #[error("rank {rank} has {found} squares, expected {expected}{}", parenthesis(hint))]
    RankLength {
        /// Letter of the rank.
        rank: char,
        /// Squares in the text.
        found: usize,
        /// Files of the variant.
        expected: usize,
        /// A likely cause, or nothing.
        hint: &'static str,
    },
    /// A number of empty squares that fits no rank.
    #[error("expected a gap of 1 to {expected} squares, found `{found}`")]
    Gap {
        /// What was read.
        found: String,
        /// Files of the variant.
        expected: u8,
    },
    /// A character that is no piece.
    #[error(
        "no piece is written `{found}`, expected a number or one of {letters}{}",
        parenthesis(hint)
    )]
    UnknownPiece {
        /// What was read.
        found: String,
        /// The letters of the variant.
        letters: String,
        /// A likely cause, or nothing.
        hint: &'static str,
    },
    /// A `+` before nothing.
    #[error("expected a piece after `+`, found the end of the rank")]
    NothingAfterPlus,
    /// A `+` before a piece that has no promoted form.
    #[error("`+{letter}` does not exist, the {name} does not promote")]
    CannotPromote {
        /// The letter as read.
        letter: char,
        /// Name of the piece.
        name: &'static str,
    },
    /// The second field is no side.
    #[error("expected the side to move, `b` or `w`, found `{found}`")]
    Side {
        /// What was read.
        found: String,
    },
    /// The third field is no square of the board.
    #[error("expected `-` or the counter-strike square (such as 7g), found `{found}`")]
    CounterStrike {
        /// What was read.
        found: String,
    },
    /// The fourth field is no number.
    #[error("expected a move number, found `{found}`")]
    MoveNumber {
        /// What was read.
        found: String,
    },
    /// Something in the fifth field is no square of the board.
    #[error("expected `-` or the barred squares joined by commas (such as 7d,4c), found `{found}`")]
    Barred {
        /// What was read.
        found: String,
    },
    /// A square stands twice in the fifth field.
    #[error("barred square {found} is named twice")]
    BarredTwice {
        /// The square.
        found: String,
    },
    /// A sixth field.
    #[error("expected the end of the position, found `{found}`")]
    Trailing {
        /// What was read.
        found: String,
    },
}

fn parenthesis(hint: &str) -> String {
    if hint.is_empty() { String::new() } else { format!(" ({hint})") }
}
