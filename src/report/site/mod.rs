//! The static site: an index, a page for each collection and for each problem, with boards that can be
//! played through.
//!
//! Accepts dossiers and gives files as paths with bytes; the same dossiers give the same bytes. The
//! pages work from disk and without scripts; with scripts the board replays what the program wrote
//! beside it and knows no rules of its own ([`replay`]).

mod board;
mod book;
mod branches;
mod context;
mod evidence;
mod exports;
mod facts;
mod index;
mod layout;
mod length;
mod lines;
mod moves;
mod pieces;
mod player;
mod problem;
mod replay;
#[cfg(test)]
mod replay_tests;
mod row;
mod structure;
pub(in crate::report) mod words;

pub use context::Context;

use super::ErrorRecord;
use crate::rules::Variant;

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path in the site, with `/`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// The files that do not belong to single problems: indexes, script, style sheet, pictures of pieces.
#[must_use]
pub fn common(context: &Context, variant: &Variant) -> Vec<File> {
    let file = |path: &str, text: String| File { path: path.to_owned(), text };
    let mut files = vec![
        file("assets/site.css", include_str!("assets/site.css").to_owned()),
        file("assets/site.js", include_str!("assets/site.js").to_owned()),
        file("assets/pieces.js", board::pieces_file(variant)),
        file("index.html", index::whole(context)),
    ];
    for (name, places) in context.collections() {
        let folder = context.names.folder(name);
        let text = index::collection(name, &places, context);
        files.push(file(&format!("{folder}/index.html"), text));
    }
    files
}

/// The page of the problem at a place.
///
/// # Errors
/// If its diagram is not playable under its rules.
pub fn problem(place: usize, context: &Context) -> Result<File, ErrorRecord> {
    match problem::page(place, context) {
        Ok(text) => Ok(File { path: context.path(place), text }),
        Err(error) => Err(ErrorRecord {
            id: Some(context.dossiers[place].id().to_owned()),
            file: None,
            line: context.dossiers[place].problem.line.map(|line| line as u64),
            message: error.to_string(),
        }),
    }
}
