//! What the board of a page needs to know of every position: the script replays it and knows no rules.
//!
//! For every node of the tree of lines: how the board changes, whether it is check or mate, the legal
//! moves of the side to move, and which of them belong to the problem (checks for the attacker,
//! evasions for the defender). The legal moves stand piece by piece in a dictionary, because few pieces
//! get other moves from ply to ply; a node names only those that changed since the same side was last
//! to move. So Matenro's 3257 plies fit on a page.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::lines::NodeId;
use crate::notation::{MoveNotation, usi};
use crate::rules::{Move, Piece, Position, Side, Square, Variant};

/// A move in the notations of the page.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Texts {
    /// In USI.
    pub usi: String,
    /// In the notation of the Shogi Association.
    pub tsa: String,
    /// In Japanese, short.
    pub japanese: String,
    /// How the board changes: squares with what stands there afterwards (`7g 7f+P`).
    pub change: String,
}

/// Texts, each kept once and known by a number.
#[derive(Debug)]
struct Dictionary<T> {
    numbers: HashMap<T, usize>,
    entries: Vec<T>,
}

impl<T: Clone + Eq + std::hash::Hash> Dictionary<T> {
    fn new() -> Dictionary<T> {
        Dictionary { numbers: HashMap::new(), entries: Vec::new() }
    }

    fn number(&mut self, entry: T) -> usize {
        *self.numbers.entry(entry).or_insert_with_key(|entry| {
            self.entries.push(entry.clone());
            self.entries.len() - 1
        })
    }
}

/// The legal moves of one side: for every square of a piece that can move, the number of its list.
type Movers = BTreeMap<Square, usize>;

/// The data of all nodes.
#[derive(Debug)]
pub struct Replay {
    attacker: Side,
    start: String,
    texts: Dictionary<Texts>,
    moves: Dictionary<String>,
    lists: Dictionary<String>,
    changes: Dictionary<String>,
    goods: Dictionary<String>,
    /// The move that leads to each node; nothing at the diagram.
    played: Vec<Option<Move>>,
    text_numbers: Vec<usize>,
    parents: BTreeMap<NodeId, NodeId>,
    checks: String,
    change_numbers: Vec<usize>,
    good_numbers: Vec<usize>,
    movers: Vec<Movers>,
}

/// The data as the page carries it.
#[derive(Serialize)]
struct Page<'a> {
    start: &'a str,
    texts: Vec<[&'a str; 4]>,
    moves: &'a [String],
    lists: &'a [String],
    changes: &'a [String],
    goods: &'a [String],
    text: &'a [usize],
    parent: &'a BTreeMap<NodeId, NodeId>,
    check: &'a str,
    legal: &'a [usize],
    good: &'a [usize],
}

impl Replay {
    /// The data of a diagram; the side to move is the attacker.
    #[must_use]
    pub fn new(position: &Position) -> Replay {
        let variant = position.rules().variant;
        let pieces: Vec<String> = position
            .setup()
            .pieces(variant)
            .map(|(square, piece)| format!("{square}{}", code(piece, variant)))
            .collect();
        Replay {
            attacker: position.side(),
            start: pieces.join(" "),
            texts: Dictionary::new(),
            moves: Dictionary::new(),
            lists: Dictionary::new(),
            changes: Dictionary::new(),
            goods: Dictionary::new(),
            played: Vec::new(),
            text_numbers: Vec::new(),
            parents: BTreeMap::new(),
            checks: String::new(),
            change_numbers: Vec::new(),
            good_numbers: Vec::new(),
            movers: Vec::new(),
        }
    }

    /// Takes in the move that leads to the next node.
    pub fn step(&mut self, mv: Move, position: &Position, last_to: Option<Square>) {
        let texts = Texts {
            usi: usi::write(mv),
            tsa: MoveNotation::Tsa.write(mv, position, last_to),
            japanese: MoveNotation::JapaneseShort.write(mv, position, last_to),
            change: change(mv, position),
        };
        self.text_numbers.push(self.texts.number(texts));
        self.played.push(Some(mv));
    }

    /// Takes in the position of a node. Nodes come in the order of their numbers, each behind its
    /// [`Replay::step`], the diagram without one.
    pub fn place(&mut self, node: NodeId, parent: Option<NodeId>, position: &Position) {
        let Some(parent) = parent else {
            self.text_numbers.push(0);
            self.played.push(None);
            self.describe(None, position);
            return;
        };
        if parent + 1 != node {
            self.parents.insert(node, parent);
        }
        let before = (parent > 0).then(|| self.parent(parent));
        self.describe(before, position);
    }

    /// The node before one.
    fn parent(&self, node: NodeId) -> NodeId {
        self.parents.get(&node).copied().unwrap_or(node.saturating_sub(1))
    }

    /// Takes in what a position offers; `before` is where the same side was last to move.
    fn describe(&mut self, before: Option<NodeId>, position: &Position) {
        let attacks = position.side() == self.attacker;
        let good = if attacks { position.checks() } else { position.evasions() };
        let is_check = position.is_check_to(position.side());
        self.checks.push(match (is_check, good.is_empty() && !attacks) {
            (true, true) => '2',
            (true, false) => '1',
            (false, _) => '0',
        });
        let mut by_piece: BTreeMap<Square, Vec<Move>> = BTreeMap::new();
        for mv in position.legal_moves() {
            by_piece.entry(mv.from).or_default().push(mv);
        }
        let mut movers = Movers::new();
        for (square, moves) in by_piece {
            let list = self.numbers(&moves, position);
            movers.insert(square, self.lists.number(list));
        }
        let nothing = Movers::new();
        let old = before.map_or(&nothing, |before| &self.movers[before]);
        let gone = old.keys().filter(|square| !movers.contains_key(square));
        let mut words: Vec<String> = gone.map(|square| format!("-{square}")).collect();
        let new = movers.iter().filter(|(square, list)| old.get(square) != Some(list));
        words.extend(new.map(|(_, list)| list.to_string()));
        let good = self.numbers(&good, position);
        self.change_numbers.push(self.changes.number(words.join(" ")));
        self.good_numbers.push(self.goods.number(good));
        self.movers.push(movers);
    }

    /// The numbers of moves in the dictionary, where each carries its shape.
    fn numbers(&mut self, moves: &[Move], position: &Position) -> String {
        let numbers = moves.iter().map(|&mv| {
            let text = format!("{}{}", usi::write(mv), shape(mv, position));
            self.moves.number(text).to_string()
        });
        numbers.collect::<Vec<String>>().join(" ")
    }

    /// The move that leads to a node, which is not the diagram.
    ///
    /// # Panics
    /// If it is the diagram.
    #[must_use]
    pub fn mv(&self, node: NodeId) -> Move {
        self.played[node].expect("invariant: only the diagram has no move")
    }

    /// The texts of the move that leads to a node.
    #[must_use]
    pub fn texts(&self, node: NodeId) -> &Texts {
        &self.texts.entries[self.text_numbers[node]]
    }

    /// Every kind of piece that stands on the board at the diagram or after some move, as the letters of
    /// SFEN: capitals are Black's.
    #[must_use]
    pub fn pieces(&self) -> Vec<String> {
        let words = self
            .start
            .split(' ')
            .chain(self.texts.entries.iter().flat_map(|texts| texts.change.split(' ')));
        let letters = words.filter_map(|word| {
            let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
            rest.get(1..).filter(|piece| !piece.is_empty()).map(str::to_owned)
        });
        letters.collect::<std::collections::BTreeSet<String>>().into_iter().collect()
    }

    /// The data as JSON that may stand inside an HTML script element.
    ///
    /// # Panics
    /// Never: the data is plain.
    #[must_use]
    pub fn json(&self) -> String {
        let texts = self.texts.entries.iter();
        let page = Page {
            start: &self.start,
            texts: texts.map(|t| [&t.usi[..], &t.tsa, &t.japanese, &t.change]).collect(),
            moves: &self.moves.entries,
            lists: &self.lists.entries,
            changes: &self.changes.entries,
            goods: &self.goods.entries,
            text: &self.text_numbers,
            parent: &self.parents,
            check: &self.checks,
            legal: &self.change_numbers,
            good: &self.good_numbers,
        };
        let text = serde_json::to_string(&page).expect("invariant: plain data");
        text.replace('<', "\\u003c")
    }
}

/// A piece as in SFEN.
pub fn code(piece: Piece, variant: &Variant) -> String {
    let spec = variant.spec(piece.kind);
    let letter = match piece.side {
        Side::Black => spec.letter.to_ascii_uppercase(),
        Side::White => spec.letter,
    };
    format!("{}{letter}", if spec.promoted { "+" } else { "" })
}

/// How a move changes the board: every square that changes with what stands there afterwards.
fn change(mv: Move, position: &Position) -> String {
    let mut after = position.clone();
    after.make(mv);
    let variant = position.rules().variant;
    let mut words = Vec::new();
    for square in [Some(mv.from), mv.mid, Some(mv.to)].into_iter().flatten() {
        if after.get(square) != position.get(square) {
            let piece = after.get(square).map_or(String::new(), |piece| code(piece, variant));
            words.push(format!("{square}{piece}"));
        }
    }
    words.join(" ")
}

/// What kind of move it is, for the marks on the board: `d` two captures, `i` igui, `p` a pass, `j` to
/// the second square by lion power, `s` one step of it; nothing for an ordinary move.
fn shape(mv: Move, position: &Position) -> &'static str {
    let variant = position.rules().variant;
    match mv.mid {
        Some(_) if mv.to != mv.from => return "d",
        Some(mid) => return if position.get(mid).is_some() { "i" } else { "p" },
        None => {}
    }
    let Some(piece) = position.get(mv.from) else { return "" };
    let movement = variant.spec(piece.kind).movement;
    let along = match piece.side {
        Side::Black => movement.line_power,
        Side::White => movement.line_power.rotate_left(4),
    };
    let on_line = (0..8).filter(|dir| along >> dir & 1 != 0).any(|dir| {
        let first = mv.from.step(dir);
        mv.to == first || mv.to == first.step(dir)
    });
    match (movement.lion_power || on_line, mv.from.distance(mv.to)) {
        (true, 1) => "s",
        (true, _) => "j",
        (false, _) => "",
    }
}
