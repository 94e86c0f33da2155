//! The defender's evasions, generated from the attacked royal outward.
//!
//! With one royal in check: royal steps to squares that are not attacked; captures of the checker
//! and interpositions, found by looking from those squares for defenders that reach them; moves of
//! pieces with lion power that take a checker on the way; and promotions of a drunk elephant, which
//! make a second royal. Pins are settled by one attack test a candidate. Several royals, and
//! diagrams in which a royal of either side may be taken out of turn, are tested move by move.

use std::ops::ControlFlow;

use super::siege::Siege;
use super::square::{Square, SquareSet, opposite};
use super::tables::{EMPTY, Relation, area, flag, relation};
use super::{Move, Position};

impl Position {
    /// The defender's moves: legal moves of the side to move after which the other side cannot take
    /// all its royals with one move, or has lost its own last royal.
    #[must_use]
    pub fn evasions(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.clone().push_evasions(&mut moves);
        moves
    }

    /// Appends the defender's moves (see [`Position::evasions`]) to a list.
    pub fn push_evasions(&mut self, moves: &mut Vec<Move>) {
        if let Some((royal, siege)) = self.lone_royal_in_check() {
            self.push_royal_steps(royal, &siege, moves);
            self.push_other_evasions(royal, &siege, moves);
        } else {
            self.push_evasions_by_trial(moves);
        }
    }

    /// The usual case: one royal, in check, and the attacker's royals cannot be taken.
    fn lone_royal_in_check(&self) -> Option<(Square, Siege)> {
        let mut royals = self.royals[self.side.index()].iter();
        let (Some(royal), None) = (royals.next(), royals.next()) else { return None };
        let movement = &self.tables.movement[self.cells[royal.index()] as usize];
        if movement.slide | movement.jump | movement.line_power != 0 || movement.lion_power {
            return None;
        }
        let siege = self.siege(royal, self.side.flip());
        (siege.checkers > 0 && !self.can_take_all_royals(self.side)).then_some((royal, siege))
    }

    fn push_evasions_by_trial(&mut self, moves: &mut Vec<Move>) {
        let attacker = self.side.flip();
        let start = moves.len();
        self.push_legal_moves(moves);
        let had_royals = !self.royals[attacker.index()].is_empty();
        self.retain_after(moves, start, |after| {
            (had_royals && after.royals[attacker.index()].is_empty())
                || !after.can_take_all_royals(attacker)
        });
    }

    /// True if the side to move has an evasion; cheaper than the whole list. The scratch list must be
    /// empty.
    pub fn has_evasion(&mut self, scratch: &mut Vec<Move>) -> bool {
        if let Some((royal, siege)) = self.lone_royal_in_check() {
            self.push_royal_steps(royal, &siege, scratch);
            if scratch.is_empty() {
                self.push_other_evasions(royal, &siege, scratch);
            }
        } else {
            self.push_evasions_by_trial(scratch);
        }
        !scratch.is_empty()
    }

    /// Evasions, other than royal steps, of a side whose only royal is attacked and who cannot take the
    /// attacker's.
    fn push_other_evasions(&mut self, royal: Square, siege: &Siege, moves: &mut Vec<Move>) {
        if siege.checkers == 1 {
            siege.parries.iter().for_each(|target| {
                self.push_parries(royal, target, &siege.pinned, moves);
            });
        }
        let start = moves.len();
        self.push_special_candidates(&siege.parries, moves);
        let enemy = self.side.flip();
        let mut kept = start;
        for index in start..moves.len() {
            let mv = moves[index];
            let flags = self.tables.flags[self.cells[mv.from.index()] as usize];
            let new_royal = mv.promote && flags & flag::BECOMES_ROYAL != 0;
            let keep = if siege.checkers == 1 && mv.mid.is_none() && !new_royal {
                !siege.pinned.contains(mv.from)
            } else {
                let undo = self.make(mv);
                let safe = !self.can_take_all_royals(enemy);
                self.unmake(&undo);
                safe
            };
            if keep {
                moves[kept] = mv;
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    fn push_royal_steps(&self, royal: Square, siege: &Siege, moves: &mut Vec<Move>) {
        let code = self.cells[royal.index()];
        for dir in 0..8 {
            if siege.danger >> dir & 1 == 0 {
                let _ = self.moves_in(code, royal, dir, &mut |mv| {
                    moves.push(mv);
                    ControlFlow::Continue(())
                });
            }
        }
    }

    /// Ordinary moves to `target` that leave the royal safe; promotions to a second royal and
    /// pieces with lion power are left to [`Position::push_special_candidates`].
    fn push_parries(
        &self,
        royal: Square,
        target: Square,
        pinned: &SquareSet,
        moves: &mut Vec<Move>,
    ) {
        let parry = &self.tables.parry[self.side.index()];
        // Between royal and checker nothing stands, so along that line only a jump over one of
        // them arrives.
        let along = if self.cells[target.index()] == EMPTY {
            relation(royal, target).dir & 3
        } else {
            Relation::NONE
        };
        let reach = self.lines.reach(target);
        let found: [u32; 8] = std::array::from_fn(|dir| {
            let word = |distance| parry[self.cells[target.ray(dir, distance).index()] as usize];
            let first = if reach[dir] == 1 { 0xff } else { 0x00ff_0000 };
            (word(reach[dir]) & first | word(2) & 0xff00) & 0x0001_0101 << opposite(dir)
        });
        // One unpredictable branch a parry instead of one a direction.
        let mut dirs = 0u8;
        for (dir, &found) in found.iter().enumerate() {
            dirs |= u8::from(found != 0) << dir;
        }
        while dirs != 0 {
            let dir = dirs.trailing_zeros() as usize & 7;
            dirs &= dirs - 1;
            let (found, first) = (found[dir], reach[dir]);
            let between = dir as u8 & 3 == along;
            if found & 0xff != 0 && !between {
                self.push_parry(target.step(dir), target, pinned, moves);
            }
            let jumps = found & 0xff00 != 0;
            if jumps {
                self.push_parry(target.ray(dir, 2), target, pinned, moves);
            }
            let slides = found & 0x00ff_0000 != 0;
            if slides && !between && !(jumps && first == 2) {
                self.push_parry(target.ray(dir, first), target, pinned, moves);
            }
        }
    }

    fn push_parry(&self, from: Square, to: Square, pinned: &SquareSet, moves: &mut Vec<Move>) {
        let code = self.cells[from.index()];
        let flags = self.tables.flags[code as usize];
        // The checker is on another line than a pin's slider, so a pinned piece never parries.
        if pinned.contains(from) {
            return;
        }
        let special = flags & flag::BECOMES_ROYAL != 0;
        let _ = self.emit_simple(code, from, to, &mut |mv| {
            if !(special && mv.promote) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
    }

    /// Candidates, not yet tested: moves of pieces with lion power that take or land on a parry
    /// square, and promotions to a second royal.
    fn push_special_candidates(&self, parries: &SquareSet, moves: &mut Vec<Move>) {
        for from in &self.specials[self.side.index()] {
            let code = self.cells[from.index()];
            let flags = self.tables.flags[code as usize];
            let promotes =
                flags & flag::BECOMES_ROYAL != 0 && self.is_near_zone(code as usize, from);
            if !promotes && !self.may_reach(code as usize, from, parries) {
                continue;
            }
            let mut push = |mv: Move| {
                // A pass parries nothing.
                let power = flags & flag::POWER != 0 && !self.is_pass(mv);
                let parries = power
                    && (parries.contains(mv.to) || mv.mid.is_some_and(|mid| parries.contains(mid)));
                if parries || (mv.promote && flags & flag::BECOMES_ROYAL != 0) {
                    moves.push(mv);
                }
                ControlFlow::Continue(())
            };
            let movement = &self.tables.movement[code as usize];
            if promotes || movement.lion_power {
                let _ = self.moves_from(from, &mut push);
                continue;
            }
            for dir in 0..8 {
                // A slide that misses the squares is not walked.
                if movement.slide >> dir & 1 == 0 || parries.meets(from.beam(dir)) {
                    let _ = self.moves_in(code, from, dir, &mut push);
                }
            }
        }
    }

    /// False if a piece has no move that ends in its promotion zone, or starts there.
    fn is_near_zone(&self, code: usize, from: Square) -> bool {
        let movement = &self.tables.movement[code];
        let near = area::NEAR_ZONE << self.side.index();
        let steps =
            movement.slide | movement.jump | movement.line_power == 0 && !movement.lion_power;
        !steps || self.tables.areas[from.index()] & near != 0
    }

    /// False if a piece with lion power has no move that takes or lands on one of the squares.
    fn may_reach(&self, code: usize, from: Square, squares: &SquareSet) -> bool {
        let slides = self.tables.movement[code].slide;
        self.tables.flags[code] & flag::POWER != 0
            && squares.iter().any(|square| {
                let seen = relation(from, square);
                seen.distance == 1
                    || seen.distance == 2
                    || (seen.dir < 8 && slides >> seen.dir & 1 != 0)
            })
    }
}
