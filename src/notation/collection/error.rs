//! What can be wrong with a record, and where.

use std::fmt;

use crate::notation::document::TextProblem;
use crate::notation::problem::Problem;
use crate::notation::sfen::SfenProblem;
use crate::notation::usi::UsiError;

/// A problem, or why there is none in this place.
pub type Record = Result<Problem, RecordError>;

/// A record that could not be read; the others of its collection can.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RecordError {
    /// The label that the caller gave the text, such as a path.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in the line, in characters from 1, where it is known.
    pub column: Option<usize>,
    /// The number of the record in the file, from 1; 0 for the header.
    pub number: usize,
    /// The record's own name, if it was read.
    pub id: Option<String>,
    /// What is wrong.
    pub problem: Box<RecordProblem>,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        match (&self.id, self.number) {
            (Some(id), _) => write!(f, ": problem {id}: {}", self.problem),
            (None, 0) => write!(f, ": {}", self.problem),
            (None, number) => write!(f, ": record {number}: {}", self.problem),
        }
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// A document of another form than a table or a list of positions.
    #[error(transparent)]
    Text(#[from] TextProblem),
    /// The position cannot be read.
    #[error("sfen: {0}")]
    Sfen(SfenProblem),
    /// There is no position.
    #[error("no position, expected an SFEN in the field `sfen`")]
    NoSfen,
    /// A move cannot be read.
    #[error("{field}: move {number}: {error}")]
    Move {
        /// The field, or the line of the field.
        field: String,
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        error: UsiError,
    },
    /// The claimed length is none.
    #[error("claimed_plies: expected a number of plies or nothing, found `{found}`")]
    Plies {
        /// What was read.
        found: String,
    },
    /// The claim is none that is known.
    #[error("claim: expected `mate`, `none` or nothing, found `{found}`")]
    Claim {
        /// What was read.
        found: String,
    },
    /// A row that does not fit the header.
    #[error("the row has {found} fields, the header {expected}")]
    Fields {
        /// Columns of the header.
        expected: usize,
        /// Fields of the row.
        found: usize,
    },
    /// A quoted field that never ends, or goes on after its closing quote.
    #[error(
        "a field opens with `\"` and is not closed by `\"` before a comma or the end of the line"
    )]
    Quote,
    /// The CSV reader's own complaint.
    #[error("{0}")]
    Csv(String),
    /// There is no header.
    #[error("expected a header row with a column `sfen`, found nothing")]
    NoHeader,
    /// A header without positions.
    #[error("no column `sfen` in the header, found {found}")]
    NoSfenColumn {
        /// The columns.
        found: String,
    },
    /// A header that names a column twice.
    #[error("the header names the column `{name}` twice")]
    DuplicateColumn {
        /// The column.
        name: String,
    },
    /// A line that is no JSON.
    #[error("expected one JSON object on the line: {0}")]
    Json(String),
    /// A JSON value of a type that the field cannot have.
    #[error("{field}: expected {expected}, found {found}")]
    Type {
        /// The field.
        field: String,
        /// What would fit.
        expected: &'static str,
        /// The value.
        found: String,
    },
}
