//! The command line: what the user typed, made into jobs, run, and reported.
//!
//! Results go to standard output, everything else to standard error. The exit status is that of
//! [`status::Status`]; a reader of the output that goes away ends a command quietly.

mod args;
mod batch;
mod certify;
mod check;
mod checkpoint;
mod convert;
mod docs;
mod engine;
mod fence;
mod input;
mod interrupt;
mod list;
mod memory;
mod message;
mod moves;
mod names;
mod output;
mod perft;
mod progress;
mod report;
mod running;
mod show;
mod solve;
mod status;
mod usi;
mod values;
mod verify;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use args::{Cli, ColorWhen, Command};
use status::Status;

/// Runs the program with the process's arguments.
#[must_use]
pub fn run() -> ExitCode {
    let status = fence::fenced(|| match Cli::try_parse() {
        Ok(cli) => dispatch(&cli),
        Err(error) => complain(&error),
    });
    status
        .unwrap_or_else(|panic| {
            message::error(format_args!("{panic}; this is a bug, please report it"));
            Status::Failed
        })
        .into()
}

fn dispatch(cli: &Cli) -> Status {
    match cli.color {
        ColorWhen::Auto => anstream::ColorChoice::Auto,
        ColorWhen::Always => anstream::ColorChoice::Always,
        ColorWhen::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let result = match &cli.command {
        Command::Solve(args) => solve::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Report(args) => report::run(args),
        Command::Check(args) => check::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Show(args) => show::run(args),
        Command::Usi(args) => usi::run(args),
        Command::Perft(args) => perft::run(args),
        Command::List(args) => list::run(args),
        Command::Completions(args) => docs::completions(args),
        Command::Man(args) => docs::man(args),
    };
    result.unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return Status::Established;
        }
        message::error(format_args!("{error:#}"));
        Status::Failed
    })
}

/// Help and version go to standard output; a wrong use is told on standard error.
fn complain(error: &clap::Error) -> Status {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        message::put(&error.render().ansi().to_string());
        Status::Failed
    } else if error.use_stderr() {
        message::put(&format!("matenro: {}", error.render().ansi()));
        Status::Failed
    } else {
        let _ = error.print();
        Status::Established
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
