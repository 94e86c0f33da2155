//! The characters of an SFEN as meant, each with its place in the text as given.

use super::{SfenError, SfenProblem};
use crate::notation::text::clip;

/// A character after unescaping, with its place in the text as given.
#[derive(Clone, Copy)]
pub(super) struct Glyph {
    pub letter: char,
    /// First column, from 1.
    pub column: usize,
    /// The column after it.
    pub end: usize,
}

/// The characters of the text; `%XX` is the ASCII character it stands for.
pub(super) fn unescape(text: &str) -> Vec<Glyph> {
    let letters: Vec<char> = text.chars().collect();
    let mut glyphs = Vec::with_capacity(letters.len());
    let mut index = 0;
    while index < letters.len() {
        let escaped = match letters[index..] {
            ['%', high, low, ..] => escaped_letter(high, low),
            _ => None,
        };
        let width = if escaped.is_some() { 3 } else { 1 };
        let letter = escaped.unwrap_or(letters[index]);
        glyphs.push(Glyph { letter, column: index + 1, end: index + 1 + width });
        index += width;
    }
    glyphs
}

fn escaped_letter(high: char, low: char) -> Option<char> {
    let code = high.to_digit(16)? << 4 | low.to_digit(16)?;
    char::from_u32(code).filter(char::is_ascii)
}

/// A non-empty run of characters.
#[derive(Clone, Copy)]
pub(super) struct Field<'a>(pub &'a [Glyph]);

impl Field<'_> {
    pub fn text(&self) -> String {
        self.0.iter().map(|glyph| glyph.letter).collect()
    }

    pub fn column(&self) -> usize {
        self.0.first().map_or(1, |glyph| glyph.column)
    }

    /// An error that quotes the whole field.
    pub fn error(&self, problem: impl Fn(String) -> SfenProblem) -> SfenError {
        SfenError { column: self.column(), problem: problem(clip(&self.text())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_is_one_character_three_columns_wide() {
        let glyphs = unescape("a%2Bé%2fz");
        let seen: Vec<(char, usize, usize)> =
            glyphs.iter().map(|glyph| (glyph.letter, glyph.column, glyph.end)).collect();
        assert_eq!(seen, [('a', 1, 2), ('+', 2, 5), ('é', 5, 6), ('/', 6, 9), ('z', 9, 10)]);
    }

    #[test]
    fn what_is_no_escape_of_ascii_stays() {
        for text in ["%", "%2", "%2g", "%E9", "%%2"] {
            assert_eq!(Field(&unescape(text)).text(), text);
        }
    }
}
