//! A game or problem as documents hold it: headers, a position, a tree of moves, comments.
//!
//! Moves are added through a [`Builder`], which keeps the position beside the tree. The nodes stand in
//! one list and nothing walks them by recursion, so that lines of thousands of plies and deep nests
//! of variations cost no stack. Going forth and back along the text keeps reading and writing linear.

use serde_json::Value;

use super::collection::KNOWN_FIELDS;
use super::end::End;
use super::moves::{self, MoveError};
use super::problem::{Claim, Problem};
use super::sfen;
use super::usi::UsiMove;
use crate::rules::{Move, Position, PositionError, Rules, Setup, Square, Undo};

/// Index of a node of a [`Game`].
pub type NodeId = usize;

/// A move with what was said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The move; `None` at the root only.
    pub mv: Option<Move>,
    /// Moves played from the root: 0 at the root.
    pub ply: usize,
    /// The node before; the root is its own parent.
    pub parent: NodeId,
    /// The moves that follow, the main one first.
    pub children: Vec<NodeId>,
    /// Comments, one a line.
    pub comments: Vec<String>,
    /// How the line ends here, if the text says so.
    pub end: Option<End>,
}

/// A game or problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Names and values. The names that problems have are those of the CSV columns (`id`, `source`,
    /// `number`, `claimed_plies`, `claim`, `same_as`, `note`); any other name is kept.
    pub headers: Vec<(String, String)>,
    /// The position.
    pub setup: Setup,
    /// The tree; the first node is the root.
    pub nodes: Vec<Node>,
}

/// A part of a text with variations in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A variation begins; its first move replaces the move before.
    Open,
    /// A move.
    Move(NodeId),
    /// The variation ends.
    Close,
}

/// A game that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The diagram is not playable.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is not legal.
    #[error("{place}: {error}")]
    Move {
        /// Which move.
        place: String,
        /// Why not.
        error: MoveError,
    },
}

impl Game {
    /// The root of the tree.
    pub const ROOT: NodeId = 0;

    /// A game without moves.
    #[must_use]
    pub fn new(setup: Setup) -> Game {
        Game { headers: Vec::new(), setup, nodes: vec![Node::default()] }
    }

    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Adds a header; a name that is there already gets another line. An empty value says nothing
    /// and is not kept.
    pub fn add_header(&mut self, name: &str, value: &str) {
        if value.trim().is_empty() {
            return;
        }
        match self.headers.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = format!("{old}\n{value}"),
            None => self.headers.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The main line.
    #[must_use]
    pub fn main_line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = Game::ROOT;
        while let Some(&next) = self.nodes[at].children.first() {
            line.extend(self.nodes[next].mv);
            at = next;
        }
        line
    }

    /// The moves from the root to a node.
    #[must_use]
    pub fn path(&self, mut at: NodeId) -> Vec<Move> {
        let mut path = Vec::with_capacity(self.nodes[at].ply);
        while at != Game::ROOT {
            path.extend(self.nodes[at].mv);
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }

    /// The lines as KIF lists them, each by its first node: the main line, then the variations from
    /// the last branch to the first one, each followed by its own.
    #[must_use]
    pub fn lines(&self) -> Vec<NodeId> {
        let mut lines = Vec::new();
        // Alternatives are pushed from the first branch to the last one: the last one comes out first.
        let mut waiting: Vec<NodeId> =
            self.nodes[Game::ROOT].children.iter().copied().rev().collect();
        while let Some(start) = waiting.pop() {
            lines.push(start);
            let mut at = start;
            while let Some((&next, others)) = self.nodes[at].children.split_first() {
                waiting.extend(others.iter().rev());
                at = next;
            }
        }
        lines
    }

    /// The tree in the order of a text with variations in parentheses, each right behind the move
    /// that it replaces.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        enum Todo {
            Close,
            Variation(NodeId),
            After(NodeId),
        }
        let mut events = Vec::new();
        let mut todo = vec![Todo::After(Game::ROOT)];
        while let Some(next) = todo.pop() {
            let node = match next {
                Todo::Close => {
                    events.push(Event::Close);
                    continue;
                }
                Todo::Variation(node) => {
                    events.extend([Event::Open, Event::Move(node)]);
                    todo.push(Todo::Close);
                    node
                }
                Todo::After(node) => node,
            };
            if let Some((&main, others)) = self.nodes[node].children.split_first() {
                events.push(Event::Move(main));
                todo.push(Todo::After(main));
                todo.extend(others.iter().rev().map(|&other| Todo::Variation(other)));
            }
        }
        events
    }

    /// The game of a problem: solution and variations grown into one tree.
    ///
    /// # Errors
    /// If the position is not playable or a move is not legal where it stands.
    pub fn from_problem(problem: &Problem, rules: Rules) -> Result<Game, GameError> {
        let mut builder = Builder::new(problem.setup.clone(), rules)?;
        let variations = problem.variations.iter().map(|line| ("variations", line));
        for (field, line) in std::iter::once(("solution", &problem.solution)).chain(variations) {
            builder.go_to_ply(0);
            for (number, text) in (1..).zip(line) {
                let mv = moves::resolve_usi(*text, builder.cursor().position());
                let place = || format!("{field}, move {number} ({text})");
                builder.push(mv.map_err(|error| GameError::Move { place: place(), error })?);
            }
        }
        let mut game = builder.game;
        let plies = problem.claimed_plies.map_or(String::new(), |plies| plies.to_string());
        let is_implied = problem.claim == problem.implied_claim();
        let known = [
            ("id", problem.id.as_str()),
            ("source", &problem.source),
            ("number", &problem.number),
            ("claimed_plies", &plies),
            ("claim", if is_implied { "" } else { problem.claim.name() }),
            ("same_as", &problem.same_as.join(" ")),
            ("note", &problem.note),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let extra = problem.extra.iter().map(|(name, value)| match value {
            Value::String(text) => (name.clone(), text.clone()),
            Value::Null => (name.clone(), String::new()),
            value => (name.clone(), value.to_string()),
        });
        game.headers =
            known.into_iter().chain(extra).filter(|(_, value)| !value.is_empty()).collect();
        Ok(game)
    }

    /// The problem of a game: the main line is the solution, every other end of the tree a
    /// variation, complete from the position. Comments are left out.
    #[must_use]
    pub fn to_problem(&self, fallback_id: &str, rules: &Rules) -> Problem {
        let text = |name: &str| self.header(name).unwrap_or_default().trim().to_owned();
        let usi = |line: Vec<Move>| line.into_iter().map(UsiMove::from).collect::<Vec<UsiMove>>();
        let ends = self.events().into_iter().filter_map(|event| match event {
            Event::Move(node) if self.nodes[node].children.is_empty() => Some(node),
            _ => None,
        });
        let mut on_main = vec![false; self.nodes.len()];
        let mut at = Game::ROOT;
        while let Some(&next) = self.nodes[at].children.first() {
            on_main[next] = true;
            at = next;
        }
        let variations =
            ends.filter(|&node| !on_main[node]).map(|node| usi(self.path(node))).collect();
        let extra = self.headers.iter().filter(|(name, _)| !KNOWN_FIELDS.contains(&name.as_str()));
        let id = text("id");
        let mut problem = Problem {
            id: if id.is_empty() { fallback_id.to_owned() } else { id },
            source: text("source"),
            number: text("number"),
            sfen: sfen::write(&self.setup, rules),
            setup: self.setup.clone(),
            claimed_plies: text("claimed_plies").trim_end_matches('手').parse().ok(),
            claim: Claim::None,
            solution: usi(self.main_line()),
            variations,
            same_as: text("same_as").split_whitespace().map(str::to_owned).collect(),
            note: text("note"),
            line: None,
            extra: extra.map(|(name, value)| (name.clone(), value.as_str().into())).collect(),
        };
        problem.claim = match self.header("claim") {
            Some("none") => Claim::None,
            Some("mate") => Claim::Mate,
            _ => problem.implied_claim(),
        };
        problem
    }
}

/// A place in a game: the position there and the way back.
#[derive(Clone, Debug)]
pub struct Cursor {
    position: Position,
    path: Vec<(NodeId, Move, Undo)>,
}

impl Cursor {
    /// At the root of a game.
    ///
    /// # Errors
    /// If the diagram is not playable.
    pub fn new(setup: &Setup, rules: Rules) -> Result<Cursor, PositionError> {
        Ok(Cursor { position: Position::new(setup, rules)?, path: Vec::new() })
    }

    /// The position here.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Where the last move went.
    #[must_use]
    pub fn last_to(&self) -> Option<Square> {
        self.path.last().map(|(_, mv, _)| mv.to)
    }

    /// Moves from the root.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.path.len()
    }

    /// The node here.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.path.last().map_or(Game::ROOT, |(node, ..)| *node)
    }

    /// Plays a legal move that leads to a node.
    pub fn forward(&mut self, node: NodeId, mv: Move) {
        let undo = self.position.make(mv);
        self.path.push((node, mv, undo));
    }

    /// Takes the last move back; gives its node and the move.
    pub fn back(&mut self) -> Option<(NodeId, Move)> {
        let (node, mv, undo) = self.path.pop()?;
        self.position.unmake(&undo);
        Some((node, mv))
    }

    /// Takes moves back until this many are left.
    pub fn go_to_ply(&mut self, ply: usize) {
        while self.ply() > ply {
            self.back();
        }
    }
}

/// Makes a game move by move.
#[derive(Clone, Debug)]
pub struct Builder {
    /// What was made so far.
    pub game: Game,
    cursor: Cursor,
    /// For each open variation: the ply where it began and the move that it replaces.
    open: Vec<(usize, (NodeId, Move))>,
}

impl Builder {
    /// A game without moves.
    ///
    /// # Errors
    /// If the diagram is not playable.
    pub fn new(setup: Setup, rules: Rules) -> Result<Builder, PositionError> {
        let cursor = Cursor::new(&setup, rules)?;
        Ok(Builder { game: Game::new(setup), cursor, open: Vec::new() })
    }

    /// The place where the next move goes.
    #[must_use]
    pub fn cursor(&self) -> &Cursor {
        &self.cursor
    }

    /// The node of the last move.
    pub fn node(&mut self) -> &mut Node {
        let node = self.cursor.node();
        &mut self.game.nodes[node]
    }

    /// Adds a legal move, or goes along it if it is there already.
    pub fn push(&mut self, mv: Move) {
        let parent = self.cursor.node();
        let nodes = &mut self.game.nodes;
        let known = nodes[parent].children.iter().copied();
        let known = known.into_iter().find(|&child| nodes[child].mv == Some(mv));
        let node = known.unwrap_or_else(|| {
            let ply = nodes[parent].ply + 1;
            nodes.push(Node { mv: Some(mv), ply, parent, ..Node::default() });
            let node = nodes.len() - 1;
            nodes[parent].children.push(node);
            node
        });
        self.cursor.forward(node, mv);
    }

    /// Goes back to where this many moves were played.
    pub fn go_to_ply(&mut self, ply: usize) {
        self.cursor.go_to_ply(ply);
    }

    /// Begins a variation that replaces the last move; false if there is none.
    pub fn open(&mut self) -> bool {
        let floor = self.open.last().map_or(0, |(ply, _)| *ply);
        if self.cursor.ply() <= floor {
            return false;
        }
        let Some(taken) = self.cursor.back() else { return false };
        self.open.push((self.cursor.ply(), taken));
        true
    }

    /// Ends the variation; false if none is open.
    pub fn close(&mut self) -> bool {
        let Some((ply, (node, mv))) = self.open.pop() else { return false };
        self.cursor.go_to_ply(ply);
        self.cursor.forward(node, mv);
        true
    }

    /// True inside a variation in parentheses.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::builtin::BUILTIN;
    use crate::notation::builtin::Builtin;

    /// The problem with canonical moves and its variations in order of their text.
    fn sorted(mut problem: Problem) -> Problem {
        let mut cursor = Cursor::new(&problem.setup, Rules::HISTORIC).unwrap();
        for line in problem.variations.iter_mut().chain([&mut problem.solution]) {
            cursor.go_to_ply(0);
            for text in line {
                let mv = moves::resolve_usi(*text, cursor.position()).unwrap();
                *text = mv.into();
                cursor.forward(0, mv);
            }
        }
        let text = |line: &Vec<UsiMove>| line.iter().map(UsiMove::to_string).collect::<Vec<_>>();
        problem.variations.sort_by_key(text);
        problem
    }

    #[test]
    fn every_problem_is_the_same_after_it_was_a_tree() {
        for problem in BUILTIN.iter().flat_map(Builtin::problems) {
            let game = Game::from_problem(&problem, Rules::HISTORIC).unwrap();
            let again = game.to_problem("", &Rules::HISTORIC);
            assert_eq!(sorted(again), sorted(problem).unplaced());
        }
    }

    #[test]
    fn lines_and_events_tell_every_move_once() {
        for problem in BUILTIN.iter().flat_map(Builtin::problems) {
            let game = Game::from_problem(&problem, Rules::HISTORIC).unwrap();
            let events = game.events();
            let moves = events.iter().filter(|event| matches!(event, Event::Move(_))).count();
            assert_eq!(moves, game.nodes.len() - 1, "{}", problem.id);
            let opened = events.iter().filter(|event| **event == Event::Open).count();
            assert_eq!(opened + usize::from(moves > 0), game.lines().len(), "{}", problem.id);
        }
    }
}
