//! What the search needs of a game, so that its handling of cycles can be tested on small abstract
//! graphs as well as on Chu Shogi.

use crate::rules::{Move, Position, Square, Undo};

/// A two-player reachability game: the attacker wins by bringing about a position in which the
/// defender, to move, has no move. Endless play is the defender's success.
pub trait Game: Send {
    /// Identity of the current position.
    fn key(&self) -> u128;

    /// Appends the moves of the attacker, who is to move.
    fn attacker_moves(&mut self, moves: &mut Vec<PackedMove>);

    /// Appends the moves of the defender, who is to move.
    fn defender_moves(&mut self, moves: &mut Vec<PackedMove>);

    /// How the defender, who is to move, stands.
    fn defence(&mut self) -> Defence {
        let mut moves = Vec::new();
        self.defender_moves(&mut moves);
        if moves.is_empty() {
            Defence::Mate
        } else if self.is_beaten_by_convention(&moves) {
            Defence::MateByConvention
        } else {
            Defence::Open
        }
    }

    /// True if the defender, who is to move and has just these moves, is beaten by convention though
    /// not strictly. Games without such a convention say no.
    fn is_beaten_by_convention(&mut self, moves: &[PackedMove]) -> bool {
        let _ = moves;
        false
    }

    /// The disproof number that the position after a defender's move begins with: how hard it seems to
    /// be to hold it against the attacker.
    fn first_disproof(&self, mv: PackedMove) -> u32 {
        let _ = mv;
        1
    }

    /// Plays a move.
    fn make(&mut self, mv: PackedMove);

    /// Takes back the last move.
    fn unmake(&mut self);

    /// The same game at the same position for another thread; `None` if it is for one thread only.
    fn fork(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Identity of the position after a move.
    fn key_after(&mut self, mv: PackedMove) -> u128 {
        self.make(mv);
        let key = self.key();
        self.unmake();
        key
    }
}

/// How a defender stands who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// He has no move.
    Mate,
    /// He has moves, but is beaten by convention.
    MateByConvention,
    /// He plays on.
    Open,
}

/// A move in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedMove(pub u32);

impl PackedMove {
    /// True if the two differ in nothing but promotion.
    #[must_use]
    pub const fn is_promotion_twin(self, other: PackedMove) -> bool {
        self.0 ^ other.0 == 1 << 24
    }
}

impl From<Move> for PackedMove {
    fn from(mv: Move) -> PackedMove {
        // Cell 0 is a corner of the mailbox's margin, so it can stand for "no middle square".
        let mid = mv.mid.map_or(0, Square::index);
        let bits = mv.from.index() | mid << 8 | mv.to.index() << 16 | usize::from(mv.promote) << 24;
        PackedMove(bits as u32)
    }
}

impl From<PackedMove> for Move {
    fn from(packed: PackedMove) -> Move {
        let [from, mid, to, promote] = packed.0.to_le_bytes();
        Move {
            from: Square::from_index(from),
            mid: (mid != 0).then(|| Square::from_index(mid)),
            to: Square::from_index(to),
            promote: promote != 0,
        }
    }
}

/// Evasions that take something are looked into first: they refute most checks that are refuted.
const QUIET_DISPROOF: u32 = 2;

/// Tsume chu shogi as a [`Game`].
#[derive(Clone)]
pub struct TsumeGame {
    position: Position,
    played: Vec<Undo>,
    buffer: Vec<Move>,
}

impl TsumeGame {
    /// The game from this position on.
    #[must_use]
    pub fn new(position: Position) -> TsumeGame {
        TsumeGame { position, played: Vec::new(), buffer: Vec::new() }
    }
}

impl Game for TsumeGame {
    #[inline]
    fn key(&self) -> u128 {
        self.position.key()
    }

    fn attacker_moves(&mut self, moves: &mut Vec<PackedMove>) {
        self.buffer.clear();
        self.position.push_checks(&mut self.buffer);
        moves.extend(self.buffer.iter().map(|&mv| PackedMove::from(mv)));
    }

    fn defender_moves(&mut self, moves: &mut Vec<PackedMove>) {
        self.buffer.clear();
        self.position.push_evasions(&mut self.buffer);
        moves.extend(self.buffer.iter().map(|&mv| PackedMove::from(mv)));
    }

    fn defence(&mut self) -> Defence {
        self.buffer.clear();
        // Some of the evasions are enough: they stop at royal steps, which rule out a mate by
        // convention too.
        if !self.position.has_evasion(&mut self.buffer) {
            Defence::Mate
        } else if self.position.is_mated_by_convention(self.buffer.iter().copied()) {
            Defence::MateByConvention
        } else {
            Defence::Open
        }
    }

    fn first_disproof(&self, mv: PackedMove) -> u32 {
        let mv = Move::from(mv);
        let takes =
            [Some(mv.to), mv.mid].into_iter().flatten().any(|at| self.position.get(at).is_some());
        if takes { 1 } else { QUIET_DISPROOF }
    }

    fn is_beaten_by_convention(&mut self, moves: &[PackedMove]) -> bool {
        self.position.is_mated_by_convention(moves.iter().map(|&mv| Move::from(mv)))
    }

    fn fork(&self) -> Option<TsumeGame> {
        Some(self.clone())
    }

    #[inline]
    fn key_after(&mut self, mv: PackedMove) -> u128 {
        self.position.key_after(mv.into())
    }

    #[inline]
    fn make(&mut self, mv: PackedMove) {
        let undo = self.position.make(mv.into());
        self.played.push(undo);
    }

    #[inline]
    fn unmake(&mut self) {
        let undo = self.played.pop().expect("invariant: a move was made");
        self.position.unmake(&undo);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_a_move_loses_nothing() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        for mv in [
            Move::simple(square("12a"), square("1l"), true),
            Move::double(square("7g"), square("6f"), square("7g")),
            Move::simple(square("1l"), square("12a"), false),
        ] {
            assert_eq!(Move::from(PackedMove::from(mv)), mv);
        }
    }
}
