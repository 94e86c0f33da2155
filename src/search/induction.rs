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
    sweep(graph, &Parents::new(graph), open, |_| 1)
}

/// Lower and upper bounds of the exact lengths of all nodes. An open attacker's position counts as
/// won no sooner than in `least` plies, an odd number or [`NEVER`].
#[must_use]
pub fn lower_and_upper(graph: &Graph, least: impl Fn(NodeId) -> u32) -> (Vec<u32>, Vec<u32>) {
    let parents = Parents::new(graph);
    (sweep(graph, &parents, Open::Won, least), sweep(graph, &parents, Open::NotWon, |_| 1))
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
            for &parent in parents.of(id) {
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

/// The reversed edges, packed.
struct Parents {
    start: Vec<u32>,
    parent: Vec<NodeId>,
}

impl Parents {
    fn new(graph: &Graph) -> Parents {
        let count = graph.node_count();
        let resolved = |id: NodeId| {
            graph.edges(id).iter().map(|edge| edge.child).filter(|&child| child != UNRESOLVED)
        };
        let mut start = vec![0u32; count + 1];
        for id in 0..count as NodeId {
            for child in resolved(id) {
                start[child as usize + 1] += 1;
            }
        }
        for index in 0..count {
            start[index + 1] += start[index];
        }
        let mut parent = vec![0; start[count] as usize];
        // Filling moves every start to its end, which is the next one's start.
        for id in 0..count as NodeId {
            for child in resolved(id) {
                let slot = &mut start[child as usize];
                parent[*slot as usize] = id;
                *slot += 1;
            }
        }
        Parents { start, parent }
    }

    fn of(&self, id: NodeId) -> &[NodeId] {
        let begin = if id == 0 { 0 } else { self.start[id as usize - 1] };
        &self.parent[begin as usize..self.start[id as usize] as usize]
    }
}
