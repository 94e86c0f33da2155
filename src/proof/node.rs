//! One node of a certificate: a position, an interval of its exact length, and a witness.

use super::claim::read_move;
use super::{NEVER, position_text, read_length, read_position};
use crate::notation::usi;
use crate::rules::{Move, Rules, Setup, Side};

/// A position with a claimed interval: the attacker mates in at least `lo` and at most `hi` plies.
///
/// Lengths are odd with the attacker to move, even with the defender to move. A node claims more
/// than is plain to see: with the attacker to move a mate takes at least 1 ply, with the defender
/// to move and not mated at least 2. A mated defender has no node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position.
    pub position: Setup,
    /// Lower bound; [`NEVER`]: he never mates.
    pub lo: u32,
    /// Upper bound; [`NEVER`]: nothing claimed.
    pub hi: u32,
    /// With the attacker to move, the check that achieves `hi`; with the defender to move, the
    /// evasion that achieves `lo`. `None` if that bound claims nothing.
    pub witness: Option<Move>,
}

impl Node {
    /// The lower bound that needs no justification, but for an evasion of the defender.
    #[must_use]
    pub const fn plain_lo(attacker_moves: bool) -> u32 {
        if attacker_moves { 1 } else { 2 }
    }

    /// The line of the node, without line feed.
    #[must_use]
    pub fn line(&self, rules: &Rules, attacker: Side) -> String {
        let mut line = position_text(&self.position, rules);
        line.push('\t');
        line += &self.interval_text(attacker);
        if let Some(mv) = self.witness {
            line.push('\t');
            line += &usi::write(mv);
        }
        line
    }

    fn interval_text(&self, attacker: Side) -> String {
        if self.lo == NEVER {
            return "never".to_owned();
        }
        let plain = Node::plain_lo(self.position.side == attacker);
        let lo = if self.lo == plain { String::new() } else { self.lo.to_string() };
        let hi = if self.hi == NEVER { String::new() } else { self.hi.to_string() };
        format!("{lo}..{hi}")
    }

    /// The node of a line, if it is written as [`Node::line`] would and is well formed; else what
    /// is wrong with it.
    ///
    /// # Errors
    /// With what was expected.
    pub fn parse(line: &str, rules: &Rules, attacker: Side) -> Result<Node, &'static str> {
        let mut fields = line.split('\t');
        let position = fields.next().and_then(|text| read_position(text, rules));
        let position = position.ok_or("a position in its only spelling")?;
        let plain = Node::plain_lo(position.side == attacker);
        let interval = fields.next().and_then(|text| read_interval(text, plain));
        let (lo, hi) = interval.ok_or("an interval such as 5.., ..19, 5..19 or never")?;
        let witness = match fields.next() {
            Some(text) => Some(read_move(text).ok_or("a move in USI in its only spelling")?),
            None => None,
        };
        let node = Node { position, lo, hi, witness };
        node.well_formed(attacker)?;
        if node.line(rules, attacker) != line {
            return Err("nothing after the move, and every part in its only spelling");
        }
        Ok(node)
    }

    fn well_formed(&self, attacker: Side) -> Result<(), &'static str> {
        let attacker_moves = self.position.side == attacker;
        let plain = Node::plain_lo(attacker_moves);
        let fits = |length: u32| length == NEVER || length % 2 == plain % 2;
        if !fits(self.lo) || !fits(self.hi) || self.lo < plain {
            return Err("odd lengths with the attacker to move, even ones with the defender");
        }
        if self.lo > self.hi {
            return Err("a lower bound that is no greater than the upper one");
        }
        let (claims_lo, claims_hi) = (self.lo > plain, self.hi != NEVER);
        if !claims_lo && !claims_hi {
            return Err("an interval that claims something");
        }
        let needed = if attacker_moves { claims_hi } else { claims_lo };
        match (needed, self.witness) {
            (true, None) => Err("a move"),
            (false, Some(_)) => Err("no move"),
            _ => Ok(()),
        }
    }
}

fn read_interval(text: &str, plain: u32) -> Option<(u32, u32)> {
    if text == "never" {
        return Some((NEVER, NEVER));
    }
    let (lo, hi) = text.split_once("..")?;
    let lo = if lo.is_empty() { plain } else { read_length(lo)? };
    let hi = if hi.is_empty() { NEVER } else { read_length(hi)? };
    Some((lo, hi))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "k11/12/G11/R11/12/12/12/12/12/12/12/12";

    fn read(side: &str, rest: &str) -> Result<Node, &'static str> {
        let line = format!("{BOARD} {side} - 1\t{rest}");
        Node::parse(&line, &Rules::HISTORIC, Side::Black)
    }

    #[test]
    fn a_node_reads_back_as_written() {
        for (side, rest) in [
            ("b", "..1\t12c12b"),
            ("b", "5.."),
            ("b", "5..7\t12c12b"),
            ("b", "never"),
            ("w", "..2"),
            ("w", "4..\t12a11a"),
            ("w", "4..4\t12a11a"),
            ("w", "never\t12a11a"),
        ] {
            let node = read(side, rest).unwrap();
            let line = node.line(&Rules::HISTORIC, Side::Black);
            assert_eq!(line, format!("{BOARD} {side} - 1\t{rest}"));
        }
    }

    #[test]
    fn what_is_not_in_order_is_not_read() {
        let error = |side: &str, rest: &str| read(side, rest).unwrap_err();
        assert_eq!(error("b", "4..\t12c12b"), error("w", "3..\t12a11a"));
        assert!(error("b", "4..").contains("odd lengths"));
        assert!(error("w", "0..0").contains("odd lengths"));
        assert!(error("b", "7..5\t12c12b").contains("no greater"));
        assert!(error("b", "..").contains("claims something"));
        assert_eq!(error("b", "..1"), "a move");
        assert_eq!(error("b", "3..\t12c12b"), "no move");
        assert_eq!(error("w", "4.."), "a move");
        assert_eq!(error("w", "..4\t12a11a"), "no move");
        assert!(error("b", "1..1\t12c12b").contains("only spelling"));
        assert!(error("b", "..1\t12c12b\t12c12b").contains("nothing after"));
        assert!(error("b", "..1\t12c12b=").contains("a move in USI"));
        assert!(error("b", "3..05\t12c12b").contains("an interval"));
        assert!(error("b", "never..\t12c12b").contains("an interval"));
        assert!(error(" b", "..1\t12c12b").contains("a position"));
    }
}
