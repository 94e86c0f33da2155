//! Collections of problems: CSV, JSON Lines and plain text.
//!
//! Every reader accepts any text and gives one [`Record`] for each record in it: a problem, or an
//! error that names file, line and column. One bad record never loses the others. A byte-order mark
//! and both kinds of line ends are accepted. What is written reads back.

pub mod csv;
mod error;
mod fields;
pub mod jsonl;
pub mod lines;
mod rows;

pub use error::{Record, RecordError, RecordProblem};

pub(crate) use fields::KNOWN as KNOWN_FIELDS;

use super::problem::Problem;
use super::text::without_bom;
use crate::rules::Variant;

/// The form of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// One SFEN a line, with moves or without.
    Lines,
}

impl Format {
    /// The format that a file's extension (without the dot) promises, if it is known.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "csv" => Some(Format::Csv),
            "jsonl" | "ndjson" | "json" => Some(Format::JsonLines),
            "txt" | "sfen" => Some(Format::Lines),
            _ => None,
        }
    }
}

/// The format of a text: what its first line shows, else what the extension promises, else plain
/// text.
#[must_use]
pub fn detect(text: &str, extension: Option<&str>) -> Format {
    let mut lines = without_bom(text).lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let is_header =
        || first.split(',').any(|name| fields::known(name.trim_matches('"')) == Some("sfen"));
    let slashes = first.matches('/').count() + first.to_ascii_lowercase().matches("%2f").count();
    if first.starts_with('{') {
        Format::JsonLines
    } else if is_header() {
        Format::Csv
    } else if slashes > 1 && !first.contains([',', '"']) {
        Format::Lines
    } else {
        extension.and_then(Format::from_extension).unwrap_or(Format::Lines)
    }
}

/// Reads a collection; `label` names the text in errors and in the ids of nameless records.
#[must_use]
pub fn read(text: &str, label: &str, format: Format, variant: &Variant) -> Vec<Record> {
    match format {
        Format::Csv => csv::read(text, label, variant),
        Format::JsonLines => jsonl::read(text, label, variant),
        Format::Lines => lines::read(text, label, variant),
    }
}

/// Writes a collection.
#[must_use]
pub fn write(problems: &[Problem], format: Format) -> String {
    match format {
        Format::Csv => csv::write(problems),
        Format::JsonLines => jsonl::write(problems),
        Format::Lines => lines::write(problems),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notation::builtin::BUILTIN;
    use crate::rules::variant::CHU;

    const FORMATS: [Format; 3] = [Format::Csv, Format::JsonLines, Format::Lines];

    fn problems(text: &str, format: Format) -> Vec<Problem> {
        read(text, "x", format, &CHU).into_iter().map(|record| record.unwrap()).collect()
    }

    #[test]
    fn the_corpus_is_written_as_it_was_read() {
        for builtin in &BUILTIN {
            let problems = problems(builtin.text, Format::Csv);
            assert!(csv::write(&problems) == builtin.text, "{}", builtin.name);
        }
    }

    #[test]
    fn the_corpus_survives_json_lines() {
        for builtin in &BUILTIN {
            let expected = problems(builtin.text, Format::Csv);
            let read = problems(&jsonl::write(&expected), Format::JsonLines).into_iter();
            assert!(
                read.map(Problem::unplaced).eq(expected.into_iter().map(Problem::unplaced)),
                "{}",
                builtin.name
            );
        }
    }

    #[test]
    fn positions_and_solutions_survive_plain_text() {
        for builtin in &BUILTIN {
            let expected = problems(builtin.text, Format::Csv);
            let read = problems(&lines::write(&expected), Format::Lines);
            assert_eq!(read.len(), expected.len());
            for (read, expected) in read.iter().zip(&expected) {
                assert_eq!((&read.setup, &read.sfen), (&expected.setup, &expected.sfen));
                assert_eq!(read.solution, expected.solution);
            }
        }
    }

    #[test]
    fn the_first_line_decides_the_format_and_else_the_extension() {
        for builtin in &BUILTIN {
            let problems = problems(builtin.text, Format::Csv);
            for format in FORMATS {
                assert_eq!(detect(&write(&problems, format), Some("html")), format);
                assert_eq!(detect(&write(&problems, format), Some("csv")), format);
            }
        }
        assert_eq!(detect("\u{feff}\r\n\"sfen\"\r\n", None), Format::Csv);
        assert_eq!(detect("id;position", Some("csv")), Format::Csv);
        assert_eq!(detect("", Some("JSONL")), Format::JsonLines);
        assert_eq!(detect("5ex1%2BPc2%2F6okt3%2F12", Some("csv")), Format::Lines);
        assert_eq!(detect("sfen 12/12/12", Some("csv")), Format::Lines);
        assert_eq!(detect("", None), Format::Lines);
    }

    /// A piece of the corpus with a few bytes' worth of damage.
    fn damaged() -> impl Strategy<Value = String> {
        let letter =
            prop::sample::select("\"\"\"\n\r,|{}[]:/+ 0#%_-é".chars().collect::<Vec<char>>());
        (
            0..BUILTIN.len(),
            0usize..20,
            prop::collection::vec((0usize..2000, letter), 0..6),
            0usize..3,
        )
            .prop_map(|(index, skipped, changes, form)| {
                let records = csv::read(BUILTIN[index].text, "x", &CHU);
                let some: Vec<Problem> =
                    records.into_iter().flatten().skip(skipped).take(3).collect();
                let mut letters: Vec<char> = write(&some, FORMATS[form]).chars().collect();
                for (at, letter) in changes {
                    let length = letters.len().max(1);
                    if let Some(place) = letters.get_mut(at % length) {
                        *place = letter;
                    }
                }
                letters.into_iter().collect()
            })
    }

    proptest! {
        #[test]
        fn no_text_makes_a_reader_panic(text in "(\\PC|[\n\r\",#{}:|/]){0,80}") {
            for format in FORMATS {
                let _ = read(&text, "x", format, &CHU);
            }
            let _ = detect(&text, None);
        }

        #[test]
        fn damaged_collections_read_and_what_is_left_reads_back(text in damaged()) {
            for format in FORMATS {
                let records = read(&text, "x", format, &CHU);
                let lines = text.split(['\n', '\r']).count();
                for error in records.iter().filter_map(|record| record.as_ref().err()) {
                    prop_assert!((1..=lines).contains(&error.line), "{}", error);
                }
                let left: Vec<Problem> =
                    records.into_iter().flatten().map(Problem::unplaced).collect();
                let again: Vec<Problem> =
                    csv::read(&csv::write(&left), "x", &CHU).into_iter().flatten().collect();
                prop_assert_eq!(again.len(), left.len());
                let json = jsonl::write(&left);
                let again = jsonl::read(&json, "x", &CHU).into_iter().flatten();
                let again: Vec<Problem> = again.map(Problem::unplaced).collect();
                prop_assert_eq!(again, left);
            }
        }
    }
}
