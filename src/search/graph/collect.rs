//! Making room: forgetting what is cheap to find out again.
//!
//! A node is *kept whole* if it is on a path or pinned, if it is solved or was worked on enough and is
//! needed by another such node, or if it is solved and much work went into it. The children of what is kept whole
//! are there too, but those that do not deserve more become open again: an attacker's position loses its
//! checks, a defender's keeps its evasions but not the positions after them. All else goes. How much work is
//! enough is the least number that frees the share wanted.
//!
//! Numbers of nodes stay, so that the search knows how hard they were. What a proof needs is kept with it:
//! of a won attacker's position every check that is won, of a lost defender's every evasion, and the
//! other way round for disproofs.

use std::sync::atomic::Ordering;

use super::{Edge, Graph, NodeId, Stage, UNRESOLVED, flag, lock};

/// Share of the nodes that a collection tries to free.
const WANTED_SHARE: f64 = 0.4;

/// Share of the nodes without which a collection is not worth while.
const LEAST_SHARE: f64 = 0.1;

/// Solved nodes are kept though no other node needs them if the work was greater by this factor than what keeps
/// unsolved ones, as a logarithm.
const SOLVED_HANDICAP: u8 = 2;

/// Greatest work, as a logarithm; see [`Hot::worked`].
const MOST_WORK: u8 = 64;

/// What becomes of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// It goes.
    Gone,
    /// It becomes open.
    Open,
    /// It stays as it is.
    Whole,
}

impl Graph {
    /// How often room was made. Nodes that were not pinned, on a path or the root may stand for other positions
    /// after each time.
    #[must_use]
    pub fn collections(&self) -> u16 {
        self.collections
    }

    /// Keeps a node for good.
    pub fn pin(&mut self, id: NodeId) {
        self.change(id).set(flag::PINNED, true);
    }

    /// Frees nodes that are cheap to find again; false if that would not free enough.
    pub fn collect(&mut self) -> bool {
        // Bounds tell by this number what has changed since they looked last.
        if self.collections == u16::MAX {
            return false;
        }
        let live = self.position_count();
        let mut fates = Vec::new();
        let mut enough = 0;
        loop {
            let kept = self.fates(enough, &mut fates);
            if (kept as f64) < live as f64 * (1.0 - WANTED_SHARE) {
                break;
            }
            enough += 1;
            if enough > MOST_WORK {
                if kept as f64 > live as f64 * (1.0 - LEAST_SHARE) {
                    return false;
                }
                break;
            }
        }
        self.collections += 1;
        lock(&self.reused).clear();
        for id in 0..self.nodes.len() as NodeId {
            match fates[id as usize] {
                Fate::Open => self.open(id),
                Fate::Gone if self.node(id).has(flag::LIVE) => self.set_free(id),
                Fate::Whole | Fate::Gone => {}
            }
        }
        drop(fates);
        self.freed = lock(&self.free).len();
        self.close_ranks();
        true
    }

    /// What becomes of each node if so much work is enough; the number of those that stay.
    fn fates(&self, enough: u8, fates: &mut Vec<Fate>) -> usize {
        fates.clear();
        fates.resize(self.nodes.len(), Fate::Gone);
        let mut kept = 0;
        let mut stack = Vec::new();
        for (index, fate) in fates.iter_mut().enumerate() {
            let (node, hot) = (self.node(index as NodeId), self.hot(index as NodeId));
            let is_dear = hot.is_solved() && hot.worked > enough.saturating_add(SOLVED_HANDICAP);
            let is_held = hot.visitors > 0 || node.has(flag::PINNED);
            if index == Graph::ROOT as usize || is_held || is_dear {
                *fate = Fate::Whole;
                kept += 1;
                stack.push(index as NodeId);
            }
        }
        while let Some(id) = stack.pop() {
            let hot = self.hot(id);
            // Where one move settles the matter, only such moves are needed.
            let attacker = self.node(id).attacker;
            let only_proved = attacker && hot.proof == 0;
            let only_disproved = !attacker && hot.disproof == 0;
            for edge in self.edges(id) {
                if edge.child == UNRESOLVED {
                    continue;
                }
                let child = self.hot(edge.child);
                let whole = if only_proved {
                    child.proof == 0
                } else if only_disproved {
                    child.disproof == 0
                } else {
                    child.is_solved() || child.worked > enough
                };
                let fate = if whole { Fate::Whole } else { Fate::Open };
                let slot = &mut fates[edge.child as usize];
                if *slot < fate {
                    kept += usize::from(*slot == Fate::Gone);
                    *slot = fate;
                    if fate == Fate::Whole {
                        stack.push(edge.child);
                    }
                }
            }
        }
        kept
    }

    /// Makes a node open.
    fn open(&mut self, id: NodeId) {
        let node = self.node(id);
        if node.attacker {
            self.change(id).set(flag::NOTED, false);
            self.change(id).edges(0, 0);
            self.change(id).stage(Stage::Leaf);
        } else if node.run().1 > 0 {
            for cell in self.edges(id).0 {
                let edge = Edge::of_word(cell.load(Ordering::Relaxed));
                cell.store(Edge { child: UNRESOLVED, ..edge }.word(), Ordering::Relaxed);
            }
            self.change(id).stage(Stage::Unresolved);
        }
        // What is solved can be shown again, but not without its children.
        if self.hot(id).is_solved() && !self.is_mate(id) {
            self.set_numbers(id, 1, 1);
        }
    }

    /// Moves the edges together and makes the index anew.
    fn close_ranks(&mut self) {
        let mut order: Vec<NodeId> =
            (0..self.nodes.len() as NodeId).filter(|&id| self.node(id).run().1 > 0).collect();
        order.sort_unstable_by_key(|&id| self.node(id).run().0);
        let mut end = 0;
        for id in order {
            let (first, count) = self.node(id).run();
            let start = super::EdgeCells::fit(end, count as usize);
            let old = self.edges.run(first, count);
            for (from, to) in old.iter().zip(self.edges.run(start as u32, count)) {
                to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            self.change(id).edges(start as u32, count as u16);
            end = start + count as usize;
        }
        self.edges.truncate(end);
        self.make_index_for(self.nodes.len() + super::AHEAD);
        for id in 0..self.nodes.len() as NodeId {
            // Two threads may have been about to use a record.
            self.set_record(id, 0);
        }
    }
}
