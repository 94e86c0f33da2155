//! Arrows for moves: straight, bent at the square of a lion's first step, or there and back.

use maud::{Markup, html};

use super::layout::{Layout, short};
use crate::rules::{Move, Square};

/// A move to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// The square of the first of two steps.
    pub via: Option<Square>,
    /// Where it ends.
    pub to: Square,
}

impl From<Move> for Arrow {
    fn from(mv: Move) -> Arrow {
        Arrow { from: mv.from, via: mv.mid, to: mv.to }
    }
}

type Point = (f64, f64);

/// The head's length.
const HEAD: f64 = 11.0;
/// What is left free of the first square's middle and of the last one's.
const GAP: f64 = 8.0;

/// The arrow's shaft and head; at the square between two steps stands a ring.
pub(super) fn shape(arrow: Arrow, layout: &Layout) -> Markup {
    let from = layout.middle(arrow.from);
    let to = layout.middle(arrow.to);
    let via = arrow.via.map(|square| layout.middle(square));
    let (shaft, tip, before) = match via {
        None => straight(&[from, to]),
        Some(via) if arrow.to == arrow.from => loop_back(from, via),
        Some(via) => straight(&[from, via, to]),
    };
    html! {
        g class="arrow" fill="none" stroke="#1d4f91" stroke-width="4" stroke-opacity="0.8"
            stroke-linecap="round" stroke-linejoin="round" {
            path d=(shaft) {}
            @if let Some((x, y)) = via {
                circle cx=(short(x)) cy=(short(y)) r="6" stroke-width="3" {}
            }
            path d=(head(tip, before)) fill="#1d4f91" fill-opacity="0.8" stroke="none" {}
        }
    }
}

/// A point on the way from one to another, at a distance from the first.
fn toward(from: Point, to: Point, distance: f64) -> Point {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y).max(f64::MIN_POSITIVE);
    (from.0 + x / length * distance, from.1 + y / length * distance)
}

fn at((x, y): Point) -> String {
    format!("{} {}", short(x), short(y))
}

/// Straight steps; also the head's tip and a point behind it.
fn straight(points: &[Point]) -> (String, Point, Point) {
    let last = points.len() - 1;
    let tip = toward(points[last], points[last - 1], GAP / 2.0);
    let mut path = format!("M{}", at(toward(points[0], points[1], GAP)));
    for &point in &points[1..last] {
        path += &format!("L{}", at(point));
    }
    path += &format!("L{}", at(toward(tip, points[last - 1], HEAD)));
    (path, tip, points[last - 1])
}

/// Out to a square and back by another way.
fn loop_back(from: Point, via: Point) -> (String, Point, Point) {
    let (x, y) = (via.0 - from.0, via.1 - from.1);
    let length = x.hypot(y).max(f64::MIN_POSITIVE);
    let side = (-y / length * 14.0, x / length * 14.0);
    let half = (f64::midpoint(from.0, via.0), f64::midpoint(from.1, via.1));
    let out = (half.0 + side.0, half.1 + side.1);
    let back = (half.0 - side.0, half.1 - side.1);
    let tip = toward(from, back, GAP / 2.0);
    let path = format!(
        "M{}Q{} {}Q{} {}",
        at(toward(from, out, GAP)),
        at(out),
        at(via),
        at(back),
        at(toward(tip, back, HEAD))
    );
    (path, tip, back)
}

/// A head with its tip at a point, coming from another.
fn head(tip: Point, before: Point) -> String {
    let foot = toward(tip, before, HEAD);
    let (x, y) = ((tip.1 - foot.1) * 0.6, (foot.0 - tip.0) * 0.6);
    let (left, right) = ((foot.0 + x, foot.1 + y), (foot.0 - x, foot.1 - y));
    format!("M{}L{}L{}z", at(tip), at(left), at(right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::Coordinates;
    use crate::rules::variant::CHU;

    #[test]
    fn arrows_look_like_this() {
        let layout = Layout::new(&CHU, Coordinates::None, false);
        let square = |text: &str| text.parse::<Square>().unwrap();
        for (name, from, via, to) in [
            ("straight", "7g", None, "7d"),
            ("bent", "7g", Some("6f"), "6e"),
            ("there_and_back", "7g", Some("6g"), "7g"),
        ] {
            let arrow = Arrow { from: square(from), via: via.map(square), to: square(to) };
            insta::assert_snapshot!(name, shape(arrow, &layout).into_string());
        }
    }
}
