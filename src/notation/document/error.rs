//! What can be wrong with a document.

use crate::notation::collection::RecordError;
use crate::notation::moves::{MoveError, ScanError, found};
use crate::notation::sfen::{SfenError, SfenProblem};
use crate::rules::PositionError;

/// What is wrong with a document of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextProblem {
    /// Something else than what would fit.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What would fit.
        expected: &'static str,
        /// What was read, ready for a message.
        found: String,
    },
    /// A move that is not legal, or more than one.
    #[error("move {ply}: {error}")]
    Move {
        /// The ply, from 1.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The position's text.
    #[error("{0}")]
    Sfen(SfenProblem),
    /// The diagram is not playable.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A rank of a diagram.
    #[error("rank {rank} has {found} squares, expected {expected}{hint}")]
    RankLength {
        /// Number of the rank, from 1.
        rank: usize,
        /// Squares in the text.
        found: usize,
        /// Files of the board.
        expected: usize,
        /// A likely cause, or nothing.
        hint: &'static str,
    },
    /// The ranks of a diagram.
    #[error("the board has {found} ranks, expected {expected}{hint}")]
    RankCount {
        /// Ranks in the text.
        found: usize,
        /// Ranks of the board.
        expected: usize,
        /// A likely cause, or nothing.
        hint: &'static str,
    },
    /// A promoted piece that there is not.
    #[error("`{found}` does not exist: the {name} does not promote")]
    CannotPromote {
        /// What was read.
        found: String,
        /// Name of the piece.
        name: &'static str,
    },
    /// Moves without a position.
    #[error("moves without a position: --sfen gives the one that they start from")]
    NoPosition,
    /// A variation that begins after the end of what it leaves.
    #[error("a variation from move {found}, but the line before it has only {plies} moves")]
    Variation {
        /// The move at which it begins.
        found: u32,
        /// The moves of the line before.
        plies: usize,
    },
    /// The case of the letters does not say who attacks.
    #[error(
        "not exactly one side has a king: --attacker upper or --attacker lower says which letters \
         are the attacker's"
    )]
    Attacker,
}

/// The hint for boards of the wrong game.
pub(super) fn shogi_hint(found: usize) -> &'static str {
    if found == 9 { " (this is an 81-square board)" } else { "" }
}

/// What is wrong, and where in a text.
#[derive(Debug)]
pub(super) struct Failure {
    /// In bytes of the text.
    pub offset: usize,
    /// What.
    pub problem: TextProblem,
}

impl Failure {
    pub fn new(offset: usize, problem: TextProblem) -> Failure {
        Failure { offset, problem }
    }

    /// Something else than `expected` at a place of a text.
    pub fn expected(text: &str, offset: usize, expected: &'static str) -> Failure {
        let found = found(&text[offset..]);
        Failure { offset, problem: TextProblem::Expected { expected, found } }
    }

    /// The failure of a scanner of the whole text.
    pub fn scan(text: &str, error: &ScanError) -> Failure {
        Failure::expected(text, error.offset, error.expected)
    }

    /// The failure of an SFEN that stands at `start` of the text.
    pub fn sfen(text: &str, start: usize, error: SfenError) -> Failure {
        let rest = &text[start..];
        let offset = rest.char_indices().nth(error.column - 1).map_or(rest.len(), |(at, _)| at);
        Failure { offset: start + offset, problem: TextProblem::Sfen(error.problem) }
    }

    /// The error of a record that begins at a line (from 1) of the file.
    pub fn in_record(self, text: &str, label: &str, line: usize, number: usize) -> RecordError {
        let before = &text[..self.offset.min(text.len())];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        RecordError {
            file: label.to_owned(),
            line: line + before.matches('\n').count(),
            column: Some(before[line_start..].chars().count() + 1),
            number,
            id: None,
            problem: Box::new(self.problem.into()),
        }
    }
}
