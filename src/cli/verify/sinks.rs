//! The outputs of a run, several at once.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::cli::args::VerifyFormat;
use crate::cli::output::Output;
use crate::report::VerifyRecord;
use crate::report::verification::{self, csv, markdown};

/// What stands for the collection in the name of an output.
const COLLECTION: &str = "{collection}";

/// All outputs of a run.
#[derive(Debug)]
pub struct Sinks {
    sinks: Vec<Sink>,
    /// True to write what repeats in main lines once, where the form is for people.
    fold: bool,
}

#[derive(Debug)]
struct Sink {
    output: Output,
    format: VerifyFormat,
    /// The only collection that is written here; `None`: all.
    collection: Option<String>,
    is_begun: bool,
}

impl Sinks {
    /// Opens all outputs; none named means standard output.
    ///
    /// # Errors
    /// If one cannot be written, two are the same, or lines are to be folded and every form is for
    /// data.
    pub fn open(
        paths: &[PathBuf],
        format: Option<VerifyFormat>,
        collections: &[String],
        fold: bool,
    ) -> anyhow::Result<Sinks> {
        let stdout = [PathBuf::from("-")];
        let paths = if paths.is_empty() { &stdout } else { paths };
        let mut named: Vec<(PathBuf, Option<String>)> = Vec::new();
        for path in paths {
            match path.to_str().filter(|text| text.contains(COLLECTION)) {
                Some(text) => named.extend(collections.iter().map(|collection| {
                    (PathBuf::from(text.replace(COLLECTION, collection)), Some(collection.clone()))
                })),
                None => named.push((path.clone(), None)),
            }
        }
        let mut sinks = Vec::new();
        for (index, (path, collection)) in named.iter().enumerate() {
            if named[..index].iter().any(|(other, _)| other == path) {
                bail!("--output {} is named twice", path.display());
            }
            let format = format_of(path).or(format).unwrap_or(VerifyFormat::Text);
            let whole = matches!(format, VerifyFormat::Csv | VerifyFormat::Md);
            let output = Output::open(Some(path), whole)
                .with_context(|| format!("--output {}", path.display()))?;
            sinks.push(Sink { output, format, collection: collection.clone(), is_begun: false });
        }
        let is_prose = |sink: &Sink| matches!(sink.format, VerifyFormat::Text | VerifyFormat::Md);
        if fold && !sinks.iter().any(is_prose) {
            bail!("--fold is for text and Markdown: csv and jsonl hold every move");
        }
        Ok(Sinks { sinks, fold })
    }

    /// Temporary files that stand for results until they are finished.
    #[must_use]
    pub fn unfinished(&self) -> Vec<PathBuf> {
        self.sinks.iter().filter_map(|sink| sink.output.unfinished()).collect()
    }

    /// Writes what comes before the records.
    ///
    /// # Errors
    /// If the system does not take it.
    pub fn begin(&mut self) -> io::Result<()> {
        for sink in &mut self.sinks {
            if sink.format == VerifyFormat::Csv {
                sink.output.write(&csv::header())?;
            }
        }
        Ok(())
    }

    /// Writes a record of a collection; `text` makes the text for people.
    ///
    /// # Errors
    /// If the system does not take it.
    pub fn write(
        &mut self,
        record: &VerifyRecord,
        collection: &str,
        text: impl Fn() -> String,
    ) -> io::Result<()> {
        for sink in &mut self.sinks {
            if sink.collection.as_ref().is_some_and(|only| only != collection) {
                continue;
            }
            let bytes = match sink.format {
                VerifyFormat::Jsonl => verification::json_line(record).into_bytes(),
                VerifyFormat::Csv => csv::row(record),
                VerifyFormat::Md => markdown::section(record, self.fold).into_bytes(),
                VerifyFormat::Text => {
                    let text = text();
                    let gap = if sink.is_begun && !text.is_empty() { "\n" } else { "" };
                    let text = format!("{gap}{text}");
                    if sink.output.wants_colour() {
                        text.into_bytes()
                    } else {
                        anstream::adapter::strip_str(&text).to_string().into_bytes()
                    }
                }
            };
            if !bytes.is_empty() {
                sink.output.write(&bytes)?;
                sink.is_begun = true;
            }
        }
        Ok(())
    }

    /// Completes all files.
    ///
    /// # Errors
    /// If one cannot be put in its place.
    pub fn finish(self) -> anyhow::Result<()> {
        self.sinks.into_iter().try_for_each(|sink| sink.output.finish())
    }
}

/// The form that the ending of a name says.
fn format_of(path: &Path) -> Option<VerifyFormat> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => Some(VerifyFormat::Csv),
        Some("jsonl" | "ndjson") => Some(VerifyFormat::Jsonl),
        Some("md") => Some(VerifyFormat::Md),
        Some("txt") => Some(VerifyFormat::Text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_name_says_the_form() {
        let of = |path: &str| format_of(Path::new(path));
        assert_eq!(of("a.csv"), Some(VerifyFormat::Csv));
        assert_eq!(of("a.jsonl"), Some(VerifyFormat::Jsonl));
        assert_eq!(of("a.md"), Some(VerifyFormat::Md));
        assert_eq!(of("a.txt"), Some(VerifyFormat::Text));
        assert_eq!(of("-"), None);
        assert_eq!(of("a"), None);
    }

    #[test]
    fn one_file_for_each_collection() {
        let folder = tempfile::tempdir().unwrap();
        let paths = [folder.path().join("x-{collection}.txt")];
        Sinks::open(&paths, None, &["a".to_owned(), "b".to_owned()], false)
            .unwrap()
            .finish()
            .unwrap();
        assert!(folder.path().join("x-a.txt").exists() && folder.path().join("x-b.txt").exists());
    }

    #[test]
    fn an_output_named_twice_is_an_error() {
        let paths = [PathBuf::from("-"), PathBuf::from("-")];
        assert!(Sinks::open(&paths, None, &[], false).is_err());
    }

    #[test]
    fn only_forms_for_people_are_folded() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let open = |names: &[&str]| {
            let paths: Vec<PathBuf> = names.iter().map(|name| path(name)).collect();
            Sinks::open(&paths, None, &[], true)
        };
        assert!(open(&["a.csv", "a.jsonl"]).unwrap_err().to_string().contains("--fold"));
        assert!(open(&["b.csv", "b.md"]).is_ok());
        assert!(open(&["c.txt"]).is_ok());
    }
}
