//! Proved intervals of exact lengths.

use std::sync::atomic::{AtomicU64, Ordering};

use super::cells::Cells;
use super::graph::{Counting, Graph, Node, NodeId, Stage};
use super::induction::{NEVER, Parents, lower_and_upper};
use super::ripple;

/// For every node the interval of its exact length in plies: the attacker mates in at least `lo` and
/// at most `hi` plies under best play; [`NEVER`] as `lo` means never, as `hi` means nothing proved.
///
/// Several threads may read and narrow intervals while they make the graph grow. Whatever is found out at a
/// time is true: it is concluded from intervals that are true, and they only become narrower.
#[derive(Default)]
pub struct Bounds {
    intervals: Intervals,
    /// Of nodes below this number all that stand for a position have got an interval.
    extended: usize,
    /// Collections of the graph, and of the nodes reused since then those, that are taken account of.
    seen: (u16, usize),
    parents: Parents,
    /// How many of the grown nodes the last induction has taken account of, and after how many collections.
    grown_before: usize,
    grown_at: u16,
    /// Nodes narrowed since the last induction.
    narrowed: Vec<NodeId>,
}

/// The intervals by node. A node that stands for no position has none, and one may be given its first interval
/// late.
#[derive(Default)]
pub(super) struct Intervals(Cells<AtomicU64, 10>);

impl Intervals {
    /// The interval of a node, if it has got one.
    #[inline]
    pub fn get(&self, id: NodeId) -> Option<Interval> {
        self.0.peek(id).and_then(|cell| Interval::of_word(cell.load(Ordering::Relaxed)))
    }

    /// The interval of a node; as wide as can be if it has none.
    #[inline]
    pub fn known(&self, id: NodeId) -> Interval {
        self.get(id).unwrap_or(Interval { lo: 0, hi: NEVER })
    }

    /// Gives a node this interval, or none.
    pub fn set(&self, id: NodeId, interval: Option<Interval>) {
        self.0.reach(id as usize + 1);
        self.0.cell(id).store(interval.map_or(0, Interval::word), Ordering::Relaxed);
    }

    /// Changes the interval of a node that has got one. No other thread may do so at the same time.
    #[inline]
    pub fn change(&self, id: NodeId, change: impl FnOnce(Interval) -> Interval) {
        let Some(cell) = self.0.peek(id) else { return };
        if let Some(interval) = Interval::of_word(cell.load(Ordering::Relaxed)) {
            cell.store(change(interval).word(), Ordering::Relaxed);
        }
    }
}

/// One interval; see [`Bounds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Proved lower bound.
    pub lo: u32,
    /// Proved upper bound.
    pub hi: u32,
}

impl Interval {
    /// True if the length is known exactly, or the position is known never to be won.
    #[must_use]
    pub fn is_settled(self) -> bool {
        self.lo >= self.hi
    }

    /// Never 0: the widest interval is not worth a word.
    fn word(self) -> u64 {
        u64::from(!self.hi) << 32 | u64::from(self.lo)
    }

    #[inline]
    fn of_word(word: u64) -> Option<Interval> {
        (word != 0).then_some(Interval { lo: word as u32, hi: !((word >> 32) as u32) })
    }

    /// What is in both.
    #[inline]
    pub(super) fn meet(self, other: Interval) -> Interval {
        Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) }
    }

    /// What no children say of the one who is to move: the attacker never mates, the defender is
    /// mated.
    pub(super) const fn of_no_children(attacker: bool) -> Interval {
        let plies = if attacker { NEVER } else { 0 };
        Interval { lo: plies, hi: plies }
    }

    /// What one child more says: the attacker takes the least of their lengths, the defender the
    /// greatest.
    #[inline]
    pub(super) fn with_child(self, attacker: bool, child: Interval) -> Interval {
        if attacker {
            Interval { lo: self.lo.min(child.lo), hi: self.hi.min(child.hi) }
        } else {
            Interval { lo: self.lo.max(child.lo), hi: self.hi.max(child.hi) }
        }
    }
}

impl Bounds {
    /// The interval of a node.
    #[inline]
    #[must_use]
    pub fn get(&self, id: NodeId) -> Interval {
        self.intervals.known(id)
    }

    /// The interval of a node that the graph may have gained just now.
    #[inline]
    #[must_use]
    pub(super) fn look_up(&self, graph: &Graph, id: NodeId) -> Interval {
        self.intervals.get(id).unwrap_or_else(|| first_interval(graph, id))
    }

    /// Bytes in use, those of the graph's list of grown nodes included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.intervals.0.bytes()
            + self.narrowed.capacity() * size_of::<NodeId>()
            + self.parents.bytes()
            + self.grown_before * size_of::<NodeId>()
    }

    /// Takes account of nodes that the graph has gained, or that stand for other positions now.
    pub fn extend(&mut self, graph: &Graph) {
        let (collections, mut reused) = self.seen;
        if collections != graph.collections() {
            for id in 0..self.extended as NodeId {
                if !graph.is_live(id) {
                    self.intervals.set(id, None);
                } else if self.is_outdated(graph, id) {
                    self.intervals.set(id, Some(first_interval(graph, id)));
                }
            }
            // All that were reused since are among these.
            reused = usize::MAX;
        }
        let reused = graph.each_reused(reused, |id| self.begin(graph, id));
        for id in self.extended..graph.node_count() {
            self.begin(graph, id as NodeId);
        }
        self.extended = graph.node_count();
        self.seen = (graph.collections(), reused);
    }

    /// True if the interval of a node may be that of another position, for which it stood when the bounds were
    /// last extended.
    fn is_outdated(&self, graph: &Graph, id: NodeId) -> bool {
        // Also those that were made before the last look: their like may have come after it.
        let collections = self.seen.0;
        collections != graph.collections() && graph.born(id) >= collections
    }

    /// Gives a node its first interval if it has none.
    #[inline]
    pub(super) fn begin(&self, graph: &Graph, id: NodeId) {
        self.intervals.0.reach(id as usize + 1);
        let node = graph.node(id);
        if node.is_live() {
            let cell = self.intervals.0.cell(id);
            let first = of_kind(node, graph.counting()).word();
            // Without a look at it: a page of memory that is read before it is written takes two faults.
            let _ = cell.compare_exchange(0, first, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// The lower bounds of all nodes of the graph, which may have grown and forgotten since the last look.
    #[must_use]
    pub fn least(&self, graph: &Graph) -> Vec<u32> {
        let lo = |id| match self.intervals.get(id) {
            Some(interval) if graph.is_live(id) && !self.is_outdated(graph, id) => interval.lo,
            _ => first_interval(graph, id).lo,
        };
        (0..graph.node_count() as NodeId).map(lo).collect()
    }

    /// Bounds of all nodes of a graph of which nothing but lower bounds is known.
    #[must_use]
    pub fn of_least(graph: &Graph, least: &[u32]) -> Bounds {
        let mut bounds = Bounds::default();
        bounds.extend(graph);
        for (id, &lo) in (0..).zip(least) {
            bounds.intervals.change(id, |first| Interval { lo: first.lo.max(lo), ..first });
        }
        bounds
    }

    /// Narrows an interval to its intersection with `lo..=hi`.
    pub fn narrow(&mut self, graph: &Graph, id: NodeId, lo: u32, hi: u32) {
        if self.narrow_by(graph, id, Interval { lo, hi }) {
            self.narrowed.push(id);
        }
    }

    /// Narrows an interval to its intersection with another; true if that makes it narrower.
    /// [`Bounds::note_narrowed`] must be told of it.
    pub(super) fn narrow_by(&self, graph: &Graph, id: NodeId, by: Interval) -> bool {
        self.intervals.0.reach(id as usize + 1);
        let narrowed = |word: u64| {
            let first = Interval::of_word(word);
            let interval = first.unwrap_or_else(|| first_interval(graph, id));
            let new = interval.meet(by);
            debug_assert!(new.lo <= new.hi || new.lo == NEVER, "contradictory bounds");
            (first != Some(new)).then_some(new.word())
        };
        let cell = self.intervals.0.cell(id);
        cell.fetch_update(Ordering::Relaxed, Ordering::Relaxed, narrowed).is_ok()
    }

    /// Takes account of nodes that have been narrowed.
    pub(super) fn note_narrowed(&mut self, nodes: &mut Vec<NodeId>) {
        self.narrowed.append(nodes);
    }

    /// Draws all conclusions from the whole graph, both ways, keeping what is known. Takes time for
    /// what is new since the last time only.
    pub fn induct(&mut self, graph: &Graph) {
        self.induct_by(graph, 1);
    }

    /// The same by so many threads.
    pub(super) fn induct_by(&mut self, graph: &Graph, threads: usize) {
        self.extend(graph);
        self.parents.extend(graph);
        if self.grown_at != graph.collections() {
            self.grown_at = graph.collections();
            self.grown_before = 0;
            self.narrowed.clear();
        }
        if graph.grown_count() - self.grown_before > self.grown_before {
            self.induct_from_scratch(graph, threads);
        } else {
            let narrowed = self.narrowed.iter().flat_map(|&id| self.parents.of(id));
            let suspects: Vec<NodeId> = graph.grown(self.grown_before).chain(narrowed).collect();
            ripple::spread(graph, &self.parents, &self.intervals, &suspects, threads);
        }
        self.narrowed.clear();
        self.grown_before = graph.grown_count();
    }

    /// The same by sweeps over the whole graph.
    fn induct_from_scratch(&mut self, graph: &Graph, threads: usize) {
        let least = |id| self.get(id).lo;
        let (lo, hi) = lower_and_upper(graph, &self.parents, least, threads > 1);
        for (id, (lo, hi)) in (0..).zip(lo.into_iter().zip(hi)) {
            self.intervals
                .change(id, |before| Interval { lo: before.lo.max(lo), hi: before.hi.min(hi) });
        }
    }

    /// Exchanges with other bounds over the same graph what depends on nothing but the graph.
    pub fn exchange_edges(&mut self, other: &mut Bounds) {
        std::mem::swap(&mut self.parents, &mut other.parents);
    }

    /// The interval of a node that follows from those of its children; the node's own if its
    /// children are not known.
    #[must_use]
    pub fn from_children(&self, graph: &Graph, id: NodeId) -> Interval {
        ripple::from_children(graph, &self.intervals, id)
    }
}

/// What a node's kind says of its length.
fn first_interval(graph: &Graph, id: NodeId) -> Interval {
    of_kind(graph.node(id), graph.counting())
}

fn of_kind(node: Node<'_>, counting: Counting) -> Interval {
    match (node.attacker, node.stage) {
        (true, Stage::MateInOne) => Interval { lo: 1, hi: 1 },
        (true, _) if node.has_no_quick_mate() => Interval { lo: 3, hi: NEVER },
        (true, _) => Interval { lo: 1, hi: NEVER },
        (false, _) if node.is_mate(counting) => Interval { lo: 0, hi: 0 },
        (false, _) => Interval { lo: 2, hi: NEVER },
    }
}

/// One ply more; never stays never.
#[must_use]
pub fn one_more(plies: u32) -> u32 {
    plies.saturating_add(1)
}
