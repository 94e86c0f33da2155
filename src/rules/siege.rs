//! What one side's pieces bear upon around a royal of the other: everything that the evasions ask of
//! the attacker, found by one pass over his pieces.
//!
//! What a piece attacks next to the royal without sliding depends on nothing but where it stands, so a
//! table tells it; a slider near or far adds the squares up to the first piece in its way. The royal itself
//! shields nothing: it is the one that would step.

use super::square::{Square, SquareSet, opposite};
use super::tables::{CENTRE, belongs, offset};
use super::{Position, Side};

/// The attack on a royal and on the squares around it.
pub(super) struct Siege {
    /// Bit `d`: the neighbour in direction `d` is attacked once the royal has left.
    pub danger: u16,
    /// How many pieces attack the royal.
    pub checkers: u32,
    /// Squares of the checkers and squares between a sliding checker and the royal.
    pub parries: SquareSet,
    /// Pieces of the royal's side that stand alone between it and a slider.
    pub pinned: SquareSet,
}

impl Position {
    /// The pieces of `by` around a royal of the other side.
    pub(super) fn siege(&self, royal: Square, by: Side) -> Siege {
        let tables = self.tables;
        let slides = &tables.attacks[by.index()].slide;
        let mut siege =
            Siege { danger: 0, checkers: 0, parries: SquareSet::EMPTY, pinned: SquareSet::EMPTY };
        self.occupied[by.index()].iter().for_each(|from| {
            let code = self.cells[from.index()] as usize;
            let offset = offset(royal, from);
            let near = tables.near(code, offset);
            siege.danger |= near;
            if near & CENTRE != 0 {
                siege.checkers += 1;
                siege.parries.insert(from);
            }
            let mut dirs = slides[code] & tables.rays.dirs[offset];
            while dirs != 0 {
                let dir = dirs.trailing_zeros() as usize & 7;
                dirs &= dirs - 1;
                let mut reach = self.lines.reach_in(from, dir);
                if tables.rays.to_centre[offset] == dir as u8 {
                    let distance = royal.distance(from);
                    if reach == distance {
                        if distance > 1 && near & CENTRE == 0 {
                            siege.checkers += 1;
                            for between in 1..=distance {
                                siege.parries.insert(royal.ray(opposite(dir), between));
                            }
                        }
                        // On behind the royal.
                        reach += 1;
                    } else if reach < distance {
                        let first = from.ray(dir, reach);
                        if belongs(self.cells[first.index()], by.flip())
                            && reach + self.lines.reach_in(first, dir) == distance
                        {
                            siege.pinned.insert(first);
                        }
                    }
                }
                siege.danger |= tables.rays.covered(offset, dir, reach);
            }
        });
        siege
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tables::EMPTY;
    use crate::rules::test_text::setup;
    use crate::rules::{Rules, Side};

    /// Compares the siege of the only royal of the side to move with attack tests on a changed board.
    fn compare(position: &Position) {
        let by = position.side.flip();
        let royal = position.royals(position.side).first().unwrap();
        let siege = position.siege(royal, by);
        let without = |square: Square| {
            let mut changed = position.clone();
            changed.cells[square.index()] = EMPTY;
            changed.lines.toggle(square);
            changed
        };
        let gone = without(royal);
        for dir in 0..8 {
            let square = royal.step(dir);
            if position.rules.variant.contains(square) {
                let attacked = gone.is_attacked(square, by);
                assert_eq!(siege.danger >> dir & 1 != 0, attacked, "{square} {position:?}");
            }
        }
        assert_eq!(siege.checkers > 0, position.is_attacked(royal, by), "{position:?}");
        for square in &position.occupied[position.side.index()] {
            let pinned =
                square != royal && without(square).siege(royal, by).checkers > siege.checkers;
            assert_eq!(siege.pinned.contains(square), pinned, "{square} {position:?}");
        }
    }

    /// Follows every check and every evasion to a depth in plies.
    fn compare_below(position: &mut Position, depth: u32) -> u32 {
        if depth == 0 {
            return 0;
        }
        let attacks = position.royals(Side::White).len() == 1 && position.side == Side::White;
        if attacks {
            compare(position);
        }
        let moves =
            if position.side == Side::White { position.evasions() } else { position.checks() };
        let mut compared = u32::from(attacks);
        for mv in moves {
            let undo = position.make(mv);
            compared += compare_below(position, depth - 1);
            position.unmake(&undo);
        }
        compared
    }

    #[test]
    fn a_siege_agrees_with_attack_tests_on_the_board() {
        let mut compared = 0;
        for text in [
            "5+R2s2l/3c3g2f1/3+P1ek2m2/4p3p2+a/3p1p2i+Rp1/7P4/3i1+B4nH/3H8/8V3/12/12/12 b - 1",
            "6r1g3/6s1m3/5+P1k1ts1/6p+M1p2/8G3/5+H+r3N1/11+a/12/12/12/12/12 b - 1",
            "5ex1+Pc2/6okt3/3s4X2+H/2+D9/3p+v1+Dpt3/12/12/2+a6q2/12/12/12/12 b - 1",
            "5+H2e1+H1/7+h1f1+P/6f1tk1l/6p2b2/10p1/7P2q1/7+vN3/12/11Q/12/12/12 b - 1",
            "11l/5xc1t2a/6m1m2c/5p1r1k2/6+O1pegp/7pi3/12/5H3XN1/12/9R2/12/12 b - 1",
        ] {
            let mut position = Position::new(&setup(text), Rules::HISTORIC).unwrap();
            compared += compare_below(&mut position, 4);
        }
        assert!(compared > 1000, "{compared}");
    }
}
