//! The whole check graph of a position, solved by one backward pass.
//!
//! Where the positions that play can reach are few enough, putting all of them into the graph gives
//! every length, dual and disproof at once, and a judge of the other methods.

use super::bounds::Bounds;
use super::core::{Core, Pause};
use super::game::Game;
use super::graph::{Graph, NodeId, Stage};

/// A node on the way down, and the next of its edges to follow.
struct Frame {
    node: NodeId,
    next: usize,
    /// True for all but the one at the bottom.
    moved: bool,
}

/// Puts every position that play from the root can reach into the graph, expanding at most so many
/// attacker's positions. The game must stand at the root.
///
/// # Errors
/// [`Pause::Allowance`] if there are more, or a limit.
pub fn enumerate<G: Game>(core: &mut Core<'_, G>, expansions: u64) -> Result<(), Pause> {
    let mut frames = vec![Frame { node: Graph::ROOT, next: 0, moved: false }];
    let mut seen = vec![false; core.graph.node_count()];
    seen[Graph::ROOT as usize] = true;
    let mut expanded = 0;
    // Nothing is known before all is there.
    let bounds = Bounds::default();
    let result = loop {
        let depth = (frames.len() as u32).saturating_sub(1);
        let Some(frame) = frames.last_mut() else { break Ok(()) };
        let node = frame.node;
        if frame.next == 0 && core.graph.node(node).stage != Stage::Expanded {
            expanded += u64::from(core.graph.node(node).attacker);
            if expanded > expansions {
                break Err(Pause::Allowance);
            }
            if let Err(pause) = core.tick(&bounds).and_then(|()| core.grow(node, depth, seen.len()))
            {
                break Err(pause);
            }
            if core.graph.node(node).stage == Stage::MateInOne {
                core.complete(node, depth);
            }
            seen.resize(core.graph.node_count(), false);
        }
        if let Some(edge) = core.graph.edges(node).get(frame.next) {
            frame.next += 1;
            if !std::mem::replace(&mut seen[edge.child as usize], true) {
                core.game.make(edge.mv);
                frames.push(Frame { node: edge.child, next: 0, moved: true });
            }
        } else if frames.pop().is_some_and(|frame| frame.moved) {
            core.game.unmake();
        }
    };
    for frame in frames {
        if frame.moved {
            core.game.unmake();
        }
    }
    result
}
