//! What each claim and node obliges to, and the ledger of what is still owed.

use std::collections::HashMap;

use super::{Broken, CheckError, Rejection};
use crate::proof::{Claim, NEVER, Node, ReadError, ReadProblem, position_text};
use crate::rules::reference::{
    apply, checks, evasions, has_evasion, is_problem, may_check, may_evade,
};
use crate::rules::{Move, Rules, Setup, Side};

/// A bound asked of a position.
#[derive(Clone, Copy)]
enum Bound {
    Lo(u32),
    Hi(u32),
}

impl Bound {
    /// Of two bounds of the same kind.
    const fn is_stronger(self, other: Bound) -> bool {
        match (self, other) {
            (Bound::Lo(this), Bound::Lo(that)) => this > that,
            (Bound::Hi(this), Bound::Hi(that)) => this < that,
            _ => false,
        }
    }
}

/// A bound asked of a position, and by whom.
#[derive(Clone, Copy)]
struct Demand {
    /// The line of the node or claim that asks.
    line: u64,
    /// The move that leads from there to the position.
    mv: Option<Move>,
    bound: Bound,
}

impl Demand {
    /// How a node of the position `next` with this interval fails it, if it does.
    fn broken_by(self, lo: u32, hi: u32, next: Box<str>) -> Option<Broken> {
        let (mv, next) = (self.mv, next.into_string());
        match self.bound {
            Bound::Lo(needed) if lo < needed => Some(Broken::Lower { mv, next, needed, found: lo }),
            Bound::Hi(needed) if hi > needed => Some(Broken::Upper { mv, next, needed, found: hi }),
            _ => None,
        }
    }
}

/// What is known of a position: its node, or the strongest lower and upper bound that its node will
/// have to claim.
enum Entry {
    Node { line: u64, lo: u32, hi: u32 },
    Owed([Option<Demand>; 2]),
}

/// Every position met, by its full text.
pub(super) struct Ledger {
    rules: Rules,
    attacker: Side,
    entries: HashMap<Box<str>, Entry>,
    /// The positions that claims speak of, by their lines.
    claimed: Vec<(u64, String)>,
}

/// Who asks: a line, and the position there.
#[derive(Clone, Copy)]
struct Asker<'a> {
    line: u64,
    position: &'a Setup,
}

/// One ply less; never stays never.
const fn one_less(plies: u32) -> u32 {
    if plies == NEVER { NEVER } else { plies - 1 }
}

impl Ledger {
    pub fn new(rules: Rules, attacker: Side) -> Ledger {
        Ledger { rules, attacker, entries: HashMap::new(), claimed: Vec::new() }
    }

    /// Takes up what a claim obliges to.
    pub fn claim(&mut self, line: u64, root: &Setup, claim: &Claim) -> Result<(), CheckError> {
        let position = claim.position().unwrap_or(root);
        self.claimed.push((line, position_text(position, &self.rules)));
        let asker = Asker { line, position };
        if !is_problem(position, &self.rules) {
            return Err(self.reject(asker, Broken::NoProblem));
        }
        match *claim {
            Claim::AtMost(plies) => self.ask_hi(asker, None, plies),
            Claim::Exactly(plies) => {
                self.ask_hi(asker, None, plies)?;
                self.ask_lo(asker, None, plies)
            }
            // Lengths are odd: more than n is at least n + 2.
            Claim::NotWithin(plies) => self.ask_lo(asker, None, plies + 2),
            Claim::NoMate => self.ask_lo(asker, None, NEVER),
            Claim::CheckNoMate { check, .. } => {
                self.must_check(asker, check)?;
                self.ask_lo(asker, Some(check), NEVER)
            }
            Claim::CheckAtLeast { check, plies, .. } => {
                self.must_check(asker, check)?;
                self.ask_lo(asker, Some(check), one_less(plies))
            }
            Claim::CheckAtMost { check, plies, .. } => {
                self.must_check(asker, check)?;
                self.ask_hi(asker, Some(check), one_less(plies))
            }
        }
    }

    /// Takes up what a node obliges to, and holds it against what was asked of it.
    pub fn node(&mut self, line: u64, node: &Node) -> Result<(), CheckError> {
        let asker = Asker { line, position: &node.position };
        self.enter(line, node)?;
        if node.position.side == self.attacker {
            self.attacker_node(asker, node)
        } else {
            self.defender_node(asker, node)
        }
    }

    fn attacker_node(&mut self, asker: Asker, node: &Node) -> Result<(), CheckError> {
        if let Some(check) = node.witness {
            self.must_check(asker, check)?;
            self.ask_hi(asker, Some(check), one_less(node.hi))?;
        }
        if node.lo > Node::plain_lo(true) {
            for check in checks(asker.position, &self.rules) {
                self.ask_lo(asker, Some(check), one_less(node.lo))?;
            }
        }
        Ok(())
    }

    fn defender_node(&mut self, asker: Asker, node: &Node) -> Result<(), CheckError> {
        if let Some(evasion) = node.witness {
            if !may_evade(asker.position, &self.rules, evasion) {
                return Err(self.reject(asker, Broken::NotAnEvasion(evasion)));
            }
            self.ask_lo(asker, Some(evasion), one_less(node.lo))?;
        }
        if node.hi != NEVER {
            let evasions = evasions(asker.position, &self.rules);
            if evasions.is_empty() {
                return Err(self.reject(asker, Broken::Mated));
            }
            for evasion in evasions {
                self.ask_hi(asker, Some(evasion), one_less(node.hi))?;
            }
        }
        Ok(())
    }

    fn must_check(&self, asker: Asker, check: Move) -> Result<(), CheckError> {
        if may_check(asker.position, &self.rules, check) {
            Ok(())
        } else {
            Err(self.reject(asker, Broken::NotACheck(check)))
        }
    }

    /// Asks that the position after the move (or the asker's own) be mated in at most `bound`. A
    /// mated defender meets every such bound without a node.
    fn ask_hi(&mut self, asker: Asker, mv: Option<Move>, bound: u32) -> Result<(), CheckError> {
        let next = self.after(asker, mv);
        if let (true, Some(check)) = (next.side != self.attacker, mv) {
            if !has_evasion(&next, &self.rules) {
                return Ok(());
            }
            if bound == 0 {
                return Err(self.reject(asker, Broken::Escapes(check)));
            }
        }
        self.ask(asker, mv, &next, Bound::Hi(bound))
    }

    /// Asks that the position after the move (or the asker's own) not be mated in less than
    /// `bound`. What is plain to see needs no node.
    fn ask_lo(&mut self, asker: Asker, mv: Option<Move>, bound: u32) -> Result<(), CheckError> {
        let next = self.after(asker, mv);
        if let (true, Some(check)) = (next.side != self.attacker, mv) {
            if bound <= Node::plain_lo(false) {
                let broken = Broken::Mates(check);
                let met = has_evasion(&next, &self.rules);
                return if met { Ok(()) } else { Err(self.reject(asker, broken)) };
            }
        } else if bound <= Node::plain_lo(true) {
            return Ok(());
        }
        self.ask(asker, mv, &next, Bound::Lo(bound))
    }

    /// Holds a bound against the node of a position, or keeps it until that node comes.
    fn ask(
        &mut self,
        asker: Asker,
        mv: Option<Move>,
        next: &Setup,
        bound: Bound,
    ) -> Result<(), CheckError> {
        let text = position_text(next, &self.rules).into_boxed_str();
        let demand = Demand { line: asker.line, mv, bound };
        let owed = match self.entries.get_mut(&text) {
            Some(&mut Entry::Node { lo, hi, .. }) => {
                let broken = demand.broken_by(lo, hi, text);
                return broken.map_or(Ok(()), |broken| Err(self.reject(asker, broken)));
            }
            Some(Entry::Owed(owed)) => owed,
            None => {
                let entry = self.entries.entry(text).or_insert(Entry::Owed([None, None]));
                let Entry::Owed(owed) = entry else { return Ok(()) };
                owed
            }
        };
        let slot = &mut owed[usize::from(matches!(bound, Bound::Hi(_)))];
        if slot.is_none_or(|known| bound.is_stronger(known.bound)) {
            *slot = Some(demand);
        }
        Ok(())
    }

    fn after(&self, asker: Asker, mv: Option<Move>) -> Setup {
        mv.map_or_else(|| asker.position.clone(), |mv| apply(asker.position, &self.rules, mv))
    }

    /// Puts a node in the ledger; it must be as strong as everyone asked who came before it.
    fn enter(&mut self, line: u64, node: &Node) -> Result<(), CheckError> {
        let (lo, hi) = (node.lo, node.hi);
        let text = position_text(&node.position, &self.rules).into_boxed_str();
        let old = self.entries.insert(text.clone(), Entry::Node { line, lo, hi });
        // The reader lets no position stand twice.
        let Some(Entry::Owed(owed)) = old else { return Ok(()) };
        for demand in owed.into_iter().flatten() {
            if let Some(broken) = demand.broken_by(lo, hi, text.clone()) {
                let node = self.position_at(demand.line);
                return Err(Box::new(Rejection { line: demand.line, node, broken }).into());
            }
        }
        Ok(())
    }

    /// At the end nothing may be owed any more.
    pub fn close(&self) -> Result<(), CheckError> {
        let missing = self.entries.iter().filter_map(|(text, entry)| match entry {
            Entry::Node { .. } => None,
            Entry::Owed([lo, hi]) => lo.or(*hi).map(|demand| (demand.line, text)),
        });
        match missing.min() {
            None => Ok(()),
            Some((line, text)) => {
                let problem = ReadProblem::Missing(text.to_string());
                Err(ReadError { line, problem }.into())
            }
        }
    }

    /// The text of the position at a line. Looked for, since it is wanted once at most.
    fn position_at(&self, wanted: u64) -> String {
        let claimed = self.claimed.iter().find(|(line, _)| *line == wanted);
        let node = self.entries.iter().find_map(|(text, entry)| match entry {
            Entry::Node { line, .. } if *line == wanted => Some(text.to_string()),
            _ => None,
        });
        claimed.map(|(_, text)| text.clone()).or(node).unwrap_or_default()
    }

    fn reject(&self, asker: Asker, broken: Broken) -> CheckError {
        let node = position_text(asker.position, &self.rules);
        Box::new(Rejection { line: asker.line, node, broken }).into()
    }
}
