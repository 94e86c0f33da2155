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
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It goes.
    Gone,
    /// It becomes open.
    Open,
    /// It stays as it is.
    Whole,
}

/// 1 + the greatest work that may be asked for with a node still being kept; 0 = it is not kept at all.
type Level = u8;

/// Kept whatever is asked for.
const ALWAYS: Level = MOST_WORK + 1;

/// Up to what level a node is kept whole, and up to what level it is kept at least open.
#[derive(Clone, Copy)]
struct Kept {
    whole: Level,
    open: Level,
}

/// How far every node is kept.
struct KeptLevels(Vec<Kept>);

impl KeptLevels {
    /// The least level at which fewer than so many nodes are kept, and how many those are; the last level
    /// if there is none.
    fn least_below(&self, wanted: f64) -> (Level, usize) {
        let mut by_level = [0; ALWAYS as usize + 1];
        for kept in &self.0 {
            by_level[usize::from(kept.whole.max(kept.open))] += 1;
        }
        let mut kept: usize = by_level[1..].iter().sum();
        for level in 1..ALWAYS {
            if (kept as f64) < wanted {
                return (level, kept);
            }
            kept -= by_level[usize::from(level)];
        }
        (ALWAYS, kept)
    }

    fn fate(&self, id: NodeId, level: Level) -> Fate {
        let kept = self.0[id as usize];
        if kept.whole >= level {
            Fate::Whole
        } else if kept.open >= level {
            Fate::Open
        } else {
            Fate::Gone
        }
    }
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
        let levels = self.levels();
        let (level, kept) = levels.least_below(live as f64 * (1.0 - WANTED_SHARE));
        if kept as f64 > live as f64 * (1.0 - LEAST_SHARE) {
            return false;
        }
        self.collections += 1;
        lock(&self.reused).clear();
        for id in 0..self.nodes.len() as NodeId {
            match levels.fate(id, level) {
                Fate::Open => self.open(id),
                Fate::Gone if self.node(id).has(flag::LIVE) => self.set_free(id),
                Fate::Whole | Fate::Gone => {}
            }
        }
        drop(levels);
        self.freed = lock(&self.free).len();
        self.close_ranks();
        true
    }

    /// Up to what level each node is kept. One that another needs is kept up to the lesser of that one's level and
    /// its own work; so the nodes are taken from the greatest level down, each once (as by Dijkstra, for
    /// the widest path).
    fn levels(&self) -> KeptLevels {
        let count = self.nodes.len();
        let mut levels = vec![Kept { whole: 0, open: 0 }; count];
        let mut waiting = [const { Vec::new() }; ALWAYS as usize + 1];
        for id in 0..count as NodeId {
            let (node, hot) = (self.node(id), self.hot(id));
            let is_held = hot.visitors > 0 || node.has(flag::PINNED);
            let level = if id == Graph::ROOT || is_held {
                ALWAYS
            } else if hot.is_solved() {
                hot.worked.saturating_sub(SOLVED_HANDICAP)
            } else {
                0
            };
            if level > 0 {
                levels[id as usize].whole = level;
                waiting[usize::from(level)].push(id);
            }
        }
        for level in (1..=ALWAYS).rev() {
            while let Some(id) = waiting[usize::from(level)].pop() {
                if levels[id as usize].whole == level {
                    self.pass_on(id, level, &mut levels, &mut waiting);
                }
            }
        }
        KeptLevels(levels)
    }

    /// Tells the children of a node that is kept whole up to a level.
    fn pass_on(&self, id: NodeId, level: Level, levels: &mut [Kept], waiting: &mut [Vec<NodeId>]) {
        let hot = self.hot(id);
        // Where one move settles the matter, only such moves are needed.
        let attacker = self.node(id).attacker;
        let only_proved = attacker && hot.proof == 0;
        let only_disproved = !attacker && hot.disproof == 0;
        for edge in self.edges(id) {
            // Nothing more can be said of a child that is kept whole up to there.
            if edge.child == UNRESOLVED || levels[edge.child as usize].whole >= level {
                continue;
            }
            let child = self.hot(edge.child);
            let is_needed = if only_proved {
                child.proof == 0
            } else if only_disproved {
                child.disproof == 0
            } else {
                true
            };
            let own = match (is_needed, child.is_solved()) {
                (false, _) => 0,
                (true, true) => ALWAYS,
                (true, false) => child.worked,
            };
            let kept = &mut levels[edge.child as usize];
            kept.open = kept.open.max(level);
            let own = own.min(level);
            if kept.whole < own {
                kept.whole = own;
                waiting[usize::from(own)].push(edge.child);
            }
        }
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
        let with_edges = (0..self.nodes.len() as NodeId).filter(|&id| self.node(id).run().1 > 0);
        // The places of the edges beside the nodes: comparing them does not wait for memory.
        let mut order: Vec<(u32, NodeId)> =
            with_edges.map(|id| (self.node(id).run().0, id)).collect();
        order.sort_unstable();
        let mut end = 0;
        for (first, id) in order {
            let count = self.node(id).run().1;
            let start = super::EdgeCells::fit(end, count as usize);
            let old = self.edges.run(first, count);
            for (from, to) in old.iter().zip(self.edges.run(start as u32, count)) {
                to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            self.change(id).edges(start as u32, count as u16);
            end = start + count as usize;
        }
        self.edges.truncate(end);
        self.list_grown();
        self.make_index_for(self.nodes.len() + super::AHEAD);
        for id in 0..self.nodes.len() as NodeId {
            // Two threads may have been about to use a record.
            self.set_record(id, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Hot;
    use super::*;
    use crate::notation::builtin;
    use crate::rules::{Position, Rules};
    use crate::search::dfpn::{Search, Tuning};
    use crate::search::game::TsumeGame;
    use crate::search::{Control, Limits};

    /// The rule of this module's head, word by word, for one level: the nodes kept whole, and those kept.
    fn kept_by_rule(graph: &Graph, level: Level) -> (Vec<bool>, Vec<bool>) {
        let nodes = 0..graph.node_count() as NodeId;
        let is_dear = |hot: &Hot| hot.is_solved() && hot.worked >= level + SOLVED_HANDICAP;
        let is_held = |id| graph.hot(id).visitors > 0 || graph.node(id).has(flag::PINNED);
        let mut whole: Vec<bool> = nodes
            .clone()
            .map(|id| id == Graph::ROOT || is_held(id) || is_dear(&graph.hot(id)))
            .collect();
        let mut kept = whole.clone();
        // Until nothing changes.
        for _ in nodes.clone() {
            let before = (whole.clone(), kept.clone());
            for id in nodes.clone().filter(|&id| before.0[id as usize]) {
                let (node, hot) = (graph.node(id), graph.hot(id));
                for child in graph.edges(id).iter().map(|edge| edge.child) {
                    if child == UNRESOLVED {
                        continue;
                    }
                    kept[child as usize] = true;
                    let behind = graph.hot(child);
                    whole[child as usize] |= match (node.attacker, hot.proof, hot.disproof) {
                        (true, 0, _) => behind.proof == 0,
                        (false, _, 0) => behind.disproof == 0,
                        _ => behind.is_solved() || behind.worked >= level,
                    };
                }
            }
            if before == (whole.clone(), kept.clone()) {
                break;
            }
        }
        (whole, kept)
    }

    #[test]
    fn one_pass_finds_for_all_levels_what_the_rule_says_of_each() {
        let mut seen = std::collections::BTreeSet::new();
        for (id, expansions) in [("kinuburui-02", 3000), ("kinuburui-01", 3000), ("msm-A2", 2000)] {
            let setup = &builtin::find(id).unwrap()[0].setup;
            let game = TsumeGame::new(Position::new(setup, Rules::HISTORIC).unwrap());
            let limits = Limits { expansions: Some(expansions), ..Limits::default() };
            let control = Control::default();
            let mut search = Search::new(game, &limits, &control, Tuning::default());
            let _ = search.run();
            let graph = &mut search.core_mut().graph;
            graph.pin(graph.node_count() as NodeId / 2);
            let levels = graph.levels();
            for level in 1..=ALWAYS {
                let (whole, kept) = kept_by_rule(graph, level);
                for node in 0..graph.node_count() as NodeId {
                    let by_rule = match (whole[node as usize], kept[node as usize]) {
                        (true, _) => Fate::Whole,
                        (false, true) => Fate::Open,
                        (false, false) => Fate::Gone,
                    };
                    assert!(
                        levels.fate(node, level) == by_rule,
                        "{id}, node {node}, level {level}"
                    );
                }
                let count = kept.iter().filter(|&&kept| kept).count();
                seen.insert(count);
                let (found, number) = levels.least_below(count as f64 + 0.5);
                assert!(found <= level && number <= count, "{id}, level {level}");
            }
        }
        assert!(seen.len() > 10, "{seen:?}");
    }
}
