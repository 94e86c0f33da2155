//! What the searches over one problem share: the game, the graph, and the budget.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::bounds::Bounds;
use super::checkpoint::{Found, Saver};
use super::crew::Crew;
use super::game::{Defence, Game, PackedMove};
use super::graph::{Counting, Expansion, Graph, NodeId, Stage, Stock};
use super::{Control, Limit, Limits};

/// Counters of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Attacker's positions expanded.
    pub expanded: u64,
    /// Visits of nodes.
    pub visits: u64,
    /// Sweeps over the graph.
    pub sweeps: u64,
    /// Disproofs that a sweep did not confirm; anything but 0 is a bug, though a harmless one.
    pub unconfirmed: u64,
}

/// Why a search stopped before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// A limit of the whole problem was reached.
    Limit(Limit),
    /// The allowance of this part of the work was used up.
    Allowance,
}

/// The limits as they are during one part of the work.
#[derive(Clone, Copy)]
pub(super) struct Allowed<'a> {
    limits: &'a Limits,
    /// Expansions of earlier runs, which the limit does not count.
    expanded_before: u64,
    /// Visits at which the present part of the work ends.
    allowance: u64,
}

/// What a problem may spend, and who is told of it.
pub struct Budget<'a> {
    allowed: Allowed<'a>,
    saver: Option<&'a Saver<'a>>,
    /// When it is kept next.
    next_save: Instant,
    control: &'a Control,
    started: Instant,
    visit_limit: u64,
}

/// Graph and budget of one problem, without the game.
pub(super) struct Ledger<'s, 'a> {
    /// All positions met.
    pub graph: &'s mut Graph,
    /// Counters.
    pub statistics: &'s mut Statistics,
    /// What may be spent.
    pub budget: &'s mut Budget<'a>,
}

/// Game, graph and budget of one problem.
pub struct Core<'a, G> {
    /// The game, at the problem's position between searches.
    pub game: G,
    /// All positions met.
    pub graph: Graph,
    /// Counters.
    pub statistics: Statistics,
    /// What may be spent.
    pub(super) budget: Budget<'a>,
    pub(super) hand: Hand,
}

/// Visits between two looks at the clock.
const VISITS_PER_CLOCK: u64 = 512;

/// True if the clock is to be looked at when the number of visits has gone from one to the other.
#[inline]
pub(super) fn is_time_to_look(before: u64, after: u64) -> bool {
    before / VISITS_PER_CLOCK != after / VISITS_PER_CLOCK
}

/// Measured: with 20 million nodes of an undecided problem, what comes after the search took 9 s on two cores.
const SWEEP_TIME_PER_NODE: Duration = Duration::from_nanos(450);

impl Allowed<'_> {
    /// Expansions of this run.
    fn newly_expanded(&self, expanded: u64) -> u64 {
        expanded - self.expanded_before
    }

    /// Fails if one more than `expanded` would pass a limit. `extra_bytes` is memory in use besides the
    /// graph.
    ///
    /// # Errors
    /// The limit.
    pub fn may_expand(
        &self,
        graph: &Graph,
        expanded: u64,
        extra_bytes: usize,
    ) -> Result<(), Pause> {
        if self.limits.expansions.is_some_and(|limit| self.newly_expanded(expanded) >= limit) {
            return Err(Pause::Limit(Limit::Nodes));
        }
        if self.is_short_of_memory(graph, extra_bytes) {
            return Err(Pause::Limit(Limit::Memory));
        }
        Ok(())
    }

    /// True if one more expansion would pass the limit of memory.
    pub fn is_short_of_memory(&self, graph: &Graph, extra_bytes: usize) -> bool {
        let memory = self.limits.memory_bytes.unwrap_or(usize::MAX);
        graph.is_full() || graph.bytes() + extra_bytes > memory
    }

    /// Fails if the present part of the work ends with so many visits.
    ///
    /// # Errors
    /// [`Pause::Allowance`].
    pub fn may_visit(&self, visits: u64) -> Result<(), Pause> {
        if visits >= self.allowance { Err(Pause::Allowance) } else { Ok(()) }
    }
}

impl<'a> Budget<'a> {
    /// The limits at present.
    pub(super) fn allowed(&self) -> Allowed<'a> {
        self.allowed
    }

    /// Whom to ask for help.
    pub(super) fn crew(&self) -> Option<&'a Arc<Crew>> {
        self.control.crew.as_ref()
    }

    /// Looks at the clock and at what the caller wants; see [`is_time_to_look`].
    ///
    /// # Errors
    /// If time is up or the caller asked to stop.
    pub(super) fn look(&self, graph: &Graph, statistics: Statistics) -> Result<(), Pause> {
        self.control.expanded.store(statistics.expanded, Ordering::Relaxed);
        if self.control.stop.load(Ordering::Relaxed) {
            return Err(Pause::Limit(Limit::Interrupted));
        }
        if statistics.visits >= self.visit_limit {
            return Err(Pause::Limit(Limit::Nodes));
        }
        if let Some(limit) = self.allowed.limits.time {
            // Drawing the conclusions from the graph takes time too.
            let closing = SWEEP_TIME_PER_NODE * graph.node_count() as u32;
            if self.started.elapsed() + closing >= limit {
                return Err(Pause::Limit(Limit::Time));
            }
        }
        Ok(())
    }

    /// True if what is found is to be kept now.
    pub(super) fn is_save_due(&self) -> bool {
        self.saver.is_some() && Instant::now() >= self.next_save
    }

    /// Has what is found kept if it is to be kept now. Nobody may be changing the graph. What holds by
    /// convention only is not kept.
    pub(super) fn save(&mut self, graph: &Graph, bounds: &Bounds, expanded: u64) {
        if let Some(saver) = self.saver
            && self.is_save_due()
            && graph.counting() == Counting::Strict
        {
            let begun = Instant::now();
            (saver.save)(graph, bounds, expanded);
            let least = begun.elapsed() * saver.rest;
            self.next_save = Instant::now() + saver.every.max(least);
        }
    }
}

impl Ledger<'_, '_> {
    /// Gives the node its edges and children if it has none yet; true if an attacker's position was
    /// expanded. The game must stand at the node, `depth` plies from the problem's position.
    ///
    /// # Errors
    /// If a limit forbids it. `extra_bytes` is memory in use besides the graph.
    pub fn grow(
        &mut self,
        hand: &mut Hand,
        game: &mut impl Game,
        id: NodeId,
        depth: u32,
        extra_bytes: usize,
    ) -> Result<bool, Pause> {
        let stage = self.graph.node(id).stage;
        if !stage.is_open() {
            return Ok(false);
        }
        if stage == Stage::Leaf {
            self.budget.allowed.may_expand(self.graph, self.statistics.expanded, extra_bytes)?;
            self.statistics.expanded += 1;
        } else if self.graph.is_full() {
            // It may add as many nodes as an expansion.
            return Err(Pause::Limit(Limit::Memory));
        }
        self.graph.widen_index(1);
        hand.grow(self.graph, game, id, depth);
        Ok(stage == Stage::Leaf)
    }
}

/// What a thread adds nodes to a graph with.
#[derive(Default)]
pub(super) struct Hand {
    pub expansion: Expansion,
    pub stock: Stock,
    pub report: Report,
    checks: Vec<PackedMove>,
}

/// What one of several threads has done and not told the others of.
#[derive(Default)]
pub(super) struct Report {
    pub visits: u64,
    pub expanded: u64,
}

impl Hand {
    /// For one of several threads.
    pub fn shared() -> Hand {
        Hand { stock: Stock::shared(), ..Hand::default() }
    }

    /// Gives a node its edges and children that has none yet. There must be room for them, and for an attacker's
    /// leaf, no other thread may do the same.
    pub fn grow(&mut self, graph: &Graph, game: &mut impl Game, id: NodeId, depth: u32) {
        if graph.node(id).attacker {
            self.expansion.generate(graph, game);
            graph.install(&mut self.stock, id, depth, &self.expansion);
        } else {
            graph.resolve(&mut self.stock, id, depth, game);
        }
    }

    /// True if the attacker, to move at the leaf and in the game's current position, mates at once. Adds
    /// nothing to the graph. No other thread may work on the leaf.
    pub fn has_mate_in_one(&mut self, graph: &Graph, game: &mut impl Game, id: NodeId) -> bool {
        self.checks.clear();
        game.attacker_moves(&mut self.checks);
        let (mut mates, mut mates_by_convention) = (false, false);
        for &mv in &self.checks {
            game.make(mv);
            let defence = game.defence();
            game.unmake();
            mates_by_convention |= defence != Defence::Open;
            if defence == Defence::Mate {
                mates = true;
                break;
            }
        }
        if !mates_by_convention {
            graph.note_no_quick_mate(id);
        }
        match graph.counting() {
            Counting::Strict => mates,
            Counting::Conventional => mates_by_convention,
        }
    }
}

impl<'a, G: Game> Core<'a, G> {
    /// Starts the clock.
    pub fn new(game: G, limits: &'a Limits, control: &'a Control, visit_limit: u64) -> Self {
        let graph = Graph::new(&game, limits.memory_bytes.unwrap_or(usize::MAX));
        Core {
            game,
            graph,
            statistics: Statistics::default(),
            budget: Budget {
                allowed: Allowed { limits, expanded_before: 0, allowance: u64::MAX },
                saver: None,
                next_save: Instant::now(),
                control,
                started: Instant::now(),
                visit_limit,
            },
            hand: Hand::default(),
        }
    }

    /// Goes on from what an earlier run has found of the same problem.
    pub fn go_on_from(&mut self, found: Found) {
        self.graph = found.graph;
        self.budget.allowed.expanded_before = found.expanded;
        // What was set aside is of the graph before.
        self.hand = Hand::default();
        self.statistics.expanded = found.expanded;
    }

    /// Has what is found kept now and then.
    pub fn save_with(&mut self, saver: &'a Saver<'a>) {
        self.budget.saver = Some(saver);
        self.budget.next_save = Instant::now() + saver.every;
    }

    /// Does something in the position after these moves, then takes them back.
    pub fn after<T>(&mut self, moves: &[PackedMove], work: impl FnOnce(&mut Self) -> T) -> T {
        for &mv in moves {
            self.game.make(mv);
        }
        let result = work(self);
        for _ in moves {
            self.game.unmake();
        }
        result
    }

    /// Allows this many further visits before [`Pause::Allowance`]; `None` = no bound.
    pub fn allow(&mut self, visits: Option<u64>) {
        self.budget.allowed.allowance =
            visits.map_or(u64::MAX, |count| self.statistics.visits.saturating_add(count));
    }

    /// Gives the node its edges and children if it has none yet; see [`Ledger::grow`].
    ///
    /// # Errors
    /// If a limit forbids it. `extra_bytes` is memory in use besides the graph.
    pub fn grow(&mut self, id: NodeId, depth: u32, extra_bytes: usize) -> Result<bool, Pause> {
        let Core { game, graph, statistics, budget, hand, .. } = self;
        Ledger { graph, statistics, budget }.grow(hand, game, id, depth, extra_bytes)
    }

    /// Gives a node of which only the mating check is kept the rest of its checks; see
    /// [`Graph::complete`].
    pub fn complete(&mut self, id: NodeId, depth: u32) {
        self.graph.complete(&mut self.hand.stock, id, depth, &mut self.game);
    }

    /// What the limits leave for a search beside this one.
    pub fn what_is_left(&self) -> (Limits, &'a Control) {
        let allowed = self.budget.allowed;
        let limits = allowed.limits;
        let newly = allowed.newly_expanded(self.statistics.expanded);
        let left = Limits {
            expansions: limits.expansions.map(|limit| limit.saturating_sub(newly)),
            time: limits.time.map(|limit| limit.saturating_sub(self.budget.started.elapsed())),
            memory_bytes: limits.memory_bytes.map(|limit| limit.saturating_sub(self.graph.bytes())),
        };
        (left, self.budget.control)
    }

    /// Counts a visit, and looks at the clock now and then. The bounds are what is known besides the graph.
    ///
    /// # Errors
    /// If time is up, the allowance is used up or the caller asked to stop.
    pub fn tick(&mut self, bounds: &Bounds) -> Result<(), Pause> {
        self.statistics.visits += 1;
        self.budget.allowed.may_visit(self.statistics.visits)?;
        if is_time_to_look(self.statistics.visits - 1, self.statistics.visits) {
            self.budget.look(&self.graph, self.statistics)?;
            self.budget.save(&self.graph, bounds, self.statistics.expanded);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Edge, Graph};
    use super::*;

    /// Every position has `WIDTH` moves, and no two paths meet.
    struct Tree(Vec<u128>);

    const WIDTH: u32 = 60;

    impl Game for Tree {
        fn key(&self) -> u128 {
            // Spread over all bits: the index looks at the lower half.
            self.0
                .last()
                .map_or(1, |key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
        }

        fn attacker_moves(&mut self, moves: &mut Vec<PackedMove>) {
            moves.extend((0..WIDTH).map(PackedMove));
        }

        fn defender_moves(&mut self, moves: &mut Vec<PackedMove>) {
            self.attacker_moves(moves);
        }

        fn make(&mut self, mv: PackedMove) {
            let above = self.0.last().copied().unwrap_or(0);
            self.0.push(above * u128::from(WIDTH + 1) + u128::from(mv.0) + 1);
        }

        fn unmake(&mut self) {
            self.0.pop();
        }
    }

    #[test]
    fn what_may_not_expand_may_not_resolve_either() {
        const LIMIT: usize = 4 << 20;
        let limits = Limits { memory_bytes: Some(LIMIT), ..Limits::default() };
        let control = Control::default();
        let mut core = Core::new(Tree(Vec::new()), &limits, &control, u64::MAX);
        assert_eq!(core.grow(Graph::ROOT, 0, 0), Ok(true));
        // Every grandchild of the root is expanded until the memory is used up.
        let mut full = None;
        for check in core.graph.edges(Graph::ROOT).iter().collect::<Vec<Edge>>() {
            core.game.make(check.mv);
            let mut result = core.grow(check.child, 1, 0);
            for reply in core.graph.edges(check.child).iter().collect::<Vec<Edge>>() {
                if result.is_err() {
                    break;
                }
                core.game.make(reply.mv);
                result = core.grow(reply.child, 2, 0);
                core.game.unmake();
            }
            core.game.unmake();
            if let Err(pause) = result {
                full = Some(pause);
                break;
            }
        }
        assert_eq!(full, Some(Pause::Limit(Limit::Memory)));
        let nodes = core.graph.node_count();
        let mut refused = 0;
        for check in core.graph.edges(Graph::ROOT).iter().collect::<Vec<Edge>>() {
            if core.graph.node(check.child).stage == Stage::Unresolved {
                core.game.make(check.mv);
                assert_eq!(core.grow(check.child, 1, 0), Err(Pause::Limit(Limit::Memory)));
                core.game.unmake();
                refused += 1;
            }
        }
        assert!(refused > 0 && core.graph.node_count() == nodes, "{refused}");
        assert!(core.graph.bytes() <= LIMIT, "{}", core.graph.bytes());
    }
}
