//! Depth-first proof-number search over the explicit graph.
//!
//! * df-pn: Nagai 2002. Weak proof numbers (largest child plus the number of its rivals instead of
//!   the sum, which explodes where paths join): Ueda, Hashimoto, Hashimoto, Iida 2008. Three
//!   quarters of a point a rival do better than a whole or half a one here (see the bench).
//!   Growing the threshold by a quarter over the second best: Pawlewicz and Lew
//!   2006 (1 + epsilon trick). Of equal children the last is tried first: 4.0 against 4.5 million
//!   expansions on twenty hard problems.
//! * Positions on the current path count as not won; what that implies is kept apart from
//!   unconditional disproofs (see [`super::repetition`]).
//! * Threshold control (Kishimoto 2010): meeting an unsolved child that was first met at no greater
//!   depth than its parent's lifts the thresholds until something new is expanded.
//! * What remains is ended by sweeps over the whole graph (see [`super::induction`]): when visits
//!   bring no expansion any more, everything that cannot be won even if all open positions were is
//!   marked, and one open position that the win may hinge on is expanded.
//!
//! A win or a failure is reported only after a sweep has confirmed it, so nothing here can make a
//! verdict wrong; mistakes would only waste time.

use super::bounds::Bounds;
use super::core::{Core, Pause, Statistics};
use super::game::Game;
use super::game::PackedMove;
use super::graph::{Counting, Edge, Graph, INFINITE, LARGEST, NodeId, Stage};
use super::induction::{NEVER, Open, lengths};
use super::repetition::{Lean, Path};
use super::{Control, Limits};

/// Parts of the search that tests switch off to show what each is needed for.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Remember path-dependent disproofs.
    pub records: bool,
    /// Lift thresholds on meeting positions first met nearer to the root.
    pub threshold_control: bool,
    /// Sweep the graph when visits bring no expansion.
    pub sweep: bool,
    /// Give up after this many visits of nodes; `u64::MAX` = never.
    pub visit_limit: u64,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { records: true, threshold_control: true, sweep: true, visit_limit: u64::MAX }
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The attacker wins.
    Won,
    /// The attacker does not win, whatever the path.
    NotWon,
    /// Not decided.
    Stopped(Pause),
}

/// One position on the search stack with the numbers at which to return.
struct Frame {
    node: NodeId,
    proof_limit: u32,
    disproof_limit: u32,
    /// The limits while lifting is on: 1 past the numbers at entry. 0 before the first visit.
    lifted_proof_limit: u32,
    lifted_disproof_limit: u32,
}

/// What the children say of a node.
struct Evaluation {
    proof: u32,
    disproof: u32,
    /// What a disproof leans on.
    lean: Lean,
    /// The child to look into, as an index of an edge.
    best: usize,
    /// The number of the best child's nearest rival, of the kind that the node minimises.
    second: u32,
    /// An unsolved child was first met no deeper than this node.
    old_child: bool,
}

/// A search under way.
pub struct Search<'a, G: Game> {
    core: Core<'a, G>,
    path: Path,
    frames: Vec<Frame>,
    tuning: Tuning,
    /// Plies between the problem's position and the one on the bottom of the stack.
    base_depth: u32,
    /// Thresholds are being lifted until the next expansion.
    lifting: bool,
    /// Visits since the last expansion.
    idle: u64,
    /// Memory in use besides the graph and this search.
    beside_bytes: usize,
}

const LEAST_IDLE_VISITS: u64 = 2000;

impl<'a, G: Game> Search<'a, G> {
    /// A search for a win of the attacker, who is to move in the game's current position.
    pub fn new(game: G, limits: &'a Limits, control: &'a Control, tuning: Tuning) -> Self {
        Search {
            core: Core::new(game, limits, control, tuning.visit_limit),
            path: Path::default(),
            frames: Vec::new(),
            tuning,
            base_depth: 0,
            lifting: false,
            idle: 0,
            beside_bytes: 0,
        }
    }

    /// Says how much memory is in use besides the graph and this search, so that the limit is kept.
    pub fn count_beside(&mut self, bytes: usize) {
        self.beside_bytes = bytes;
    }

    fn extra_bytes(&self) -> usize {
        self.path.bytes() + self.beside_bytes
    }

    /// The graph searched so far.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.core.graph
    }

    /// The graph, when the search is over.
    #[must_use]
    pub fn into_graph(self) -> Graph {
        self.core.graph
    }

    /// Game, graph and budget, for another search over the same graph.
    pub fn core_mut(&mut self) -> &mut Core<'a, G> {
        &mut self.core
    }

    /// The counters.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.core.statistics
    }

    /// Searches until the root is decided or a limit is reached.
    pub fn run(&mut self) -> Outcome {
        loop {
            if let Err(pause) = self.explore(Graph::ROOT, &[]) {
                return Outcome::Stopped(pause);
            }
            if self.core.graph.is_proved(Graph::ROOT) {
                return Outcome::Won;
            }
            self.core.statistics.sweeps += 1;
            let could_win = lengths(&self.core.graph, Open::Won);
            if could_win[Graph::ROOT as usize] == NEVER {
                return Outcome::NotWon;
            }
            self.core.statistics.unconfirmed += 1;
            self.forget_unconfirmed(&could_win);
        }
    }

    /// Searches from the node that these moves lead to until its numbers say that it is decided. Not
    /// confirmed by a sweep: the next induction over the graph tells what is true, and
    /// [`Search::adopt`] takes back what is not.
    ///
    /// # Errors
    /// If a limit is reached first.
    pub fn explore(&mut self, node: NodeId, moves: &[PackedMove]) -> Result<(), Pause> {
        for &mv in moves {
            self.core.game.make(mv);
        }
        self.base_depth = moves.len() as u32;
        self.idle = 0;
        self.lifting = false;
        let result = self.search(node);
        self.unwind();
        for _ in moves {
            self.core.game.unmake();
        }
        result
    }

    /// Makes the numbers of all nodes agree with what is proved of them.
    pub fn adopt(&mut self, bounds: &Bounds) {
        for id in 0..self.core.graph.node_count() as NodeId {
            let interval = bounds.get(id);
            if interval.hi != NEVER {
                self.core.graph.set_proved(id);
            } else if interval.lo == NEVER {
                self.core.graph.set_disproved(id);
            }
            let hot = self.core.graph.hot_mut(id);
            hot.record = 0;
            let decided = hot.proof == 0 || hot.disproof == 0;
            if decided && interval.hi == NEVER && interval.lo != NEVER {
                (hot.proof, hot.disproof) = (1, 1);
            }
        }
    }

    /// Changes what counts as mate, and starts from bounds that hold under it.
    pub fn count_as(&mut self, counting: Counting, bounds: &mut Bounds) {
        self.core.graph.set_counting(counting);
        bounds.induct(&self.core.graph);
        self.adopt(bounds);
    }

    /// Changes what counts as mate; the numbers are wrong until [`Search::adopt`] mends them.
    pub fn set_counting(&mut self, counting: Counting) {
        self.core.graph.set_counting(counting);
    }

    /// Takes back disproofs that the sweep does not confirm.
    fn forget_unconfirmed(&mut self, could_win: &[u32]) {
        for id in 0..self.core.graph.node_count() as NodeId {
            let refuted = could_win[id as usize] == NEVER;
            let hot = self.core.graph.hot_mut(id);
            hot.record = 0;
            if hot.disproof == 0 && !refuted {
                (hot.proof, hot.disproof) = (1, 1);
            }
        }
    }

    /// One run of df-pn from a node until it is solved.
    fn search(&mut self, bottom: NodeId) -> Result<(), Pause> {
        self.enter(bottom, INFINITE, INFINITE);
        while let Some(frame) = self.frames.last() {
            let id = frame.node;
            self.idle += 1;
            self.core.tick()?;
            if self.tuning.sweep && self.idle > self.idle_limit() {
                self.sweep(bottom)?;
                self.enter(bottom, INFINITE, INFINITE);
                continue;
            }
            self.grow(id)?;
            self.visit();
        }
        Ok(())
    }

    fn idle_limit(&self) -> u64 {
        LEAST_IDLE_VISITS + self.core.graph.node_count() as u64 / 4
    }

    /// Gives the node its edges and children if it has none yet.
    fn grow(&mut self, id: NodeId) -> Result<(), Pause> {
        if self.core.grow(id, self.depth(), self.extra_bytes())? {
            self.idle = 0;
            self.lifting = false;
        }
        Ok(())
    }

    /// Plies between the problem's position and the top of the stack.
    fn depth(&self) -> u32 {
        self.base_depth + self.frames.len() as u32 - 1
    }

    /// Evaluates the node on top of the stack; leaves it, or enters its best child.
    fn visit(&mut self) {
        let stack_depth = self.frames.len() as u32 - 1;
        let frame = self.frames.last().expect("invariant: the stack is not empty");
        let id = frame.node;
        let (mut proof_limit, mut disproof_limit) = (frame.proof_limit, frame.disproof_limit);
        let hot = *self.core.graph.hot(id);
        if hot.proof == 0 || hot.disproof == 0 {
            self.leave();
            return;
        }
        let attacker = self.core.graph.node(id).attacker;
        let found = if attacker { self.evaluate::<true>(id) } else { self.evaluate::<false>(id) };
        if found.proof == 0 {
            self.core.graph.set_proved(id);
            self.leave();
            return;
        }
        if found.disproof == 0 {
            self.disproved(id, found.lean.closed_at(stack_depth));
            self.leave();
            return;
        }
        let hot = self.core.graph.hot_mut(id);
        (hot.proof, hot.disproof) = (found.proof, found.disproof);
        let frame = self.frames.last_mut().expect("invariant: the stack is not empty");
        if frame.lifted_proof_limit == 0 {
            frame.lifted_proof_limit = found.proof + 1;
            frame.lifted_disproof_limit = found.disproof + 1;
            self.lifting |= found.old_child && self.tuning.threshold_control;
        }
        if self.lifting {
            proof_limit = proof_limit.max(frame.lifted_proof_limit);
            disproof_limit = disproof_limit.max(frame.lifted_disproof_limit);
        }
        if found.proof >= proof_limit || found.disproof >= disproof_limit {
            self.leave();
            return;
        }
        let edge = self.core.graph.edges(id)[found.best];
        let child = *self.core.graph.hot(edge.child);
        let past_second = found.second.saturating_add(found.second / 4).saturating_add(1);
        let (child_proof, child_disproof) = if attacker {
            let others = found.disproof.saturating_sub(child.disproof);
            (proof_limit.min(past_second), disproof_limit.saturating_sub(others))
        } else {
            let others = found.proof.saturating_sub(child.proof);
            (proof_limit.saturating_sub(others), disproof_limit.min(past_second))
        };
        self.core.game.make(edge.mv);
        // The child must be allowed to change, or nothing would.
        self.enter(
            edge.child,
            child_proof.max(child.proof + 1),
            child_disproof.max(child.disproof + 1),
        );
    }

    fn disproved(&mut self, id: NodeId, lean: Lean) {
        if lean.is_nothing() {
            self.core.graph.set_disproved(id);
        } else if self.tuning.records {
            let hot = self.core.graph.hot_mut(id);
            self.path.remember(&mut hot.record, lean);
        } else {
            // Without memory of the path, all the numbers can say is "not here, not now".
            let hot = self.core.graph.hot_mut(id);
            (hot.proof, hot.disproof) = (LARGEST, 1);
        }
    }

    fn evaluate<const ATTACKER: bool>(&self, id: NodeId) -> Evaluation {
        let depth = self.depth();
        // The attacker minimises proof numbers, the defender disproof numbers.
        let mut least = INFINITE;
        let mut second = INFINITE;
        let mut greatest = 0;
        let mut best = 0;
        let mut unsolved = 0;
        let mut old_child = false;
        let mut lean = Lean::NOTHING;
        let mut refuted = false;
        for (index, edge) in self.core.graph.edges(id).iter().enumerate() {
            let child = self.core.graph.hot(edge.child);
            let disproof = if child.disproof == 0 {
                Some(Lean::NOTHING)
            } else if child.on_path != 0 {
                Some(Lean::on(child.on_path - 1))
            } else {
                self.path.recall(child.record)
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
            old_child |= child.min_depth <= depth;
            let (minimised, other) = if ATTACKER {
                (child.proof, child.disproof)
            } else {
                (child.disproof, child.proof)
            };
            greatest = greatest.max(other);
            if minimised <= least {
                second = least;
                least = minimised;
                best = index;
            } else if minimised < second {
                second = minimised;
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

    fn enter(&mut self, node: NodeId, proof_limit: u32, disproof_limit: u32) {
        let stack_depth = self.frames.len() as u32;
        self.frames.push(Frame {
            node,
            proof_limit,
            disproof_limit,
            lifted_proof_limit: 0,
            lifted_disproof_limit: 0,
        });
        self.path.push(node);
        let hot = self.core.graph.hot_mut(node);
        hot.on_path = stack_depth + 1;
        hot.min_depth = hot.min_depth.min(self.base_depth + stack_depth);
    }

    /// Goes back to the parent of the node on top of the stack.
    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.path.pop();
            self.core.graph.hot_mut(frame.node).on_path = 0;
            if !self.frames.is_empty() {
                self.core.game.unmake();
            }
        }
    }

    fn unwind(&mut self) {
        while !self.frames.is_empty() {
            self.leave();
        }
    }

    /// Marks what is decided whatever the path, and expands one position that a win may hinge on.
    fn sweep(&mut self, bottom: NodeId) -> Result<(), Pause> {
        self.unwind();
        self.core.statistics.sweeps += 1;
        self.idle = 0;
        let won = lengths(&self.core.graph, Open::NotWon);
        let could_win = lengths(&self.core.graph, Open::Won);
        for id in 0..self.core.graph.node_count() as NodeId {
            if won[id as usize] != NEVER {
                self.core.graph.set_proved(id);
            } else if could_win[id as usize] == NEVER {
                self.core.graph.set_disproved(id);
            }
        }
        if won[bottom as usize] == NEVER && could_win[bottom as usize] != NEVER {
            self.expand_hinge(bottom, &won, &could_win)?;
        }
        Ok(())
    }

    /// Follows the optimistic win to an open position and looks into it.
    fn expand_hinge(
        &mut self,
        bottom: NodeId,
        won: &[u32],
        could_win: &[u32],
    ) -> Result<(), Pause> {
        let mut id = bottom;
        let mut made = 0;
        while self.core.graph.node(id).stage == Stage::Expanded {
            let attacker = self.core.graph.node(id).attacker;
            // What is won already has nothing open that matters; a node that is not won has a child
            // that is not.
            let open = |edge: &&Edge| won[edge.child as usize] == NEVER;
            let next = self.core.graph.edges(id).iter().filter(open).min_by_key(|edge| {
                let length = could_win[edge.child as usize];
                if attacker { length } else { NEVER - length }
            });
            let Some(&edge) = next else { break };
            self.core.game.make(edge.mv);
            made += 1;
            id = edge.child;
        }
        let grown = self.core.grow(id, self.base_depth + made, self.extra_bytes());
        for _ in 0..made {
            self.core.game.unmake();
        }
        self.lifting &= !grown?;
        Ok(())
    }
}
