//! `solve --certificate --self-check`, `check`, and the program `matenro-check`.

use std::fs;
use std::path::{Path, PathBuf};

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use super::support::*;

/// A certificate that the mate in 3 takes exactly 3 plies (tsumechu-002).
fn certificate(folder: &Path) -> PathBuf {
    solve().args(["tsumechu-002", "--nodes", "100", "--certificate"]).arg(folder).assert().code(0);
    folder.join("tsumechu-002.mcert.gz")
}

fn checkers() -> [assert_cmd::Command; 2] {
    let mut check = matenro();
    check.arg("check");
    [check, assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("matenro-check"))]
}

fn unzipped(path: &Path) -> String {
    let mut text = String::new();
    let mut input = matenro::proof::file::open(path).unwrap();
    std::io::Read::read_to_string(&mut input, &mut text).unwrap();
    text
}

#[test]
fn an_established_certificate_prints_what_it_establishes() {
    let folder = tempfile::tempdir().unwrap();
    let path = certificate(folder.path());
    for mut checker in checkers() {
        let expected = format!(
            "{}: established (3 nodes checked)\n  root {MATE_IN_3}\n  rules historic\n  \
             mate in exactly 3 plies\n",
            path.display()
        );
        checker.arg(&path).assert().code(0).stdout(expected).stderr(is_empty());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn results_that_cannot_be_written_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = certificate(folder.path());
    for program in
        [assert_cmd::cargo::cargo_bin!("matenro"), assert_cmd::cargo::cargo_bin!("matenro-check")]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(program);
        if program.ends_with("matenro") {
            command.arg("check");
        }
        let output = command.arg(&path).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", program.display());
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn the_exit_status_of_a_check_tells_rejected_from_unreadable() {
    let folder = tempfile::tempdir().unwrap();
    let good = certificate(folder.path());
    let text = unzipped(&good);
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    // 12l12k is no check, and the last line is the end record.
    let rejected = write("rejected", &text.replace("1b1a", "12l12k"));
    let cut = write("cut", &text[..text.rfind("end").unwrap()]);
    let none = folder.path().join("none");
    let cases = [
        (vec![&good, &good], 0),
        (vec![&good, &rejected, &good], 1),
        (vec![&cut, &rejected, &good], 2),
        (vec![&rejected, &none], 2),
    ];
    for (files, status) in cases {
        for mut checker in checkers() {
            checker.args(&files).assert().code(status);
        }
    }
    for mut checker in checkers() {
        checker
            .args([&rejected, &cut])
            .assert()
            .stdout(contains("rejected: line 7: ").and(contains("12l12k is no check here")))
            .stderr(contains("no certificate: line 9: the text ends without an end record"));
    }
    for mut checker in checkers() {
        checker.assert().code(2).stdout(is_empty());
    }
    for mut checker in checkers() {
        checker.arg("-").write_stdin(text.clone()).assert().code(0);
    }
}

#[test]
fn only_a_checked_certificate_raises_the_level() {
    let folder = tempfile::tempdir().unwrap();
    let level = |args: &[&str]| {
        let text = stdout(solve().args(["--format", "jsonl"]).args(args));
        let record: serde_json::Value = serde_json::from_str(&text).unwrap();
        record["level"].as_str().unwrap().to_owned()
    };
    let certificates = ["--certificate", folder.path().to_str().unwrap()];
    for sfen in [MATE, NO_MATE] {
        assert_eq!(level(&["--sfen", sfen]), "searched");
        assert_eq!(level(&["--sfen", sfen, "--self-check"]), "certified");
        assert_eq!(level(&[&["--sfen", sfen][..], &certificates].concat()), "searched");
        assert_eq!(
            level(&[&["--sfen", sfen, "--self-check"][..], &certificates].concat()),
            "certified"
        );
    }
    assert_eq!(level(&["--sfen", DEEPER, "--self-check"]), "unknown");
    let text = stdout(solve().args(["--sfen", MATE, "--self-check"]));
    assert!(text.contains("mate in exactly 1 ply (certified)\n"), "{text}");
    let csv = stdout(solve().args(["--sfen", MATE, "--self-check", "--format", "csv"]));
    assert!(csv.contains(",mate,certified,1,1,"), "{csv}");
}

#[test]
fn every_decided_problem_leaves_one_certificate_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("made/for/it");
    let lines = [MATE, NO_MATE, BAD, DEEPER, MATE].join("\n");
    solve().arg("-").arg("--certificate").arg(&inner).write_stdin(lines).assert().code(2);
    let mut names: Vec<String> = fs::read_dir(&inner)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 3, "{names:?}");
    for name in names {
        matenro().arg("check").arg(inner.join(name)).assert().code(0);
    }
}

#[test]
fn bounds_of_an_open_length_are_certified_too() {
    let folder = tempfile::tempdir().unwrap();
    // kinuburui-06 has both bounds and a gap between them after so little work.
    let text = stdout(
        solve()
            .args(["kinuburui-06", "--nodes", "3000", "--self-check", "--format", "jsonl"])
            .arg("--certificate")
            .arg(folder.path()),
    );
    let record: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["level"], "certified");
    let plies = |name: &str| record["plies"][name].as_u64().unwrap();
    let (lo, hi) = (plies("at_least"), plies("at_most"));
    assert!(3 <= lo && lo < hi, "{lo} {hi}");
    let path = folder.path().join("kinuburui-06.mcert.gz");
    matenro().arg("check").arg(path).assert().code(0).stdout(
        contains(format!("\n  mate in at most {hi} plies\n"))
            .and(contains(format!("\n  no mate within {} plies\n", lo - 2))),
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    solve()
        .args(["--sfen", MATE, "--certificate"])
        .arg(&file)
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("--certificate"));
}

/// With so little memory the search knows the answer and has forgotten how it came by it: no certificate, which
/// is said, and no error.
#[test]
fn what_had_to_be_forgotten_is_searched_and_not_certified() {
    let mut command = solve();
    command.args(["msm-B49", "--goal", "shortest", "--nodes", "60k", "--memory", "16MiB"]);
    command.args(["--threads", "1", "--self-check", "--format", "jsonl"]);
    command
        .assert()
        .code(3)
        .stdout(contains(r#""verdict":"mate","level":"searched""#))
        .stderr(contains("msm-B49: no certificate: what it takes was forgotten"));
}
