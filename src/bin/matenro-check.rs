//! The program `matenro-check`: checks certificates and contains no solver.
//!
//! `matenro-check FILE...`; exit status 0 if every claim of every file is established, 1 if one is
//! rejected, 2 if one cannot be read or the use is wrong.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use matenro::check::{Outcome, check_file};

const USAGE: &str = "\
Usage: matenro-check FILE...
       matenro-check --help | --version

Checks matenro's certificates (gzip if the name ends in .gz, else plain text; `-` is standard
input) and prints what they establish. Contains no solver.

Exit status: 0 everything is established, 1 a certificate is rejected, 2 one cannot be read.
";

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    let help = files.iter().any(|file| file == "--help" || file == "-h");
    if help {
        return say(USAGE, 0);
    }
    if files.iter().any(|file| file == "--version" || file == "-V") {
        return say(concat!("matenro-check ", env!("CARGO_PKG_VERSION"), "\n"), 0);
    }
    let is_option =
        |file: &std::ffi::OsString| file != "-" && file.to_string_lossy().starts_with('-');
    if files.is_empty() || files.iter().any(is_option) {
        let option = files.iter().find(|file| is_option(file));
        if let Some(option) = option {
            eprintln!("matenro-check: unknown option `{}`\n", option.to_string_lossy());
        }
        eprint!("{USAGE}");
        return ExitCode::from(Outcome::Unreadable.exit_status());
    }
    let mut status = 0;
    for file in &files {
        let (outcome, words) = check_file(Path::new(file));
        // 2 goes before 1 before 0.
        status = status.max(outcome.exit_status());
        if outcome == Outcome::Unreadable {
            eprint!("{words}");
        } else if let Err(error) = std::io::stdout().write_all(words.as_bytes()) {
            return unwritten(&error, status);
        }
    }
    match std::io::stdout().flush() {
        Ok(()) => ExitCode::from(status),
        Err(error) => unwritten(&error, status),
    }
}

/// A reader who has seen enough may go away; anything else that hinders writing is an error.
fn unwritten(error: &std::io::Error, status: u8) -> ExitCode {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        return ExitCode::from(status);
    }
    eprintln!("matenro-check: cannot write: {error}");
    ExitCode::from(Outcome::Unreadable.exit_status())
}

fn say(text: &str, status: u8) -> ExitCode {
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::from(status)
}
