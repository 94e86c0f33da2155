//! Proved intervals of exact lengths.

use super::graph::{Graph, NodeId, Stage};
use super::induction::{NEVER, lower_and_upper};

/// For every node the interval of its exact length in plies: the attacker mates in at least `lo` and
/// at most `hi` plies under best play; [`NEVER`] as `lo` means never, as `hi` means nothing proved.
#[derive(Default)]
pub struct Bounds {
    intervals: Vec<Interval>,
    /// Collections of the graph, and of the nodes reused since then those, that are taken account of.
    seen: (u16, usize),
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
    }

    /// Takes account of nodes that the graph has gained, or that stand for other positions now.
    pub fn extend(&mut self, graph: &Graph) {
        let known = self.intervals.len();
        let (collections, reused) = self.seen;
        if collections != graph.collections() {
            for id in 0..known as NodeId {
                // Also those that were made before the last look: their like may have come after it.
                if graph.born(id) >= collections {
                    self.intervals[id as usize] = first_interval(graph, id);
                }
            }
        } else {
            for &id in graph.reused().get(reused..).unwrap_or_default() {
                if (id as usize) < known {
                    self.intervals[id as usize] = first_interval(graph, id);
                }
            }
        }
        self.seen = (graph.collections(), graph.reused().len());
        self.intervals
            .extend((known..graph.node_count()).map(|id| first_interval(graph, id as NodeId)));
    }

    /// Narrows an interval to its intersection with `lo..=hi`.
    #[inline]
    pub fn narrow(&mut self, id: NodeId, lo: u32, hi: u32) {
        let interval = &mut self.intervals[id as usize];
        interval.lo = interval.lo.max(lo);
        interval.hi = interval.hi.min(hi);
        debug_assert!(interval.lo <= interval.hi || interval.lo == NEVER, "contradictory bounds");
    }

    /// Draws all conclusions from the whole graph, both ways, keeping what is known.
    pub fn induct(&mut self, graph: &Graph) {
        self.extend(graph);
        let (lo, hi) = lower_and_upper(graph, |id| self.get(id).lo);
        for id in 0..graph.node_count() {
            self.narrow(id as NodeId, lo[id], hi[id]);
        }
    }

    /// The interval of a node that follows from those of its children; the node's own if its
    /// children are not known.
    #[must_use]
    pub fn from_children(&self, graph: &Graph, id: NodeId) -> Interval {
        let node = graph.node(id);
        if node.stage != Stage::Expanded || graph.is_mate(id) {
            return self.get(id);
        }
        let children = graph.edges(id).iter().map(|edge| self.get(edge.child));
        if node.attacker {
            let (lo, hi) = children
                .fold((NEVER, NEVER), |(lo, hi), child| (lo.min(child.lo), hi.min(child.hi)));
            Interval { lo: one_more(lo), hi: one_more(hi) }
        } else {
            let (lo, hi) =
                children.fold((0, 0), |(lo, hi), child| (lo.max(child.lo), hi.max(child.hi)));
            Interval { lo: one_more(lo), hi: one_more(hi) }
        }
    }
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
