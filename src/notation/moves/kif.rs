//! Moves as in the KIF files of lishogi: `6六飛鷲 （←7五）`, two lines for a move of two steps.

use super::japanese::narrow;
use super::pattern::{Shape, shape_of};
use crate::rules::{Move, Position, Square};

/// The lines of a legal move, without number and mark of the side.
///
/// 仝 is never written: on the first of two lines it would lose the middle square.
pub(super) fn write(mv: Move, position: &Position) -> Vec<String> {
    let variant = position.rules().variant;
    let Some(piece) = position.get(mv.from) else { return Vec::new() };
    let name = variant.spec(piece.kind).kanji;
    let step = |to: Square, end: &str, from: Square| {
        format!("{}{name}{end} （←{}）", narrow(to), narrow(from))
    };
    let (mid, to, end) = match shape_of(mv, position) {
        Shape::Simple(to) => return vec![step(to, if mv.promote { "成" } else { "" }, mv.from)],
        Shape::Double(mid, to) => (mid, to, ""),
        Shape::Igui(mid) => (mid, mv.from, "（居食い）"),
        Shape::Pass => (mv.mid.unwrap_or(mv.from), mv.from, "(じっと)"),
    };
    vec![format!("一歩目 {}", step(mid, "", mv.from)), format!("二歩目 {}", step(to, end, mid))]
}
