//! Problems and random games.

use matenro::notation::builtin::BUILTIN;
use matenro::notation::{Problem, sfen};
use matenro::rules::variant::CHU;
use matenro::rules::{Move, Position, Rules};

/// All built-in problems.
pub fn corpus() -> Vec<Problem> {
    BUILTIN.iter().flat_map(matenro::notation::Builtin::problems).collect()
}

/// The position of an SFEN.
pub fn position(text: &str, rules: Rules) -> Position {
    Position::new(&sfen::parse(text, &CHU).unwrap().setup, rules).unwrap()
}

/// Numbers that look random.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `count`.
    pub fn roll(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// A move that likes double steps, promotions, declined promotions and passes.
pub fn choose(position: &Position, dice: &mut Dice) -> Option<Move> {
    let moves = position.legal_moves();
    let rich: Vec<Move> = moves
        .iter()
        .filter(|mv| {
            mv.mid.is_some() || mv.promote || moves.contains(&Move { promote: true, ..**mv })
        })
        .copied()
        .collect();
    let pool = if !rich.is_empty() && dice.roll(3) == 0 { &rich } else { &moves };
    (!pool.is_empty()).then(|| pool[dice.roll(pool.len())])
}
