//! Documents: games and problems in all the forms that people keep them in.
//!
//! Accepts any text; every reader gives one result for each record, a game or an error with its
//! place, and goes on with the next. What is written reads back as the same game; where a form has
//! no place for something the writer says so in a warning. The forms are described with examples in
//! `docs/formats.md`. No IO.

mod csl;
mod diagram;
mod error;
mod format;
mod forsyth;
mod headers;
mod kif;
mod kif_write;
mod pages;
mod tags;
mod tags_write;

pub use error::TextProblem;
pub use format::{DocumentFormat, Page, detect};
pub use forsyth::Attacker;

use error::Failure;

use super::collection::{self, RecordError};
use super::game::{Game, GameError};
use super::moves::MoveNotation;
use super::problem::{Problem, fallback_id};
use super::text::without_bom;
use crate::rules::{Rules, Setup};

/// What a reader must know beside the text.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The rules under which moves must be legal.
    pub rules: Rules,
    /// Which letters of a Forsyth board are the attacker's, where the board does not show it.
    pub attacker: Option<Attacker>,
    /// The position of moves that come without one.
    pub setup: Option<Setup>,
}

/// What a writer must know beside the games.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// The rules under which the games were read.
    pub rules: Rules,
    /// The notation of moves in forms that leave it open.
    pub notation: Option<MoveNotation>,
    /// Which letters the attacker gets on a Forsyth board.
    pub attacker: Attacker,
    /// True to write what repeats in a line once (pages in kanji or Latin letters only).
    pub fold: bool,
}

/// A record of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// A row or line of a collection.
    Problem(Box<Problem>),
    /// A game of a text.
    Game {
        /// The game.
        game: Box<Game>,
        /// A name for it if it has none.
        fallback_id: String,
        /// The line where the record begins, from 1.
        line: usize,
    },
}

impl Document {
    /// As a game.
    ///
    /// # Errors
    /// If the problem's position is not playable or one of its moves not legal.
    pub fn to_game(&self, rules: Rules) -> Result<Game, GameError> {
        match self {
            Document::Problem(problem) => Game::from_problem(problem, rules),
            Document::Game { game, .. } => Ok((**game).clone()),
        }
    }

    /// As a problem; comments are left out.
    #[must_use]
    pub fn to_problem(&self, rules: &Rules) -> Problem {
        match self {
            Document::Problem(problem) => (**problem).clone(),
            Document::Game { game, fallback_id, line } => {
                Problem { line: Some(*line), ..game.to_problem(fallback_id, rules) }
            }
        }
    }

    /// The line of its file where the record begins, from 1; `None` if it was not read from text.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Document::Problem(problem) => problem.line,
            Document::Game { line, .. } => Some(*line),
        }
    }

    /// The name.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Document::Problem(problem) => &problem.id,
            Document::Game { game, fallback_id, .. } => game.header("id").unwrap_or(fallback_id),
        }
    }
}

/// Reads a document; `label` names it in errors and in the ids of nameless records.
#[must_use]
pub fn read(
    text: &str,
    label: &str,
    format: DocumentFormat,
    options: &ReadOptions,
) -> Vec<Result<Document, RecordError>> {
    let text = without_bom(text);
    let parts = match format {
        DocumentFormat::Collection(format) => {
            return collection::read(text, label, format, options.rules.variant)
                .into_iter()
                .map(|record| record.map(|problem| Document::Problem(Box::new(problem))))
                .collect();
        }
        DocumentFormat::Kif | DocumentFormat::Japanese | DocumentFormat::Page(_) => {
            split(text, kif::begins(), |part| kif::read(part, options))
        }
        DocumentFormat::Tsa | DocumentFormat::Wb | DocumentFormat::Forsyth => {
            split(text, tags::begins(format), |part| tags::read(part, format, options))
        }
        DocumentFormat::Csl => split(text, |_| true, |part| csl::read(part, options)),
    };
    (1..)
        .zip(parts)
        .map(|(number, part)| match part.game {
            Ok(game) => Ok(Document::Game {
                game: Box::new(game),
                fallback_id: fallback_id(label, part.line),
                line: part.line,
            }),
            Err(failure) => Err(failure.in_record(part.text, label, part.line, number)),
        })
        .collect()
}

/// A record's text and what came of it.
struct Part<'a> {
    text: &'a str,
    /// The line where it begins, from 1.
    line: usize,
    game: Result<Game, Failure>,
}

/// Cuts a text into records and reads them; records of white space are passed over. `begins` hears
/// every line in order and tells whether it begins a record.
fn split<'a>(
    text: &'a str,
    mut begins: impl FnMut(&str) -> bool,
    read: impl Fn(&'a str) -> Result<Game, Failure>,
) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut put = |start: usize, end: usize, line: usize| {
        let part = &text[start..end];
        if !part.trim().is_empty() {
            parts.push(Part { text: part, line, game: read(part) });
        }
    };
    let (mut start, mut start_line, mut at) = (0, 1, 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if begins(line.trim()) && at > start {
            put(start, at, start_line);
            (start, start_line) = (at, number);
        }
        at += line.len();
    }
    put(start, text.len(), start_line);
    parts
}

/// What a writer made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What the form has no place for.
    pub warnings: Vec<String>,
}

/// Writes one game. (A collection has one header for all its records and is written as a whole by
/// [`collection::write`].)
///
/// # Errors
/// If the game is not playable under the rules.
pub fn write(
    game: &Game,
    format: DocumentFormat,
    options: &WriteOptions,
) -> Result<Written, GameError> {
    match format {
        DocumentFormat::Collection(format) => {
            let problem = game.to_problem("unnamed", &options.rules);
            Ok(Written { text: collection::write(&[problem], format), warnings: Vec::new() })
        }
        DocumentFormat::Kif => kif_write::write(game, options, kif_write::Style::Kif),
        DocumentFormat::Japanese => kif_write::write(game, options, kif_write::Style::Text),
        DocumentFormat::Tsa | DocumentFormat::Wb | DocumentFormat::Forsyth => {
            tags_write::write(game, format, options)
        }
        DocumentFormat::Csl => csl::write(game, options),
        DocumentFormat::Page(page) => pages::write(game, page, options),
    }
}
