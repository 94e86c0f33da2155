//! A board as SVG.

use maud::{Markup, html};

use super::arrow::{self, Arrow};
use super::description::description;
use super::layout::{CELL_HEIGHT, CELL_WIDTH, Layout};
use super::mark::{self, Mark, MarkKind};
use super::piece::{symbol_id, symbols};
use super::sheet::Sheet;
use super::style::{Coordinates, KANJI_FONTS, LETTER_FONTS, PieceStyle};
use crate::notation::board::NUMERALS;
use crate::rules::reference::is_check;
use crate::rules::{Move, Piece, Role, Rules, Setup, Side, Square, Variant};

/// Where the symbols of the pieces are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symbols {
    /// In the picture: it can stand alone.
    #[default]
    Own,
    /// In the page around it, by [`defs`](super::defs).
    Shared,
}

/// A board to be drawn, with all that is shown on it.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    /// The position.
    pub setup: &'a Setup,
    /// The game.
    pub variant: &'static Variant,
    /// The picture's id in its page; `ID-title` and `ID-desc` are ids too.
    pub id: &'a str,
    /// What the picture shows, in a few words; escaped.
    pub title: &'a str,
    /// How pieces are drawn.
    pub style: PieceStyle,
    /// Names of files and ranks.
    pub coordinates: Coordinates,
    /// True to see the board from White's side.
    pub flip: bool,
    /// Marked squares.
    pub marks: Vec<Mark>,
    /// Moves shown as arrows.
    pub arrows: Vec<Arrow>,
    /// Pixels for one unit of the picture; a square is [`CELL_WIDTH`] by [`CELL_HEIGHT`] units.
    pub scale: f64,
    /// Where the symbols of the pieces are.
    pub symbols: Symbols,
}

impl<'a> Drawing<'a> {
    /// A plain board in the default style.
    #[must_use]
    pub fn new(setup: &'a Setup, variant: &'static Variant) -> Drawing<'a> {
        Drawing {
            setup,
            variant,
            id: "board",
            title: "Board",
            style: PieceStyle::default(),
            coordinates: Coordinates::default(),
            flip: false,
            marks: Vec::new(),
            arrows: Vec::new(),
            scale: 1.0,
            symbols: Symbols::default(),
        }
    }

    /// Marks the squares of the move that led to the position; a move of two steps gets an arrow
    /// too.
    pub fn mark_move(&mut self, mv: Move) {
        let mut mark = |square, kind| self.marks.push(Mark { square, kind });
        mark(mv.from, MarkKind::From);
        if let Some(mid) = mv.mid {
            mark(mid, MarkKind::Via);
        }
        if mv.to != mv.from {
            mark(mv.to, MarkKind::To);
        }
        if mv.mid.is_some() {
            self.arrows.push(mv.into());
        }
    }

    /// Marks the royals of the side to move if they are in check.
    pub fn mark_check(&mut self, rules: &Rules) {
        if !is_check(self.setup, rules) {
            return;
        }
        let is_royal = |piece: Piece| {
            piece.side == self.setup.side && self.variant.spec(piece.kind).role == Role::Royal
        };
        let royals = self.setup.pieces(self.variant).filter(|&(_, piece)| is_royal(piece));
        self.marks.extend(royals.map(|(square, _)| Mark { square, kind: MarkKind::Check }));
    }

    /// Width of the picture in its own units.
    #[must_use]
    pub fn width(&self) -> i32 {
        self.layout().size.0
    }

    fn layout(&self) -> Layout {
        Layout::new(self.variant, self.coordinates, self.flip)
    }
}

/// The picture: an `<svg>` that stands in a page, and with [`Symbols::Own`] in a file too.
///
/// Every square is a `<rect>` with `data-square="10d"`, every piece a `<use>` with the same.
#[must_use]
pub fn board(drawing: &Drawing) -> Markup {
    let layout = drawing.layout();
    let sheet = Sheet {
        id: drawing.id.to_owned(),
        class: "board",
        title: drawing.title.to_owned(),
        description: description(drawing.setup, drawing.variant),
        size: layout.size,
        content: content(drawing, &layout),
    };
    sheet.svg(drawing.scale)
}

fn content(drawing: &Drawing, layout: &Layout) -> Markup {
    let used = || {
        let mut used: Vec<Piece> = drawing
            .setup
            .pieces(drawing.variant)
            .map(|(_, piece)| Piece {
                side: if drawing.flip { piece.side.flip() } else { piece.side },
                ..piece
            })
            .collect();
        used.sort_unstable();
        used.dedup();
        used.into_iter()
    };
    html! {
        @if drawing.symbols == Symbols::Own {
            (symbols(used(), drawing.style, drawing.variant))
        }
        (squares(drawing, layout))
        g class="marks" { @for &one in &drawing.marks { (mark::shape(one, layout)) } }
        (grid(drawing.variant, layout))
        (labels(drawing, layout))
        g class="pieces" {
            @for (square, piece) in drawing.setup.pieces(drawing.variant) {
                (placed(drawing, layout, square, piece))
            }
        }
        g class="arrows" { @for &one in &drawing.arrows { (arrow::shape(one, layout)) } }
    }
}

fn placed(drawing: &Drawing, layout: &Layout, square: Square, piece: Piece) -> Markup {
    let (x, y) = layout.corner(square);
    let id = symbol_id(piece, drawing.flip, drawing.style, drawing.variant);
    html! { use href=(format!("#{id}")) x=(x) y=(y) data-square=(square) {} }
}

fn squares(drawing: &Drawing, layout: &Layout) -> Markup {
    html! {
        g class="squares" fill="#fdf6e3" {
            @for square in drawing.variant.squares() {
                @let (x, y) = layout.corner(square);
                rect class="square" data-square=(square) x=(x) y=(y) width=(CELL_WIDTH)
                    height=(CELL_HEIGHT) {}
            }
        }
    }
}

/// The lines of the board, and the dots at the corners of the promotion zones.
fn grid(variant: &Variant, layout: &Layout) -> Markup {
    let (width, height) = layout.board();
    let (left, top) = (layout.left, layout.top);
    let mut lines = String::new();
    for file in 1..i32::from(variant.files) {
        lines += &format!("M{} {top}v{height}", left + file * CELL_WIDTH);
    }
    for rank in 1..i32::from(variant.ranks) {
        lines += &format!("M{left} {}h{width}", top + rank * CELL_HEIGHT);
    }
    let zone = i32::from(variant.zone_ranks);
    let files = i32::from(variant.files);
    let dots = [zone, i32::from(variant.ranks) - zone]
        .into_iter()
        .flat_map(|rank| [files / 3, files - files / 3].map(|file| (file, rank)));
    html! {
        g class="grid" fill="none" stroke="#3b2f1a" pointer-events="none" {
            path d=(lines) stroke-width="0.8" {}
            rect x=(left) y=(top) width=(width) height=(height) stroke-width="2" {}
            @for (file, rank) in dots {
                circle cx=(left + file * CELL_WIDTH) cy=(top + rank * CELL_HEIGHT) r="2.6"
                    fill="#3b2f1a" stroke="none" {}
            }
        }
    }
}

/// Names of files and ranks, and the mark of the side to move beyond its edge of the board, at the
/// right.
fn labels(drawing: &Drawing, layout: &Layout) -> Markup {
    let variant = drawing.variant;
    let (width, height) = layout.board();
    let (left, right) = (layout.left / 2, layout.left + width + 11);
    let coordinates = drawing.coordinates;
    let letters = match coordinates {
        Coordinates::Western => Some(right),
        Coordinates::Both => Some(left),
        Coordinates::Japanese | Coordinates::None => None,
    };
    let numerals = matches!(coordinates, Coordinates::Japanese | Coordinates::Both);
    let files = (1..=variant.files).filter_map(|file| Square::new(file, 1));
    let ranks = (1..=variant.ranks).filter_map(|rank| Square::new(1, rank));
    let is_below = (drawing.setup.side == Side::Black) != drawing.flip;
    let (edge, is_black) = (layout.top, drawing.setup.side == Side::Black);
    html! {
        @if coordinates != Coordinates::None {
            g class="labels" fill="#3b2f1a" font-family=(LETTER_FONTS) font-size="12"
                text-anchor="middle" {
                @for square in files {
                    text x=(layout.corner(square).0 + CELL_WIDTH / 2) y=(layout.top - 7) {
                        (square.file())
                    }
                }
                @for square in ranks {
                    @let y = layout.corner(square).1 + CELL_HEIGHT / 2 + 5;
                    @if let Some(x) = letters {
                        text x=(x) y=(y) { (char::from(b'a' + (square.rank() - 1) % 26)) }
                    }
                    @if numerals {
                        (numeral(square.rank(), right, y))
                    }
                }
            }
            path class="turn" transform=(format!(
                    "translate({right} {})",
                    if is_below { edge + height + 9 } else { edge - 10 }
                ))
                d=(if is_below { "M0 -6L4.5 -3L5 5H-5L-4.5 -3z" } else { "M0 6L4.5 3L5 -5H-5L-4.5 3z" })
                fill=(if is_black { "#20160a" } else { "#fff" }) stroke="#20160a" stroke-width="1" {}
        }
    }
}

/// A rank in kanji: those of two are set one below the other, as in print.
fn numeral(rank: u8, x: i32, y: i32) -> Markup {
    let name = NUMERALS.get(usize::from(rank).wrapping_sub(1)).copied().unwrap_or_default();
    let letters: Vec<char> = name.chars().collect();
    let first = if letters.len() > 1 { y - 6 } else { y };
    html! {
        @for (index, letter) in (0..).zip(&letters) {
            text x=(x) y=(first + 12 * index) font-family=(KANJI_FONTS) lang="ja" { (letter) }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use resvg::usvg::roxmltree::Document;

    use super::*;
    use crate::notation::builtin::{BUILTIN, Builtin};
    use crate::notation::sfen;
    use crate::rules::variant::CHU;

    fn setup(text: &str) -> Setup {
        sfen::parse(text, &CHU).unwrap().setup
    }

    #[test]
    fn every_built_in_problem_is_sound_xml_in_which_each_piece_finds_its_symbol() {
        for (index, problem) in BUILTIN.iter().flat_map(Builtin::problems).enumerate() {
            let style = PieceStyle::ALL[index % PieceStyle::ALL.len()];
            let flip = index % 3 == 0;
            let drawing = Drawing { style, flip, ..Drawing::new(&problem.setup, &CHU) };
            let text = board(&drawing).into_string();
            let document = Document::parse(&text).unwrap();
            let all = || document.descendants();
            let ids: Vec<&str> = all().filter_map(|node| node.attribute("id")).collect();
            let unique: HashSet<&str> = ids.iter().copied().collect();
            assert_eq!(ids.len(), unique.len());
            let uses: Vec<&str> = all()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "use")))
                .filter_map(|node| node.attribute("href"))
                .collect();
            assert_eq!(uses.len(), problem.setup.pieces(&CHU).count(), "{}", problem.id);
            assert!(uses.iter().all(|name| unique.contains(&name[1..])), "{}", problem.id);
        }
    }

    #[test]
    fn a_board_in_a_page_brings_no_symbols() {
        let setup = setup("11k/5Q6/10G1/12/12/12/12/12/12/12/12/12 b - 1");
        let drawing = Drawing { symbols: Symbols::Shared, ..Drawing::new(&setup, &CHU) };
        let text = board(&drawing).into_string();
        assert!(!text.contains("<symbol") && text.contains("href=\"#p-two-kanji-b-q\""));
    }

    #[test]
    fn a_royal_in_check_is_marked_and_only_then() {
        let marks = |sfen: &str| {
            let setup = setup(sfen);
            let mut drawing = Drawing::new(&setup, &CHU);
            drawing.mark_check(&Rules::HISTORIC);
            drawing.marks.iter().map(|mark| mark.square.to_string()).collect::<Vec<String>>()
        };
        assert_eq!(marks("11k/12/12/12/12/11R/12/12/12/12/12/12 w - 1"), ["1a"]);
        assert_eq!(marks("11k/12/12/12/12/10R1/12/12/12/12/12/12 w - 1"), [""; 0]);
        // It is not White's turn.
        assert_eq!(marks("11k/12/12/12/12/11R/12/12/12/12/12/12 b - 1"), [""; 0]);
    }

    #[test]
    fn names_of_files_and_ranks_are_those_asked_for() {
        let setup = Setup::empty(Side::White);
        let labels = |coordinates| {
            let drawing = Drawing { coordinates, ..Drawing::new(&setup, &CHU) };
            let text = board(&drawing).into_string();
            let document = Document::parse(&text).unwrap();
            let texts = document
                .descendants()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
            texts
                .filter_map(|node| node.text().map(str::to_owned))
                .collect::<Vec<String>>()
                .concat()
        };
        assert_eq!(labels(Coordinates::Western), "123456789101112abcdefghijkl");
        assert_eq!(labels(Coordinates::Japanese), "123456789101112一二三四五六七八九十十一十二");
        assert_eq!(
            labels(Coordinates::Both),
            "123456789101112a一b二c三d四e五f六g七h八i九j十k十一l十二"
        );
        assert_eq!(labels(Coordinates::None), "");
    }
}
