//! How pieces and squares are named in a picture.

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceStyle {
    /// The full name in kanji, as on real pieces.
    #[default]
    TwoKanji,
    /// One kanji, as in printed diagrams.
    OneKanji,
    /// The abbreviations of the Shogi Association (`DK`), upright on both sides' pieces.
    Letters,
    /// A picture of how the piece moves.
    Moves,
}

impl PieceStyle {
    /// All styles.
    pub const ALL: [PieceStyle; 4] =
        [PieceStyle::TwoKanji, PieceStyle::OneKanji, PieceStyle::Letters, PieceStyle::Moves];

    /// The name in text and in the ids of symbols.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PieceStyle::TwoKanji => "two-kanji",
            PieceStyle::OneKanji => "one-kanji",
            PieceStyle::Letters => "letters",
            PieceStyle::Moves => "moves",
        }
    }

    /// True if a font with kanji is needed.
    #[must_use]
    pub const fn has_kanji(self) -> bool {
        matches!(self, PieceStyle::TwoKanji | PieceStyle::OneKanji)
    }
}

/// Names of files and ranks around a board. Files are numbers in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// Ranks as letters, at the right.
    Western,
    /// Ranks as Japanese numerals, at the right.
    Japanese,
    /// Numerals at the right, letters at the left.
    #[default]
    Both,
    /// Nothing.
    None,
}

/// Fonts for kanji, the brush-like ones first.
pub(super) const KANJI_FONTS: &str = "'Noto Serif CJK JP','Source Han Serif','Hiragino Mincho ProN',\
'Yu Mincho','MS Mincho','Noto Serif JP','IPAexMincho','Noto Sans CJK JP',serif";

/// Fonts for letters and digits.
pub(super) const LETTER_FONTS: &str = "'DejaVu Sans',Verdana,'Segoe UI',Helvetica,Arial,sans-serif";
