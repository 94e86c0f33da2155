//! The table of problems that are being worked on: for progress, and to stop them.
//!
//! Many threads write it while another looks at it. No guard of the map leaves this file: whoever
//! asks gets copies (holding a guard while the same shard is written would hang).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use dashmap::DashMap;

use crate::search::Control;
use crate::search::crew::Crew;

/// A problem that is being worked on.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The problem's id.
    pub name: Arc<str>,
    /// When its search began.
    pub since: Instant,
    /// To watch and stop its search.
    pub control: Arc<Control>,
}

/// The problems that are being worked on, by their place in the batch.
#[derive(Debug, Default)]
pub struct Running {
    crew: Option<Arc<Crew>>,
    entries: DashMap<usize, Entry>,
    stopped: AtomicBool,
}

/// Leaves the table when dropped, also through a panic.
#[derive(Debug)]
pub struct Place<'a> {
    running: &'a Running,
    index: usize,
    control: Arc<Control>,
}

impl Running {
    /// No problem yet. Threads of the crew may help those that come.
    #[must_use]
    pub fn with_crew(crew: Option<Arc<Crew>>) -> Running {
        Running { crew, ..Running::default() }
    }

    /// Enters a problem; `None` once everything was told to stop.
    #[must_use]
    pub fn enter(&self, index: usize, name: &str) -> Option<Place<'_>> {
        let control = Arc::new(Control { crew: self.crew.clone(), ..Control::default() });
        let entry =
            Entry { name: name.into(), since: Instant::now(), control: Arc::clone(&control) };
        self.entries.insert(index, entry);
        let place = Place { running: self, index, control };
        // Entered before asked: `stop` sets the flag first, so one of the two sees the other.
        if self.is_stopped() { None } else { Some(place) }
    }

    /// Tells every running search to stop and lets no other begin.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        for entry in &self.entries {
            entry.control.stop.store(true, Ordering::Relaxed);
        }
    }

    /// True once everything was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// Copies of the entries, the oldest first.
    #[must_use]
    pub fn snapshot(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self.entries.iter().map(|entry| entry.clone()).collect();
        entries.sort_by_key(|entry| entry.since);
        entries
    }
}

impl Place<'_> {
    /// To watch and stop the search.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.running.entries.remove(&self.index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_left_when_its_work_ends() {
        let running = Running::default();
        let first = running.enter(0, "a").unwrap();
        let second = running.enter(1, "b").unwrap();
        let names: Vec<String> =
            running.snapshot().iter().map(|entry| entry.name.to_string()).collect();
        assert_eq!(names, ["a", "b"]);
        drop(first);
        assert_eq!(running.snapshot().len(), 1);
        drop(second);
        assert!(running.snapshot().is_empty());
    }

    #[test]
    fn stop_reaches_what_runs_and_lets_nothing_begin() {
        let running = Running::default();
        let place = running.enter(0, "a").unwrap();
        running.stop();
        assert!(place.control().stop.load(Ordering::Relaxed));
        assert!(running.enter(1, "b").is_none());
        assert_eq!(running.snapshot().len(), 1);
    }
}
