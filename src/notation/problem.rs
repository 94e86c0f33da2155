//! A problem of a collection: a position with what its source says about it.

use std::path::Path;

use serde_json::Value;

use super::sfen::{self, SfenError};
use super::usi::UsiMove;
use crate::rules::{Setup, Variant};

/// What the source says of the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claim {
    /// The attacker mates.
    Mate,
    /// Nothing: a position without a solution.
    #[default]
    None,
}

impl Claim {
    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Claim::Mate => "mate",
            Claim::None => "none",
        }
    }
}

/// A problem as read: its position can be drawn, its moves can be spelled, no more is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Name, unique within its collection; made from file and line if the record has none.
    pub id: String,
    /// Where it was published.
    pub source: String,
    /// Its number in the source.
    pub number: String,
    /// The position's text as given.
    pub sfen: String,
    /// The position.
    pub setup: Setup,
    /// The length that the source claims or prints, in plies.
    pub claimed_plies: Option<u32>,
    /// The outcome that the source claims. A record that does not say claims a mate if it has a
    /// length or a solution.
    pub claim: Claim,
    /// The published main line.
    pub solution: Vec<UsiMove>,
    /// Further lines, each complete from the position.
    pub variations: Vec<Vec<UsiMove>>,
    /// Names of the same problem elsewhere.
    pub same_as: Vec<String>,
    /// Remarks on the text.
    pub note: String,
    /// The line of its file where the record begins, from 1; `None` if it was not read from text.
    pub line: Option<usize>,
    /// Fields that the reader does not know, in their order.
    pub extra: Vec<(String, Value)>,
}

impl Problem {
    /// A problem of which only the position is known.
    ///
    /// # Errors
    /// If `sfen` is no position of the variant.
    pub fn new(id: &str, sfen: &str, variant: &Variant) -> Result<Problem, SfenError> {
        Ok(Problem {
            id: id.to_owned(),
            source: String::new(),
            number: String::new(),
            sfen: sfen.to_owned(),
            setup: sfen::parse(sfen, variant)?.setup,
            claimed_plies: None,
            claim: Claim::None,
            solution: Vec::new(),
            variations: Vec::new(),
            same_as: Vec::new(),
            note: String::new(),
            line: None,
            extra: Vec::new(),
        })
    }

    /// The same problem, wherever it was read: what a writer can keep of it.
    #[cfg(test)]
    pub(crate) fn unplaced(self) -> Problem {
        Problem { line: None, ..self }
    }

    /// The claim of a record that does not say.
    pub(super) fn implied_claim(&self) -> Claim {
        let is_solved = self.claimed_plies.is_some() || !self.solution.is_empty();
        if is_solved { Claim::Mate } else { Claim::None }
    }
}

/// The name of a record without one: the file's stem and the line.
pub(super) fn fallback_id(label: &str, line: usize) -> String {
    let stem = Path::new(label).file_stem().and_then(|stem| stem.to_str());
    format!("{}-{line}", stem.filter(|&stem| stem != "-").unwrap_or("stdin"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::CHU;

    #[test]
    fn a_problem_without_a_name_is_called_after_its_place() {
        assert_eq!(fallback_id("some/where/mine.v2.csv", 12), "mine.v2-12");
        assert_eq!(fallback_id("-", 3), "stdin-3");
        assert_eq!(fallback_id("", 1), "stdin-1");
    }

    #[test]
    fn a_length_or_a_solution_implies_a_mate() {
        let mut problem = Problem::new("x", CHU.start_sfen, &CHU).unwrap();
        assert_eq!(problem.implied_claim(), Claim::None);
        problem.claimed_plies = Some(3);
        assert_eq!(problem.implied_claim(), Claim::Mate);
    }
}
