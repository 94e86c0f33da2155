//! USI moves: squares in a row, `7g7f`, `7g7f+`, `7g6f5e`.
//!
//! A move is read without a position ([`UsiMove`]) and means something only together with one:
//! the same move has several spellings, since a lion's two steps over an empty square equal its
//! jump, and a pass in place may name any empty neighbour (`docs/rules.md`, text forms).
//! [`canonical`] reduces them all to the one form of [`Move`]; [`write`] writes that form.

use std::fmt;
use std::str::FromStr;

use super::text::clip;
use crate::rules::{Dir, Move, Position, Setup, Side, Square, Variant};

/// A move as text: nothing is known of it but its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UsiMove {
    /// The first square.
    pub from: Square,
    /// The middle one of three squares.
    pub mid: Option<Square>,
    /// The last square.
    pub to: Square,
    /// True if a `+` follows.
    pub promote: bool,
}

impl From<Move> for UsiMove {
    fn from(mv: Move) -> UsiMove {
        UsiMove { from: mv.from, mid: mv.mid, to: mv.to, promote: mv.promote }
    }
}

impl fmt::Display for UsiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        if let Some(mid) = self.mid {
            write!(f, "{mid}")?;
        }
        write!(f, "{}{}", self.to, if self.promote { "+" } else { "" })
    }
}

impl FromStr for UsiMove {
    type Err = UsiError;

    /// Reads two or three squares, then `+` (promotes), `=` (does not) or nothing.
    fn from_str(text: &str) -> Result<UsiMove, UsiError> {
        let error = |rest: &str, problem| {
            let column = text[..text.len() - rest.len()].chars().count() + 1;
            UsiError { text: clip(text), column, problem }
        };
        let mut rest = text;
        let mut squares = Vec::with_capacity(3);
        while !rest.is_empty() && rest != "+" && rest != "=" && squares.len() < 3 {
            let length = square_length(rest);
            let square = rest[..length].parse();
            let found = || clip(&rest[..length]);
            squares.push(square.map_err(|_| error(rest, UsiProblem::Square { found: found() }))?);
            rest = &rest[length..];
        }
        let (from, mid, to) = match squares[..] {
            [from, to] => (from, None, to),
            [from, mid, to] => (from, Some(mid), to),
            _ => return Err(error(rest, UsiProblem::TooShort)),
        };
        match rest {
            "" | "=" => Ok(UsiMove { from, mid, to, promote: false }),
            "+" => Ok(UsiMove { from, mid, to, promote: true }),
            _ => Err(error(rest, UsiProblem::Trailing { found: clip(rest) })),
        }
    }
}

/// Bytes of what should be a square at the start: digits and one more character.
fn square_length(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits + text[digits..].chars().next().map_or(0, char::len_utf8)
}

/// Text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move `{text}`, column {column}: {problem}")]
pub struct UsiError {
    /// The text.
    pub text: String,
    /// Where in it, in characters from 1.
    pub column: usize,
    /// What.
    pub problem: UsiProblem,
}

/// What is wrong with the text of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsiProblem {
    /// Something else than a square.
    #[error("expected a square such as 7g, found `{found}`")]
    Square {
        /// What was read.
        found: String,
    },
    /// Fewer than two squares.
    #[error("expected two or three squares, found the end")]
    TooShort,
    /// Something after the last square.
    #[error("expected `+`, `=` or the end, found `{found}`")]
    Trailing {
        /// What was read.
        found: String,
    },
}

/// A line of moves of which one cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: move {number}: {error}")]
pub struct UsiLineError {
    /// The number of the move in the line, from 1.
    pub number: usize,
    /// Where in the line the fault stands, in characters from 1.
    pub column: usize,
    /// What is wrong with the move.
    pub error: UsiError,
}

/// Reads moves separated by white space.
///
/// # Errors
/// With the number of the first bad move and its place in the line.
pub fn parse_line(text: &str) -> Result<Vec<UsiMove>, UsiLineError> {
    let mut moves = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| !letter.is_whitespace()) {
        let word = &rest[start..];
        let (word, next) = word.split_at(word.find(char::is_whitespace).unwrap_or(word.len()));
        let mv = word.parse().map_err(|error: UsiError| {
            let before = text.len() - next.len() - word.len();
            let column = text[..before].chars().count() + error.column;
            UsiLineError { number: moves.len() + 1, column, error }
        })?;
        moves.push(mv);
        rest = next;
    }
    Ok(moves)
}

/// Writes a move in the canonical spelling: the only one that the program prints.
#[must_use]
pub fn write(mv: Move) -> String {
    UsiMove::from(mv).to_string()
}

/// Writes moves separated by one space.
#[must_use]
pub fn write_line(moves: &[UsiMove]) -> String {
    let words: Vec<String> = moves.iter().map(UsiMove::to_string).collect();
    words.join(" ")
}

/// The move of `legal` that the text means, if there is one.
#[must_use]
pub fn resolve(text: &UsiMove, setup: &Setup, variant: &Variant, legal: &[Move]) -> Option<Move> {
    let mv = canonical(text, setup, variant);
    legal.contains(&mv).then_some(mv)
}

/// The moves of a line from a position, the attacker to move, as far as they are checks and evasions.
#[must_use]
pub fn playable(line: &[UsiMove], position: &Position) -> Vec<Move> {
    let mut position = position.clone();
    let attacker = position.side();
    let mut moves = Vec::new();
    for text in line {
        let candidates =
            if position.side() == attacker { position.checks() } else { position.evasions() };
        let variant = position.rules().variant;
        let Some(mv) = resolve(text, &position.setup(), variant, &candidates) else { break };
        position.make(mv);
        moves.push(mv);
    }
    moves
}

/// The move that the text means, legal or not.
///
/// For a piece with lion power, two steps over an empty first square become the jump, and leaving
/// for an empty neighbour and coming back becomes the pass (also written without the neighbour,
/// `7g7g`), with the neighbour that [`Move`] prescribes. The steps must be such as the power allows:
/// a falcon's and an eagle's stay on their lines. Any other text is taken as it stands.
#[must_use]
pub fn canonical(text: &UsiMove, setup: &Setup, variant: &Variant) -> Move {
    let UsiMove { from, mid, to, promote } = *text;
    let as_written = Move { from, mid, to, promote };
    let is_empty = |square| variant.contains(square) && setup.get(square).is_none();
    let Some(power) = LionPower::of(from, setup, variant) else { return as_written };
    let steps_over_nothing = mid.is_none_or(|mid| is_empty(mid) && power.reaches(from, mid, to));
    if !steps_over_nothing {
        as_written
    } else if from == to {
        let mid = power.first_steps().map(|dir| from.step(dir)).find(|&square| is_empty(square));
        Move { mid, ..as_written }
    } else {
        Move { mid: None, ..as_written }
    }
}

/// Where a piece may take its first step with lion power.
struct LionPower {
    /// Directions as Black sees them, bit `d` for [`Dir`] `d`.
    dirs: u8,
    /// True if the second step may go in any direction.
    full: bool,
}

impl LionPower {
    /// The power of the piece on a square.
    fn of(square: Square, setup: &Setup, variant: &Variant) -> Option<LionPower> {
        let piece = setup.get(square)?;
        let movement = variant.spec(piece.kind).movement;
        if movement.lion_power {
            return Some(LionPower { dirs: u8::MAX, full: true });
        }
        let dirs = match piece.side {
            Side::Black => movement.line_power,
            Side::White => movement.line_power.rotate_left(4),
        };
        (dirs != 0).then_some(LionPower { dirs, full: false })
    }

    /// Directions of a first step, clockwise from straight ahead.
    fn first_steps(&self) -> impl Iterator<Item = Dir> {
        (0..8).filter(|dir| self.dirs >> dir & 1 != 0)
    }

    /// True if the three squares are two steps of this power (the second may lead back).
    fn reaches(&self, from: Square, mid: Square, to: Square) -> bool {
        self.first_steps().any(|dir| {
            let on_line = to == from || to == mid.step(dir);
            from.step(dir) == mid && mid.distance(to) == 1 && (self.full || on_line)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::rules::variant::CHU;

    fn mv(text: &str) -> UsiMove {
        text.parse().unwrap()
    }

    /// The canonical form of a move of the piece on 6f, with a white pawn on 6e and nothing else.
    fn reduce(piece: &str, text: &str) -> String {
        let board = format!("12/12/12/12/6p5/6{piece}5/12/12/12/12/12/12");
        let setup = sfen::parse(&board, &CHU).unwrap().setup;
        write(canonical(&mv(text), &setup, &CHU))
    }

    fn error(text: &str) -> String {
        text.parse::<UsiMove>().unwrap_err().to_string()
    }

    #[test]
    fn every_form_reads_back_as_written() {
        for text in ["7g7f", "7g7f+", "12l12k", "7g6f5e", "7g6f7g", "10d11d12d+"] {
            assert_eq!(mv(text).to_string(), text);
        }
        assert_eq!(mv("7g7f="), mv("7g7f"));
    }

    #[test]
    fn text_that_is_no_move_says_where_and_why() {
        assert_eq!(error(""), "move ``, column 1: expected two or three squares, found the end");
        assert_eq!(
            error("7g"),
            "move `7g`, column 3: expected two or three squares, found the end"
        );
        assert_eq!(
            error("7g+"),
            "move `7g+`, column 3: expected two or three squares, found the end"
        );
        assert_eq!(
            error("7g7z"),
            "move `7g7z`, column 3: expected a square such as 7g, found `7z`"
        );
        assert_eq!(error("P*7f"), "move `P*7f`, column 1: expected a square such as 7g, found `P`");
        assert_eq!(
            error("7g七f"),
            "move `7g七f`, column 3: expected a square such as 7g, found `七`"
        );
        assert_eq!(
            error("7g13"),
            "move `7g13`, column 3: expected a square such as 7g, found `13`"
        );
        assert_eq!(
            error("7g7f7e7d"),
            "move `7g7f7e7d`, column 7: expected `+`, `=` or the end, found `7d`"
        );
        assert_eq!(
            error("7g7f7e++"),
            "move `7g7f7e++`, column 7: expected `+`, `=` or the end, found `++`"
        );
    }

    #[test]
    fn a_line_names_the_move_that_is_wrong() {
        assert_eq!(parse_line(" 7g7f  8c8d ").unwrap(), [mv("7g7f"), mv("8c8d")]);
        assert_eq!(
            parse_line(" 7g7f  8c").unwrap_err().to_string(),
            "column 10: move 2: move `8c`, column 3: expected two or three squares, found the end"
        );
        assert_eq!(write_line(&[mv("7g7f"), mv("8c8d+")]), "7g7f 8c8d+");
    }

    #[test]
    fn two_steps_over_an_empty_square_are_the_jump() {
        for text in ["6f5e5d", "6f5e6d", "6f5f4f", "6f7e6d", "6f5f5e"] {
            let jump = format!("6f{}", &text[4..]);
            assert_eq!(reduce("N", text), jump);
            assert_eq!(reduce("+O", text), jump);
        }
        assert_eq!(reduce("N", "6f5f6e"), "6f6e");
    }

    #[test]
    fn a_capture_on_the_way_stays() {
        for text in ["6f6e6d", "6f6e5d", "6f6e5f", "6f6e6f"] {
            assert_eq!(reduce("N", text), text);
        }
        assert_eq!(reduce("+H", "6f6e6f"), "6f6e6f");
    }

    #[test]
    fn every_spelling_of_a_pass_is_one_move() {
        for text in ["6f5e6f", "6f5f6f", "6f7e6f", "6f6f"] {
            assert_eq!(reduce("N", text), "6f5e6f");
        }
        assert_eq!(reduce("+D", "6f7e6f"), "6f5e6f");
        assert_eq!(reduce("+d", "6f7g6f"), "6f5g6f");
        assert_eq!(reduce("+h", "6f6g6f"), "6f6g6f");
        assert_eq!(reduce("+h", "6f6f"), "6f6g6f");
    }

    #[test]
    fn a_pass_never_leaves_the_board() {
        let setup = sfen::parse("11N/10K1/12/12/12/12/12/12/12/12/12/12", &CHU).unwrap().setup;
        assert_eq!(write(canonical(&mv("1a2a1a"), &setup, &CHU)), "1a1b1a");
    }

    #[test]
    fn steps_that_the_piece_has_not_stay_as_written() {
        for text in ["6f4f3f", "6f5f3f", "6f5f5f", "6f5f6h"] {
            assert_eq!(reduce("N", text), text);
        }
        for text in ["6f5f4f", "6f5f6f", "6f5e5d"] {
            assert_eq!(reduce("+D", text), text);
        }
        for text in ["6f5f4f", "6f5f6f", "6f6f"] {
            assert_eq!(reduce("R", text), text);
        }
        assert_eq!(reduce("+H", "6f6f"), "6f6f");
        assert_eq!(reduce("N", "7f7g7h"), "7f7g7h");
        assert_eq!(reduce("N", "6f5f4f+"), "6f4f+");
    }

    #[test]
    fn distinct_moves_of_the_fixture_have_distinct_canonical_forms() {
        let fixture = include_str!("../../tests/fixtures/lishogi-moves.tsv");
        for line in fixture.lines() {
            let (position, moves) = line.split_once('\t').unwrap();
            let setup = sfen::parse(position, &CHU).unwrap().setup;
            let moves = parse_line(moves).unwrap();
            let mut forms: Vec<Move> =
                moves.iter().map(|text| canonical(text, &setup, &CHU)).collect();
            let changed = moves.iter().zip(&forms).filter(|&(text, &mv)| *text != mv.into());
            assert!(changed.clone().all(|(text, _)| text.from == text.to), "{position}");
            forms.sort_unstable();
            forms.dedup();
            assert_eq!(forms.len(), moves.len(), "{position}");
        }
    }

    #[test]
    fn a_text_resolves_to_the_legal_move_of_the_same_effect() {
        let setup = sfen::parse("12/12/12/12/6p5/6N5/12/12/12/12/12/12", &CHU).unwrap().setup;
        let square = |text: &str| text.parse().unwrap();
        let jump = Move::simple(square("6f"), square("4f"), false);
        assert_eq!(resolve(&mv("6f5f4f"), &setup, &CHU, &[jump]), Some(jump));
        assert_eq!(resolve(&mv("6f5f4f+"), &setup, &CHU, &[jump]), None);
        assert_eq!(resolve(&mv("6f6e4f"), &setup, &CHU, &[jump]), None);
    }
}
