//! Where results go: standard output, a file written as they come, or a file that appears whole.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use anyhow::Context;
use fs_err::File;
use tempfile::NamedTempFile;

/// A place for results that was proved writable.
#[derive(Debug)]
pub struct Output {
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    Stdout,
    Stream(File),
    /// A temporary file beside the target, renamed when it is complete.
    Whole(NamedTempFile, PathBuf),
}

impl Output {
    /// Opens the place: `None` and `-` are standard output. With `whole` the file appears under its
    /// name only when it is finished; else an existing file is emptied at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: Option<&Path>, whole: bool) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output { sink: Sink::Stdout });
        };
        // Through links, so that the file is replaced and not the link to it.
        let target = fs_err::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        // Devices and pipes must not be replaced by a file.
        let replaceable = fs_err::metadata(&target).map_or(true, |meta| meta.is_file());
        if !whole || !replaceable {
            return Ok(Output { sink: Sink::Stream(File::create(&target)?) });
        }
        if target.exists() {
            // The rename would get round a write protection.
            File::options().append(true).open(&target)?;
        }
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".matenro-").suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder
            .tempfile_in(folder)
            .with_context(|| format!("cannot write into the folder of `{}`", path.display()))?;
        Ok(Output { sink: Sink::Whole(file, target) })
    }

    /// True if styles should stay in what is written: a file gets them only if they were asked for.
    #[must_use]
    pub fn wants_colour(&self) -> bool {
        match self.sink {
            Sink::Stdout => anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            Sink::Stream(_) | Sink::Whole(..) => {
                matches!(ColorChoice::global(), ColorChoice::Always | ColorChoice::AlwaysAnsi)
            }
        }
    }

    /// The temporary file that stands for the result until it is finished.
    #[must_use]
    pub fn unfinished(&self) -> Option<PathBuf> {
        match &self.sink {
            Sink::Whole(file, _) => Some(file.path().to_owned()),
            Sink::Stdout | Sink::Stream(_) => None,
        }
    }

    /// Writes and flushes.
    ///
    /// # Errors
    /// If the system does not take it.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let writer: &mut dyn Write = match &mut self.sink {
            Sink::Stdout => &mut io::stdout().lock(),
            Sink::Stream(file) => file,
            Sink::Whole(file, _) => file,
        };
        writer.write_all(bytes)?;
        writer.flush()
    }

    /// Completes the file.
    ///
    /// # Errors
    /// If it cannot be put in its place.
    pub fn finish(self) -> anyhow::Result<()> {
        if let Sink::Whole(file, target) = self.sink {
            file.persist(&target).map_err(|failed| failed.error).with_context(|| {
                format!("cannot put the finished file in place as `{}`", target.display())
            })?;
        }
        Ok(())
    }
}

/// What hindered writing results: true if only the reader went away, having what he wanted.
///
/// # Errors
/// If it was anything else.
pub fn reader_went_away(trouble: Option<io::Error>) -> anyhow::Result<bool> {
    match trouble {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Some(error) => Err(error).context("cannot write the results"),
        None => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_file_appears_only_when_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, "old").unwrap();
        let mut output = Output::open(Some(&path), true).unwrap();
        output.write(b"new").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        output.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_stream_can_be_read_while_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let mut output = Output::open(Some(&path), false).unwrap();
        output.write(b"one\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\n");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error_at_once() {
        let folder = tempfile::tempdir().unwrap();
        for whole in [false, true] {
            assert!(Output::open(Some(&folder.path().join("none/a.csv")), whole).is_err());
            assert!(Output::open(Some(folder.path()), whole).is_err());
        }
    }
}
