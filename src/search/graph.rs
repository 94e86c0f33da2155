//! The explicit AND/OR graph: one node for each position met, never keyed by ply.
//!
//! Attacker's nodes are OR nodes, defender's nodes AND nodes. An attacker's node gets its edges when
//! it is *expanded*: its checks are generated, and for each the evasions of the defender's node
//! behind it, whose children stay [`UNRESOLVED`] until the search first visits that node.

use hashbrown::HashTable;

use super::game::{Game, PackedMove};

/// Index of a node.
pub type NodeId = u32;

/// The child of an edge that has not been looked up yet.
pub const UNRESOLVED: NodeId = u32::MAX;

/// Proof or disproof number without a finite value.
pub const INFINITE: u32 = u32::MAX;

/// Greatest finite proof or disproof number.
pub const LARGEST: u32 = u32::MAX / 4;

/// A move and the node it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The move.
    pub mv: PackedMove,
    /// The node, or [`UNRESOLVED`].
    pub child: NodeId,
}

/// Where a node stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// An attacker's node without edges yet.
    Leaf,
    /// A defender's node with its evasions, their positions not looked up.
    Unresolved,
    /// All edges and children are there.
    Expanded,
    /// An attacker's node of which only one edge is kept: a check that mates at once.
    MateInOne,
}

/// The part of a node that its parents read all the time.
#[derive(Clone, Copy, Debug)]
pub struct Hot {
    /// Proof number; 0 = the attacker mates, [`INFINITE`] = never.
    pub proof: u32,
    /// Disproof number; 0 = the attacker never mates, [`INFINITE`] = he does.
    pub disproof: u32,
    /// 1 + depth on the current path; 0 = not on it.
    pub on_path: u32,
    /// Least depth at which the node has been visited or first met.
    pub min_depth: u32,
    /// 1 + index of its path-dependent disproof; 0 = none.
    pub record: u32,
}

/// The rest of a node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Identity of the position.
    pub key: u128,
    first_edge: u32,
    edge_count: u16,
    /// True if the attacker is to move.
    pub attacker: bool,
    /// Where it stands in its life.
    pub stage: Stage,
    /// A defender's node that counts as mate by convention, or an attacker's leaf from which no check
    /// mates at once, not even by convention.
    marked: bool,
}

/// What counts as mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Only a defender without any move.
    #[default]
    Strict,
    /// Also one who has nothing but futile interpositions (see [`crate::rules`]).
    Conventional,
}

/// All nodes and edges of one problem.
pub struct Graph {
    hot: Vec<Hot>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    index: HashTable<NodeId>,
    counting: Counting,
    memory_bytes: usize,
    scratch: Vec<PackedMove>,
    replies: Vec<PackedMove>,
    keys: Vec<u128>,
    children: Vec<Edge>,
}

/// Bytes that a sweep needs per node and per edge besides the graph itself.
const SWEEP_BYTES_PER_NODE: usize = 13;
const SWEEP_BYTES_PER_EDGE: usize = 4;

impl Graph {
    /// A graph that holds only the attacker's node of the game's current position.
    pub fn new(game: &impl Game, memory_bytes: usize) -> Graph {
        let mut graph = Graph {
            hot: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            index: HashTable::new(),
            counting: Counting::Strict,
            memory_bytes,
            scratch: Vec::new(),
            replies: Vec::new(),
            keys: Vec::new(),
            children: Vec::new(),
        };
        graph.add(game.key(), true, 0);
        graph
    }

    /// The node of the position the search started from.
    pub const ROOT: NodeId = 0;

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The often-read part of a node.
    #[inline]
    #[must_use]
    pub fn hot(&self, id: NodeId) -> &Hot {
        &self.hot[id as usize]
    }

    /// The often-read part of a node, to be changed.
    #[inline]
    pub fn hot_mut(&mut self, id: NodeId) -> &mut Hot {
        &mut self.hot[id as usize]
    }

    /// The rest of a node.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The edges of a node.
    #[inline]
    #[must_use]
    pub fn edges(&self, id: NodeId) -> &[Edge] {
        let node = &self.nodes[id as usize];
        &self.edges[node.first_edge as usize..][..node.edge_count as usize]
    }

    /// What counts as mate.
    #[must_use]
    pub fn counting(&self) -> Counting {
        self.counting
    }

    /// Changes what counts as mate. The numbers of the nodes stay as they are and are wrong until
    /// someone sets them (see [`super::dfpn::Search::adopt`]).
    pub(super) fn set_counting(&mut self, counting: Counting) {
        self.counting = counting;
    }

    /// True if the attacker's win is proved.
    #[inline]
    #[must_use]
    pub fn is_proved(&self, id: NodeId) -> bool {
        self.hot[id as usize].proof == 0
    }

    /// True if it is established that the attacker never wins, whatever the path.
    #[inline]
    #[must_use]
    pub fn is_disproved(&self, id: NodeId) -> bool {
        self.hot[id as usize].disproof == 0
    }

    /// Marks a node as won by the attacker.
    pub fn set_proved(&mut self, id: NodeId) {
        let hot = &mut self.hot[id as usize];
        (hot.proof, hot.disproof) = (0, INFINITE);
    }

    /// Marks a node as never won, on any path.
    pub fn set_disproved(&mut self, id: NodeId) {
        let hot = &mut self.hot[id as usize];
        (hot.proof, hot.disproof) = (INFINITE, 0);
    }

    /// Bytes in use by the graph and needed by a sweep over it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.hot.capacity() * size_of::<Hot>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.index.capacity() * (size_of::<NodeId>() + 1) * 8 / 7
            + self.nodes.len() * SWEEP_BYTES_PER_NODE
            + self.edges.len() * SWEEP_BYTES_PER_EDGE
    }

    /// True if growing by one expansion may pass the memory limit: some table is full and would
    /// double.
    #[must_use]
    pub fn is_full(&self) -> bool {
        // An expansion adds at most a few thousand entries; look that far ahead.
        const AHEAD: usize = 4096;
        let growth = |len: usize, capacity: usize, size: usize| {
            if len + AHEAD > capacity { capacity.max(AHEAD) * size } else { 0 }
        };
        let nodes = self.nodes.len();
        let grown = growth(nodes, self.hot.capacity(), size_of::<Hot>())
            + growth(nodes, self.nodes.capacity(), size_of::<Node>())
            + growth(self.edges.len(), self.edges.capacity(), size_of::<Edge>())
            // The table copies itself when it grows: the old and the new one exist together.
            + growth(nodes, self.index.capacity(), 3 * (size_of::<NodeId>() + 1));
        (grown > 0 && self.bytes() + grown > self.memory_bytes)
            || nodes + AHEAD >= UNRESOLVED as usize
            || self.edges.len() + AHEAD >= u32::MAX as usize
    }

    /// The node of the position with this key, if there is one.
    #[must_use]
    pub fn find(&self, key: u128) -> Option<NodeId> {
        self.index.find(key as u64, |&id| self.nodes[id as usize].key == key).copied()
    }

    /// The node of this key, made if new.
    fn add(&mut self, key: u128, attacker: bool, depth: u32) -> NodeId {
        if let Some(id) = self.find(key) {
            return id;
        }
        let id = self.nodes.len() as NodeId;
        let stage = Stage::Leaf;
        self.nodes.push(Node { key, first_edge: 0, edge_count: 0, attacker, stage, marked: false });
        self.hot.push(Hot { proof: 1, disproof: 1, on_path: 0, min_depth: depth, record: 0 });
        let nodes = &self.nodes;
        self.index.insert_unique(key as u64, id, |&id| nodes[id as usize].key as u64);
        id
    }

    fn push_edges(&mut self, id: NodeId, moves: impl Iterator<Item = Edge>) {
        let first = self.edges.len();
        self.edges.extend(moves);
        let node = &mut self.nodes[id as usize];
        node.first_edge = first as u32;
        node.edge_count = (self.edges.len() - first) as u16;
    }

    /// Generates the checks of an attacker's leaf, and the evasions behind each new one. The game
    /// must stand at the node. A check that mates ends the generation and is kept alone.
    pub fn expand(&mut self, id: NodeId, depth: u32, game: &mut impl Game) {
        debug_assert!(self.nodes[id as usize].attacker);
        self.nodes[id as usize].marked = false;
        let mut checks = std::mem::take(&mut self.scratch);
        checks.clear();
        game.attacker_moves(&mut checks);
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        keys.extend(checks.iter().map(|&mv| game.key_after(mv)));
        // First all look-ups: they need not wait for each other's memory.
        children.extend(
            checks
                .iter()
                .zip(&keys)
                .map(|(&mv, &key)| Edge { mv, child: self.find(key).unwrap_or(UNRESOLVED) }),
        );
        self.keys = keys;
        let mut mate = None;
        for edge in &mut children {
            if edge.child == UNRESOLVED {
                game.make(edge.mv);
                edge.child = self.defender_node(depth + 1, game);
                game.unmake();
            }
            if self.is_checkmate(edge.child) {
                mate = Some(*edge);
                break;
            }
        }
        self.scratch = checks;
        let stage = if let Some(edge) = mate {
            self.push_edges(id, std::iter::once(edge));
            self.set_proved(id);
            Stage::MateInOne
        } else {
            self.push_edges(id, children.iter().copied());
            if children.is_empty() {
                self.set_disproved(id);
            }
            Stage::Expanded
        };
        self.children = children;
        self.nodes[id as usize].stage = stage;
    }

    /// True for a defender's node without evasions.
    #[must_use]
    pub fn is_checkmate(&self, id: NodeId) -> bool {
        let node = &self.nodes[id as usize];
        !node.attacker && node.stage == Stage::Expanded && node.edge_count == 0
    }

    /// True for a defender's node with evasions that are all futile interpositions.
    #[must_use]
    pub fn is_futile(&self, id: NodeId) -> bool {
        let node = &self.nodes[id as usize];
        !node.attacker && node.marked
    }

    /// True for a defender's node that counts as mate.
    #[must_use]
    pub fn is_mate(&self, id: NodeId) -> bool {
        self.is_checkmate(id) || self.counting == Counting::Conventional && self.is_futile(id)
    }

    /// Notes that no check at an attacker's leaf mates at once, not even by convention.
    pub(super) fn note_no_quick_mate(&mut self, id: NodeId) {
        debug_assert!(self.nodes[id as usize].attacker);
        self.nodes[id as usize].marked = true;
    }

    /// True if [`Graph::note_no_quick_mate`] was told of the node.
    #[must_use]
    pub(super) fn has_no_quick_mate(&self, id: NodeId) -> bool {
        let node = &self.nodes[id as usize];
        node.attacker && node.marked
    }

    /// Gives a node of which only the mating check is kept the rest of its checks. The game must
    /// stand at the node.
    pub fn complete(&mut self, id: NodeId, depth: u32, game: &mut impl Game) {
        debug_assert!(self.nodes[id as usize].stage == Stage::MateInOne);
        let mut checks = Vec::new();
        game.attacker_moves(&mut checks);
        let mut children = Vec::with_capacity(checks.len());
        for mv in checks {
            game.make(mv);
            children.push(Edge { mv, child: self.defender_node(depth + 1, game) });
            game.unmake();
        }
        self.push_edges(id, children.into_iter());
        self.nodes[id as usize].stage = Stage::Expanded;
    }

    /// The defender's node of the current position, with its evasions.
    fn defender_node(&mut self, depth: u32, game: &mut impl Game) -> NodeId {
        let key = game.key();
        if let Some(id) = self.find(key) {
            return id;
        }
        let id = self.add(key, false, depth);
        let mut replies = std::mem::take(&mut self.replies);
        replies.clear();
        game.defender_moves(&mut replies);
        if replies.is_empty() {
            self.set_proved(id);
            self.nodes[id as usize].stage = Stage::Expanded;
        } else {
            let edges = replies.iter().map(|&mv| Edge { mv, child: UNRESOLVED });
            self.push_edges(id, edges);
            let futile = game.is_beaten_by_convention(&replies);
            let node = &mut self.nodes[id as usize];
            node.stage = Stage::Unresolved;
            node.marked = futile;
            self.hot[id as usize].proof = replies.len() as u32;
            if self.is_mate(id) {
                self.set_proved(id);
            }
        }
        self.replies = replies;
        id
    }

    /// Looks up the positions after the evasions of a defender's node, adding leaves for new ones.
    /// The game must stand at the node.
    pub fn resolve(&mut self, id: NodeId, depth: u32, game: &mut impl Game) {
        let node = self.nodes[id as usize];
        debug_assert!(node.stage == Stage::Unresolved);
        let range = node.first_edge as usize..node.first_edge as usize + node.edge_count as usize;
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        keys.extend(self.edges[range.clone()].iter().map(|edge| game.key_after(edge.mv)));
        // First all look-ups: they need not wait for each other's memory.
        for (index, &key) in range.clone().zip(&keys) {
            if let Some(child) = self.find(key) {
                self.edges[index].child = child;
            }
        }
        for (index, &key) in range.zip(&keys) {
            if self.edges[index].child == UNRESOLVED {
                self.edges[index].child = self.add(key, true, depth + 1);
            }
        }
        self.keys = keys;
        self.nodes[id as usize].stage = Stage::Expanded;
    }
}
