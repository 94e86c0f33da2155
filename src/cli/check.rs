//! `matenro check`: does what certificates claim follow?

use std::io::{self, Write};

use super::args::CheckArgs;
use super::message;
use super::status::Status;
use crate::check::{Outcome, check_file};

/// `matenro check`
///
/// # Errors
/// If standard output fails. A file that cannot be read is reported, and the rest done.
pub fn run(args: &CheckArgs) -> anyhow::Result<Status> {
    let mut status = Status::Established;
    for path in &args.files {
        let (outcome, words) = check_file(path);
        status = status.and(match outcome {
            Outcome::Established => Status::Established,
            Outcome::Rejected => Status::Refuted,
            Outcome::Unreadable => Status::Failed,
        });
        if outcome == Outcome::Unreadable {
            message::error(words.trim_end());
        } else {
            io::stdout().write_all(words.as_bytes())?;
        }
    }
    Ok(status)
}
