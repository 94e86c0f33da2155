//! Length-bounded search: is there a mate within so many plies?
//!
//! df-pn over (position, plies left). The plies left decrease with every move, so there is no cycle
//! and no history problem; what is learnt about a position at one bound is shared with all others
//! through its proved interval (see [`super::bounds`]).

use rustc_hash::FxHashMap;

use super::bounds::Bounds;
use super::core::{Core, Pause};
use super::game::Game;
use super::graph::{INFINITE, LARGEST, NodeId, Stage};
use super::induction::NEVER;

/// Proof and disproof number of a position at a bound.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

struct Frame {
    node: NodeId,
    plies: u32,
    limit: Numbers,
}

/// The table of numbers, kept from one question about a problem to the next.
#[derive(Default)]
pub struct BoundedTable {
    numbers: FxHashMap<u64, Numbers>,
}

impl BoundedTable {
    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.numbers.capacity() * (size_of::<u64>() + size_of::<Numbers>() + 1) * 8 / 7
    }
}

/// Answers whether the attacker mates from `node` within `plies`, by narrowing its interval until
/// `hi <= plies` or `lo > plies`. The game must stand at the node, `depth` plies from the problem's
/// position.
///
/// # Errors
/// If a limit is reached first; what was learnt stays in the bounds.
pub fn mates_within<G: Game>(
    core: &mut Core<'_, G>,
    bounds: &mut Bounds,
    table: &mut BoundedTable,
    node: NodeId,
    plies: u32,
    depth: u32,
) -> Result<bool, Pause> {
    bounds.extend(&core.graph);
    let mut search = Bounded { core, bounds, table, frames: Vec::new(), depth };
    let result = search.run(node, plies);
    while search.frames.len() > 1 {
        search.frames.pop();
        search.core.game.unmake();
    }
    result.map(|()| bounds.get(node).hi <= plies)
}

struct Bounded<'s, 'a, G: Game> {
    core: &'s mut Core<'a, G>,
    bounds: &'s mut Bounds,
    table: &'s mut BoundedTable,
    frames: Vec<Frame>,
    depth: u32,
}

fn table_key(node: NodeId, plies: u32) -> u64 {
    u64::from(node) << 32 | u64::from(plies)
}

impl<G: Game> Bounded<'_, '_, G> {
    fn run(&mut self, node: NodeId, plies: u32) -> Result<(), Pause> {
        self.frames.push(Frame {
            node,
            plies,
            limit: Numbers { proof: INFINITE, disproof: INFINITE },
        });
        loop {
            self.core.tick()?;
            self.grow()?;
            if !self.visit() && self.frames.len() == 1 {
                return Ok(());
            }
        }
    }

    /// Gives the node on top its children, or settles it without.
    fn grow(&mut self) -> Result<(), Pause> {
        let Frame { node, plies, .. } = *self.frames.last().expect("invariant: a frame");
        let interval = self.bounds.get(node);
        if interval.hi <= plies || interval.lo > plies {
            return Ok(());
        }
        let extra = self.table.bytes() + self.bounds.bytes();
        let depth = self.depth + self.frames.len() as u32 - 1;
        if self.core.graph.node(node).stage == Stage::Leaf && plies == 1 {
            self.core.may_expand(extra)?;
            if !self.core.has_mate_in_one(node) {
                self.bounds.narrow(node, 3, NEVER);
                return Ok(());
            }
        }
        self.core.grow(node, depth, extra)?;
        self.bounds.extend(&self.core.graph);
        if self.core.graph.node(node).stage == Stage::MateInOne {
            self.bounds.narrow(node, 1, 1);
        }
        Ok(())
    }

    /// Evaluates the node on top; enters its best child and returns true, or leaves it.
    fn visit(&mut self) -> bool {
        let Frame { node, plies, limit } = *self.frames.last().expect("invariant: a frame");
        let derived = self.bounds.from_children(&self.core.graph, node);
        self.bounds.narrow(node, derived.lo, derived.hi);
        let interval = self.bounds.get(node);
        if interval.hi <= plies || interval.lo > plies {
            self.table.numbers.remove(&table_key(node, plies));
            return self.leave();
        }
        let attacker = self.core.graph.node(node).attacker;
        let mut least = INFINITE;
        let mut second = INFINITE;
        let mut greatest = 0;
        let mut unsolved: u32 = 0;
        let mut best = None;
        for edge in self.core.graph.edges(node) {
            let child = self.numbers(edge.child, plies - 1);
            let (minimised, other) = if attacker {
                (child.proof, child.disproof)
            } else {
                (child.disproof, child.proof)
            };
            if other == 0 {
                continue;
            }
            unsolved += 1;
            greatest = greatest.max(other);
            if minimised <= least {
                second = least;
                least = minimised;
                best = Some((*edge, child));
            } else if minimised < second {
                second = minimised;
            }
        }
        let (edge, child) = best.expect("invariant: an undecided node has an undecided child");
        let weak = (greatest + (unsolved - 1) / 2).min(LARGEST);
        let least = least.min(LARGEST);
        let numbers = if attacker {
            Numbers { proof: least, disproof: weak }
        } else {
            Numbers { proof: weak, disproof: least }
        };
        self.table.numbers.insert(table_key(node, plies), numbers);
        if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
            return self.leave();
        }
        let past_second = second.saturating_add(second / 4).saturating_add(1);
        let (proof, disproof) = if attacker {
            let others = numbers.disproof.saturating_sub(child.disproof);
            (limit.proof.min(past_second), limit.disproof.saturating_sub(others))
        } else {
            let others = numbers.proof.saturating_sub(child.proof);
            (limit.proof.saturating_sub(others), limit.disproof.min(past_second))
        };
        self.core.game.make(edge.mv);
        self.frames.push(Frame {
            node: edge.child,
            plies: plies - 1,
            limit: Numbers {
                proof: proof.max(child.proof + 1),
                disproof: disproof.max(child.disproof + 1),
            },
        });
        true
    }

    fn leave(&mut self) -> bool {
        if self.frames.len() > 1 {
            self.frames.pop();
            self.core.game.unmake();
            return true;
        }
        false
    }

    fn numbers(&self, node: NodeId, plies: u32) -> Numbers {
        let interval = self.bounds.get(node);
        if interval.hi <= plies {
            return WON;
        }
        if interval.lo > plies {
            return LOST;
        }
        if let Some(&known) = self.table.numbers.get(&table_key(node, plies)) {
            return known;
        }
        let graph = &self.core.graph;
        let replies = if graph.node(node).attacker { 1 } else { graph.edges(node).len() as u32 };
        Numbers { proof: replies.max(1), disproof: 1 }
    }
}
