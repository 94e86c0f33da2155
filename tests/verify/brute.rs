//! Every short line of small problems: what is said of each move agrees with brute force.

use matenro::notation::{Problem, UsiMove, sfen};
use matenro::rules::reference::{apply, checks, evasions};
use matenro::rules::variant::CHU;
use matenro::rules::{Move, Rules, Setup};
use matenro::search::brute::mate_within;
use matenro::verify::{FindingKind, LineName};

use super::support::*;

/// Small problems with a mate in three, and their longest line that is looked at.
const SMALL: [&str; 3] = [
    "12/k11/10R1/11R/12/12/12/12/12/12/12/12 b - 1",
    "10k1/11+G/9+E1K/8n3/11L/12/12/12/12/12/12/12 b - 1",
    "k11/10R1/6r4R/12/12/12/12/12/12/12/12/12 b - 1",
];

/// Plies to mate by brute force after an attacker's move, counted with it: at most 3 is looked for.
fn after_check(setup: &Setup, mv: Move) -> Option<u16> {
    let rules = Rules::HISTORIC;
    let next = apply(setup, &rules, mv);
    let lengths: Option<Vec<u16>> = evasions(&next, &rules)
        .into_iter()
        .map(|evasion| mate_within(&apply(&next, &rules, evasion), &rules, 1))
        .collect();
    lengths.map(|lengths| lengths.into_iter().max().map_or(1, |length| length + 2))
}

#[test]
fn the_first_move_is_too_slow_or_an_error_exactly_if_it_does_not_mate_in_the_least_plies() {
    for sfen in SMALL {
        let setup = sfen::parse(sfen, &CHU).unwrap().setup;
        let least = mate_within(&setup, &Rules::HISTORIC, 3).expect("a mate in three");
        let mut seen = [0; 2];
        for mv in checks(&setup, &Rules::HISTORIC) {
            let mut text = Problem::new("x", sfen, &CHU).unwrap();
            text.solution = vec![UsiMove::from(mv)];
            let found = examined(&text);
            let is_best = after_check(&setup, mv) == Some(least);
            let told = found.findings.iter().any(|finding| {
                finding.line == Some(LineName::Main)
                    && finding.ply == Some(1)
                    && matches!(finding.kind, FindingKind::TooSlow | FindingKind::ThrowsAway)
            });
            assert_eq!(told, !is_best, "{sfen} {mv:?} {:#?}", found.findings);
            assert_eq!(found.length.at_most.map(|plies| plies.0), Some(u32::from(least)));
            seen[usize::from(told)] += 1;
        }
        assert!(seen[0] > 0, "no good move in {sfen}");
    }
}

#[test]
fn a_defence_is_weak_exactly_if_another_lasts_longer() {
    // The king's steps lose at once; stepping in between lasts two plies longer (and is futile, so
    // that is only tolerated).
    let setup = sfen::parse(SMALL[1], &CHU).unwrap().setup;
    let rules = Rules::HISTORIC;
    let mut seen = 0;
    for mv in checks(&setup, &rules) {
        let next = apply(&setup, &rules, mv);
        let all = evasions(&next, &rules);
        let length = |evasion: &Move| mate_within(&apply(&next, &rules, *evasion), &rules, 3);
        let lengths: Option<Vec<u16>> = all.iter().map(length).collect();
        let Some(longest) = lengths.and_then(|lengths| lengths.into_iter().max()) else { continue };
        for evasion in all {
            let mut text = Problem::new("x", SMALL[1], &CHU).unwrap();
            text.solution = vec![mv.into(), evasion.into()];
            let found = examined(&text);
            let told = found.findings.iter().any(|finding| {
                finding.kind == FindingKind::WeakDefence && finding.line == Some(LineName::Main)
            });
            assert_eq!(told, length(&evasion) < Some(longest), "{mv:?} {evasion:?}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}
