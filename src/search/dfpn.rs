//! Depth-first proof-number search over the explicit graph.
//!
//! * df-pn: Nagai 2002. Weak proof numbers (largest child plus the number of its rivals instead of
//!   the sum, which explodes where paths join): Ueda, Hashimoto, Hashimoto, Iida 2008. A rival
//!   counts one and a half at the defender's positions, three quarters at the attacker's (see the
//!   bench). Growing the threshold by a sixth over the second best: Pawlewicz and Lew
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
use super::crew::Seat;
use super::game::Game;
use super::game::PackedMove;
use super::graph::{Counting, Graph, NodeId};
use super::induction::{NEVER, Open, lengths};
use super::repetition::Records;
use super::worker::{Task, Worker, run};
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
    /// Make room at every so many expansions, needed or not.
    pub collect_every: Option<u64>,
    /// Give up after this many visits of nodes; `u64::MAX` = never.
    pub visit_limit: u64,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            records: true,
            threshold_control: true,
            sweep: true,
            collect_every: None,
            visit_limit: u64::MAX,
        }
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

/// A search under way.
pub struct Search<'a, G: Game> {
    core: Core<'a, G>,
    records: Records,
    worker: Worker,
    tuning: Tuning,
    /// Memory in use besides the graph and this search.
    beside_bytes: usize,
}

impl<'a, G: Game> Search<'a, G> {
    /// A search for a win of the attacker, who is to move in the game's current position.
    pub fn new(game: G, limits: &'a Limits, control: &'a Control, tuning: Tuning) -> Self {
        Search {
            core: Core::new(game, limits, control, tuning.visit_limit),
            records: Records::default(),
            worker: Worker::default(),
            tuning,
            beside_bytes: 0,
        }
    }

    /// Says how much memory is in use besides the graph and this search, so that the limit is kept.
    pub fn count_beside(&mut self, bytes: usize) {
        self.beside_bytes = bytes;
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
            if let Err(pause) = self.explore(Graph::ROOT, &[], &Bounds::default()) {
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
    pub fn explore(
        &mut self,
        node: NodeId,
        moves: &[PackedMove],
        bounds: &Bounds,
    ) -> Result<(), Pause> {
        for &mv in moves {
            self.core.game.make(mv);
        }
        let task = Task {
            bottom: node,
            base_depth: moves.len() as u32,
            beside_bytes: self.beside_bytes,
            bounds,
            tuning: self.tuning,
        };
        let result = run(&mut self.core, &mut self.records, &mut self.worker, task);
        for _ in moves {
            self.core.game.unmake();
        }
        result
    }

    /// Forgets what is cheap to find again, and the path-dependent disproofs of all nodes; false if that
    /// would not free enough.
    pub fn make_room(&mut self) -> bool {
        let made = self.core.graph.collect();
        if made {
            self.records.clear();
        }
        made
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
            self.core.graph.set_record(id, 0);
            let is_solved = self.core.graph.hot(id).is_solved();
            if is_solved && interval.hi == NEVER && interval.lo != NEVER {
                self.core.graph.set_numbers(id, 1, 1);
            }
        }
    }

    /// Draws all conclusions from the graph, see [`Bounds::induct`], with the threads that are idle.
    pub fn induct(&mut self, bounds: &mut Bounds) {
        let visits = self.core.statistics.visits;
        let crew = self.core.budget.crew();
        let helpers: Vec<Seat> =
            crew.map(|crew| std::iter::from_fn(|| crew.seat(visits)).collect()).unwrap_or_default();
        bounds.induct_by(&self.core.graph, helpers.len() + 1);
    }

    /// Changes what counts as mate, and starts from bounds that hold under it.
    pub fn count_as(&mut self, counting: Counting, bounds: &mut Bounds) {
        self.core.graph.set_counting(counting);
        self.induct(bounds);
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
            self.core.graph.set_record(id, 0);
            if self.core.graph.is_disproved(id) && !refuted {
                self.core.graph.set_numbers(id, 1, 1);
            }
        }
    }
}
