//! `--checkpoint FILE`: what a search has found, kept in a file and taken up again.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::message;
use super::output::Output;
use crate::rules::Position;
use crate::search::bounds::Bounds;
use crate::search::checkpoint::{self, Found};
use crate::search::graph::Graph;

/// The file, and how often it is written.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    /// Time between two times.
    pub every: Duration,
    /// Whether the user was told that it cannot be written.
    complained: Mutex<bool>,
}

impl Checkpoint {
    /// A file that can be written: it is opened once to see it.
    ///
    /// # Errors
    /// If it cannot.
    pub fn new(path: PathBuf, every: Duration) -> anyhow::Result<Checkpoint> {
        if path == Path::new("-") {
            bail!("--checkpoint needs a file: it is read and written");
        }
        Output::open(Some(&path), true).context("--checkpoint")?;
        Ok(Checkpoint { path, every, complained: Mutex::new(false) })
    }

    /// What the file knows of the problem; `None` if there is no file yet.
    ///
    /// # Errors
    /// If the file is no checkpoint of this problem.
    pub fn read(&self, root: &Position, memory_bytes: usize) -> anyhow::Result<Option<Found>> {
        let file = match fs_err::File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).context("--checkpoint"),
        };
        let found = checkpoint::read(root, memory_bytes, BufReader::with_capacity(1 << 20, file));
        found.map(Some).with_context(|| {
            format!("cannot go on from {}; name another file, or remove it", self.path.display())
        })
    }

    /// Writes the file anew; it is replaced when the new one is complete. A failure is told once, and the search goes on.
    pub fn keep(&self, graph: &Graph, bounds: &Bounds, expanded: u64, root: &Position) {
        if let Err(error) = self.write(graph, bounds, expanded, root) {
            let mut complained =
                self.complained.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if !std::mem::replace(&mut *complained, true) {
                message::error(format_args!("--checkpoint: {error:#}"));
            }
        }
    }

    /// True if the file could not be written at least once.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        *self.complained.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn write(
        &self,
        graph: &Graph,
        bounds: &Bounds,
        expanded: u64,
        root: &Position,
    ) -> anyhow::Result<()> {
        let mut output = Output::open(Some(&self.path), true)?;
        {
            let mut writer = BufWriter::with_capacity(1 << 20, Chunks(&mut output));
            checkpoint::write(graph, bounds, expanded, root, &mut writer)?;
            writer.flush()?;
        }
        output.finish()
    }
}

/// An output as the standard library's writers want it.
struct Chunks<'a>(&'a mut Output);

impl Write for Chunks<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
