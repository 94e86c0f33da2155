//! `matenro show`: positions with their lines of moves, for the terminal.

use std::io::{self, Write};

use anyhow::bail;

use super::args::{Board, ShowArgs};
use super::status::Status;
use super::{convert, input, message};
use crate::notation::document::{self, Page, WriteOptions};
use crate::notation::{DocumentFormat, Game};

/// `matenro show`
///
/// # Errors
/// If an input that was named cannot be read, or standard output does not take the text. A bad
/// record is reported and the rest done.
pub fn run(args: &ShowArgs) -> anyhow::Result<Status> {
    let reading = convert::reading(&args.read)?;
    let rules = reading.options.rules;
    let page = match args.board {
        Board::Kanji => Page::Kanji,
        Board::Latin => Page::Latin,
    };
    let format = DocumentFormat::Page(page);
    let options = WriteOptions { rules, notation: args.notation, ..WriteOptions::default() };
    let mut out = io::stdout().lock();
    let mut status = Status::Established;
    if args.read.inputs.is_empty()
        && let Some(setup) = &reading.options.setup
    {
        let mut game = Game::new(setup.clone());
        game.add_header("title", "sfen");
        out.write_all(document::write(&game, format, &options)?.text.as_bytes())?;
        return Ok(status);
    }
    if args.read.inputs.is_empty() {
        bail!("nothing to show: name a file, `-` or a built-in problem, or give --sfen");
    }
    let (mut first, mut found) = (true, false);
    for source in input::sources(&args.read.inputs)? {
        let read = reading.records(source);
        let file = read.form.as_ref().map(|form| form.0.as_str());
        for record in read.records {
            found = true;
            let document = match record {
                Ok(document) => document,
                Err(fault) => {
                    convert::complain(&fault);
                    status = Status::Failed;
                    continue;
                }
            };
            let game = document.to_game(rules);
            match game.and_then(|game| document::write(&game, format, &options)) {
                Ok(written) => {
                    let gap = if std::mem::take(&mut first) { "" } else { "\n" };
                    out.write_all(format!("{gap}{}\n", written.text.trim_end()).as_bytes())?;
                }
                Err(error) => {
                    message::error(convert::error_of(&document, file, error.to_string()));
                    status = Status::Failed;
                }
            }
        }
    }
    if !found {
        bail!("no problem in the input");
    }
    Ok(status)
}
