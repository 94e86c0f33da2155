//! Attack tests, from the attacked square outward.

use super::square::{Square, opposite};
use super::tables::flag;
use super::{Position, RoyalCheck, Side};

impl Position {
    /// True if a piece of `by` could move to the square, lion rules and pins aside.
    #[must_use]
    pub fn is_attacked(&self, target: Square, by: Side) -> bool {
        let attacks = &self.tables.attacks[by.index()];
        let reach = self.lines.reach(target);
        let mut found = 0;
        for (dir, &first) in reach.iter().enumerate() {
            let code = |distance| self.cells[target.ray(dir, distance).index()] as usize;
            let attacked =
                attacks.contact[code(1)] | attacks.jump[code(2)] | attacks.slide[code(first)];
            found |= attacked & 1 << opposite(dir);
        }
        if found != 0 {
            return true;
        }
        self.lions[by.index()] > 0
            && Square::KNIGHT_STEPS
                .iter()
                .any(|&step| attacks.knight[self.cells[target.shift(step).index()] as usize] != 0)
    }

    /// True if `by`, with one move, could take every royal the other side has (and it has one).
    ///
    /// One royal: it is attacked. Two: a lion-power double capture. Three: impossible.
    #[must_use]
    pub fn can_take_all_royals(&self, by: Side) -> bool {
        let royals = self.royals[by.flip().index()];
        let mut squares = royals.iter();
        let Some(first) = squares.next() else { return false };
        match (squares.next(), squares.next()) {
            (None, _) => self.is_attacked(first, by),
            (Some(second), None) => {
                self.can_take_both(first, second, by) || self.can_take_both(second, first, by)
            }
            _ => false,
        }
    }

    /// True if a piece with lion power takes on `mid` and then on `to`.
    fn can_take_both(&self, mid: Square, to: Square, by: Side) -> bool {
        if mid.distance(to) != 1 {
            return false;
        }
        (0..8).any(|dir| {
            let code = self.cells[mid.step(dir).index()];
            if code < 2 || usize::from(code & 1) != by.index() {
                return false;
            }
            let movement = &self.tables.movement[code as usize];
            let onward = opposite(dir);
            movement.lion_power
                || (movement.line_power >> onward & 1 != 0 && mid.step(onward) == to)
        })
    }

    /// True if `side` is in check as the rules define it for several royals.
    #[must_use]
    pub fn is_check_to(&self, side: Side) -> bool {
        let by = side.flip();
        let royals = self.royals[side.index()];
        match self.rules.royal_check {
            RoyalCheck::Last => self.can_take_all_royals(by),
            RoyalCheck::All => {
                !royals.is_empty() && royals.iter().all(|square| self.is_attacked(square, by))
            }
            RoyalCheck::Any => royals.iter().any(|square| self.is_attacked(square, by)),
        }
    }

    /// True if the piece on the square is a lion (or a promoted kirin).
    pub(super) fn is_lion(&self, square: Square) -> bool {
        self.tables.flags[self.cells[square.index()] as usize] & flag::LION != 0
    }
}
