//! From the inputs named on the command line to the items of a batch.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::notation::{Problem, RecordError, SfenError, builtin, collection};
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
    /// The file it was read from.
    pub file: Option<String>,
}

impl Item {
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
        let number = match problem.number.as_str() {
            "" => String::new(),
            number => format!(", no. {number}"),
        };
        let source = Some(format!("{}{number}", problem.source)).filter(|text| !text.is_empty());
        Task {
            id: problem.id,
            setup: problem.setup,
            source,
            claimed_plies: problem.claimed_plies,
            file: file.map(str::to_owned),
        }
    }

    /// The record of an error with this problem.
    #[must_use]
    pub fn error(&self, message: String) -> ErrorRecord {
        ErrorRecord { id: Some(self.id.clone()), file: self.file.clone(), line: None, message }
    }
}

/// The problem of `--sfen`.
///
/// # Errors
/// If the text is no SFEN.
pub fn single(text: &str, rules: Rules) -> Result<Task, SfenError> {
    Problem::new("sfen", text, rules.variant).map(|problem| Task::new(problem, None))
}

/// The items of all inputs, in order.
///
/// # Errors
/// If an input names nothing or cannot be read. A file found in a folder that cannot be read is a
/// bad item, like a bad record.
pub fn read_all(inputs: &[OsString], rules: Rules) -> anyhow::Result<Vec<Item>> {
    let mut items = Vec::new();
    let mut stdin_read = false;
    for input in inputs {
        let path = Path::new(input);
        if input == "-" {
            if std::mem::replace(&mut stdin_read, true) {
                bail!("standard input (`-`) can be read only once");
            }
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
            items.extend(read_bytes(&bytes, "-", rules));
        } else if path.is_dir() {
            for file in files_in(path)? {
                let name = file.display().to_string();
                match fs_err::read(&file) {
                    Ok(bytes) => items.extend(read_bytes(&bytes, &name, rules)),
                    Err(error) => items.push(Item::Bad(ErrorRecord {
                        id: None,
                        file: Some(name),
                        line: None,
                        message: error.to_string(),
                    })),
                }
            }
        } else if path.exists() {
            let name = path.display().to_string();
            items.extend(read_bytes(&fs_err::read(path)?, &name, rules));
        } else {
            items.extend(built_in(input)?);
        }
    }
    Ok(items)
}

/// Endings of the files that a folder stands for.
const ENDINGS: [&str; 5] = ["csv", "jsonl", "ndjson", "sfen", "txt"];

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
            bail!("--output {} would overwrite an input", output.display());
        }
    }
    Ok(())
}

/// The records of a text, in whatever form it is.
fn read_bytes(bytes: &[u8], file: &str, rules: Rules) -> Vec<Item> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count() as u64;
            return vec![Item::Bad(ErrorRecord {
                id: None,
                file: Some(file.to_owned()),
                line: Some(line),
                message: "not UTF-8; convert the file first, for example with iconv".to_owned(),
            })];
        }
    };
    let extension = Path::new(file).extension().and_then(OsStr::to_str);
    let format = collection::detect(text, extension);
    collection::read(text, file, format, rules.variant)
        .into_iter()
        .map(|record| match record {
            Ok(problem) => Item::Task(Task::new(problem, Some(file))),
            Err(error) => Item::Bad(bad_record(error)),
        })
        .collect()
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

fn built_in(name: &OsStr) -> anyhow::Result<Vec<Item>> {
    let problems = name.to_str().and_then(builtin::find);
    let problems = problems.ok_or_else(|| unknown_name(&name.display().to_string()))?;
    Ok(problems.into_iter().map(|problem| Item::Task(Task::new(problem, None))).collect())
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
    fn text_that_is_not_utf_8_is_a_bad_record_with_its_line() {
        let items = read_bytes(b"sfen\n12/12\n\xff\n", "a.csv", Rules::default());
        let [Item::Bad(error)] = &items[..] else { panic!("{items:?}") };
        assert_eq!((error.line, error.file.as_deref()), (Some(3), Some("a.csv")));
    }
}
