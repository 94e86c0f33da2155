//! The defender's evasions, generated from the attacked royal outward.
//!
//! With one royal in check: royal steps to squares that are not attacked; captures of the checker
//! and interpositions, found by looking from those squares for defenders that reach them; moves of
//! pieces with lion power that take a checker on the way; and promotions of a drunk elephant, which
//! make a second royal. Pins are settled by one attack test a candidate. Several royals, and
//! diagrams in which a royal of either side may be taken out of turn, are tested move by move.

use std::ops::ControlFlow;

use super::square::{Square, SquareSet, opposite};
use super::tables::{EMPTY, Relation, belongs, flag, relation};
use super::{Move, Position, Side};

/// The pieces that attack a royal, and where the attack can be parried.
struct Attackers {
    count: u32,
    /// Squares of the checkers and squares between a sliding checker and the royal.
    parries: SquareSet,
}

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
        let (defender, attacker) = (self.side, self.side.flip());
        let mut royals = self.royals[defender.index()].iter();
        if let (Some(royal), None) = (royals.next(), royals.next()) {
            let attackers = self.attackers_of(royal, attacker);
            if attackers.count > 0 && !self.can_take_all_royals(defender) {
                self.push_evasions_of(royal, &attackers, moves);
                return;
            }
        }
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
        let mut royals = self.royals[self.side.index()].iter();
        if let (Some(royal), None) = (royals.next(), royals.next())
            && self.is_attacked(royal, self.side.flip())
            && !self.can_take_all_royals(self.side)
        {
            self.push_royal_steps(royal, scratch);
            if !scratch.is_empty() {
                return true;
            }
        }
        self.push_evasions(scratch);
        !scratch.is_empty()
    }

    /// Evasions of a side whose only royal is attacked and who cannot take the attacker's.
    fn push_evasions_of(&mut self, royal: Square, attackers: &Attackers, moves: &mut Vec<Move>) {
        self.push_royal_steps(royal, moves);
        if attackers.count == 1 {
            let pinned = self.pinned_to(royal);
            for target in &attackers.parries {
                self.push_parries(royal, target, &pinned, moves);
            }
        }
        let start = moves.len();
        self.push_special_candidates(&attackers.parries, moves);
        let enemy = self.side.flip();
        self.retain_after(moves, start, |after| !after.can_take_all_royals(enemy));
    }

    fn attackers_of(&self, royal: Square, by: Side) -> Attackers {
        let attacks = &self.tables.attacks[by.index()];
        let mut found = Attackers { count: 0, parries: SquareSet::EMPTY };
        let reach = self.lines.reach(royal);
        for (dir, &first) in reach.iter().enumerate() {
            let facing = 1u8 << opposite(dir);
            let code = |distance| self.cells[royal.ray(dir, distance).index()] as usize;
            if attacks.contact[code(1)] & facing != 0 {
                found.count += 1;
                found.parries.insert(royal.step(dir));
            }
            let jumps = attacks.jump[code(2)] & facing != 0;
            if jumps {
                found.count += 1;
                found.parries.insert(royal.ray(dir, 2));
            }
            if attacks.slide[code(first)] & facing != 0 && first > 1 && !jumps {
                found.count += 1;
                for distance in 1..=first {
                    found.parries.insert(royal.ray(dir, distance));
                }
            }
        }
        for step in Square::KNIGHT_STEPS {
            let square = royal.shift(step);
            if attacks.knight[self.cells[square.index()] as usize] != 0 {
                found.count += 1;
                found.parries.insert(square);
            }
        }
        found
    }

    fn push_royal_steps(&mut self, royal: Square, moves: &mut Vec<Move>) {
        let enemy = self.side.flip();
        let start = moves.len();
        let _ = self.moves_from(royal, &mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        // The royal does not shield the squares behind it.
        let code = std::mem::replace(&mut self.cells[royal.index()], EMPTY);
        self.lines.toggle(royal);
        let mut kept = start;
        for index in start..moves.len() {
            if !self.is_attacked(moves[index].to, enemy) {
                moves[kept] = moves[index];
                kept += 1;
            }
        }
        moves.truncate(kept);
        self.cells[royal.index()] = code;
        self.lines.toggle(royal);
    }

    /// Pieces of the side to move that stand alone between its royal and a slider.
    fn pinned_to(&self, royal: Square) -> SquareSet {
        let slides = &self.tables.attacks[self.side.flip().index()].slide;
        let reach = self.lines.reach(royal);
        let mut pinned = SquareSet::EMPTY;
        for (dir, &distance) in reach.iter().enumerate() {
            let first = royal.ray(dir, distance);
            if !belongs(self.cells[first.index()], self.side) {
                continue;
            }
            let second = first.ray(dir, self.lines.reach_in(first, dir));
            if slides[self.cells[second.index()] as usize] >> opposite(dir) & 1 != 0 {
                pinned.insert(first);
            }
        }
        pinned
    }

    /// Ordinary moves to `target` that leave the royal safe; promotions to a second royal and
    /// pieces with lion power are left to [`Position::push_special_candidates`].
    fn push_parries(
        &mut self,
        royal: Square,
        target: Square,
        pinned: &SquareSet,
        moves: &mut Vec<Move>,
    ) {
        let attacks = &self.tables.attacks[self.side.index()];
        // Between royal and checker nothing stands, so along that line only a jump over one of
        // them arrives.
        let along = if self.cells[target.index()] == EMPTY {
            relation(royal, target).dir & 3
        } else {
            Relation::NONE
        };
        let reach = self.lines.reach(target);
        for (dir, &first) in reach.iter().enumerate() {
            let facing = 1u8 << opposite(dir);
            let code = |distance| self.cells[target.ray(dir, distance).index()] as usize;
            let between = dir as u8 & 3 == along;
            if attacks.contact[code(1)] & facing != 0 && !between {
                self.push_parry(royal, target.step(dir), target, pinned, moves);
            }
            let jumps = attacks.jump[code(2)] & facing != 0;
            if jumps {
                self.push_parry(royal, target.ray(dir, 2), target, pinned, moves);
            }
            let slides = attacks.slide[code(first)] & facing != 0 && first > 1;
            if slides && !between && !(jumps && first == 2) {
                self.push_parry(royal, target.ray(dir, first), target, pinned, moves);
            }
        }
    }

    fn push_parry(
        &self,
        royal: Square,
        from: Square,
        to: Square,
        pinned: &SquareSet,
        moves: &mut Vec<Move>,
    ) {
        let code = self.cells[from.index()];
        let flags = self.tables.flags[code as usize];
        // The checker is on another line than a pin's slider, so a pinned piece never parries.
        if from == royal || flags & flag::POWER != 0 || pinned.contains(from) {
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
            let flags = self.tables.flags[self.cells[from.index()] as usize];
            let _ = self.moves_from(from, &mut |mv| {
                let parries = flags & flag::POWER != 0
                    && (parries.contains(mv.to) || mv.mid.is_some_and(|mid| parries.contains(mid)));
                if parries || (mv.promote && flags & flag::BECOMES_ROYAL != 0) {
                    moves.push(mv);
                }
                ControlFlow::Continue(())
            });
        }
    }
}
