//! Text to values and back. No IO, no search.
//!
//! Accepts text in any of the forms that people keep positions, moves and problems in; guarantees
//! that every reader ends in a value or in an error that names the place and what would fit, and
//! never panics. Leans on the rules' values only. One noun a file.

pub mod board;
pub mod builtin;
pub mod collection;
pub mod document;
pub mod encoding;
pub mod end;
pub mod fold;
pub mod game;
pub mod moves;
pub mod problem;
pub mod sfen;
pub mod text;
pub mod usi;

pub use board::BoardStyle;
pub use builtin::Builtin;
pub use collection::{Format, Record, RecordError, RecordProblem};
pub use document::{Attacker, Document, DocumentFormat};
pub use encoding::{Encoding, EncodingError};
pub use end::End;
pub use fold::Folded;
pub use game::{Game, GameError};
pub use moves::{MoveError, MoveNotation};
pub use problem::{Claim, Problem};
pub use sfen::{Sfen, SfenError, SfenProblem};
pub use usi::{UsiError, UsiLineError, UsiMove, UsiProblem};
