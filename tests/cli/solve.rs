//! `matenro solve`: exit table, formats, batches.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

use super::support::*;

#[test]
fn the_exit_status_tells_the_answer() {
    solve().args(["--sfen", MATE]).assert().code(0);
    solve().args(["--sfen", NO_MATE]).assert().code(1);
    solve().args(["--sfen", BAD]).assert().code(2);
    solve().args(["--sfen", DEEPER]).assert().code(3);
}

#[test]
fn over_a_batch_2_goes_before_1_before_3_before_0() {
    assert_eq!(status_of(&[MATE, MATE]), 0);
    assert_eq!(status_of(&[MATE, DEEPER, MATE]), 3);
    assert_eq!(status_of(&[DEEPER, NO_MATE, MATE]), 1);
    assert_eq!(status_of(&[BAD, NO_MATE, DEEPER, MATE]), 2);
}

#[test]
fn wrong_use_is_status_2_and_says_what_would_do() {
    let wrong = |args: &[&str], hint: &str| {
        matenro()
            .args(args)
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(starts_with("matenro: error: ").and(contains(hint)));
    };
    wrong(&["sovle"], "solve");
    wrong(&["solve"], "--sfen");
    wrong(&["solve", "no-such-thing"], "matenro list");
    wrong(&["solve", "kinuburui", "--nodes", "many"], "2_000_000");
    wrong(&["solve", "kinuburui", "--time", "30"], "30s");
    wrong(&["solve", "kinuburui", "--memory", "much"], "512MiB");
    wrong(&["solve", "kinuburui", "--threads", "0"], "1..=1024");
    wrong(&["solve", "kinuburui", "--rules", "chess"], "historic");
    wrong(&["solve", "kinuburui", "--rule", "promotion=x"], "after-turn");
    wrong(&["solve", "kinuburui", "--sfen", MATE], "--sfen");
    wrong(&["solve", "--sfen", BAD], "expected 12 ranks");
    wrong(&["solve", "-", "-"], "only once");
    wrong(&["list", "no-such-thing"], "matenro list");
    wrong(&["perft", "0"], "1..=255");
    wrong(&["perft", "1", "--sfen", BAD], "expected 12 ranks");
    wrong(&["moves", "--sfen", MATE, "--why", "nonsense"], "--why");
    wrong(&["man", "solv"], "--help");
}

#[test]
fn an_empty_input_is_an_error() {
    solve().arg("-").write_stdin("").assert().code(2).stderr(contains("no problem"));
}

#[test]
fn json_lines_hold_exactly_the_published_fields() {
    let lines = [MATE_IN_3, BAD, NO_MATE, DEEPER].join("\n");
    let mut command = solve();
    command.args(["--nodes", "100", "--format", "jsonl", "-"]).write_stdin(lines);
    // How much work it was is not the format's business.
    let masked: Vec<String> = stdout(&mut command)
        .lines()
        .map(|line| {
            let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
            for field in ["expanded", "nodes"] {
                if let Some(value) = record.get_mut(field) {
                    assert!(value.is_u64());
                    *value = 0.into();
                }
            }
            record.to_string()
        })
        .collect();
    insta::assert_snapshot!(masked.join("\n"));
}

#[test]
fn a_bad_record_is_told_with_its_place_and_the_rest_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed.csv");
    fs::write(&path, format!("id,sfen\na,{MATE}\nb,{BAD}\nc,{NO_MATE}\n")).unwrap();
    let output = solve().args(["--format", "csv"]).arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("mixed.csv:3: b: column "), "{stderr}");
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(&output.stdout[..]).records().map(Result::unwrap).collect();
    let verdicts: Vec<(&str, &str)> = rows.iter().map(|row| (&row[0], &row[3])).collect();
    assert_eq!(verdicts, [("a", "mate"), ("b", "error"), ("c", "no-mate")]);
}

#[test]
fn text_shows_board_verdict_and_line() {
    let text = stdout(solve().args(["--nodes", "100", "--sfen", MATE_IN_3]));
    let (shown, counts) = text.trim_end().rsplit_once('\n').unwrap();
    insta::assert_snapshot!(shown);
    assert!(counts.ends_with(" positions") && counts.contains(" expansions, "), "{counts}");
    let latin = stdout(solve().args(["--board", "latin", "--sfen", MATE]));
    assert!(latin.contains("FK") && !latin.contains('奔'), "{latin}");
}

#[test]
fn files_folders_and_built_in_names_mix_and_keep_their_order() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.csv"), format!("id,sfen\nfrom-csv,{MATE}\n")).unwrap();
    fs::write(folder.path().join("a.txt"), format!("{MATE}\n")).unwrap();
    fs::write(folder.path().join("c.jsonl"), format!("{{\"id\":\"j\",\"sfen\":\"{MATE}\"}}\n"))
        .unwrap();
    fs::write(folder.path().join("notes.md"), "not a problem").unwrap();
    let text = stdout(
        solve()
            .args(["--format", "csv", "tsumechu-002"])
            .arg(folder.path())
            .arg("-")
            .write_stdin(MATE),
    );
    let ids: Vec<&str> = text.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
    assert_eq!(ids, ["tsumechu-002", "a-1", "from-csv", "j", "stdin-1"]);
}

#[test]
fn an_existing_file_wins_over_a_built_in_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("kinuburui"), MATE).unwrap();
    let mut command = solve();
    command.current_dir(folder.path()).args(["--format", "jsonl", "kinuburui"]);
    assert_eq!(stdout(&mut command).lines().count(), 1);
}

#[test]
fn the_output_does_not_depend_on_the_threads() {
    let run = |threads: &str| {
        stdout(
            solve()
                .args(["--format", "jsonl", "--nodes", "300", "--threads", threads])
                .arg("tsukurimono-1663"),
        )
    };
    let one = run("1");
    assert_eq!(one.lines().count(), 11);
    assert_eq!(run("3"), one);
}

#[test]
fn the_rules_asked_for_are_in_the_record() {
    let text = stdout(solve().args([
        "--format",
        "jsonl",
        "--rules",
        "jcsa",
        "--rule",
        "promotion=always",
        "--sfen",
        MATE,
    ]));
    assert!(text.contains("\"rules\":\"promotion=always,last-rank=pawn,"), "{text}");
    let text = stdout(solve().args(["--format", "jsonl", "--rules", "msm", "--sfen", MATE]));
    assert!(text.contains("\"rules\":\"msm\""), "{text}");
}

#[test]
fn the_ending_of_the_output_chooses_the_format() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [("a.csv", "id,sfen"), ("a.jsonl", "{\"type\""), ("a.txt", "sfen\n")] {
        let path = folder.path().join(name);
        solve().args(["--sfen", MATE, "-o"]).arg(&path).assert().code(0).stdout(is_empty());
        assert!(fs::read_to_string(&path).unwrap().starts_with(start), "{name}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "a temporary file was left");
}

#[test]
fn results_read_back_as_a_collection() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.csv", "a.jsonl"] {
        let path = folder.path().join(name);
        solve().args(["--sfen", MATE, "-o"]).arg(&path).assert().code(0);
        solve().arg(&path).assert().code(0);
    }
}

#[test]
fn an_output_that_cannot_be_written_is_found_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["none/a.csv", "none/a.jsonl", "."] {
        matenro()
            .args(["solve", "kinuburui", "-o"])
            .arg(folder.path().join(name))
            .timeout(std::time::Duration::from_secs(20))
            .assert()
            .code(2)
            .stderr(contains("--output"));
    }
}

#[test]
fn the_output_may_not_be_an_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let text = format!("{{\"sfen\":\"{MATE}\"}}\n");
    fs::write(&path, &text).unwrap();
    solve().arg(&path).arg("-o").arg(&path).assert().code(2).stderr(contains("overwrite"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_time_limit_is_a_limit() {
    let mut command = matenro();
    command.args(["solve", "-q", "--format", "jsonl", "--time", "50ms", "--memory", "1G"]);
    let text = stdout(command.arg("msm-B28"));
    assert!(text.contains("\"limit\":\"time\""), "{text}");
}

#[test]
fn the_summary_counts_and_quiet_silences_it() {
    let run = |args: &[&str]| {
        let output = matenro()
            .args(["solve", "--nodes", "2", "--no-timing", "-"])
            .args(args)
            .write_stdin([MATE, NO_MATE, DEEPER].join("\n"))
            .output()
            .unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let summary = run(&[]);
    assert!(
        summary.starts_with("matenro: 3 problems: 1 mate, 1 no mate, 1 unknown (nodes 1); "),
        "{summary}"
    );
    assert!(!summary.contains(" in "), "{summary}");
    assert_eq!(run(&["--quiet"]), "");
}

#[test]
fn a_checkpoint_is_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    let run = |nodes: &str| {
        let mut command = matenro();
        command.args(["solve", "kinuburui-02", "-q", "--no-timing", "--format", "jsonl"]);
        command.args(["--nodes", nodes, "--checkpoint"]).arg(&file);
        command
    };
    run("5000").assert().code(3);
    let text = stdout(&mut run("5000"));
    assert!(text.contains("\"expanded\":10000"), "{text}");
    let text = stdout(&mut run("10M"));
    assert!(text.contains("\"plies\":{\"at_least\":19,\"at_most\":19}"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_checkpoint_of_something_else_is_an_error_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.checkpoint");
    fs::write(&file, "my notes\n").unwrap();
    let run = |inputs: &[&str]| {
        let mut command = matenro();
        command.args(["solve", "-q", "--nodes", "10", "--checkpoint"]).arg(&file).args(inputs);
        command.assert()
    };
    run(&["kinuburui-02"]).code(2).stderr(contains("no checkpoint"));
    run(&["kinuburui"]).code(2).stderr(contains("a single problem; the input has 67"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "my notes\n");
    let mut command = matenro();
    command.args(["solve", "kinuburui-02", "--checkpoint"]).arg(folder.path());
    command.assert().code(2).stderr(contains("--checkpoint"));
}

#[test]
fn a_checkpoint_is_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    let mut command = matenro();
    command.args(["solve", "kinuburui-02", "--checkpoint"]).arg(&file).arg("-o").arg(&file);
    command.assert().code(2).stderr(contains("same place"));
    assert!(!file.exists());
    let mut command = matenro();
    command.args(["solve", "kinuburui-02", "--checkpoint", "-"]);
    command.assert().code(2).stderr(contains("needs a file"));
}
