//! The program `matenro`.

use std::process::ExitCode;

fn main() -> ExitCode {
    matenro::cli::run()
}
