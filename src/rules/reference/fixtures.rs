//! The reference against move lists and rulings of independent origin.

use super::{apply, legal_moves};
use crate::rules::test_text::{setup, show, usi};
use crate::rules::variant::CHU;
use crate::rules::{Rules, Setup};

const MOVE_LISTS: &str = include_str!("../../../tests/fixtures/lishogi-moves.tsv");
const RULE_CASES: &str = include_str!("../../../tests/fixtures/rule-cases.tsv");

/// The number of move sequences of this length.
fn perft(setup: &Setup, rules: &Rules, depth: u32) -> usize {
    let moves = legal_moves(setup, rules);
    if depth == 1 {
        return moves.len();
    }
    moves.iter().map(|&mv| perft(&apply(setup, rules, mv), rules, depth - 1)).sum()
}

#[test]
fn all_move_lists_of_lishogi_agree() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in MOVE_LISTS.lines() {
        let (sfen, moves) = line.split_once('\t').unwrap();
        let position = setup(sfen);
        let mut theirs: Vec<String> =
            moves.split(' ').map(|text| show(usi(&position, text))).collect();
        let mut ours: Vec<String> =
            legal_moves(&position, &Rules::LISHOGI).into_iter().map(show).collect();
        theirs.sort_unstable();
        ours.sort_unstable();
        count += 1;
        if ours != theirs {
            let only = |a: &[String], b: &[String]| -> Vec<String> {
                a.iter().filter(|mv| !b.contains(mv)).cloned().collect()
            };
            let (ours_only, theirs_only) = (only(&ours, &theirs), only(&theirs, &ours));
            wrong.push(format!("{sfen}: only here {ours_only:?}, only there {theirs_only:?}"));
        }
    }
    assert_eq!(count, 800);
    assert!(wrong.is_empty(), "{} lists differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn all_rule_cases_agree_under_both_presets() {
    let mut wrong = Vec::new();
    for line in RULE_CASES.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = setup(fields[1]);
        let mv = usi(&position, fields[2]);
        for (rules, expected) in [(Rules::LISHOGI, fields[3]), (Rules::JCSA, fields[4])] {
            let found = legal_moves(&position, &rules).contains(&mv);
            if found != (expected == "legal") {
                wrong.push(format!("{} under {rules}: expected {expected}", fields[0]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_start_position_has_the_published_numbers_of_lines() {
    let start = setup(CHU.start_sfen);
    for (depth, count) in [(1, 36), (2, 1296), (3, 48_315), (4, 1_801_639)] {
        assert_eq!(perft(&start, &Rules::LISHOGI, depth), count);
    }
}

#[test]
fn dense_positions_have_the_known_numbers_of_lines() {
    let table = [
        (
            "6r1g3/6s1m3/5+P1k1ts1/6p+M1p2/8G3/5+H+r3N1/11+a/12/12/12/12/12 b - 1",
            [79, 5129, 412_073],
        ),
        (
            "5ex1+Pc2/6okt3/3s4X2+H/2+D9/3p+v1+Dpt3/12/12/2+a6q2/12/12/12/12 b - 1",
            [91, 9816, 885_464],
        ),
        (
            "5+H2e1+H1/7+h1f1+P/6f1tk1l/6p2b2/10p1/7P2q1/7+vN3/12/11Q/12/12/12 b - 1",
            [100, 8753, 828_917],
        ),
        (
            "11l/5xc1t2a/6m1m2c/5p1r1k2/6+O1pegp/7pi3/12/5H3XN1/12/9R2/12/12 b - 1",
            [109, 5465, 576_923],
        ),
        ("12/12/12/12/1+I10/brX9/krvI8/n+xO9/PPPPPPPPPPPP/12/12/L1K9 b 11h 1", [37, 1248, 49_176]),
    ];
    for (sfen, counts) in table {
        let position = setup(sfen);
        assert_eq!(
            [1, 2, 3].map(|depth| perft(&position, &Rules::LISHOGI, depth)),
            counts,
            "{sfen}"
        );
    }
}
