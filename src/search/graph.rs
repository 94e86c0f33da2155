//! The explicit AND/OR graph: one node for each position met, never keyed by ply.
//!
//! Attacker's nodes are OR nodes, defender's nodes AND nodes. An attacker's node gets its edges when
//! it is *expanded*: its checks are generated, and for each the evasions of the defender's node
//! behind it, whose children stay [`UNRESOLVED`] until the search first visits that node.
//!
//! Several threads may read the graph, set numbers and add nodes at the same time, without a lock (see
//! [`super::cells`]); whatever takes nodes away or reads all at once wants the graph for itself. A thread adds nodes
//! from a [`Stock`] of its own.

mod collect;
mod expansion;
mod index;
mod node;
pub mod saved;

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

pub use self::expansion::Expansion;
use self::expansion::{Behind, Check};
use self::index::Index;
use self::node::{Change, HotCell, NodeCell, flag};
pub use self::node::{Hot, Node, Stage};
use super::cells::{Cells, Lease};
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

impl Edge {
    fn word(self) -> u64 {
        u64::from(self.child) << 32 | u64::from(self.mv.0)
    }

    #[inline]
    fn of_word(word: u64) -> Edge {
        Edge { mv: PackedMove(word as u32), child: (word >> 32) as u32 }
    }
}

/// The edges of a node.
#[derive(Clone, Copy)]
pub struct Edges<'a>(&'a [AtomicU64]);

impl<'a> Edges<'a> {
    /// One after the other.
    #[inline]
    #[must_use]
    pub fn iter(self) -> EdgeIter<'a> {
        EdgeIter(self.0.iter())
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The edge at a place in their order.
    #[must_use]
    pub fn get(self, index: usize) -> Option<Edge> {
        self.0.get(index).map(|word| Edge::of_word(word.load(Ordering::Relaxed)))
    }
}

impl<'a> IntoIterator for Edges<'a> {
    type Item = Edge;
    type IntoIter = EdgeIter<'a>;

    #[inline]
    fn into_iter(self) -> EdgeIter<'a> {
        self.iter()
    }
}

/// The edges of a node, one after the other.
#[derive(Clone, Debug)]
pub struct EdgeIter<'a>(std::slice::Iter<'a, AtomicU64>);

impl Iterator for EdgeIter<'_> {
    type Item = Edge;

    #[inline]
    fn next(&mut self) -> Option<Edge> {
        self.0.next().map(|word| Edge::of_word(word.load(Ordering::Relaxed)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for EdgeIter<'_> {}

/// What counts as mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Only a defender without any move.
    #[default]
    Strict,
    /// Also one who has nothing but futile interpositions (see [`crate::rules`]).
    Conventional,
}

/// Where a thread puts new nodes and edges, and what it needs for a moment in doing so.
#[derive(Default)]
pub struct Stock {
    nodes: Lease,
    edges: Lease,
    /// Collections of the graph when the edges were leased.
    collections: u16,
    /// Several threads add nodes, so that it is better to lease many places at once.
    shared: bool,
    keys: Vec<u128>,
    found: Vec<NodeId>,
    children: Vec<Edge>,
}

impl Stock {
    /// For one of several threads.
    pub(super) fn shared() -> Stock {
        Stock { shared: true, ..Stock::default() }
    }

    /// Says whether several threads add nodes from now on.
    pub(super) fn share(&mut self, shared: bool) {
        self.shared = shared;
    }

    fn nodes_ahead(&self) -> usize {
        if self.shared { 63 } else { 0 }
    }

    fn edges_ahead(&self) -> usize {
        if self.shared { 1023 } else { 0 }
    }
}

type EdgeCells = Cells<AtomicU64, 12>;

/// All nodes and edges of one problem.
pub struct Graph {
    hot: Cells<HotCell, 10>,
    nodes: Cells<NodeCell, 10>,
    edges: EdgeCells,
    /// Nodes that have got children since the last collection, or had some then, in this order. One that two threads
    /// were at is there twice, and so is one that has been completed.
    grown: Cells<AtomicU32, 10>,
    index: Index,
    counting: Counting,
    memory_bytes: usize,
    /// Nodes that stand for no position.
    free: Mutex<Vec<NodeId>>,
    free_count: AtomicUsize,
    /// Nodes without a position after the last collection.
    freed: usize,
    /// Nodes that stand for another position, or for their first, than before the last collection or since
    /// someone had set them aside.
    reused: Mutex<Vec<NodeId>>,
    collections: u16,
}

/// Bytes of a node and of an edge, those included that a sweep needs for a moment: reversed edges, two
/// lengths, evasions left, lists of nodes; also the list of grown nodes.
const BYTES_PER_NODE: usize = size_of::<HotCell>() + size_of::<NodeCell>() + 24;
const BYTES_PER_EDGE: usize = size_of::<AtomicU64>() + 8;

/// An expansion adds at most a few thousand nodes or edges: so many must have room before it.
const AHEAD: usize = 4096;

/// More than all threads together can add at a time.
const FAR_AHEAD: usize = 1 << 24;

/// Locks a list that no thread leaves in disorder, even by a panic.
fn lock<T>(list: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Graph {
    /// A graph that holds only the attacker's node of the game's current position.
    pub fn new(game: &impl Game, memory_bytes: usize) -> Graph {
        let graph = Graph::without_nodes(memory_bytes, 0);
        graph.add_attacker(&mut Stock::default(), game.key(), Hot::new(0));
        graph
    }

    /// With room in the index for so many nodes.
    fn without_nodes(memory_bytes: usize, nodes: usize) -> Graph {
        Graph {
            hot: Cells::default(),
            nodes: Cells::default(),
            edges: Cells::default(),
            grown: Cells::default(),
            index: Index::with_capacity(nodes + AHEAD),
            counting: Counting::Strict,
            memory_bytes,
            free: Mutex::default(),
            free_count: AtomicUsize::new(0),
            freed: 0,
            reused: Mutex::default(),
            collections: 0,
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
        self.nodes.len() - self.free_count.load(Ordering::Relaxed)
    }

    /// Collections before the node was made.
    pub(super) fn born(&self, id: NodeId) -> u16 {
        self.node(id).born()
    }

    /// True if a new position may get the node of one that has been forgotten.
    pub(super) fn has_free_nodes(&self) -> bool {
        self.free_count.load(Ordering::Relaxed) > 0
    }

    /// Calls for each node that has come to stand for another position since the last collection, from the
    /// `seen`th on in this order; their number.
    pub(super) fn each_reused(&self, seen: usize, work: impl FnMut(NodeId)) -> usize {
        let reused = lock(&self.reused);
        reused.iter().copied().skip(seen).for_each(work);
        reused.len()
    }

    /// Nodes with children, from the `seen`th on in the order in which they have got them; some are there twice.
    /// After a collection the order is another.
    pub(super) fn grown(&self, seen: usize) -> impl Iterator<Item = NodeId> {
        let all = seen as u32..self.grown.len() as u32;
        all.map(|index| self.grown.cell(index).load(Ordering::Relaxed))
    }

    /// How many nodes [`Graph::grown`] yields in all.
    pub(super) fn grown_count(&self) -> usize {
        self.grown.len()
    }

    fn note_grown(&self, id: NodeId) {
        self.grown.push().store(id, Ordering::Relaxed);
    }

    /// Lists anew the nodes that have children.
    fn list_grown(&mut self) {
        self.grown.truncate(0);
        for id in 0..self.nodes.len() as NodeId {
            if !self.node(id).stage.is_open() && !self.is_checkmate(id) {
                self.note_grown(id);
            }
        }
    }

    /// Number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The rest of a node.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node::of(self.nodes.cell(id))
    }

    /// True if the node stands for a position.
    pub(super) fn is_live(&self, id: NodeId) -> bool {
        self.node(id).is_live()
    }

    fn change(&self, id: NodeId) -> Change<'_> {
        Change(self.nodes.cell(id))
    }

    /// The edges of a node.
    #[inline]
    #[must_use]
    pub fn edges(&self, id: NodeId) -> Edges<'_> {
        let (first, count) = self.node(id).run();
        Edges(self.edges.run(first, count))
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

    /// Bytes in use by the graph and needed by a sweep over it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let (nodes, edges) = (self.nodes.len(), self.edges.len());
        let listed = self.freed * 2;
        nodes * BYTES_PER_NODE
            + edges * BYTES_PER_EDGE
            + self.index.bytes()
            + listed * size_of::<NodeId>()
    }

    /// The same for so many nodes and edges.
    fn bytes_for(nodes: usize, edges: usize) -> usize {
        nodes * BYTES_PER_NODE + edges * BYTES_PER_EDGE + Index::bytes_for(nodes + AHEAD)
    }

    /// True if growing by one expansion may pass the memory limit.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let (nodes, edges) = (self.nodes.len(), self.edges.len());
        // Freed nodes are used before new ones are made, and have their place in the index.
        let new_nodes = if self.free_count.load(Ordering::Relaxed) >= AHEAD { 0 } else { AHEAD };
        let index = Index::bytes_for(nodes + new_nodes).saturating_sub(self.index.bytes());
        let growth = new_nodes * BYTES_PER_NODE + AHEAD * BYTES_PER_EDGE + index;
        self.bytes() + growth > self.memory_bytes
            || nodes.max(edges) + FAR_AHEAD >= UNRESOLVED as usize
    }

    /// True if each of so many threads can expand a position.
    #[inline]
    pub(super) fn has_room_in_index(&self, threads: usize) -> bool {
        self.index.has_room_for(self.nodes.len() + AHEAD * threads)
    }

    /// Sees to it that each of so many threads can expand a position.
    pub(super) fn widen_index(&mut self, threads: usize) {
        if self.has_room_in_index(threads) {
            return;
        }
        let nodes = self.nodes.len() + AHEAD * threads;
        if self.bytes().saturating_add(Index::bytes_for(nodes)) <= self.memory_bytes {
            let wider = Index::with_capacity(nodes);
            wider.enter_all(&self.index);
            self.index = wider;
        } else {
            self.make_index_for(nodes);
        }
    }

    /// Makes the index anew from the nodes. The old one goes first: there is no memory for both.
    fn make_index_for(&mut self, nodes: usize) {
        self.index = Index::placeholder();
        self.index = Index::with_capacity(nodes);
        for (id, cell) in self.nodes.iter().enumerate() {
            let node = Node::of(cell);
            if node.has(flag::LIVE) {
                self.index.enter(node.key(), id as NodeId, |_| false);
            }
        }
    }

    /// The node of the position with this key, if there is one.
    #[inline]
    #[must_use]
    pub fn find(&self, key: u128) -> Option<NodeId> {
        self.index.find(key, |id| self.node(id).key() == key)
    }

    /// The attacker's node of this key, made if new.
    fn add_attacker(&self, stock: &mut Stock, key: u128, hot: Hot) -> NodeId {
        if let Some(id) = self.find(key) {
            return id;
        }
        let id = self.new_node(stock, key, hot);
        self.change(id).flags(flag::LIVE);
        self.enter_index(key, id)
    }

    /// A node without edges that nobody knows yet, and with no flags.
    fn new_node(&self, stock: &mut Stock, key: u128, hot: Hot) -> NodeId {
        let id = self.free_node().unwrap_or_else(|| {
            let ahead = stock.nodes_ahead();
            let id = self.nodes.take(&mut stock.nodes, 1, ahead);
            self.hot.reach(id as usize + 1);
            id
        });
        let change = self.change(id);
        change.key(key);
        change.edges(0, 0);
        change.counts(0, self.collections);
        self.reset_hot(id, hot);
        id
    }

    /// A node that stood for another position or was set aside.
    fn free_node(&self) -> Option<NodeId> {
        if self.free_count.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let id = lock(&self.free).pop()?;
        self.free_count.fetch_sub(1, Ordering::Relaxed);
        lock(&self.reused).push(id);
        Some(id)
    }

    /// Makes a node stand for no position; nobody may know it any more.
    fn set_free(&self, id: NodeId) {
        let change = self.change(id);
        change.flags(0);
        change.counts(0, 0);
        self.reset_hot(id, Hot::new(0));
        lock(&self.free).push(id);
        self.free_count.fetch_add(1, Ordering::Relaxed);
    }

    /// Makes a complete node known, unless another thread has made one for the same position meanwhile: that
    /// one counts then.
    fn enter_index(&self, key: u128, id: NodeId) -> NodeId {
        let entered = self.index.enter(key, id, |id| self.node(id).key() == key);
        if entered != id {
            self.set_free(id);
        }
        entered
    }

    /// Takes back places that a thread has set aside and does not need; from now on it sets none aside. What is
    /// kept of each node elsewhere (bounds, for one) is only true if that is done before anyone
    /// looks at the number of nodes.
    pub(super) fn take_back(&self, stock: &mut Stock) {
        let left = self.nodes.give_back(&mut stock.nodes);
        if !left.is_empty() {
            self.free_count.fetch_add(left.len(), Ordering::Relaxed);
            lock(&self.free).extend(left.rev().map(|id| id as NodeId));
        }
        if stock.collections == self.collections {
            self.edges.give_back(&mut stock.edges);
        }
        stock.edges = Lease::default();
        stock.shared = false;
    }

    /// Gives a node its edges; what it is to be then, its flags must tell.
    fn push_edges(
        &self,
        stock: &mut Stock,
        id: NodeId,
        edges: impl ExactSizeIterator<Item = Edge>,
    ) {
        let count = edges.len();
        if stock.collections != self.collections {
            // The edges have been moved together since.
            (stock.edges, stock.collections) = (Lease::default(), self.collections);
        }
        let ahead = stock.edges_ahead();
        let first = self.edges.take(&mut stock.edges, count, ahead);
        for (cell, edge) in self.edges.run(first, count as u32).iter().zip(edges) {
            cell.store(edge.word(), Ordering::Relaxed);
        }
        self.change(id).edges(first, count as u16);
    }

    /// Takes an attacker's leaf for this thread, which will expand it or give it back; false if another has it,
    /// or has expanded it.
    pub(super) fn take_leaf(&self, id: NodeId) -> bool {
        self.change(id).take()
    }

    /// Gives back a leaf that this thread has taken and not expanded.
    pub(super) fn give_back_leaf(&self, id: NodeId) {
        self.change(id).give_back();
    }

    /// Gives an attacker's leaf its edges: the checks, and the evasions behind each new one. A check
    /// that mates is kept alone. There must be room in the index.
    pub fn install(&self, stock: &mut Stock, id: NodeId, depth: u32, expansion: &Expansion) {
        debug_assert!(self.node(id).attacker && self.node(id).stage == Stage::Leaf);
        self.change(id).set(flag::NOTED, false);
        let mut children = std::mem::take(&mut stock.children);
        children.clear();
        let mut mate = None;
        for check in expansion.checks() {
            let child = match check.behind.known {
                UNRESOLVED => self.defender_node(stock, depth + 1, &check),
                known => known,
            };
            let edge = Edge { mv: check.mv, child };
            children.push(edge);
            if self.is_checkmate(child) {
                mate = Some(edge);
                break;
            }
        }
        let stage = if let Some(edge) = mate {
            self.push_edges(stock, id, std::iter::once(edge));
            self.set_proved(id);
            Stage::MateInOne
        } else {
            self.push_edges(stock, id, children.iter().copied());
            if children.is_empty() {
                self.set_disproved(id);
            }
            Stage::Expanded
        };
        stock.children = children;
        self.change(id).stage(stage);
        self.note_grown(id);
    }

    /// True for a defender's node without evasions.
    #[must_use]
    pub fn is_checkmate(&self, id: NodeId) -> bool {
        self.node(id).is_checkmate()
    }

    /// True for a defender's node with evasions that are all futile interpositions.
    #[must_use]
    pub fn is_futile(&self, id: NodeId) -> bool {
        self.node(id).is_futile()
    }

    /// True for a defender's node that counts as mate.
    #[must_use]
    pub fn is_mate(&self, id: NodeId) -> bool {
        self.node(id).is_mate(self.counting)
    }

    /// Notes that no check at an attacker's leaf mates at once, not even by convention.
    pub(super) fn note_no_quick_mate(&self, id: NodeId) {
        debug_assert!(self.node(id).attacker);
        self.change(id).set(flag::NOTED, true);
    }

    /// Gives a node of which only the mating check is kept the rest of its checks. The game must
    /// stand at the node.
    pub fn complete(&mut self, stock: &mut Stock, id: NodeId, depth: u32, game: &mut impl Game) {
        debug_assert!(self.node(id).stage == Stage::MateInOne);
        self.widen_index(1);
        let mut expansion = Expansion::default();
        expansion.generate_all(self, game);
        let children: Vec<Edge> = expansion
            .checks()
            .map(|check| Edge { mv: check.mv, child: self.defender_node(stock, depth + 1, &check) })
            .collect();
        self.push_edges(stock, id, children.into_iter());
        self.change(id).stage(Stage::Expanded);
        self.note_grown(id);
    }

    /// The defender's node after this check, made if new.
    fn defender_node(&self, stock: &mut Stock, depth: u32, check: &Check) -> NodeId {
        let Check { key, replies, behind: &Behind { futile, .. }, .. } = *check;
        // Another check of the same node may have made it.
        if let Some(id) = self.find(key) {
            return id;
        }
        let is_mate = replies.is_empty() || futile && self.counting == Counting::Conventional;
        let (proof, disproof) = if is_mate { (0, INFINITE) } else { (replies.len() as u32, 1) };
        let id = self.new_node(stock, key, Hot { proof, disproof, ..Hot::new(depth) });
        let edges = replies.iter().map(|&mv| Edge { mv, child: UNRESOLVED });
        self.push_edges(stock, id, edges);
        let stage = if replies.is_empty() { Stage::Expanded } else { Stage::Unresolved };
        let noted = if futile { flag::NOTED } else { 0 };
        self.change(id).flags(flag::LIVE | flag::DEFENDER | stage.bits() | noted);
        self.enter_index(key, id)
    }

    /// Looks up the positions after the evasions of a defender's node, adding leaves for new ones. The game
    /// must stand at the node, and there must be room in the index. Several threads may do so at the same
    /// time.
    pub fn resolve(&self, stock: &mut Stock, id: NodeId, depth: u32, game: &mut impl Game) {
        debug_assert!(!self.node(id).attacker);
        let (mut keys, mut found) =
            (std::mem::take(&mut stock.keys), std::mem::take(&mut stock.found));
        keys.clear();
        keys.extend(self.edges(id).iter().map(|edge| game.key_after(edge.mv)));
        // First all look-ups: they need not wait for each other's memory.
        found.clear();
        found.extend(keys.iter().map(|&key| self.find(key).unwrap_or(UNRESOLVED)));
        for ((cell, &key), &known) in self.edges(id).0.iter().zip(&keys).zip(&found) {
            let mv = Edge::of_word(cell.load(Ordering::Relaxed)).mv;
            let child = match known {
                UNRESOLVED => {
                    let hot = Hot { disproof: game.first_disproof(mv), ..Hot::new(depth + 1) };
                    self.add_attacker(stock, key, hot)
                }
                known => known,
            };
            let edge = Edge { mv, child };
            cell.store(edge.word(), Ordering::Relaxed);
        }
        (stock.keys, stock.found) = (keys, found);
        self.change(id).stage(Stage::Expanded);
        self.note_grown(id);
    }
}
