//! Threads that have nothing to do, and the searches that may use them.
//!
//! A search asks now and then whether someone is idle, and takes a seat for each thread that it starts.
//! Nothing else is shared between the problems of a batch.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Visits of nodes that a problem is searched by its own thread before it asks for help, if nobody
/// says otherwise: a second or two. Problems that are done sooner are searched alike on every machine.
pub const PATIENCE: u64 = 400_000;

/// A number of idle threads.
#[derive(Debug)]
pub struct Crew {
    idle: AtomicUsize,
    /// Visits before a problem may ask.
    patience: u64,
}

impl Crew {
    /// So many idle threads.
    #[must_use]
    pub fn new(idle: usize) -> Crew {
        Crew::with_patience(idle, PATIENCE)
    }

    /// So many idle threads, for problems that have been visited this often.
    #[must_use]
    pub fn with_patience(idle: usize, patience: u64) -> Crew {
        Crew { idle: AtomicUsize::new(idle), patience }
    }

    /// True if threads help from the first visit on; else they come when a problem looks at the clock.
    #[must_use]
    pub fn is_eager(&self) -> bool {
        self.patience == 0
    }

    /// One more thread has nothing to do.
    pub fn join(&self) {
        self.idle.fetch_add(1, Ordering::Relaxed);
    }

    /// A thread's place with a problem that has been visited so often, if one is idle.
    #[must_use]
    pub fn seat(self: &Arc<Crew>, visits: u64) -> Option<Seat> {
        if visits < self.patience {
            return None;
        }
        self.idle
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |idle| idle.checked_sub(1))
            .ok()
            .map(|_| Seat(Arc::clone(self)))
    }
}

/// The right to run one thread; given back when dropped.
#[derive(Debug)]
pub struct Seat(Arc<Crew>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.join();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_seats_as_idle_threads() {
        let crew = Arc::new(Crew::with_patience(1, 10));
        assert!(crew.seat(9).is_none());
        let seat = crew.seat(10);
        assert!(seat.is_some() && crew.seat(10).is_none());
        drop(seat);
        assert!(crew.seat(11).is_some());
        crew.join();
        let two = (crew.seat(11), crew.seat(11));
        assert!(two.0.is_some() && two.1.is_some());
    }
}
