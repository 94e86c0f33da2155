//! What a position's children say of it.

use super::{VIRTUAL_LOSS, Walk};
use crate::search::graph::{Edge, INFINITE, LARGEST, NodeId, Stage};
use crate::search::repetition::Lean;
use crate::search::weights::{Weight, weak_sum};

/// What each rival of the hardest child adds to the weak sum at the attacker's positions.
const RIVAL_CHECK: Weight = (3, 4);

/// The same at the defender's.
const RIVAL_EVASION: Weight = (3, 2);

/// What the children say of a node.
pub(super) struct Evaluation {
    pub proof: u32,
    pub disproof: u32,
    /// What a disproof leans on.
    pub lean: Lean,
    /// The child to look into; `None`: others are at work on all of them.
    pub best: Option<Edge>,
    /// The number of the best child's nearest rival, of the kind that the node minimises.
    pub second: u32,
    /// An unsolved child was first met no deeper than this node.
    pub old_child: bool,
}

/// Looks at the children of a node, `depth` plies from the problem's position, with its attacker or defender to
/// move.
pub(super) fn evaluate<const ATTACKER: bool>(walk: Walk<'_>, id: NodeId, depth: u32) -> Evaluation {
    let Walk { graph, records, path } = walk;
    // The attacker minimises proof numbers, the defender disproof numbers.
    let mut least = INFINITE;
    let mut first = INFINITE;
    let mut second = INFINITE;
    let mut greatest = 0;
    let mut best = None;
    let mut unsolved = 0;
    let mut old_child = false;
    let mut lean = Lean::NOTHING;
    let mut refuted = false;
    for edge in graph.edges(id) {
        let child = graph.hot(edge.child);
        let disproof = if child.disproof == 0 {
            Some(Lean::NOTHING)
        } else if child.visitors != 0
            && let Some(depth) = path.depth_of(edge.child)
        {
            Some(Lean::on(depth))
        } else {
            records.recall(child.record, path)
        };
        if let Some(on) = disproof {
            if ATTACKER {
                lean = lean.and(on);
            } else if !refuted || on.shallowest > lean.shallowest {
                // One is enough: the one that leans on the least of the path.
                refuted = true;
                lean = on;
            }
            continue;
        }
        if child.proof == 0 {
            if ATTACKER {
                least = 0;
                break;
            }
            continue;
        }
        unsolved += 1;
        old_child |= u32::from(child.min_depth) <= depth;
        let (minimised, other) =
            if ATTACKER { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
        greatest = greatest.max(other);
        least = least.min(minimised);
        let mut rank = minimised;
        if child.visitors != 0 {
            // Others are there: it is not on this worker's path.
            if graph.node(edge.child).stage == Stage::Leaf {
                continue;
            }
            rank = rank.saturating_add(VIRTUAL_LOSS * u32::from(child.visitors));
        }
        if rank <= first {
            second = first;
            first = rank;
            best = Some(edge);
        } else if rank < second {
            second = rank;
        }
    }
    let weak_sum = weak_sum(greatest, unsolved, if ATTACKER { RIVAL_CHECK } else { RIVAL_EVASION });
    let (proof, disproof) = match (ATTACKER, unsolved) {
        (true, _) if least == 0 => (0, INFINITE),
        (true, 0) => (INFINITE, 0),
        (true, _) => (least.min(LARGEST), weak_sum),
        (false, _) if refuted => (INFINITE, 0),
        (false, 0) => (0, INFINITE),
        (false, _) => (weak_sum, least.min(LARGEST)),
    };
    Evaluation { proof, disproof, lean, best, second, old_child }
}
