//! Backward induction over the explicit graph, linear in its size.
//!
//! With open positions counted as not won it yields, for every position, the shortest mate inside
//! the explored graph: an upper bound of its length that one line achieves consistently. With open
//! positions counted as won (*optimistic*) it yields what could still be won at all: every position
//! outside is never won, whatever the path, because from each attacker's position there every check
//! leads to a defender's position outside, which has an evasion back to such an attacker's position.
//!
//! The method is retrograde analysis (Thompson 1986; Kishimoto and Müller 2004 on the
//! graph-history-interaction problem that it avoids).

use super::graph::{Graph, NodeId, Stage, UNRESOLVED};

/// Length of a position that is not won in the sense of the sweep.
pub const NEVER: u32 = u32::MAX;

/// How positions that the search has not looked into are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// As won as soon as it could be: an attacker's position by a mate in one, a defender's, who
    /// has an evasion, by a mate after it.
    Won,
    /// As not won.
    NotWon,
}

/// For every node, the number of plies to the win under best play of both sides, or [`NEVER`].
#[must_use]
pub fn lengths(graph: &Graph, open: Open) -> Vec<u32> {
    let mut parents = Parents::default();
    parents.extend(graph);
    sweep(graph, &parents, open, |_| 1)
}

/// Lower and upper bounds of the exact lengths of all nodes. An open attacker's position counts as
/// won no sooner than in `least` plies, an odd number or [`NEVER`]. `parents` must be up to date. One thread or
/// two.
#[must_use]
pub(super) fn lower_and_upper(
    graph: &Graph,
    parents: &Parents,
    least: impl Fn(NodeId) -> u32,
    two_threads: bool,
) -> (Vec<u32>, Vec<u32>) {
    let upper = || sweep(graph, parents, Open::NotWon, |_| 1);
    if !two_threads {
        return (sweep(graph, parents, Open::Won, least), upper());
    }
    std::thread::scope(|scope| {
        let upper = scope.spawn(upper);
        let lower = sweep(graph, parents, Open::Won, least);
        let upper = upper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (lower, upper)
    })
}

/// The lengths of all nodes with open positions counted as won, and as not won, by two threads if
/// `two_threads`.
#[must_use]
pub(super) fn both_lengths(graph: &Graph, two_threads: bool) -> (Vec<u32>, Vec<u32>) {
    let mut parents = Parents::default();
    parents.extend(graph);
    lower_and_upper(graph, &parents, |_| 1, two_threads)
}

fn sweep(graph: &Graph, parents: &Parents, open: Open, least: impl Fn(NodeId) -> u32) -> Vec<u32> {
    let count = graph.node_count();
    let mut length = vec![NEVER; count];
    // Evasions of a defender's node that are not yet known to lose.
    let mut escapes: Vec<u16> = Vec::with_capacity(count);
    let mut layer: Vec<NodeId> = Vec::new();
    let mut leaves: Vec<NodeId> = Vec::new();
    let mut unresolved: Vec<NodeId> = Vec::new();
    let mut delayed: Vec<(u32, NodeId)> = Vec::new();
    for id in 0..count as NodeId {
        let node = graph.node(id);
        escapes.push(if node.attacker { 1 } else { graph.edges(id).len() as u16 });
        match node.stage {
            _ if graph.is_mate(id) => {
                length[id as usize] = 0;
                layer.push(id);
            }
            Stage::Leaf if open == Open::Won => match least(id) {
                1 => leaves.push(id),
                plies => delayed.push((plies, id)),
            },
            Stage::Unresolved if open == Open::Won => unresolved.push(id),
            _ => {}
        }
    }
    let mut plies = 0;
    let mut next = Vec::new();
    delayed.retain(|&(least, _)| least != NEVER);
    delayed.sort_unstable_by_key(|&(least, _)| std::cmp::Reverse(least));
    while !layer.is_empty() || !leaves.is_empty() || !unresolved.is_empty() || !delayed.is_empty() {
        plies += 1;
        // Open positions join the layer of the plies that they are counted with.
        let mut opened = match plies {
            1 => std::mem::take(&mut leaves),
            2 => std::mem::take(&mut unresolved),
            _ => Vec::new(),
        };
        while let Some((_, id)) = delayed.pop_if(|&mut (least, _)| least <= plies) {
            opened.push(id);
        }
        for id in opened {
            length[id as usize] = plies;
            next.push(id);
        }
        for id in layer.drain(..) {
            for parent in parents.of(id) {
                if length[parent as usize] != NEVER {
                    continue;
                }
                let left = &mut escapes[parent as usize];
                *left -= 1;
                if *left == 0 {
                    length[parent as usize] = plies;
                    next.push(parent);
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
    }
    length
}

/// The reversed edges, kept from one induction to the next.
///
/// Every node heads a chain of links to its parents. An attacker's node of which first only the
/// mating check was kept (see [`Graph::complete`]) may be found twice through that check.
#[derive(Default)]
pub struct Parents {
    /// 1 + the first link of each node; 0 = none.
    first: Vec<u32>,
    links: Vec<Link>,
    /// 1 + the edges of each node that are reversed; 0 = it has got none yet.
    reversed: Vec<u16>,
    /// How many of the graph's grown nodes are taken account of, and after how many collections; after another
    /// one all begins anew.
    seen: usize,
    collections: u16,
}

/// One reversed edge.
struct Link {
    parent: NodeId,
    /// 1 + the next link of the same child; 0 = none.
    next: u32,
}

impl Parents {
    /// Reverses the edges that the graph has gained.
    pub fn extend(&mut self, graph: &Graph) {
        if self.collections != graph.collections() {
            *self = Parents { collections: graph.collections(), ..Parents::default() };
        }
        let count = graph.node_count();
        self.first.resize(count, 0);
        self.reversed.resize(count, 0);
        if self.links.is_empty() {
            // A table that grows takes up to twice the memory.
            let edges = graph.grown(self.seen).map(|id| graph.edges(id).len()).sum();
            self.links.reserve_exact(edges);
        }
        for id in graph.grown(self.seen) {
            let edges = graph.edges(id);
            let reversed = &mut self.reversed[id as usize];
            if usize::from(*reversed) == edges.len() + 1 {
                continue;
            }
            *reversed = edges.len() as u16 + 1;
            for edge in edges {
                debug_assert!(
                    edge.child != UNRESOLVED,
                    "a node with unresolved edges is not grown"
                );
                let first = &mut self.first[edge.child as usize];
                self.links.push(Link { parent: id, next: *first });
                *first = self.links.len() as u32;
            }
        }
        self.seen = graph.grown_count();
    }

    /// The parents of a node.
    pub fn of(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let mut next = self.first[id as usize];
        std::iter::from_fn(move || {
            let link = self.links.get(next.checked_sub(1)? as usize)?;
            next = link.next;
            Some(link.parent)
        })
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.first.capacity() * size_of::<u32>()
            + self.reversed.capacity() * size_of::<u16>()
            + self.links.capacity() * size_of::<Link>()
    }
}
