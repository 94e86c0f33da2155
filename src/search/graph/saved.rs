//! The graph as bytes and back.
//!
//! Little-endian: the numbers of nodes and edges (u64 each); for each node its key (u128), proof and
//! disproof number, least depth and first edge (u32 each), number of edges (u16), and bits: 1 the attacker is to move,
//! 2 and 4 the stage, 8 noted, 16 stands for no position (and nothing else); for each edge its move and child (u32 each). What belongs to the path of the search
//! is left out: numbers that leaned on it are wrong after reading until someone sets them (see
//! [`crate::search::dfpn::Search::adopt`]).

use std::io::{self, Read, Write};

use super::index::Index;
use super::{Edge, Graph, Hot, Node, NodeId, Stage, UNRESOLVED, mark};
use crate::search::game::PackedMove;

const NODE_BYTES: usize = 35;
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
        out.write_all(&(self.nodes.len() as u64).to_le_bytes())?;
        out.write_all(&(self.edges.len() as u64).to_le_bytes())?;
        for (node, hot) in self.nodes.iter().zip(&self.hot) {
            let mut bytes = [0; NODE_BYTES];
            bytes[..16].copy_from_slice(&node.key().to_le_bytes());
            for (slot, number) in
                [hot.proof, hot.disproof, u32::from(hot.min_depth), node.first_edge]
                    .into_iter()
                    .enumerate()
            {
                bytes[16 + 4 * slot..][..4].copy_from_slice(&number.to_le_bytes());
            }
            bytes[32..34].copy_from_slice(&node.edge_count.to_le_bytes());
            let stage = match node.stage {
                Stage::Leaf => 0,
                Stage::Unresolved => 1,
                Stage::Expanded => 2,
                Stage::MateInOne => 3,
            };
            bytes[34] = u8::from(node.attacker)
                | stage << 1
                | u8::from(node.is_noted()) << 3
                | u8::from(node.marks & mark::FREE != 0) << 4;
            out.write_all(&bytes)?;
        }
        for edge in &self.edges {
            out.write_all(&edge.mv.0.to_le_bytes())?;
            out.write_all(&edge.child.to_le_bytes())?;
        }
        Ok(())
    }

    /// Reads what [`Graph::save`] has written.
    ///
    /// # Errors
    /// If the bytes end too early, contradict themselves, or ask for more memory than that.
    pub fn restore(input: &mut impl Read, memory_bytes: usize) -> Result<Graph, SavedGraphError> {
        let mut graph = Graph::without_nodes(memory_bytes);
        let nodes = u64::from_le_bytes(read(input)?);
        let edges = u64::from_le_bytes(read(input)?);
        graph.reserve(nodes, edges)?;
        let mut free = Vec::new();
        for _ in 0..nodes {
            graph.read_node(&read(input)?, &mut free)?;
        }
        graph.free = free;
        for _ in 0..edges {
            let bytes: [u8; EDGE_BYTES] = read(input)?;
            let (mv, child) = bytes.split_at(4);
            graph.edges.push(Edge { mv: PackedMove(number(mv)), child: number(child) });
        }
        graph.refuse_nonsense()?;
        Ok(graph)
    }

    /// Makes room, if there is.
    fn reserve(&mut self, nodes: u64, edges: u64) -> Result<(), SavedGraphError> {
        let error = SavedGraphError::TooLarge { nodes, edges };
        let fits = nodes < u64::from(UNRESOLVED)
            && edges < u64::from(u32::MAX)
            && nodes.saturating_mul((size_of::<Node>() + size_of::<Hot>()) as u64)
                + edges * size_of::<Edge>() as u64
                <= self.memory_bytes as u64;
        if !fits {
            return Err(error);
        }
        self.nodes.reserve_exact(nodes as usize);
        self.hot.reserve_exact(nodes as usize);
        self.edges.reserve_exact(edges as usize);
        self.index = Index::with_capacity(nodes as usize);
        if self.bytes() > self.memory_bytes { Err(error) } else { Ok(()) }
    }

    /// Nodes that stand for no position are listed in `free`: to be used later.
    fn read_node(
        &mut self,
        bytes: &[u8; NODE_BYTES],
        free: &mut Vec<NodeId>,
    ) -> Result<(), SavedGraphError> {
        let id = self.nodes.len() as NodeId;
        let (key, rest) = bytes.split_at(16);
        let key = u128::from_le_bytes(key.try_into().expect("invariant: 16 bytes"));
        let bits = bytes[34];
        if bits == FREE_BITS {
            self.nodes.push(Node::FREE);
            self.hot.push(Hot::new(0));
            free.push(id);
            return Ok(());
        }
        if self.find(key).is_some() {
            return Err(SavedGraphError::Node { what: "the key", node: id });
        }
        let attacker = bits & 1 != 0;
        let depth = number(&rest[8..12]);
        self.add(key, attacker, depth);
        let hot = &mut self.hot[id as usize];
        (hot.proof, hot.disproof) = (number(&rest[..4]), number(&rest[4..8]));
        let node = &mut self.nodes[id as usize];
        node.first_edge = number(&rest[12..16]);
        node.edge_count = u16::from_le_bytes([rest[16], rest[17]]);
        node.note(bits & 8 != 0);
        node.stage = match bits >> 1 & 3 {
            0 => Stage::Leaf,
            1 => Stage::Unresolved,
            2 => Stage::Expanded,
            _ => Stage::MateInOne,
        };
        if bits & !15 != 0 {
            return Err(SavedGraphError::Node { what: "the kind", node: id });
        }
        Ok(())
    }

    /// What no search makes would make one go astray.
    fn refuse_nonsense(&self) -> Result<(), SavedGraphError> {
        let count = self.nodes.len() as u64;
        if !self.nodes.first().is_some_and(|root| root.attacker) {
            return Err(SavedGraphError::Node { what: "the side to move", node: Graph::ROOT });
        }
        for (id, node) in self.nodes.iter().enumerate() {
            let wrong = |what| Err(SavedGraphError::Node { what, node: id as NodeId });
            let end = u64::from(node.first_edge) + u64::from(node.edge_count);
            if end > self.edges.len() as u64 {
                return wrong("the list of moves");
            }
            let edges = self.edges(id as NodeId);
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
                return wrong("the stage");
            }
            if matches!(node.stage, Stage::Expanded | Stage::MateInOne) {
                for edge in edges {
                    let other_side = u64::from(edge.child) < count
                        && self.nodes[edge.child as usize].attacker != node.attacker;
                    if !other_side {
                        return wrong("a move");
                    }
                }
            }
            if node.stage == Stage::MateInOne && !self.is_checkmate(edges[0].child) {
                return wrong("the mating move");
            }
        }
        Ok(())
    }
}

fn read<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("invariant: four bytes"))
}
