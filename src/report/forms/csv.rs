//! Problems with their results as CSV, one row a problem.
//!
//! The columns that a collection has keep their names, so that the file reads back as one.

use crate::notation::usi::write_line;
use crate::notation::{UsiMove, sfen};
use crate::report::csv::write_row;
use crate::report::dossier::Dossier;
use crate::report::verification::csv::word;
use crate::report::verification::short;

/// The columns.
pub const COLUMNS: [&str; 18] = [
    "id",
    "collection",
    "source",
    "number",
    "sfen",
    "rules",
    "claimed_plies",
    "claim",
    "solution",
    "variations",
    "same_as",
    "note",
    "status",
    "level",
    "plies",
    "plies_conventional",
    "findings",
    "corrected_line",
];

/// The table with its header.
#[must_use]
pub fn table<'a>(dossiers: impl IntoIterator<Item = &'a Dossier>) -> Vec<u8> {
    let mut bytes = write_row(&COLUMNS.map(str::to_owned));
    for dossier in dossiers {
        bytes.extend(row(dossier));
    }
    bytes
}

fn row(dossier: &Dossier) -> Vec<u8> {
    let problem = &dossier.problem;
    let variations: Vec<String> = problem.variations.iter().map(|line| text(line)).collect();
    let findings: Vec<String> = dossier.findings().iter().map(word).collect();
    let fields: [String; COLUMNS.len()] = [
        problem.id.clone(),
        dossier.collection.clone(),
        problem.source.clone(),
        problem.number.clone(),
        sfen::write(&problem.setup, &dossier.rules),
        dossier.rules.to_string(),
        problem.claimed_plies.map_or_else(String::new, |plies| plies.to_string()),
        problem.claim.name().to_owned(),
        text(&problem.solution),
        variations.join("|"),
        problem.same_as.join(" "),
        problem.note.clone(),
        dossier.standing().name().to_owned(),
        dossier.level().map_or("", super::super::Level::name).to_owned(),
        short(dossier.plies()),
        dossier.plies_conventional().map_or_else(String::new, short),
        findings.join(" "),
        text(&dossier.best_line()),
    ];
    write_row(&fields)
}

fn text(line: &[UsiMove]) -> String {
    write_line(line)
}
