//! The attacker's checks, generated from the royal outward.
//!
//! With one royal that is not yet attacked (always so inside a search), the eight lines from the
//! royal are walked once; then each move of each piece near enough is tested in constant time:
//! does the piece attack the royal from where it lands, or does the move uncover a slider? Moves
//! are never made to see whether they check. Only double captures that may uncover several lines,
//! a side with several royals, and a royal that is already attacked (which only an arbitrary
//! diagram has) are tested on the board.

use std::ops::ControlFlow;

use super::square::{Square, opposite};
use super::tables::{Code, EMPTY, Relation, WALL, flag, relation};
use super::{Move, Position, RoyalCheck, Side};

/// The first two pieces on a line from the royal.
#[derive(Clone, Copy)]
struct Line {
    /// Distance of the first piece or wall.
    first_distance: u8,
    /// The first piece's cell (a wall cell if there is none).
    first: Square,
    /// Distance of the second piece or wall; 0 if the first is a wall.
    second_distance: u8,
    /// True if the second piece is a slider of the attacker that faces the royal.
    masked_slider: bool,
}

/// The lines around one royal, for one attacking side.
struct RoyalView<'a> {
    position: &'a Position,
    royal: Square,
    by: Side,
    lines: [Line; 8],
}

impl<'a> RoyalView<'a> {
    fn new(position: &'a Position, royal: Square, by: Side) -> RoyalView<'a> {
        let cells = &position.cells;
        let reach = position.lines.reach(royal);
        let slides = &position.tables.attacks[by.index()].slide;
        let lines = std::array::from_fn(|dir| {
            let first_distance = reach[dir];
            let first = royal.ray(dir, first_distance);
            if cells[first.index()] == WALL {
                return Line { first_distance, first, second_distance: 0, masked_slider: false };
            }
            let second_distance = first_distance + position.lines.reach_in(first, dir);
            let second = royal.ray(dir, second_distance);
            let masked_slider = slides[cells[second.index()] as usize] >> opposite(dir) & 1 != 0;
            Line { first_distance, first, second_distance, masked_slider }
        });
        RoyalView { position, royal, by, lines }
    }

    /// True if the square holds the first piece on a line from the royal.
    fn is_first(&self, square: Square) -> Option<usize> {
        let seen = relation(self.royal, square);
        (seen.dir < 8 && self.lines[seen.dir as usize].first == square).then_some(seen.dir as usize)
    }

    /// True if the piece on `from` stands between the royal and a slider of the attacker.
    fn masks(&self, from: Square) -> Option<usize> {
        self.is_first(from).filter(|&dir| self.lines[dir].masked_slider)
    }

    /// True if a piece with this code attacks the royal from `to`, having left `from`.
    #[inline]
    fn attacks_from(&self, code: Code, from: Square, to: Square) -> bool {
        let attacks = &self.position.tables.attacks[self.by.index()];
        let seen = relation(self.royal, to);
        if seen.dir >= 8 {
            return seen.dir == Relation::KNIGHT && attacks.knight[code as usize] != 0;
        }
        let facing = 1u8 << opposite(seen.dir as usize);
        if seen.distance == 1 {
            return attacks.contact[code as usize] & facing != 0;
        }
        if seen.distance == 2 && attacks.jump[code as usize] & facing != 0 {
            return true;
        }
        if attacks.slide[code as usize] & facing == 0 {
            return false;
        }
        let line = &self.lines[seen.dir as usize];
        line.first_distance >= seen.distance
            || (line.first == from && line.second_distance >= seen.distance)
    }

    /// True if the move, which takes nothing on the way, gives check.
    #[inline]
    fn simple_checks(&self, code: Code, masked: Option<usize>, mv: Move) -> bool {
        let after = if mv.promote { self.position.tables.promoted[code as usize] } else { code };
        if self.attacks_from(after, mv.from, mv.to) {
            return true;
        }
        masked.is_some_and(|dir| {
            // Uncovered unless the piece stays on the line in front of the slider.
            let seen = relation(self.royal, mv.to);
            usize::from(seen.dir) != dir || seen.distance > self.lines[dir].second_distance
        })
    }

    /// True if the move with a capture on the way to `mid` gives check.
    fn double_checks(&self, code: Code, mv: Move, mid: Square) -> bool {
        if self.attacks_from(code, mv.from, mv.to)
            && self.position.tables.movement[code as usize].lion_power
        {
            return true;
        }
        // Otherwise only cleared lines can matter, or a falcon's or eagle's slide over them.
        let slides = self.position.tables.movement[code as usize].slide != 0;
        if !slides && self.is_first(mv.from).is_none() && self.is_first(mid).is_none() {
            return false;
        }
        let mut after = self.position.clone();
        after.make(mv);
        after.is_attacked(self.royal, self.by)
    }
}

impl Position {
    /// The attacker's moves: legal moves of the side to move that leave the other side with a royal
    /// and in check, and do not leave the mover's own last royal to be taken.
    #[must_use]
    pub fn checks(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.clone().push_checks(&mut moves);
        moves
    }

    /// Appends the attacker's moves (see [`Position::checks`]) to a list.
    pub fn push_checks(&mut self, moves: &mut Vec<Move>) {
        let start = moves.len();
        let royals = self.royals[self.side.flip().index()];
        let mut squares = royals.iter();
        match (squares.next(), squares.next()) {
            (None, _) => return,
            (Some(royal), None) if !self.is_attacked(royal, self.side) => {
                self.push_checks_to(royal, moves);
            }
            (Some(_), None) => {
                self.push_legal_moves(moves);
                self.retain_checks(moves, start);
            }
            (Some(first), Some(second)) => {
                self.push_several_royals_candidates(first.distance(second) == 1, moves);
                self.retain_checks(moves, start);
            }
        }
        self.retain_safe(moves, start);
    }

    /// Checks to a single royal that is not attacked yet.
    fn push_checks_to(&self, royal: Square, moves: &mut Vec<Move>) {
        let view = RoyalView::new(self, royal, self.side);
        let uncovers_by_capture = view.lines.iter().any(|line| line.masked_slider);
        for from in &self.occupied[self.side.index()] {
            let code = self.cells[from.index()];
            let masked = view.masks(from);
            let power = self.tables.flags[code as usize] & flag::POWER != 0;
            // A piece out of range only checks by uncovering a line: by leaving it, by a capture
            // on the way, or by both at once.
            let may_clear = power && (uncovers_by_capture || relation(royal, from).dir < 8);
            if masked.is_none()
                && !may_clear
                && from.distance(royal) > self.tables.check_range[code as usize]
            {
                continue;
            }
            let _ = self.moves_from(from, &mut |mv| {
                let checks = match mv.mid {
                    None => view.simple_checks(code, masked, mv),
                    Some(_) if mv.to == mv.from && self.is_pass(mv) => false,
                    Some(mid) => view.double_checks(code, mv, mid),
                };
                if checks {
                    moves.push(mv);
                }
                ControlFlow::Continue(())
            });
        }
    }

    fn is_pass(&self, mv: Move) -> bool {
        mv.mid.is_some_and(|mid| self.cells[mid.index()] == EMPTY)
    }

    /// Moves that can be check to a side with several royals; all moves where the rules count
    /// attacks on single royals, else only captures of royals and moves of pieces that may end up
    /// with lion power next to two royals.
    fn push_several_royals_candidates(&self, adjacent: bool, moves: &mut Vec<Move>) {
        let defender = self.side.flip();
        let royals = self.royals[defender.index()];
        let everything = self.rules.royal_check != RoyalCheck::Last
            || royals.len() > 2
            || self.can_take_all_royals(self.side);
        let takes_royal = |square: Square| royals.contains(square);
        for from in &self.occupied[self.side.index()] {
            let code = self.cells[from.index()];
            let _ = self.moves_from(from, &mut |mv| {
                let after = if mv.promote { self.tables.promoted[code as usize] } else { code };
                let threat = adjacent && self.tables.flags[after as usize] & flag::POWER != 0;
                if everything || threat || takes_royal(mv.to) || mv.mid.is_some_and(takes_royal) {
                    moves.push(mv);
                }
                ControlFlow::Continue(())
            });
        }
    }

    /// Keeps the moves from `start` on that leave the other side in check.
    fn retain_checks(&mut self, moves: &mut Vec<Move>, start: usize) {
        let defender = self.side.flip();
        self.retain_after(moves, start, |after| after.is_check_to(defender));
    }

    /// Keeps the moves from `start` on that do not leave the mover's own royals to be taken.
    fn retain_safe(&mut self, moves: &mut Vec<Move>, start: usize) {
        let attacker = self.side;
        // Without a royal nothing can be taken, unless the move itself makes one.
        let makes_royal = |mv: &Move| {
            let code = self.cells[mv.from.index()];
            mv.promote && self.tables.flags[code as usize] & flag::BECOMES_ROYAL != 0
        };
        if !self.royals[attacker.index()].is_empty() || moves[start..].iter().any(makes_royal) {
            self.retain_after(moves, start, |after| !after.can_take_all_royals(attacker.flip()));
        }
    }

    /// Keeps the moves from `start` on after which the position satisfies the test.
    pub(super) fn retain_after(
        &mut self,
        moves: &mut Vec<Move>,
        start: usize,
        keep: impl Fn(&Position) -> bool,
    ) {
        let mut kept = start;
        for index in start..moves.len() {
            let mv = moves[index];
            let undo = self.make(mv);
            if keep(self) {
                moves[kept] = mv;
                kept += 1;
            }
            self.unmake(&undo);
        }
        moves.truncate(kept);
    }
}
