//! Going on with a run that was stopped: the file of its results is read, and added to.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use fs_err::File;

use crate::cli::output::Output;
use crate::report::verification::{SCHEMA, VerifyLine, json_line};
use crate::report::{LimitName, VerificationRecord, VerifyRecord};

/// How every record begins; what else stands in a file is not ours to cut off.
const BEGINNING: &str = "{\"schema\":";

/// The file of an earlier run.
#[derive(Debug)]
pub struct Resume {
    path: PathBuf,
    file: File,
    /// Records of problems that were finished, by id.
    done: HashMap<String, VerificationRecord>,
}

impl Resume {
    /// Reads what is there (nothing, if there is no file yet) and opens the file to add to it. A torn
    /// last line, left by a crash, is cut off.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else.
    pub fn open(path: &Path) -> anyhow::Result<Resume> {
        let text = if path.exists() { fs_err::read_to_string(path)? } else { String::new() };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let torn = &text[whole..];
        if !torn.starts_with(BEGINNING) && !BEGINNING.starts_with(torn) {
            bail!(
                "{}:{}: no record of `matenro verify`",
                path.display(),
                text[..whole].lines().count() + 1
            );
        }
        let mut done = HashMap::new();
        for (line, number) in text[..whole].lines().zip(1..) {
            let read: VerifyLine = serde_json::from_str(line).with_context(|| {
                format!("{}:{number}: no record of `matenro verify`", path.display())
            })?;
            if read.schema != SCHEMA {
                bail!(
                    "{}:{number}: written with schema {}, this is schema {SCHEMA}",
                    path.display(),
                    read.schema
                );
            }
            if let VerifyRecord::Verification(record) = read.record {
                let was_stopped = record.limit == Some(LimitName::Interrupted);
                // A problem that was done twice: the later record is the better one.
                done.remove(&record.id);
                if !was_stopped {
                    done.insert(record.id.clone(), *record);
                }
            }
        }
        let file = File::options().create(true).append(true).open(path)?;
        if whole < text.len() {
            file.set_len(whole as u64)?;
        }
        Ok(Resume { path: path.to_owned(), file, done })
    }

    /// The record of a problem that is finished, if its input has not changed since.
    #[must_use]
    pub fn find(
        &self,
        id: &str,
        input: &str,
        rules: &str,
        all_rules: bool,
    ) -> Option<&VerificationRecord> {
        self.done.get(id).filter(|record| {
            record.input == input
                && record.rules == rules
                && (record.compared.is_some() || !all_rules)
        })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If the system does not take it.
    pub fn add(&mut self, record: &VerifyRecord) -> std::io::Result<()> {
        self.file.write_all(json_line(record).as_bytes())?;
        self.file.flush()
    }

    /// True if the file holds nothing but what these records replace: no other problem, and none under
    /// other rules.
    #[must_use]
    pub fn is_covered_by(&self, records: &[VerifyRecord]) -> bool {
        let mut here = std::collections::HashSet::new();
        for record in records {
            if let VerifyRecord::Verification(record) = record {
                here.insert((record.id.as_str(), record.rules.as_str()));
            }
        }
        self.done.values().all(|old| here.contains(&(old.id.as_str(), old.rules.as_str())))
    }

    /// Puts a complete run's records in the place of what has gathered, in their order.
    ///
    /// # Errors
    /// If the file cannot be replaced.
    pub fn replace(self, records: &[VerifyRecord]) -> anyhow::Result<()> {
        let mut output = Output::open(Some(&self.path), true)?;
        for record in records {
            output.write(json_line(record).as_bytes())?;
        }
        output.finish()
    }
}
