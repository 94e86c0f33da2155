//! Certificates in files, and what is said of them.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use super::{CheckError, Established, check};
use crate::proof::{ReadError, ReadProblem, file, position_text};

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every claim is established.
    Established,
    /// Something in it does not follow.
    Rejected,
    /// It is no certificate.
    Unreadable,
}

impl Outcome {
    /// The exit status that says it.
    #[must_use]
    pub const fn exit_status(self) -> u8 {
        match self {
            Outcome::Established => 0,
            Outcome::Rejected => 1,
            Outcome::Unreadable => 2,
        }
    }
}

/// Checks a file (gzip if its name ends in `.gz`; `-` is standard input) and says in words what it establishes, or what is
/// wrong with it. The text ends in a line feed.
#[must_use]
pub fn check_file(path: &Path) -> (Outcome, String) {
    // What else the text quotes is printable.
    let name = path.display().to_string().replace(char::is_control, "\u{fffd}");
    let stdin = path == Path::new("-");
    let input = if stdin { Ok(Box::new(io::stdin().lock()) as _) } else { file::open(path) };
    let result = input
        .map_err(|error| ReadError { line: 1, problem: ReadProblem::Io(error) }.into())
        .and_then(check);
    match result {
        Ok(established) => (Outcome::Established, words(&name, &established)),
        Err(CheckError::Rejected(why)) => (Outcome::Rejected, format!("{name}: rejected: {why}\n")),
        Err(CheckError::Unreadable(why)) => {
            (Outcome::Unreadable, format!("{name}: no certificate: {why}\n"))
        }
    }
}

fn words(name: &str, established: &Established) -> String {
    let header = &established.header;
    let nodes = established.nodes;
    let mut text = format!("{name}: established ({nodes} nodes checked)\n");
    let _ = writeln!(text, "  root {}", position_text(&header.root, &header.rules));
    let _ = writeln!(text, "  rules {}", header.rules);
    for claim in &header.claims {
        let _ = writeln!(text, "  {}", claim.text(&header.rules));
    }
    text
}
