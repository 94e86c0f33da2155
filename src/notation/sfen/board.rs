//! The board field: ranks, gaps and pieces.

use super::glyph::{Field, Glyph};
use super::{SfenError, SfenProblem};
use crate::notation::text::clip;
use crate::rules::{Kind, Piece, Setup, Side, Square, Variant};

/// Reads the board field into `setup`.
pub(super) fn read(field: Field, variant: &Variant, setup: &mut Setup) -> Result<(), SfenError> {
    let slashes: Vec<&Glyph> = field.0.iter().filter(|glyph| glyph.letter == '/').collect();
    let (expected, found) = (usize::from(variant.ranks), slashes.len() + 1);
    let end = field.0.last().map_or(1, |glyph| glyph.end);
    if found != expected {
        let hint = if found == 9 { "9 ranks: this is an 81-square board" } else { "" };
        let column = slashes.get(expected - 1).map_or(end, |slash| slash.column);
        let problem = SfenProblem::RankCount { expected, found, hint };
        return Err(SfenError { column, problem });
    }
    let ends = slashes.iter().map(|slash| slash.column).chain([end]);
    let ranks = field.0.split(|glyph| glyph.letter == '/');
    for ((rank, glyphs), end) in (1..).zip(ranks).zip(ends) {
        read_rank(rank, glyphs, end, variant, setup)?;
    }
    Ok(())
}

/// Reads one rank; `end` is the column behind it.
fn read_rank(
    rank: u8,
    glyphs: &[Glyph],
    end: usize,
    variant: &Variant,
    setup: &mut Setup,
) -> Result<(), SfenError> {
    let expected = usize::from(variant.files);
    let mut squares = 0;
    let mut overrun = None;
    let mut rest = glyphs;
    while let Some(first) = rest.first() {
        let (used, piece, width) = read_cell(rest, variant)?;
        let file = expected.saturating_sub(squares) as u8;
        if let (Some(piece), Some(square)) = (piece, Square::new(file, rank)) {
            setup.set(square, Some(piece));
        }
        squares += width;
        if squares > expected {
            overrun = overrun.or(Some(first.column));
        }
        rest = &rest[used..];
    }
    if squares == expected {
        return Ok(());
    }
    let problem = SfenProblem::RankLength {
        rank: char::from(b'a' + (rank - 1) % 26),
        found: squares,
        expected,
        hint: misread_digit(&Field(glyphs).text(), expected),
    };
    Err(SfenError { column: overrun.unwrap_or(end), problem })
}

/// Reads a piece or a gap at the start: the characters used, the piece, the squares it fills.
fn read_cell(
    rest: &[Glyph],
    variant: &Variant,
) -> Result<(usize, Option<Piece>, usize), SfenError> {
    let digits = rest.iter().take_while(|glyph| glyph.letter.is_ascii_digit()).count();
    if digits > 0 {
        let field = Field(&rest[..digits]);
        let text = field.text();
        let gap = text.parse().ok().filter(|gap| (1..=variant.files).contains(gap));
        let expected = variant.files;
        return match gap {
            Some(gap) if digits <= 2 && !text.starts_with('0') => {
                Ok((digits, None, usize::from(gap)))
            }
            _ => Err(field.error(|found| SfenProblem::Gap { found, expected })),
        };
    }
    let promoted = rest[0].letter == '+';
    let used = if promoted { 2 } else { 1 };
    let Some(glyph) = rest.get(used - 1) else {
        return Err(SfenError { column: rest[0].end, problem: SfenProblem::NothingAfterPlus });
    };
    let piece = find_piece(glyph.letter, promoted, variant)
        .map_err(|problem| SfenError { column: glyph.column, problem })?;
    Ok((used, Some(piece), 1))
}

fn find_piece(letter: char, promoted: bool, variant: &Variant) -> Result<Piece, SfenProblem> {
    let small = letter.to_ascii_lowercase();
    let side = if letter == small { Side::White } else { Side::Black };
    match (variant.find(small, promoted), variant.find(small, false)) {
        (Some(kind), _) => Ok(Piece::new(kind, side)),
        (None, Some(base)) => {
            Err(SfenProblem::CannotPromote { letter, name: variant.spec(base).name })
        }
        (None, None) => Err(SfenProblem::UnknownPiece {
            found: clip(&letter.to_string()),
            letters: variant.kinds().filter_map(|kind| base_letter(kind, variant)).collect(),
            hint: if letter == '0' { "a zero; the kirin is the letter `o`" } else { "" },
        }),
    }
}

fn base_letter(kind: Kind, variant: &Variant) -> Option<char> {
    Some(variant.spec(kind)).filter(|spec| !spec.promoted).map(|spec| spec.letter)
}

/// A hint if the rank would have the right length with a letter read as the digit it looks like.
fn misread_digit(rank: &str, expected: usize) -> &'static str {
    let zero = "the letter `O` after `1`: is `10` meant?";
    let one = "the letter `l` before a digit: is a `1` meant?";
    [("1O", "10", zero), ("1o", "10", zero), ("l1", "11", one), ("l2", "12", one)]
        .into_iter()
        .find(|(wrong, right, _)| {
            rank.contains(wrong) && rank_length(&rank.replace(wrong, right)) == expected
        })
        .map_or("", |(_, _, hint)| hint)
}

/// The squares that a rank's text fills.
fn rank_length(rank: &str) -> usize {
    let letters = rank.chars().filter(|letter| !letter.is_ascii_digit() && *letter != '+').count();
    let gaps = rank.split(|letter: char| !letter.is_ascii_digit());
    gaps.filter_map(|gap| gap.parse::<usize>().ok()).fold(letters, usize::saturating_add)
}
