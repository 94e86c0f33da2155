//! The symbol of a piece: a wedge that points forward, with a name or a picture on it.
//!
//! A promoted piece is red and carries a bar below its name, so that it shows without colour too.

use maud::{Markup, html};

use super::layout::{CELL_HEIGHT, CELL_WIDTH};
use super::mnemonic;
use super::style::{KANJI_FONTS, LETTER_FONTS, PieceStyle};
use crate::rules::{Kind, KindSpec, Piece, Role, Side, Variant};

/// The wedge in a square of [`CELL_WIDTH`] by [`CELL_HEIGHT`].
const WEDGE: &str = "M20 3L32 9L36.5 41H3.5L8 9z";
/// The bar of a promoted piece.
const BAR: &str = "M10 38.2H30";

const INK: &str = "#20160a";
const RED: &str = "#b01c12";

/// The name of the symbol of a piece, by how it stands in the picture: `b` points up, `w` down.
/// On a board that is flipped a piece takes the symbol of the other side.
#[must_use]
pub fn symbol_id(piece: Piece, flip: bool, style: PieceStyle, variant: &Variant) -> String {
    let spec = variant.spec(piece.kind);
    let side = if flip { piece.side.flip() } else { piece.side };
    let promoted = if spec.promoted { "p" } else { "" };
    format!("p-{}-{}-{promoted}{}", style.name(), side.letter(), spec.letter)
}

/// The symbols of all pieces in a style, for both sides: `p-two-kanji-b-n` is Black's lion,
/// `p-two-kanji-w-po` White's promoted kirin. Stands inside an `<svg>`.
#[must_use]
pub fn defs(variant: &Variant, style: PieceStyle) -> Markup {
    let pieces = variant.kinds().flat_map(|kind| Side::ALL.map(|side| Piece::new(kind, side)));
    symbols(pieces, style, variant)
}

/// The symbols of some pieces.
pub(super) fn symbols(
    pieces: impl Iterator<Item = Piece>,
    style: PieceStyle,
    variant: &Variant,
) -> Markup {
    html! {
        defs {
            @for piece in pieces {
                symbol id=(symbol_id(piece, false, style, variant)) overflow="visible" {
                    (drawn(piece.kind, piece.side, style, variant))
                }
            }
        }
    }
}

/// The piece in the upper left corner of the picture.
fn drawn(kind: Kind, side: Side, style: PieceStyle, variant: &Variant) -> Markup {
    let spec = variant.spec(kind);
    let turn = (side == Side::White)
        .then(|| format!("rotate(180 {} {})", CELL_WIDTH / 2, CELL_HEIGHT / 2));
    // Letters stay upright: they are for readers who cannot tell kanji apart by their shape.
    let upright = style == PieceStyle::Letters;
    let color = if spec.promoted { RED } else { INK };
    let class = if spec.promoted { "name promoted" } else { "name" };
    let name = html! {
        g class=(class) fill=(color) color=(color) font-family=[fonts(style)] font-weight="bold"
            text-anchor="middle" lang=[style.has_kanji().then_some("ja")] {
            (name(spec, side, style))
        }
    };
    html! {
        g transform=[turn] {
            path class="piece" d=(WEDGE) fill="#f8e4b4" stroke="#6b4f1d" stroke-width="1"
                stroke-linejoin="round" {}
            @if spec.promoted {
                path class="name promoted" d=(BAR) stroke=(RED) stroke-width="1.6" {}
            }
            @if !upright { (name) }
        }
        @if upright { (name) }
    }
}

const fn fonts(style: PieceStyle) -> Option<&'static str> {
    match style {
        PieceStyle::TwoKanji | PieceStyle::OneKanji => Some(KANJI_FONTS),
        PieceStyle::Letters => Some(LETTER_FONTS),
        PieceStyle::Moves => None,
    }
}

/// What stands on the piece.
fn name(spec: &KindSpec, owner: Side, style: PieceStyle) -> Markup {
    match style {
        PieceStyle::TwoKanji => html! {
            @for (letter, y) in spec.kanji.chars().zip([20.5, 35.0]) { (line(letter, y, 14.5)) }
        },
        PieceStyle::OneKanji => html! {
            @for letter in spec.short_kanji.chars() { (line(letter, 33.5, 24.0)) }
        },
        PieceStyle::Letters => {
            let plus = if spec.promoted { "+" } else { "" };
            let text = format!("{plus}{}", spec.abbreviation);
            let font = if text.len() > 2 { 11 } else { 15 };
            let y = if owner == Side::Black { 30 } else { 24 };
            html! { text x="20" y=(y) font-size=(font) { (text) } }
        }
        PieceStyle::Moves => {
            mnemonic::picture(spec.movement, spec.role == Role::Royal, (20.0, 23.5))
        }
    }
}

fn line(letter: char, y: f64, size: f64) -> Markup {
    html! {
        text x="20" y=(y) font-size=(size) { (letter) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::variant::CHU;

    #[test]
    fn every_piece_of_a_style_has_a_symbol_of_its_own() {
        for style in PieceStyle::ALL {
            let text = defs(&CHU, style).into_string();
            let mut ids = HashSet::new();
            for kind in CHU.kinds() {
                for side in Side::ALL {
                    let piece = Piece::new(kind, side);
                    let id = symbol_id(piece, false, style, &CHU);
                    assert!(text.contains(&format!("<symbol id=\"{id}\"")), "{id}");
                    assert_eq!(
                        symbol_id(piece, true, style, &CHU),
                        symbol_id(Piece::new(kind, side.flip()), false, style, &CHU)
                    );
                    assert!(ids.insert(id));
                }
            }
        }
    }

    #[test]
    fn promoted_pieces_are_red_and_have_a_bar() {
        for style in PieceStyle::ALL {
            for kind in CHU.kinds() {
                let text = drawn(kind, Side::Black, style, &CHU).into_string();
                let promoted = CHU.spec(kind).promoted;
                assert_eq!(text.contains(BAR), promoted);
                assert_eq!(text.contains(RED), promoted);
                assert_eq!(text.contains(INK), !promoted);
            }
        }
    }

    #[test]
    fn the_lion_looks_like_this() {
        let lion = CHU.find('n', false).unwrap();
        insta::assert_snapshot!(drawn(lion, Side::White, PieceStyle::TwoKanji, &CHU).into_string());
    }
}
