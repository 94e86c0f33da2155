//! Certificates as values and as text: what a solver writes and the checker reads.
//!
//! A certificate holds claims about positions and the nodes that justify them. The grammar, and
//! what each line obliges to, stands in `docs/certificate.md`. The [`Reader`] takes exactly one
//! spelling of everything and nothing else; whether what is claimed is *true* is the business of
//! [`crate::check`]. Both sides stream: neither needs the whole text in memory.
//!
//! Leans on the rules' values and on the notation of positions and moves.

mod claim;
mod error;
pub mod file;
mod header;
mod node;
mod reader;
mod writer;

pub use claim::Claim;
pub use error::{ReadError, ReadProblem};
pub use header::{Header, VERSION};
pub use node::Node;
pub use reader::Reader;
pub use writer::{WriteError, Writer};

use crate::notation::sfen;
use crate::rules::{Rules, Setup};

/// As a lower bound: the attacker never mates. As an upper bound: nothing is claimed.
pub const NEVER: u32 = u32::MAX;

/// Lengths in a certificate are below this, so that no sum overflows.
const LENGTH_LIMIT: u32 = 1 << 24;

/// The text of a position: its SFEN. It is complete under the rules, so two positions are the same
/// exactly if their texts are.
#[must_use]
pub fn position_text(setup: &Setup, rules: &Rules) -> String {
    sfen::write(setup, rules)
}

/// The position of this text, if it is written as [`position_text`] would.
fn read_position(text: &str, rules: &Rules) -> Option<Setup> {
    let setup = sfen::parse(text, rules.variant).ok()?.setup;
    (position_text(&setup, rules) == text).then_some(setup)
}

/// A length, if it is written without leading zeros or signs.
fn read_length(text: &str) -> Option<u32> {
    let length: u32 = text.parse().ok()?;
    (length < LENGTH_LIMIT && length.to_string() == text).then_some(length)
}
