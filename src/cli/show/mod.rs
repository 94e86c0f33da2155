//! `matenro show`: positions with their lines of moves, for the terminal or as pictures.

mod fonts;
mod picture;

use std::io::{self, Write};

use anyhow::bail;

use super::args::{Board, ShowArgs};
use super::status::Status;
use super::{convert, input, message};
use crate::notation::document::{self, Page, WriteOptions};
use crate::notation::{DocumentFormat, Game, GameError};
use picture::Pictures;

/// `matenro show`
///
/// # Errors
/// If an input that was named cannot be read, standard output does not take the text, or a picture
/// cannot be written. A bad record is reported and the rest done.
pub fn run(args: &ShowArgs) -> anyhow::Result<Status> {
    if let Some(pictures) = Pictures::new(args)? {
        let mut shown = Vec::new();
        let status = each(args, |game, id| {
            shown.push((game, id.to_owned()));
            Ok(Ok(()))
        })?;
        return Ok(status.and(pictures.write(&shown)?));
    }
    let rules = args.read.rules.rules();
    let page = match args.board {
        Board::Kanji => Page::Kanji,
        Board::Latin => Page::Latin,
    };
    let format = DocumentFormat::Page(page);
    let options =
        WriteOptions { rules, notation: args.notation, fold: args.fold, ..WriteOptions::default() };
    let mut out = io::stdout().lock();
    let mut first = true;
    each(args, |game, _| {
        let written = match document::write(&game, format, &options) {
            Ok(written) => written,
            Err(error) => return Ok(Err(error)),
        };
        let gap = if std::mem::take(&mut first) { "" } else { "\n" };
        Ok(Ok(out.write_all(format!("{gap}{}\n", written.text.trim_end()).as_bytes())?))
    })
}

/// Reads all that was named and shows every game of it; what cannot be shown is reported.
fn each(
    args: &ShowArgs,
    mut show: impl FnMut(Game, &str) -> anyhow::Result<Result<(), GameError>>,
) -> anyhow::Result<Status> {
    let reading = convert::reading(&args.read)?;
    let rules = reading.options.rules;
    let mut status = Status::Established;
    if args.read.inputs.is_empty()
        && let Some(setup) = &reading.options.setup
    {
        let mut game = Game::new(setup.clone());
        game.add_header("title", "sfen");
        show(game, "sfen")??;
        return Ok(status);
    }
    if args.read.inputs.is_empty() {
        bail!("nothing to show: name a file, `-` or a built-in problem, or give --sfen");
    }
    let mut found = false;
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
            let shown = match document.to_game(rules) {
                Ok(game) => show(game, document.id())?,
                Err(error) => Err(error),
            };
            if let Err(error) = shown {
                message::error(convert::error_of(&document, file, error.to_string()));
                status = Status::Failed;
            }
        }
    }
    if !found {
        bail!("no problem in the input");
    }
    Ok(status)
}
