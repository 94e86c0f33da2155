//! The explicit AND/OR graph: one node for each position met, never keyed by ply.
//!
//! Attacker's nodes are OR nodes, defender's nodes AND nodes. An attacker's node gets its edges when
//! it is *expanded*: its checks are generated, and for each the evasions of the defender's node
//! behind it, whose children stay [`UNRESOLVED`] until the search first visits that node.

mod collect;
mod index;
pub mod saved;

use self::index::Index;
pub(super) use self::index::SharedIndex;
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
    /// 1 + index of its path-dependent disproof; 0 = none.
    pub record: u32,
    /// Least depth at which the node has been visited or first met; 65535 stands for more, too.
    pub min_depth: u16,
    /// How many threads have the node on their path.
    pub visitors: u8,
    /// Greatest number of expansions during one visit, as the number of its binary digits.
    pub worked: u8,
}

/// A depth as nodes remember it.
fn short(depth: u32) -> u16 {
    u16::try_from(depth).unwrap_or(u16::MAX)
}

impl Hot {
    /// An open node first met at this depth.
    fn new(depth: u32) -> Hot {
        let min_depth = short(depth);
        Hot { proof: 1, disproof: 1, record: 0, min_depth, visitors: 0, worked: 0 }
    }

    /// Notes so many expansions during one visit.
    #[inline]
    pub fn work(&mut self, expansions: u64) {
        self.worked = self.worked.max((u64::BITS - expansions.leading_zeros()) as u8);
    }

    /// Notes that the node was met at this depth.
    #[inline]
    pub fn meet_at(&mut self, depth: u32) {
        self.min_depth = self.min_depth.min(short(depth));
    }
}

/// The rest of a node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// In parts, so that nodes can be packed more closely.
    key: [u32; 4],
    first_edge: u32,
    edge_count: u16,
    /// Collections before it was made.
    born: u16,
    /// True if the attacker is to move.
    pub attacker: bool,
    /// Where it stands in its life.
    pub stage: Stage,
    /// Bits of [`mark`].
    marks: u8,
}

/// Marks of nodes.
mod mark {
    /// A defender's node that counts as mate by convention, or an attacker's leaf from which no check
    /// mates at once, not even by convention.
    pub const NOTED: u8 = 1;
    /// Never freed.
    pub const PINNED: u8 = 2;
    /// Stands for no position.
    pub const FREE: u8 = 4;
}

impl Node {
    const FREE: Node = Node {
        key: [0; 4],
        first_edge: 0,
        edge_count: 0,
        born: 0,
        attacker: true,
        stage: Stage::Leaf,
        marks: mark::FREE,
    };

    /// A node without edges.
    fn new(key: u128, attacker: bool, born: u16) -> Node {
        let key = [key as u32, (key >> 32) as u32, (key >> 64) as u32, (key >> 96) as u32];
        Node { key, attacker, born, marks: 0, ..Node::FREE }
    }

    /// Identity of the position.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u128 {
        let [a, b, c, d] = self.key.map(u128::from);
        a | b << 32 | c << 64 | d << 96
    }

    fn is_noted(&self) -> bool {
        self.marks & mark::NOTED != 0
    }

    fn note(&mut self, noted: bool) {
        self.marks = self.marks & !mark::NOTED | if noted { mark::NOTED } else { 0 };
    }
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

/// What is behind a check.
struct Behind {
    /// Its node, or [`UNRESOLVED`].
    known: NodeId,
    /// Where its evasions end in the list of all.
    end: u32,
    /// They are all futile interpositions.
    futile: bool,
}

/// How far evasions are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// To the first check that mates.
    Mate,
    /// Behind every check.
    TheEnd,
}

/// The checks of an attacker's position and the evasions behind each, before they are in a graph.
///
/// Making one needs the graph only to look up what is known, so that several threads can do it at the
/// same time.
#[derive(Default)]
pub struct Expansion {
    checks: Vec<PackedMove>,
    keys: Vec<u128>,
    known: Vec<NodeId>,
    /// The first known check that mates, or none.
    known_mate: Option<usize>,
    behind: Vec<Behind>,
    replies: Vec<PackedMove>,
}

impl Expansion {
    /// First step: the checks. The game must stand at the node.
    pub fn generate_checks(&mut self, game: &mut impl Game) {
        self.checks.clear();
        game.attacker_moves(&mut self.checks);
        self.keys.clear();
        self.keys.extend(self.checks.iter().map(|&mv| game.key_after(mv)));
    }

    /// Second step: which of the positions after them are in the graph.
    pub fn look_up(&mut self, graph: &Graph) {
        self.known.clear();
        // One after the other without looking at them, so that they need not wait for each other's memory.
        self.known.extend(self.keys.iter().map(|&key| graph.find(key).unwrap_or(UNRESOLVED)));
        self.known_mate =
            self.known.iter().position(|&id| id != UNRESOLVED && graph.is_checkmate(id));
    }

    /// The same without the graph. What it knows must be asked for again with it; see
    /// [`Expansion::is_right`].
    pub(super) fn look_up_shared(&mut self, index: &SharedIndex) {
        self.known.clear();
        self.known.extend(self.keys.iter().map(|&key| index.candidate(key).unwrap_or(UNRESOLVED)));
        self.known_mate = None;
    }

    /// True if the nodes found in the shared index are the right ones.
    pub(super) fn is_right(&self, graph: &Graph) -> bool {
        self.known
            .iter()
            .zip(&self.keys)
            .all(|(&id, &key)| id == UNRESOLVED || graph.has_key(id, key))
    }

    /// Third step: the evasions behind the others, to the first check that mates. The game must stand
    /// at the node.
    pub fn generate_evasions_to_mate(&mut self, game: &mut impl Game) {
        self.generate_evasions(game, Until::Mate);
    }

    fn generate_evasions(&mut self, game: &mut impl Game, until: Until) {
        self.behind.clear();
        self.replies.clear();
        for (index, (&mv, &known)) in self.checks.iter().zip(&self.known).enumerate() {
            let start = self.replies.len();
            let mut futile = false;
            let mut mates = self.known_mate == Some(index);
            if known == UNRESOLVED {
                game.make(mv);
                game.defender_moves(&mut self.replies);
                mates = self.replies.len() == start;
                futile = !mates && game.is_beaten_by_convention(&self.replies[start..]);
                game.unmake();
            }
            self.behind.push(Behind { known, end: self.replies.len() as u32, futile });
            if mates && until == Until::Mate {
                return;
            }
        }
    }
}

/// All nodes and edges of one problem.
pub struct Graph {
    hot: Vec<Hot>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    index: Index,
    /// Nodes that the shared index does not have yet.
    fresh: Vec<(u128, NodeId)>,
    counting: Counting,
    memory_bytes: usize,
    /// Nodes that stand for no position.
    free: Vec<NodeId>,
    /// Nodes that stand for another position than before the last collection.
    reused: Vec<NodeId>,
    collections: u16,
    keys: Vec<u128>,
    children: Vec<Edge>,
}

/// Bytes that a sweep needs per node and per edge besides the graph itself.
const SWEEP_BYTES_PER_NODE: usize = 13;
const SWEEP_BYTES_PER_EDGE: usize = 4;

impl Graph {
    /// A graph that holds only the attacker's node of the game's current position.
    pub fn new(game: &impl Game, memory_bytes: usize) -> Graph {
        let mut graph = Graph::without_nodes(memory_bytes);
        graph.add(game.key(), true, 0);
        graph
    }

    fn without_nodes(memory_bytes: usize) -> Graph {
        Graph {
            hot: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            index: Index::with_capacity(0),
            fresh: Vec::new(),
            counting: Counting::Strict,
            memory_bytes,
            free: Vec::new(),
            reused: Vec::new(),
            collections: 0,
            keys: Vec::new(),
            children: Vec::new(),
        }
    }

    /// The node of the position the search started from.
    pub const ROOT: NodeId = 0;

    /// Number of nodes, those included that stand for no position at present.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Number of positions.
    #[must_use]
    pub fn position_count(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Collections before the node was made.
    pub(super) fn born(&self, id: NodeId) -> u16 {
        self.nodes[id as usize].born
    }

    /// Nodes that have come to stand for another position since the last collection, in this order.
    pub(super) fn reused(&self) -> &[NodeId] {
        &self.reused
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
        let nodes = self.nodes.len();
        self.hot.capacity() * size_of::<Hot>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge>()
            + Index::bytes(nodes)
            + (self.free.capacity() + self.reused.capacity()) * size_of::<NodeId>()
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
        // Freed nodes are used before new ones are made, and have their place in the index.
        let grown_nodes = if self.free.len() >= AHEAD {
            0
        } else {
            growth(nodes, self.hot.capacity(), size_of::<Hot>())
                + growth(nodes, self.nodes.capacity(), size_of::<Node>())
                + Index::bytes(nodes + AHEAD)
                - Index::bytes(nodes)
        };
        let grown =
            grown_nodes + growth(self.edges.len(), self.edges.capacity(), size_of::<Edge>());
        (grown > 0 && self.bytes() + grown > self.memory_bytes)
            || nodes + AHEAD >= UNRESOLVED as usize
            || self.edges.len() + AHEAD >= u32::MAX as usize
    }

    /// The node of the position with this key, if there is one.
    #[must_use]
    pub fn find(&self, key: u128) -> Option<NodeId> {
        self.index.find(key, |id| self.has_key(id, key))
    }

    /// Every node of the position with this key. Mostly one; several if threads have met the position at
    /// the same time. What is proved of any holds for the position.
    pub fn each_node(&self, key: u128, mut work: impl FnMut(NodeId)) {
        self.index.each_candidate(key, |id| {
            if self.has_key(id, key) {
                work(id);
            }
        });
    }

    /// The node of this key, made if new.
    fn add(&mut self, key: u128, attacker: bool, depth: u32) -> NodeId {
        if let Some(id) = self.find_before_adding(key) {
            return id;
        }
        let (node, hot) = (Node::new(key, attacker, self.collections), Hot::new(depth));
        let id = if let Some(id) = self.free.pop() {
            (self.nodes[id as usize], self.hot[id as usize]) = (node, hot);
            self.reused.push(id);
            id
        } else {
            self.nodes.push(node);
            self.hot.push(hot);
            self.nodes.len() as NodeId - 1
        };
        match &mut self.index {
            Index::Own(_) => self.index.insert(key, id),
            // Without the lock of the graph, see `take_fresh`.
            Index::Shared(_) => self.fresh.push((key, id)),
        }
        id
    }

    /// The node with this key. While the index is shared, it has been looked up there before, and only what was
    /// added since is looked at: another thread may add the same position at the same time. Then
    /// there are two nodes for it, which is a waste and nothing worse.
    fn find_before_adding(&self, key: u128) -> Option<NodeId> {
        match &self.index {
            Index::Own(_) => self.find(key),
            Index::Shared(_) => {
                self.fresh.iter().rev().find(|(known, _)| *known == key).map(|&(_, id)| id)
            }
        }
    }

    /// Lets other threads look keys up without the lock of the graph.
    pub(super) fn share_index(&mut self) -> SharedIndex {
        self.index.share()
    }

    /// Ends that. The others must have dropped theirs.
    pub(super) fn take_index_back(&mut self) {
        for (key, id) in std::mem::take(&mut self.fresh) {
            self.index.insert(key, id);
        }
        self.index.take_back();
    }

    /// Exchanges the list of nodes that the shared index does not have yet for an empty one.
    pub(super) fn take_fresh(&mut self, empty: &mut Vec<(u128, NodeId)>) {
        debug_assert!(empty.is_empty());
        std::mem::swap(&mut self.fresh, empty);
    }

    fn push_edges(&mut self, id: NodeId, moves: impl Iterator<Item = Edge>) {
        let first = self.edges.len();
        self.edges.extend(moves);
        let node = &mut self.nodes[id as usize];
        node.first_edge = first as u32;
        node.edge_count = (self.edges.len() - first) as u16;
    }

    /// Gives an attacker's leaf its edges: the checks, and the evasions behind each new one. A check
    /// that mates is kept alone.
    pub fn install(&mut self, id: NodeId, depth: u32, expansion: &Expansion) {
        debug_assert!(self.nodes[id as usize].attacker);
        debug_assert!(self.nodes[id as usize].stage == Stage::Leaf);
        debug_assert!(expansion.is_right(self));
        self.nodes[id as usize].note(false);
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let mut start = 0;
        for (index, behind) in expansion.behind.iter().enumerate() {
            let replies = &expansion.replies[start..behind.end as usize];
            start = behind.end as usize;
            let child = match behind.known {
                UNRESOLVED => self.defender_node(expansion.keys[index], depth + 1, replies, behind),
                known => known,
            };
            children.push(Edge { mv: expansion.checks[index], child });
            if self.is_checkmate(child) {
                break;
            }
        }
        let mate = children.last().filter(|edge| self.is_checkmate(edge.child)).copied();
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
        !node.attacker && node.is_noted()
    }

    /// True for a defender's node that counts as mate.
    #[must_use]
    pub fn is_mate(&self, id: NodeId) -> bool {
        self.is_checkmate(id) || self.counting == Counting::Conventional && self.is_futile(id)
    }

    /// Notes that no check at an attacker's leaf mates at once, not even by convention.
    pub(super) fn note_no_quick_mate(&mut self, id: NodeId) {
        debug_assert!(self.nodes[id as usize].attacker);
        self.nodes[id as usize].note(true);
    }

    /// True if [`Graph::note_no_quick_mate`] was told of the node.
    #[must_use]
    pub(super) fn has_no_quick_mate(&self, id: NodeId) -> bool {
        let node = &self.nodes[id as usize];
        node.attacker && node.is_noted()
    }

    /// Gives a node of which only the mating check is kept the rest of its checks. The game must
    /// stand at the node.
    pub fn complete(&mut self, id: NodeId, depth: u32, game: &mut impl Game) {
        debug_assert!(self.nodes[id as usize].stage == Stage::MateInOne);
        let mut expansion = Expansion::default();
        expansion.generate_checks(game);
        expansion.look_up(self);
        expansion.generate_evasions(game, Until::TheEnd);
        let mut children = Vec::with_capacity(expansion.checks.len());
        let mut start = 0;
        for (index, behind) in expansion.behind.iter().enumerate() {
            let replies = &expansion.replies[start..behind.end as usize];
            start = behind.end as usize;
            let child = self.defender_node(expansion.keys[index], depth + 1, replies, behind);
            children.push(Edge { mv: expansion.checks[index], child });
        }
        self.push_edges(id, children.into_iter());
        self.nodes[id as usize].stage = Stage::Expanded;
    }

    /// The defender's node with this key and these evasions, made if new.
    fn defender_node(
        &mut self,
        key: u128,
        depth: u32,
        replies: &[PackedMove],
        behind: &Behind,
    ) -> NodeId {
        // Another check of the same node may have made it.
        if let Some(id) = self.find_before_adding(key) {
            return id;
        }
        let id = self.add(key, false, depth);
        if replies.is_empty() {
            self.set_proved(id);
            self.nodes[id as usize].stage = Stage::Expanded;
        } else {
            let edges = replies.iter().map(|&mv| Edge { mv, child: UNRESOLVED });
            self.push_edges(id, edges);
            let node = &mut self.nodes[id as usize];
            node.stage = Stage::Unresolved;
            node.note(behind.futile);
            self.hot[id as usize].proof = replies.len() as u32;
            if self.is_mate(id) {
                self.set_proved(id);
            }
        }
        id
    }

    /// Looks up the positions after the evasions of a defender's node, adding leaves for new ones.
    /// The game must stand at the node.
    pub fn resolve(&mut self, id: NodeId, depth: u32, game: &mut impl Game) {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        keys.extend(self.edges(id).iter().map(|edge| game.key_after(edge.mv)));
        self.resolve_to(id, depth, &keys);
        self.keys = keys;
    }

    /// The same with the keys of the positions, in the order of the evasions.
    fn resolve_to(&mut self, id: NodeId, depth: u32, keys: &[u128]) {
        let range = self.range_of(id);
        // First all look-ups: they need not wait for each other's memory.
        for (index, &key) in range.zip(keys) {
            self.edges[index].child = self.find(key).unwrap_or(UNRESOLVED);
        }
        self.add_children(id, depth, keys);
    }

    /// The same with what was found in the shared index.
    pub(super) fn resolve_to_found(&mut self, id: NodeId, depth: u32, found: &Found) {
        for (index, known) in self.range_of(id).zip(&found.known) {
            self.edges[index].child = *known;
        }
        for (index, &key) in self.range_of(id).zip(&found.keys) {
            let child = self.edges[index].child;
            if child != UNRESOLVED && !self.has_key(child, key) {
                self.edges[index].child = self.find(key).unwrap_or(UNRESOLVED);
            }
        }
        self.add_children(id, depth, &found.keys);
    }

    fn has_key(&self, id: NodeId, key: u128) -> bool {
        self.nodes[id as usize].key() == key
    }

    fn range_of(&self, id: NodeId) -> std::ops::Range<usize> {
        let node = &self.nodes[id as usize];
        node.first_edge as usize..node.first_edge as usize + node.edge_count as usize
    }

    /// Adds leaves where a defender's evasions have no children yet.
    fn add_children(&mut self, id: NodeId, depth: u32, keys: &[u128]) {
        debug_assert!(self.nodes[id as usize].stage == Stage::Unresolved);
        debug_assert!(self.range_of(id).len() == keys.len());
        for (index, &key) in self.range_of(id).zip(keys) {
            if self.edges[index].child == UNRESOLVED {
                self.edges[index].child = self.add(key, true, depth + 1);
            }
        }
        self.nodes[id as usize].stage = Stage::Expanded;
    }
}

/// Keys, and the nodes that a shared index knows for them; [`UNRESOLVED`] where it knows none.
#[derive(Default)]
pub(super) struct Found {
    keys: Vec<u128>,
    known: Vec<NodeId>,
}

impl Found {
    /// Looks keys up.
    pub fn look_up(&mut self, keys: impl Iterator<Item = u128>, index: &SharedIndex) {
        self.keys.clear();
        self.keys.extend(keys);
        self.known.clear();
        self.known.extend(self.keys.iter().map(|&key| index.candidate(key).unwrap_or(UNRESOLVED)));
    }
}
