//! Results as text and data: pure functions from records to bytes. No IO, no clock, no search.
//!
//! Accepts a [`Record`]; the same record and options always give the same bytes.

pub mod csv;
pub mod dossier;
pub mod forms;
pub mod lang;
pub mod names;
pub mod picture;
pub mod record;
pub mod site;
pub mod soundness;
pub mod summary;
pub mod terms;
pub mod text;
pub mod twins;
pub mod verification;

pub use record::{ErrorRecord, Level, LimitName, PlyBounds, Record, SolutionRecord, VerdictName};
pub use soundness::{AlternativeRecord, KindName, PlyRecord, SoundnessRecord, UniquenessName};
pub use summary::Tally;
pub use verification::{VerificationRecord, VerifyRecord, VerifyTally};
