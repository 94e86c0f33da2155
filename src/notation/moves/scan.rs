//! Taking text apart, with the place of everything that does not fit.

use super::pattern::MoveError;
use crate::notation::text::clip;
use crate::rules::Square;

/// Text that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScanError {
    /// Where, in bytes of the scanner's text.
    pub offset: usize,
    /// What would fit.
    pub expected: &'static str,
}

impl ScanError {
    /// The error of a single move's text.
    pub fn in_text(&self, text: &str) -> MoveError {
        MoveError::Syntax {
            column: text[..self.offset].chars().count() + 1,
            expected: self.expected,
            found: found(&text[self.offset..]),
        }
    }
}

/// The word at the start of a text, for a message.
pub(crate) fn found(rest: &str) -> String {
    let word = rest.split(|letter: char| letter.is_whitespace()).next().unwrap_or_default();
    match word {
        "" if rest.is_empty() => "the end".to_owned(),
        "" => "a gap".to_owned(),
        word => format!("`{}`", clip(word)),
    }
}

/// A half-width character for a full-width one.
#[must_use]
pub(crate) fn fold(letter: char) -> char {
    match letter {
        '\u{3000}' | '\u{a0}' => ' ',
        '−' | '‐' | '–' | '—' | 'ｰ' => '-',
        '×' | '✕' => 'x',
        '！'..='～' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

/// A place in a text.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, offset: 0 }
    }

    /// Bytes passed.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Goes back (or on) to a place that [`Scanner::offset`] gave.
    pub fn seek(&mut self, offset: usize) {
        self.offset = offset;
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// The next character, folded.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next().map(fold)
    }

    /// Passes the next character.
    pub fn bump(&mut self) {
        self.offset += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// Passes the next character if it is one of these (after folding).
    pub fn eat(&mut self, letters: &str) -> Option<char> {
        let letter = self.peek().filter(|letter| letters.contains(*letter))?;
        self.bump();
        Some(letter)
    }

    /// Passes a word that stands here in just these characters.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let fits = self.rest().starts_with(word);
        self.offset += if fits { word.len() } else { 0 };
        fits
    }

    /// Passes a word of ASCII letters, in any case.
    pub fn eat_ascii(&mut self, word: &str) -> bool {
        let start = self.rest().as_bytes().get(..word.len());
        let fits = start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
        self.offset += if fits { word.len() } else { 0 };
        fits
    }

    /// Passes spaces of both widths, not the ends of lines.
    pub fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|letter| letter.is_whitespace() && letter != '\n') {
            self.bump();
        }
    }

    /// Passes all white space.
    pub fn skip_white(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    /// Passes a number in digits of either width.
    pub fn number(&mut self) -> Option<u32> {
        let mut number = None::<u32>;
        while let Some(digit) = self.peek().and_then(|letter| letter.to_digit(10)) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            self.bump();
        }
        number
    }

    /// Passes the rest of the line and its end; gives the line.
    pub fn line(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find('\n').unwrap_or(rest.len());
        self.offset += (length + 1).min(rest.len());
        rest[..length].trim_end_matches('\r')
    }

    /// Passes a square as the Shogi Association writes it, `7g`; if there is none, nothing.
    pub fn western_square(&mut self) -> Option<Square> {
        let start = self.offset;
        let square = self.number().and_then(|file| {
            let letter = self.peek()?.to_ascii_lowercase();
            let rank = u8::try_from(letter).ok()?.wrapping_sub(b'a').wrapping_add(1);
            Square::new(u8::try_from(file).ok()?, rank)
        });
        match square {
            Some(_) => self.bump(),
            None => self.offset = start,
        }
        square
    }

    pub fn error(&self, expected: &'static str) -> ScanError {
        ScanError { offset: self.offset, expected }
    }
}

/// Passes a number in kanji from 一 to 十二 (also 10, 11, 12 as 一〇, 一一, 一二).
pub(crate) fn kanji_number(scanner: &mut Scanner) -> Option<u8> {
    const DIGITS: &str = "〇一二三四五六七八九";
    let digit = |scanner: &Scanner| {
        let letter = scanner.peek()?;
        DIGITS.chars().position(|digit| digit == letter).map(|value| value as u8)
    };
    if scanner.eat("十").is_some() {
        let Some(ones) = digit(scanner).filter(|&ones| ones == 1 || ones == 2) else {
            return Some(10);
        };
        scanner.bump();
        return Some(10 + ones);
    }
    let first = digit(scanner).filter(|&first| first > 0)?;
    scanner.bump();
    if first == 1
        && let Some(ones) = digit(scanner).filter(|&ones| ones <= 2)
    {
        scanner.bump();
        return Some(10 + ones);
    }
    Some(first)
}

/// Passes a square as in `12十一`: the file in digits, the rank in kanji; if there is none, nothing.
pub(crate) fn square_in_kanji(scanner: &mut Scanner) -> Option<Square> {
    let start = scanner.offset();
    let square = scanner.number().and_then(|file| {
        let rank = kanji_number(scanner)?;
        Square::new(u8::try_from(file).ok()?, rank)
    });
    if square.is_none() {
        scanner.seek(start);
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_in_both_widths() {
        for (text, expected) in
            [("7七", "7g"), ("１２十二", "12l"), ("10十", "10j"), ("４十一", "4k"), ("3一〇", "3j")]
        {
            let square = square_in_kanji(&mut Scanner::new(text));
            assert_eq!(square.map(|square| square.to_string()).as_deref(), Some(expected));
        }
        for text in ["13七", "7", "七7", "0一", "99999999999999一"] {
            let mut scanner = Scanner::new(text);
            assert_eq!(square_in_kanji(&mut scanner), None, "{text}");
            assert_eq!(scanner.offset(), 0);
        }
    }

    #[test]
    fn a_western_square_leaves_the_scanner_where_it_was_if_there_is_none() {
        let mut scanner = Scanner::new("12Lx");
        assert_eq!(scanner.western_square().map(|s| s.to_string()).as_deref(), Some("12l"));
        assert_eq!(scanner.rest(), "x");
        assert_eq!(Scanner::new("12m").western_square(), None);
    }
}
