//! Many items over a pool of threads, results in the order of the items.
//!
//! The items are claimed in order, so that what is finished is nearly a prefix and can be passed on
//! early. (A rayon iterator over the items would give each thread a far-away part of them and hold
//! back half of the results to the end.)

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::available_parallelism;
use std::time::Duration;

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use super::fence::fenced;
use crate::search::crew::Crew;

/// The stack of each worker thread: enough for a recursion some 10,000 plies deep. It is address
/// space only until it is used.
const STACK_BYTES: usize = 256 << 20;

/// How often the receiver hears that time goes by.
const TICK: Duration = Duration::from_millis(100);

/// What the receiver is told.
#[derive(Debug)]
pub enum Event<R> {
    /// The work on the item is done; `Err` is the text of a panic. Comes in the order of work.
    Finished(usize, Result<R, String>),
    /// Nothing finished for a while.
    Tick,
}

/// The threads of a batch.
#[derive(Debug)]
pub struct Threads {
    /// Items worked on at the same time.
    pub count: usize,
    /// Those that have nothing to do, for the searches that still run.
    pub crew: Option<Arc<Crew>>,
}

impl Threads {
    /// The threads for so many items: as many as wanted, or one per processor. Searches that shall be
    /// repeatable keep to one thread each.
    #[must_use]
    pub fn new(wanted: Option<u16>, items: usize, repeatable: bool) -> Threads {
        let wanted =
            wanted.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
        let count = wanted.min(items);
        let crew = (wanted > 1 && !repeatable).then(|| Arc::new(Crew::new(wanted - count)));
        Threads { count, crew }
    }
}

/// Runs `work` over `count` items; `receive` runs on the calling thread. Threads that find nothing more
/// to claim join the crew.
///
/// `work` gives `None` when it should not begin the item; nothing more is claimed by that thread.
///
/// # Errors
/// If the threads cannot be had.
pub fn run<R: Send>(
    count: usize,
    threads: &Threads,
    work: impl Fn(usize) -> Option<R> + Sync,
    mut receive: impl FnMut(Event<R>),
) -> Result<(), ThreadPoolBuildError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads.count)
        .stack_size(STACK_BYTES)
        .thread_name(|index| format!("solve-{index}"))
        .build()?;
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let (next, work) = (&next, &work);
        scope.spawn(move || {
            pool.broadcast(|_| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        if let Some(crew) = &threads.crew {
                            crew.join();
                        }
                        return;
                    }
                    let result = match fenced(|| work(index)) {
                        Ok(None) => return,
                        Ok(Some(result)) => Ok(result),
                        Err(panic) => Err(panic),
                    };
                    if sender.send((index, result)).is_err() {
                        return;
                    }
                }
            });
            drop(sender);
        });
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((index, result)) => receive(Event::Finished(index, result)),
                Err(RecvTimeoutError::Timeout) => receive(Event::Tick),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    });
    Ok(())
}

/// Puts results back into order: what comes out is always the next one.
#[derive(Debug)]
pub struct Reorder<R> {
    next: usize,
    waiting: BTreeMap<usize, R>,
}

impl<R> Reorder<R> {
    /// Nothing has come yet.
    #[must_use]
    pub const fn new() -> Reorder<R> {
        Reorder { next: 0, waiting: BTreeMap::new() }
    }

    /// Takes a result in.
    pub fn insert(&mut self, index: usize, result: R) {
        self.waiting.insert(index, result);
    }

    /// The next one in order, if it has come.
    pub fn pop(&mut self) -> Option<(usize, R)> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, result))
    }

    /// All that still wait, in order, with whatever gaps there are.
    pub fn drain(&mut self) -> impl Iterator<Item = (usize, R)> + use<R> {
        std::mem::take(&mut self.waiting).into_iter()
    }
}

impl<R> Default for Reorder<R> {
    fn default() -> Reorder<R> {
        Reorder::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect(
        count: usize,
        threads: usize,
        work: impl Fn(usize) -> Option<usize> + Sync,
    ) -> Vec<(usize, Result<usize, String>)> {
        let mut order = Reorder::new();
        let mut out = Vec::new();
        run(count, &Threads { count: threads, crew: None }, work, |event| {
            if let Event::Finished(index, result) = event {
                order.insert(index, result);
                while let Some(next) = order.pop() {
                    out.push(next);
                }
            }
        })
        .unwrap();
        out.extend(order.drain());
        out
    }

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_the_threads() {
        for threads in [1, 2, 7] {
            let out = collect(50, threads, |index| {
                std::thread::sleep(Duration::from_micros((index as u64 * 37) % 300));
                Some(index * index)
            });
            let expected: Vec<_> = (0..50).map(|index| (index, Ok(index * index))).collect();
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn a_panic_costs_only_its_own_item() {
        let out = collect(9, 2, |index| {
            assert!(index != 4, "four");
            Some(index)
        });
        assert_eq!(out.len(), 9);
        for (index, result) in out {
            match result {
                Ok(value) => assert_eq!(value, index),
                Err(text) => {
                    assert_eq!(index, 4);
                    assert!(text.starts_with("internal error: four"), "{text}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_claimed_after_the_work_says_stop() {
        let out = collect(100, 2, |index| (index < 10).then_some(index));
        assert_eq!(out.len(), 10);
    }

    #[test]
    fn deep_recursion_fits_on_a_worker() {
        fn deep(n: usize) -> usize {
            let pad = std::hint::black_box([n; 500]);
            if n == 0 { 0 } else { deep(n - 1) + usize::from(pad[n % 500] == n) }
        }
        let out = collect(1, 1, |_| Some(deep(10_000)));
        assert_eq!(out, [(0, Ok(10_000))]);
    }
}
