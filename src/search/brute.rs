//! A plain brute-force solver, for tests only: the judge of the fast one on tiny positions.
//!
//! Accepts a setup with the attacker to move; leans on the reference rules alone. No table, no
//! ordering, no memory of repetitions (a mate of limited length has none to fear).
//!
//! A *mate in 1* is a check after which the defender has no evasion: whatever he does, the attacker
//! can take all his royals with one move. The taking itself is not counted. A mate in `n` plies is
//! a check after which every evasion allows a mate in at most `n - 2`, so lengths are odd. No
//! evasion takes the attacker's last royal, because no check leaves it to be taken.

use crate::rules::reference::{apply, checks, evasions};
use crate::rules::{Rules, Setup};

/// The exact length in plies of the shortest mate, if there is one of at most `plies`.
///
/// The attacker (the side to move) plays for the shortest mate, the defender for the longest.
#[must_use]
pub fn mate_within(setup: &Setup, rules: &Rules, plies: u16) -> Option<u16> {
    (1..=plies).step_by(2).find(|&length| attacker_mates(setup, rules, length))
}

/// Can the attacker, to move, mate in at most `plies` (odd)?
fn attacker_mates(setup: &Setup, rules: &Rules, plies: u16) -> bool {
    checks(setup, rules)
        .into_iter()
        .any(|mv| defender_is_mated(&apply(setup, rules, mv), rules, plies - 1))
}

/// Is the defender, to move, mated in at most `plies` (even) more?
fn defender_is_mated(setup: &Setup, rules: &Rules, plies: u16) -> bool {
    let answers = evasions(setup, rules);
    if plies == 0 {
        return answers.is_empty();
    }
    answers.into_iter().all(|mv| attacker_mates(&apply(setup, rules, mv), rules, plies - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_text::setup;

    fn mate(sfen: &str, plies: u16) -> Option<u16> {
        mate_within(&setup(sfen), &Rules::HISTORIC, plies)
    }

    #[test]
    fn a_protected_gold_in_front_of_a_cornered_king_mates_in_one() {
        assert_eq!(mate("k11/12/G11/R11/12/12/12/12/12/12/12/12 b - 1", 1), Some(1));
    }

    #[test]
    fn an_unprotected_checker_is_taken() {
        assert_eq!(mate("k11/12/G11/12/12/12/12/12/12/12/12/12 b - 1", 3), None);
    }

    #[test]
    fn two_rooks_drive_the_king_to_the_edge() {
        let one = "12/R11/12/5k6/12/12/12/12/12/12/12/12 b - 1";
        assert_eq!(mate(one, 3), None);
        let two = "6k5/R11/12/1R10/12/12/12/12/12/12/12/12 b - 1";
        assert_eq!(mate(two, 3), Some(1));
        let lower = "12/6k5/R11/1R10/2R9/12/12/12/12/12/12/12 b - 1";
        assert_eq!(mate(lower, 5), Some(3));
    }

    #[test]
    fn the_shortest_mate_is_found_whatever_the_limit() {
        let sfen = "12/6k5/R11/1R10/2R9/12/12/12/12/12/12/12 b - 1";
        assert_eq!([1, 2, 3, 4].map(|plies| mate(sfen, plies)), [None, None, Some(3), Some(3)]);
        assert_eq!(mate(sfen, 0), None);
    }

    #[test]
    fn a_lion_mates_a_bare_king_in_the_corner_from_two_squares_away() {
        assert_eq!(mate("k11/12/12/1N10/12/12/12/12/12/12/12/12 b - 1", 1), Some(1));
    }

    #[test]
    fn an_elephant_that_may_become_a_prince_averts_the_mate() {
        let mated = "12/12/12/12/12/12/12/R11/12/12/1R10/11k b - 1";
        let averted = "12/12/12/12/12/12/12/R8e2/12/12/1R10/11k b - 1";
        assert_eq!(mate(mated, 1), Some(1));
        assert_eq!(mate(averted, 3), None);
    }

    #[test]
    fn a_check_that_leaves_the_attackers_king_mates_nobody() {
        let sfen = "k11/12/G11/R11/12/12/12/12/12/12/12/12 b - 1";
        assert_eq!(mate(sfen, 1), Some(1));
        let king = "k11/12/G11/R11/12/12/12/12/12/12/4r7/4K7 b - 1";
        assert_eq!(mate(king, 3), None);
    }

    #[test]
    fn a_defender_without_royals_is_never_mated() {
        assert_eq!(mate("12/12/G11/R11/12/12/12/12/12/12/12/12 b - 1", 3), None);
    }
}
