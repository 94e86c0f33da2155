//! A folder of reports: only what an earlier report has written there is replaced, nothing is deleted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::cli::output::Output;

/// The file that lists what was written.
pub const LIST: &str = "matenro-report.txt";

/// How the list begins; a file of that name without it is not ours.
const BEGINNING: &str = "# files written by matenro report";

/// A folder that was proved writable.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Makes the folder if it is missing, and sees to it that these files may be written there. The
    /// list of our files is written first, so that a run that was stopped can be done again.
    ///
    /// # Errors
    /// If the folder cannot be written, or one of the files is there and is not ours.
    pub fn open(root: &Path, paths: &[String]) -> anyhow::Result<Folder> {
        fs_err::create_dir_all(root)?;
        let list = root.join(LIST);
        let mut ours = BTreeSet::new();
        if list.exists() {
            let text = fs_err::read_to_string(&list)?;
            if text.lines().next() != Some(BEGINNING) {
                bail!("{} is no list of `matenro report`", list.display());
            }
            ours.extend(text.lines().skip(1).map(str::to_owned));
        }
        for path in paths {
            let target = root.join(path);
            if !ours.contains(path) && target.symlink_metadata().is_ok() {
                bail!(
                    "{} is there and was not written by `matenro report`; --output names another \
                     folder",
                    target.display()
                );
            }
        }
        ours.extend(paths.iter().cloned());
        let mut text = format!("{BEGINNING}\n");
        for path in &ours {
            text += path;
            text.push('\n');
        }
        let mut output = Output::open(Some(&list), true)?;
        output.write(text.as_bytes())?;
        output.finish()?;
        Ok(Folder { root: root.to_owned() })
    }

    /// Writes one of the files.
    ///
    /// # Errors
    /// If the system does not take it.
    pub fn write(&self, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let target = self.root.join(path);
        if let Some(parent) = target.parent() {
            fs_err::create_dir_all(parent)?;
        }
        let mut output = Output::open(Some(&target), true)?;
        output.write(bytes).with_context(|| format!("cannot write {}", target.display()))?;
        output.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_files_are_neither_replaced_nor_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let paths = ["a.txt".to_owned(), "b/c.txt".to_owned()];
        let write = || -> anyhow::Result<()> {
            let folder = Folder::open(root, &paths)?;
            paths.iter().try_for_each(|path| folder.write(path, b"x"))
        };
        std::fs::write(root.join("mine.txt"), "mine").unwrap();
        write().unwrap();
        write().unwrap();
        assert_eq!(std::fs::read_to_string(root.join("mine.txt")).unwrap(), "mine");
        let foreign = Folder::open(root, &["mine.txt".to_owned()]).unwrap_err().to_string();
        assert!(foreign.contains("mine.txt is there and was not written by"), "{foreign}");
        std::fs::write(root.join(LIST), "my list\n").unwrap();
        assert!(Folder::open(root, &paths).is_err());
    }
}
