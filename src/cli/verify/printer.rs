//! Writes the records of a run in order, keeps the count, and says it at the end.

use std::io;
use std::sync::Arc;

use anyhow::Context as _;

use super::job::Job;
use super::resume::Resume;
use super::sinks::Sinks;
use crate::cli::input::Item;
use crate::cli::message;
use crate::cli::output::{self, Output};
use crate::cli::progress::{Counts, Progress};
use crate::cli::running::Running;
use crate::cli::status::Status;
use crate::report::verification::{errata, text};
use crate::report::{LimitName, VerificationRecord, VerifyRecord, VerifyTally};
use crate::verify;

/// How an erratum is checked again.
const AGAIN: &str = "cargo run --release -- verify --explain ID";

/// What a record adds to the status of the run.
pub fn status_of(record: &VerifyRecord) -> Status {
    match record {
        VerifyRecord::Error(_) => Status::Failed,
        VerifyRecord::Verification(record) => match (record.status, record.limit) {
            (_, Some(LimitName::Interrupted)) => Status::Interrupted,
            (verify::Status::Undetermined, _) => Status::Undetermined,
            (verify::Status::Sound | verify::Status::SoundButFor, _) => Status::Established,
            _ => Status::Refuted,
        },
    }
}

/// Writes the records in order.
pub struct Printer<'a> {
    job: &'a Job,
    sinks: Sinks,
    resume: Option<Resume>,
    progress: Progress,
    running: Arc<Running>,
    tally: VerifyTally,
    status: Status,
    records: Vec<VerifyRecord>,
    /// Why nothing more can be written.
    trouble: Option<io::Error>,
}

impl<'a> Printer<'a> {
    /// A printer that has written what comes before the records.
    pub fn new(
        job: &'a Job,
        sinks: Sinks,
        resume: Option<Resume>,
        running: Arc<Running>,
    ) -> Printer<'a> {
        let mut printer = Printer {
            job,
            sinks,
            resume,
            progress: Progress::new(job.items.len(), job.quiet),
            running,
            tally: VerifyTally::default(),
            status: Status::Established,
            records: Vec::new(),
            trouble: None,
        };
        printer.attempt(|printer| printer.sinks.begin());
        printer
    }

    /// Writes one record; `is_old` if the file of an earlier run has it.
    pub fn record(&mut self, index: usize, result: Result<VerifyRecord, String>, is_old: bool) {
        let item = &self.job.items[index];
        let record = result.unwrap_or_else(|panic| VerifyRecord::Error(item.error(panic)));
        if let VerifyRecord::Error(error) = &record {
            self.progress.suspend(|| message::error(error));
        }
        let job = self.job;
        self.attempt(|printer| {
            let text = || match (&record, item) {
                (VerifyRecord::Verification(record), Item::Task(task)) => {
                    text::entry(record, &job.notated(task, &record.corrected_line), job.fold)
                }
                _ => String::new(),
            };
            let (sinks, resume) = (&mut printer.sinks, &mut printer.resume);
            printer.progress.suspend(|| {
                sinks.write(&record, Job::collection(item), text)?;
                match resume {
                    Some(resume) if !is_old => resume.add(&record),
                    _ => Ok(()),
                }
            })
        });
        if self.trouble.is_none() {
            self.status = self.status.and(status_of(&record));
            self.tally.add(&record);
            self.records.push(record);
        }
    }

    /// After the first failure nothing is written any more and the run winds down.
    fn attempt(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.trouble.is_none()
            && let Err(error) = write(self)
        {
            self.running.stop();
            self.trouble = Some(error);
        }
    }

    /// Draws the progress anew.
    pub fn update(&self) {
        let counts = Counts {
            finished: self.tally.total(),
            decided: self.tally.decided(),
            expanded: self.tally.expanded,
        };
        self.progress.update(counts, &self.running);
    }

    /// Completes all outputs and says the counts.
    ///
    /// # Errors
    /// If something could not be written.
    pub fn finish(mut self, interrupted: bool, errata: Option<Output>) -> anyhow::Result<Status> {
        self.progress.finish();
        let elapsed = self.progress.elapsed();
        if output::reader_went_away(self.trouble)? {
            return Ok(self.status);
        }
        self.sinks.finish()?;
        let left = self.job.items.len() - self.tally.total();
        if let Some(resume) = self.resume
            && left == 0
            && resume.is_covered_by(&self.records)
        {
            resume.replace(&self.records).context("--resume")?;
        }
        if let Some(mut output) = errata {
            let records: Vec<&VerificationRecord> = self
                .records
                .iter()
                .filter_map(|record| match record {
                    VerifyRecord::Verification(record) => Some(&**record),
                    VerifyRecord::Error(_) => None,
                })
                .collect();
            output.write(errata::page(&records, AGAIN).as_bytes())?;
            output.finish()?;
        }
        if !self.job.quiet {
            message::note(self.tally.lines(self.job.timing.then_some(elapsed)));
            if left > 0 {
                message::note(format_args!("{left} not begun"));
            }
        }
        if left > 0 {
            self.status = self.status.and(Status::Undetermined);
        }
        Ok(if interrupted { self.status.and(Status::Interrupted) } else { self.status })
    }
}
