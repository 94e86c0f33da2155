//! All legal moves of the game, by pieces, with the lion-trading rules.

use std::ops::ControlFlow;

use super::square::{Dir, Square};
use super::tables::{Code, EMPTY, belongs, flag};
use super::{CounterStrike, LionBridge, Move, Position, SameSquare};

/// A receiver of moves; breaks to stop the generation.
pub(super) trait Sink: FnMut(Move) -> ControlFlow<()> {}
impl<F: FnMut(Move) -> ControlFlow<()>> Sink for F {}

impl Position {
    /// All legal moves, in the order of the board. A move that leaves a royal en prise is legal in
    /// Chu Shogi and is in the list.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.push_legal_moves(&mut moves);
        moves
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
