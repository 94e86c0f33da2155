//! One problem, one graph, many questions.
//!
//! Accepts a problem once and answers questions about any position that its moves lead to: is it
//! won, in how many plies, which moves keep the length. All that is learnt stays in one graph and
//! one set of bounds, so that questions about neighbouring positions cost little.
//!
//! No answer is ever a guess: intervals only narrow, and only by proof.

use super::bounded::BoundedTable;
use super::bounds::{Bounds, Interval};
use super::checkpoint::{Found, Saver};
use super::core::Pause;
use super::dfpn::{Search, Tuning};
use super::enumerate;
use super::exact::{Place, Prover};
use super::game::{Game, PackedMove};
use super::graph::{Counting, Graph, NodeId, Stage};
use super::induction::NEVER;
use super::{Control, Limit, Limits};

/// One move of a main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// The move.
    pub mv: PackedMove,
    /// How many moves of this position are as good, this one included; `None` if not known for all.
    pub equals: Option<u32>,
}

/// A move and what is proved of the position behind it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: PackedMove,
    /// The position behind it.
    pub place: Place,
    /// The interval of that position's length, in plies from there.
    pub interval: Interval,
}

/// Answers questions about one problem.
pub struct Analyst<'a, G: Game> {
    search: Search<'a, G>,
    bounds: Bounds,
    table: BoundedTable,
    limit: Option<Limit>,
    /// The numbers of the nodes are those of another counting.
    is_stale: bool,
}

impl<'a, G: Game> Analyst<'a, G> {
    /// Starts the clock. The game must stand at the problem's position.
    pub fn new(game: G, limits: &'a Limits, control: &'a Control) -> Self {
        Analyst::tuned(game, limits, control, Tuning::default())
    }

    /// The same with other parts of the search switched on or off.
    pub fn tuned(game: G, limits: &'a Limits, control: &'a Control, tuning: Tuning) -> Self {
        Analyst {
            search: Search::new(game, limits, control, tuning),
            bounds: Bounds::default(),
            table: BoundedTable::default(),
            limit: None,
            is_stale: false,
        }
    }

    /// Goes on from what an earlier run has found of the same problem.
    pub fn go_on_from(&mut self, found: Found) {
        self.bounds = Bounds::of_least(&found.graph, &found.least);
        self.search.core_mut().go_on_from(found);
        // The numbers may lean on the path of that run, or on another counting.
        self.is_stale = true;
    }

    /// Has what is found kept now and then.
    pub fn save_with(&mut self, saver: &'a Saver<'a>) {
        self.search.core_mut().save_with(saver);
    }

    /// All positions met.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.search.graph()
    }

    /// What is proved of them.
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The search, for its counters and its game.
    pub fn search_mut(&mut self) -> &mut Search<'a, G> {
        &mut self.search
    }

    /// Attacker's positions expanded so far.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.search.statistics().expanded
    }

    /// Visits of nodes so far.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.search.statistics().visits
    }

    /// The limit of the whole problem that was reached, if any. Later questions find out nothing new.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// The search with the bounds.
    pub(super) fn parts(&mut self) -> (&mut Search<'a, G>, &Bounds) {
        (&mut self.search, &self.bounds)
    }

    /// Notes that a limit of the whole problem was reached.
    pub(super) fn reach(&mut self, limit: Limit) {
        self.limit.get_or_insert(limit);
    }

    /// Gives up graph and bounds, for certificates.
    #[must_use]
    pub fn into_evidence(self) -> (Graph, Bounds) {
        (self.search.into_graph(), self.bounds)
    }

    /// What is proved of a node so far.
    #[must_use]
    pub fn interval(&self, node: NodeId) -> Interval {
        self.bounds.get(node)
    }

    /// Keeps a limit of the whole problem in mind; an allowance used up is no such limit.
    fn note<T>(&mut self, result: Result<T, Pause>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(Pause::Allowance) => None,
            Err(Pause::Limit(limit)) => {
                self.reach(limit);
                None
            }
        }
    }

    /// The place that these moves lead to from the problem's position; `None` if one of them is no
    /// check or no evasion, or a limit forbids to look.
    pub fn find(&mut self, moves: &[PackedMove]) -> Option<Place> {
        let mut place = Place::ROOT;
        self.bounds.extend(self.search.graph());
        for &mv in moves {
            place = self.choices(&place)?.into_iter().find(|choice| choice.mv == mv)?.place;
        }
        Some(place)
    }

    /// All checks or evasions at a place; `None` if a limit forbids to look.
    pub fn choices(&mut self, place: &Place) -> Option<Vec<Choice>> {
        let grown = self.complete(place);
        self.note(grown)?;
        self.pin(place.node);
        let edges = self.search.graph().edges(place.node).iter();
        let choices = edges.map(|edge| Choice {
            mv: edge.mv,
            place: place.after(edge.mv, edge.child),
            interval: self.bounds.get(edge.child),
        });
        Some(choices.collect())
    }

    /// Places that callers may hold stay what they are, whatever the search forgets.
    fn pin(&mut self, node: NodeId) {
        let graph = &mut self.search.core_mut().graph;
        graph.pin(node);
        for index in 0..graph.edges(node).len() {
            if let Some(edge) = graph.edges(node).get(index) {
                graph.pin(edge.child);
            }
        }
    }

    /// Sees to it that all moves of the place are in the graph.
    fn complete(&mut self, place: &Place) -> Result<(), Pause> {
        let stage = self.search.graph().node(place.node).stage;
        if stage == Stage::Expanded {
            return Ok(());
        }
        let extra = self.bounds.bytes() + self.table.bytes();
        let depth = place.moves.len() as u32;
        let core = self.search.core_mut();
        let grown = core.after(&place.moves, |core| {
            if stage != Stage::MateInOne {
                core.grow(place.node, depth, extra)?;
            }
            if core.graph.node(place.node).stage == Stage::MateInOne {
                core.complete(place.node, depth);
            }
            Ok(())
        });
        self.bounds.extend(&self.search.core_mut().graph);
        grown?;
        let derived = self.bounds.from_children(self.search.graph(), place.node);
        self.bounds.narrow(self.search.graph(), place.node, derived.lo, derived.hi);
        Ok(())
    }

    /// Finds out about each place whether it is won or never, spending at most so many visits on
    /// each (`None` = no bound).
    pub fn decide(&mut self, places: &[Place], visits: Option<u64>) {
        self.refresh();
        self.bounds.extend(self.search.graph());
        let open = |bounds: &Bounds, place: &Place| {
            let interval = bounds.get(place.node);
            interval.hi == NEVER && interval.lo != NEVER
        };
        if !places.iter().any(|place| open(&self.bounds, place)) {
            return;
        }
        self.search.count_beside(self.bounds.bytes() + self.table.bytes());
        // Disproofs that the induction does not confirm are taken back and searched once more.
        loop {
            let mut believed = Vec::new();
            for place in places {
                if !open(&self.bounds, place) || self.limit.is_some() {
                    continue;
                }
                self.search.core_mut().allow(visits);
                let explored = self.search.explore(place.node, &place.moves, &self.bounds);
                self.bounds.extend(self.search.graph());
                if self.note(explored).is_some() {
                    believed.push(place.clone());
                }
            }
            self.search.core_mut().allow(None);
            self.search.induct(&mut self.bounds);
            if !believed.iter().any(|place| open(&self.bounds, place)) {
                return;
            }
            self.search.adopt(&self.bounds);
        }
    }

    /// Puts every position that play can reach into the graph and draws all conclusions, if that
    /// takes no more than so many expansions; else false.
    pub fn enumerate(&mut self, expansions: u64) -> bool {
        let result = enumerate::enumerate(self.search.core_mut(), expansions);
        self.conclude();
        self.search.adopt(&self.bounds);
        self.note(result).is_some()
    }

    /// Narrows the interval of a place until it is exact, in at most so many visits.
    pub fn settle(&mut self, place: &Place, visits: Option<u64>) -> Interval {
        self.refresh();
        self.bounds.extend(self.search.graph());
        if self.limit.is_none() && !self.bounds.get(place.node).is_settled() {
            let settled = self.prover().settle(place, visits);
            self.note(settled);
            self.search.induct(&mut self.bounds);
        }
        self.bounds.get(place.node)
    }

    /// Answers whether the attacker mates from a place within so many plies; `None` if the visits or
    /// a limit do not allow to find out.
    pub fn within(&mut self, place: &Place, plies: u32, visits: u64) -> Option<bool> {
        self.bounds.extend(self.search.graph());
        let interval = self.bounds.get(place.node);
        if interval.hi <= plies {
            return Some(true);
        }
        if interval.lo > plies {
            return Some(false);
        }
        if self.limit.is_some() {
            return None;
        }
        let answer = self.prover().within(place, plies, visits);
        self.note(answer)
    }

    fn prover(&mut self) -> Prover<'_, 'a, G> {
        Prover { search: &mut self.search, bounds: &mut self.bounds, table: &mut self.table }
    }

    /// Draws all conclusions from what is in the graph.
    pub fn conclude(&mut self) {
        self.search.induct(&mut self.bounds);
    }

    /// The interval of the problem's length where positions with nothing but futile interpositions
    /// count as mate.
    pub fn conventional_length(&mut self) -> Interval {
        self.by_convention(|analyst| analyst.settle(&Place::ROOT, None))
    }

    /// Asks questions while positions with nothing but futile interpositions count as mate. Places
    /// stay valid; intervals learnt inside hold inside only.
    pub fn by_convention<R>(&mut self, ask: impl FnOnce(&mut Self) -> R) -> R {
        let mut strict = std::mem::take(&mut self.bounds);
        self.bounds.exchange_edges(&mut strict);
        let table = std::mem::take(&mut self.table);
        self.search.count_as(Counting::Conventional, &mut self.bounds);
        self.is_stale = false;
        let answer = ask(self);
        self.search.set_counting(Counting::Strict);
        strict.exchange_edges(&mut self.bounds);
        (self.bounds, self.table) = (strict, table);
        self.bounds.extend(self.search.graph());
        self.is_stale = true;
        answer
    }

    /// Makes the numbers of the nodes right after the counting has changed.
    fn refresh(&mut self) {
        if std::mem::take(&mut self.is_stale) {
            self.search.induct(&mut self.bounds);
            self.search.adopt(&self.bounds);
        }
    }

    /// A move that keeps to a mate in so many plies after it, where the mate is known and how it goes was
    /// forgotten for want of memory; `None` if a limit does not allow to find it again.
    fn find_again(&mut self, place: &Place, plies: u32) -> Option<Choice> {
        let attacker = self.graph().node(place.node).attacker;
        let mut longest = None;
        for mut choice in self.choices(place)? {
            if self.within(&choice.place, plies, u64::MAX)? {
                choice.interval = self.bounds.get(choice.place.node);
                if attacker {
                    return Some(choice);
                }
                let better = |known: &Choice| known.interval.hi < choice.interval.hi;
                if longest.as_ref().is_none_or(better) {
                    longest = Some(choice);
                }
            }
        }
        longest
    }

    /// The main line from a place whose interval is exact, or at least known to be won: both sides
    /// play best as far as that is proved. Among equals the moves of `published` are preferred, as
    /// long as they are followed, then the move that comes first by its squares. So many visits may
    /// be spent on each move of unknown worth.
    ///
    /// The line ends early if the limits do not allow to find a move again that was forgotten for want of
    /// memory.
    pub fn line(&mut self, from: &Place, published: &[PackedMove], visits: u64) -> Vec<LineMove> {
        let mut line = Vec::new();
        let mut place = from.clone();
        let mut followed = Some(published);
        while self.bounds.get(place.node).hi != 0 {
            let interval = self.bounds.get(place.node);
            debug_assert!(interval.hi != NEVER, "only won positions have a main line");
            let Some(mut choices) = self.choices(&place) else { break };
            choices.sort_unstable_by_key(|choice| choice.mv);
            let attacker = self.graph().node(place.node).attacker;
            let next = interval.hi - 1;
            let exact = interval.is_settled();
            let mut unknown = 0;
            let mut equals = Vec::new();
            for choice in choices {
                let equal = if !exact {
                    None
                } else if attacker {
                    self.within(&choice.place, next, visits)
                } else if next == 1 {
                    Some(true)
                } else {
                    self.within(&choice.place, next - 2, visits).map(|sooner| !sooner)
                };
                match equal {
                    Some(true) => equals.push(choice),
                    Some(false) => {}
                    None => {
                        unknown += 1;
                        let interval = self.bounds.get(choice.place.node);
                        if !exact && interval.hi == next {
                            equals.push(choice);
                        }
                    }
                }
            }
            let wanted = followed.and_then(|moves| moves.first());
            let known = equals
                .iter()
                .find(|choice| Some(&choice.mv) == wanted)
                .or_else(|| equals.first())
                .cloned();
            let Some(chosen) = known.or_else(|| self.find_again(&place, next)) else { break };
            followed =
                followed.filter(|moves| moves.first() == Some(&chosen.mv)).map(|moves| &moves[1..]);
            line.push(LineMove {
                mv: chosen.mv,
                equals: (unknown == 0 && !equals.is_empty()).then_some(equals.len() as u32),
            });
            place = chosen.place;
        }
        line
    }
}
