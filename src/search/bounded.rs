//! Length-bounded search: is there a mate within so many plies?
//!
//! df-pn over (position, plies left). The plies left decrease with every move, so there is no cycle
//! and no history problem; what is learnt about a position at one bound is shared with all others
//! through its proved interval (see [`super::bounds`]).

use rustc_hash::FxHashMap;

use super::bounds::{Bounds, Interval, one_more};
use super::core::{Core, Pause};
use super::game::{Game, PackedMove};
use super::graph::{Graph, INFINITE, LARGEST, NodeId, Stage, Weight, weighed};
use super::induction::NEVER;

// Weights of their own, not those of the search for the first mate: see the measurements in benches/README.md.

/// What each rival of the hardest child adds to the weak sum.
const RIVAL: Weight = (3, 4);

/// A child may grow past the second best by one in so many.
const PAST_SECOND: u32 = 4;

/// Proof and disproof number of a position at a bound.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    /// Those of a node that was never asked about at the bound.
    fn first(graph: &Graph, id: NodeId) -> Numbers {
        let replies = if graph.node(id).attacker { 1 } else { graph.edges(id).len() as u32 };
        Numbers { proof: replies.max(1), disproof: 1 }
    }
}

const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

struct Frame {
    node: NodeId,
    /// The move that led to it; nothing at the bottom.
    mv: PackedMove,
    plies: u32,
    limit: Numbers,
}

/// The table of numbers, kept from one question about a problem to the next.
#[derive(Default)]
pub struct BoundedTable {
    /// For each node the numbers at the bound asked about last.
    recent: Vec<Entry>,
    /// Numbers of nodes at other bounds.
    others: FxHashMap<u64, Numbers>,
    /// Collections of the graph before; after another one all begins anew.
    collections: u16,
}

/// What is kept of a node.
#[derive(Clone, Copy)]
struct Entry {
    plies: u32,
    numbers: Numbers,
    /// Some are, or were, kept at other bounds.
    has_others: bool,
}

/// The numbers of an entry are those that a node starts with.
const NO_PLIES: u32 = u32::MAX;

impl BoundedTable {
    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.recent.capacity() * size_of::<Entry>()
            + self.others.capacity() * (size_of::<u64>() + size_of::<Numbers>() + 1) * 8 / 7
    }

    /// Takes account of nodes that the graph has gained.
    fn extend(&mut self, graph: &Graph) {
        if self.collections != graph.collections() {
            *self = BoundedTable { collections: graph.collections(), ..BoundedTable::default() };
        }
        let known = self.recent.len() as NodeId;
        self.recent.extend((known..graph.node_count() as NodeId).map(|id| Entry {
            plies: NO_PLIES,
            numbers: Numbers::first(graph, id),
            has_others: false,
        }));
    }

    /// The numbers of a node at a bound, if they are not those that it starts with.
    #[inline]
    fn get(&self, graph: &Graph, id: NodeId, plies: u32) -> Numbers {
        let entry = &self.recent[id as usize];
        if entry.plies == plies || entry.plies == NO_PLIES && !entry.has_others {
            return entry.numbers;
        }
        let other = if entry.has_others { self.others.get(&table_key(id, plies)) } else { None };
        other.copied().unwrap_or_else(|| Numbers::first(graph, id))
    }

    /// Keeps the numbers of a node whose interval this is.
    fn set(&mut self, id: NodeId, plies: u32, numbers: Numbers, interval: Interval) {
        let entry = &mut self.recent[id as usize];
        if entry.plies != plies {
            if entry.has_others {
                self.others.remove(&table_key(id, plies));
            }
            let is_open = interval.lo <= entry.plies && entry.plies < interval.hi;
            if entry.plies != NO_PLIES && is_open {
                self.others.insert(table_key(id, entry.plies), entry.numbers);
                entry.has_others = true;
            }
        }
        (entry.plies, entry.numbers) = (plies, numbers);
    }

    /// Forgets the numbers of a node at a bound at which it is decided.
    fn forget(&mut self, graph: &Graph, id: NodeId, plies: u32) {
        let entry = &mut self.recent[id as usize];
        if entry.plies == plies {
            (entry.plies, entry.numbers) = (NO_PLIES, Numbers::first(graph, id));
        } else if entry.has_others {
            self.others.remove(&table_key(id, plies));
        }
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
    table.extend(&core.graph);
    let mut search = Bounded { core, bounds, table, frames: Vec::new(), made: 0, depth };
    let result = search.run(node, plies);
    while search.frames.len() > 1 {
        search.leave();
    }
    result.map(|()| bounds.get(node).hi <= plies)
}

struct Bounded<'s, 'a, G: Game> {
    core: &'s mut Core<'a, G>,
    bounds: &'s mut Bounds,
    table: &'s mut BoundedTable,
    frames: Vec<Frame>,
    /// How many of the frames' moves the game has made: it follows only when it is needed.
    made: usize,
    depth: u32,
}

fn table_key(node: NodeId, plies: u32) -> u64 {
    u64::from(node) << 32 | u64::from(plies)
}

impl<G: Game> Bounded<'_, '_, G> {
    fn run(&mut self, node: NodeId, plies: u32) -> Result<(), Pause> {
        self.frames.push(Frame {
            node,
            mv: PackedMove(0),
            plies,
            limit: Numbers { proof: INFINITE, disproof: INFINITE },
        });
        loop {
            self.core.tick(self.bounds)?;
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
        let stage = self.core.graph.node(node).stage;
        if !stage.is_open() {
            return Ok(());
        }
        let extra = self.table.bytes() + self.bounds.bytes();
        let depth = self.depth + self.frames.len() as u32 - 1;
        for frame in &self.frames[self.made + 1..] {
            self.core.game.make(frame.mv);
        }
        self.made = self.frames.len() - 1;
        if stage == Stage::Leaf && plies == 1 {
            self.core.may_expand(extra)?;
            if !self.core.has_mate_in_one(node) {
                self.bounds.narrow(node, 3, NEVER);
                return Ok(());
            }
        }
        self.core.grow(node, depth, extra)?;
        self.bounds.extend(&self.core.graph);
        self.table.extend(&self.core.graph);
        if self.core.graph.node(node).stage == Stage::MateInOne {
            self.bounds.narrow(node, 1, 1);
        }
        Ok(())
    }

    /// Evaluates the node on top; enters its best child and returns true, or leaves it.
    fn visit(&mut self) -> bool {
        let Frame { node, plies, limit, .. } = *self.frames.last().expect("invariant: a frame");
        let interval = self.bounds.get(node);
        if interval.hi <= plies || interval.lo > plies {
            self.table.forget(&self.core.graph, node, plies);
            return self.leave();
        }
        let attacker = self.core.graph.node(node).attacker;
        let mut least = INFINITE;
        let mut second = INFINITE;
        let mut greatest = 0;
        let mut unsolved: u32 = 0;
        let mut best = None;
        let mut derived = Interval::of_no_children(attacker);
        for edge in self.core.graph.edges(node) {
            let interval = self.bounds.get(edge.child);
            derived = derived.with_child(attacker, interval);
            let child = self.numbers(edge.child, interval, plies - 1);
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
                best = Some((edge, child));
            } else if minimised < second {
                second = minimised;
            }
        }
        self.bounds.narrow(node, one_more(derived.lo), one_more(derived.hi));
        let interval = self.bounds.get(node);
        if interval.hi <= plies || interval.lo > plies {
            self.table.forget(&self.core.graph, node, plies);
            return self.leave();
        }
        let (edge, child) = best.expect("invariant: an undecided node has an undecided child");
        let weak = (greatest + weighed(unsolved - 1, RIVAL)).min(LARGEST);
        let least = least.min(LARGEST);
        let numbers = if attacker {
            Numbers { proof: least, disproof: weak }
        } else {
            Numbers { proof: weak, disproof: least }
        };
        self.table.set(node, plies, numbers, interval);
        if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
            return self.leave();
        }
        let past_second = second.saturating_add(second / PAST_SECOND).saturating_add(1);
        let (proof, disproof) = if attacker {
            let others = numbers.disproof.saturating_sub(child.disproof);
            (limit.proof.min(past_second), limit.disproof.saturating_sub(others))
        } else {
            let others = numbers.proof.saturating_sub(child.proof);
            (limit.proof.saturating_sub(others), limit.disproof.min(past_second))
        };
        self.frames.push(Frame {
            node: edge.child,
            mv: edge.mv,
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
            if self.made == self.frames.len() {
                self.core.game.unmake();
                self.made -= 1;
            }
            return true;
        }
        false
    }

    fn numbers(&self, id: NodeId, interval: Interval, plies: u32) -> Numbers {
        if interval.hi <= plies {
            WON
        } else if interval.lo > plies {
            LOST
        } else {
            self.table.get(&self.core.graph, id, plies)
        }
    }
}
