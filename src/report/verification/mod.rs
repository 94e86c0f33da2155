//! The record of one verified problem, as it stands in JSON Lines, and its other forms.
//!
//! The fields are documented in `docs/verify.md`; [`SCHEMA`] changes whenever their meaning does.

pub mod csv;
pub mod errata;
pub mod explain;
pub mod markdown;
pub mod prose;
pub mod tally;
pub mod text;

use serde::{Deserialize, Serialize};

pub use tally::VerifyTally;

use super::{ErrorRecord, Level, LimitName, PlyBounds, VerdictName};
use crate::notation::{Claim, usi};
use crate::rules::Move;
use crate::search::Verdict;
use crate::verify::claims::is_about_a_check;
use crate::verify::{Finding, FindingKind, LineName, Status, Verification, Weight};

/// The version of the record's form.
pub const SCHEMA: u32 = 1;

/// One line of the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerifyLine {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The record.
    #[serde(flatten)]
    pub record: VerifyRecord,
}

/// What is said about one record of the input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum VerifyRecord {
    /// A problem and what was found.
    Verification(Box<VerificationRecord>),
    /// A record that could not be read or worked on.
    Error(ErrorRecord),
}

/// What is known of a problem beside its verification.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The problem's id.
    pub id: String,
    /// The collection: the file's stem or the built-in name.
    pub collection: String,
    /// Where it was published, with its number.
    pub source: Option<String>,
    /// The position.
    pub sfen: String,
    /// The rules.
    pub rules: String,
    /// A number that changes with the diagram, the lines and the claims.
    pub input: String,
    /// The outcome that the source claims.
    pub claim: Claim,
    /// The length that it claims.
    pub claimed_plies: Option<u32>,
}

/// How what was found is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The verdict and the length, and so the contradictions to claims about them.
    pub level: Level,
    /// Whether the findings about single checks are known in the same way.
    pub has_checks: bool,
}

/// A problem and what was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerificationRecord {
    /// The problem's id.
    pub id: String,
    /// The collection: the file's stem or the built-in name.
    pub collection: String,
    /// Where it was published, with its number.
    pub source: Option<String>,
    /// The position.
    pub sfen: String,
    /// The rules: a preset's name or the full list of values.
    pub rules: String,
    /// A number that changes with the diagram, the lines and the claims.
    pub input: String,
    /// The whole in one word.
    pub status: Status,
    /// Is there a mate?
    pub verdict: VerdictName,
    /// How that and the contradictions are known.
    pub level: Level,
    /// Proved bounds of the length.
    pub plies: PlyBounds,
    /// The same by convention; `None` unless there is a mate.
    pub plies_conventional: Option<PlyBounds>,
    /// `mate` or `none`: the outcome that the source claims.
    pub claim: String,
    /// The length that the source claims.
    pub claimed_plies: Option<u32>,
    /// All of it in plain English.
    pub statement: String,
    /// The findings one by one.
    pub findings: Vec<FindingRecord>,
    /// The corrected main line in USI; empty if there is no mate.
    pub corrected_line: Vec<String>,
    /// Its essential variations.
    pub variations: Vec<VariationRecord>,
    /// The published lines as far as they can be played, mended; the main line first.
    pub played: Vec<Vec<String>>,
    /// The answers under other rules; `None` if not asked for.
    pub compared: Option<Vec<ComparedRecord>>,
    /// What kept something open.
    pub limit: Option<LimitName>,
    /// Attacker's positions expanded.
    pub expanded: u64,
    /// Positions in the graph, of both sides.
    pub nodes: u64,
    /// Seconds of wall-clock time; `None` where times are left out.
    pub time_s: Option<f64>,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingRecord {
    /// What.
    pub kind: FindingKind,
    /// How much it counts.
    pub weight: Weight,
    /// True if the independent checker has accepted a certificate of it.
    pub certified: bool,
    /// True if a published claim about the whole problem is contradicted.
    pub contradicts: bool,
    /// The line; `None`: the problem as a whole.
    pub line: Option<LineName>,
    /// The ply in the line, from 1.
    pub ply: Option<u32>,
    /// The move, in USI.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Why.
    pub reason: String,
    /// Moves that show it, from the position before the ply.
    pub evidence: Vec<String>,
    /// The length with the move, from the position before it.
    pub plies: Option<PlyBounds>,
    /// The length with the best move.
    pub best_plies: Option<PlyBounds>,
    /// How many things of its kind it stands for.
    pub count: u32,
    /// One small change of the text that makes the rest work.
    pub repair: Option<RepairRecord>,
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairRecord {
    /// The ply that is changed.
    pub ply: u32,
    /// What is changed.
    pub change: String,
    /// The line after the change.
    pub line: Vec<String>,
}

/// A defence beside the corrected line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariationRecord {
    /// The ply where it leaves the line, from 1.
    pub ply: u32,
    /// True if the published text treats this defence.
    pub published: bool,
    /// The moves from there on.
    pub moves: Vec<String>,
}

/// The answer under other rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparedRecord {
    /// A preset or a single setting.
    pub rules: String,
    /// Is there a mate?
    pub verdict: VerdictName,
    /// Its exact length, if it is known.
    pub plies: Option<u32>,
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| usi::write(mv)).collect()
}

const fn verdict_name(verdict: Verdict) -> VerdictName {
    match verdict {
        Verdict::Mate => VerdictName::Mate,
        Verdict::NoMate => VerdictName::NoMate,
        Verdict::Unknown(_) => VerdictName::Unknown,
    }
}

impl FindingRecord {
    fn new(finding: &Finding, claim: Claim, known: Known) -> FindingRecord {
        let is_claimed = finding.kind.is_contradiction()
            || known.has_checks && is_about_a_check(finding.kind) && finding.length.is_some();
        FindingRecord {
            kind: finding.kind,
            weight: finding.weight,
            certified: known.level == Level::Certified && is_claimed,
            contradicts: claim == Claim::Mate && finding.kind.is_contradiction(),
            line: finding.line,
            ply: finding.ply,
            mv: finding.mv.map(|mv| mv.to_string()),
            reason: finding.reason.clone(),
            evidence: texts(&finding.evidence),
            plies: finding.length.map(PlyBounds::from),
            best_plies: finding.best.map(PlyBounds::from),
            count: finding.count,
            repair: finding.repair.as_ref().map(|repair| RepairRecord {
                ply: repair.ply,
                change: repair.change.clone(),
                line: repair.moves.iter().map(ToString::to_string).collect(),
            }),
        }
    }
}

impl VerificationRecord {
    /// The record of a verification. The time is rounded to milliseconds, and left out if not
    /// `timing`.
    #[must_use]
    pub fn new(
        heading: Heading,
        verification: &Verification,
        known: Known,
        timing: bool,
    ) -> VerificationRecord {
        let claim = heading.claim;
        let mut record = VerificationRecord {
            id: heading.id,
            collection: heading.collection,
            source: heading.source,
            sfen: heading.sfen,
            rules: heading.rules,
            input: heading.input,
            status: verification.status,
            verdict: verdict_name(verification.verdict),
            level: known.level,
            plies: verification.length.into(),
            plies_conventional: verification.conventional.map(PlyBounds::from),
            claim: claim.name().to_owned(),
            claimed_plies: heading.claimed_plies,
            statement: String::new(),
            findings: verification
                .findings
                .iter()
                .map(|finding| FindingRecord::new(finding, claim, known))
                .collect(),
            corrected_line: texts(&verification.line),
            variations: verification
                .variations
                .iter()
                .map(|variation| VariationRecord {
                    ply: variation.ply,
                    published: variation.is_published,
                    moves: texts(&variation.moves),
                })
                .collect(),
            played: verification.played.iter().map(|line| texts(line)).collect(),
            compared: verification.compared.as_ref().map(|compared| {
                let one = |other: &crate::verify::Compared| ComparedRecord {
                    rules: other.name.clone(),
                    verdict: verdict_name(other.outcome.verdict),
                    plies: other.outcome.plies,
                };
                compared.iter().map(one).collect()
            }),
            limit: verification.limit.map(LimitName::from),
            expanded: verification.expanded,
            nodes: verification.nodes,
            time_s: timing.then(|| (verification.elapsed.as_secs_f64() * 1000.0).round() / 1000.0),
        };
        record.statement = prose::statement(&record);
        record
    }

    /// The findings that contradict a published claim about the whole problem.
    pub fn contradictions(&self) -> impl Iterator<Item = &FindingRecord> {
        self.findings.iter().filter(|finding| finding.contradicts)
    }
}

/// The record as one line of JSON, with its line feed.
///
/// # Panics
/// Never: a record holds nothing that JSON cannot.
#[must_use]
pub fn json_line(record: &VerifyRecord) -> String {
    let line = VerifyLine { schema: SCHEMA, record: record.clone() };
    let mut text = serde_json::to_string(&line).expect("invariant: a record is plain data");
    text.push('\n');
    text
}

/// Bounds in short: `19`, `15-19`, `15-` where no mate was found; empty if there is none.
#[must_use]
pub fn short(plies: PlyBounds) -> String {
    match (plies.at_least, plies.at_most) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low}-{high}"),
        (None, Some(high)) => format!("-{high}"),
        (Some(low), None) => format!("{low}-"),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
pub(super) mod tests;
