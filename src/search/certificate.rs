//! Certificates from what a search has proved.
//!
//! Accepts an [`Oracle`] that knows intervals of exact lengths, and claims that follow from them;
//! writes the nodes that the claims need and no others. Moves are generated anew from each
//! position, so the oracle need not keep any: it may know a bound and not how it came by it, as
//! long as it knows enough of the positions after it. What a glance at the next two plies shows it
//! need not know at all.
//!
//! * Upper bounds: the best check at the attacker's positions, every evasion at the defender's.
//! * Lower bounds: every check, one evasion. The greatest bound is taken up first, so each position
//!   is looked at once with the most that is asked of it; an evasion to a position that is in the
//!   certificate anyway goes before others, and then one that leaves the fewest checks.
//!
//! Nothing here is trusted: a mistake makes a certificate that [`crate::check`] rejects.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::Write;

use rustc_hash::FxHashMap;

use super::bounds::{Bounds, Interval};
use super::graph::Graph;
use super::induction::NEVER;
use super::sound::Ply;
use super::{Length, Plies, Solution, Verdict};
use crate::notation::sfen;
use crate::proof::{Claim, Header, Node, WriteError, Writer, position_text};
use crate::rules::{Move, Position, PositionError, Rules, Setup, Side};

/// Someone who knows exact lengths.
pub trait Oracle {
    /// What is proved of the position, with either side to move.
    fn interval(&self, position: &Position) -> Interval;

    /// True if it may know a bound and no more how it came by it, for want of memory.
    fn has_forgotten(&self) -> bool {
        false
    }
}

/// What a search has proved: its graph, and the intervals of the nodes.
pub struct Evidence {
    /// All positions met.
    pub graph: Graph,
    /// Their intervals.
    pub bounds: Bounds,
}

impl Oracle for Evidence {
    fn interval(&self, position: &Position) -> Interval {
        self.graph.find(position.key()).map_or(NOTHING, |id| self.bounds.get(id))
    }

    fn has_forgotten(&self) -> bool {
        self.graph.collections() > 0
    }
}

const NOTHING: Interval = Interval { lo: 0, hi: NEVER };

/// A certificate that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The oracle does not know what a claim needs.
    #[error("{position}: {} is needed and not proved", bound_words(*lo, *hi))]
    NotProved {
        /// The position.
        position: String,
        /// The lower bound needed.
        lo: u32,
        /// The upper bound needed.
        hi: u32,
    },
    /// A claim is about a position that the rules do not know.
    #[error("a claim's position: {0}")]
    Position(#[from] PositionError),
    /// The text cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

fn bound_words(lo: u32, hi: u32) -> String {
    match (lo, hi) {
        (NEVER, _) => "that it never mates".to_owned(),
        (_, NEVER) => format!("a lower bound of {lo}"),
        (_, hi) => format!("an upper bound of {hi}"),
    }
}

/// The claims that a solution of this position makes: the length, and what is said of every other
/// check along the main line. None if its verdict is unknown.
#[must_use]
pub fn claims_of(root: &Position, solution: &Solution) -> Vec<Claim> {
    let length = Length { at_least: solution.at_least, at_most: solution.at_most };
    let mut claims = length_claims(solution.verdict, length);
    if let Some(soundness) = &solution.soundness {
        let mut position = root.clone();
        for ply in &soundness.plies {
            let (Ply::Attack { mv, .. } | Ply::Defence { mv, .. }) = ply;
            if let Ply::Attack { alternatives, .. } = ply {
                let setup = position.setup();
                for other in alternatives {
                    claims.extend(check_claims(&setup, other.mv.into(), other.plies));
                }
            }
            position.make((*mv).into());
        }
    }
    claims
}

/// The claims about one check: that it never mates, or the bounds of its length.
#[must_use]
pub fn check_claims(position: &Setup, check: Move, plies: Interval) -> Vec<Claim> {
    let position = || position.clone();
    if plies.lo == NEVER {
        return vec![Claim::CheckNoMate { position: position(), check }];
    }
    let mut claims = Vec::new();
    if plies.lo >= 3 {
        claims.push(Claim::CheckAtLeast { position: position(), check, plies: plies.lo });
    }
    if plies.hi != NEVER {
        claims.push(Claim::CheckAtMost { position: position(), check, plies: plies.hi });
    }
    claims
}

/// The claims that a verdict with bounds of the length makes; none if it is unknown.
#[must_use]
pub fn length_claims(verdict: Verdict, length: Length) -> Vec<Claim> {
    match (verdict, length.at_least, length.at_most) {
        (Verdict::NoMate, ..) => vec![Claim::NoMate],
        (Verdict::Mate, Some(Plies(lo)), Some(Plies(hi))) if lo == hi => vec![Claim::Exactly(hi)],
        (Verdict::Mate, lo, Some(Plies(hi))) => {
            let shorter = lo.filter(|&Plies(lo)| lo >= 3).map(|Plies(lo)| Claim::NotWithin(lo - 2));
            shorter.into_iter().chain([Claim::AtMost(hi)]).collect()
        }
        _ => Vec::new(),
    }
}

/// Writes a certificate of the claims, whose attacker is the side to move in `root`. Gives back the
/// output and the number of nodes.
///
/// # Errors
/// If the oracle does not know enough, or the output does not take it.
pub fn write<W: Write>(
    oracle: &impl Oracle,
    root: &Position,
    claims: &[Claim],
    output: W,
) -> Result<(W, u64), CertificateError> {
    let rules = *root.rules();
    let mut builder = Builder {
        oracle,
        rules,
        attacker: root.side(),
        index: FxHashMap::default(),
        entries: Vec::new(),
        lower: BinaryHeap::new(),
        upper: Vec::new(),
    };
    for claim in claims {
        builder.claim(root, claim)?;
    }
    builder.close()?;
    let mut entries = builder.entries;
    entries.sort_unstable_by(|a, b| a.text.cmp(&b.text));
    let header = Header::new(rules, root.setup(), claims.to_vec());
    let attacker = root.side();
    let mut writer = Writer::new(output, header)?;
    for entry in &entries {
        writer.node(&entry.node(&rules, attacker))?;
    }
    Ok((writer.finish()?, entries.len() as u64))
}

/// A position of the certificate to be.
struct Entry {
    text: Box<str>,
    lo: u32,
    hi: u32,
    witness: Option<Move>,
}

impl Entry {
    fn node(&self, rules: &Rules, attacker: Side) -> Node {
        let position = read(&self.text, rules).setup();
        let plain = Node::plain_lo(position.side == attacker);
        Node { lo: self.lo.max(plain), hi: self.hi, witness: self.witness, position }
    }
}

fn read(text: &str, rules: &Rules) -> Position {
    let sfen = sfen::parse(text, rules.variant).expect("invariant: our own text");
    Position::new(&sfen.setup, *rules).expect("invariant: it was a position before")
}

struct Builder<'a, O> {
    oracle: &'a O,
    rules: Rules,
    attacker: Side,
    index: FxHashMap<u128, u32>,
    entries: Vec<Entry>,
    /// Entries whose lower bound is to be taken up, the greatest bound first.
    lower: BinaryHeap<(u32, Reverse<u32>)>,
    /// Entries whose upper bound is to be taken up.
    upper: Vec<u32>,
}

const fn one_less(plies: u32) -> u32 {
    if plies == NEVER { NEVER } else { plies.saturating_sub(1) }
}

impl<O: Oracle> Builder<'_, O> {
    fn claim(&mut self, root: &Position, claim: &Claim) -> Result<(), CertificateError> {
        let mut position = match claim.position() {
            Some(setup) => Position::new(setup, self.rules)?,
            None => root.clone(),
        };
        match *claim {
            Claim::AtMost(plies) => self.ask_hi(&position, plies),
            Claim::Exactly(plies) => {
                self.ask_hi(&position, plies)?;
                self.ask_lo(&position, plies)
            }
            Claim::NotWithin(plies) => self.ask_lo(&position, plies + 2),
            Claim::NoMate => self.ask_lo(&position, NEVER),
            Claim::CheckNoMate { check, .. } => {
                position.make(check);
                self.ask_lo(&position, NEVER)
            }
            Claim::CheckAtLeast { check, plies, .. } => {
                position.make(check);
                self.ask_lo(&position, one_less(plies))
            }
            Claim::CheckAtMost { check, plies, .. } => {
                position.make(check);
                self.ask_hi(&position, one_less(plies))
            }
        }
    }

    /// Takes up everything that is owed.
    fn close(&mut self) -> Result<(), CertificateError> {
        while let Some(id) = self.upper.pop() {
            self.justify_hi(id)?;
        }
        while let Some((bound, Reverse(id))) = self.lower.pop() {
            if self.entries[id as usize].lo == bound {
                self.justify_lo(id)?;
            }
        }
        Ok(())
    }

    /// What is proved of a position, by the oracle, or at a glance if that is not `enough`.
    fn interval(&self, position: &Position, enough: impl Fn(Interval) -> bool) -> Interval {
        let known = self.oracle.interval(position);
        if enough(known) {
            return known;
        }
        let seen = glance(&mut position.clone(), self.attacker);
        Interval { lo: known.lo.max(seen.lo), hi: known.hi.min(seen.hi) }
    }

    fn ask_lo(&mut self, position: &Position, bound: u32) -> Result<(), CertificateError> {
        let plain = Node::plain_lo(position.side() == self.attacker);
        if self.interval(position, |known| known.lo >= bound).lo < bound {
            return Err(self.not_proved(position, bound, NEVER));
        }
        if bound <= plain {
            return Ok(());
        }
        let id = self.entry(position);
        let entry = &mut self.entries[id as usize];
        if entry.lo < bound {
            entry.lo = bound;
            self.lower.push((bound, Reverse(id)));
        }
        Ok(())
    }

    fn ask_hi(&mut self, position: &Position, bound: u32) -> Result<(), CertificateError> {
        let hi = self.interval(position, |known| known.hi <= bound).hi;
        if hi > bound {
            return Err(self.not_proved(position, 0, bound));
        }
        if hi == 0 {
            return Ok(());
        }
        let id = self.entry(position);
        let entry = &mut self.entries[id as usize];
        if entry.hi == NEVER {
            entry.hi = hi;
            self.upper.push(id);
        }
        Ok(())
    }

    fn justify_hi(&mut self, id: u32) -> Result<(), CertificateError> {
        let bound = one_less(self.entries[id as usize].hi);
        let mut position = read(&self.entries[id as usize].text, &self.rules);
        let attacker_moves = position.side() == self.attacker;
        let mut best = None;
        for mv in moves(&mut position, attacker_moves) {
            let undo = position.make(mv);
            if !attacker_moves {
                self.ask_hi(&position, bound)?;
            } else if self.interval(&position, |known| known.hi <= bound).hi <= bound {
                let known = self.find(&position).is_some_and(|entry| entry.hi != NEVER);
                if best.is_none() || known {
                    best = Some(mv);
                }
            }
            position.unmake(&undo);
        }
        if attacker_moves {
            let Some(mv) = best else { return Err(self.not_proved(&position, 0, bound + 1)) };
            self.entries[id as usize].witness = Some(mv);
            position.make(mv);
            self.ask_hi(&position, bound)?;
        }
        Ok(())
    }

    fn justify_lo(&mut self, id: u32) -> Result<(), CertificateError> {
        let bound = one_less(self.entries[id as usize].lo);
        let mut position = read(&self.entries[id as usize].text, &self.rules);
        let attacker_moves = position.side() == self.attacker;
        let mut best: Option<((bool, usize), Move)> = None;
        for mv in moves(&mut position, attacker_moves) {
            let undo = position.make(mv);
            if attacker_moves {
                self.ask_lo(&position, bound)?;
            } else if self.interval(&position, |known| known.lo >= bound).lo >= bound {
                let known = self.find(&position).is_some_and(|entry| entry.lo >= bound);
                let checks = if known { 0 } else { moves(&mut position, true).len() };
                let cost = (!known, checks);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, mv));
                }
            }
            position.unmake(&undo);
        }
        if !attacker_moves {
            let Some((_, mv)) = best else {
                return Err(self.not_proved(&position, bound.saturating_add(1), NEVER));
            };
            self.entries[id as usize].witness = Some(mv);
            position.make(mv);
            self.ask_lo(&position, bound)?;
        }
        Ok(())
    }

    fn find(&self, position: &Position) -> Option<&Entry> {
        self.index.get(&position.key()).map(|&id| &self.entries[id as usize])
    }

    /// The entry of a position, made if new.
    fn entry(&mut self, position: &Position) -> u32 {
        let next = self.entries.len() as u32;
        let id = *self.index.entry(position.key()).or_insert(next);
        if id == next {
            let text = position_text(&position.setup(), &self.rules).into_boxed_str();
            self.entries.push(Entry { text, lo: 0, hi: NEVER, witness: None });
        }
        id
    }

    fn not_proved(&self, position: &Position, lo: u32, hi: u32) -> CertificateError {
        let position = position_text(&position.setup(), &self.rules);
        CertificateError::NotProved { position, lo, hi }
    }
}

fn moves(position: &mut Position, attacker_moves: bool) -> Vec<Move> {
    let mut moves = Vec::new();
    if attacker_moves {
        position.push_checks(&mut moves);
    } else {
        position.push_evasions(&mut moves);
    }
    moves
}

/// What two plies show.
fn glance(position: &mut Position, attacker: Side) -> Interval {
    if position.side() == attacker {
        return glance_at_checks(position);
    }
    let mut seen = Interval { lo: 0, hi: 0 };
    for mv in moves(position, false) {
        let undo = position.make(mv);
        let next = glance_at_checks(position);
        position.unmake(&undo);
        seen.lo = seen.lo.max(next.lo.saturating_add(1));
        seen.hi = seen.hi.max(next.hi.saturating_add(1));
    }
    seen
}

fn glance_at_checks(position: &mut Position) -> Interval {
    let checks = moves(position, true);
    let mates = checks.iter().any(|&mv| {
        let undo = position.make(mv);
        let escapes = position.has_evasion(&mut Vec::new());
        position.unmake(&undo);
        !escapes
    });
    match (mates, checks.is_empty()) {
        (true, _) => Interval { lo: 1, hi: 1 },
        (false, true) => Interval { lo: NEVER, hi: NEVER },
        (false, false) => Interval { lo: 3, hi: NEVER },
    }
}
