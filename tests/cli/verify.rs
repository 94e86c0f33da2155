//! `matenro verify`: exit table, outputs, resuming, explaining.

use std::fs;
use std::path::{Path, PathBuf};

use predicates::str::{contains, is_empty};

use super::support::*;

/// A problem whose printed line is right (the gold mates), one whose line is slow (the rook on 1c
/// mates at once), one without mate, and one that is no position.
const PROBLEMS: &str = "\
id,sfen,claimed_plies,solution
right,k11/12/G11/R11/12/12/12/12/12/12/12/12 b - 1,1,12c12b
slow,k11/10R1/11R/12/12/12/12/12/12/12/12/12 b - 1,1,2b2a
none,k11/12/11R/12/12/12/12/12/12/12/12/12 b - 1,1,1c1a
";

fn verify() -> assert_cmd::Command {
    let mut command = matenro();
    command.args(["verify", "--no-timing", "--quiet", "--memory", "256M", "--nodes", "20k"]);
    command
}

/// A folder with the problems in a file.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.csv");
    fs::write(&path, PROBLEMS).unwrap();
    (folder, path)
}

fn lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_exit_status_tells_the_gravest_answer() {
    let status = |rows: &[&str]| {
        let text = format!("id,sfen,claimed_plies,solution\n{}\n", rows.join("\n"));
        let mut command = verify();
        command.args(["--nodes", "5k", "-"]).write_stdin(text);
        command.output().unwrap().status.code()
    };
    let row = |number: usize| PROBLEMS.lines().nth(number).unwrap();
    // Two million expansions do not decide this one.
    let hard = matenro::notation::builtin::find("msm-B28").unwrap().remove(0);
    let hard = format!("hard,{},,", hard.sfen);
    assert_eq!(status(&[row(1)]), Some(0));
    assert_eq!(status(&[row(2)]), Some(1));
    assert_eq!(status(&[row(1), &hard]), Some(3));
    assert_eq!(status(&[row(2), &hard]), Some(1));
    assert_eq!(status(&[row(2), &hard, "bad,12/12 b - 1,,"]), Some(2));
}

#[test]
fn every_record_carries_the_schema_and_what_was_found() {
    let (_folder, path) = folder();
    let records = lines(&stdout(verify().args(["--format", "jsonl"]).arg(&path)));
    let statuses: Vec<_> = records
        .iter()
        .map(|record| (record["schema"].as_u64(), record["status"].as_str()))
        .collect();
    assert_eq!(statuses[1], (Some(1), Some("corrected")));
    assert_eq!(statuses[2], (Some(1), Some("no-mate")));
    let slow = records[1]["findings"].as_array().unwrap();
    let slow = slow.iter().find(|finding| finding["kind"] == "too-slow").unwrap();
    assert_eq!((slow["ply"].as_u64(), slow["move"].as_str()), (Some(1), Some("2b2a")));
    assert_eq!(slow["evidence"][0], "1c1a");
    assert_eq!(records[1]["corrected_line"][0], "1c1a");
    assert!(
        records[2]["findings"].as_array().unwrap().iter().any(|one| one["contradicts"] == true)
    );
    assert!(records.iter().all(|record| record["time_s"].is_null()));
}

#[test]
fn several_outputs_are_written_at_once() {
    let (folder, path) = folder();
    let at = |name: &str| folder.path().join(name);
    let mut command = verify();
    for name in ["a.jsonl", "a.csv", "a.md", "a.txt", "{collection}-all.csv"] {
        command.arg("-o").arg(at(name));
    }
    command.arg("--errata").arg(at("errata.md"));
    command.arg(&path).assert().code(1).stdout(is_empty()).stderr(is_empty());
    assert_eq!(lines(&read(&at("a.jsonl"))).len(), 3);
    let table = read(&at("a.csv"));
    assert_eq!(
        table.lines().next(),
        Some("id,status,level,plies,plies_conventional,claimed_plies,findings,corrected_line")
    );
    assert!(table.lines().nth(2).unwrap().starts_with("slow,corrected,"), "{table}");
    assert_eq!(read(&at("mine-all.csv")), table);
    assert!(read(&at("a.md")).contains("## slow") && read(&at("a.txt")).contains("none\n"));
    let errata = read(&at("errata.md"));
    assert!(errata.contains("### none") && !errata.contains("### right"), "{errata}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 7, "a temporary file was left");
}

#[test]
fn the_output_does_not_depend_on_the_jobs() {
    let run = |jobs: &str| {
        let mut command = verify();
        command.args(["--format", "jsonl", "--nodes", "2k", "--jobs", jobs, "tsukurimono-1663"]);
        stdout(&mut command)
    };
    let one = run("1");
    assert_eq!(one.lines().count(), 11);
    assert_eq!(run("3"), one);
}

#[test]
fn a_stopped_run_is_continued_without_redoing_what_is_finished() {
    let (folder, path) = folder();
    let (whole, torn) = (folder.path().join("whole.jsonl"), folder.path().join("torn.jsonl"));
    verify().arg(&path).arg("-o").arg(&whole).assert().code(1);
    let text = read(&whole);
    let mut rows = text.lines();
    // The first record, changed so that it is known again, and half of the second.
    let first = rows.next().unwrap().replace("\"statement\":\"", "\"statement\":\"Known. ");
    let second = rows.next().unwrap();
    fs::write(&torn, format!("{first}\n{}", &second[..second.len() / 2])).unwrap();
    let other = folder.path().join("other.csv");
    let mut command = verify();
    command.arg(&path).arg("--resume").arg(&torn).arg("-o").arg(&other);
    command.assert().code(1).stdout(is_empty());
    let continued = read(&torn);
    assert_eq!(continued.lines().next(), Some(first.as_str()));
    assert_eq!(
        continued.lines().skip(1).collect::<Vec<_>>(),
        text.lines().skip(1).collect::<Vec<_>>()
    );
    assert_eq!(read(&other).lines().count(), 4);
}

#[test]
fn a_problem_that_has_changed_is_done_again() {
    let (folder, path) = folder();
    let results = folder.path().join("run.jsonl");
    verify().arg(&path).arg("--resume").arg(&results).assert().code(1);
    fs::write(&path, PROBLEMS.replace("2b2a", "1c1a")).unwrap();
    verify().arg(&path).arg("--resume").arg(&results).assert().code(1);
    let records = lines(&read(&results));
    assert_eq!(records.len(), 3);
    assert_ne!(records[1]["status"], "corrected");
}

#[test]
fn a_file_of_something_else_is_not_resumed_from() {
    let (folder, path) = folder();
    let other = folder.path().join("other.jsonl");
    for text in ["{\"type\":\"solution\"}\n", "nonsense\n", "my notes", "{\"a\":1}"] {
        fs::write(&other, text).unwrap();
        verify()
            .arg(&path)
            .arg("--resume")
            .arg(&other)
            .assert()
            .code(2)
            .stderr(contains("--resume"));
        assert_eq!(read(&other), text, "it is left alone");
    }
}

#[test]
fn records_of_other_problems_and_rules_stay_in_the_file() {
    let (folder, path) = folder();
    let results = folder.path().join("run.jsonl");
    verify().arg(&path).arg("--resume").arg(&results).assert().code(1);
    let before = read(&results);
    let one = folder.path().join("one.csv");
    let mine: Vec<&str> = PROBLEMS.lines().take(2).collect();
    fs::write(&one, mine.join("\n").replace("\nright", "\nother")).unwrap();
    verify().arg(&one).arg("--resume").arg(&results).output().unwrap();
    assert!(read(&results).starts_with(&before), "other problems are kept");
    let before = read(&results);
    verify().arg(&path).args(["--rules", "lishogi", "--resume"]).arg(&results).output().unwrap();
    assert!(read(&results).starts_with(&before), "other rules are kept");
}

#[test]
fn a_bad_record_is_told_and_the_rest_done() {
    let (folder, path) = folder();
    fs::write(&path, PROBLEMS.replace("none,k11/", "none,kk/")).unwrap();
    let results = folder.path().join("r.csv");
    let mut command = verify();
    command.arg(&path).arg("-o").arg(&results);
    command.assert().code(2).stderr(contains("mine.csv:4: none: "));
    let table = read(&results);
    assert!(table.lines().nth(3).unwrap().starts_with("none,error,"), "{table}");
}

#[test]
fn explain_shows_a_board_at_each_finding_in_the_notation_asked_for() {
    let (_folder, path) = folder();
    let explain =
        |args: &[&str]| stdout(verify().args(["--explain", "slow"]).args(args).arg(&path));
    let text = explain(&["--notation", "tsa", "--board", "latin"]);
    assert!(text.contains("too-slow@1=2b2a") && text.contains("R-1a"), "{text}");
    assert!(text.contains("Black to move\nbefore ply 1\n"), "{text}");
    assert!(explain(&[]).contains("1c1a"));
    verify()
        .args(["--explain", "no-such"])
        .arg(&path)
        .assert()
        .code(2)
        .stderr(contains("--explain"));
    // A built-in id needs no input.
    let text = stdout(verify().args(["--explain", "tsumechu-002"]));
    assert!(text.contains("tsumechu-002") && text.contains("asahi-net"), "{text}");
}

#[test]
fn the_summary_counts_statuses_by_collection_and_contradictions() {
    let (_folder, path) = folder();
    let mut command = matenro();
    command.args(["verify", "--no-timing", "--nodes", "20k", "--format", "csv"]).arg(&path);
    let stderr = String::from_utf8(command.output().unwrap().stderr).unwrap();
    assert!(stderr.contains("no-mate") && stderr.contains("mine "), "{stderr}");
    assert!(stderr.contains("3 problems: 1 contradiction to a published claim"), "{stderr}");
}

#[test]
fn when_the_time_for_all_is_over_nothing_is_begun() {
    let (_folder, path) = folder();
    let mut command = matenro();
    command.args(["verify", "--total-time", "0s", "--format", "csv"]).arg(&path);
    command.assert().code(3).stderr(contains("3 not begun"));
}

#[test]
fn wrong_use_is_found_before_the_work() {
    let (folder, path) = folder();
    let twice = folder.path().join("x.csv");
    let mut command = verify();
    command.arg(&path).arg("-o").arg(&twice).arg("-o").arg(&twice);
    command.assert().code(2).stderr(contains("twice"));
    verify().arg(&path).arg("-o").arg(&path).assert().code(2).stderr(contains("overwrite"));
    let none = folder.path().join("none/x.csv");
    verify().arg(&path).arg("-o").arg(none).assert().code(2).stderr(contains("--output"));
    verify().args(["--explain", "slow", "--format", "csv"]).assert().code(2);
    assert_eq!(read(&path), PROBLEMS);
}

#[test]
fn answers_are_certified_unless_that_is_declined() {
    let (folder, path) = folder();
    let proofs = folder.path().join("proofs");
    let levels = |args: &[&str]| -> Vec<String> {
        let mut command = verify();
        command.args(["--format", "jsonl", "--certificate"]).arg(&proofs).args(args).arg(&path);
        let records = lines(&stdout(&mut command));
        records.iter().map(|record| record["level"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(levels(&["--no-self-check"]), ["searched"; 3]);
    assert_eq!(levels(&[]), ["certified"; 3]);
    // The certificate holds the length and the claim about the slow move.
    let mut command = matenro();
    command.arg("check").arg(proofs.join("slow.mcert.gz"));
    let told = stdout(&mut command);
    assert!(
        told.contains("mate in exactly 1 plies") && told.contains("2b2a mates in no less"),
        "{told}"
    );
    let told = stdout(matenro().arg("check").arg(proofs.join("none.mcert.gz")));
    assert!(told.contains("no mate"), "{told}");
}
