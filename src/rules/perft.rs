//! Counting legal moves without listing them, and paths of legal moves (perft).
//!
//! The last two plies are counted together: the moves of every piece of the side that waits are counted once, and
//! after each move of the other side only for the pieces that look at a cell which the move changed.

use std::ops::ControlFlow;

use super::Position;
use super::square::{Square, SquareSet};
use super::tables::area;

/// The number of bits of each number below 512 (baseline x86-64 has no instruction for it).
static ONES: [u8; 512] = {
    let mut ones = [0; 512];
    let mut number = 0;
    while number < 512 {
        ones[number] = (number as u32).count_ones() as u8;
        number += 1;
    }
    ones
};

/// The moves that the side which waits would have if it were its turn, by pieces. A set of pieces is a word with a
/// bit for each.
struct Census {
    pieces: [(Square, u16); Census::CAPACITY],
    /// All their moves.
    total: u64,
    /// For each cell the pieces whose moves depend on what it holds.
    watchers: [u64; Square::SLOTS],
    /// Lions that may or may not take a distant lion, which depends on the whole board.
    farsighted: u64,
}

impl Census {
    const CAPACITY: usize = 64;
}

impl Position {
    /// Number of paths of `depth` distinct legal moves, the usual test of a move generator.
    #[must_use]
    pub fn perft(&mut self, depth: u8) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves(),
            2 => self.count_pairs(),
            _ => self.legal_moves().into_iter().fold(0, |count, mv| {
                let undo = self.make(mv);
                let count = count + self.perft(depth - 1);
                self.unmake(&undo);
                count
            }),
        }
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let own = &self.occupied[self.side.index()];
        let mut count = 0;
        if self.counter_strike.is_some() {
            own.iter().for_each(|from| count += self.count_one_by_one(from));
        } else {
            let closed = self.closed();
            own.iter().for_each(|from| count += self.count_from(from, &closed));
        }
        u64::from(count)
    }

    /// The number of pairs of a legal move and a legal reply.
    fn count_pairs(&mut self) -> u64 {
        let moves = self.legal_moves();
        let census = self.census();
        let mut count = 0;
        for mv in moves {
            let undo = self.make(mv);
            count += match &census {
                Some(census) if self.counter_strike.is_none() => {
                    let changed = [mv.from, mv.mid.unwrap_or(mv.from), mv.to];
                    self.recount(census, changed)
                }
                _ => self.count_legal_moves(),
            };
            self.unmake(&undo);
        }
        count
    }

    /// Counts for the side that waits; `None` if it has too many pieces.
    fn census(&mut self) -> Option<Census> {
        let struck = self.counter_strike.take();
        self.side = self.side.flip();
        let census = self.own_census();
        self.side = self.side.flip();
        self.counter_strike = struck;
        census
    }

    fn own_census(&self) -> Option<Census> {
        let own = self.occupied[self.side.index()];
        if own.len() as usize > Census::CAPACITY {
            return None;
        }
        let closed = self.closed();
        let mut census = Census {
            pieces: [(Square::from_index(0), 0); Census::CAPACITY],
            total: 0,
            watchers: [0; Square::SLOTS],
            farsighted: 0,
        };
        for (number, from) in own.iter().enumerate() {
            let count = self.count_from(from, &closed);
            census.pieces[number] = (from, count as u16);
            census.total += u64::from(count);
            let mut lion_in_sight = false;
            self.watched(from, |square| {
                census.watchers[square.index()] |= 1 << number;
                lion_in_sight |= self.is_lion(square) && square != from;
            });
            if lion_in_sight && self.is_lion(from) {
                census.farsighted |= 1 << number;
            }
        }
        Some(census)
    }

    /// The cells on which the moves of the piece depend while no lion is protected by counter-strike, its own among
    /// them. A lion near which another lion stands depends on more.
    fn watched(&self, from: Square, mut see: impl FnMut(Square)) {
        see(from);
        let movement = &self.tables.movement[self.cells[from.index()] as usize];
        for dir in 0..8 {
            let bit = 1 << dir;
            let mut range = 0;
            if (movement.step | movement.line_power) & bit != 0 || movement.lion_power {
                range = 1;
            }
            if (movement.jump | movement.line_power) & bit != 0 || movement.lion_power {
                range = 2;
            }
            if movement.slide & bit != 0 {
                range = range.max(self.lines.reach_in(from, dir));
            }
            for distance in 1..=range {
                see(from.ray(dir, distance));
            }
        }
        if movement.lion_power {
            for step in Square::KNIGHT_STEPS {
                see(from.shift(step));
            }
        }
    }

    /// The number of legal moves after a move that changed these cells only.
    fn recount(&self, census: &Census, changed: [Square; 3]) -> u64 {
        let closed = self.closed();
        let own = &self.occupied[self.side.index()];
        let mut affected = census.farsighted;
        for square in changed {
            affected |= census.watchers[square.index()];
        }
        let mut count = census.total;
        while affected != 0 {
            let (from, before) = census.pieces[affected.trailing_zeros() as usize & 63];
            affected &= affected - 1;
            count -= u64::from(before);
            if own.contains(from) {
                count += u64::from(self.count_from(from, &closed));
            }
        }
        count
    }

    fn count_one_by_one(&self, from: Square) -> u32 {
        let mut count = 0;
        let _ = self.moves_from(from, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The cells that the side to move cannot go to.
    fn closed(&self) -> SquareSet {
        let mut closed = self.tables.walls;
        closed |= self.occupied[self.side.index()];
        closed
    }

    /// The number of legal moves of the piece of the side to move on `from`, while no lion is protected by
    /// counter-strike.
    fn count_from(&self, from: Square, closed: &SquareSet) -> u32 {
        let code = self.cells[from.index()];
        let tables = self.tables;
        let movement = &tables.movement[code as usize];
        let zone = area::ZONE << self.side.index();
        let promotes = tables.promoted[code as usize] != 0;
        let touches = |square: Square| promotes && tables.areas[square.index()] & zone != 0;
        if movement.lion_power || movement.line_power != 0 || touches(from) {
            // Lions in the way, passes, and promotions within the zone have rules of their own.
            return self.count_one_by_one(from);
        }
        let mut promotions = 0;
        let mut count = 0;
        let (row, column) = (from.index() >> 4, from.index() & 15);
        if movement.step != 0 {
            if promotes && tables.areas[from.index()] & area::NEAR_ZONE << self.side.index() != 0 {
                return self.count_one_by_one(from);
            }
            let three = |down: usize| {
                usize::from(closed.row((row + down - 2) & 15) >> ((column - 1) & 15) & 7)
            };
            let around = three(1) | three(2) << 3 | three(3) << 6;
            let open = tables.steps_around[code as usize] & !around as u16;
            count += u32::from(ONES[(open & 511) as usize]);
        }
        let mut dirs = movement.slide;
        while dirs != 0 {
            let dir = dirs.trailing_zeros() as usize & 7;
            dirs &= dirs - 1;
            let distance = self.lines.reach_in(from, dir);
            let end = from.ray(dir, distance);
            let takes = u32::from(!closed.contains(end));
            count += u32::from(distance) - 1 + takes;
            if touches(end) || touches(from.ray(dir, distance - 1)) {
                // Outside the zone on this side of it: the squares inside are the last of the way.
                let inside = (1..distance).filter(|&way| touches(from.ray(dir, way))).count();
                promotions += inside as u32 + u32::from(takes != 0 && touches(end));
            }
        }
        let mut dirs = movement.jump;
        while dirs != 0 {
            let dir = dirs.trailing_zeros() as usize & 7;
            dirs &= dirs - 1;
            let end = from.ray(dir, 2);
            let goes = u32::from(!closed.contains(end));
            count += goes;
            promotions += u32::from(goes != 0 && touches(end));
        }
        count + promotions
    }
}
