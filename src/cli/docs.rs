//! Completion scripts and man pages, out of the definition of the arguments.

use std::io::{self, Write};

use anyhow::bail;
use clap::CommandFactory;

use super::args::{Cli, CompletionsArgs, ManArgs};
use super::status::Status;

/// `matenro completions`
///
/// # Errors
/// If standard output does not take it.
pub fn completions(args: &CompletionsArgs) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "matenro", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Status::Established)
}

/// `matenro man`
///
/// # Errors
/// If there is no such command, or standard output does not take it.
pub fn man(args: &ManArgs) -> anyhow::Result<Status> {
    let mut command = Cli::command();
    command.build();
    if let Some(name) = &args.command {
        let Some(found) = command.find_subcommand(name) else {
            bail!("no command `{name}`; `matenro --help` lists them");
        };
        command = found.clone();
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    io::stdout().lock().write_all(&page)?;
    Ok(Status::Established)
}
