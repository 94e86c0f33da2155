//! The forms of documents, and which one a text has.

use crate::notation::collection::{self, Format};
use crate::notation::moves::{Scanner, square_in_kanji};
use crate::notation::text::without_bom;

/// The form of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentFormat {
    /// A collection: CSV, JSON Lines or SFEN lines.
    Collection(Format),
    /// KIF, as lishogi reads and writes it for Chu Shogi.
    Kif,
    /// A diagram and lines of moves in Japanese.
    Japanese,
    /// Headers in brackets and moves in the Shogi Association's notation.
    Tsa,
    /// Headers in brackets, a FEN, and moves as `XBoard` writes them.
    Wb,
    /// The boards of the Middle Shogi Manual's correspondence.
    Forsyth,
    /// A line of Chu Shogi Lite: SFEN, comments, moves in USI, variations.
    Csl,
    /// For people only.
    Page(Page),
}

/// A form for people only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Markdown.
    Markdown,
    /// A diagram in kanji and the lines.
    Kanji,
    /// A diagram in Latin letters and the lines.
    Latin,
}

impl DocumentFormat {
    /// All forms with their names.
    pub const NAMED: [(&'static str, DocumentFormat); 12] = [
        ("csv", DocumentFormat::Collection(Format::Csv)),
        ("jsonl", DocumentFormat::Collection(Format::JsonLines)),
        ("sfen", DocumentFormat::Collection(Format::Lines)),
        ("kif", DocumentFormat::Kif),
        ("japanese", DocumentFormat::Japanese),
        ("tsa", DocumentFormat::Tsa),
        ("wb", DocumentFormat::Wb),
        ("forsyth", DocumentFormat::Forsyth),
        ("csl", DocumentFormat::Csl),
        ("markdown", DocumentFormat::Page(Page::Markdown)),
        ("text", DocumentFormat::Page(Page::Kanji)),
        ("latin", DocumentFormat::Page(Page::Latin)),
    ];

    /// The name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = DocumentFormat::NAMED.iter().find(|(_, format)| *format == self);
        named.map_or("", |(name, _)| name)
    }

    /// The form that a file's extension (without the dot) promises, if it is known.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<DocumentFormat> {
        match extension.to_ascii_lowercase().as_str() {
            "kif" | "kifu" => Some(DocumentFormat::Kif),
            "ki2" | "ki2u" => Some(DocumentFormat::Japanese),
            "tsa" => Some(DocumentFormat::Tsa),
            "pgn" | "fen" => Some(DocumentFormat::Wb),
            "csl" => Some(DocumentFormat::Csl),
            "md" => Some(DocumentFormat::Page(Page::Markdown)),
            other => Format::from_extension(other).map(DocumentFormat::Collection),
        }
    }
}

/// The form of a text: what its content shows, else what the extension promises, else SFEN lines.
#[must_use]
pub fn detect(text: &str, extension: Option<&str>) -> DocumentFormat {
    let text = without_bom(text);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines().find(|line| !line.starts_with('#')).unwrap_or_default();
    if text.trim_start().starts_with("#KIF") {
        return DocumentFormat::Kif;
    }
    if let Some(format) = from_tags(text, first) {
        return format;
    }
    let collection = collection::detect(text, None);
    if collection != Format::Lines {
        return DocumentFormat::Collection(collection);
    }
    let slashes = first.matches('/').count() + first.to_ascii_lowercase().matches("%2f").count();
    if first.contains(',') && slashes > 0 && first.chars().all(is_forsyth) {
        return DocumentFormat::Forsyth;
    }
    let before_comment = first.split(['{', '(']).next().unwrap_or_default();
    if slashes > 1 && !before_comment.contains([',', '"']) {
        return match () {
            () if lines().any(|line| line.contains(['{', '('])) => DocumentFormat::Csl,
            () if lines().any(is_fen) => DocumentFormat::Wb,
            () => DocumentFormat::Collection(Format::Lines),
        };
    }
    if lines().any(is_kif) {
        return DocumentFormat::Kif;
    }
    if lines().take(50).any(has_kanji_square) {
        return DocumentFormat::Japanese;
    }
    if is_numbered(first) {
        return DocumentFormat::Tsa;
    }
    extension
        .and_then(DocumentFormat::from_extension)
        .unwrap_or(DocumentFormat::Collection(Format::Lines))
}

fn from_tags(text: &str, first: &str) -> Option<DocumentFormat> {
    let is_tag = first.starts_with('[')
        && first[1..].starts_with(|letter: char| letter.is_alphabetic())
        && first.contains('"');
    let has = |name: &str| text.lines().any(|line| line.trim_start().starts_with(name));
    is_tag.then(|| match () {
        () if has("[Forsyth ") => DocumentFormat::Forsyth,
        () if has("[SFEN ") => DocumentFormat::Tsa,
        () if has("[FEN ") || has("[Variant ") => DocumentFormat::Wb,
        () => DocumentFormat::Tsa,
    })
}

fn is_kif(line: &str) -> bool {
    line.starts_with("手数----")
        || line.starts_with("手合割")
        || line.starts_with("+----")
        || line.starts_with('|') && line.contains('・')
        || line.contains("手目") && line.starts_with(char::is_numeric)
}

fn has_kanji_square(line: &str) -> bool {
    let starts = line.char_indices().filter(|(_, letter)| letter.is_numeric()).take(8);
    starts.into_iter().any(|(at, _)| square_in_kanji(&mut Scanner::new(&line[at..])).is_some())
}

fn is_forsyth(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "+,/ -".contains(letter)
}

/// A board with the fields of a FEN, or with moves of letters before digits.
fn is_fen(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let fields = words.get(2..).unwrap_or_default();
    let is_move = |word: &&str| {
        let bytes = word.as_bytes();
        bytes.len() > 3 && bytes[0].is_ascii_lowercase() && bytes[1].is_ascii_digit()
    };
    fields.first().is_some_and(number)
        || fields.windows(2).any(|pair| number(&pair[0]) && number(&pair[1]))
        || fields.starts_with(&["-", "-"])
        || fields.iter().any(|word| *word == "@@@@" || is_move(word))
}

/// Begins with the number of a move, or with a move of the Shogi Association's notation.
fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < line.len() {
        return rest.starts_with(['.', ')']);
    }
    let rest =
        line.trim_start_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '+');
    let letters = line.len() - rest.len();
    (1..=4).contains(&letters) && (rest.starts_with('-') || line[..letters].ends_with('x'))
}
