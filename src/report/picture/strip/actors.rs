//! The pieces of a line, each under one name and colour through the whole of it.

use std::collections::HashMap;

use maud::{Markup, html};

use super::Strip;
use crate::report::picture::description::full_name;
use crate::rules::{Kind, Position, Side, Square};

/// Colours of the attacker's pieces that move most; the others share the last one.
const COLORS: [&str; 7] =
    ["#f4c27a", "#9fd3c7", "#c6b3e6", "#f3a8a0", "#b9d48b", "#9cc3ec", "#e6dcc8"];
pub(super) const DEFENDER: &str = "#e3e3e3";

/// One ply.
pub(super) struct Ply {
    /// The square where the piece stood in the diagram: its name through the line.
    pub origin: Square,
    pub kind: Kind,
    pub side: Side,
    pub text: String,
}

/// A piece with its part in the line.
pub(super) struct Actor {
    pub origin: Square,
    pub kind: Kind,
    pub side: Side,
    pub moves: usize,
    pub color: &'static str,
}

/// The line with the names of its pieces.
pub(super) fn plies(strip: &Strip) -> Option<Vec<Ply>> {
    let mut position = Position::new(strip.setup, strip.rules).ok()?;
    let texts = strip.notation.write_line(strip.line, &position);
    let mut origins: HashMap<Square, Square> = HashMap::new();
    let mut plies = Vec::with_capacity(strip.line.len());
    for (&mv, text) in strip.line.iter().zip(texts) {
        let piece = position.get(mv.from)?;
        let origin = origins.remove(&mv.from).unwrap_or(mv.from);
        // Whatever stood on the squares of capture is gone.
        for square in mv.mid.into_iter().chain([mv.to]) {
            origins.remove(&square);
        }
        origins.insert(mv.to, origin);
        plies.push(Ply { origin, kind: piece.kind, side: piece.side, text });
        position.make(mv);
    }
    Some(plies)
}

/// The pieces, those of the side that begins first, and the ones that move most first.
pub(super) fn actors(plies: &[Ply]) -> Vec<Actor> {
    let attacker = plies.first().map_or(Side::Black, |ply| ply.side);
    let mut actors: Vec<Actor> = Vec::new();
    for ply in plies {
        match actors.iter_mut().find(|actor| actor.origin == ply.origin) {
            Some(actor) => actor.moves += 1,
            None => actors.push(Actor {
                origin: ply.origin,
                kind: ply.kind,
                side: ply.side,
                moves: 1,
                color: DEFENDER,
            }),
        }
    }
    actors.sort_by_key(|actor| (actor.side != attacker, std::cmp::Reverse(actor.moves)));
    for (index, actor) in actors.iter_mut().filter(|actor| actor.side == attacker).enumerate() {
        actor.color = COLORS[index.min(COLORS.len() - 1)];
    }
    actors
}

/// Pieces that are named below the rows.
const NAMED: usize = 12;
/// Height of their lines.
const LINE: i32 = 16;

/// Height of the legend.
pub(super) fn legend_height(actors: &[Actor]) -> i32 {
    LINE * actors.len().min(NAMED).div_ceil(2) as i32
}

/// The colours, with the pieces that they stand for, in two columns.
pub(super) fn legend(actors: &[Actor], strip: &Strip, top: i32, middle: i32) -> Markup {
    let variant = strip.rules.variant;
    let told = |actor: &Actor| {
        let spec = variant.spec(actor.kind);
        let moves = if actor.moves == 1 { "move" } else { "moves" };
        let name = full_name(actor.kind, variant);
        format!("{} {name} of {}, {} {moves}", spec.short_kanji, actor.origin, actor.moves)
    };
    html! {
        @for (index, actor) in (0..).zip(actors.iter().take(NAMED)) {
            @let (x, y) = (4 + index % 2 * middle, top + LINE * (index / 2));
            rect x=(x) y=(y) width="12" height="12" fill=(actor.color) stroke="#7a6a4a"
                stroke-width="0.5" {}
            text x=(x + 18) y=(y + 10) { (told(actor)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::MoveNotation;
    use crate::rules::{Move, Rules};

    #[test]
    fn a_piece_keeps_its_name_when_another_comes_to_its_square() {
        // The lion takes the pawn on its way and comes back to nothing: 8g, 7f, 6e; then 8g is
        // entered by the rook.
        let sfen = "12/12/12/12/12/5p6/4N7/4R7/12/12/11k/12 b - 1";
        let setup = crate::notation::sfen::parse(sfen, Rules::HISTORIC.variant).unwrap().setup;
        let square = |text: &str| text.parse::<Square>().unwrap();
        let line = [
            Move::double(square("8g"), square("7f"), square("6e")),
            Move::simple(square("1k"), square("1j"), false),
            Move::simple(square("8h"), square("8g"), false),
        ];
        let picture = Strip {
            id: "s",
            title: "t",
            setup: &setup,
            rules: Rules::HISTORIC,
            line: &line,
            notation: MoveNotation::Usi,
            kanji: false,
        };
        let origins: Vec<String> =
            plies(&picture).unwrap().iter().map(|ply| ply.origin.to_string()).collect();
        assert_eq!(origins, ["8g", "1k", "8h"]);
    }

    #[test]
    fn of_no_line_nothing_is_drawn() {
        let setup = crate::notation::sfen::parse(
            "11k/12/12/12/12/12/12/12/12/12/12/12",
            Rules::HISTORIC.variant,
        );
        let picture = Strip {
            id: "s",
            title: "t",
            setup: &setup.unwrap().setup,
            rules: Rules::HISTORIC,
            line: &[],
            notation: MoveNotation::Usi,
            kanji: false,
        };
        assert!(super::super::strip(&picture).is_none());
    }
}
