//! The threads of a depth-first proof-number search, one or several on one graph.
//!
//! A worker has a game, a path and thresholds of its own. The graph is read and grown by all at the same time, without
//! a lock: its numbers are atomics, its nodes never move while workers walk (see [`super::cells`]), and
//! who expands a position takes it first. Sweeps and collections want the graph alone (see [`table`]).
//! A worker may evaluate a node while another changes numbers below it, or write numbers over newer ones: they
//! tell where to look next, and are mended at the next visit. Should a solved one be written over, it is solved again.
//!
//! Where to go, the workers agree on by *virtual loss* (Kaneko 2010): a child that others are visiting counts
//! as a little harder than it is. Positions that are being expanded are not entered by others.
//! The numbers themselves are the true ones, and a path-dependent disproof names its path (see
//! [`super::repetition`]), so that what one worker finds holds for all; a search ends with a sweep over the
//! whole graph in any case. So the answer does not depend on who does what when.

mod evaluation;
mod table;

use std::sync::RwLockWriteGuard;

use self::evaluation::evaluate;
use self::table::{Guard, Leaving, Report, Shared, Table};
use super::bounds::Bounds;
use super::cells::Lease;
use super::core::{Core, Hand, Pause, Statistics, is_time_to_look};
use super::dfpn::Tuning;
use super::game::Game;
use super::graph::{Edge, Graph, INFINITE, LARGEST, NodeId, Stage};
use super::induction::{NEVER, both_lengths};
use super::repetition::{Lean, Path, Records};

/// What a search is about.
#[derive(Clone, Copy)]
pub(super) struct Task<'b> {
    /// The node to be solved.
    pub bottom: NodeId,
    /// Plies between the problem's position and that node.
    pub base_depth: u32,
    /// Memory in use besides the graph and this search.
    pub beside_bytes: usize,
    /// What is known besides the graph.
    pub bounds: &'b Bounds,
    /// Parts that are switched off.
    pub tuning: Tuning,
}

/// One position on the search stack with the numbers at which to return.
struct Frame {
    node: NodeId,
    proof_limit: u32,
    disproof_limit: u32,
    /// The limits while lifting is on: 1 past the numbers at entry. 0 before the first visit.
    lifted_proof_limit: u32,
    lifted_disproof_limit: u32,
    /// Expansions of the worker at entry.
    expanded: u64,
}

/// What a node is evaluated with.
#[derive(Clone, Copy)]
struct Walk<'w> {
    graph: &'w Graph,
    records: &'w Records,
    path: &'w Path,
}

/// What comes after a visit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The node on top of the stack.
    Visit,
    /// Another worker must finish first.
    Wait,
}

/// A child may grow past the second best by one in so many (see benches/README.md).
const PAST_SECOND: u32 = 6;

const LEAST_IDLE_VISITS: u64 = 2000;

/// How much harder a child counts for each other worker on it.
const VIRTUAL_LOSS: u32 = 1;

/// How many positions of the path, from its end, are looked at for being solved by others meanwhile.
const LOOK_BACK: usize = 16;

/// One thread's part of a search.
#[derive(Default)]
pub(super) struct Worker {
    path: Path,
    frames: Vec<Frame>,
    /// Where new path-dependent disproofs go, and the collections of the graph when that was set aside.
    records: (Lease, u16),
    /// Thresholds are being lifted until the next expansion.
    lifting: bool,
    /// Visits since the last expansion.
    idle: u64,
    /// Sweeps, by whomever, that `idle` takes account of.
    sweeps: u64,
    /// Expansions of its own.
    expanded: u64,
    report: Report,
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
    task: Task<'_>,
) -> Result<(), Pause> {
    let Core { game, graph, statistics, budget, hand, .. } = core;
    let crew = budget.crew();
    let unconfirmed = statistics.unconfirmed;
    let table = Table::new(Shared { graph, records }, budget, *statistics, task);
    std::thread::scope(|scope| {
        let table = &table;
        worker.work(game, hand, table, |worker, game| {
            let Some(seat) = crew.and_then(|crew| table.seat(crew)) else { return };
            let Some(mut game) = game.fork() else { return };
            for _ in 1..worker.frames.len() {
                game.unmake();
            }
            table.add_worker();
            scope.spawn(move || {
                Worker::default().work(&mut game, &mut Hand::shared(), table, |_, _| {});
                drop(seat);
            });
        });
    });
    let had_help = table.workers() > 1;
    let (counters, end) = table.clear();
    let visits_before = statistics.visits;
    *statistics = Statistics { unconfirmed, ..counters };
    // What helpers did at last, nobody has looked at the clock for. Many short runs must come to an end too.
    if had_help && is_time_to_look(visits_before, counters.visits) {
        budget.look(graph, *statistics)?;
    }
    end
}

impl Worker {
    /// Takes part in a search until it ends. The game must stand at the task's node.
    fn work<G: Game>(
        &mut self,
        game: &mut G,
        hand: &mut Hand,
        table: &Table,
        mut ask_for_help: impl FnMut(&Worker, &G),
    ) {
        self.idle = 0;
        self.sweeps = table.sweeps();
        self.lifting = false;
        let _leaving = Leaving(table);
        let mut shared = table.read();
        self.enter(&shared, table, table.task.bottom, INFINITE, INFINITE);
        if table.is_eager() {
            ask_for_help(self, game);
        }
        while !table.is_over() {
            match self.step(game, hand, table, shared, &mut ask_for_help) {
                Ok(guard) => shared = guard,
                Err(pause) => {
                    shared = table.read();
                    table.finish(Err(pause));
                }
            }
            if self.frames.is_empty() {
                table.finish(Ok(()));
            }
        }
        self.unwind(game, &shared);
        shared.graph.take_back(&mut hand.stock);
        table.say_goodbye(std::mem::take(&mut self.report));
    }

    /// One visit of the node on top of the stack.
    fn step<'t, 's, G: Game>(
        &mut self,
        game: &mut G,
        hand: &mut Hand,
        table: &'t Table<'s, '_>,
        shared: Guard<'t, 's>,
        ask_for_help: &mut impl FnMut(&Worker, &G),
    ) -> Result<Guard<'t, 's>, Pause> {
        self.idle += 1;
        let shared = table.make_way(shared);
        let (mut shared, looked) = table.tick(shared, &mut self.report)?;
        if looked {
            ask_for_help(self, game);
        }
        hand.stock.share(table.workers() > 1);
        if table.task.tuning.sweep && self.idle > idle_limit(shared.graph) {
            self.idle = 0;
            // Another may have swept just now.
            if std::mem::replace(&mut self.sweeps, table.sweeps()) == table.sweeps() {
                let mut alone = table.alone(shared);
                self.sweep(game, hand, &mut alone, table)?;
                drop(alone);
                self.sweeps = table.sweeps();
                shared = table.read();
                self.enter(&shared, table, table.task.bottom, INFINITE, INFINITE);
                return Ok(shared);
            }
        }
        let (mut shared, is_taken) = self.grow(game, hand, table, shared)?;
        let next = match is_taken {
            // Perhaps its parent has something else to look into.
            true if self.frames.len() > 1 => {
                self.leave(game, &shared);
                Next::Visit
            }
            true => Next::Wait,
            false => self.visit(game, &shared, table),
        };
        if next == Next::Wait {
            self.unwind(game, &shared);
            shared = table.wait(shared);
            self.enter(&shared, table, table.task.bottom, INFINITE, INFINITE);
        }
        Ok(shared)
    }

    /// Gives the node on top its edges and children if it has none yet; true if another worker is at it.
    fn grow<'t, 's>(
        &mut self,
        game: &mut impl Game,
        hand: &mut Hand,
        table: &'t Table<'s, '_>,
        mut shared: Guard<'t, 's>,
    ) -> Result<(Guard<'t, 's>, bool), Pause> {
        let Some(frame) = self.frames.last() else { return Ok((shared, false)) };
        let id = frame.node;
        if !shared.graph.node(id).stage.is_open() {
            return Ok((shared, false));
        }
        if shared.wants_room(table) {
            let mut alone: RwLockWriteGuard<'_, _> = table.alone(shared);
            alone.make_room(table);
            drop(alone);
            shared = table.read();
        }
        let depth = self.depth(table);
        match shared.graph.node(id).stage {
            Stage::Leaf => {
                let extra_bytes = shared.extra_bytes(table.task);
                table.allowed.may_expand(shared.graph, table.expanded(), extra_bytes)?;
                if !shared.graph.take_leaf(id) {
                    return Ok((shared, true));
                }
                table.count_expansion(&mut self.report);
                self.expanded += 1;
                hand.grow(shared.graph, game, id, depth);
                if table.workers() > 1 {
                    table.announce();
                }
                self.idle = 0;
                self.lifting = false;
                if table.workers() > 1 {
                    self.leave_solved(game, &shared);
                }
            }
            Stage::Unresolved => {
                // It may add as many nodes as an expansion.
                if shared.graph.is_full() {
                    return Err(Pause::Limit(super::Limit::Memory));
                }
                hand.grow(shared.graph, game, id, depth);
            }
            Stage::Expanded | Stage::MateInOne => {}
        }
        Ok((shared, false))
    }

    /// Goes back to a position that others have solved meanwhile, if there is one.
    fn leave_solved(&mut self, game: &mut impl Game, shared: &Shared) {
        let solved = |frame: &Frame| shared.graph.hot(frame.node).is_solved();
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
    fn depth(&self, table: &Table) -> u32 {
        table.task.base_depth + self.frames.len() as u32 - 1
    }

    /// Evaluates the node on top of the stack; leaves it, or enters its best child.
    fn visit(&mut self, game: &mut impl Game, shared: &Shared, table: &Table) -> Next {
        let stack_depth = self.frames.len() as u32 - 1;
        let frame = self.frames.last().expect("invariant: the stack is not empty");
        let id = frame.node;
        let (mut proof_limit, mut disproof_limit) = (frame.proof_limit, frame.disproof_limit);
        if shared.graph.hot(id).is_solved() {
            self.leave(game, shared);
            return Next::Visit;
        }
        let attacker = shared.graph.node(id).attacker;
        let walk = Walk { graph: shared.graph, records: shared.records, path: &self.path };
        let depth = self.depth(table);
        let found = if attacker {
            evaluate::<true>(walk, id, depth)
        } else {
            evaluate::<false>(walk, id, depth)
        };
        if found.proof == 0 {
            shared.graph.set_proved(id);
            self.leave(game, shared);
            return Next::Visit;
        }
        if found.disproof == 0 {
            self.disproved(shared, table, id, found.lean.closed_at(stack_depth));
            self.leave(game, shared);
            return Next::Visit;
        }
        // Unless another has solved it just now.
        if !shared.graph.hot(id).is_solved() {
            shared.graph.set_numbers(id, found.proof, found.disproof);
        }
        let frame = self.frames.last_mut().expect("invariant: the stack is not empty");
        if frame.lifted_proof_limit == 0 {
            frame.lifted_proof_limit = found.proof + 1;
            frame.lifted_disproof_limit = found.disproof + 1;
            self.lifting |= found.old_child && table.task.tuning.threshold_control;
        }
        if self.lifting {
            proof_limit = proof_limit.max(frame.lifted_proof_limit);
            disproof_limit = disproof_limit.max(frame.lifted_disproof_limit);
        }
        if found.proof >= proof_limit || found.disproof >= disproof_limit {
            self.leave(game, shared);
            return Next::Visit;
        }
        let Some(edge) = found.best else { return Next::Wait };
        let child = shared.graph.hot(edge.child);
        let past_second = found.second.saturating_add(found.second / PAST_SECOND).saturating_add(1);
        let (child_proof, child_disproof) = if attacker {
            let others = found.disproof.saturating_sub(child.disproof);
            (proof_limit.min(past_second), disproof_limit.saturating_sub(others))
        } else {
            let others = found.proof.saturating_sub(child.proof);
            (proof_limit.saturating_sub(others), disproof_limit.min(past_second))
        };
        game.make(edge.mv);
        // The child must be allowed to change, or nothing would. Another may have solved it just now.
        self.enter(
            shared,
            table,
            edge.child,
            child_proof.max(child.proof.saturating_add(1)),
            child_disproof.max(child.disproof.saturating_add(1)),
        );
        Next::Visit
    }

    fn disproved(&mut self, shared: &Shared, table: &Table, id: NodeId, lean: Lean) {
        if lean.is_nothing() {
            shared.graph.set_disproved(id);
        } else if table.task.tuning.records {
            let (lease, collections) = &mut self.records;
            if *collections != shared.graph.collections() {
                (*lease, *collections) = (Lease::default(), shared.graph.collections());
            }
            let ahead = if table.workers() > 1 { 63 } else { 0 };
            let slot = shared.graph.hot(id).record;
            let slot = shared.records.remember(lease, ahead, slot, lean, &self.path);
            shared.graph.set_record(id, slot);
        } else {
            // Without memory of the path, all the numbers can say is "not here, not now".
            shared.graph.set_numbers(id, LARGEST, 1);
        }
    }

    fn enter(
        &mut self,
        shared: &Shared,
        table: &Table,
        node: NodeId,
        proof_limit: u32,
        disproof_limit: u32,
    ) {
        self.frames.push(Frame {
            node,
            proof_limit,
            disproof_limit,
            lifted_proof_limit: 0,
            lifted_disproof_limit: 0,
            expanded: self.expanded,
        });
        self.path.push(node);
        shared.graph.enter(node, self.depth(table));
    }

    /// Goes back to the parent of the node on top of the stack.
    fn leave(&mut self, game: &mut impl Game, shared: &Shared) {
        if let Some(frame) = self.frames.pop() {
            self.path.pop();
            shared.graph.leave(frame.node, self.expanded - frame.expanded);
            if !self.frames.is_empty() {
                game.unmake();
            }
        }
    }

    fn unwind(&mut self, game: &mut impl Game, shared: &Shared) {
        while !self.frames.is_empty() {
            self.leave(game, shared);
        }
    }

    /// Marks what is decided whatever the path, and expands one position that a win may hinge on. The path is
    /// left.
    fn sweep(
        &mut self,
        game: &mut impl Game,
        hand: &mut Hand,
        shared: &mut Shared,
        table: &Table,
    ) -> Result<(), Pause> {
        // Before the path is left, which nothing on it may be forgotten of.
        shared.make_room(table);
        self.unwind(game, shared);
        table.count_sweep();
        let graph = &*shared.graph;
        // The other workers wait meanwhile.
        let (could_win, won) = both_lengths(graph, table.workers() > 1);
        for id in 0..graph.node_count() as NodeId {
            if won[id as usize] != NEVER {
                graph.set_proved(id);
            } else if could_win[id as usize] == NEVER {
                graph.set_disproved(id);
            }
        }
        let bottom = table.task.bottom as usize;
        if won[bottom] == NEVER && could_win[bottom] != NEVER {
            self.expand_hinge(game, hand, shared, table, (&won, &could_win))?;
        }
        Ok(())
    }

    /// Follows the optimistic win to an open position and looks into it. The lengths are those of wins
    /// without open positions, and with all of them won.
    fn expand_hinge(
        &mut self,
        game: &mut impl Game,
        hand: &mut Hand,
        shared: &mut Shared,
        table: &Table,
        (won, could_win): (&[u32], &[u32]),
    ) -> Result<(), Pause> {
        let mut id = table.task.bottom;
        let mut made = 0;
        while shared.graph.node(id).stage == Stage::Expanded {
            let attacker = shared.graph.node(id).attacker;
            // What is won already has nothing open that matters; a node that is not won has a child
            // that is not.
            let open = |edge: &Edge| won[edge.child as usize] == NEVER;
            let next = shared.graph.edges(id).iter().filter(open).min_by_key(|edge| {
                let length = could_win[edge.child as usize];
                if attacker { length } else { NEVER - length }
            });
            let Some(edge) = next else { break };
            game.make(edge.mv);
            made += 1;
            id = edge.child;
        }
        let depth = table.task.base_depth + made;
        let extra_bytes = shared.extra_bytes(table.task);
        let grown =
            shared.with_ledger(table, |ledger| ledger.grow(hand, game, id, depth, extra_bytes));
        for _ in 0..made {
            game.unmake();
        }
        let grown = grown?;
        self.expanded += u64::from(grown);
        self.lifting &= !grown;
        Ok(())
    }
}

fn idle_limit(graph: &Graph) -> u64 {
    LEAST_IDLE_VISITS + graph.node_count() as u64 / 4
}
