//! What a page carries, read as its script reads it, against the reference rules.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::book::Book;
use super::replay::code;
use crate::notation::{builtin, usi};
use crate::report::dossier::Dossier;
use crate::rules::{Move, Rules, Setup, reference};

/// The data of a page.
struct Page(Value);

impl Page {
    fn number(&self, column: &str, at: usize) -> usize {
        self.0[column][at].as_u64().unwrap() as usize
    }

    fn words(&self, column: &str, at: usize) -> Vec<String> {
        let text = self.0[column][at].as_str().unwrap();
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn parent(&self, node: usize) -> usize {
        self.0["parent"][node.to_string()].as_u64().map_or(node - 1, |parent| parent as usize)
    }

    fn path(&self, mut node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while node > 0 {
            path.push(node);
            node = self.parent(node);
        }
        path.reverse();
        path
    }

    /// The move that leads to a node.
    fn usi(&self, node: usize) -> String {
        self.0["texts"][self.number("text", node)][0].as_str().unwrap().to_owned()
    }

    /// What stands where.
    fn board(&self, node: usize) -> BTreeMap<String, String> {
        let start = self.0["start"].as_str().unwrap();
        let mut board: BTreeMap<String, String> = start.split_whitespace().map(placed).collect();
        for at in self.path(node) {
            let change = self.0["texts"][self.number("text", at)][3].as_str().unwrap();
            for (square, piece) in change.split_whitespace().map(placed) {
                if piece.is_empty() {
                    board.remove(&square);
                } else {
                    board.insert(square, piece);
                }
            }
        }
        board
    }

    /// A move of the dictionary without the letter of its shape.
    fn mv(&self, number: &str) -> String {
        let text = self.0["moves"][number.parse::<usize>().unwrap()].as_str().unwrap();
        let shaped = text.char_indices().next_back().unwrap();
        // A square ends in a letter too, but what precedes the shape is a letter or a plus.
        let before = text[..shaped.0].chars().next_back().unwrap();
        let is_shape = "dijps".contains(shaped.1) && !before.is_ascii_digit();
        if is_shape { text[..shaped.0].to_owned() } else { text.to_owned() }
    }

    fn legal(&self, node: usize) -> BTreeSet<String> {
        let path = self.path(node);
        let same_side = (0..=path.len()).rev().step_by(2);
        let mut nodes: Vec<usize> =
            same_side.map(|ply| if ply == 0 { 0 } else { path[ply - 1] }).collect();
        nodes.reverse();
        let mut lists: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for at in nodes {
            for word in self.words("changes", self.number("legal", at)) {
                if let Some(square) = word.strip_prefix('-') {
                    lists.remove(square);
                    continue;
                }
                let moves: Vec<String> = self
                    .words("lists", word.parse().unwrap())
                    .iter()
                    .map(|number| self.mv(number))
                    .collect();
                let from = usi::parse_line(&moves[0]).unwrap()[0].from;
                lists.insert(from.to_string(), moves);
            }
        }
        lists.into_values().flatten().collect()
    }

    fn good(&self, node: usize) -> BTreeSet<String> {
        let numbers = self.words("goods", self.number("good", node));
        numbers.iter().map(|number| self.mv(number)).collect()
    }
}

/// `7g+P` as a square and what stands there.
fn placed(word: &str) -> (String, String) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (square, piece) = word.split_at(digits + 1);
    (square.to_owned(), piece.to_owned())
}

fn texts(moves: Vec<Move>) -> BTreeSet<String> {
    moves.into_iter().map(usi::write).collect()
}

fn pieces(setup: &Setup, rules: &Rules) -> BTreeMap<String, String> {
    let pieces = setup.pieces(rules.variant);
    pieces.map(|(square, piece)| (square.to_string(), code(piece, rules.variant))).collect()
}

/// Compares every position of a problem's lines with what the reference rules say.
fn assert_page(dossier: &Dossier) -> usize {
    let (rules, attacker) = (dossier.rules, dossier.problem.setup.side);
    let book = Book::new(dossier).unwrap();
    let page = Page(serde_json::from_str(&book.lines.replay.json()).unwrap());
    let mut setups = vec![dossier.problem.setup.clone()];
    let count = page.0["text"].as_array().unwrap().len();
    for node in 0..count {
        if node > 0 {
            let before = &setups[page.parent(node)];
            let text = page.usi(node).parse().unwrap();
            let mv = usi::canonical(&text, before, rules.variant);
            setups.push(reference::apply(before, &rules, mv));
        }
        let setup = &setups[node];
        let name = format!("{}, node {node}", dossier.id());
        assert_eq!(page.board(node), pieces(setup, &rules), "{name}");
        assert_eq!(page.legal(node), texts(reference::legal_moves(setup, &rules)), "{name}");
        let attacks = setup.side == attacker;
        let good = if attacks { reference::checks } else { reference::evasions };
        let good = texts(good(setup, &rules));
        assert_eq!(page.good(node), good, "{name}");
        let is_check = reference::is_check(setup, &rules);
        let mark = match (is_check, good.is_empty() && !attacks) {
            (true, true) => b'2',
            (true, false) => b'1',
            (false, _) => b'0',
        };
        assert_eq!(page.0["check"].as_str().unwrap().as_bytes()[node], mark, "{name}");
    }
    count
}

#[test]
fn every_position_of_a_page_has_the_moves_of_the_reference_rules() {
    let mut positions = 0;
    for name in ["kinuburui", "tsukurimono-1663", "msm-C", "tsumechu-05"] {
        for problem in builtin::find(name).unwrap() {
            let dossier = Dossier::new(problem, name.to_owned(), Rules::HISTORIC);
            positions += assert_page(&dossier);
        }
    }
    assert!(positions > 2000, "{positions}");
}

#[test]
fn moves_under_rules_with_a_memory_are_right_too() {
    for rules in [Rules::MSM, Rules::MULLER, Rules::JCSA] {
        for problem in builtin::find("msm-A").unwrap() {
            assert_page(&Dossier::new(problem, String::new(), rules));
        }
    }
}

#[test]
fn a_page_cannot_be_left_by_its_data() {
    let mut problem = builtin::find("kinuburui-01").unwrap().remove(0);
    problem.note = "</script><script>".to_owned();
    let book = Book::new(&Dossier::new(problem, String::new(), Rules::HISTORIC)).unwrap();
    assert!(!book.lines.replay.json().contains('<'));
}
