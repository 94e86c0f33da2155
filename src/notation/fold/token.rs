//! The text of a move, with the squares in it set apart.

use std::fmt;

use super::Shift;
use crate::notation::board::NUMERALS;

/// The text of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Token(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Text(String),
    Square(Place),
}

/// A square as it is written, with its place on the diagram; only differences of places count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    right: i16,
    down: i16,
    script: Script,
}

/// How squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Script {
    /// `10d`
    Latin,
    /// `１０四`
    Wide,
    /// `10四`
    Narrow,
    /// `c9`, the first rank below
    Board,
}

impl Token {
    /// Takes a move's text apart. Whatever it is, it is kept letter by letter.
    #[must_use]
    pub fn new(text: &str) -> Token {
        // XBoard's moves begin with a file's letter; everybody else's have the number first.
        let is_board = text.starts_with(|first: char| first.is_ascii_lowercase());
        let mut parts = Vec::new();
        let (mut plain, mut rest) = (String::new(), text);
        while let Some(first) = rest.chars().next() {
            let place = if is_board { Place::of_board(rest) } else { Place::of_number(rest) };
            // A spelling that would not be written so again stays text.
            let spelt = place.map(|place| (place, place.to_string()));
            let spelt = spelt.filter(|(_, spelling)| rest.starts_with(spelling.as_str()));
            let length = if let Some((place, spelling)) = spelt {
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                parts.push(Part::Square(place));
                spelling.len()
            } else {
                // A number is passed as a whole: `112a` holds no square `12a`.
                let is_part = |letter: char| first.is_numeric() && letter.is_numeric();
                let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
                let length = length.max(first.len_utf8());
                plain.push_str(&rest[..length]);
                length
            };
            rest = &rest[length..];
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Token(parts)
    }

    /// The place of the first square, if the text names one.
    pub(super) fn anchor(&self) -> Option<Shift> {
        self.0.iter().find_map(|part| match part {
            Part::Square(place) => Some(Shift { right: place.right, down: place.down }),
            Part::Text(_) => None,
        })
    }

    /// The same with all squares moved. Squares may lie off every board, and are then no text that
    /// can be read back.
    #[must_use]
    pub fn shifted(&self, by: Shift) -> Token {
        let moved = |part: &Part| match part {
            Part::Square(place) => Part::Square(Place {
                right: place.right + by.right,
                down: place.down + by.down,
                ..*place
            }),
            Part::Text(text) => Part::Text(text.clone()),
        };
        Token(self.0.iter().map(moved).collect())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Text(text) => f.write_str(text),
            Part::Square(place) => place.fmt(f),
        })
    }
}

impl Place {
    /// The square of one or two digits and a rank at the start of a text.
    fn of_number(text: &str) -> Option<Place> {
        let is_wide = text.starts_with(|first: char| ('０'..='９').contains(&first));
        let value = |letter: char| {
            let zero = if is_wide { '０' } else { '0' };
            (letter as u32).checked_sub(zero as u32).filter(|&digit| digit < 10)
        };
        let digits: Vec<u32> = text.chars().map_while(value).take(3).collect();
        let bytes: usize = text.chars().take(digits.len()).map(char::len_utf8).sum();
        let file = digits.iter().fold(0, |number, digit| number * 10 + digit);
        let file = i16::try_from(file).ok().filter(|file| (1..=12).contains(file))?;
        let rest = &text[bytes..];
        let letter = rest.chars().next()?;
        if let Some(rank) = i16::try_from(letter as u32).ok()?.checked_sub('a' as i16)
            && (0..12).contains(&rank)
            && !is_wide
        {
            return Some(Place { right: -file, down: rank + 1, script: Script::Latin });
        }
        // From the back: 十一 begins with 十.
        let rank = NUMERALS.iter().rposition(|numeral| rest.starts_with(numeral))? as i16 + 1;
        let script = if is_wide { Script::Wide } else { Script::Narrow };
        Some(Place { right: -file, down: rank, script })
    }

    /// The square of a letter and a number at the start of a text.
    fn of_board(text: &str) -> Option<Place> {
        let letter = text.chars().next().filter(|letter| ('a'..='l').contains(letter))?;
        let digits: String = text[1..].chars().take_while(char::is_ascii_digit).take(3).collect();
        let rank: i16 = digits.parse().ok().filter(|rank| (1..=12).contains(rank))?;
        Some(Place { right: letter as i16 - 'a' as i16, down: -rank, script: Script::Board })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |index: i16| u8::try_from(i16::from(b'a') + index).map_or('?', char::from);
        let file = -self.right;
        match self.script {
            Script::Board => return write!(f, "{}{}", letter(self.right), -self.down),
            Script::Latin => return write!(f, "{file}{}", letter(self.down - 1)),
            Script::Narrow => write!(f, "{file}")?,
            Script::Wide => {
                let wide = |digit: char| char::from_u32(digit as u32 + 0xfee0).unwrap_or(digit);
                write!(f, "{}", file.to_string().chars().map(wide).collect::<String>())?;
            }
        }
        let rank = usize::try_from(self.down - 1).ok();
        f.write_str(rank.and_then(|rank| NUMERALS.get(rank)).copied().unwrap_or("?"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOWN: Shift = Shift { right: 0, down: 1 };
    const LEFT: Shift = Shift { right: -1, down: 0 };

    #[test]
    fn squares_move_in_every_script() {
        for (text, down, left) in [
            ("6e5d5e+", "6f5e5f+", "7e6d6e+"),
            ("10d9c", "10e9d", "11d10c"),
            ("+DKx3c", "+DKx3d", "+DKx4c"),
            ("Lnx!9d", "Lnx!9e", "Lnx!10d"),
            ("☗６六飛鷲", "☗６七飛鷲", "☗７六飛鷲"),
            ("☗１１十獅（10十一）", "☗１１十一獅（10十二）", "☗１２十獅（11十一）"),
            ("f6g7,g7h8", "f5g6,g6h7", "e6f7,f7g8"),
            ("☖同玉", "☖同玉", "☖同玉"),
        ] {
            let token = Token::new(text);
            assert_eq!(token.to_string(), text);
            assert_eq!(token.shifted(DOWN).to_string(), down);
            assert_eq!(token.shifted(LEFT).to_string(), left);
        }
    }

    #[test]
    fn any_text_is_kept() {
        for text in
            ["", "0a", "13a", "007g", "7", "a", "a13", "☗", "１２３四", "12a3b", "7g 8h", "((×"]
        {
            assert_eq!(Token::new(text).to_string(), text);
        }
        assert_eq!(Token::new("13a").anchor(), None);
        assert_eq!(Token::new("112a").anchor(), None);
    }
}
