//! The record of one problem, as it stands in JSON Lines.
//!
//! The fields and their order are the published format; a reader may rely on every field being there.
//! `time_s` is `null` where times are left out, so that equal runs give equal bytes.

use serde::{Deserialize, Serialize};

use super::soundness::SoundnessRecord;
use crate::rules::Move;
use crate::search::bounds::Interval;
use crate::search::{Length, Limit, Plies, Solution, Verdict};

/// What is said about one record of the input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Record {
    /// A problem and its answer.
    Solution(SolutionRecord),
    /// A record that could not be read or worked on.
    Error(ErrorRecord),
}

/// A problem and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolutionRecord {
    /// The problem's id.
    pub id: String,
    /// The position.
    pub sfen: String,
    /// The rules: a preset's name or the full list of values.
    pub rules: String,
    /// The answer.
    pub verdict: VerdictName,
    /// How the answer is known.
    pub level: Level,
    /// Proved bounds of the length.
    pub plies: PlyBounds,
    /// The same, counting positions with nothing but futile interpositions as mate; `None` unless the
    /// exact length was asked for and there is a mate.
    pub plies_conventional: Option<PlyBounds>,
    /// The main line in USI; empty unless the verdict is mate.
    pub line: Vec<String>,
    /// For every ply of the line the number of moves as good as this one, itself included; `None`
    /// where it is not known.
    pub equals: Vec<Option<u32>>,
    /// Whether the main line is unique; `None` unless that was asked and the length is exact.
    pub soundness: Option<SoundnessRecord>,
    /// What ended the search before an answer.
    pub limit: Option<LimitName>,
    /// Attacker's positions expanded.
    pub expanded: u64,
    /// Positions in the graph, of both sides.
    pub nodes: u64,
    /// Seconds of wall-clock time; `None` where times are left out.
    pub time_s: Option<f64>,
}

impl SolutionRecord {
    /// The record of a solution; `write` gives a move in USI.
    ///
    /// The time is rounded to milliseconds, and left out if not `timing`.
    #[must_use]
    pub fn new(
        id: String,
        sfen: String,
        rules: String,
        solution: &Solution,
        level: Level,
        write: impl Fn(Move) -> String,
        timing: bool,
    ) -> SolutionRecord {
        let verdict = match solution.verdict {
            Verdict::Mate => VerdictName::Mate,
            Verdict::NoMate => VerdictName::NoMate,
            Verdict::Unknown(_) => VerdictName::Unknown,
        };
        SolutionRecord {
            id,
            sfen,
            rules,
            verdict,
            level,
            plies: Length { at_least: solution.at_least, at_most: solution.at_most }.into(),
            plies_conventional: solution.conventional.map(PlyBounds::from),
            line: solution.line.moves.iter().map(|&mv| write(mv)).collect(),
            equals: solution.line.equals.clone(),
            soundness: solution
                .soundness
                .as_ref()
                .map(|soundness| SoundnessRecord::new(soundness, &write)),
            limit: solution.limit.map(LimitName::from),
            expanded: solution.expanded,
            nodes: solution.nodes,
            time_s: timing.then(|| (solution.elapsed.as_secs_f64() * 1000.0).round() / 1000.0),
        }
    }
}

/// A record of the input that could not be read, or a problem that could not be worked on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorRecord {
    /// The problem's id, if one was read.
    pub id: Option<String>,
    /// The file, `-` for standard input.
    pub file: Option<String>,
    /// The line in the file, counted from 1.
    pub line: Option<u64>,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for ErrorRecord {
    /// `file:line: id: message`, without the parts that are not known.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
            if let Some(line) = self.line {
                write!(f, "{line}:")?;
            }
            f.write_str(" ")?;
        }
        if let Some(id) = &self.id {
            write!(f, "{id}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictName {
    /// The attacker mates.
    Mate,
    /// The attacker cannot mate.
    NoMate,
    /// A limit was reached.
    Unknown,
}

impl VerdictName {
    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            VerdictName::Mate => "mate",
            VerdictName::NoMate => "no-mate",
            VerdictName::Unknown => "unknown",
        }
    }
}

/// How an answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A certificate of all that is said was written, and the independent checker accepted it.
    Certified,
    /// The search says so; no independent check was made.
    Searched,
    /// It is not known.
    Unknown,
}

impl Level {
    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Certified => "certified",
            Level::Searched => "searched",
            Level::Unknown => "unknown",
        }
    }
}

/// Proved bounds of the length of the mate, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlyBounds {
    /// No mate is shorter.
    pub at_least: Option<u32>,
    /// There is a mate this short.
    pub at_most: Option<u32>,
}

impl From<Length> for PlyBounds {
    fn from(length: Length) -> PlyBounds {
        PlyBounds {
            at_least: length.at_least.map(|Plies(count)| count),
            at_most: length.at_most.map(|Plies(count)| count),
        }
    }
}

impl From<Interval> for PlyBounds {
    fn from(interval: Interval) -> PlyBounds {
        PlyBounds::from(Length::from(interval))
    }
}

/// What ended a search before an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitName {
    /// Steps for a question about a single move.
    Steps,
    /// Expansions of attacker's positions.
    Nodes,
    /// Wall-clock time.
    Time,
    /// Memory.
    Memory,
    /// The user.
    Interrupted,
}

impl LimitName {
    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LimitName::Steps => "steps",
            LimitName::Nodes => "nodes",
            LimitName::Time => "time",
            LimitName::Memory => "memory",
            LimitName::Interrupted => "interrupted",
        }
    }
}

impl From<Limit> for LimitName {
    fn from(limit: Limit) -> LimitName {
        match limit {
            Limit::Steps => LimitName::Steps,
            Limit::Nodes => LimitName::Nodes,
            Limit::Time => LimitName::Time,
            Limit::Memory => LimitName::Memory,
            Limit::Interrupted => LimitName::Interrupted,
        }
    }
}

/// The record as one line of JSON, with its line feed.
///
/// # Panics
/// Never: a record holds nothing that JSON cannot.
#[must_use]
pub fn json_line(record: &Record) -> String {
    let mut line = serde_json::to_string(record).expect("invariant: a record is plain data");
    line.push('\n');
    line
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Line;

    pub fn example() -> SolutionRecord {
        SolutionRecord {
            id: "kinuburui-02".into(),
            sfen: "5+R2s2l/12/12/12/12/12/12/12/12/12/12/12 b - 1".into(),
            rules: "historic".into(),
            verdict: VerdictName::Mate,
            level: Level::Searched,
            plies: PlyBounds { at_least: None, at_most: Some(3) },
            plies_conventional: None,
            line: vec!["9h5d+".into(), "6c5d".into(), "3e4d".into()],
            equals: vec![Some(1), Some(2), None],
            soundness: None,
            limit: None,
            expanded: 61_432,
            nodes: 190_221,
            time_s: Some(2.417),
        }
    }

    #[test]
    fn a_solution_has_exactly_the_published_fields_in_order() {
        insta::assert_snapshot!(json_line(&Record::Solution(example())), @r#"{"type":"solution","id":"kinuburui-02","sfen":"5+R2s2l/12/12/12/12/12/12/12/12/12/12/12 b - 1","rules":"historic","verdict":"mate","level":"searched","plies":{"at_least":null,"at_most":3},"plies_conventional":null,"line":["9h5d+","6c5d","3e4d"],"equals":[1,2,null],"soundness":null,"limit":null,"expanded":61432,"nodes":190221,"time_s":2.417}"#);
    }

    #[test]
    fn an_error_has_exactly_the_published_fields_in_order() {
        let record = Record::Error(ErrorRecord {
            id: None,
            file: Some("a.csv".into()),
            line: Some(3),
            message: "bad \"sfen\"".into(),
        });
        insta::assert_snapshot!(json_line(&record), @r#"{"type":"error","id":null,"file":"a.csv","line":3,"message":"bad \"sfen\""}"#);
    }

    #[test]
    fn a_line_of_json_reads_back() {
        let record = Record::Solution(example());
        let read: Record = serde_json::from_str(&json_line(&record)).unwrap();
        assert_eq!(read, record);
    }

    #[test]
    fn a_limit_is_unknown_and_time_can_be_left_out() {
        let solution = Solution {
            verdict: Verdict::Unknown(Limit::Memory),
            at_least: Some(Plies(5)),
            at_most: None,
            conventional: None,
            line: Line::default(),
            soundness: None,
            limit: Some(Limit::Memory),
            expanded: 1,
            nodes: 2,
            elapsed: Duration::from_micros(1_234_567),
        };
        let record = |timing| {
            SolutionRecord::new(
                "a".into(),
                "b".into(),
                "historic".into(),
                &solution,
                Level::Unknown,
                |mv| format!("{mv:?}"),
                timing,
            )
        };
        assert_eq!(record(false).time_s, None);
        assert_eq!(record(true).time_s, Some(1.235));
        assert_eq!(record(true).verdict, VerdictName::Unknown);
        assert_eq!(record(true).limit, Some(LimitName::Memory));
        assert_eq!(record(true).plies, PlyBounds { at_least: Some(5), at_most: None });
    }

    #[test]
    fn an_error_names_only_the_places_that_are_known() {
        let mut error =
            ErrorRecord { id: None, file: None, line: None, message: "it is wrong".into() };
        assert_eq!(error.to_string(), "it is wrong");
        error.file = Some("a.csv".into());
        assert_eq!(error.to_string(), "a.csv: it is wrong");
        error.line = Some(7);
        error.id = Some("x-1".into());
        assert_eq!(error.to_string(), "a.csv:7: x-1: it is wrong");
    }
}
