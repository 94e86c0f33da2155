//! `matenro moves`, `perft`, `list`.

use matenro::notation::{sfen, usi};
use matenro::rules::variant::CHU;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

use super::support::*;

#[test]
fn the_lists_of_lishogi_come_out_of_one_stream() {
    let fixture = include_str!("../fixtures/lishogi-moves.tsv");
    let (positions, lists): (Vec<&str>, Vec<&str>) =
        fixture.lines().filter_map(|line| line.split_once('\t')).unzip();
    assert_eq!(positions.len(), 800);
    let mut command = matenro();
    command.args(["moves", "--rules", "lishogi"]).write_stdin(positions.join("\n"));
    let text = stdout(&mut command);
    for ((position, list), line) in positions.iter().zip(lists).zip(text.lines()) {
        // A pass is listed with any one of its middle squares.
        let setup = sfen::parse(position, &CHU).unwrap().setup;
        let mut expected: Vec<String> = list
            .split(' ')
            .map(|word| usi::write(usi::canonical(&word.parse().unwrap(), &setup, &CHU)))
            .collect();
        expected.sort();
        assert_eq!(line, expected.join(" "), "{position}");
    }
    assert_eq!(text.lines().count(), 800);
}

#[test]
fn checks_and_evasions_are_kinds_of_moves() {
    matenro()
        .args(["moves", "--kind", "checks", "--sfen", MATE])
        .assert()
        .code(0)
        .stdout(contains("7b2b"));
    matenro().args(["moves", "--kind", "checks", "--sfen", NO_MATE]).assert().code(0).stdout("\n");
    let mated = "11k/10Q1/10G1/12/12/12/12/12/12/12/12/12 w - 1";
    matenro().args(["moves", "--kind", "evasions", "--sfen", mated]).assert().code(0).stdout("\n");
    matenro().args(["moves", "--sfen", mated]).assert().code(0).stdout("1a1b 1a2a 1a2b\n");
}

#[test]
fn a_bad_line_is_named_gives_an_empty_line_and_the_rest_goes_on() {
    let input = format!("{MATE}\r\n{BAD}\n\n11k/5Z6/10G1/12/12/12/12/12/12/12/12/12 b\n{NO_MATE}");
    let output = matenro().arg("moves").write_stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let empty: Vec<bool> = text.lines().map(str::is_empty).collect();
    assert_eq!(empty, [false, true, true, true, false]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<&str> = stderr.lines().collect();
    assert_eq!(errors.len(), 3, "{stderr}");
    assert!(errors[0].starts_with("matenro: error: -:2:"), "{stderr}");
    assert!(errors[1].starts_with("matenro: error: -:3:"), "{stderr}");
    assert!(errors[2].starts_with("matenro: error: -:4: column 6: "), "{stderr}");
}

#[test]
fn why_explains_an_illegal_move() {
    let lions = "k10b/12/12/8n3/6N5/12/12/12/6R5/12/12/K11 b - 1";
    matenro()
        .args(["moves", "--sfen", lions, "--why", "6e4d"])
        .assert()
        .code(1)
        .stdout(starts_with("illegal: ").and(contains("lion")));
    matenro().args(["moves", "--sfen", lions, "--why", "6e5e"]).assert().code(0).stdout("legal\n");
    // All spellings of a move are one move.
    matenro().args(["moves", "--sfen", lions, "--why", "6e5f4f"]).assert().code(0);
    matenro()
        .args(["moves", "--sfen", MATE, "--kind", "checks", "--why", "7b6b"])
        .assert()
        .code(1)
        .stdout(contains("check"));
}

#[test]
fn perft_counts_distinct_moves() {
    matenro().args(["perft", "3"]).assert().code(0).stdout("1 36\n2 1296\n3 48315\n");
    let output = stdout(matenro().args(["perft", "2", "--divide"]));
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 37);
    assert_eq!(lines[36], "2 1296");
    let (moves, counts): (Vec<&str>, Vec<&str>) =
        lines[..36].iter().filter_map(|line| line.split_once(' ')).unzip();
    assert!(moves.is_sorted());
    assert_eq!(counts.iter().map(|count| count.parse::<u64>().unwrap()).sum::<u64>(), 1296);
    let dense = "5ex1+Pc2/6okt3/3s4X2+H/2+D9/3p+v1+Dpt3/12/12/2+a6q2/12/12/12/12 b - 1";
    matenro()
        .args(["perft", "2", "--rules", "lishogi", "--sfen", dense])
        .assert()
        .code(0)
        .stdout("1 91\n2 9816\n");
}

#[test]
fn list_shows_the_collections_and_their_problems() {
    insta::assert_snapshot!(stdout(matenro().arg("list")));
    let problems = stdout(matenro().args(["list", "kinuburui"]));
    assert_eq!(problems.lines().count(), 67);
    assert!(problems.starts_with("kinuburui-01     7  Chushogi Kinuburui (1818)"), "{problems}");
    assert_eq!(stdout(matenro().args(["list", "msm-A"])).lines().count(), 25);
}
