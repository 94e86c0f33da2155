//! The notation of the Shogi Association, by George Hodges: `P-8f`, `+DKx3c`, `Lnx3hx2i`, `Lnx!9d`.
//!
//! Piece, the square it comes from if that is in doubt, `-` or `x`, where it goes; `+` promotes, `=`
//! declines where promotion was possible. A pass is written `Ln-pass`. The reader takes letters of
//! either case and the other abbreviations found in print, names of promoted pieces among them
//! (`SE` for `+DK`).

use super::pattern::{Pattern, Shape, shape_of};
use super::scan::{ScanError, Scanner};
use crate::rules::{Kind, Move, Position, Variant};

/// Writes a legal move.
pub(super) fn write(mv: Move, position: &Position) -> String {
    let variant = position.rules().variant;
    let Some(piece) = position.get(mv.from) else { return String::new() };
    let spec = variant.spec(piece.kind);
    let shape = shape_of(mv, position);
    let legal = position.legal_moves();
    let twins = || {
        legal.iter().filter(|other| {
            position.get(other.from).is_some_and(|other| other.kind == piece.kind)
                && shape_of(**other, position) == shape
        })
    };
    let is_alone = twins().all(|other| other.from == mv.from);
    let origin = if is_alone { String::new() } else { mv.from.to_string() };
    let takes = |square| if position.get(square).is_some() { 'x' } else { '-' };
    let action = match shape {
        Shape::Simple(to) => format!("{}{to}", takes(to)),
        Shape::Double(mid, to) => format!("x{mid}{}{to}", takes(to)),
        Shape::Igui(mid) => format!("x!{mid}"),
        Shape::Pass => "-pass".to_owned(),
    };
    let end = match mv.promote {
        true => "+",
        false if twins().any(|other| other.from == mv.from && other.promote) => "=",
        false => "",
    };
    let plus = if spec.promoted { "+" } else { "" };
    format!("{plus}{}{origin}{action}{end}", spec.abbreviation)
}

/// Other abbreviations, with the piece's letter in SFEN and whether it is promoted. A longer one
/// stands before its own beginning.
const ALIASES: [(&str, char, bool); 49] = [
    ("SE", 'd', true),
    ("HF", 'h', true),
    ("CP", 'e', true),
    ("PR", 'e', true),
    ("FO", 'v', true),
    ("FB", 'm', true),
    ("WH", 'l', true),
    ("WL", 'a', true),
    ("W", 'a', true),
    ("FS", 't', true),
    ("TO", 'p', true),
    ("GB", 'i', false),
    ("RC", 'a', false),
    ("RV", 'a', false),
    ("SM", 'm', false),
    ("VM", 'v', false),
    ("DH", 'h', false),
    ("DK", 'd', false),
    ("FK", 'q', false),
    ("LN", 'n', false),
    ("LI", 'n', false),
    ("KR", 'o', false),
    ("KY", 'o', false),
    ("KN", 'o', false),
    ("PH", 'x', false),
    ("DE", 'e', false),
    ("BT", 't', false),
    ("FL", 'f', false),
    ("P", 'p', false),
    ("I", 'i', false),
    ("L", 'l', false),
    ("A", 'a', false),
    ("M", 'm', false),
    ("V", 'v', false),
    ("R", 'r', false),
    ("B", 'b', false),
    ("H", 'h', false),
    ("D", 'd', false),
    ("Q", 'q', false),
    ("N", 'n', false),
    ("O", 'o', false),
    ("X", 'x', false),
    ("E", 'e', false),
    ("T", 't', false),
    ("F", 'f', false),
    ("C", 'c', false),
    ("S", 's', false),
    ("G", 'g', false),
    ("K", 'k', false),
];

/// Passes the abbreviation of a piece.
pub(crate) fn piece(scanner: &mut Scanner, variant: &Variant) -> Option<Kind> {
    let start = scanner.offset();
    let plus = scanner.eat("+").is_some();
    // The longest abbreviation decides: `+ln` is no promoted lance.
    let alias = ALIASES.iter().find(|(alias, ..)| scanner.eat_ascii(alias));
    let kind = alias.and_then(|&(_, letter, promoted)| variant.find(letter, plus || promoted));
    if kind.is_none() {
        scanner.seek(start);
    }
    kind
}

/// The kinds that move like this one under the same name, such as lion and promoted kirin.
pub(super) fn namesakes(kind: Kind, variant: &Variant) -> Vec<Kind> {
    let name = variant.spec(kind).name;
    variant.kinds().filter(|&other| variant.spec(other).name == name).collect()
}

/// Passes a move.
pub(crate) fn scan(scanner: &mut Scanner, position: &Position) -> Result<Pattern, ScanError> {
    let variant = position.rules().variant;
    scanner.skip_spaces();
    if eat_pass(scanner) {
        return Ok(Pattern::new(Shape::Pass));
    }
    let kind = piece(scanner, variant)
        .ok_or_else(|| scanner.error("a piece (such as P, Ln, +DK) or `pass`"))?;
    let first = scanner.western_square();
    scanner.skip_spaces();
    let mut pattern = Pattern::new(Shape::Pass);
    pattern.kinds = vec![kind];
    pattern.loose = namesakes(kind, variant);
    if eat_pass(scanner) {
        pattern.from = first;
        return Ok(pattern);
    }
    let joined = scanner.eat("-x:").is_some();
    if joined && eat_pass(scanner) {
        pattern.from = first;
        return Ok(pattern);
    }
    let igui = scanner.eat("!").is_some();
    let second = scanner.western_square();
    pattern.shape = match (first, joined, second) {
        // The only square is where the piece goes.
        (Some(to), false, None) => Shape::Simple(to),
        (_, _, Some(square)) if igui => {
            pattern.from = first;
            Shape::Igui(square)
        }
        (_, _, Some(square)) => {
            pattern.from = first;
            last_square(scanner, square)
        }
        (_, _, None) => return Err(scanner.error("a square such as 7g")),
    };
    pattern.promote = scanner.eat("+=") == Some('+');
    Ok(pattern)
}

/// The shape of a move over a first square, if another square follows.
fn last_square(scanner: &mut Scanner, first: crate::rules::Square) -> Shape {
    let start = scanner.offset();
    if scanner.eat("!").is_some() && scanner.western_square().is_none() {
        return Shape::Igui(first);
    }
    scanner.seek(start);
    let _ = scanner.eat("-x,");
    if let Some(to) = scanner.western_square() {
        return Shape::Double(first, to);
    }
    scanner.seek(start);
    Shape::Simple(first)
}

fn eat_pass(scanner: &mut Scanner) -> bool {
    scanner.eat_ascii("pass") || scanner.eat_ascii("jitto") || scanner.eat_word("--")
}
