//! Text to values and back. No IO, no search.
//!
//! Accepts text in any of the forms that people keep positions, moves and problems in; guarantees
//! that every reader ends in a value or in an error that names the place and what would fit, and
//! never panics. Leans on the rules' values only. One noun a file.

pub mod sfen;
mod text;
pub mod usi;

pub use sfen::{Sfen, SfenError, SfenProblem};
pub use usi::{UsiError, UsiMove, UsiProblem};
