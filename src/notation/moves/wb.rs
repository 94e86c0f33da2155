//! Moves as `WinBoard` and `XBoard` write them: files a to l from the left, ranks 1 to 12 from below.
//!
//! `f6g7`, promotion `f3f9+`, two steps `f6g7,g7h8`, pass `@@@@` (or both steps, where more than one
//! piece could pass). The reader also takes `f6-g7`, `f6g7-h8`, `--`, and the short form of game
//! records with the piece's letter (`Nxf5-g5`).

use super::pattern::{Pattern, Shape, shape_of};
use super::scan::{ScanError, Scanner};
use super::tsa::namesakes;
use crate::rules::{Kind, Move, Position, Square, Variant};

/// Writes a square.
fn square(square: Square, variant: &Variant) -> String {
    let file = char::from(b'a' + variant.files.saturating_sub(square.file()) % 26);
    format!("{file}{}", variant.ranks + 1 - square.rank().min(variant.ranks))
}

/// Passes a square; if there is none, nothing.
fn scan_square(scanner: &mut Scanner, variant: &Variant) -> Option<Square> {
    let start = scanner.offset();
    let square = scanner.peek().filter(char::is_ascii_lowercase).and_then(|letter| {
        scanner.bump();
        let file = variant.files.checked_sub(letter as u8 - b'a')?;
        let rank = u8::try_from(scanner.number()?).ok().filter(|&rank| rank > 0)?;
        Square::new(file, (variant.ranks + 1).checked_sub(rank)?)
    });
    if square.is_none() {
        scanner.seek(start);
    }
    square
}

/// Writes a legal move.
pub(super) fn write(mv: Move, position: &Position) -> String {
    let variant = position.rules().variant;
    let two = |from, to| format!("{}{}", square(from, variant), square(to, variant));
    match (shape_of(mv, position), mv.mid) {
        (Shape::Simple(_), _) | (_, None) => {
            two(mv.from, mv.to) + if mv.promote { "+" } else { "" }
        }
        (Shape::Pass, Some(_)) if passes(position) == 1 => "@@@@".to_owned(),
        (_, Some(mid)) => format!("{},{}", two(mv.from, mid), two(mid, mv.to)),
    }
}

fn passes(position: &Position) -> usize {
    let legal = position.legal_moves();
    legal.iter().filter(|&&mv| shape_of(mv, position) == Shape::Pass).count()
}

/// Passes the letter of a piece, a capital as in game records.
fn piece(scanner: &mut Scanner, variant: &Variant) -> Option<Kind> {
    let start = scanner.offset();
    let plus = scanner.eat("+").is_some();
    let letter = scanner.peek().filter(char::is_ascii_uppercase);
    let kind = letter.and_then(|letter| variant.find(letter.to_ascii_lowercase(), plus));
    match kind {
        Some(_) => scanner.bump(),
        None => scanner.seek(start),
    }
    kind
}

/// Passes a move.
pub(crate) fn scan(scanner: &mut Scanner, position: &Position) -> Result<Pattern, ScanError> {
    let variant = position.rules().variant;
    scanner.skip_spaces();
    if scanner.eat_word("@@@@") || scanner.eat_word("--") || scanner.eat_ascii("pass") {
        return Ok(Pattern::new(Shape::Pass));
    }
    let kind = piece(scanner, variant);
    let over = kind.is_some() && scanner.eat("x").is_some();
    let mut squares = Vec::new();
    let expected = "a square such as f6";
    while squares.len() < 4 {
        let before = scanner.offset();
        let sign = scanner.eat("-x,");
        match scan_square(scanner, variant) {
            Some(square) => squares.push(square),
            None if sign.is_some() && !squares.is_empty() => return Err(scanner.error(expected)),
            None => {
                scanner.seek(before);
                break;
            }
        }
    }
    let (from, shape) = match (squares[..].as_ref(), over) {
        (&[to], _) if kind.is_some() => (None, Shape::Simple(to)),
        (&[mid, to], true) => (None, Shape::Double(mid, to)),
        (&[from, to], false) => (Some(from), Shape::Simple(to)),
        (&[from, mid, to], false) => (Some(from), Shape::Double(mid, to)),
        (&[from, mid, again, to], false) if mid == again => (Some(from), Shape::Double(mid, to)),
        (&[_, _, _, _], _) => {
            return Err(scanner.error("the second step from where the first one ended"));
        }
        _ => return Err(scanner.error(expected)),
    };
    let mut pattern = Pattern::new(shape);
    pattern.from = from;
    pattern.kinds = kind.into_iter().collect();
    pattern.loose = kind.map_or_else(Vec::new, |kind| namesakes(kind, variant));
    pattern.promote = scanner.eat("+=") == Some('+');
    Ok(pattern)
}
