//! The defender's evasions, generated from the attacked royal outward.
//!
//! With one royal in check: royal steps to squares that are not attacked; captures of the checker
//! and interpositions, found by looking from those squares for defenders that reach them; moves of
//! pieces with lion power that take a checker on the way; and promotions of a drunk elephant, which
//! make a second royal. Pins are settled by one attack test a candidate. Several royals, and
//! diagrams in which a royal of either side may be taken out of turn, are tested move by move.

use std::ops::ControlFlow;

use super::square::{Square, SquareSet, opposite};
use super::tables::{EMPTY, Relation, flag, relation};
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
            for target in &attackers.parries {
                self.push_parries(royal, target, moves);
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
        for dir in 0..8 {
            let facing = 1u8 << opposite(dir);
            let near = royal.step(dir);
            let near_code = self.cells[near.index()];
            if attacks.contact[near_code as usize] & facing != 0 {
                found.count += 1;
                found.parries.insert(near);
            }
            let second = near.step(dir);
            let jumps = attacks.jump[self.cells[second.index()] as usize] & facing != 0;
            if jumps {
                found.count += 1;
                found.parries.insert(second);
            }
            if near_code != EMPTY || jumps {
                continue;
            }
            let mut square = second;
            while self.cells[square.index()] == EMPTY {
                square = square.step(dir);
            }
            if attacks.slide[self.cells[square.index()] as usize] & facing != 0 {
                found.count += 1;
                while square != royal {
                    found.parries.insert(square);
                    square = square.step(opposite(dir));
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
        let mut kept = start;
        for index in start..moves.len() {
            if !self.is_attacked(moves[index].to, enemy) {
                moves[kept] = moves[index];
                kept += 1;
            }
        }
        moves.truncate(kept);
        self.cells[royal.index()] = code;
    }

    /// Ordinary moves to `target` that leave the royal safe; promotions to a second royal and
    /// pieces with lion power are left to [`Position::push_special_candidates`].
    fn push_parries(&mut self, royal: Square, target: Square, moves: &mut Vec<Move>) {
        let attacks = &self.tables.attacks[self.side.index()];
        // Between royal and checker nothing stands, so along that line only a jump over one of
        // them arrives.
        let along = if self.cells[target.index()] == EMPTY {
            relation(royal, target).dir & 3
        } else {
            Relation::NONE
        };
        for dir in 0..8 {
            let facing = 1u8 << opposite(dir);
            let near = target.step(dir);
            let near_code = self.cells[near.index()];
            if dir as u8 & 3 == along {
                let second = near.step(dir);
                if attacks.jump[self.cells[second.index()] as usize] & facing != 0 {
                    self.push_parry(royal, second, target, moves);
                }
                continue;
            }
            if attacks.contact[near_code as usize] & facing != 0 {
                self.push_parry(royal, near, target, moves);
            }
            let mut square = near.step(dir);
            let mut code = self.cells[square.index()];
            if attacks.jump[code as usize] & facing != 0 {
                self.push_parry(royal, square, target, moves);
            }
            if near_code != EMPTY {
                continue;
            }
            while code == EMPTY {
                square = square.step(dir);
                code = self.cells[square.index()];
            }
            if attacks.slide[code as usize] & facing != 0 {
                self.push_parry(royal, square, target, moves);
            }
        }
    }

    fn push_parry(&mut self, royal: Square, from: Square, to: Square, moves: &mut Vec<Move>) {
        let code = self.cells[from.index()];
        let flags = self.tables.flags[code as usize];
        if from == royal || flags & flag::POWER != 0 {
            return;
        }
        let captured = std::mem::replace(&mut self.cells[to.index()], code);
        self.cells[from.index()] = EMPTY;
        let safe = !self.is_attacked(royal, self.side.flip());
        self.cells[to.index()] = captured;
        self.cells[from.index()] = code;
        if !safe {
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
