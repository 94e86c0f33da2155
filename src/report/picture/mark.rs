//! Squares that are marked. Each kind has a form of its own, so that colour is not needed.

use maud::{Markup, html};

use super::layout::{CELL_HEIGHT, CELL_WIDTH, Layout};
use crate::rules::Square;

/// What a square is marked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The last move came from here.
    From,
    /// The last move took something here on its way.
    Via,
    /// The last move went here.
    To,
    /// A royal in check.
    Check,
}

impl MarkKind {
    /// The class of the mark's shape.
    const fn class(self) -> &'static str {
        match self {
            MarkKind::From => "mark from",
            MarkKind::Via => "mark via",
            MarkKind::To => "mark to",
            MarkKind::Check => "mark check",
        }
    }
}

/// A marked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Which.
    pub square: Square,
    /// For what.
    pub kind: MarkKind,
}

/// The shape of a mark.
pub(super) fn shape(mark: Mark, layout: &Layout) -> Markup {
    let (x, y) = layout.corner(mark.square);
    let class = mark.kind.class();
    let (fill, stroke, dashes) = match mark.kind {
        MarkKind::From => ("#cfe3d4", "#2f6b4f", Some("4 3")),
        MarkKind::Via => ("#f1d9a0", "#2f6b4f", Some("1.5 2.5")),
        MarkKind::To => ("#b4d8c0", "#2f6b4f", None),
        MarkKind::Check => {
            let (x, y) = layout.middle(mark.square);
            let middle = (super::layout::short(x), super::layout::short(y));
            return html! {
                ellipse class=(class) cx=(middle.0) cy=(middle.1) rx="19" ry="21" fill="#f3b3a6"
                    stroke="#a32116" stroke-width="1.5" {}
            };
        }
    };
    html! {
        rect class=(class) x=(x + 1) y=(y + 1) width=(CELL_WIDTH - 2) height=(CELL_HEIGHT - 2)
            fill=(fill) stroke=(stroke) stroke-width="1.5" stroke-dasharray=[dashes] {}
    }
}
