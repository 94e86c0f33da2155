//! Ctrl-C: the first one drains the run, the second one leaves at once.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::message;
use super::running::Running;
use super::status::Status;

/// Tells whether the user has asked to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Catches Ctrl-C for the rest of the process: the first stops everything in `running`, the
    /// second removes `unfinished` (temporary files) and ends the process.
    ///
    /// # Errors
    /// If the system does not let us catch it.
    pub fn install(
        running: Arc<Running>,
        unfinished: impl IntoIterator<Item = PathBuf>,
    ) -> Result<Interrupt, ctrlc::Error> {
        let interrupt = Interrupt::default();
        let seen = Arc::clone(&interrupt.0);
        let unfinished: Vec<PathBuf> = unfinished.into_iter().collect();
        ctrlc::set_handler(move || {
            if seen.swap(true, Ordering::SeqCst) {
                for path in &unfinished {
                    let _ = std::fs::remove_file(path);
                }
                std::process::exit(i32::from(Status::Interrupted.number()));
            }
            running.stop();
            message::note("stopping; Ctrl-C again leaves at once");
        })?;
        Ok(interrupt)
    }

    /// True once the user has asked to stop.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
