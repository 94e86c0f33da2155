//! Results as JSON Lines: records of `solve` and `verify`, told apart by their `type`.

use serde_json::Value;

use crate::notation::text::without_bom;
use crate::report::verification::{SCHEMA, VerifyLine};
use crate::report::{ErrorRecord, Record, SolutionRecord, VerificationRecord, VerifyRecord};

/// What a result says.
#[derive(Clone, Debug)]
pub enum Content {
    /// A problem was solved.
    Solution(Box<SolutionRecord>),
    /// A problem was verified.
    Verification(Box<VerificationRecord>),
    /// A problem could not be worked on.
    Error(ErrorRecord),
}

/// A result with its place.
#[derive(Clone, Debug)]
pub struct Found {
    /// What it says.
    pub content: Content,
    /// The file it stands in.
    pub file: String,
    /// The line there, from 1.
    pub line: u64,
}

impl Found {
    /// The record of an error with this result.
    #[must_use]
    pub fn error(&self, message: String) -> ErrorRecord {
        let id = match &self.content {
            Content::Solution(record) => Some(record.id.clone()),
            Content::Verification(record) => Some(record.id.clone()),
            Content::Error(error) => error.id.clone(),
        };
        ErrorRecord { id, file: Some(self.file.clone()), line: Some(self.line), message }
    }
}

/// True if the text holds results: one of its first lines with something in them is one.
#[must_use]
pub fn is_results(text: &str) -> bool {
    const LOOKED_AT: usize = 20;
    let lines = without_bom(text).lines().filter(|line| !line.trim().is_empty());
    lines.take(LOOKED_AT).any(|line| {
        let value: Option<Value> = serde_json::from_str(line).ok();
        value.as_ref().and_then(kind).is_some()
    })
}

/// The type of a record.
fn kind(value: &Value) -> Option<&str> {
    let kind = value.get("type")?.as_str()?;
    ["solution", "verification", "error"].into_iter().find(|known| *known == kind)
}

/// The results of a text; one bad line never loses the others.
#[must_use]
pub fn read(text: &str, file: &str) -> Vec<Result<Found, ErrorRecord>> {
    let lines = (1..).zip(without_bom(text).lines()).filter(|(_, line)| !line.trim().is_empty());
    let found = lines.map(|(line, text)| match content(text) {
        Ok(content) => Ok(Found { content, file: file.to_owned(), line }),
        Err(message) => {
            Err(ErrorRecord { id: None, file: Some(file.to_owned()), line: Some(line), message })
        }
    });
    found.collect()
}

fn content(line: &str) -> Result<Content, String> {
    let value: Value =
        serde_json::from_str(line).map_err(|error| format!("no line of JSON: {error}"))?;
    match kind(&value) {
        Some("solution") => match serde_json::from_str(line) {
            Ok(Record::Solution(record)) => Ok(Content::Solution(Box::new(record))),
            Ok(Record::Error(error)) => Ok(Content::Error(error)),
            Err(error) => Err(format!("no record of `matenro solve`: {error}")),
        },
        Some("verification") => {
            if value.get("schema").and_then(Value::as_u64) != Some(u64::from(SCHEMA)) {
                let found = value.get("schema").map_or("none".to_owned(), Value::to_string);
                return Err(format!("written with schema {found}, this is schema {SCHEMA}"));
            }
            match serde_json::from_str(line) {
                Ok(VerifyLine { record: VerifyRecord::Verification(record), .. }) => {
                    Ok(Content::Verification(record))
                }
                Ok(VerifyLine { record: VerifyRecord::Error(error), .. }) => {
                    Ok(Content::Error(error))
                }
                Err(error) => Err(format!("no record of `matenro verify`: {error}")),
            }
        }
        Some(_) => match serde_json::from_str(line) {
            Ok(Record::Error(error)) => Ok(Content::Error(error)),
            Ok(Record::Solution(_)) | Err(_) => Err("no record of an error".to_owned()),
        },
        None => Err("expected a record with the type solution, verification or error".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart_and_bad_lines_keep_their_number() {
        let text = "{\"type\":\"error\",\"id\":\"a\",\"file\":null,\"line\":null,\"message\":\"m\"}\n\
                    \n{\"type\":\"solution\"}\nrubbish\n{\"type\":\"verification\",\"schema\":7}\n{}\n";
        assert!(is_results(text));
        let read = read(text, "r.jsonl");
        assert!(matches!(&read[0], Ok(Found { content: Content::Error(_), line: 1, .. })));
        let errors: Vec<String> =
            read[1..].iter().map(|one| one.as_ref().unwrap_err().to_string()).collect();
        assert!(errors[0].starts_with("r.jsonl:3: no record of `matenro solve`: missing field"));
        assert!(errors[1].starts_with("r.jsonl:4: no line of JSON"), "{errors:?}");
        assert_eq!(errors[2], "r.jsonl:5: written with schema 7, this is schema 1");
        assert!(errors[3].starts_with("r.jsonl:6: expected a record"), "{errors:?}");
    }

    #[test]
    fn a_byte_order_mark_costs_no_record() {
        let text = "\u{feff}{\"type\":\"error\",\"id\":\"a\",\"file\":null,\"line\":null,\"message\":\"m\"}\n";
        assert!(is_results(text));
        assert!(matches!(&read(text, "r.jsonl")[..], [Ok(Found { line: 1, .. })]));
    }

    #[test]
    fn a_collection_is_no_results() {
        assert!(!is_results("id,sfen\na,b\n"));
        assert!(!is_results("{\"id\":\"a\",\"sfen\":\"12/12\",\"type\":\"study\"}\n"));
    }
}
