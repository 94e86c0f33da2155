//! The lines of a page as one tree of positions: every line steps through nodes, and equal beginnings
//! share them.

use std::collections::HashMap;

use super::replay::Replay;
use crate::notation::UsiMove;
use crate::notation::game::Cursor;
use crate::notation::usi;
use crate::rules::{Move, PositionError, Rules, Setup};

/// A position of the tree; 0 is the diagram.
pub type NodeId = usize;

/// A line as far as it can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The node before its first move.
    pub start: NodeId,
    /// The ply of its first move, from 1.
    pub first_ply: usize,
    /// The nodes after its moves.
    pub nodes: Vec<NodeId>,
    /// The text from the first move on that is not legal where it stands.
    pub unplayed: Vec<UsiMove>,
}

/// The tree.
#[derive(Debug)]
pub struct Lines {
    cursor: Cursor,
    children: HashMap<(NodeId, Move), NodeId>,
    parents: Vec<NodeId>,
    /// What the board of the page needs to know of every node.
    pub replay: Replay,
}

impl Lines {
    /// The tree of a diagram without moves.
    ///
    /// # Errors
    /// If the diagram is not playable under the rules.
    pub fn new(setup: &Setup, rules: Rules) -> Result<Lines, PositionError> {
        let cursor = Cursor::new(setup, rules)?;
        let mut replay = Replay::new(cursor.position());
        replay.place(0, None, cursor.position());
        Ok(Lines { cursor, children: HashMap::new(), parents: vec![0], replay })
    }

    /// Adds a line that is played after the first `before` moves of another one (`None`: after the
    /// diagram).
    pub fn add(&mut self, after: Option<(&Line, usize)>, moves: &[UsiMove]) -> Line {
        let start = after.map_or(0, |(line, before)| match before {
            0 => line.start,
            _ => line.nodes.get(before - 1).or(line.nodes.last()).copied().unwrap_or(line.start),
        });
        self.go_to(start);
        let first_ply = self.cursor.ply() + 1;
        let mut line = Line { start, first_ply, nodes: Vec::new(), unplayed: Vec::new() };
        for (index, text) in moves.iter().enumerate() {
            let Some(node) = self.push(*text) else {
                line.unplayed = moves[index..].to_vec();
                break;
            };
            line.nodes.push(node);
        }
        line
    }

    /// The nodes from the diagram to one, the diagram left out.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 {
            path.push(at);
            at = self.parents[at];
        }
        path.reverse();
        path
    }

    /// The texts of the move that leads to a node.
    #[must_use]
    pub fn text(&self, node: NodeId) -> &super::replay::Texts {
        self.replay.texts(node)
    }

    /// The node that a legal move leads to from where the cursor is; `None` if it is not legal.
    fn push(&mut self, text: UsiMove) -> Option<NodeId> {
        let position = self.cursor.position();
        let setup = position.setup();
        let mv = usi::canonical(&text, &setup, position.rules().variant);
        let here = self.cursor.node();
        if let Some(&node) = self.children.get(&(here, mv)) {
            self.cursor.forward(node, mv);
            return Some(node);
        }
        if !position.legal_moves().contains(&mv) {
            return None;
        }
        let node = self.parents.len();
        self.parents.push(here);
        self.children.insert((here, mv), node);
        self.replay.step(mv, position, self.cursor.last_to());
        self.cursor.forward(node, mv);
        self.replay.place(node, Some(here), self.cursor.position());
        Some(node)
    }

    /// Takes the cursor to a node.
    fn go_to(&mut self, node: NodeId) {
        if self.cursor.node() == node {
            return;
        }
        self.cursor.go_to_ply(0);
        for node in self.path(node) {
            let mv = self.replay.mv(node);
            self.cursor.forward(node, mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::builtin;
    use crate::notation::usi::parse_line;

    #[test]
    fn equal_beginnings_share_their_nodes() {
        let problem = &builtin::find("tsumechu-002").unwrap()[0];
        let mut lines = Lines::new(&problem.setup, Rules::HISTORIC).unwrap();
        let main = lines.add(None, &problem.solution);
        assert_eq!(main.nodes, [1, 2, 3]);
        let again = lines.add(None, &problem.solution[..2]);
        assert_eq!(again.nodes, [1, 2]);
        let other = lines.add(Some((&main, 2)), &parse_line("5e4e").unwrap());
        assert_eq!((other.start, other.first_ply, other.nodes.len()), (2, 3, 0));
        assert_eq!(other.unplayed.len(), 1);
    }
}
