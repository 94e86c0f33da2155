//! The threads of a depth-first proof-number search, one or several on one graph.
//!
//! A worker has a game, a path and thresholds of its own. The graph is read and grown by all at the same time, without
//! a lock: its numbers are atomics, its nodes never move while workers walk (see [`super::cells`]), and
//! who expands a position takes it first. Sweeps and collections want the graph alone (see [`super::table`]).
//! A worker may evaluate a node while another changes numbers below it, or write numbers over newer ones: they
//! tell where to look next, and are mended at the next visit. Should a solved one be written over, it is solved again.
//!
//! Where to go, the workers agree on by *virtual loss* (Kaneko 2010): a child that others are visiting counts
//! as a little harder than it is. Positions that are being expanded are not entered by others.
//! The numbers themselves are the true ones, and a path-dependent disproof names its path (see
//! [`super::repetition`]), so that what one worker finds holds for all; a search ends with a sweep over the
//! whole graph in any case. So the answer does not depend on who does what when.

mod evaluation;

use self::evaluation::evaluate;
use super::bounds::Bounds;
use super::cells::Lease;
use super::core::{Core, Hand, Pause};
use super::dfpn::Tuning;
use super::game::Game;
use super::graph::{Edge, Graph, INFINITE, LARGEST, NodeId, Stage};
use super::induction::{NEVER, both_lengths};
use super::repetition::{Lean, Path, Records};
use super::table::{self, Guard, Means, Shared, first_solved};
use super::weights::past;

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

/// What the workers share.
struct Ground<'s> {
    graph: &'s mut Graph,
    records: &'s mut Records,
    task: Task<'s>,
}

impl Shared for Ground<'_> {
    fn graph(&self) -> &Graph {
        self.graph
    }

    fn bounds(&self) -> &Bounds {
        self.task.bounds
    }
}

type Table<'s, 'a, 'b> = table::Table<'s, 'a, Ground<'b>>;

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
    /// There are other workers.
    has_company: bool,
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
    let Core { game, graph, statistics, budget, hand } = core;
    let ground = Ground { graph, records, task };
    table::run(Means { game, hand, statistics, budget }, ground, worker).1
}

impl<'b> table::Worker<Ground<'b>> for Worker {
    fn begin(&mut self, table: &Table<'_, '_, 'b>, ground: &Ground<'b>) {
        self.idle = 0;
        self.sweeps = table.sweeps();
        self.lifting = false;
        self.enter_bottom(ground);
    }

    fn step<'t, G: Game>(
        &mut self,
        game: &mut G,
        hand: &mut Hand,
        table: &'t Table<'_, '_, 'b>,
        mut ground: Guard<'t, Ground<'b>>,
    ) -> Result<Guard<'t, Ground<'b>>, Pause> {
        self.idle += 1;
        self.has_company = table.workers() > 1;
        if ground.task.tuning.sweep && self.idle > idle_limit(ground.graph) {
            self.idle = 0;
            // Another may have swept just now.
            if std::mem::replace(&mut self.sweeps, table.sweeps()) == table.sweeps() {
                let mut alone = table.alone(ground);
                self.sweep(game, hand, &mut alone, table)?;
                drop(alone);
                self.sweeps = table.sweeps();
                ground = table.read();
                self.enter_bottom(&ground);
                return Ok(ground);
            }
        }
        let (mut ground, is_taken) = self.grow(game, hand, table, ground)?;
        let next = match is_taken {
            // Perhaps its parent has something else to look into.
            true if self.frames.len() > 1 => {
                self.leave(game, &ground);
                Next::Visit
            }
            true => Next::Wait,
            false => self.visit(game, &ground),
        };
        if next == Next::Wait {
            self.unwind(game, &ground);
            ground = table.wait(ground);
            self.enter_bottom(&ground);
        }
        Ok(ground)
    }

    fn is_done(&self) -> bool {
        self.frames.is_empty()
    }

    fn made(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    fn end<G: Game>(&mut self, game: &mut G, ground: &Ground<'b>) {
        self.unwind(game, ground);
    }
}

impl Worker {
    /// Gives the node on top its edges and children if it has none yet; true if another worker is at it.
    fn grow<'t, 'b>(
        &mut self,
        game: &mut impl Game,
        hand: &mut Hand,
        table: &'t Table<'_, '_, 'b>,
        mut ground: Guard<'t, Ground<'b>>,
    ) -> Result<(Guard<'t, Ground<'b>>, bool), Pause> {
        let Some(frame) = self.frames.last() else { return Ok((ground, false)) };
        let id = frame.node;
        if !ground.graph.node(id).stage.is_open() {
            return Ok((ground, false));
        }
        if ground.wants_room(table) {
            let mut alone = table.alone(ground);
            alone.make_room(table);
            drop(alone);
            ground = table.read();
        }
        let depth = self.depth(&ground);
        match ground.graph.node(id).stage {
            Stage::Leaf => {
                let extra_bytes = ground.extra_bytes();
                table.allowed.may_expand(ground.graph, table.expanded(), extra_bytes)?;
                if !ground.graph.take_leaf(id) {
                    return Ok((ground, true));
                }
                table.count_expansion(&mut hand.report);
                self.expanded += 1;
                hand.grow(ground.graph, game, id, depth);
                if self.has_company {
                    table.announce();
                }
                self.idle = 0;
                self.lifting = false;
                if self.has_company {
                    self.leave_solved(game, &ground);
                }
            }
            Stage::Unresolved => {
                // It may add as many nodes as an expansion.
                if ground.graph.is_full() {
                    return Err(Pause::Limit(super::Limit::Memory));
                }
                hand.grow(ground.graph, game, id, depth);
            }
            Stage::Expanded | Stage::MateInOne => {}
        }
        Ok((ground, false))
    }

    /// Goes back to a position that others have solved meanwhile, if there is one.
    fn leave_solved(&mut self, game: &mut impl Game, ground: &Ground) {
        let solved = |frame: &Frame| ground.graph.hot(frame.node).is_solved();
        if let Some(index) = first_solved(&self.frames, solved) {
            while self.frames.len() > index + 1 {
                self.leave(game, ground);
            }
        }
    }

    /// Plies between the problem's position and the top of the stack.
    fn depth(&self, ground: &Ground) -> u32 {
        ground.task.base_depth + self.frames.len() as u32 - 1
    }

    /// Evaluates the node on top of the stack; leaves it, or enters its best child.
    fn visit(&mut self, game: &mut impl Game, ground: &Ground) -> Next {
        let stack_depth = self.frames.len() as u32 - 1;
        let frame = self.frames.last().expect("invariant: the stack is not empty");
        let id = frame.node;
        let (mut proof_limit, mut disproof_limit) = (frame.proof_limit, frame.disproof_limit);
        if ground.graph.hot(id).is_solved() {
            self.leave(game, ground);
            return Next::Visit;
        }
        let attacker = ground.graph.node(id).attacker;
        let walk = Walk { graph: ground.graph, records: ground.records, path: &self.path };
        let depth = self.depth(ground);
        let found = if attacker {
            evaluate::<true>(walk, id, depth)
        } else {
            evaluate::<false>(walk, id, depth)
        };
        if found.proof == 0 {
            ground.graph.set_proved(id);
            self.leave(game, ground);
            return Next::Visit;
        }
        if found.disproof == 0 {
            self.disproved(ground, id, found.lean.closed_at(stack_depth));
            self.leave(game, ground);
            return Next::Visit;
        }
        // Unless another has solved it just now.
        if !ground.graph.hot(id).is_solved() {
            ground.graph.set_numbers(id, found.proof, found.disproof);
        }
        let frame = self.frames.last_mut().expect("invariant: the stack is not empty");
        if frame.lifted_proof_limit == 0 {
            frame.lifted_proof_limit = found.proof + 1;
            frame.lifted_disproof_limit = found.disproof + 1;
            self.lifting |= found.old_child && ground.task.tuning.threshold_control;
        }
        if self.lifting {
            proof_limit = proof_limit.max(frame.lifted_proof_limit);
            disproof_limit = disproof_limit.max(frame.lifted_disproof_limit);
        }
        if found.proof >= proof_limit || found.disproof >= disproof_limit {
            self.leave(game, ground);
            return Next::Visit;
        }
        let Some(edge) = found.best else { return Next::Wait };
        let child = ground.graph.hot(edge.child);
        let past_second = past(found.second, PAST_SECOND);
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
            ground,
            edge.child,
            child_proof.max(child.proof.saturating_add(1)),
            child_disproof.max(child.disproof.saturating_add(1)),
        );
        Next::Visit
    }

    fn disproved(&mut self, ground: &Ground, id: NodeId, lean: Lean) {
        if lean.is_nothing() {
            ground.graph.set_disproved(id);
        } else if ground.task.tuning.records {
            let (lease, collections) = &mut self.records;
            if *collections != ground.graph.collections() {
                (*lease, *collections) = (Lease::default(), ground.graph.collections());
            }
            let ahead = if self.has_company { 63 } else { 0 };
            let slot = ground.graph.hot(id).record;
            let slot = ground.records.remember(lease, ahead, slot, lean, &self.path);
            ground.graph.set_record(id, slot);
        } else {
            // Without memory of the path, all the numbers can say is "not here, not now".
            ground.graph.set_numbers(id, LARGEST, 1);
        }
    }

    fn enter_bottom(&mut self, ground: &Ground) {
        self.enter(ground, ground.task.bottom, INFINITE, INFINITE);
    }

    fn enter(&mut self, ground: &Ground, node: NodeId, proof_limit: u32, disproof_limit: u32) {
        self.frames.push(Frame {
            node,
            proof_limit,
            disproof_limit,
            lifted_proof_limit: 0,
            lifted_disproof_limit: 0,
            expanded: self.expanded,
        });
        self.path.push(node);
        ground.graph.enter(node, self.depth(ground));
    }

    /// Goes back to the parent of the node on top of the stack.
    fn leave(&mut self, game: &mut impl Game, ground: &Ground) {
        if let Some(frame) = self.frames.pop() {
            self.path.pop();
            ground.graph.leave(frame.node, self.expanded - frame.expanded);
            if !self.frames.is_empty() {
                game.unmake();
            }
        }
    }

    fn unwind(&mut self, game: &mut impl Game, ground: &Ground) {
        while !self.frames.is_empty() {
            self.leave(game, ground);
        }
    }

    /// Marks what is decided whatever the path, and expands one position that a win may hinge on. The path is
    /// left.
    fn sweep(
        &mut self,
        game: &mut impl Game,
        hand: &mut Hand,
        ground: &mut Ground,
        table: &Table,
    ) -> Result<(), Pause> {
        // Before the path is left, which nothing on it may be forgotten of.
        ground.make_room(table);
        self.unwind(game, ground);
        table.count_sweep();
        let graph = &*ground.graph;
        // The other workers wait meanwhile.
        let (could_win, won) = both_lengths(graph, table.workers() > 1);
        for id in 0..graph.node_count() as NodeId {
            if won[id as usize] != NEVER {
                graph.set_proved(id);
            } else if could_win[id as usize] == NEVER {
                graph.set_disproved(id);
            }
        }
        let bottom = ground.task.bottom as usize;
        if won[bottom] == NEVER && could_win[bottom] != NEVER {
            self.expand_hinge(game, hand, ground, table, (&won, &could_win))?;
        }
        Ok(())
    }

    /// Follows the optimistic win to an open position and looks into it. The lengths are those of wins
    /// without open positions, and with all of them won.
    fn expand_hinge(
        &mut self,
        game: &mut impl Game,
        hand: &mut Hand,
        ground: &mut Ground,
        table: &Table,
        (won, could_win): (&[u32], &[u32]),
    ) -> Result<(), Pause> {
        let mut id = ground.task.bottom;
        let mut made = 0;
        while ground.graph.node(id).stage == Stage::Expanded {
            let attacker = ground.graph.node(id).attacker;
            // What is won already has nothing open that matters; a node that is not won has a child
            // that is not.
            let open = |edge: &Edge| won[edge.child as usize] == NEVER;
            let next = ground.graph.edges(id).iter().filter(open).min_by_key(|edge| {
                let length = could_win[edge.child as usize];
                if attacker { length } else { NEVER - length }
            });
            let Some(edge) = next else { break };
            game.make(edge.mv);
            made += 1;
            id = edge.child;
        }
        let depth = ground.task.base_depth + made;
        let extra_bytes = ground.extra_bytes();
        let grown = table
            .with_ledger(ground.graph, |ledger| ledger.grow(hand, game, id, depth, extra_bytes));
        for _ in 0..made {
            game.unmake();
        }
        let grown = grown?;
        self.expanded += u64::from(grown);
        self.lifting &= !grown;
        Ok(())
    }
}

impl Ground<'_> {
    /// Bytes in use besides the graph.
    fn extra_bytes(&self) -> usize {
        self.records.bytes() + self.task.beside_bytes
    }

    fn is_short_of_memory(&self, table: &Table) -> bool {
        table.allowed.is_short_of_memory(self.graph, self.extra_bytes())
    }

    /// True if tests ask for a collection now.
    fn is_collection_wanted(&self, table: &Table) -> bool {
        let every = self.task.tuning.collect_every;
        every.is_some_and(|every| table.expanded().is_multiple_of(every))
    }

    /// True if something is to be done before a position is expanded: see [`Ground::make_room`].
    fn wants_room(&self, table: &Table) -> bool {
        self.is_collection_wanted(table)
            || self.is_short_of_memory(table)
            || !self.graph.has_room_in_index(table.workers() as usize)
    }

    /// Sees to it that there is memory for an expansion, if that can be.
    fn make_room(&mut self, table: &Table) {
        let is_wanted = self.is_collection_wanted(table) || self.is_short_of_memory(table);
        if is_wanted && self.graph.collect() {
            self.records.clear();
        }
        self.graph.widen_index(table.workers() as usize);
    }
}

fn idle_limit(graph: &Graph) -> u64 {
    LEAST_IDLE_VISITS + graph.node_count() as u64 / 4
}
