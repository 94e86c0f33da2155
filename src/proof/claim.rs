//! What a certificate establishes, as a value and in words.

use super::{position_text, read_length, read_position};
use crate::notation::usi::{self, UsiMove};
use crate::rules::{Move, Rules, Setup};

/// A statement about the root, or about one check at some position with the same attacker to move.
/// Lengths are odd numbers of plies from that position to mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker mates in at most so many plies, whatever the defender does.
    AtMost(u32),
    /// The attacker mates in so many plies, and under best defence not faster.
    Exactly(u32),
    /// The defender can avoid a mate in so many plies or fewer.
    NotWithin(u32),
    /// The defender can avoid mate for ever.
    NoMate,
    /// After this check the defender can avoid mate for ever.
    CheckNoMate {
        /// The position before the check.
        position: Setup,
        /// The check.
        check: Move,
    },
    /// With this check the attacker mates in no less than so many plies, the check counted.
    CheckAtLeast {
        /// The position before the check.
        position: Setup,
        /// The check.
        check: Move,
        /// The length, at least 3.
        plies: u32,
    },
    /// With this check the attacker mates in at most so many plies, the check counted.
    CheckAtMost {
        /// The position before the check.
        position: Setup,
        /// The check.
        check: Move,
        /// The length.
        plies: u32,
    },
}

impl Claim {
    /// The claim in words, as it stands in a certificate.
    #[must_use]
    pub fn text(&self, rules: &Rules) -> String {
        let at = |position: &Setup, check: Move| {
            format!("at {}: the check {}", position_text(position, rules), usi::write(check))
        };
        match self {
            Claim::AtMost(plies) => format!("mate in at most {plies} plies"),
            Claim::Exactly(plies) => format!("mate in exactly {plies} plies"),
            Claim::NotWithin(plies) => format!("no mate within {plies} plies"),
            Claim::NoMate => "no mate".to_owned(),
            Claim::CheckNoMate { position, check } => {
                format!("{} does not mate", at(position, *check))
            }
            Claim::CheckAtLeast { position, check, plies } => {
                format!("{} mates in no less than {plies} plies", at(position, *check))
            }
            Claim::CheckAtMost { position, check, plies } => {
                format!("{} mates in at most {plies} plies", at(position, *check))
            }
        }
    }

    /// The claim of these words, if they are written as [`Claim::text`] would and the length can
    /// be one.
    #[must_use]
    pub fn parse(text: &str, rules: &Rules) -> Option<Claim> {
        let claim = Claim::parse_loosely(text, rules)?;
        (claim.length().is_none_or(|plies| plies % 2 == 1) && claim.text(rules) == text)
            .then_some(claim)
    }

    fn parse_loosely(text: &str, rules: &Rules) -> Option<Claim> {
        let Some(rest) = text.strip_prefix("at ") else {
            let (words, plies) = split_length(text);
            return match (words, plies) {
                ("mate in at most", Some(plies)) => Some(Claim::AtMost(plies)),
                ("mate in exactly", Some(plies)) => Some(Claim::Exactly(plies)),
                ("no mate within", Some(plies)) => Some(Claim::NotWithin(plies)),
                ("no mate", None) => Some(Claim::NoMate),
                _ => None,
            };
        };
        let (position, rest) = rest.split_once(": the check ")?;
        let (check, rest) = rest.split_once(' ')?;
        let position = read_position(position, rules)?;
        let check = read_move(check)?;
        match split_length(rest) {
            ("does not mate", None) => Some(Claim::CheckNoMate { position, check }),
            ("mates in no less than", Some(plies)) if plies >= 3 => {
                Some(Claim::CheckAtLeast { position, check, plies })
            }
            ("mates in at most", Some(plies)) => {
                Some(Claim::CheckAtMost { position, check, plies })
            }
            _ => None,
        }
    }

    /// The length that the claim speaks of.
    #[must_use]
    pub fn length(&self) -> Option<u32> {
        match self {
            Claim::NoMate | Claim::CheckNoMate { .. } => None,
            Claim::AtMost(plies)
            | Claim::Exactly(plies)
            | Claim::NotWithin(plies)
            | Claim::CheckAtLeast { plies, .. }
            | Claim::CheckAtMost { plies, .. } => Some(*plies),
        }
    }

    /// The position that the claim names; `None` if it speaks of the root.
    #[must_use]
    pub fn position(&self) -> Option<&Setup> {
        match self {
            Claim::AtMost(_) | Claim::Exactly(_) | Claim::NotWithin(_) | Claim::NoMate => None,
            Claim::CheckNoMate { position, .. }
            | Claim::CheckAtLeast { position, .. }
            | Claim::CheckAtMost { position, .. } => Some(position),
        }
    }
}

/// The words before `N plies` at the end, and the number; all words if there is none.
fn split_length(text: &str) -> (&str, Option<u32>) {
    text.strip_suffix(" plies")
        .and_then(|rest| rest.rsplit_once(' '))
        .and_then(|(words, number)| Some((words, Some(read_length(number)?))))
        .unwrap_or((text, None))
}

/// The move of a text in USI as [`usi::write`] writes it.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let UsiMove { from, mid, to, promote } = text.parse().ok()?;
    let mv = Move { from, mid, to, promote };
    (usi::write(mv) == text).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_text::setup;

    const SFEN: &str = "k11/12/G11/R11/12/12/12/12/12/12/12/12 b - 1";

    fn mv(text: &str) -> Move {
        read_move(text).unwrap()
    }

    fn examples() -> Vec<Claim> {
        let position = setup(SFEN);
        vec![
            Claim::AtMost(1),
            Claim::Exactly(19),
            Claim::NotWithin(17),
            Claim::NoMate,
            Claim::CheckNoMate { position: position.clone(), check: mv("12c12b") },
            Claim::CheckAtLeast { position: position.clone(), check: mv("12c11b+"), plies: 3 },
            Claim::CheckAtMost { position, check: mv("12d11c12d"), plies: 9 },
        ]
    }

    #[test]
    fn every_claim_reads_back_from_its_words() {
        for claim in examples() {
            let text = claim.text(&Rules::HISTORIC);
            assert_eq!(Claim::parse(&text, &Rules::HISTORIC), Some(claim), "{text}");
        }
    }

    #[test]
    fn words_are_taken_in_one_spelling_only() {
        let at = format!("at {SFEN}: the check");
        for text in [
            String::new(),
            "mate in at most 2 plies".to_owned(),
            "mate in at most 01 plies".to_owned(),
            "mate in at most +1 plies".to_owned(),
            "mate in at most 1 plies ".to_owned(),
            "mate in at most 1 ply".to_owned(),
            "mate in exactly 4294967295 plies".to_owned(),
            "no mate within plies".to_owned(),
            "no mate at all".to_owned(),
            format!("{at} 12c12b= does not mate"),
            format!("{at} 12c12b does  not mate"),
            format!("{at} 12c12b mates in no less than 1 plies"),
            format!("at  {SFEN}: the check 12c12b does not mate"),
            "at k11 b - 1: the check 12c12b does not mate".to_owned(),
        ] {
            assert_eq!(Claim::parse(&text, &Rules::HISTORIC), None, "{text}");
        }
    }
}
