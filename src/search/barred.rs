//! A game in which some positions may not be come back to.
//!
//! Shows whether a check mates only by coming back to a position of the main line: with those
//! positions barred it mates no more.

use rustc_hash::FxHashSet;

use super::game::{Game, PackedMove};

/// What is known of the game without bars.
pub trait Known: Send {
    /// True if the attacker, to move in this position, never wins. Barring positions cannot help him.
    fn is_lost(&self, key: u128) -> bool;

    /// True if the attacker wins against the defender, to move in this position, without any of the
    /// barred positions.
    fn is_won(&self, key: u128) -> bool;
}

/// A game whose first move is given and in which the attacker may not come to certain positions.
pub struct Barred<'a, G, K> {
    game: &'a mut G,
    known: K,
    first: PackedMove,
    forbidden: &'a FxHashSet<u128>,
    played: usize,
}

impl<'a, G: Game, K: Known> Barred<'a, G, K> {
    /// The game from the present position of `game` on.
    pub fn new(
        game: &'a mut G,
        first: PackedMove,
        barred: &'a FxHashSet<u128>,
        known: K,
    ) -> Barred<'a, G, K> {
        Barred { game, known, first, forbidden: barred, played: 0 }
    }
}

impl<G: Game, K: Known> Game for Barred<'_, G, K> {
    fn key(&self) -> u128 {
        self.game.key()
    }

    fn attacker_moves(&mut self, moves: &mut Vec<PackedMove>) {
        let key = self.game.key();
        if self.played == 0 {
            moves.push(self.first);
        } else if !self.forbidden.contains(&key) && !self.known.is_lost(key) {
            self.game.attacker_moves(moves);
        }
    }

    fn defender_moves(&mut self, moves: &mut Vec<PackedMove>) {
        if !self.known.is_won(self.game.key()) {
            self.game.defender_moves(moves);
        }
    }

    fn first_disproof(&self, mv: PackedMove) -> u32 {
        self.game.first_disproof(mv)
    }

    fn make(&mut self, mv: PackedMove) {
        self.game.make(mv);
        self.played += 1;
    }

    fn unmake(&mut self) {
        self.game.unmake();
        self.played -= 1;
    }
}
