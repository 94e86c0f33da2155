//! A small board for lists, of a few hundred bytes: names without wedges, as in a newspaper.
//!
//! The names of a side stand in one `<text>` each with a place for every letter; White's are the
//! same turned by half. The lines of the board are shared.

use maud::{Markup, html};

use super::style::PieceStyle;
use crate::report::text::clean;
use crate::rules::{Setup, Side, Variant};

/// Units of a square; the font is a little smaller.
const CELL: i32 = 10;
const FONT: i32 = 9;

/// What thumbnails share: `<symbol id="thumbnail-grid">`. Stands once in a page, inside an `<svg>`.
#[must_use]
pub fn thumbnail_defs(variant: &Variant) -> Markup {
    let (width, height) = size(variant);
    let mut lines = String::new();
    for file in 1..i32::from(variant.files) {
        lines += &format!("M{} 0v{height}", file * CELL);
    }
    for rank in 1..i32::from(variant.ranks) {
        lines += &format!("M0 {}h{width}", rank * CELL);
    }
    html! {
        defs {
            symbol id="thumbnail-grid" overflow="visible" {
                rect width=(width) height=(height) fill="#fdf6e3" stroke="#3b2f1a" {}
                path d=(lines) stroke="#b9a67a" stroke-width="0.4" {}
            }
        }
    }
}

fn size(variant: &Variant) -> (i32, i32) {
    (i32::from(variant.files) * CELL, i32::from(variant.ranks) * CELL)
}

/// The small board. Kanji styles give one kanji a piece, the others the letter of SFEN. `title`
/// names it to those who cannot see it.
#[must_use]
pub fn thumbnail(setup: &Setup, variant: &Variant, style: PieceStyle, title: &str) -> Markup {
    let (width, height) = size(variant);
    let kanji = style.has_kanji();
    let fonts = if kanji { "serif" } else { "sans-serif" };
    html! {
        svg class="thumbnail" role="img" aria-label=(clean(title))
            viewBox=(format!("-1 -1 {} {}", width + 2, height + 2)) font-size=(FONT) font-family=(fonts)
            text-anchor="middle" {
            use href="#thumbnail-grid" {}
            @for side in Side::ALL {
                @for promoted in [false, true] {
                    (names(setup, variant, side, promoted, kanji))
                }
            }
        }
    }
}

/// The names of a side's pieces, promoted or not, in one text. Letters stay upright and are small
/// for White.
fn names(setup: &Setup, variant: &Variant, side: Side, promoted: bool, kanji: bool) -> Markup {
    let (width, height) = size(variant);
    let is_turned = kanji && side == Side::White;
    let (mut across, mut down, mut letters) = (Vec::new(), Vec::new(), String::new());
    for (square, piece) in setup.pieces(variant) {
        let spec = variant.spec(piece.kind);
        if piece.side != side || spec.promoted != promoted {
            continue;
        }
        letters.push(match (kanji, side) {
            (true, _) => spec.short_kanji.chars().next().unwrap_or(spec.letter),
            (false, Side::Black) => spec.letter.to_ascii_uppercase(),
            (false, Side::White) => spec.letter,
        });
        let x = (i32::from(variant.files) - i32::from(square.file())) * CELL + CELL / 2;
        let y = (i32::from(square.rank()) - 1) * CELL + CELL / 2;
        let (x, y) = if is_turned { (width - x, height - y) } else { (x, y) };
        across.push(x.to_string());
        down.push((y + 3).to_string());
    }
    let turn = is_turned.then(|| format!("rotate(180 {} {})", width / 2, height / 2));
    let decoration = promoted.then_some("underline");
    html! {
        @if !letters.is_empty() {
            text class=[promoted.then_some("promoted")] x=(across.join(" ")) y=(down.join(" ")) fill=[promoted.then_some("#b01c12")]
                text-decoration=[decoration] transform=[turn] { (letters) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::builtin::{BUILTIN, Builtin};
    use crate::notation::sfen;
    use crate::rules::variant::CHU;

    #[test]
    fn a_small_board_looks_like_this() {
        let setup = sfen::parse("11k/12/3n5+R2/12/12/12/12/12/12/12/12/P1P8K w - 1", &CHU).unwrap();
        for (name, style) in [("kanji", PieceStyle::TwoKanji), ("letters", PieceStyle::Letters)] {
            let picture = thumbnail(&setup.setup, &CHU, style, "a & b").into_string();
            insta::assert_snapshot!(format!("small_{name}"), picture);
        }
    }

    #[test]
    fn all_small_boards_of_the_built_in_problems_leave_room_on_a_page_of_a_megabyte() {
        let problems: Vec<_> = BUILTIN.iter().flat_map(Builtin::problems).collect();
        let bytes = |problem: &crate::notation::Problem| {
            thumbnail(&problem.setup, &CHU, PieceStyle::TwoKanji, &problem.id).into_string().len()
        };
        assert!(problems.iter().map(bytes).sum::<usize>() < 500_000);
    }
}
