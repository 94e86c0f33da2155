//! What the searches over one problem share: the game, the graph, and the budget.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::checkpoint::{Found, Saver};
use super::crew::Crew;
use super::game::{Defence, Game, PackedMove};
use super::graph::{Counting, Expansion, Graph, NodeId, Stage};
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

/// What a problem may spend, and who is told of it.
pub struct Budget<'a> {
    /// Expansions of earlier runs, which the limit does not count.
    expanded_before: u64,
    saver: Option<&'a Saver<'a>>,
    /// When it is kept next.
    next_save: Instant,
    limits: &'a Limits,
    control: &'a Control,
    started: Instant,
    visit_limit: u64,
    /// Visits at which the present part of the work ends.
    allowance: u64,
    /// Visits until the clock is looked at.
    patience: u32,
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
    expansion: Expansion,
    checks: Vec<PackedMove>,
}

const VISITS_PER_CLOCK: u32 = 512;

/// Measured: with 20 million nodes of an undecided problem, what comes after the search took 9 s on two cores.
const SWEEP_TIME_PER_NODE: Duration = Duration::from_nanos(450);

impl<'a> Budget<'a> {
    /// Expansions of this run.
    fn newly_expanded(&self, statistics: &Statistics) -> u64 {
        statistics.expanded - self.expanded_before
    }

    /// Whom to ask for help.
    pub(super) fn crew(&self) -> Option<&'a Arc<Crew>> {
        self.control.crew.as_ref()
    }

    /// Fails if one more expansion would pass a limit. `extra_bytes` is memory in use besides the graph.
    ///
    /// # Errors
    /// The limit.
    pub fn may_expand(
        &self,
        graph: &Graph,
        statistics: &Statistics,
        extra_bytes: usize,
    ) -> Result<(), Pause> {
        if self.limits.expansions.is_some_and(|limit| self.newly_expanded(statistics) >= limit) {
            return Err(Pause::Limit(Limit::Nodes));
        }
        if self.is_short_of_memory(graph, extra_bytes) {
            return Err(Pause::Limit(Limit::Memory));
        }
        Ok(())
    }

    fn is_short_of_memory(&self, graph: &Graph, extra_bytes: usize) -> bool {
        let memory = self.limits.memory_bytes.unwrap_or(usize::MAX);
        graph.is_full() || graph.bytes() + extra_bytes > memory
    }

    /// Counts a visit and looks at the clock now and then; true if it did.
    ///
    /// # Errors
    /// If time is up or the caller asked to stop.
    pub fn tick(&mut self, graph: &Graph, statistics: &mut Statistics) -> Result<bool, Pause> {
        statistics.visits += 1;
        if statistics.visits >= self.allowance {
            return Err(Pause::Allowance);
        }
        self.patience -= 1;
        if self.patience > 0 {
            return Ok(false);
        }
        self.patience = VISITS_PER_CLOCK;
        self.control.expanded.store(statistics.expanded, Ordering::Relaxed);
        if self.control.stop.load(Ordering::Relaxed) {
            return Err(Pause::Limit(Limit::Interrupted));
        }
        if statistics.visits >= self.visit_limit {
            return Err(Pause::Limit(Limit::Nodes));
        }
        if let Some(saver) = self.saver
            && Instant::now() >= self.next_save
        {
            let begun = Instant::now();
            (saver.save)(graph, statistics.expanded);
            let least = begun.elapsed() * saver.rest;
            self.next_save = Instant::now() + saver.every.max(least);
        }
        if let Some(limit) = self.limits.time {
            // Drawing the conclusions from the graph takes time too.
            let closing = SWEEP_TIME_PER_NODE * graph.node_count() as u32;
            if self.started.elapsed() + closing >= limit {
                return Err(Pause::Limit(Limit::Time));
            }
        }
        Ok(true)
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
        expansion: &mut Expansion,
        game: &mut impl Game,
        id: NodeId,
        depth: u32,
        extra_bytes: usize,
    ) -> Result<bool, Pause> {
        match self.graph.node(id).stage {
            Stage::Leaf => {
                self.begin_expansion(extra_bytes)?;
                expansion.generate_checks(game);
                expansion.look_up(self.graph);
                expansion.generate_evasions_to_mate(game);
                self.graph.install(id, depth, expansion);
                Ok(true)
            }
            Stage::Unresolved => {
                // It may add as many nodes as an expansion.
                if self.graph.is_full() {
                    return Err(Pause::Limit(Limit::Memory));
                }
                self.graph.resolve(id, depth, game);
                Ok(false)
            }
            Stage::Expanded | Stage::MateInOne => Ok(false),
        }
    }

    /// Frees nodes that are cheap to find again if the memory allowed is used up; true if it did. No
    /// record of a path-dependent disproof may be used after that.
    pub fn make_room(&mut self, extra_bytes: usize) -> bool {
        self.budget.is_short_of_memory(self.graph, extra_bytes) && self.graph.collect()
    }

    /// Counts an expansion.
    ///
    /// # Errors
    /// If it would pass a limit.
    pub fn begin_expansion(&mut self, extra_bytes: usize) -> Result<(), Pause> {
        self.budget.may_expand(self.graph, self.statistics, extra_bytes)?;
        self.statistics.expanded += 1;
        Ok(())
    }

    /// Counts a visit; see [`Budget::tick`].
    ///
    /// # Errors
    /// If time is up or the caller asked to stop.
    pub fn tick(&mut self) -> Result<bool, Pause> {
        self.budget.tick(self.graph, self.statistics)
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
                expanded_before: 0,
                saver: None,
                next_save: Instant::now(),
                limits,
                control,
                started: Instant::now(),
                visit_limit,
                allowance: u64::MAX,
                patience: VISITS_PER_CLOCK,
            },
            expansion: Expansion::default(),
            checks: Vec::new(),
        }
    }

    /// Goes on from what an earlier run has found of the same problem.
    pub fn go_on_from(&mut self, found: Found) {
        self.graph = found.graph;
        self.budget.expanded_before = found.expanded;
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
        self.budget.allowance =
            visits.map_or(u64::MAX, |count| self.statistics.visits.saturating_add(count));
    }

    /// Gives the node its edges and children if it has none yet; see [`Ledger::grow`].
    ///
    /// # Errors
    /// If a limit forbids it. `extra_bytes` is memory in use besides the graph.
    pub fn grow(&mut self, id: NodeId, depth: u32, extra_bytes: usize) -> Result<bool, Pause> {
        let Core { game, graph, statistics, budget, expansion, .. } = self;
        Ledger { graph, statistics, budget }.grow(expansion, game, id, depth, extra_bytes)
    }

    /// True if the attacker, to move at the leaf and in the game's current position, mates at once.
    /// Counts as an expansion, but adds nothing to the graph.
    pub fn has_mate_in_one(&mut self, id: NodeId) -> bool {
        self.statistics.expanded += 1;
        let mut checks = std::mem::take(&mut self.checks);
        checks.clear();
        self.game.attacker_moves(&mut checks);
        let (mut mates, mut mates_by_convention) = (false, false);
        for &mv in &checks {
            self.game.make(mv);
            let defence = self.game.defence();
            self.game.unmake();
            mates_by_convention |= defence != Defence::Open;
            if defence == Defence::Mate {
                mates = true;
                break;
            }
        }
        self.checks = checks;
        if !mates_by_convention {
            self.graph.note_no_quick_mate(id);
        }
        match self.graph.counting() {
            Counting::Strict => mates,
            Counting::Conventional => mates_by_convention,
        }
    }

    /// What the limits leave for a search beside this one.
    pub fn what_is_left(&self) -> (Limits, &'a Control) {
        let limits = self.budget.limits;
        let left = Limits {
            expansions: limits
                .expansions
                .map(|limit| limit.saturating_sub(self.budget.newly_expanded(&self.statistics))),
            time: limits.time.map(|limit| limit.saturating_sub(self.budget.started.elapsed())),
            memory_bytes: limits.memory_bytes.map(|limit| limit.saturating_sub(self.graph.bytes())),
        };
        (left, self.budget.control)
    }

    /// Fails if one more expansion would pass a limit; see [`Budget::may_expand`].
    ///
    /// # Errors
    /// The limit.
    pub fn may_expand(&self, extra_bytes: usize) -> Result<(), Pause> {
        self.budget.may_expand(&self.graph, &self.statistics, extra_bytes)
    }

    /// Counts a visit; see [`Budget::tick`].
    ///
    /// # Errors
    /// If time is up or the caller asked to stop.
    pub fn tick(&mut self) -> Result<(), Pause> {
        self.budget.tick(&self.graph, &mut self.statistics).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::Graph;
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
        for check in core.graph.edges(Graph::ROOT).to_vec() {
            core.game.make(check.mv);
            let mut result = core.grow(check.child, 1, 0);
            for reply in core.graph.edges(check.child).to_vec() {
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
        for check in core.graph.edges(Graph::ROOT).to_vec() {
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
