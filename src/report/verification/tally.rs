//! Counts over a verified batch.

use std::time::Duration;

use super::VerifyRecord;
use crate::report::Level;
use crate::report::text::grouped;
use crate::verify::Status;

/// Counts over the records of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyTally {
    /// Collections in the order in which they came, with the count of each status.
    pub collections: Vec<(String, [usize; Status::ALL.len()])>,
    /// Findings that contradict a published claim about a whole problem.
    pub contradictions: usize,
    /// Those of them whose evidence was checked independently.
    pub certified: usize,
    /// Records that could not be worked on.
    pub errors: usize,
    /// Attacker's positions expanded, in all.
    pub expanded: u64,
}

impl VerifyTally {
    /// Counts one record.
    ///
    /// # Panics
    /// Never: a collection is entered before it is counted.
    pub fn add(&mut self, record: &VerifyRecord) {
        let record = match record {
            VerifyRecord::Error(_) => {
                self.errors += 1;
                return;
            }
            VerifyRecord::Verification(record) => record,
        };
        self.expanded += record.expanded;
        let contradictions = record.contradictions().count();
        self.contradictions += contradictions;
        if record.level == Level::Certified {
            self.certified += contradictions;
        }
        if self.collections.iter().all(|(name, _)| *name != record.collection) {
            self.collections.push((record.collection.clone(), Default::default()));
        }
        let known = self.collections.iter_mut().find(|(name, _)| *name == record.collection);
        let (_, counts) = known.expect("invariant: just entered");
        counts[record.status as usize] += 1;
    }

    /// Records counted.
    #[must_use]
    pub fn total(&self) -> usize {
        self.sum().iter().sum::<usize>() + self.errors
    }

    /// Problems with a status.
    #[must_use]
    pub fn decided(&self) -> usize {
        let sum = self.sum();
        sum.iter().sum::<usize>() - sum[Status::Undetermined as usize]
    }

    fn sum(&self) -> [usize; Status::ALL.len()] {
        let mut sum = [0; Status::ALL.len()];
        for (_, counts) in &self.collections {
            for (sum, count) in sum.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        sum
    }

    /// Some lines: what it comes to, with the time if it is given, then a table of statuses by
    /// collection.
    #[must_use]
    pub fn lines(&self, elapsed: Option<Duration>) -> String {
        let mut rows = self.collections.clone();
        if rows.len() > 1 {
            rows.push(("all".to_owned(), self.sum()));
        }
        let mut out = self.summary(elapsed);
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
        out += &format!("\n{}", " ".repeat(width));
        for status in Status::ALL {
            out += &format!("  {}", status.name());
        }
        for (name, counts) in &rows {
            out += &format!("\n{name:width$}");
            for (status, count) in Status::ALL.into_iter().zip(counts) {
                out += &format!("  {count:>0$}", status.name().len());
            }
        }
        out
    }

    fn summary(&self, elapsed: Option<Duration>) -> String {
        let total = self.total();
        let mut out = format!(
            "{} problem{}: {} contradiction{} to a published claim, {} of them certified",
            grouped(total as u64),
            if total == 1 { "" } else { "s" },
            self.contradictions,
            if self.contradictions == 1 { "" } else { "s" },
            self.certified,
        );
        if self.errors > 0 {
            out += &format!(", {} error{}", self.errors, if self.errors == 1 { "" } else { "s" });
        }
        out += &format!("; {} expansions", grouped(self.expanded));
        if let Some(elapsed) = elapsed {
            out += &format!(" in {:.1} s", elapsed.as_secs_f64());
        }
        out
    }
}
