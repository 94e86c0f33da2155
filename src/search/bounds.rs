//! Proved intervals of exact lengths.

use super::graph::{Graph, NodeId, Stage};
use super::induction::{NEVER, Parents, lower_and_upper};
use super::ripple;

/// For every node the interval of its exact length in plies: the attacker mates in at least `lo` and
/// at most `hi` plies under best play; [`NEVER`] as `lo` means never, as `hi` means nothing proved.
#[derive(Default)]
pub struct Bounds {
    intervals: Vec<Interval>,
    /// Collections of the graph, and of the nodes reused since then those, that are taken account of.
    seen: (u16, usize),
    parents: Parents,
    /// How many of the grown nodes the last induction has taken account of, and after how many collections.
    grown_before: usize,
    grown_at: u16,
    /// Nodes narrowed since the last induction.
    narrowed: Vec<NodeId>,
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
        self.intervals[id as usize]
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.intervals.capacity() * size_of::<Interval>()
            + self.narrowed.capacity() * size_of::<NodeId>()
            + self.parents.bytes()
    }

    /// Takes account of nodes that the graph has gained, or that stand for other positions now.
    pub fn extend(&mut self, graph: &Graph) {
        self.seen = extend(&mut self.intervals, self.seen, graph);
    }

    /// The lower bounds of all nodes of the graph, which may have grown and forgotten since the last look.
    #[must_use]
    pub fn least(&self, graph: &Graph) -> Vec<u32> {
        let mut intervals = self.intervals.clone();
        extend(&mut intervals, self.seen, graph);
        // Of a node that stands for no position there may be an interval of the one it stood for.
        let lo = |(id, interval): (NodeId, Interval)| {
            if graph.is_live(id) { interval } else { first_interval(graph, id) }.lo
        };
        (0..).zip(intervals).map(lo).collect()
    }

    /// Bounds of all nodes of a graph of which nothing but lower bounds is known.
    #[must_use]
    pub fn of_least(graph: &Graph, least: &[u32]) -> Bounds {
        let mut bounds = Bounds::default();
        bounds.extend(graph);
        for (interval, &lo) in bounds.intervals.iter_mut().zip(least) {
            interval.lo = interval.lo.max(lo);
        }
        bounds
    }

    /// Narrows an interval to its intersection with `lo..=hi`.
    #[inline]
    pub fn narrow(&mut self, id: NodeId, lo: u32, hi: u32) {
        let interval = &mut self.intervals[id as usize];
        if interval.lo >= lo && interval.hi <= hi {
            return;
        }
        interval.lo = interval.lo.max(lo);
        interval.hi = interval.hi.min(hi);
        debug_assert!(interval.lo <= interval.hi || interval.lo == NEVER, "contradictory bounds");
        self.narrowed.push(id);
    }

    /// Draws all conclusions from the whole graph, both ways, keeping what is known. Takes time for
    /// what is new since the last time only.
    pub fn induct(&mut self, graph: &Graph) {
        self.extend(graph);
        self.parents.extend(graph);
        if self.grown_at != graph.collections() {
            self.grown_at = graph.collections();
            self.grown_before = 0;
            self.narrowed.clear();
        }
        let grown = &self.parents.grown()[self.grown_before..];
        if grown.len() > self.grown_before {
            self.induct_from_scratch(graph);
        } else {
            let narrowed = self.narrowed.iter().flat_map(|&id| self.parents.of(id));
            let suspects: Vec<NodeId> = grown.iter().copied().chain(narrowed).collect();
            ripple::spread(graph, &self.parents, &mut self.intervals, &suspects);
        }
        self.narrowed.clear();
        self.grown_before = self.parents.grown().len();
    }

    /// The same by sweeps over the whole graph.
    fn induct_from_scratch(&mut self, graph: &Graph) {
        let (lo, hi) = lower_and_upper(graph, &self.parents, |id| self.get(id).lo);
        for (interval, (lo, hi)) in self.intervals.iter_mut().zip(lo.into_iter().zip(hi)) {
            interval.lo = interval.lo.max(lo);
            interval.hi = interval.hi.min(hi);
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

/// Makes intervals new of nodes that stand for other positions than when the bounds were last extended (see
/// [`Bounds::seen`]), and adds those of new nodes; what has been seen then.
fn extend(intervals: &mut Vec<Interval>, seen: (u16, usize), graph: &Graph) -> (u16, usize) {
    let known = intervals.len();
    let (collections, mut reused) = seen;
    if collections != graph.collections() {
        for id in 0..known as NodeId {
            // Also those that were made before the last look: their like may have come after it.
            if graph.born(id) >= collections {
                intervals[id as usize] = first_interval(graph, id);
            }
        }
        // All that were reused since are among these.
        reused = usize::MAX;
    }
    let reused = graph.each_reused(reused, |id| {
        if let Some(interval) = intervals.get_mut(id as usize) {
            *interval = first_interval(graph, id);
        }
    });
    intervals.extend((known..graph.node_count()).map(|id| first_interval(graph, id as NodeId)));
    (graph.collections(), reused)
}

/// What a node's kind says of its length.
fn first_interval(graph: &Graph, id: NodeId) -> Interval {
    let node = graph.node(id);
    match (node.attacker, node.stage) {
        (true, Stage::MateInOne) => Interval { lo: 1, hi: 1 },
        (true, _) if graph.has_no_quick_mate(id) => Interval { lo: 3, hi: NEVER },
        (true, _) => Interval { lo: 1, hi: NEVER },
        (false, _) if graph.is_mate(id) => Interval { lo: 0, hi: 0 },
        (false, _) => Interval { lo: 2, hi: NEVER },
    }
}

/// One ply more; never stays never.
#[must_use]
pub fn one_more(plies: u32) -> u32 {
    plies.saturating_add(1)
}
