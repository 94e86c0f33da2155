//! Moves in the notations that people use, written and read beside a position.
//!
//! One enum, [`MoveNotation`], stands for them all. A writer names a legal move so that the reader
//! finds the same one again; a reader takes the spellings found in print. Reading has two stages,
//! and each has its own errors: the text is taken apart into a pattern (a syntax error says where
//! and what would fit), then the pattern is looked for among the legal moves of the position (not
//! legal here, or more than one fits). Leans on the rules for the list of legal moves.
//!
//! Sources: `docs/rules.md` (text forms) for USI and the notation of the Shogi Association; the KIF
//! of lishogi as its library writes and reads it; the lists of moves on Japanese pages of problems;
//! the move syntax of the `XBoard` protocol.

mod japanese;
mod kif;
mod names;
mod pattern;
mod scan;
mod tsa;
mod wb;

use std::fmt;

use super::usi::{self, UsiMove, UsiProblem};
use crate::rules::{Move, Position, Side, Square};

pub(crate) use japanese::scan as scan_japanese;
pub(crate) use names::kanji_kinds;
pub use pattern::MoveError;
pub(crate) use pattern::resolve_usi;
pub(crate) use scan::{ScanError, Scanner, fold, found, square_in_kanji};
pub(crate) use tsa::{piece as tsa_piece, scan as scan_tsa};
pub(crate) use wb::scan as scan_wb;

/// A way to write moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveNotation {
    /// Squares in a row: `7g6f5e+`.
    #[default]
    Usi,
    /// The Shogi Association's, by George Hodges: `Lnx6fx5e`.
    Tsa,
    /// Japanese with full names: `☗６六飛鷲`.
    Japanese,
    /// Japanese with one kanji a piece: `☗６六鷲`.
    JapaneseShort,
    /// As in a KIF file: `6六飛鷲 （←7五）`.
    Kif,
    /// As `WinBoard` and `XBoard` send them: `f6g7,g7h8`.
    Wb,
}

impl MoveNotation {
    /// All notations with their names.
    pub const NAMED: [(&'static str, MoveNotation); 6] = [
        ("usi", MoveNotation::Usi),
        ("tsa", MoveNotation::Tsa),
        ("japanese", MoveNotation::Japanese),
        ("japanese-short", MoveNotation::JapaneseShort),
        ("kif", MoveNotation::Kif),
        ("wb", MoveNotation::Wb),
    ];

    /// Writes a legal move of the position. `last_to` is where the move before it went, for 同.
    #[must_use]
    pub fn write(self, mv: Move, position: &Position, last_to: Option<Square>) -> String {
        match self {
            MoveNotation::Usi => usi::write(mv),
            MoveNotation::Tsa => tsa::write(mv, position),
            MoveNotation::Japanese => japanese::write(mv, position, last_to, true),
            MoveNotation::JapaneseShort => japanese::write(mv, position, last_to, false),
            MoveNotation::Kif => kif::write(mv, position).join(" "),
            MoveNotation::Wb => wb::write(mv, position),
        }
    }

    /// Writes a line of legal moves played one after the other from the position, one text a move.
    #[must_use]
    pub fn write_line(self, line: &[Move], position: &Position) -> Vec<String> {
        let mut position = position.clone();
        let mut last_to = None;
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            texts.push(self.write(mv, &position, last_to));
            position.make(mv);
            last_to = Some(mv.to);
        }
        texts
    }

    /// Reads a move. `last_to` is where the move before it went.
    ///
    /// # Errors
    /// If the text is no move of this notation, or is not one legal move of the position.
    pub fn read(
        self,
        text: &str,
        position: &Position,
        last_to: Option<Square>,
    ) -> Result<Move, MoveError> {
        if self == MoveNotation::Usi {
            let mv: UsiMove = text.trim().parse().map_err(|error: usi::UsiError| {
                let (expected, found) = match error.problem {
                    UsiProblem::Square { found } => ("a square such as 7g", format!("`{found}`")),
                    UsiProblem::TooShort => ("two or three squares", "the end".to_owned()),
                    UsiProblem::Trailing { found } => ("`+`, `=` or the end", format!("`{found}`")),
                };
                MoveError::Syntax { column: error.column, expected, found }
            })?;
            return resolve_usi(mv, position);
        }
        let mut scanner = Scanner::new(text);
        let pattern = match self {
            MoveNotation::Tsa => tsa::scan(&mut scanner, position),
            MoveNotation::Wb => wb::scan(&mut scanner, position),
            _ => japanese::scan(&mut scanner, position, last_to),
        };
        let pattern = pattern.map_err(|error| error.in_text(text))?;
        scanner.skip_spaces();
        if !scanner.rest().is_empty() {
            let error = scanner.error("the end of the move");
            return Err(error.in_text(text));
        }
        pattern.resolve(position)
    }
}

impl fmt::Display for MoveNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = MoveNotation::NAMED.iter().find(|(_, notation)| notation == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

/// The lines of a move in a KIF file: one, or two for a move of two steps.
pub(crate) fn kif_lines(mv: Move, position: &Position) -> Vec<String> {
    kif::write(mv, position)
}

/// The mark of a side before a Japanese move.
pub(crate) const fn side_mark(side: Side) -> char {
    match side {
        Side::Black => '☗',
        Side::White => '☖',
    }
}
