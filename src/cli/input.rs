//! From the inputs named on the command line to the items of a batch.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::notation::{SfenError, sfen};
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
    /// The line in it, from 1.
    pub line: Option<u64>,
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
    /// The record of an error with this problem.
    #[must_use]
    pub fn error(&self, message: String) -> ErrorRecord {
        ErrorRecord { id: Some(self.id.clone()), file: self.file.clone(), line: self.line, message }
    }
}

/// The problem of `--sfen`.
///
/// # Errors
/// If the text is no SFEN.
pub fn single(text: &str, rules: Rules) -> Result<Task, SfenError> {
    Ok(Task {
        id: "sfen".to_owned(),
        setup: sfen::parse(text, rules.variant)?.setup,
        source: None,
        claimed_plies: None,
        file: None,
        line: None,
    })
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
            items.extend(built_in(input, rules)?);
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

// TEMPORARY until the collection readers land.
fn read_bytes(bytes: &[u8], file: &str, rules: Rules) -> Vec<Item> {
    let text = String::from_utf8_lossy(bytes);
    let mut items = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        items.push(match single(line, rules) {
            Ok(task) => Item::Task(Task {
                id: format!("{file}:{number}"),
                file: Some(file.to_owned()),
                line: Some(number),
                ..task
            }),
            Err(error) => Item::Bad(ErrorRecord {
                id: None,
                file: Some(file.to_owned()),
                line: Some(number),
                message: error.to_string(),
            }),
        });
    }
    items
}

fn built_in(name: &OsStr, _rules: Rules) -> anyhow::Result<Vec<Item>> {
    bail!(
        "`{}` is no file, no folder, no built-in collection and begins no problem id; \
         `matenro list` shows the built-in collections",
        name.display()
    )
}
