//! The threads of one search: what they share, and how they take part.
//!
//! A search is worked on by its own thread and by others that happen to be idle. What they work on lies on a *table*: a
//! graph that all read and grow at the same time, without a lock (see [`super::cells`]), and whatever
//! belongs to the question. Each [`Worker`] has a game and a path of its own.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::Limit;
use super::bounds::Bounds;
use super::core::{Allowed, Budget, Hand, Ledger, Pause, Report, Statistics, is_time_to_look};
use super::crew::Seat;
use super::game::Game;
use super::graph::Graph;

/// What lies on a table.
pub(super) trait Shared: Send + Sync {
    /// The graph.
    fn graph(&self) -> &Graph;

    /// What is known besides the graph.
    fn bounds(&self) -> &Bounds;
}

/// One thread's part of a search.
pub(super) trait Worker<S: Shared>: Default {
    /// Begins at the node that the search is about.
    fn begin(&mut self, table: &Table<'_, '_, S>, shared: &S);

    /// One visit of a node. The graph may be let go of meanwhile.
    ///
    /// # Errors
    /// If the search has to end.
    fn step<'t, G: Game>(
        &mut self,
        game: &mut G,
        hand: &mut Hand,
        table: &'t Table<'_, '_, S>,
        shared: Guard<'t, S>,
    ) -> Result<Guard<'t, S>, Pause>;

    /// True if the search has come to its end.
    fn is_done(&self) -> bool;

    /// How many moves it has made in its game.
    fn made(&self) -> usize;

    /// Leaves its path and hands over what it has found.
    fn end<G: Game>(&mut self, game: &mut G, shared: &S);
}

/// What is on the table, and who may touch it when.
///
/// The graph is read and grown by all at the same time. Who wants it for himself (to sweep, to make room)
/// waits until each of the others has come to the end of a visit.
pub(super) struct Table<'s, 'a, S> {
    shared: RwLock<S>,
    /// How many want the graph for themselves.
    waiting: AtomicU32,
    budget: Mutex<&'s mut Budget<'a>>,
    /// The limits.
    pub allowed: Allowed<'a>,
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

/// A worker's right to read the graph and to add to it.
pub(super) type Guard<'t, S> = RwLockReadGuard<'t, S>;

/// Nodes count their visitors in eight bits.
const MOST_WORKERS: u32 = 200;

/// Visits that one of several workers makes before it tells the others.
const VISITS_PER_REPORT: u64 = 32;

/// How often a worker looks for something new before it looks into the graph again. Two may have been in each
/// other's way and both have gone.
const MOST_WAITS: u32 = 64;

/// How many positions of a path, from its end, are looked at for being solved by others meanwhile.
const LOOK_BACK: usize = 16;

/// Where on a worker's path, if anywhere, others have solved a position meanwhile: the bottom, or the first of the
/// last few.
pub(super) fn first_solved<F>(frames: &[F], solved: impl Fn(&F) -> bool) -> Option<usize> {
    if frames.first().is_some_and(&solved) {
        return Some(0);
    }
    let from = frames.len().saturating_sub(LOOK_BACK);
    frames[from..].iter().position(solved).map(|index| from + index)
}

/// What a search is done with.
pub(super) struct Means<'s, 'a, G> {
    /// The game, at the node that the search is about.
    pub game: &'s mut G,
    /// What the caller's thread adds nodes with.
    pub hand: &'s mut Hand,
    /// The counters, which go on.
    pub statistics: &'s mut Statistics,
    /// What may be spent.
    pub budget: &'s mut Budget<'a>,
}

/// A search on the caller's thread and those that are idle; what lay on the table, and how it ended.
pub(super) fn run<G: Game, S: Shared, W: Worker<S>>(
    means: Means<'_, '_, G>,
    shared: S,
    worker: &mut W,
) -> (S, Result<(), Pause>) {
    let Means { game, hand, statistics, budget } = means;
    let table = Table::new(shared, budget, *statistics);
    std::thread::scope(|scope| {
        let table = &table;
        work(worker, game, hand, table, |worker, game| {
            let Some(seat) = table.seat() else { return };
            let Some(mut game) = game.fork() else { return };
            for _ in 0..worker.made() {
                game.unmake();
            }
            table.workers.fetch_add(1, Ordering::Relaxed);
            scope.spawn(move || {
                work(&mut W::default(), &mut game, &mut Hand::shared(), table, |_, _| {});
                drop(seat);
            });
        });
    });
    let had_help = table.workers() > 1;
    let counters = table.statistics();
    let (shared, end) = table.clear();
    let visits_before = statistics.visits;
    *statistics = Statistics { unconfirmed: statistics.unconfirmed, ..counters };
    // What helpers did at last, nobody has looked at the clock for. Many short runs must come to an end too.
    if had_help
        && is_time_to_look(visits_before, counters.visits)
        && let Err(pause) = budget.look(shared.graph(), *statistics)
    {
        return (shared, Err(pause));
    }
    (shared, end)
}

/// Takes part in a search until it ends. The game must stand at the node that it is about.
fn work<G: Game, S: Shared, W: Worker<S>>(
    worker: &mut W,
    game: &mut G,
    hand: &mut Hand,
    table: &Table<'_, '_, S>,
    mut ask_for_help: impl FnMut(&W, &G),
) {
    let _leaving = Leaving(table);
    let mut shared = table.read();
    worker.begin(table, &shared);
    if table.is_eager() {
        ask_for_help(worker, game);
    }
    while !table.is_over() {
        let ticked = table.tick(table.make_way(shared), &mut hand.report);
        let stepped = ticked.and_then(|(shared, looked)| {
            if looked {
                ask_for_help(worker, game);
            }
            hand.stock.share(table.workers() > 1);
            worker.step(game, hand, table, shared)
        });
        match stepped {
            Ok(guard) => shared = guard,
            Err(pause) => {
                shared = table.read();
                table.finish(Err(pause));
            }
        }
        if worker.is_done() {
            table.finish(Ok(()));
        }
    }
    worker.end(game, &shared);
    shared.graph().take_back(&mut hand.stock);
    table.say_goodbye(std::mem::take(&mut hand.report));
}

impl<'s, 'a, S: Shared> Table<'s, 'a, S> {
    fn new(shared: S, budget: &'s mut Budget<'a>, statistics: Statistics) -> Self {
        Table {
            shared: RwLock::new(shared),
            waiting: AtomicU32::new(0),
            allowed: budget.allowed(),
            budget: Mutex::new(budget),
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
    pub fn read(&self) -> Guard<'_, S> {
        self.shared.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets others have the graph for themselves who want it.
    #[inline]
    fn make_way<'t>(&'t self, guard: Guard<'t, S>) -> Guard<'t, S> {
        if self.waiting.load(Ordering::Relaxed) == 0 {
            return guard;
        }
        drop(guard);
        self.read()
    }

    /// Waits until nobody else touches the graph.
    pub fn alone<'t>(&'t self, guard: Guard<'t, S>) -> RwLockWriteGuard<'t, S> {
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
    fn tick<'t>(
        &'t self,
        guard: Guard<'t, S>,
        report: &mut Report,
    ) -> Result<(Guard<'t, S>, bool), Pause> {
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

    fn look<'t>(&'t self, guard: Guard<'t, S>) -> Result<Guard<'t, S>, Pause> {
        let budget = self.budget();
        budget.look(guard.graph(), self.statistics())?;
        if !budget.is_save_due() {
            return Ok(guard);
        }
        // In this order everywhere: first the graph, then the budget.
        drop(budget);
        let shared = self.alone(guard);
        self.budget().save(shared.graph(), shared.bounds(), self.expanded());
        drop(shared);
        Ok(self.read())
    }

    fn budget(&self) -> std::sync::MutexGuard<'_, &'s mut Budget<'a>> {
        self.budget.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if threads are to help from the first visit on.
    fn is_eager(&self) -> bool {
        self.budget().crew().is_some_and(|crew| crew.is_eager())
    }

    /// A place for one more worker, if a thread is idle.
    fn seat(&self) -> Option<Seat> {
        let crew = self.budget().crew()?;
        if self.workers() >= MOST_WORKERS {
            return None;
        }
        crew.seat(self.counters.visits.load(Ordering::Relaxed))
    }

    /// Tells those who wait that there is something new.
    pub fn announce(&self) {
        self.counters.installed.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits, for a while, until another worker has put something into the graph.
    pub fn wait<'t>(&'t self, guard: Guard<'t, S>) -> Guard<'t, S> {
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
    fn finish(&self, end: Result<(), Pause>) {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(end);
        self.is_over.store(true, Ordering::Relaxed);
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// A worker leaves, and tells what it has not told of.
    fn say_goodbye(&self, mut report: Report) {
        self.counters.visits.fetch_add(report.visits, Ordering::Relaxed);
        self.report_expansions(&mut report);
    }

    /// What lay on the table, and how the search has ended.
    fn clear(self) -> (S, Result<(), Pause>) {
        let shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let end = self.end.into_inner().unwrap_or_else(PoisonError::into_inner);
        (shared, end.unwrap_or(Ok(())))
    }

    /// Graph and budget for work that one worker does alone, with counters of its own.
    pub fn with_ledger<T>(
        &self,
        graph: &mut Graph,
        work: impl FnOnce(&mut Ledger<'_, '_>) -> T,
    ) -> T {
        let mut statistics = self.statistics();
        let mut budget = self.budget();
        let mut ledger = Ledger { graph, statistics: &mut statistics, budget: &mut budget };
        let result = work(&mut ledger);
        self.counters.expanded.store(statistics.expanded, Ordering::Relaxed);
        result
    }
}

/// Tells the others when a worker leaves, even by a panic: they must neither wait for it nor go on.
struct Leaving<'t, 's, 'a, S: Shared>(&'t Table<'s, 'a, S>);

impl<S: Shared> Drop for Leaving<'_, '_, '_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.finish(Err(Pause::Limit(Limit::Interrupted)));
        }
        self.0.announce();
    }
}
