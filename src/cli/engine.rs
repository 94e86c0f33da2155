//! Where text from the command line meets rules and search.

use super::args::Kind;
use crate::notation::usi::{self, UsiMove};
use crate::notation::{SfenError, sfen};
use crate::rules::{
    Illegal, Move, Position, PositionError, Purpose, Rules, Setup, explain as explain_move,
};

/// Text that gives no playable position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// The text is no SFEN.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// The diagram is not playable.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The position that an SFEN stands for.
///
/// # Errors
/// If the text is no SFEN or its diagram is not playable.
pub fn position_of(text: &str, rules: Rules) -> Result<Position, InputError> {
    let setup = sfen::parse(text, rules.variant)?.setup;
    Ok(Position::new(&setup, rules)?)
}

/// The moves of a kind, in no particular order.
#[must_use]
pub fn moves(position: &Position, kind: Kind) -> Vec<Move> {
    match kind {
        Kind::All => position.legal_moves(),
        Kind::Checks => position.checks(),
        Kind::Evasions => position.evasions(),
    }
}

/// Is the move one of that kind?
///
/// # Errors
/// The rule that forbids it.
pub fn explain(setup: &Setup, rules: &Rules, text: UsiMove, kind: Kind) -> Result<(), Illegal> {
    let purpose = match kind {
        Kind::All => Purpose::Game,
        Kind::Checks => Purpose::Check,
        Kind::Evasions => Purpose::Evasion,
    };
    explain_move(setup, rules, usi::canonical(&text, setup, rules.variant), purpose)
}
