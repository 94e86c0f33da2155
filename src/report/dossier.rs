//! A problem with everything that is known of it: what its source says, and the records of `solve` and
//! `verify` about it.

use super::lang::Phrase;
use super::record::{Level, LimitName, PlyBounds, SolutionRecord};
use super::terms;
use super::verification::{FindingRecord, VerificationRecord};
use crate::notation::{Problem, UsiMove};
use crate::rules::{Rules, Square};
use crate::verify::Status;

/// A problem with its records.
#[derive(Clone, Debug)]
pub struct Dossier {
    /// What the source says.
    pub problem: Problem,
    /// The collection: the file's stem or the built-in name.
    pub collection: String,
    /// The rules under which moves are legal.
    pub rules: Rules,
    /// What `matenro verify` found.
    pub verification: Option<Box<VerificationRecord>>,
    /// What `matenro solve` found.
    pub solution: Option<Box<SolutionRecord>>,
    /// Where the certificate lies, as a link from the page of the problem.
    pub certificate: Option<String>,
    /// The same problem elsewhere.
    pub twins: Vec<Twin>,
}

/// The same problem in another source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// Its name there.
    pub id: String,
    /// The squares on which its diagram differs; `None` if the diagram is not known.
    pub squares: Option<Vec<Square>>,
}

/// What a problem came to, whoever looked at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Verified.
    Verified(Status),
    /// Solved only.
    Solved(super::VerdictName),
    /// Nobody looked at it.
    Unexamined,
}

impl Standing {
    /// The name in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Standing::Verified(status) => status.name(),
            Standing::Solved(verdict) => verdict.name(),
            Standing::Unexamined => "unexamined",
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn phrase(self) -> Phrase {
        match self {
            Standing::Verified(status) => terms::status(status),
            Standing::Solved(verdict) => terms::verdict(verdict),
            Standing::Unexamined => Phrase::words("not examined", "未検討"),
        }
    }

    /// What it means, where the name does not say it all.
    #[must_use]
    pub const fn meaning(self) -> Option<Phrase> {
        match self {
            Standing::Verified(status) => Some(terms::status_meaning(status)),
            Standing::Solved(_) | Standing::Unexamined => None,
        }
    }
}

impl Dossier {
    /// A problem of which no record speaks.
    #[must_use]
    pub fn new(problem: Problem, collection: String, rules: Rules) -> Dossier {
        Dossier {
            problem,
            collection,
            rules,
            verification: None,
            solution: None,
            certificate: None,
            twins: Vec::new(),
        }
    }

    /// The problem's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.problem.id
    }

    /// The title of the source with the number there; the id if the source is not known.
    #[must_use]
    pub fn title(&self) -> String {
        let header = |name: &str| {
            let found = self.problem.extra.iter().find(|(key, _)| key == name);
            found.and_then(|(_, value)| value.as_str()).map(str::to_owned)
        };
        let number = Some(&self.problem.number).filter(|number| !number.is_empty());
        let parts: Vec<String> = [
            header("title"),
            header("author"),
            Some(self.problem.source.clone()),
            number.map(|number| format!("no. {number}")),
        ]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
        parts.join(", ")
    }

    /// What the problem came to.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match (&self.verification, &self.solution) {
            (Some(record), _) => Standing::Verified(record.status),
            (None, Some(record)) => Standing::Solved(record.verdict),
            (None, None) => Standing::Unexamined,
        }
    }

    /// How the answer is known.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        let verified = self.verification.as_ref().map(|record| record.level);
        verified.or(self.solution.as_ref().map(|record| record.level))
    }

    /// Proved bounds of the length.
    #[must_use]
    pub fn plies(&self) -> PlyBounds {
        let verified = self.verification.as_ref().map(|record| record.plies);
        verified.or(self.solution.as_ref().map(|record| record.plies)).unwrap_or_default()
    }

    /// The same where only futile interpositions remain.
    #[must_use]
    pub fn plies_conventional(&self) -> Option<PlyBounds> {
        let verified = self.verification.as_ref().map(|record| record.plies_conventional);
        verified.or(self.solution.as_ref().map(|record| record.plies_conventional)).flatten()
    }

    /// What kept something open.
    #[must_use]
    pub fn limit(&self) -> Option<LimitName> {
        let verified = self.verification.as_ref().map(|record| record.limit);
        verified.or(self.solution.as_ref().map(|record| record.limit)).flatten()
    }

    /// The findings.
    #[must_use]
    pub fn findings(&self) -> &[FindingRecord] {
        self.verification.as_ref().map_or(&[], |record| &record.findings)
    }

    /// The best line that is known: corrected by `verify`, or found by `solve`.
    #[must_use]
    pub fn best_line(&self) -> Vec<UsiMove> {
        let verified = self.verification.as_ref().map(|record| &record.corrected_line);
        let found = verified.or(self.solution.as_ref().map(|record| &record.line));
        found.map_or_else(Vec::new, |line| read(line))
    }

    /// What the best line is called: corrected if there is a published one that was looked at.
    #[must_use]
    pub fn best_name(&self) -> Phrase {
        if self.verification.is_some() && !self.problem.solution.is_empty() {
            Phrase::term("Corrected line", "訂正手順")
        } else {
            Phrase::term("Main line", "作意")
        }
    }

    /// True if the best line ends in mate, strictly or by convention.
    #[must_use]
    pub fn best_line_mates(&self) -> bool {
        let verified = self.verification.as_ref().map(|record| record.verdict);
        let verdict = verified.or(self.solution.as_ref().map(|record| record.verdict));
        verdict == Some(super::VerdictName::Mate)
    }
}

/// Moves from the USI of a record, as far as they can be read.
#[must_use]
pub fn read(line: &[String]) -> Vec<UsiMove> {
    line.iter().map_while(|text| text.parse().ok()).collect()
}
