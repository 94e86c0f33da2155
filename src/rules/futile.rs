//! Futile interpositions: where printed solutions stop.
//!
//! Without drops an interposition is a real move, yet a printed solution ends where only
//! interpositions remain that are taken at once with mate. A defender in check is *mated by
//! convention* if he has no evasion, or if each of his evasions is an interposition that the attacker
//! can answer by taking the interposed piece with the checking piece, giving mate by convention.
//!
//! An *interposition* is a move of a piece that is no royal, takes nothing, makes no second step, and
//! ends between a sliding checker and the royal that it checks. (A jumping checker cannot be
//! interposed against, so none is futile.) Every capture removes a piece, so the definition is
//! well-founded.

use super::position::Undo;
use super::square::{Dir, Square, opposite};
use super::tables::{EMPTY, flag};
use super::{Move, Position};

impl Position {
    /// True if the defender, who is to move and whose evasions these are, is mated by convention: he
    /// has none, or only futile interpositions.
    #[must_use]
    pub fn is_mated_by_convention(&mut self, evasions: impl Iterator<Item = Move> + Clone) -> bool {
        // Most defenders have another kind of evasion, often the first one: this costs them nothing.
        let Some(checkers) =
            evasions.clone().map(|mv| self.interposed_checker(mv)).collect::<Option<Vec<Square>>>()
        else {
            return false;
        };
        evasions.zip(checkers).all(|(mv, checker)| {
            let undo = self.make(mv);
            let futile = self.has_mating_capture(checker, mv.to);
            self.unmake(&undo);
            futile
        })
    }

    /// The sliding checker that the evasion is interposed against, if it is an interposition.
    fn interposed_checker(&self, mv: Move) -> Option<Square> {
        let moved = self.cells[mv.from.index()];
        if mv.mid.is_some()
            || self.cells[mv.to.index()] != EMPTY
            || self.tables.flags[moved as usize] & flag::ROYAL != 0
        {
            return None;
        }
        let attacks = &self.tables.attacks[self.side.flip().index()];
        self.royals[self.side.index()].iter().find_map(|royal| {
            (0..8).find_map(|dir| {
                let slider = self.first_piece_beyond(royal, mv.to, dir)?;
                let code = self.cells[slider.index()];
                (attacks.slide[code as usize] & 1 << opposite(dir) != 0).then_some(slider)
            })
        })
    }

    /// The first piece on the ray from `royal`, if the ray passes over `between` before it.
    fn first_piece_beyond(&self, royal: Square, between: Square, dir: Dir) -> Option<Square> {
        let mut passed = false;
        let mut square = royal.step(dir);
        while self.cells[square.index()] == EMPTY {
            passed |= square == between;
            square = square.step(dir);
        }
        passed.then_some(square)
    }

    /// True if the attacker, to move, has a check from one square to the other that mates by
    /// convention.
    fn has_mating_capture(&mut self, from: Square, to: Square) -> bool {
        let mut checks = Vec::new();
        self.push_checks(&mut checks);
        checks.retain(|mv| mv.from == from && mv.to == to && mv.mid.is_none());
        checks.into_iter().any(|mv| {
            let undo: Undo = self.make(mv);
            let mut evasions = Vec::new();
            self.push_evasions(&mut evasions);
            let mates = self.is_mated_by_convention(evasions.iter().copied());
            self.unmake(&undo);
            mates
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::rules::test_text::setup;

    /// True if the side to move is mated by convention.
    fn mated(sfen: &str) -> bool {
        let mut position = Position::new(&setup(sfen), Rules::HISTORIC).unwrap();
        let evasions = position.evasions();
        position.is_mated_by_convention(evasions.into_iter())
    }

    #[test]
    fn a_mate_is_a_mate() {
        assert!(mated("k10R/10R1/12/12/12/12/12/12/12/12/12/12 w - 1"));
    }

    #[test]
    fn an_unprotected_interposition_on_the_back_rank_is_futile() {
        // The white rook on 6c can step into the way on 6a, where it is taken with mate.
        assert!(mated("k10R/10R1/6r5/12/12/12/12/12/12/12/12/12 w - 1"));
    }

    #[test]
    fn a_protected_interposition_is_not_futile() {
        // The same with a gold next to that square, which takes back.
        assert!(!mated("k10R/5g4R1/6r5/12/12/12/12/12/12/12/12/12 w - 1"));
    }

    #[test]
    fn a_capture_that_interposes_is_not_futile() {
        // A pawn on 6a is taken on the way into the line of the other rook: no mere interposition.
        assert!(!mated("k5P5/10R1/12/12/12/12/12/6r5/12/12/12/R11 w - 1"));
    }

    #[test]
    fn chains_of_futile_interpositions_are_futile() {
        // After either rook's interposition is taken, the other's remains.
        assert!(mated("k10R/10R1/5rr5/12/12/12/12/12/12/12/12/12 w - 1"));
    }

    #[test]
    fn an_interposition_after_which_the_king_takes_the_checker_is_not_futile() {
        // The rook steps next to its king, who takes what takes it.
        assert!(!mated("k10R/10R1/1r10/12/12/12/12/12/12/12/12/12 w - 1"));
    }
}
