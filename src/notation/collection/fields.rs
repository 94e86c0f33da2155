//! The named fields of a record, shared by the formats.

use std::collections::HashMap;

use super::error::RecordProblem;
use crate::notation::problem::{Claim, Problem, fallback_id};
use crate::notation::text::clip;
use crate::notation::usi::{self, UsiMove};
use crate::rules::Variant;

/// The fields that a reader knows, in the order in which they are written.
pub const KNOWN: [&str; 10] = [
    "id",
    "source",
    "number",
    "sfen",
    "claimed_plies",
    "claim",
    "solution",
    "variations",
    "same_as",
    "note",
];

/// Between two complete lines of `variations`.
const LINE_SEPARATOR: char = '|';

/// What is wrong with a record, in which of its fields, and where in that field's text.
#[derive(Debug)]
pub(super) struct FieldError {
    /// The field.
    pub field: &'static str,
    /// Column in the field's text, in characters from 1, where it is known.
    pub column: Option<usize>,
    /// What.
    pub problem: Box<RecordProblem>,
}

/// Makes a problem of the known fields' texts; a missing field is an empty one. The extra fields
/// are left to the caller.
pub(super) fn problem(
    fields: &HashMap<&'static str, String>,
    label: &str,
    line: usize,
    variant: &Variant,
) -> Result<Problem, FieldError> {
    let raw = |name: &str| fields.get(name).map_or("", String::as_str);
    let text = |name: &str| raw(name).trim();
    if text("sfen").is_empty() {
        return Err(FieldError {
            field: "sfen",
            column: None,
            problem: RecordProblem::NoSfen.into(),
        });
    }
    let id = match text("id") {
        "" => fallback_id(label, line),
        id => id.to_owned(),
    };
    let bare = Problem::new(&id, raw("sfen"), variant).map_err(|error| FieldError {
        field: "sfen",
        column: Some(error.column),
        problem: RecordProblem::Sfen(error.problem).into(),
    })?;
    let mut problem = Problem {
        source: text("source").to_owned(),
        number: text("number").to_owned(),
        claimed_plies: plies(text("claimed_plies"))?,
        solution: moves("solution", "solution", raw("solution"), 0)?,
        variations: variations(raw("variations"))?,
        same_as: text("same_as").split_whitespace().map(str::to_owned).collect(),
        note: text("note").to_owned(),
        line: Some(line),
        ..bare
    };
    problem.claim = match text("claim") {
        "mate" => Claim::Mate,
        "none" => Claim::None,
        "" => problem.implied_claim(),
        other => {
            let problem = RecordProblem::Claim { found: clip(other) }.into();
            return Err(FieldError { field: "claim", column: Some(1), problem });
        }
    };
    Ok(problem)
}

fn plies(text: &str) -> Result<Option<u32>, FieldError> {
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse() {
        Ok(plies) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Some(plies)),
        _ => {
            let problem = RecordProblem::Plies { found: clip(text) }.into();
            Err(FieldError { field: "claimed_plies", column: Some(1), problem })
        }
    }
}

fn variations(text: &str) -> Result<Vec<Vec<UsiMove>>, FieldError> {
    let mut lines = Vec::new();
    let mut before = 0;
    for (number, line) in (1..).zip(text.split(LINE_SEPARATOR)) {
        let moves = moves("variations", &format!("variations, line {number}"), line, before)?;
        if !moves.is_empty() {
            lines.push(moves);
        }
        before += line.chars().count() + 1;
    }
    Ok(lines)
}

/// Reads a line of moves; `place` names it in an error, `before` characters precede it.
pub(super) fn moves(
    field: &'static str,
    place: &str,
    text: &str,
    before: usize,
) -> Result<Vec<UsiMove>, FieldError> {
    usi::parse_line(text).map_err(|error| FieldError {
        field,
        column: Some(before + error.column),
        problem: RecordProblem::Move {
            field: place.to_owned(),
            number: error.number,
            error: error.error,
        }
        .into(),
    })
}

/// The text of a known field.
pub(super) fn text(problem: &Problem, name: &str) -> String {
    match name {
        "id" => problem.id.clone(),
        "source" => problem.source.clone(),
        "number" => problem.number.clone(),
        "sfen" => problem.sfen.clone(),
        "claimed_plies" => problem.claimed_plies.map_or(String::new(), |plies| plies.to_string()),
        "claim" => problem.claim.name().to_owned(),
        "solution" => usi::write_line(&problem.solution),
        "variations" => {
            let lines: Vec<String> =
                problem.variations.iter().map(|line| usi::write_line(line)).collect();
            lines.join(&LINE_SEPARATOR.to_string())
        }
        "same_as" => problem.same_as.join(" "),
        "note" => problem.note.clone(),
        _ => String::new(),
    }
}

/// The known field of this name, in any case of letters.
pub(super) fn known(name: &str) -> Option<&'static str> {
    let name = name.trim();
    KNOWN.into_iter().find(|known| known.eq_ignore_ascii_case(name))
}
