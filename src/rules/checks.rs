//! The attacker's checks, generated from the royal outward.
//!
//! With one royal that is not yet attacked (always so inside a search), the eight lines from the
//! royal are walked once; from them follows for each piece the set of squares from which it attacks the
//! royal, and only moves to these are generated, unless the piece uncovers a slider by leaving. Moves
//! are never made to see whether they check. Only double captures that may uncover several lines,
//! a side with several royals, and a royal that is already attacked (which only an arbitrary
//! diagram has) are tested on the board.

use std::ops::ControlFlow;

use super::square::{Square, SquareSet, opposite};
use super::tables::{Code, EMPTY, WALL, flag, relation};
use super::{Move, Position, RoyalCheck, Side};

/// The first two pieces on a line from the royal.
#[derive(Clone, Copy)]
struct Line {
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
    /// The squares on each line up to the first piece.
    rays: [SquareSet; 8],
}

/// Squares from which a piece attacks the royal.
struct CheckSquares {
    /// As it is.
    plain: SquareSet,
    /// Promoted; empty if it has no promotion.
    promoted: SquareSet,
}

impl CheckSquares {
    /// True if the move gives check from where it ends.
    #[inline]
    fn contain(&self, mv: Move) -> bool {
        if mv.promote { self.promoted.contains(mv.to) } else { self.plain.contains(mv.to) }
    }
}

impl<'a> RoyalView<'a> {
    fn new(position: &'a Position, royal: Square, by: Side) -> RoyalView<'a> {
        let cells = &position.cells;
        let reach = position.lines.reach(royal);
        let slides = &position.tables.attacks[by.index()].slide;
        let lines: [Line; 8] = std::array::from_fn(|dir| {
            let first_distance = reach[dir];
            let first = royal.ray(dir, first_distance);
            if cells[first.index()] == WALL {
                return Line { first, second_distance: 0, masked_slider: false };
            }
            let second_distance = first_distance + position.lines.reach_in(first, dir);
            let second = royal.ray(dir, second_distance);
            let masked_slider = slides[cells[second.index()] as usize] >> opposite(dir) & 1 != 0;
            Line { first, second_distance, masked_slider }
        });
        let rays = std::array::from_fn(|dir| royal.beam_to(dir, lines[dir].first));
        RoyalView { position, royal, by, lines, rays }
    }

    /// The squares from which the piece on `from` attacks the royal once it has left.
    fn check_squares(&self, code: Code, from: Square) -> CheckSquares {
        let first = self.is_first(from);
        let promoted = self.position.tables.promoted[code as usize];
        CheckSquares {
            plain: self.attacking_squares(code, first),
            promoted: if promoted == 0 {
                SquareSet::EMPTY
            } else {
                self.attacking_squares(promoted, first)
            },
        }
    }

    /// The squares from which a piece of this code attacks the royal; it comes from the first piece's
    /// place on the line `left`, if given.
    #[inline]
    fn attacking_squares(&self, code: Code, left: Option<usize>) -> SquareSet {
        let tables = self.position.tables;
        let mut squares = tables.near_squares(code, self.royal);
        let slides = tables.attacks[self.by.index()].slide[code as usize];
        let mut dirs = slides;
        while dirs != 0 {
            let dir = dirs.trailing_zeros() as usize & 7;
            dirs &= dirs - 1;
            squares |= self.rays[opposite(dir)];
        }
        if let Some(dir) = left
            && slides >> opposite(dir) & 1 != 0
        {
            let end = self.royal.ray(dir, self.lines[dir].second_distance);
            squares |= self.royal.beam_to(dir, end);
        }
        squares
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

    /// True if the move, which takes nothing on the way, uncovers the slider that its piece masks.
    #[inline]
    fn uncovers(&self, masked: Option<usize>, mv: Move) -> bool {
        masked.is_some_and(|dir| {
            // Uncovered unless the piece stays on the line in front of the slider.
            let seen = relation(self.royal, mv.to);
            usize::from(seen.dir) != dir || seen.distance > self.lines[dir].second_distance
        })
    }

    /// True if the move with a capture on the way to `mid` gives check.
    fn double_checks(&self, code: Code, from_there: bool, mv: Move, mid: Square) -> bool {
        if from_there && self.position.tables.movement[code as usize].lion_power {
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
        self.occupied[self.side.index()].iter().for_each(|from| {
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
                return;
            }
            let squares = view.check_squares(code, from);
            let mut push = |mv: Move| {
                let checks = match mv.mid {
                    None => squares.contain(mv) || view.uncovers(masked, mv),
                    Some(_) if mv.to == mv.from && self.is_pass(mv) => false,
                    Some(mid) => view.double_checks(code, squares.contain(mv), mv, mid),
                };
                if checks {
                    moves.push(mv);
                }
                ControlFlow::Continue(())
            };
            let movement = &self.tables.movement[code as usize];
            if masked.is_some() || movement.lion_power {
                let _ = self.moves_from(from, &mut push);
                return;
            }
            let mut wanted = squares.plain;
            wanted |= squares.promoted;
            let mut dirs = movement.slide | movement.step | movement.jump | movement.line_power;
            while dirs != 0 {
                let dir = dirs.trailing_zeros() as usize & 7;
                dirs &= dirs - 1;
                let bit = 1u8 << dir;
                if movement.slide & bit != 0 {
                    if wanted.meets(from.beam(dir)) {
                        for distance in 1..=self.lines.reach_in(from, dir) {
                            let to = from.ray(dir, distance);
                            if wanted.contains(to) {
                                let _ = self.emit_if_target(code, from, to, &mut push);
                            }
                        }
                    }
                } else if movement.step & bit != 0 {
                    if wanted.contains(from.step(dir)) {
                        let _ = self.emit_if_target(code, from, from.step(dir), &mut push);
                    }
                } else if movement.line_power & bit != 0 {
                    let _ = self.line_power_moves(code, from, dir, &mut push);
                }
                if movement.jump & bit != 0 && wanted.contains(from.ray(dir, 2)) {
                    let _ = self.emit_if_target(code, from, from.ray(dir, 2), &mut push);
                }
            }
        });
    }

    pub(super) fn is_pass(&self, mv: Move) -> bool {
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
