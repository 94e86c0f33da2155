//! The whole check graph of a small problem, solved by the plainest means, for tests only.
//!
//! Accepts a setup with the attacker to move; leans on the reference rules alone and shares nothing
//! with the search. It lists every position that checks and evasions can reach and then goes over
//! the list again and again: in round `n` it settles the positions that are mated in exactly `n`
//! plies. What no round settles is never mated. So it knows the truth of every claim about every
//! position in the list, and is the second producer of certificates.

use std::collections::HashMap;

use super::bounds::Interval;
use super::certificate::Oracle;
use super::induction::NEVER;
use crate::proof::position_text;
use crate::rules::reference::{apply, checks, evasions};
use crate::rules::{Position, Rules, Setup, Side};

/// All positions of a problem with their exact lengths.
pub struct Exhaustive {
    rules: Rules,
    index: HashMap<String, usize>,
    lengths: Vec<u32>,
}

impl Exhaustive {
    /// Lists and solves; `None` if there are more than `most` positions.
    #[must_use]
    pub fn new(root: &Setup, rules: Rules, most: usize) -> Option<Exhaustive> {
        let attacker = root.side;
        let mut index = HashMap::from([(position_text(root, &rules), 0)]);
        let mut setups = vec![root.clone()];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while let Some(setup) = setups.get(next.len()).cloned() {
            let moves = if setup.side == attacker {
                checks(&setup, &rules)
            } else {
                evasions(&setup, &rules)
            };
            let mut children = Vec::with_capacity(moves.len());
            for mv in moves {
                let child = apply(&setup, &rules, mv);
                let id = *index.entry(position_text(&child, &rules)).or_insert(setups.len());
                if id == setups.len() {
                    setups.push(child);
                }
                children.push(id);
            }
            next.push(children);
            if setups.len() > most {
                return None;
            }
        }
        let sides: Vec<Side> = setups.iter().map(|setup| setup.side).collect();
        Some(Exhaustive { rules, index, lengths: solve(attacker, &sides, &next) })
    }

    /// The exact length of the mate in a position of the list, [`NEVER`] if there is none; `None`
    /// if the position is not in the list.
    #[must_use]
    pub fn length(&self, setup: &Setup) -> Option<u32> {
        self.index.get(&position_text(setup, &self.rules)).map(|&id| self.lengths[id])
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Never true: there is always the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }
}

fn solve(attacker: Side, sides: &[Side], next: &[Vec<usize>]) -> Vec<u32> {
    let mut lengths = vec![NEVER; next.len()];
    for plies in 0.. {
        let settled: Vec<usize> = (0..next.len())
            .filter(|&id| lengths[id] == NEVER)
            .filter(|&id| {
                let mut mated = next[id].iter().map(|&child| lengths[child] != NEVER);
                if sides[id] == attacker { mated.any(|is| is) } else { mated.all(|is| is) }
            })
            .collect();
        if settled.is_empty() {
            break;
        }
        for id in settled {
            lengths[id] = plies;
        }
    }
    lengths
}

impl Oracle for Exhaustive {
    fn interval(&self, position: &Position) -> Interval {
        match self.length(&position.setup()) {
            Some(length) => Interval { lo: length, hi: length },
            None => Interval { lo: 0, hi: NEVER },
        }
    }
}
