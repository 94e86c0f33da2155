//! What stands before the nodes: version, game, rules, root, claims.

use super::{Claim, ReadProblem, position_text, read_position};
use crate::rules::variant::CHU;
use crate::rules::{Rules, Setup};

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// What a certificate is about. The attacker is the side to move in the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rules, every parameter.
    pub rules: Rules,
    /// The problem.
    pub root: Setup,
    /// What is claimed, in the order of the words.
    pub claims: Vec<Claim>,
}

pub(super) fn version_line() -> String {
    format!("matenro certificate {VERSION}")
}

pub(super) fn game_line() -> String {
    format!("game {}", CHU.name)
}

impl Header {
    /// A header whose claims are brought in order; one that stands twice is kept once.
    #[must_use]
    pub fn new(rules: Rules, root: Setup, mut claims: Vec<Claim>) -> Header {
        claims.sort_by_cached_key(|claim| claim.text(&rules));
        claims.dedup();
        Header { rules, root, claims }
    }

    /// The number of a claim's line, from 1: four lines stand before the first.
    #[must_use]
    pub const fn claim_line(index: usize) -> u64 {
        index as u64 + 5
    }

    /// The lines, each with its line feed.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{}\n", version_line(), game_line());
        text += &format!("{}\n", rules_line(&self.rules));
        text += &format!("root {}\n", position_text(&self.root, &self.rules));
        for claim in &self.claims {
            text += &format!("claim {}\n", claim.text(&self.rules));
        }
        text
    }
}

fn rules_line(rules: &Rules) -> String {
    let values: Vec<String> = Rules::KEYS
        .iter()
        .zip(rules.values())
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    format!("rules {}", values.join(","))
}

pub(super) fn read_rules(line: &str) -> Result<Rules, ReadProblem> {
    let rules = line.strip_prefix("rules ").and_then(|text| text.parse::<Rules>().ok());
    rules.filter(|rules| rules_line(rules) == line).ok_or_else(|| ReadProblem::Rules(line.into()))
}

pub(super) fn read_root(line: &str, rules: &Rules) -> Result<Setup, ReadProblem> {
    line.strip_prefix("root ")
        .and_then(|text| read_position(text, rules))
        .ok_or_else(|| ReadProblem::Root(line.into()))
}
