//! What the workers of one search share.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::Task;
use crate::search::Limit;
use crate::search::core::{Allowed, Budget, Ledger, Pause, Statistics, is_time_to_look};
use crate::search::crew::{Crew, Seat};
use crate::search::graph::Graph;
use crate::search::repetition::Records;

/// What all read and change at the same time.
pub(super) struct Shared<'s> {
    pub graph: &'s mut Graph,
    pub records: &'s mut Records,
}

/// What is on the table, and who may touch it when.
///
/// The graph is read and grown by all at the same time. Who wants it for himself (to sweep, to make room)
/// waits until each of the others has come to the end of a visit.
pub(super) struct Table<'s, 'a> {
    shared: RwLock<Shared<'s>>,
    /// How many want the graph for themselves.
    waiting: AtomicU32,
    budget: Mutex<&'s mut Budget<'a>>,
    /// The limits.
    pub allowed: Allowed<'a>,
    /// The search and what it is about.
    pub task: Task<'s>,
    /// Workers that have begun.
    workers: AtomicU32,
    /// How the search has ended.
    end: Mutex<Option<Result<(), Pause>>>,
    is_over: AtomicBool,
    counters: Counters,
}

/// What is changed all the time, in lines of the cache that nothing else shares.
#[repr(align(128))]
struct Counters {
    visits: AtomicU64,
    /// Attacker's positions expanded.
    expanded: AtomicU64,
    sweeps: AtomicU64,
    /// Expansions put into the graph, for those who wait for one.
    installed: AtomicU64,
}

/// What a worker has done and not told the others of.
#[derive(Default)]
pub(super) struct Report {
    visits: u64,
    expanded: u64,
}

/// A worker's right to read the graph and to add to it.
pub(super) type Guard<'t, 's> = RwLockReadGuard<'t, Shared<'s>>;

/// Nodes count their visitors in eight bits.
const MOST_WORKERS: u32 = 200;

/// Visits that one of several workers makes before it tells the others.
const VISITS_PER_REPORT: u64 = 32;

/// How often a worker looks for something new before it looks into the graph again. Two may have been in each
/// other's way and both have gone.
const MOST_WAITS: u32 = 64;

impl<'s, 'a> Table<'s, 'a> {
    pub fn new(
        shared: Shared<'s>,
        budget: &'s mut Budget<'a>,
        statistics: Statistics,
        task: Task<'s>,
    ) -> Self {
        Table {
            shared: RwLock::new(shared),
            waiting: AtomicU32::new(0),
            allowed: budget.allowed(),
            budget: Mutex::new(budget),
            task,
            workers: AtomicU32::new(1),
            end: Mutex::new(None),
            is_over: AtomicBool::new(false),
            counters: Counters {
                visits: AtomicU64::new(statistics.visits),
                expanded: AtomicU64::new(statistics.expanded),
                sweeps: AtomicU64::new(statistics.sweeps),
                installed: AtomicU64::new(0),
            },
        }
    }

    /// Waits until nobody has the graph for himself.
    pub fn read(&self) -> Guard<'_, 's> {
        self.shared.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets others have the graph for themselves who want it.
    #[inline]
    pub fn make_way<'t>(&'t self, guard: Guard<'t, 's>) -> Guard<'t, 's> {
        if self.waiting.load(Ordering::Relaxed) == 0 {
            return guard;
        }
        drop(guard);
        self.read()
    }

    /// Waits until nobody else touches the graph.
    pub fn alone<'t>(&'t self, guard: Guard<'t, 's>) -> RwLockWriteGuard<'t, Shared<'s>> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        drop(guard);
        let shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        shared
    }

    /// How many workers there are or were.
    #[inline]
    pub fn workers(&self) -> u32 {
        self.workers.load(Ordering::Relaxed)
    }

    /// Expansions so far that have been reported.
    #[inline]
    pub fn expanded(&self) -> u64 {
        self.counters.expanded.load(Ordering::Relaxed)
    }

    /// Counts an expansion; a worker alone reports it at once.
    pub fn count_expansion(&self, report: &mut Report) {
        report.expanded += 1;
        if self.workers() == 1 {
            self.report_expansions(report);
        }
    }

    fn report_expansions(&self, report: &mut Report) {
        let count = std::mem::take(&mut report.expanded);
        self.counters.expanded.fetch_add(count, Ordering::Relaxed);
    }

    /// Sweeps so far.
    pub fn sweeps(&self) -> u64 {
        self.counters.sweeps.load(Ordering::Relaxed)
    }

    pub fn count_sweep(&self) {
        self.counters.sweeps.fetch_add(1, Ordering::Relaxed);
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.expanded(),
            visits: self.counters.visits.load(Ordering::Relaxed),
            sweeps: self.sweeps(),
            unconfirmed: 0,
        }
    }

    /// Counts a visit. The guard, and true if the clock was looked at.
    ///
    /// # Errors
    /// If the search has to end.
    #[inline]
    pub fn tick<'t>(
        &'t self,
        guard: Guard<'t, 's>,
        report: &mut Report,
    ) -> Result<(Guard<'t, 's>, bool), Pause> {
        report.visits += 1;
        if self.workers() > 1 && report.visits < VISITS_PER_REPORT {
            return Ok((guard, false));
        }
        let count = std::mem::take(&mut report.visits);
        let before = self.counters.visits.fetch_add(count, Ordering::Relaxed);
        self.allowed.may_visit(before + count)?;
        if report.expanded > 0 {
            self.report_expansions(report);
        }
        if !is_time_to_look(before, before + count) {
            return Ok((guard, false));
        }
        self.look(guard).map(|guard| (guard, true))
    }

    fn look<'t>(&'t self, guard: Guard<'t, 's>) -> Result<Guard<'t, 's>, Pause> {
        let budget = self.budget();
        budget.look(guard.graph, self.statistics())?;
        if !budget.is_save_due() {
            return Ok(guard);
        }
        // In this order everywhere: first the graph, then the budget.
        drop(budget);
        let shared = self.alone(guard);
        self.budget().save(shared.graph, self.task.bounds, self.expanded());
        drop(shared);
        Ok(self.read())
    }

    fn budget(&self) -> std::sync::MutexGuard<'_, &'s mut Budget<'a>> {
        self.budget.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if threads are to help from the first visit on.
    pub fn is_eager(&self) -> bool {
        self.budget().crew().is_some_and(|crew| crew.is_eager())
    }

    /// A place for one more worker, if a thread is idle.
    pub fn seat(&self, crew: &std::sync::Arc<Crew>) -> Option<Seat> {
        if self.workers() >= MOST_WORKERS {
            return None;
        }
        crew.seat(self.counters.visits.load(Ordering::Relaxed))
    }

    pub fn add_worker(&self) {
        self.workers.fetch_add(1, Ordering::Relaxed);
    }

    /// Tells those who wait that there is something new.
    pub fn announce(&self) {
        self.counters.installed.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits, for a while, until another worker has put something into the graph.
    pub fn wait<'t>(&'t self, guard: Guard<'t, 's>) -> Guard<'t, 's> {
        let installed = || self.counters.installed.load(Ordering::Relaxed);
        let before = installed();
        drop(guard);
        for _ in 0..MOST_WAITS {
            if installed() != before {
                break;
            }
            std::thread::yield_now();
        }
        self.read()
    }

    /// Ends the search, if it has not ended before.
    pub fn finish(&self, end: Result<(), Pause>) {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(end);
        self.is_over.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// A worker leaves, and tells what it has not told of.
    pub fn say_goodbye(&self, mut report: Report) {
        self.counters.visits.fetch_add(report.visits, Ordering::Relaxed);
        self.report_expansions(&mut report);
    }

    /// The counters, and how the search has ended.
    pub fn clear(self) -> (Statistics, Result<(), Pause>) {
        let statistics = self.statistics();
        let end = self.end.into_inner().unwrap_or_else(PoisonError::into_inner);
        (statistics, end.unwrap_or(Ok(())))
    }
}

impl Shared<'_> {
    /// Bytes in use besides the graph.
    pub fn extra_bytes(&self, task: Task<'_>) -> usize {
        self.records.bytes() + task.beside_bytes
    }

    /// True if something is to be done before a position is expanded: see [`Shared::make_room`].
    pub fn wants_room(&self, table: &Table) -> bool {
        is_collection_wanted(table)
            || table.allowed.is_short_of_memory(self.graph, self.extra_bytes(table.task))
            || !self.graph.has_room_in_index(table.workers() as usize)
    }

    /// Sees to it that there is memory for an expansion, if that can be.
    pub fn make_room(&mut self, table: &Table) {
        let short = |shared: &Shared| {
            table.allowed.is_short_of_memory(shared.graph, shared.extra_bytes(table.task))
        };
        if (is_collection_wanted(table) || short(self)) && self.graph.collect() {
            self.records.clear();
        }
        self.graph.widen_index(table.workers() as usize);
    }

    /// Graph and budget for work that one worker does alone, with counters of its own.
    pub fn with_ledger<T>(
        &mut self,
        table: &Table,
        work: impl FnOnce(&mut Ledger<'_, '_>) -> T,
    ) -> T {
        let mut statistics = table.statistics();
        let mut budget = table.budget();
        let mut ledger =
            Ledger { graph: self.graph, statistics: &mut statistics, budget: &mut budget };
        let result = work(&mut ledger);
        table.counters.expanded.store(statistics.expanded, Ordering::Relaxed);
        result
    }
}

/// True if tests ask for a collection now.
fn is_collection_wanted(table: &Table) -> bool {
    table.task.tuning.collect_every.is_some_and(|every| table.expanded().is_multiple_of(every))
}

/// Tells the others when a worker leaves, even by a panic: they must neither wait for it nor go on.
pub(super) struct Leaving<'t, 's, 'a>(pub &'t Table<'s, 'a>);

impl Drop for Leaving<'_, '_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.finish(Err(Pause::Limit(Limit::Interrupted)));
        }
        self.0.announce();
    }
}
