//! Certificates of real problems, taken apart so that they can be damaged.

use std::collections::HashMap;
use std::sync::Mutex;

use matenro::check::{Broken, CheckError, Established, check};
use matenro::notation::{builtin, usi};
use matenro::proof::{Claim, Header, Node, ReadProblem, position_text};
use matenro::rules::{Move, Position, Rules, Setup, reference};
use matenro::search::certificate::{self, Evidence, Oracle, claims_of};
use matenro::search::{Control, Goal, Limits, Question, Solution, answer};

/// Mates whose published length (in `problems/`) is right, from different sources.
pub const MATES: [&str; 10] = [
    "kinuburui-32",
    "tsumechu-001",
    "tsumechu-002",
    "tsumechu-003",
    "tsumechu-006",
    "tsumechu-029",
    "tsumechu-041",
    "tsumechu-043",
    "tsumechu-046",
    "msm-A13",
];

/// Problems without a mate.
pub const NO_MATES: [&str; 2] = ["kinuburui-39", "tsumechu-034"];

pub fn real() -> impl Iterator<Item = &'static str> {
    MATES.into_iter().chain(NO_MATES)
}

pub fn published_plies(id: &str) -> u32 {
    builtin::find(id).unwrap()[0].claimed_plies.unwrap()
}

pub fn position(id: &str, rules: Rules) -> Position {
    Position::new(&builtin::find(id).unwrap()[0].setup, rules).unwrap()
}

pub fn solved(position: &Position) -> (Solution, Evidence) {
    let (limits, control) = (Limits::default(), Control::default());
    answer(position, &Question::new(Goal::Shortest), &limits, &control).unwrap()
}

/// The text of a certificate.
pub fn written(oracle: &impl Oracle, root: &Position, claims: &[Claim]) -> String {
    let (bytes, _) = certificate::write(oracle, root, claims, Vec::new()).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// The certificate of all that the solver says of a built-in problem under the historic rules.
/// Solved once for all tests.
pub fn certificate_of(id: &str) -> Certificate {
    static DONE: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);
    let mut done = DONE.lock().unwrap();
    let text = done.get_or_insert_default().entry(id.to_owned()).or_insert_with(|| {
        let position = position(id, Rules::HISTORIC);
        let (solution, evidence) = solved(&position);
        written(&evidence, &position, &claims_of(&position, &solution))
    });
    Certificate::of(text)
}

/// A certificate in parts. Its text always has the right count at its end, and what was changed is
/// sorted in, so that only what a test means to break is broken.
#[derive(Clone)]
pub struct Certificate {
    pub header: Header,
    pub nodes: Vec<Node>,
}

impl Certificate {
    pub fn of(text: &str) -> Certificate {
        let header = check(text.as_bytes()).unwrap().header;
        let lines = text.lines().filter(|line| line.contains('\t'));
        let read = |line| Node::parse(line, &header.rules, header.root.side).unwrap();
        let nodes = lines.map(read).collect();
        Certificate { header, nodes }
    }

    pub fn text(&self) -> String {
        let Header { rules, root, .. } = &self.header;
        let mut lines: Vec<String> =
            self.nodes.iter().map(|node| node.line(rules, root.side) + "\n").collect();
        lines.sort();
        format!("{}{}end {}\n", self.header.text(), lines.concat(), lines.len())
    }

    pub fn check(&self) -> Result<Established, CheckError> {
        check(self.text().as_bytes())
    }

    pub fn name(&self, position: &Setup) -> String {
        position_text(position, &self.header.rules)
    }

    pub fn find(&self, position: &Setup) -> Option<usize> {
        self.nodes.iter().position(|node| node.position == *position)
    }

    pub fn root_mut(&mut self) -> &mut Node {
        let index = self.find(&self.header.root).unwrap();
        &mut self.nodes[index]
    }

    pub fn attacks(&self, node: &Node) -> bool {
        node.position.side == self.header.root.side
    }

    /// The node's moves and the positions after them, by the reference rules.
    pub fn next(&self, node: &Node) -> Vec<(Move, Setup)> {
        let (position, rules) = (&node.position, &self.header.rules);
        let moves = if self.attacks(node) {
            reference::checks(position, rules)
        } else {
            reference::evasions(position, rules)
        };
        moves.into_iter().map(|mv| (mv, reference::apply(position, rules, mv))).collect()
    }

    /// Up to so many of the nodes that are as wanted, from all over the certificate.
    pub fn some(&self, most: usize, wanted: impl Fn(&Node) -> bool) -> Vec<usize> {
        let all: Vec<usize> =
            (0..self.nodes.len()).filter(|&index| wanted(&self.nodes[index])).collect();
        all.iter().step_by(all.len().div_ceil(most).max(1)).copied().collect()
    }
}

/// The obligation broken; panics if the text was accepted or could not be read.
pub fn broken(result: Result<Established, CheckError>) -> Broken {
    match result {
        Err(CheckError::Rejected(rejection)) => rejection.broken,
        other => panic!("expected a rejection, found {other:?}"),
    }
}

/// What is wrong with the text; panics if it was read.
pub fn unreadable(result: Result<Established, CheckError>) -> ReadProblem {
    match result {
        Err(CheckError::Unreadable(error)) => error.problem,
        other => panic!("expected an unreadable text, found {other:?}"),
    }
}

pub fn missing(result: Result<Established, CheckError>) -> String {
    match unreadable(result) {
        ReadProblem::Missing(text) => text,
        other => panic!("expected a missing node, found {other:?}"),
    }
}

pub fn mv(text: &str) -> Move {
    let usi::UsiMove { from, mid, to, promote } = text.parse().unwrap();
    Move { from, mid, to, promote }
}
