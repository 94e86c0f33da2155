//! The picture of a piece's moves, made from the rules' table.

use maud::{Markup, html};

use super::layout::short;
use crate::rules::{Dir, Movement};

/// How a square is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// By a step; the square is adjacent.
    Step,
    /// By a step that may take and go on, or come back; the square is adjacent.
    Power,
    /// By a jump over anything; the square is the second one.
    Jump,
    /// Over empty squares, this adjacent one and all behind it.
    Slide,
}

/// A square that a piece reaches, or the first of many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reach {
    /// Squares to the right, as the owner sees the board.
    pub right: i8,
    /// Squares backward, as the owner sees the board.
    pub back: i8,
    /// How.
    pub way: Way,
}

/// Right and back for each direction.
const DIRECTIONS: [(i8, i8); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// All that a piece can do on an empty board.
#[must_use]
pub fn reaches(movement: Movement) -> Vec<Reach> {
    let mut all = Vec::new();
    let mut add = |(right, back): (i8, i8), way| all.push(Reach { right, back, way });
    for (dir, &(right, back)) in DIRECTIONS.iter().enumerate() {
        let dir: Dir = dir;
        let has = |dirs: u8| dirs >> dir & 1 != 0;
        if has(movement.slide) {
            add((right, back), Way::Slide);
        }
        if movement.lion_power || has(movement.line_power) {
            add((right, back), Way::Power);
        } else if has(movement.step) {
            add((right, back), Way::Step);
        }
        if has(movement.jump) || has(movement.line_power) {
            add((2 * right, 2 * back), Way::Jump);
        }
    }
    if movement.lion_power {
        for (right, back) in
            (-2_i8..=2).flat_map(|right| (-2_i8..=2).map(move |back| (right, back)))
        {
            if i8::max(right.abs(), back.abs()) == 2 {
                add((right, back), Way::Jump);
            }
        }
    }
    all
}

/// Units between neighbours in the picture: where nothing reaches beyond them there is more room.
const UNIT: f64 = 5.2;
const WIDE: f64 = 6.4;
/// Where lines end, from the middle.
const END: f64 = 11.7;

/// The picture, around a middle.
pub(super) fn picture(movement: Movement, royal: bool, middle: (f64, f64)) -> Markup {
    let reaches = reaches(movement);
    let has_jump = reaches.iter().any(|reach| reach.way == Way::Jump);
    let unit = if has_jump { UNIT } else { WIDE };
    let place = |reach: &Reach, factor: f64| {
        (middle.0 + f64::from(reach.right) * factor, middle.1 + f64::from(reach.back) * factor)
    };
    let mark = |reach: &Reach| {
        let (x, y) = place(reach, unit);
        let (x, y) = (short(x), short(y));
        match reach.way {
            Way::Step => html! { circle cx=(x) cy=(y) r="2" {} },
            Way::Power => {
                html! { path d=(format!("M{x} {y}m0 -2.7l2.7 2.7l-2.7 2.7l-2.7 -2.7z")) {} }
            }
            Way::Jump => html! {
                circle cx=(x) cy=(y) r="1.5" fill="none" stroke="currentColor" stroke-width="1" {}
            },
            Way::Slide => {
                let ((x1, y1), (x2, y2)) = (place(reach, 3.2), place(reach, END));
                html! {
                    line x1=(short(x1)) y1=(short(y1)) x2=(short(x2)) y2=(short(y2))
                        stroke="currentColor" stroke-width="1.7" stroke-linecap="round" {}
                }
            }
        }
    };
    let (x, y) = (short(middle.0), short(middle.1));
    html! {
        @for reach in &reaches { (mark(reach)) }
        @if royal {
            path d=(format!("M{x} {y}m-2.6 2.2v-4.4l1.3 1.5l1.3 -2.2l1.3 2.2l1.3 -1.5v4.4z")) {}
        } @else {
            circle cx=(x) cy=(y) r="1.3" fill="none" stroke="currentColor" stroke-width="0.8" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::reference::legal_moves;
    use crate::rules::variant::CHU;
    use crate::rules::{Piece, Rules, Setup, Side, Square};

    const MIDDLE: &str = "7g";

    /// The square that lies so from the middle as a side sees it, if it is on the board.
    fn square(right: i8, back: i8, side: Side) -> Option<Square> {
        let middle: Square = MIDDLE.parse().unwrap();
        let sign = if side == Side::Black { 1 } else { -1 };
        let file = middle.file().checked_add_signed(-right * sign)?;
        let rank = middle.rank().checked_add_signed(back * sign)?;
        Square::new(file, rank)
    }

    /// Where the picture says that the piece can go.
    fn pictured(movement: Movement, side: Side) -> BTreeSet<Square> {
        let mut all = BTreeSet::new();
        for reach in reaches(movement) {
            let steps = if reach.way == Way::Slide { 1..=11 } else { 1..=1 };
            all.extend(
                steps.filter_map(|times| square(reach.right * times, reach.back * times, side)),
            );
        }
        all
    }

    #[test]
    fn the_picture_shows_the_moves_that_the_reference_rules_give_on_an_empty_board() {
        for kind in CHU.kinds() {
            for side in Side::ALL {
                let mut setup = Setup::empty(side);
                setup.set(MIDDLE.parse().unwrap(), Some(Piece::new(kind, side)));
                let moves = legal_moves(&setup, &Rules::HISTORIC);
                let reached: BTreeSet<Square> =
                    moves.iter().filter(|mv| mv.to != mv.from).map(|mv| mv.to).collect();
                let spec = CHU.spec(kind);
                assert_eq!(pictured(spec.movement, side), reached, "{} of {side}", spec.name);
                let has_power = reaches(spec.movement).iter().any(|reach| reach.way == Way::Power);
                assert_eq!(has_power, moves.iter().any(|mv| mv.to == mv.from), "{}", spec.name);
            }
        }
    }

    #[test]
    fn the_picture_shows_power_where_a_neighbour_can_be_taken_without_moving() {
        let pawn = CHU.find('p', false).unwrap();
        for kind in CHU.kinds() {
            for side in Side::ALL {
                let mut setup = Setup::empty(side);
                setup.set(MIDDLE.parse().unwrap(), Some(Piece::new(kind, side)));
                for (right, back) in DIRECTIONS {
                    let neighbour = square(right, back, side).unwrap();
                    setup.set(neighbour, Some(Piece::new(pawn, side.flip())));
                }
                let igui: BTreeSet<Square> = legal_moves(&setup, &Rules::HISTORIC)
                    .iter()
                    .filter(|mv| mv.to == mv.from)
                    .filter_map(|mv| mv.mid)
                    .collect();
                let power: BTreeSet<Square> = reaches(CHU.spec(kind).movement)
                    .iter()
                    .filter(|reach| reach.way == Way::Power)
                    .filter_map(|reach| square(reach.right, reach.back, side))
                    .collect();
                assert_eq!(power, igui, "{} of {side}", CHU.spec(kind).name);
            }
        }
    }
}
