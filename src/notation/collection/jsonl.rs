//! Collections as JSON Lines: one object a line with the fields of the CSV columns.
//!
//! A field may be the string that CSV would have, or of the natural type: a number for `number` and
//! `claimed_plies`, an array of strings for `solution` and `same_as`, an array of lines (strings or
//! arrays) for `variations`; `null` is nothing. Unknown fields are kept with their values.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::error::{Record, RecordError, RecordProblem};
use super::fields::{self, FieldError, KNOWN};
use crate::notation::problem::Problem;
use crate::notation::text::{clip, without_bom};
use crate::notation::usi::UsiMove;
use crate::rules::Variant;

/// Reads a collection; blank lines are passed over.
#[must_use]
pub fn read(text: &str, label: &str, variant: &Variant) -> Vec<Record> {
    let lines = (1..).zip(without_bom(text).lines()).filter(|(_, line)| !line.trim().is_empty());
    (1..)
        .zip(lines)
        .map(|(number, (line, json))| record(json, label, line, number, variant))
        .collect()
}

/// Writes a collection with natural types.
#[must_use]
pub fn write(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(|problem| object(problem).to_string()).collect();
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

fn record(json: &str, label: &str, line: usize, number: usize, variant: &Variant) -> Record {
    let error = |column, id, problem| RecordError {
        file: label.to_owned(),
        line,
        column,
        number,
        id,
        problem,
    };
    let object: Map<String, Value> = serde_json::from_str(json).map_err(|cause| {
        let before = cause.column().saturating_sub(1).min(json.len());
        let column = String::from_utf8_lossy(&json.as_bytes()[..before]).chars().count() + 1;
        let message = cause.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        error(Some(column), None, RecordProblem::Json(clip(message)).into())
    })?;
    let mut known = HashMap::new();
    let mut extra = Vec::new();
    let id = object.get("id").and_then(|id| field_text("id", id).ok()).map(|id| clip(&id));
    let id = id.filter(|id| !id.is_empty());
    for (name, value) in object {
        match KNOWN.into_iter().find(|&known| known == name) {
            Some(name) => {
                let text = field_text(name, &value);
                known
                    .insert(name, text.map_err(|problem| error(None, id.clone(), problem.into()))?);
            }
            None => extra.push((name, value)),
        }
    }
    let problem = fields::problem(&known, label, line, variant);
    let problem = problem.map_err(|FieldError { field, column, problem }| {
        let text = known.get(field).map_or("", String::as_str);
        error(column.and_then(|column| place(json, field, text, column)), id, problem)
    })?;
    Ok(Problem { extra, ..problem })
}

/// The column in the line of a character of a field, if the field stands there as its text.
fn place(json: &str, field: &str, text: &str, column: usize) -> Option<usize> {
    let key = json.find(&format!("\"{field}\""))? + field.len() + 2;
    let start = key + json[key..].find(text).filter(|_| !text.is_empty())?;
    Some(json[..start].chars().count() + column)
}

/// The text that CSV would have for the value of a known field.
fn field_text(name: &str, value: &Value) -> Result<String, RecordProblem> {
    let wrong = |expected| RecordProblem::Type {
        field: name.to_owned(),
        expected,
        found: clip(&value.to_string()),
    };
    match (name, value) {
        (_, Value::Null) => Ok(String::new()),
        (_, Value::String(text)) => Ok(text.clone()),
        ("id" | "number" | "claimed_plies", Value::Number(number)) => Ok(number.to_string()),
        ("solution" | "same_as", Value::Array(_)) => {
            words(value).ok_or_else(|| wrong("a string or an array of strings"))
        }
        ("variations", Value::Array(lines)) => {
            let lines: Option<Vec<String>> = lines.iter().map(words).collect();
            let lines = lines.ok_or_else(|| wrong("a string or an array of lines"))?;
            Ok(lines.join("|"))
        }
        ("solution" | "same_as", _) => Err(wrong("a string or an array of strings")),
        ("variations", _) => Err(wrong("a string or an array of lines")),
        ("id" | "number" | "claimed_plies", _) => Err(wrong("a string or a number")),
        _ => Err(wrong("a string")),
    }
}

/// The strings of an array separated by spaces, or the string itself.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(values) => {
            let words: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
            words.map(|words| words.join(" "))
        }
        _ => None,
    }
}

fn object(problem: &Problem) -> Value {
    let line = |moves: &[UsiMove]| moves.iter().map(UsiMove::to_string).collect::<Vec<String>>();
    let known = KNOWN.into_iter().map(|name| {
        let value = match name {
            "claimed_plies" => problem.claimed_plies.into(),
            "solution" => line(&problem.solution).into(),
            "variations" => problem.variations.iter().map(|moves| line(moves)).collect(),
            "same_as" => problem.same_as.clone().into(),
            "number" => number(&problem.number),
            _ => fields::text(problem, name).into(),
        };
        (name.to_owned(), value)
    });
    Value::Object(known.chain(problem.extra.iter().cloned()).collect())
}

/// A number as a number if it is written as JSON writes it.
fn number(text: &str) -> Value {
    match text.parse::<u32>() {
        Ok(number) if number.to_string() == text => number.into(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::CHU;

    const BOARD: &str = "12/12/12/12/12/12/12/12/12/12/12/11k";

    fn one(json: &str) -> Record {
        let mut records = read(json, "my.jsonl", &CHU);
        assert_eq!(records.len(), 1, "{records:?}");
        records.remove(0)
    }

    fn error(json: &str) -> String {
        one(json).unwrap_err().to_string()
    }

    #[test]
    fn strings_and_natural_types_mean_the_same() {
        let natural = format!(
            r#"{{"id":"x","number":7,"sfen":"{BOARD}","claimed_plies":3,"solution":["7g7f","8c8d"],"variations":[["7g7f"],"8c8d 7g7f"],"same_as":["B1","B2"],"claim":null}}"#
        );
        let strings = format!(
            r#"{{"id":"x","number":"7","sfen":"{BOARD}","claimed_plies":"3","solution":"7g7f 8c8d","variations":"7g7f|8c8d 7g7f","same_as":"B1 B2","claim":"mate"}}"#
        );
        let problem = one(&natural).unwrap();
        assert_eq!(problem.variations.len(), 2);
        assert_eq!(Ok(problem), one(&strings));
    }

    #[test]
    fn what_is_written_reads_back_with_unknown_fields_in_order() {
        let json = format!(
            "\u{feff}\r\n{{\"zeta\":[1,null],\"sfen\":\"{BOARD} b\",\"alpha\":{{\"a\":1.5}}}}\r\n"
        );
        let problem = one(&json).unwrap();
        assert_eq!(problem.id, "my-2");
        insta::assert_snapshot!(write(std::slice::from_ref(&problem)), @r#"{"id":"my-2","source":"","number":"","sfen":"12/12/12/12/12/12/12/12/12/12/12/11k b","claimed_plies":null,"claim":"none","solution":[],"variations":[],"same_as":[],"note":"","zeta":[1,null],"alpha":{"a":1.5}}"#);
        assert_eq!(problem.line, Some(2));
        let again = one(&write(std::slice::from_ref(&problem))).unwrap();
        assert_eq!((again.line, again.unplaced()), (Some(1), problem.unplaced()));
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(
            error("{\"id\":\"é\", x}"),
            "my.jsonl:1:12: record 1: expected one JSON object on the line: key must be a string"
        );
        assert_eq!(
            error("[1]"),
            "my.jsonl:1:1: record 1: expected one JSON object on the line: \
             invalid type: sequence, expected a map"
        );
        assert_eq!(
            error("{\"id\":\"x\",\"sfen\":5}"),
            "my.jsonl:1: problem x: sfen: expected a string, found 5"
        );
        assert_eq!(
            error("{\"sfen\":null}"),
            "my.jsonl:1: record 1: no position, expected an SFEN in the field `sfen`"
        );
        assert_eq!(
            error(&format!("{{\"sfen\": \"{BOARD} z\"}}")),
            "my.jsonl:1:48: record 1: sfen: expected the side to move, `b` or `w`, found `z`"
        );
        assert_eq!(
            error(&format!("{{\"sfen\":\"{BOARD}\",\"solution\":[7]}}")),
            "my.jsonl:1: record 1: solution: expected a string or an array of strings, found [7]"
        );
        assert_eq!(
            error(&format!("{{\"sfen\":\"{BOARD}\",\"variations\":{{}}}}")),
            "my.jsonl:1: record 1: variations: expected a string or an array of lines, found {}"
        );
    }

    #[test]
    fn a_bad_line_loses_no_other() {
        let text = format!("{{\"sfen\":\"{BOARD}\"}}\n{{\n{{\"sfen\":\"{BOARD}\"}}");
        let records = read(&text, "my.jsonl", &CHU);
        assert_eq!(records.iter().map(Result::is_ok).collect::<Vec<bool>>(), [true, false, true]);
    }
}
