//! Verified problems as text for people. Carries ANSI styles like the text of solutions.

use super::VerificationRecord;
use crate::report::text::{BAD, GOOD, HEADING, OPEN, clean, main_line, wrapped};
use crate::verify::Status;

/// The text of a record; `line` is the corrected line in the notation wanted, folded if `fold`.
#[must_use]
pub fn entry(record: &VerificationRecord, line: &[String], fold: bool) -> String {
    let mut out = format!("{HEADING}{}{HEADING:#}", clean(&record.id));
    if let Some(source) = &record.source {
        out += &format!("  {}", clean(source));
    }
    let style = match record.status {
        Status::Sound | Status::SoundButFor => GOOD,
        Status::Corrected | Status::Cooked | Status::NoMate => BAD,
        Status::Undetermined => OPEN,
    };
    let (status, level) = (record.status.name(), record.level.name());
    out += &format!("\n{style}{status}{style:#} ({level})\n");
    out += &wrapped(&clean(&record.statement));
    out += &main_line(line, fold);
    out
}
