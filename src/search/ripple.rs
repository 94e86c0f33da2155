//! Backward induction that starts from what is new and goes no further than it changes something.
//!
//! The lengths of all nodes are the only solution of "the attacker's is one more than the least of its
//! children, the defender's one more than the greatest" for given lengths of the open nodes: two
//! solutions could not differ at the least length of either at which they do. So bounds that meet
//! these equations everywhere are those that a sweep over the whole graph yields (see
//! [`super::induction`]).
//!
//! * Upper bounds only fall; they are lowered in the order of their new values, as by Dijkstra.
//! * Lower bounds rise, without end round loops if they rose step by step. A bound that its children
//!   no longer support becomes "never" first, and then falls to what is left for it: the incremental
//!   algorithm of Ramalingam and Reps 1996 (*An incremental algorithm for a generalization of the
//!   shortest-path problem*), in the order of the lesser of old and new value.

use std::panic::resume_unwind;

use super::bounds::{Interval, Intervals, one_more};
use super::graph::{Edges, Graph, NodeId, Stage};
use super::induction::{NEVER, Parents};

/// So few suspects are looked at by one thread.
const FEW: usize = 20_000;

/// Draws all conclusions from the suspects: every node whose interval may not be what follows from
/// those of its children. So many threads look at them.
pub(super) fn spread(
    graph: &Graph,
    parents: &Parents,
    intervals: &Intervals,
    suspects: &[NodeId],
    threads: usize,
) {
    let mut ripple = Ripple { graph, parents, intervals, queue: Queue::default() };
    let mut lower = Queue::default();
    // Both bounds of a node at once: finding its children is what takes the time.
    let guilty = |suspects: &[NodeId]| -> Vec<(NodeId, Interval)> {
        let news = suspects.iter().map(|&id| (id, ripple.implied(id)));
        news.filter(|&(id, new)| new != intervals.known(id)).collect()
    };
    let guilty = if threads > 1 && suspects.len() > FEW {
        std::thread::scope(|scope| {
            let parts = suspects.chunks(suspects.len().div_ceil(threads));
            let parts: Vec<_> = parts.map(|part| scope.spawn(|| guilty(part))).collect();
            parts
                .into_iter()
                .flat_map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    } else {
        guilty(suspects)
    };
    for (id, new) in guilty {
        let old = intervals.known(id);
        if new.hi < old.hi {
            ripple.queue.push(new.hi, id);
        }
        if new.lo != old.lo {
            lower.push(new.lo.min(old.lo), id);
        }
    }
    ripple.lower_upper_bounds();
    ripple.queue = lower;
    ripple.raise_lower_bounds();
}

/// The interval of a node that follows from those of its children; the node's own if its children
/// are not known.
#[must_use]
pub(super) fn from_children(graph: &Graph, intervals: &Intervals, id: NodeId) -> Interval {
    let node = graph.node(id);
    if node.stage != Stage::Expanded || graph.is_mate(id) {
        return intervals.known(id);
    }
    let children = graph.edges(id).iter().map(|edge| intervals.known(edge.child));
    let Interval { lo, hi } = children
        .fold(Interval::of_no_children(node.attacker), |all, child| {
            all.with_child(node.attacker, child)
        });
    Interval { lo: one_more(lo), hi: one_more(hi) }
}

struct Ripple<'a> {
    graph: &'a Graph,
    parents: &'a Parents,
    intervals: &'a Intervals,
    queue: Queue,
}

impl Ripple<'_> {
    /// The edges that a node's bounds follow from; `None` if they follow from none.
    fn edges(&self, id: NodeId) -> Option<Edges<'_>> {
        let known = self.graph.node(id).stage == Stage::Expanded && !self.graph.is_mate(id);
        known.then(|| self.graph.edges(id))
    }

    fn hi(&self, id: NodeId) -> u32 {
        self.intervals.known(id).hi
    }

    fn lo(&self, id: NodeId) -> u32 {
        self.intervals.known(id).lo
    }

    /// What follows from the children, and from the kind of the node.
    fn implied(&self, id: NodeId) -> Interval {
        let interval = from_children(self.graph, self.intervals, id);
        match self.graph.node(id).stage {
            Stage::MateInOne => Interval { hi: 1, ..interval },
            _ => interval,
        }
    }

    /// The upper bound that follows from the children.
    fn upper(&self, id: NodeId) -> u32 {
        if self.graph.node(id).stage == Stage::MateInOne {
            return 1;
        }
        let Some(edges) = self.edges(id) else { return self.hi(id) };
        let mut children = edges.iter().map(|edge| self.hi(edge.child));
        one_more(if self.graph.node(id).attacker {
            children.min().unwrap_or(NEVER)
        } else {
            // One that is not known to lose is enough.
            children.try_fold(0, |most, hi| (hi != NEVER).then(|| hi.max(most))).unwrap_or(NEVER)
        })
    }

    /// The lower bound that follows from the children.
    fn lower(&self, id: NodeId) -> u32 {
        let Some(edges) = self.edges(id) else { return self.lo(id) };
        let children = edges.iter().map(|edge| self.lo(edge.child));
        let lo = if self.graph.node(id).attacker { children.min() } else { children.max() };
        one_more(lo.unwrap_or(NEVER))
    }

    fn lower_upper_bounds(&mut self) {
        while let Some((plies, id)) = self.queue.pop() {
            if self.hi(id) <= plies {
                continue;
            }
            self.intervals.change(id, |before| Interval { hi: plies, ..before });
            for parent in self.parents.of(id) {
                if !self.graph.node(parent).attacker {
                    self.suspect_upper(parent);
                } else if self.hi(parent) > plies + 1 {
                    self.queue.push(plies + 1, parent);
                }
            }
        }
    }

    fn suspect_upper(&mut self, id: NodeId) {
        let hi = self.upper(id);
        if hi < self.hi(id) {
            self.queue.push(hi, id);
        }
    }

    /// A node whose bound is not what follows from its children is in the queue at the lesser of
    /// the two; what is in the queue elsewhere is out of date.
    fn raise_lower_bounds(&mut self) {
        while let Some((plies, id)) = self.queue.pop() {
            let (old, new) = (self.lo(id), self.lower(id));
            if old == new || old.min(new) != plies {
                continue;
            }
            if new < old {
                self.intervals.change(id, |before| Interval { lo: new, ..before });
                for parent in self.parents.of(id) {
                    if !self.graph.node(parent).attacker {
                        self.suspect_lower(parent);
                    } else if self.lo(parent) > new + 1 {
                        self.queue.push(new + 1, parent);
                    }
                }
            } else {
                self.intervals.change(id, |before| Interval { lo: NEVER, ..before });
                if new != NEVER {
                    self.queue.push(new, id);
                }
                for parent in self.parents.of(id) {
                    // An attacker with a lesser bound does not lean on this child.
                    let lo = self.lo(parent);
                    if !self.graph.node(parent).attacker {
                        if lo != NEVER {
                            self.queue.push(lo, parent);
                        }
                    } else if lo > old {
                        self.suspect_lower(parent);
                    }
                }
            }
        }
    }

    fn suspect_lower(&mut self, id: NodeId) {
        let (old, new) = (self.lo(id), self.lower(id));
        if old != new {
            self.queue.push(old.min(new), id);
        }
    }
}

/// Nodes by plies, least first.
#[derive(Default)]
struct Queue {
    buckets: Vec<Vec<NodeId>>,
    /// No bucket before it holds anything.
    least: usize,
}

impl Queue {
    fn push(&mut self, plies: u32, id: NodeId) {
        let plies = plies as usize;
        if plies >= self.buckets.len() {
            self.buckets.resize_with(plies + 1, Vec::new);
        }
        self.buckets[plies].push(id);
        self.least = self.least.min(plies);
    }

    fn pop(&mut self) -> Option<(u32, NodeId)> {
        loop {
            let bucket = self.buckets.get_mut(self.least)?;
            if let Some(id) = bucket.pop() {
                return Some((self.least as u32, id));
            }
            self.least += 1;
        }
    }
}
