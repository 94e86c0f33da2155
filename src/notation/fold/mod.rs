//! Long lines of moves, folded: what repeats is written once.
//!
//! Accepts the texts of the moves of a line in any notation and guarantees that unfolding gives back
//! the same texts, all of them, in order. Three patterns are recognised, one inside the other:
//!
//! * `( ... )×41`: the same moves 41 times;
//! * `( ... )×9↓`: nine times, every square one further down the diagram each time (eight arrows:
//!   ↑ ↗ → ↘ ↓ ↙ ← ↖), as when a king is chased along a file;
//! * `[A]`: moves that stand in several places of the line and are written once, before it.
//!
//! Nothing is looked for but equal text, so nothing of the rules is needed. The shortest folding is
//! not promised (finding it is hard for the last pattern: Charikar et al., "The smallest grammar
//! problem", 2005): runs are taken by what they save, the greatest first, and blocks likewise.

mod item;
mod names;
mod runs;
mod text;
mod token;

pub use item::{Item, Shift};
pub use token::Token;

/// A folded line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    /// The blocks that have names, `[A]` the first; a block names only blocks before it.
    pub blocks: Vec<Vec<Item>>,
    /// The line.
    pub line: Vec<Item>,
}

impl Folded {
    /// Folds a line.
    #[must_use]
    pub fn new(moves: &[impl AsRef<str>]) -> Folded {
        let items = moves.iter().map(|text| Item::Move(Token::new(text.as_ref()))).collect();
        names::named(runs::folded(items))
    }

    /// The moves of the line.
    #[must_use]
    pub fn unfolded(&self) -> Vec<String> {
        let mut out = Vec::new();
        for item in &self.line {
            item.unfold(Shift::NONE, &self.blocks, &mut |token, shift| {
                out.push(token.shifted(shift).to_string());
            });
        }
        out
    }

    /// Plies of a part of the line or of a block.
    #[must_use]
    pub fn plies(&self, items: &[Item]) -> usize {
        items.iter().map(|item| item.plies(&self.blocks)).sum()
    }
}

/// The name of a block in text.
#[must_use]
pub fn block_name(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    if index < 26 { format!("[{letter}]") } else { format!("[{letter}{}]", index / 26) }
}

#[cfg(test)]
mod tests;
