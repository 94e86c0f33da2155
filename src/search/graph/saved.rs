//! The graph as bytes and back.
//!
//! Little-endian: the numbers of nodes and edges (u64 each); for each node its key (u128), proof and
//! disproof number and least depth (u32 each), number of edges (u16), and bits: 1 the attacker is to move,
//! 2 and 4 the stage, 8 noted, 16 stands for no position (and nothing else); for each edge, in the order of the
//! nodes, its move and child (u32 each). What belongs to the path of the search
//! is left out: numbers that leaned on it are wrong after reading until someone sets them (see
//! [`crate::search::dfpn::Search::adopt`]).

use std::io::{self, Read, Write};

use super::node::Node;
use super::{Edge, FAR_AHEAD, Graph, Hot, NodeId, Stage, Stock, UNRESOLVED, flag};
use crate::search::game::PackedMove;

const NODE_BYTES: usize = 31;
const EDGE_BYTES: usize = 8;

/// Of an attacker's leaf that stands for no position.
const FREE_BITS: u8 = 1 | 16;

/// Bytes that are no graph.
#[derive(Debug, thiserror::Error)]
pub enum SavedGraphError {
    /// They cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// They contradict themselves.
    #[error("{what} of node {node} is wrong")]
    Node {
        /// Which part.
        what: &'static str,
        /// The node.
        node: NodeId,
    },
    /// The graph does not fit.
    #[error(
        "its {nodes} positions and {edges} moves do not fit into the memory allowed; --memory allows more"
    )]
    TooLarge {
        /// Number of nodes.
        nodes: u64,
        /// Number of edges.
        edges: u64,
    },
}

impl Graph {
    /// Writes nodes and edges.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        let all = 0..self.nodes.len() as NodeId;
        let edges: usize = all.clone().map(|id| self.edges(id).len()).sum();
        out.write_all(&(self.nodes.len() as u64).to_le_bytes())?;
        out.write_all(&(edges as u64).to_le_bytes())?;
        for id in all.clone() {
            out.write_all(&self.bytes_of_node(id))?;
        }
        for edge in all.flat_map(|id| self.edges(id)) {
            out.write_all(&edge.mv.0.to_le_bytes())?;
            out.write_all(&edge.child.to_le_bytes())?;
        }
        Ok(())
    }

    fn bytes_of_node(&self, id: NodeId) -> [u8; NODE_BYTES] {
        let (node, hot) = (self.node(id), self.hot(id));
        let mut bytes = [0; NODE_BYTES];
        if !node.has(flag::LIVE) {
            bytes[NODE_BYTES - 1] = FREE_BITS;
            return bytes;
        }
        bytes[..16].copy_from_slice(&node.key().to_le_bytes());
        for (slot, number) in
            [hot.proof, hot.disproof, u32::from(hot.min_depth)].into_iter().enumerate()
        {
            bytes[16 + 4 * slot..][..4].copy_from_slice(&number.to_le_bytes());
        }
        bytes[28..30].copy_from_slice(&(self.edges(id).len() as u16).to_le_bytes());
        let stage = match node.stage {
            Stage::Leaf => 0,
            Stage::Unresolved => 1,
            Stage::Expanded => 2,
            Stage::MateInOne => 3,
        };
        bytes[30] = u8::from(node.attacker) | stage << 1 | u8::from(node.has(flag::NOTED)) << 3;
        bytes
    }

    /// Reads what [`Graph::save`] has written.
    ///
    /// # Errors
    /// If the bytes end too early, contradict themselves, or ask for more memory than that.
    pub fn restore(input: &mut impl Read, memory_bytes: usize) -> Result<Graph, SavedGraphError> {
        let nodes = u64::from_le_bytes(read(input)?);
        let edges = u64::from_le_bytes(read(input)?);
        let mut graph = Graph::with_room_for(nodes, edges, memory_bytes)?;
        let mut stock = Stock::default();
        let mut counts = Vec::new();
        for _ in 0..nodes {
            counts.push(graph.read_node(&read(input)?, &mut stock)?);
        }
        let mut left = edges;
        for (id, &count) in counts.iter().enumerate() {
            let Some(after) = left.checked_sub(u64::from(count)) else {
                return Err(wrong("the list of moves", id as NodeId));
            };
            left = after;
            let mut list = Vec::with_capacity(usize::from(count));
            for _ in 0..count {
                let bytes: [u8; EDGE_BYTES] = read(input)?;
                let (mv, child) = bytes.split_at(4);
                list.push(Edge { mv: PackedMove(number(mv)), child: number(child) });
            }
            graph.push_edges(&mut stock, id as NodeId, list.into_iter());
        }
        if left > 0 {
            return Err(wrong("the list of moves", nodes.saturating_sub(1) as NodeId));
        }
        graph.free_count = super::lock(&graph.free).len().into();
        graph.refuse_nonsense()?;
        graph.list_grown();
        Ok(graph)
    }

    /// An empty graph, if there is room.
    fn with_room_for(
        nodes: u64,
        edges: u64,
        memory_bytes: usize,
    ) -> Result<Graph, SavedGraphError> {
        let error = SavedGraphError::TooLarge { nodes, edges };
        let fits = nodes.max(edges) < u64::from(UNRESOLVED) - FAR_AHEAD as u64
            && Graph::bytes_for(nodes as usize, edges as usize) <= memory_bytes;
        if fits { Ok(Graph::without_nodes(memory_bytes, nodes as usize)) } else { Err(error) }
    }

    /// Adds a node; the number of its edges. One that stands for no position is kept to be used later.
    fn read_node(
        &mut self,
        bytes: &[u8; NODE_BYTES],
        stock: &mut Stock,
    ) -> Result<u16, SavedGraphError> {
        let id = self.nodes.len() as NodeId;
        let (key, rest) = bytes.split_at(16);
        let key = u128::from_le_bytes(key.try_into().expect("invariant: 16 bytes"));
        let bits = rest[14];
        let count = u16::from_le_bytes([rest[12], rest[13]]);
        if bits == FREE_BITS {
            self.new_node(stock, 0, Hot::new(0));
            // Not counted before all are read: the next node would be put in its place.
            super::lock(&self.free).push(id);
            return if count == 0 { Ok(0) } else { Err(wrong("the list of moves", id)) };
        }
        if self.find(key).is_some() {
            return Err(wrong("the key", id));
        }
        if bits & !15 != 0 {
            return Err(wrong("the kind", id));
        }
        let hot = Hot {
            proof: number(&rest[..4]),
            disproof: number(&rest[4..8]),
            ..Hot::new(number(&rest[8..12]))
        };
        self.new_node(stock, key, hot);
        let stage = match bits >> 1 & 3 {
            0 => Stage::Leaf,
            1 => Stage::Unresolved,
            2 => Stage::Expanded,
            _ => Stage::MateInOne,
        };
        let side = if bits & 1 != 0 { 0 } else { flag::DEFENDER };
        let noted = if bits & 8 != 0 { flag::NOTED } else { 0 };
        self.change(id).flags(flag::LIVE | side | stage.bits() | noted);
        self.enter_index(key, id);
        Ok(count)
    }

    /// What no search makes would make one go astray.
    fn refuse_nonsense(&self) -> Result<(), SavedGraphError> {
        let count = self.nodes.len() as u64;
        let root_attacks =
            self.nodes.iter().next().is_some_and(|cell| Node::of(cell).has(flag::LIVE))
                && self.node(Graph::ROOT).attacker;
        if !root_attacks {
            return Err(wrong("the side to move", Graph::ROOT));
        }
        for id in 0..self.nodes.len() as NodeId {
            let (node, edges) = (self.node(id), self.edges(id));
            let fits = match node.stage {
                Stage::Leaf => node.attacker && edges.is_empty(),
                Stage::Unresolved => {
                    !node.attacker
                        && !edges.is_empty()
                        && edges.iter().all(|edge| edge.child == UNRESOLVED)
                }
                Stage::MateInOne => node.attacker && edges.len() == 1,
                Stage::Expanded => true,
            };
            if !fits {
                return Err(wrong("the stage", id));
            }
            let children_known = !node.stage.is_open();
            for edge in edges.iter().filter(|_| children_known) {
                let other_side = u64::from(edge.child) < count
                    && self.node(edge.child).has(flag::LIVE)
                    && self.node(edge.child).attacker != node.attacker;
                if !other_side {
                    return Err(wrong("a move", id));
                }
            }
            let mates = |edge: Edge| self.is_checkmate(edge.child);
            if node.stage == Stage::MateInOne && !edges.iter().all(mates) {
                return Err(wrong("the mating move", id));
            }
        }
        Ok(())
    }
}

fn wrong(what: &'static str, node: NodeId) -> SavedGraphError {
    SavedGraphError::Node { what, node }
}

fn read<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("invariant: four bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::builtin;
    use crate::rules::{Position, Rules};
    use crate::search::game::TsumeGame;

    /// What a thread leaves behind when another has been faster in making the same node.
    #[test]
    fn a_node_that_was_made_twice_does_not_spoil_the_file() {
        let setup = &builtin::find("kinuburui-01").unwrap()[0].setup;
        let game = TsumeGame::new(Position::new(setup, Rules::HISTORIC).unwrap());
        let graph = Graph::new(&game, usize::MAX);
        let mut stock = Stock::default();
        for _ in 0..2 {
            let id = graph.new_node(&mut stock, 7, Hot::new(1));
            let edges = [Edge { mv: PackedMove(1), child: UNRESOLVED }; 3];
            graph.push_edges(&mut stock, id, edges.into_iter());
            graph.change(id).flags(flag::LIVE | flag::DEFENDER | Stage::Unresolved.bits());
            assert_eq!(graph.enter_index(7, id), 1);
        }
        assert_eq!((graph.node_count(), graph.position_count()), (3, 2));
        let mut bytes = Vec::new();
        graph.save(&mut bytes).unwrap();
        let again = Graph::restore(&mut bytes.as_slice(), usize::MAX).unwrap();
        assert_eq!((again.node_count(), again.position_count()), (3, 2));
        // The place is used for the next position.
        assert_eq!(graph.new_node(&mut stock, 8, Hot::new(1)), 2);
    }
}
