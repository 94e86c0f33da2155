//! What an expansion finds out about an attacker's position before it is put into a graph.

use super::{Graph, NodeId, UNRESOLVED};
use crate::search::game::{Game, PackedMove};

/// What is behind a check.
pub(super) struct Behind {
    /// Its node, or [`UNRESOLVED`].
    pub known: NodeId,
    /// Where its evasions end in the list of all.
    pub end: u32,
    /// They are all futile interpositions.
    pub futile: bool,
}

/// How far evasions are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// To the first check that mates.
    Mate,
    /// Behind every check.
    TheEnd,
}

/// The checks of an attacker's position and the evasions behind each.
#[derive(Default)]
pub struct Expansion {
    checks: Vec<PackedMove>,
    keys: Vec<u128>,
    known: Vec<NodeId>,
    behind: Vec<Behind>,
    replies: Vec<PackedMove>,
}

/// A check of an expansion.
pub(super) struct Check<'a> {
    pub mv: PackedMove,
    pub key: u128,
    pub replies: &'a [PackedMove],
    pub behind: &'a Behind,
}

impl Expansion {
    /// Generates the checks, and the evasions behind those that the graph does not know, to the first check
    /// that mates. The game must stand at the node.
    pub fn generate(&mut self, graph: &Graph, game: &mut impl Game) {
        self.generate_until(Until::Mate, graph, game);
    }

    /// The same behind every check.
    pub(super) fn generate_all(&mut self, graph: &Graph, game: &mut impl Game) {
        self.generate_until(Until::TheEnd, graph, game);
    }

    fn generate_until(&mut self, until: Until, graph: &Graph, game: &mut impl Game) {
        self.checks.clear();
        game.attacker_moves(&mut self.checks);
        self.keys.clear();
        self.keys.extend(self.checks.iter().map(|&mv| game.key_after(mv)));
        self.known.clear();
        // One after the other without looking at them, so that they need not wait for each other's memory.
        self.known.extend(self.keys.iter().map(|&key| graph.find(key).unwrap_or(UNRESOLVED)));
        let known_mate =
            self.known.iter().position(|&id| id != UNRESOLVED && graph.is_checkmate(id));
        self.behind.clear();
        self.replies.clear();
        for (index, (&mv, &known)) in self.checks.iter().zip(&self.known).enumerate() {
            let start = self.replies.len();
            let mut futile = false;
            let mut mates = known_mate == Some(index);
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

    /// The checks as far as their evasions have been generated.
    pub(super) fn checks(&self) -> impl Iterator<Item = Check<'_>> {
        let mut start = 0;
        self.behind.iter().enumerate().map(move |(index, behind)| {
            let replies = &self.replies[start..behind.end as usize];
            start = behind.end as usize;
            Check { mv: self.checks[index], key: self.keys[index], replies, behind }
        })
    }
}
