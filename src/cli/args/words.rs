//! Words of the command line that stand for values of the notation layer.

use clap::ValueEnum;

use crate::notation::{Attacker, BoardStyle, Encoding};

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Board {
    /// One kanji a piece
    Kanji,
    /// Western abbreviations
    Latin,
}

impl Board {
    /// The style of the diagrams.
    #[must_use]
    pub const fn style(self) -> BoardStyle {
        match self {
            Board::Kanji => BoardStyle::Kanji,
            Board::Latin => BoardStyle::Latin,
        }
    }
}

/// How text is kept in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncodingName {
    /// UTF-8
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// Shift_JIS
    #[value(name = "shift-jis", aliases = ["shift_jis", "sjis", "cp932"])]
    ShiftJis,
}

impl EncodingName {
    /// The encoding meant.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        match self {
            EncodingName::Utf8 => Encoding::Utf8,
            EncodingName::ShiftJis => Encoding::ShiftJis,
        }
    }
}

/// Letters of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Case {
    /// Capitals
    Upper,
    /// Small letters
    Lower,
}

impl Case {
    /// Whose letters.
    #[must_use]
    pub const fn attacker(self) -> Attacker {
        match self {
            Case::Upper => Attacker::Upper,
            Case::Lower => Attacker::Lower,
        }
    }
}
