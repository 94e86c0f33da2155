//! The threads of a depth-first proof-number search, one or several on one graph.
//!
//! A worker has a game, a path and thresholds of its own; graph, records and budget are shared behind
//! one lock. What takes most of the time, generating the checks of a position and the evasions behind
//! them, needs no graph and is done without the lock. (One lock, not a concurrent map: a visit reads some
//! dozens of nodes and must see numbers that belong together, so that it would take as many locks
//! as one, and a search by one thread pays nothing for it.)
//!
//! Where to go, the workers agree on by *virtual loss* (Kaneko 2010): a child that others are visiting counts
//! as a little harder than it is. Positions that are being expanded are not entered by others.
//! The numbers themselves are the true ones, and a path-dependent disproof names its path (see
//! [`super::repetition`]), so that what one worker finds holds for all; a search ends with a sweep over the
//! whole graph in any case. So the answer does not depend on who does what when.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::Limit;
use super::core::{Core, Ledger, Pause};
use super::dfpn::Tuning;
use super::game::{Game, PackedMove};
use super::graph::{Edge, Expansion, Found, Graph, INFINITE, LARGEST, NodeId, SharedIndex, Stage};
use super::induction::{NEVER, Open, lengths};
use super::repetition::{Lean, Path, Records};

/// What a search is about.
#[derive(Clone, Copy)]
pub(super) struct Task {
    /// The node to be solved.
    pub bottom: NodeId,
    /// Plies between the problem's position and that node.
    pub base_depth: u32,
    /// Memory in use besides the graph and this search.
    pub beside_bytes: usize,
    /// Parts that are switched off.
    pub tuning: Tuning,
}

/// What the workers share.
struct Shared<'s, 'a> {
    ledger: Ledger<'s, 'a>,
    records: &'s mut Records,
    /// How the search has ended.
    end: Option<Result<(), Pause>>,
    /// Workers that have begun.
    workers: u32,
}

impl Shared<'_, '_> {
    /// Sees to it that there is memory for an expansion, if that can be.
    fn make_room(&mut self, task: Task) {
        let expanded = self.ledger.statistics.expanded;
        let wanted = task.tuning.collect_every.is_some_and(|every| expanded.is_multiple_of(every));
        if wanted && self.ledger.graph.collect()
            || self.ledger.make_room(self.records.bytes() + task.beside_bytes)
        {
            self.records.clear();
        }
    }
}

/// What the workers share, and its lock.
struct Table<'s, 'a> {
    shared: Mutex<Shared<'s, 'a>>,
    /// Expansions put into the graph, for those who wait for one.
    installed: AtomicU64,
}

impl<'s, 'a> Table<'s, 'a> {
    /// Waits awake: the lock is held for some microseconds, and waking a thread takes many times that.
    fn lock(&self) -> MutexGuard<'_, Shared<'s, 'a>> {
        let mut patience = SPINS;
        loop {
            match self.shared.try_lock() {
                Ok(guard) => return guard,
                // A worker that panicked takes the whole search with it when the threads are joined.
                Err(TryLockError::Poisoned(error)) => return error.into_inner(),
                Err(TryLockError::WouldBlock) if patience > 0 => {
                    patience -= 1;
                    std::hint::spin_loop();
                }
                // The one who holds it may be waiting for this processor.
                Err(TryLockError::WouldBlock) => std::thread::yield_now(),
            }
        }
    }

    /// Waits until another worker has put something into the graph.
    fn wait(&self, shared: MutexGuard<'_, Shared<'s, 'a>>) {
        let before = self.installed.load(Ordering::Relaxed);
        drop(shared);
        while self.installed.load(Ordering::Relaxed) == before {
            std::thread::yield_now();
        }
    }
}

/// Tells the others when a worker leaves, even by a panic: they must neither wait for it nor go on.
struct Leaving<'t, 's, 'a>(&'t Table<'s, 'a>);

impl Drop for Leaving<'_, '_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let interrupted = Err(Pause::Limit(Limit::Interrupted));
            self.0.lock().end.get_or_insert(interrupted);
        }
        self.0.installed.fetch_add(1, Ordering::Relaxed);
    }
}

/// One position on the search stack with the numbers at which to return.
struct Frame {
    node: NodeId,
    proof_limit: u32,
    disproof_limit: u32,
    /// The limits while lifting is on: 1 past the numbers at entry. 0 before the first visit.
    lifted_proof_limit: u32,
    lifted_disproof_limit: u32,
    /// Expansions of the whole search at entry.
    expanded: u64,
}

/// What the children say of a node.
struct Evaluation {
    proof: u32,
    disproof: u32,
    /// What a disproof leans on.
    lean: Lean,
    /// The child to look into, as an index of an edge; `None`: others are at work on all of them.
    best: Option<usize>,
    /// The number of the best child's nearest rival, of the kind that the node minimises.
    second: u32,
    /// An unsolved child was first met no deeper than this node.
    old_child: bool,
}

/// What comes after a visit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The node on top of the stack.
    Visit,
    /// Another worker must finish first.
    Wait,
}

const LEAST_IDLE_VISITS: u64 = 2000;

/// How much harder a child counts for each other worker on it.
const VIRTUAL_LOSS: u32 = 1;

/// How often a thread looks for the lock before it lets others run.
const SPINS: u32 = 2000;

/// How many positions of the path, from its end, are looked at for being solved by others meanwhile.
const LOOK_BACK: usize = 16;

/// Nodes count their visitors in eight bits.
const MOST_WORKERS: u32 = 200;

/// One thread's part of a search.
#[derive(Default)]
pub(super) struct Worker {
    path: Path,
    frames: Vec<Frame>,
    expansion: Expansion,
    moves: Vec<PackedMove>,
    found: Found,
    /// New nodes that the shared index does not have yet.
    fresh: Vec<(u128, NodeId)>,
    /// Thresholds are being lifted until the next expansion.
    lifting: bool,
    /// Visits since the last expansion.
    idle: u64,
}

/// One run of df-pn from a node until it is solved, on the caller's thread and those that are idle. The
/// game must stand at the node.
///
/// # Errors
/// If a limit is reached first.
pub(super) fn run<G: Game>(
    core: &mut Core<'_, G>,
    records: &mut Records,
    worker: &mut Worker,
    task: Task,
) -> Result<(), Pause> {
    let Core { game, graph, statistics, budget, .. } = core;
    let crew = budget.crew();
    let ledger = Ledger { graph, statistics, budget };
    let shared = Shared { ledger, records, end: None, workers: 1 };
    let table = Table { shared: Mutex::new(shared), installed: AtomicU64::new(0) };
    std::thread::scope(|scope| {
        let table = &table;
        worker.work(game, table, task, |worker, game, shared| {
            if shared.workers >= MOST_WORKERS {
                return;
            }
            let Some(seat) = crew.and_then(|crew| crew.seat(shared.ledger.statistics.visits))
            else {
                return;
            };
            let Some(mut game) = game.fork() else { return };
            for _ in 1..worker.frames.len() {
                game.unmake();
            }
            shared.workers += 1;
            scope.spawn(move || {
                Worker::default().work(&mut game, table, task, |_, _, _| {});
                drop(seat);
            });
        });
    });
    let shared = table.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    shared.ledger.graph.take_index_back();
    shared.end.unwrap_or(Ok(()))
}

impl Worker {
    /// Takes part in a search until it ends. The game must stand at the task's node.
    fn work<'s, 'a, G: Game>(
        &mut self,
        game: &mut G,
        table: &Table<'s, 'a>,
        task: Task,
        mut ask_for_help: impl FnMut(&Worker, &G, &mut Shared<'s, 'a>),
    ) {
        self.idle = 0;
        self.lifting = false;
        let _leaving = Leaving(table);
        let mut shared = table.lock();
        self.enter(&mut shared, task, task.bottom, INFINITE, INFINITE);
        if shared.ledger.budget.crew().is_some_and(|crew| crew.is_eager()) {
            ask_for_help(self, game, &mut shared);
        }
        while shared.end.is_none() {
            match self.step(game, table, shared, task, &mut ask_for_help) {
                Ok(guard) => shared = guard,
                Err(pause) => {
                    shared = table.lock();
                    shared.end.get_or_insert(Err(pause));
                }
            }
            if self.frames.is_empty() {
                shared.end.get_or_insert(Ok(()));
            }
        }
        self.unwind(game, &mut shared);
    }

    /// One visit of the node on top of the stack.
    fn step<'t, 's, 'a, G: Game>(
        &mut self,
        game: &mut G,
        table: &'t Table<'s, 'a>,
        mut shared: MutexGuard<'t, Shared<'s, 'a>>,
        task: Task,
        ask_for_help: &mut impl FnMut(&Worker, &G, &mut Shared<'s, 'a>),
    ) -> Result<MutexGuard<'t, Shared<'s, 'a>>, Pause> {
        self.idle += 1;
        if shared.ledger.tick()? {
            ask_for_help(self, game, &mut shared);
        }
        if task.tuning.sweep && self.idle > idle_limit(shared.ledger.graph) {
            self.sweep(game, &mut shared, task)?;
            self.enter(&mut shared, task, task.bottom, INFINITE, INFINITE);
            return Ok(shared);
        }
        let (mut shared, mut next) = self.grow(game, table, shared, task)?;
        if next == Next::Visit {
            next = self.visit(game, &mut shared, task);
        }
        if next == Next::Wait {
            self.unwind(game, &mut shared);
            table.wait(shared);
            shared = table.lock();
            self.enter(&mut shared, task, task.bottom, INFINITE, INFINITE);
        }
        Ok(shared)
    }

    /// Gives the node on top its edges and children if it has none yet.
    fn grow<'t, 's, 'a, G: Game>(
        &mut self,
        game: &mut G,
        table: &'t Table<'s, 'a>,
        mut guard: MutexGuard<'t, Shared<'s, 'a>>,
        task: Task,
    ) -> Result<(MutexGuard<'t, Shared<'s, 'a>>, Next), Pause> {
        let Some(frame) = self.frames.last() else { return Ok((guard, Next::Visit)) };
        let id = frame.node;
        let depth = self.depth(task);
        let shared = &mut *guard;
        if matches!(shared.ledger.graph.node(id).stage, Stage::Leaf | Stage::Unresolved) {
            shared.make_room(task);
        }
        match shared.ledger.graph.node(id).stage {
            Stage::Leaf if shared.ledger.graph.hot(id).visitors > 1 => {
                return Ok((guard, Next::Wait));
            }
            Stage::Leaf if shared.workers > 1 => {
                let extra_bytes = shared.records.bytes() + task.beside_bytes;
                shared.ledger.begin_expansion(extra_bytes)?;
                let index = self.leave_graph(guard);
                self.expansion.generate_checks(game);
                self.expansion.look_up_shared(&index);
                self.expansion.generate_evasions_to_mate(game);
                guard = table.lock();
                // Room may have been made meanwhile, or two keys be alike.
                if !self.expansion.is_right(guard.ledger.graph) {
                    self.expansion.look_up(guard.ledger.graph);
                    self.expansion.generate_evasions_to_mate(game);
                }
                guard.ledger.graph.install(id, depth, &self.expansion);
                table.installed.fetch_add(1, Ordering::Relaxed);
                self.idle = 0;
                self.lifting = false;
                self.leave_solved(game, &mut guard);
            }
            Stage::Unresolved if shared.workers > 1 => {
                self.moves.clear();
                self.moves.extend(shared.ledger.graph.edges(id).iter().map(|edge| edge.mv));
                let index = self.leave_graph(guard);
                let keys = self.moves.iter().map(|&mv| game.key_after(mv));
                self.found.look_up(keys, &index);
                guard = table.lock();
                let graph = &mut *guard.ledger.graph;
                // Another worker may have done it.
                if graph.node(id).stage == Stage::Unresolved {
                    if graph.is_full() {
                        return Err(Pause::Limit(Limit::Memory));
                    }
                    graph.resolve_to_found(id, depth, &self.found);
                }
            }
            _ => {
                let extra_bytes = shared.records.bytes() + task.beside_bytes;
                let Shared { ledger, .. } = shared;
                if ledger.grow(&mut self.expansion, game, id, depth, extra_bytes)? {
                    self.idle = 0;
                    self.lifting = false;
                }
            }
        }
        Ok((guard, Next::Visit))
    }

    /// Gives up the lock, and enters new nodes into the index without it.
    fn leave_graph(&mut self, mut guard: MutexGuard<'_, Shared<'_, '_>>) -> SharedIndex {
        let index = guard.ledger.graph.share_index();
        guard.ledger.graph.take_fresh(&mut self.fresh);
        drop(guard);
        index.insert(self.fresh.drain(..));
        index
    }

    /// Goes back to a position that others have solved meanwhile, if there is one.
    fn leave_solved(&mut self, game: &mut impl Game, shared: &mut Shared) {
        let solved = |frame: &Frame| {
            let hot = shared.ledger.graph.hot(frame.node);
            hot.proof == 0 || hot.disproof == 0
        };
        let from = self.frames.len().saturating_sub(LOOK_BACK);
        let first = self.frames[from..].iter().position(solved).map(|index| from + index);
        let first = self.frames.first().filter(|frame| solved(frame)).map_or(first, |_| Some(0));
        if let Some(index) = first {
            while self.frames.len() > index + 1 {
                self.leave(game, shared);
            }
        }
    }

    /// Plies between the problem's position and the top of the stack.
    fn depth(&self, task: Task) -> u32 {
        task.base_depth + self.frames.len() as u32 - 1
    }

    /// Evaluates the node on top of the stack; leaves it, or enters its best child.
    fn visit(&mut self, game: &mut impl Game, shared: &mut Shared, task: Task) -> Next {
        let stack_depth = self.frames.len() as u32 - 1;
        let frame = self.frames.last().expect("invariant: the stack is not empty");
        let id = frame.node;
        let (mut proof_limit, mut disproof_limit) = (frame.proof_limit, frame.disproof_limit);
        let hot = *shared.ledger.graph.hot(id);
        if hot.proof == 0 || hot.disproof == 0 {
            self.leave(game, shared);
            return Next::Visit;
        }
        let attacker = shared.ledger.graph.node(id).attacker;
        let found = if attacker {
            self.evaluate::<true>(shared, task, id)
        } else {
            self.evaluate::<false>(shared, task, id)
        };
        if found.proof == 0 {
            shared.ledger.graph.set_proved(id);
            self.leave(game, shared);
            return Next::Visit;
        }
        if found.disproof == 0 {
            self.disproved(shared, task, id, found.lean.closed_at(stack_depth));
            self.leave(game, shared);
            return Next::Visit;
        }
        let hot = shared.ledger.graph.hot_mut(id);
        (hot.proof, hot.disproof) = (found.proof, found.disproof);
        let frame = self.frames.last_mut().expect("invariant: the stack is not empty");
        if frame.lifted_proof_limit == 0 {
            frame.lifted_proof_limit = found.proof + 1;
            frame.lifted_disproof_limit = found.disproof + 1;
            self.lifting |= found.old_child && task.tuning.threshold_control;
        }
        if self.lifting {
            proof_limit = proof_limit.max(frame.lifted_proof_limit);
            disproof_limit = disproof_limit.max(frame.lifted_disproof_limit);
        }
        if found.proof >= proof_limit || found.disproof >= disproof_limit {
            self.leave(game, shared);
            return Next::Visit;
        }
        let Some(best) = found.best else { return Next::Wait };
        let edge = shared.ledger.graph.edges(id)[best];
        let child = *shared.ledger.graph.hot(edge.child);
        let past_second = found.second.saturating_add(found.second / 4).saturating_add(1);
        let (child_proof, child_disproof) = if attacker {
            let others = found.disproof.saturating_sub(child.disproof);
            (proof_limit.min(past_second), disproof_limit.saturating_sub(others))
        } else {
            let others = found.proof.saturating_sub(child.proof);
            (proof_limit.saturating_sub(others), disproof_limit.min(past_second))
        };
        game.make(edge.mv);
        // The child must be allowed to change, or nothing would.
        self.enter(
            shared,
            task,
            edge.child,
            child_proof.max(child.proof + 1),
            child_disproof.max(child.disproof + 1),
        );
        Next::Visit
    }

    fn disproved(&mut self, shared: &mut Shared, task: Task, id: NodeId, lean: Lean) {
        if lean.is_nothing() {
            shared.ledger.graph.set_disproved(id);
        } else if task.tuning.records {
            let hot = shared.ledger.graph.hot_mut(id);
            shared.records.remember(&mut hot.record, lean, &self.path);
        } else {
            // Without memory of the path, all the numbers can say is "not here, not now".
            let hot = shared.ledger.graph.hot_mut(id);
            (hot.proof, hot.disproof) = (LARGEST, 1);
        }
    }

    fn evaluate<const ATTACKER: bool>(
        &self,
        shared: &Shared,
        task: Task,
        id: NodeId,
    ) -> Evaluation {
        let depth = self.depth(task);
        // The attacker minimises proof numbers, the defender disproof numbers.
        let mut least = INFINITE;
        let mut first = INFINITE;
        let mut second = INFINITE;
        let mut greatest = 0;
        let mut best = None;
        let mut unsolved = 0;
        let mut old_child = false;
        let mut lean = Lean::NOTHING;
        let mut refuted = false;
        for (index, edge) in shared.ledger.graph.edges(id).iter().enumerate() {
            let child = shared.ledger.graph.hot(edge.child);
            let disproof = if child.disproof == 0 {
                Some(Lean::NOTHING)
            } else if child.visitors != 0
                && let Some(depth) = self.path.depth_of(edge.child)
            {
                Some(Lean::on(depth))
            } else {
                shared.records.recall(child.record, &self.path)
            };
            if let Some(on) = disproof {
                if ATTACKER {
                    lean = lean.and(on);
                } else if !refuted || on.shallowest > lean.shallowest {
                    // One is enough: the one that leans on the least of the path.
                    refuted = true;
                    lean = on;
                }
                continue;
            }
            if child.proof == 0 {
                if ATTACKER {
                    least = 0;
                    break;
                }
                continue;
            }
            unsolved += 1;
            old_child |= u32::from(child.min_depth) <= depth;
            let (minimised, other) = if ATTACKER {
                (child.proof, child.disproof)
            } else {
                (child.disproof, child.proof)
            };
            greatest = greatest.max(other);
            least = least.min(minimised);
            let mut rank = minimised;
            if child.visitors != 0 {
                // Others are there: it is not on this worker's path.
                if shared.ledger.graph.node(edge.child).stage == Stage::Leaf {
                    continue;
                }
                rank = rank.saturating_add(VIRTUAL_LOSS * u32::from(child.visitors));
            }
            if rank <= first {
                second = first;
                first = rank;
                best = Some(index);
            } else if rank < second {
                second = rank;
            }
        }
        let rivals = unsolved.max(1) - 1;
        let weak_sum = (greatest + rivals * 3 / 4).min(LARGEST);
        let (proof, disproof) = match (ATTACKER, unsolved) {
            (true, _) if least == 0 => (0, INFINITE),
            (true, 0) => (INFINITE, 0),
            (true, _) => (least.min(LARGEST), weak_sum),
            (false, _) if refuted => (INFINITE, 0),
            (false, 0) => (0, INFINITE),
            (false, _) => (weak_sum, least.min(LARGEST)),
        };
        Evaluation { proof, disproof, lean, best, second, old_child }
    }

    fn enter(
        &mut self,
        shared: &mut Shared,
        task: Task,
        node: NodeId,
        proof_limit: u32,
        disproof_limit: u32,
    ) {
        let stack_depth = self.frames.len() as u32;
        self.frames.push(Frame {
            node,
            proof_limit,
            disproof_limit,
            lifted_proof_limit: 0,
            lifted_disproof_limit: 0,
            expanded: shared.ledger.statistics.expanded,
        });
        self.path.push(node);
        let hot = shared.ledger.graph.hot_mut(node);
        hot.visitors += 1;
        hot.meet_at(task.base_depth + stack_depth);
    }

    /// Goes back to the parent of the node on top of the stack.
    fn leave(&mut self, game: &mut impl Game, shared: &mut Shared) {
        if let Some(frame) = self.frames.pop() {
            self.path.pop();
            let work = shared.ledger.statistics.expanded - frame.expanded;
            let hot = shared.ledger.graph.hot_mut(frame.node);
            hot.visitors -= 1;
            hot.work(work);
            if !self.frames.is_empty() {
                game.unmake();
            }
        }
    }

    fn unwind(&mut self, game: &mut impl Game, shared: &mut Shared) {
        while !self.frames.is_empty() {
            self.leave(game, shared);
        }
    }

    /// Marks what is decided whatever the path, and expands one position that a win may hinge on.
    fn sweep(
        &mut self,
        game: &mut impl Game,
        shared: &mut Shared,
        task: Task,
    ) -> Result<(), Pause> {
        // Before the path is left, which nothing on it may be forgotten of.
        shared.make_room(task);
        self.unwind(game, shared);
        let bottom = task.bottom;
        shared.ledger.statistics.sweeps += 1;
        self.idle = 0;
        let won = lengths(shared.ledger.graph, Open::NotWon);
        let could_win = lengths(shared.ledger.graph, Open::Won);
        for id in 0..shared.ledger.graph.node_count() as NodeId {
            if won[id as usize] != NEVER {
                shared.ledger.graph.set_proved(id);
            } else if could_win[id as usize] == NEVER {
                shared.ledger.graph.set_disproved(id);
            }
        }
        if won[bottom as usize] == NEVER && could_win[bottom as usize] != NEVER {
            self.expand_hinge(game, shared, task, &won, &could_win)?;
        }
        Ok(())
    }

    /// Follows the optimistic win to an open position and looks into it.
    fn expand_hinge(
        &mut self,
        game: &mut impl Game,
        shared: &mut Shared,
        task: Task,
        won: &[u32],
        could_win: &[u32],
    ) -> Result<(), Pause> {
        let mut id = task.bottom;
        let mut made = 0;
        while shared.ledger.graph.node(id).stage == Stage::Expanded {
            let attacker = shared.ledger.graph.node(id).attacker;
            // What is won already has nothing open that matters; a node that is not won has a child
            // that is not.
            let open = |edge: &&Edge| won[edge.child as usize] == NEVER;
            let next = shared.ledger.graph.edges(id).iter().filter(open).min_by_key(|edge| {
                let length = could_win[edge.child as usize];
                if attacker { length } else { NEVER - length }
            });
            let Some(&edge) = next else { break };
            game.make(edge.mv);
            made += 1;
            id = edge.child;
        }
        let depth = task.base_depth + made;
        // An open attacker's position that is visited is being expanded by another worker.
        let is_taken = shared.ledger.graph.node(id).stage == Stage::Leaf
            && shared.ledger.graph.hot(id).visitors > 0;
        let extra_bytes = shared.records.bytes() + task.beside_bytes;
        let grown = if is_taken {
            Ok(false)
        } else {
            shared.ledger.grow(&mut self.expansion, game, id, depth, extra_bytes)
        };
        for _ in 0..made {
            game.unmake();
        }
        self.lifting &= !grown?;
        Ok(())
    }
}

fn idle_limit(graph: &Graph) -> u64 {
    LEAST_IDLE_VISITS + graph.node_count() as u64 / 4
}
