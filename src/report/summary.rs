//! Counts over a batch, and the one line that says them.

use std::time::Duration;

use super::record::{LimitName, Record, VerdictName};
use super::text::grouped;

/// Counts over the records of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Problems with the verdict mate.
    pub mate: usize,
    /// Problems with the verdict no mate.
    pub no_mate: usize,
    /// Problems that reached each limit: steps, nodes, time, memory, interrupted.
    pub unknown: [usize; 5],
    /// Records that could not be worked on.
    pub errors: usize,
    /// Attacker's positions expanded, in all.
    pub expanded: u64,
}

const LIMITS: [LimitName; 5] = [
    LimitName::Steps,
    LimitName::Nodes,
    LimitName::Time,
    LimitName::Memory,
    LimitName::Interrupted,
];

impl Tally {
    /// Counts one record.
    ///
    /// # Panics
    /// Never: the table of limits is complete.
    pub fn add(&mut self, record: &Record) {
        let solution = match record {
            Record::Error(_) => {
                self.errors += 1;
                return;
            }
            Record::Solution(solution) => solution,
        };
        self.expanded += solution.expanded;
        match solution.verdict {
            VerdictName::Mate => self.mate += 1,
            VerdictName::NoMate => self.no_mate += 1,
            VerdictName::Unknown => {
                let limit = solution.limit.unwrap_or(LimitName::Interrupted);
                let slot = LIMITS.iter().position(|&name| name == limit);
                self.unknown[slot.expect("invariant: LIMITS is complete")] += 1;
            }
        }
    }

    /// Records counted.
    #[must_use]
    pub fn total(&self) -> usize {
        self.decided() + self.unknown.iter().sum::<usize>() + self.errors
    }

    /// Problems with an answer.
    #[must_use]
    pub fn decided(&self) -> usize {
        self.mate + self.no_mate
    }

    /// One line without line feed; times and speed only if `elapsed` is given.
    #[must_use]
    pub fn line(&self, elapsed: Option<Duration>) -> String {
        let total = self.total();
        let mut line = format!(
            "{} problem{}: {} mate, {} no mate, {} unknown",
            grouped(total as u64),
            if total == 1 { "" } else { "s" },
            self.mate,
            self.no_mate,
            self.unknown.iter().sum::<usize>(),
        );
        let limits: Vec<String> = LIMITS
            .iter()
            .zip(self.unknown)
            .filter(|&(_, count)| count > 0)
            .map(|(name, count)| format!("{} {count}", name.name()))
            .collect();
        if !limits.is_empty() {
            line += &format!(" ({})", limits.join(", "));
        }
        if self.errors > 0 {
            line += &format!(", {} error{}", self.errors, if self.errors == 1 { "" } else { "s" });
        }
        line += &format!("; {} expansions", grouped(self.expanded));
        if let Some(elapsed) = elapsed {
            let seconds = elapsed.as_secs_f64();
            line += &format!(" in {seconds:.1} s");
            if seconds > 0.0 {
                line += &format!(" ({}/s)", grouped((self.expanded as f64 / seconds) as u64));
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;
    use crate::report::ErrorRecord;

    #[test]
    fn the_line_counts_every_kind_of_record() {
        let mut tally = Tally::default();
        tally.add(&Record::Solution(example()));
        tally.add(&Record::Error(ErrorRecord {
            id: None,
            file: None,
            line: None,
            message: String::new(),
        }));
        let mut unknown = example();
        unknown.verdict = VerdictName::Unknown;
        unknown.limit = Some(LimitName::Time);
        tally.add(&Record::Solution(unknown));
        assert_eq!(
            tally.line(None),
            "3 problems: 1 mate, 0 no mate, 1 unknown (time 1), 1 error; 122,864 expansions"
        );
        assert_eq!(
            tally.line(Some(Duration::from_millis(2500))),
            "3 problems: 1 mate, 0 no mate, 1 unknown (time 1), 1 error; 122,864 expansions \
             in 2.5 s (49,145/s)"
        );
    }
}
