//! Checks a published solution against the game.
//!
//! Accepts a diagram with the lines that a source prints for it; returns what is right and wrong with
//! them ([`Finding`]), a [`Status`] for the whole, a corrected main line and its essential variations.
//! Every line is replayed from the diagram by the rules; what its moves are worth is asked of the
//! search, and only what is proved is said. Pure: no IO. Leans on `search` for answers.
//!
//! The kinds of findings and their weights are explained in `docs/verify.md`.

pub mod claims;
pub mod diagram;
mod examine;
pub mod finding;
pub mod presets;
pub mod refute;
pub mod repair;
pub mod replay;
pub mod status;
mod texts;
pub mod track;
pub mod unique;
pub mod variations;
mod words;

use std::time::{Duration, Instant};

pub use finding::{Finding, FindingKind, LineName, Repair, Weight};
pub use presets::{Compared, Outcome};
pub use status::Status;
pub use variations::Variation;

use crate::notation::{Claim, UsiMove};
use crate::rules::{Move, Position, PositionError, Rules, Setup};
use crate::search::analyst::Analyst;
use crate::search::certificate::Evidence;
use crate::search::game::TsumeGame;
use crate::search::{self, Control, Length, Limit, Limits, RootError, Verdict};

/// A problem as it is published.
#[derive(Clone, Debug)]
pub struct Published<'a> {
    /// The diagram.
    pub setup: &'a Setup,
    /// The main line; may be empty.
    pub main: &'a [UsiMove],
    /// Further lines, each from the diagram on.
    pub variations: &'a [Vec<UsiMove>],
    /// The outcome that the source claims.
    pub claim: Claim,
    /// The length that it claims or prints, in plies.
    pub claimed_plies: Option<u32>,
    /// Diagrams of the same problem elsewhere, with their names.
    pub elsewhere: &'a [(String, Setup)],
}

/// How to verify.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The rules.
    pub rules: Rules,
    /// Steps of search for each question about a single move.
    pub steps_each: u64,
    /// Whether to compare with other sets of rules.
    pub all_rules: bool,
}

/// Steps of search for each question about a single move, if nobody says otherwise.
pub const STEPS_EACH: u64 = 50_000;

/// What was found out about a problem.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The whole in one word.
    pub status: Status,
    /// Is there a mate?
    pub verdict: Verdict,
    /// Proved bounds of its length.
    pub length: Length,
    /// The same, counting positions with nothing but futile interpositions as mate; `None` unless
    /// there is a mate.
    pub conventional: Option<Length>,
    /// All findings: of the whole first, then line by line.
    pub findings: Vec<Finding>,
    /// The published lines as far as they can be played, mended; the main line first.
    pub played: Vec<Vec<Move>>,
    /// The corrected main line; empty if there is no mate.
    pub line: Vec<Move>,
    /// The essential variations of the corrected line.
    pub variations: Vec<Variation>,
    /// The answers under other rules; `None` if not asked for.
    pub compared: Option<Vec<Compared>>,
    /// The limit that kept something open.
    pub limit: Option<Limit>,
    /// Attacker's positions expanded.
    pub expanded: u64,
    /// Positions in the graph.
    pub nodes: u64,
    /// Wall-clock time spent.
    pub elapsed: Duration,
}

/// A diagram that is no problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// No position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// No tsume problem.
    #[error(transparent)]
    Root(#[from] RootError),
}

/// Verifies a published problem.
///
/// # Errors
/// If the diagram is no tsume problem.
pub fn verify(
    published: &Published,
    settings: &Settings,
    limits: &Limits,
    control: &Control,
) -> Result<Verification, VerifyError> {
    verify_with_evidence(published, settings, limits, control).map(|(verification, _)| verification)
}

/// The same, with what the search knows of all positions it met: the raw material of certificates.
///
/// # Errors
/// If the diagram is no tsume problem.
pub fn verify_with_evidence(
    published: &Published,
    settings: &Settings,
    limits: &Limits,
    control: &Control,
) -> Result<(Verification, Evidence), VerifyError> {
    let started = Instant::now();
    let position = Position::new(published.setup, settings.rules)?;
    search::refuse_untsume(&position)?;
    let analyst = Analyst::new(TsumeGame::new(position.clone()), limits, control);
    let (mut verification, evidence) =
        examine::Examination::new(published, settings, &position, analyst).run();
    if settings.all_rules {
        let length = verification.length;
        let base = Outcome {
            verdict: verification.verdict,
            plies: length
                .at_most
                .filter(|_| length.at_least == length.at_most)
                .map(|plies| plies.0),
            line: verification.line.clone(),
        };
        let (compared, findings) =
            presets::compare(published.setup, settings.rules, &base, limits, control);
        verification.compared = Some(compared);
        verification.findings.extend(findings);
    }
    verification.elapsed = started.elapsed();
    Ok((verification, evidence))
}
