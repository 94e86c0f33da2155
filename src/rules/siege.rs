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
        let mut siege = Siege {
            danger: 0,
            checkers: 0,
            parries: SquareSet::EMPTY,
            pinned: SquareSet::EMPTY,
        };
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
