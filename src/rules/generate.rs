//! All legal moves of the game, by pieces, with the lion-trading rules.

use std::ops::ControlFlow;

use super::square::{Dir, Square};
use super::tables::{Code, EMPTY, area, belongs, flag};
use super::{CounterStrike, LionBridge, Move, Position, SameSquare};

/// A receiver of moves; breaks to stop the generation.
pub(super) trait Sink: FnMut(Move) -> ControlFlow<()> {}
impl<F: FnMut(Move) -> ControlFlow<()>> Sink for F {}

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

impl Position {
    /// All legal moves, in the order of the board. A move that leaves a royal en prise is legal in
    /// Chu Shogi and is in the list.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.push_legal_moves(&mut moves);
        moves
    }

    /// Number of paths of `depth` distinct legal moves, the usual test of a move generator.
    #[must_use]
    pub fn perft(&mut self, depth: u8) -> u64 {
        if depth == 0 {
            return 1;
        }
        // The last moves are counted without being listed.
        if depth == 1 {
            return self.count_legal_moves();
        }
        let mut count = 0;
        for mv in self.legal_moves() {
            let undo = self.make(mv);
            count += self.perft(depth - 1);
            self.unmake(&undo);
        }
        count
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let own = &self.occupied[self.side.index()];
        let mut count = 0;
        if self.counter_strike.is_some() {
            own.iter().for_each(|from| count += self.count_one_by_one(from));
        } else {
            let closed: [u16; 16] =
                std::array::from_fn(|row| own.row(row) | self.tables.walls.row(row));
            own.iter().for_each(|from| count += self.count_from(from, &closed));
        }
        u64::from(count)
    }

    fn count_one_by_one(&self, from: Square) -> u32 {
        let mut count = 0;
        let _ = self.moves_from(from, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The number of legal moves of the piece of the side to move on `from`, while no lion is protected by
    /// counter-strike. `closed` has a bit for every cell that the piece cannot go to.
    fn count_from(&self, from: Square, closed: &[u16; 16]) -> u32 {
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
            let three =
                |down: usize| usize::from(closed[(row + down - 2) & 15] >> ((column - 1) & 15) & 7);
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
            let takes = closed[end.index() >> 4] >> (end.index() & 15) & 1 ^ 1;
            count += u32::from(distance) - 1 + u32::from(takes);
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
            let goes = closed[end.index() >> 4] >> (end.index() & 15) & 1 ^ 1;
            count += u32::from(goes);
            promotions += u32::from(goes != 0 && touches(end));
        }
        count + promotions
    }

    pub(super) fn push_legal_moves(&self, moves: &mut Vec<Move>) {
        for from in &self.occupied[self.side.index()] {
            let _ = self.moves_from(from, &mut |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
        }
    }

    /// The legal moves of the piece of the side to move on `from`.
    pub(super) fn moves_from(&self, from: Square, sink: &mut impl Sink) -> ControlFlow<()> {
        let code = self.cells[from.index()];
        let movement = self.tables.movement[code as usize];
        if movement.lion_power {
            return self.lion_moves(from, sink);
        }
        for dir in 0..8 {
            self.moves_in(code, from, dir, sink)?;
        }
        if movement.line_power != 0 {
            self.emit_pass(from, movement.line_power, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The moves in one direction of a piece without full lion power, passes aside.
    #[inline]
    pub(super) fn moves_in(
        &self,
        code: Code,
        from: Square,
        dir: Dir,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        let movement = &self.tables.movement[code as usize];
        let bit = 1u8 << dir;
        if movement.slide & bit != 0 {
            let mut to = from.step(dir);
            while self.cells[to.index()] == EMPTY {
                self.emit_simple(code, from, to, sink)?;
                to = to.step(dir);
            }
            self.emit_if_target(code, from, to, sink)?;
        } else if movement.step & bit != 0 {
            self.emit_if_target(code, from, from.step(dir), sink)?;
        } else if movement.line_power & bit != 0 {
            self.line_power_moves(code, from, dir, sink)?;
        }
        if movement.jump & bit != 0 {
            self.emit_if_target(code, from, from.step(dir).step(dir), sink)?;
        }
        ControlFlow::Continue(())
    }

    /// True if a piece of the side to move may go to the cell: empty or an enemy.
    #[inline]
    fn is_target(&self, square: Square) -> bool {
        let code = self.cells[square.index()];
        code == EMPTY || belongs(code, self.side.flip())
    }

    #[inline]
    pub(super) fn emit_if_target(
        &self,
        code: Code,
        from: Square,
        to: Square,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        if self.is_target(to) {
            self.emit_simple(code, from, to, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Emits an ordinary move of a non-lion to a cell known to be a target, and its promotion.
    #[inline]
    pub(super) fn emit_simple(
        &self,
        code: Code,
        from: Square,
        to: Square,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        let captures = self.cells[to.index()] != EMPTY;
        if captures && self.is_lion(to) && !self.non_lion_may_take(from, None, to, to) {
            return ControlFlow::Continue(());
        }
        sink(Move::simple(from, to, false))?;
        if self.may_promote(code, from, to, captures) {
            sink(Move::simple(from, to, true))?;
        }
        ControlFlow::Continue(())
    }

    /// Emits a pass if a neighbour along one of the lines is empty.
    fn emit_pass(&self, from: Square, lines: u8, sink: &mut impl Sink) -> ControlFlow<()> {
        let mid = (0..8)
            .filter(|&dir| lines >> dir & 1 != 0)
            .map(|dir| from.step(dir))
            .find(|square| self.cells[square.index()] == EMPTY);
        if let Some(mid) = mid {
            sink(Move::double(from, mid, from))?;
        }
        ControlFlow::Continue(())
    }

    /// Falcon and eagle along one of their lines of lion power, passes aside.
    pub(super) fn line_power_moves(
        &self,
        code: Code,
        from: Square,
        dir: Dir,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        let mid = from.step(dir);
        let to = mid.step(dir);
        self.emit_if_target(code, from, mid, sink)?;
        self.emit_if_target(code, from, to, sink)?;
        if !belongs(self.cells[mid.index()], self.side.flip()) {
            return ControlFlow::Continue(());
        }
        let mid_is_lion = self.is_lion(mid);
        if !mid_is_lion || self.non_lion_may_take(from, Some(mid), from, mid) {
            sink(Move::double(from, mid, from))?;
        }
        if self.is_target(to)
            && (!mid_is_lion || self.non_lion_may_take(from, Some(mid), to, mid))
            && (!self.is_lion(to) || self.non_lion_may_take(from, Some(mid), to, to))
        {
            sink(Move::double(from, mid, to))?;
        }
        ControlFlow::Continue(())
    }

    fn lion_moves(&self, from: Square, sink: &mut impl Sink) -> ControlFlow<()> {
        let enemy = self.side.flip();
        for dir in 0..8 {
            let near = from.step(dir);
            if self.is_target(near) {
                sink(Move::simple(from, near, false))?;
            }
            let far = near.step(dir);
            if self.is_target(far) && self.lion_may_take(from, None, far) {
                sink(Move::simple(from, far, false))?;
            }
        }
        for step in Square::KNIGHT_STEPS {
            let to = from.shift(step);
            if self.is_target(to) && self.lion_may_take(from, None, to) {
                sink(Move::simple(from, to, false))?;
            }
        }
        self.emit_pass(from, 0xff, sink)?;
        for dir in 0..8 {
            let mid = from.step(dir);
            if !belongs(self.cells[mid.index()], enemy) {
                continue;
            }
            for onward in 0..8 {
                let to = mid.step(onward);
                if to == from || (self.is_target(to) && self.lion_may_take(from, Some(mid), to)) {
                    sink(Move::double(from, mid, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The lion rule for distant lions (rule parameter `lion-bridge`): may a lion on `from` end its
    /// move on `to`, having taken on `mid`?
    pub(super) fn lion_may_take(&self, from: Square, mid: Option<Square>, to: Square) -> bool {
        if !self.is_lion(to) || from.distance(to) < 2 {
            return true;
        }
        let mut gone = None;
        if let Some(mid) = mid {
            if self.tables.flags[self.cells[mid.index()] as usize] & flag::MINOR == 0 {
                return true;
            }
            if self.rules.lion_bridge == LionBridge::After {
                gone = Some(mid);
            }
        }
        !self.is_protected(to, from, gone)
    }

    /// Counter-strike: may a non-lion on `from`, which takes on `mid` and ends on `to`, take the
    /// lion on `lion` (one of the two)?
    pub(super) fn non_lion_may_take(
        &self,
        from: Square,
        mid: Option<Square>,
        to: Square,
        lion: Square,
    ) -> bool {
        let Some(struck) = self.counter_strike else { return true };
        // A lion on the square itself is a kirin that took a lion and became one.
        if struck == lion {
            return self.rules.same_square == SameSquare::Allowed;
        }
        match self.rules.counter_strike {
            CounterStrike::Off => true,
            CounterStrike::Strict => false,
            CounterStrike::UnprotectedAllowed => {
                // Judged when the lion falls: what is taken before it is gone, what is taken
                // after it still protects.
                let gone = mid.filter(|_| lion == to);
                !self.is_protected(lion, from, gone)
            }
        }
    }

    /// True if the enemy could retake on `target` once `from` (and `gone`) are empty.
    fn is_protected(&self, target: Square, from: Square, gone: Option<Square>) -> bool {
        let mut after = self.clone();
        after.cells[from.index()] = EMPTY;
        after.lines.toggle(from);
        if let Some(gone) = gone {
            after.cells[gone.index()] = EMPTY;
            after.lines.toggle(gone);
        }
        after.is_attacked(target, self.side.flip())
    }
}
