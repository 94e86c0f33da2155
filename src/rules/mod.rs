//! The rules of Chu Shogi: positions, moves, checks and evasions.
//!
//! Accepts a [`Setup`] and [`Rules`], guarantees that a [`Position`] is playable under them. Leans on
//! nothing but the variant table. The rules and their sources are written down in `docs/rules.md`.

mod explain;
mod illegal;
mod mv;
mod piece;
pub mod reference;
mod ruleset;
mod setup;
mod side;
mod siege;
mod square;
#[cfg(test)]
pub(crate) mod test_text;
pub mod variant;

pub use explain::{Purpose, explain};
pub use illegal::{Illegal, PieceOn};
pub use mv::Move;
pub use piece::{Kind, Piece};
pub use ruleset::{
    CounterStrike, LastRank, LionBridge, RoyalCheck, Rules, RulesError, SameSquare, ZonePromotion,
};
pub use setup::Setup;
pub use side::Side;
pub use square::{Dir, ParseSquareError, Square, SquareSet, opposite};
pub use variant::{KindSpec, Movement, Role, Variant};

mod attack;
mod checks;
mod evasions;
mod futile;
mod generate;
mod lines;
mod perft;
mod position;
mod tables;

pub use position::{Position, PositionError, Undo};
