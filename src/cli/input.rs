//! From the inputs named on the command line to the items of a batch.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context as _, bail};

use crate::notation::document::{self, ReadOptions};
use crate::notation::usi::UsiMove;
use crate::notation::{
    Claim, Document, DocumentFormat, Encoding, Problem, RecordError, SfenError, builtin, encoding,
    text,
};
use crate::report::ErrorRecord;
use crate::rules::{Rules, Setup};

/// One record of the input.
#[derive(Clone, Debug)]
pub enum Item {
    /// A problem to work on.
    Task(Task),
    /// A record that could not be read.
    Bad(ErrorRecord),
}

/// A problem to work on.
#[derive(Clone, Debug)]
pub struct Task {
    /// The problem's id, or a name made of its place.
    pub id: String,
    /// The diagram.
    pub setup: Setup,
    /// Where the problem comes from, for people.
    pub source: Option<String>,
    /// The length that the source claims.
    pub claimed_plies: Option<u32>,
    /// The published main line.
    pub published: Vec<UsiMove>,
    /// Further published lines.
    pub variations: Vec<Vec<UsiMove>>,
    /// The outcome that the source claims.
    pub claim: Claim,
    /// Names of the same problem elsewhere.
    pub same_as: Vec<String>,
    /// The collection it belongs to: the stem of the file, or the name of the built-in collection.
    pub collection: String,
    /// The file it was read from.
    pub file: Option<String>,
    /// The line of the file where its record begins, from 1.
    pub line: Option<u64>,
}

impl Item {
    /// The problem's id; empty if none was read.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Item::Task(task) => &task.id,
            Item::Bad(error) => error.id.as_deref().unwrap_or_default(),
        }
    }

    /// The record of an error with this item.
    #[must_use]
    pub fn error(&self, message: String) -> ErrorRecord {
        match self {
            Item::Task(task) => task.error(message),
            Item::Bad(error) => ErrorRecord { message, ..error.clone() },
        }
    }
}

impl Task {
    fn new(problem: Problem, file: Option<&str>) -> Task {
        let number =
            if problem.number.is_empty() { None } else { Some(format!("no. {}", problem.number)) };
        let parts = Some(problem.source).filter(|source| !source.is_empty()).into_iter();
        let source = parts.chain(number).collect::<Vec<String>>().join(", ");
        let source = Some(source).filter(|text| !text.is_empty());
        Task {
            setup: problem.setup,
            source,
            claimed_plies: problem.claimed_plies,
            published: problem.solution,
            variations: problem.variations,
            claim: problem.claim,
            same_as: problem.same_as,
            collection: collection_of(&problem.id, file),
            id: problem.id,
            file: file.map(str::to_owned),
            // A line means something only in a file that the user has.
            line: file.and(problem.line).map(|line| line as u64),
        }
    }

    /// The record of an error with this problem.
    #[must_use]
    pub fn error(&self, message: String) -> ErrorRecord {
        let (id, file) = (Some(self.id.clone()), self.file.clone());
        ErrorRecord { id, file, line: self.line, message }
    }
}

/// The name of the collection of a problem from a file (by its stem), or of a built-in one.
#[must_use]
pub fn collection_of(id: &str, file: Option<&str>) -> String {
    static HOMES: LazyLock<HashMap<String, &str>> = LazyLock::new(builtin::homes);
    match file {
        Some(file) => {
            let stem = Path::new(file).file_stem().and_then(OsStr::to_str);
            stem.filter(|&stem| stem != "-").unwrap_or("stdin").to_owned()
        }
        None => HOMES.get(id).copied().unwrap_or(id).to_owned(),
    }
}

/// The problem of `--sfen`.
///
/// # Errors
/// If the text is no SFEN.
pub fn single(text: &str, rules: Rules) -> Result<Task, SfenError> {
    Problem::new("sfen", text, rules.variant).map(|problem| Task::new(problem, None))
}

/// One of the things named on the command line, or a file in a folder that was named.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file's bytes; `-` is the name of standard input.
    Bytes(String, Vec<u8>),
    /// A file found in a folder that cannot be read, and why.
    Unreadable(String, String),
    /// Problems that are built in.
    Builtin(Vec<Problem>),
}

/// The sources of all inputs, in order.
///
/// # Errors
/// If an input names nothing or cannot be read.
pub fn sources(inputs: &[OsString]) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    let mut stdin_read = false;
    for input in inputs {
        let path = Path::new(input);
        if input == "-" {
            if std::mem::replace(&mut stdin_read, true) {
                bail!("standard input (`-`) can be read only once");
            }
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
            sources.push(Source::Bytes("-".to_owned(), bytes));
        } else if path.is_dir() {
            for file in files_in(path)? {
                let name = file.display().to_string();
                sources.push(match fs_err::read(&file) {
                    Ok(bytes) => Source::Bytes(name, bytes),
                    Err(error) => Source::Unreadable(name, error.to_string()),
                });
            }
        } else if path.exists() {
            sources.push(Source::Bytes(path.display().to_string(), fs_err::read(path)?));
        } else {
            let problems = input.to_str().and_then(builtin::find);
            let problems = problems.ok_or_else(|| unknown_name(&input.display().to_string()))?;
            sources.push(Source::Builtin(problems));
        }
    }
    Ok(sources)
}

/// The items of all inputs, in order.
///
/// # Errors
/// If an input names nothing or cannot be read. A file found in a folder that cannot be read is a
/// bad item, like a bad record.
pub fn read_all(inputs: &[OsString], rules: Rules) -> anyhow::Result<Vec<Item>> {
    let options = ReadOptions { rules, ..ReadOptions::default() };
    let reading = Reading { options, ..Reading::default() };
    let mut items = Vec::new();
    for source in sources(inputs)? {
        let file = match &source {
            Source::Bytes(name, _) => Some(name.clone()),
            _ => None,
        };
        items.extend(reading.records(source).records.into_iter().map(|record| match record {
            Ok(document) => Item::Task(Task::new(document.to_problem(&rules), file.as_deref())),
            Err(fault) => Item::Bad(fault.error),
        }));
    }
    Ok(items)
}

/// How sources are read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The form; `None` is seen from the content.
    pub from: Option<DocumentFormat>,
    /// The encoding; `None` is found out.
    pub encoding: Option<Encoding>,
    /// What the readers must know.
    pub options: ReadOptions,
}

/// A record that could not be read.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What and where.
    pub error: ErrorRecord,
    /// The line with a caret under the place, if the place is known.
    pub shown: String,
}

/// What was read from a source.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// The records in order.
    pub records: Vec<Result<Document, Fault>>,
    /// Name, encoding and form, if the source was a file.
    pub form: Option<(String, Encoding, DocumentFormat)>,
}

impl Reading {
    /// The records of a source.
    #[must_use]
    pub fn records(&self, source: Source) -> Records {
        let (name, bytes) = match source {
            Source::Builtin(problems) => {
                let problems = problems.into_iter().map(Box::new).map(Document::Problem).map(Ok);
                return Records { records: problems.collect(), form: None };
            }
            Source::Unreadable(name, message) => return Records::fault(name, None, message),
            Source::Bytes(name, bytes) => (name, bytes),
        };
        let (text, encoding) = match encoding::decode(&bytes, self.encoding) {
            Ok(decoded) => decoded,
            Err(error) => {
                return Records::fault(name, Some(error.line() as u64), error.to_string());
            }
        };
        let extension = Path::new(&name).extension().and_then(OsStr::to_str);
        let format = self.from.unwrap_or_else(|| document::detect(&text, extension));
        let records = document::read(&text, &name, format, &self.options).into_iter();
        let lines: Vec<&str> = text::without_bom(&text).lines().collect();
        let fault = |error: RecordError| {
            let line = lines.get(error.line.saturating_sub(1)).zip(error.column);
            let shown = line.map_or_else(String::new, |(line, column)| text::pointed(line, column));
            Fault { shown, error: bad_record(error) }
        };
        let records = records.map(|record| record.map_err(fault)).collect();
        Records { records, form: Some((name, encoding, format)) }
    }
}

impl Records {
    fn fault(file: String, line: Option<u64>, message: String) -> Records {
        let error = ErrorRecord { id: None, file: Some(file), line, message };
        Records { records: vec![Err(Fault { error, shown: String::new() })], form: None }
    }
}

/// Endings of the files that a folder stands for.
const ENDINGS: [&str; 13] = [
    "csv", "jsonl", "ndjson", "sfen", "txt", "kif", "kifu", "ki2", "ki2u", "tsa", "pgn", "fen",
    "csl",
];

/// The problem files in a folder and the folders inside it, in order of name; hidden ones are left
/// out and links to folders are not followed.
fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> = fs_err::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
        if hidden {
            continue;
        }
        if path.is_dir() {
            if !path.is_symlink() {
                files.extend(files_in(&path)?);
            }
        } else if path.extension().is_some_and(is_problem_ending) {
            files.push(path);
        }
    }
    Ok(files)
}

fn is_problem_ending(ending: &OsStr) -> bool {
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Stops a run that would write its results over one of its inputs.
///
/// # Errors
/// If `output` is a file that is among the inputs.
pub fn refuse_overwriting(inputs: &[OsString], output: &Path) -> anyhow::Result<()> {
    let Ok(target) = fs_err::canonicalize(output) else { return Ok(()) };
    let mut files = HashSet::new();
    for input in inputs.iter().map(Path::new) {
        if input.is_dir() {
            files.extend(files_in(input)?);
        } else {
            files.insert(input.to_owned());
        }
    }
    for file in files {
        if file.is_file() && fs_err::canonicalize(&file).is_ok_and(|path| path == target) {
            bail!("writing {} would overwrite an input; name another file", output.display());
        }
    }
    Ok(())
}

fn bad_record(error: RecordError) -> ErrorRecord {
    let column = error.column.map_or_else(String::new, |column| format!("column {column}: "));
    ErrorRecord {
        message: format!("{column}{}", error.problem),
        id: error.id,
        file: Some(error.file),
        line: Some(error.line as u64),
    }
}

/// The error for a name that nothing has.
#[must_use]
pub fn unknown_name(name: &str) -> anyhow::Error {
    anyhow::anyhow!(
        "nothing is called `{name}`: no file, no folder, no built-in collection, and no built-in \
         problem's id begins so (`matenro list` shows what is built in)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stands_for_its_problem_files_in_order_of_name() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.csv", "a.txt", "README.md", ".hidden.csv", "c/d.JSONL"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let files = files_in(folder.path()).unwrap();
        let names: Vec<_> =
            files.iter().map(|file| file.strip_prefix(folder.path()).unwrap()).collect();
        assert_eq!(names, ["a.txt", "b.csv", "c/d.JSONL"].map(Path::new));
    }

    #[test]
    fn source_and_number_are_named_as_far_as_they_are_known() {
        for (source, number, expected) in [
            ("a book", "2", Some("a book, no. 2")),
            ("a book", "", Some("a book")),
            ("", "2", Some("no. 2")),
            ("", "", None),
        ] {
            let variant = Rules::HISTORIC.variant;
            let mut problem = Problem::new("x", variant.start_sfen, variant).unwrap();
            (problem.source, problem.number) = (source.to_owned(), number.to_owned());
            assert_eq!(Task::new(problem, None).source.as_deref(), expected);
        }
    }

    #[test]
    fn the_output_may_not_be_an_input() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, "").unwrap();
        for input in [path.as_os_str(), folder.path().as_os_str()] {
            assert!(refuse_overwriting(&[input.to_owned()], &path).is_err());
        }
        assert!(refuse_overwriting(&["kinuburui".into()], &path).is_ok());
        assert!(refuse_overwriting(&[path.into()], &folder.path().join("b.csv")).is_ok());
    }

    #[test]
    fn text_in_no_known_encoding_is_a_bad_record_with_its_line() {
        let bytes = b"sfen\n12/12\n\xff\n".to_vec();
        let read = Reading::default().records(Source::Bytes("a.csv".to_owned(), bytes));
        let [Err(fault)] = &read.records[..] else { panic!("{read:?}") };
        assert_eq!((fault.error.line, fault.error.file.as_deref()), (Some(3), Some("a.csv")));
    }
}
