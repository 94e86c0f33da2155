//! Pipes, signals, colour, rubbish.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use super::support::*;

fn spawn(args: &[&str]) -> Child {
    std::process::Command::new(assert_cmd::cargo::cargo_bin!("matenro"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [
        &["solve", "--quiet", "--nodes", "2", "kinuburui"][..],
        &["list", "msm"],
        &["man", "solve"],
        &["completions", "zsh"],
        &["perft", "1"],
        &["moves", "--sfen", MATE],
        &["--help"],
    ] {
        let mut child = spawn(args);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn a_closed_pipe_stops_the_search() {
    let mut child = spawn(&["solve", "--quiet", "--memory", "1G", "tsumechu-002", "msm-B28"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
}

/// The lines that come until one holds the text.
#[cfg(unix)]
fn lines_until(reader: &mut impl BufRead, text: &str) -> String {
    let mut lines = String::new();
    while !lines.contains(text) {
        assert!(reader.read_line(&mut lines).unwrap() > 0, "no `{text}` in {lines}");
    }
    lines
}

/// Interrupts a batch behind its first result; gives the lines that came afterwards.
#[cfg(unix)]
fn interrupted_batch() -> String {
    // The second has no end within any time that a test may take; the third is never begun.
    let mut child = spawn(&[
        "solve",
        "--threads=1",
        "--memory=2G",
        "--time=none",
        "--format=jsonl",
        "tsumechu-002",
        "msm-B28",
        "tsumechu-001",
    ]);
    let mut results = BufReader::new(child.stdout.take().unwrap());
    // A result is written when it is there, so the handler has long been installed.
    let first = lines_until(&mut results, "\n");
    assert!(first.contains(r#""id":"tsumechu-002""#) && first.contains(r#""verdict":"mate""#));
    interrupt(&child);
    let mut rest = String::new();
    results.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8(output.stderr).unwrap();
    let open = format!("{} not begun", 2 - rest.lines().count());
    assert!(stderr.contains("Ctrl-C again") && stderr.contains(&open), "{stderr}");
    rest
}

#[cfg(unix)]
#[test]
fn ctrl_c_drains_and_keeps_what_is_known() {
    // The interrupt may come between two problems; again, then, until it meets one at work.
    let rest = (0..100).map(|_| interrupted_batch()).find(|rest| !rest.is_empty());
    let rest = rest.expect("a batch interrupted at work");
    assert!(rest.contains(r#""id":"msm-B28""#) && rest.contains(r#""limit":"interrupted""#));
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_leaves_at_once() {
    // Whoever does not read what is written keeps the run from ending by itself: the result's line is
    // longer than any pipe holds. That it has begun to come shows that the handler is installed.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.csv");
    let long = "x".repeat(4 << 20);
    std::fs::write(&path, format!("id,sfen\n{long},{MATE}\n")).unwrap();
    let mut child = spawn(&["solve", "--format=jsonl", path.to_str().unwrap()]);
    let mut results = child.stdout.take().unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap());
    results.read_exact(&mut [0]).unwrap();
    interrupt(&child);
    lines_until(&mut messages, "Ctrl-C again leaves at once");
    assert!(child.try_wait().unwrap().is_none(), "the first one lets it finish its work");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut rest = String::new();
    results.read_to_string(&mut rest).unwrap();
    assert!(rest.len() < long.len(), "it ended its line first");
}

#[cfg(unix)]
#[test]
fn a_table_is_put_in_place_after_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("matenro"));
    command.args(["solve", "--threads=1", "--memory=1G", "--time=none", "-o"]).arg(&path);
    // Bad records are told as soon as they are met: a sign that the run has begun.
    command.args(["-", "msm-B28"]).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"sfen\nbad\n").unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap());
    lines_until(&mut messages, "error");
    assert_eq!((files(), path.exists()), (1, false), "a temporary file");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("id,") && text.lines().count() >= 2, "{text}");
    assert_eq!(files(), 1);
}

#[test]
fn colour_comes_only_when_it_is_wanted() {
    let text = |args: &[&str]| stdout(solve().args(["--sfen", MATE]).args(args));
    assert!(!text(&[]).contains('\x1b'));
    assert!(!text(&["--color", "never"]).contains('\x1b'));
    assert!(text(&["--color", "always"]).contains('\x1b'));
    assert!(!text(&["--color", "always", "--format", "jsonl"]).contains('\x1b'));
}

#[test]
fn rubbish_arguments_are_errors_and_no_bugs() {
    let words = [
        "",
        "-",
        "--",
        "---",
        "solve",
        "moves",
        "perft",
        "list",
        "man",
        "completions",
        "--sfen",
        "--rules",
        "--rule",
        "--nodes",
        "-1",
        "99999999999999999999999",
        "x\u{0}y",
        "☗",
        "1e9",
        "=",
        "--why",
        "--kind",
        "7g7f+",
        "12/",
        "/",
        "--format",
        "-o",
        "-q",
        "-h",
        "-hq",
        "=,=",
    ];
    for (index, first) in words.iter().enumerate() {
        for step in [1, 7, 12] {
            let second = words[(index + step) % words.len()];
            let third = words[(index * 5 + step) % words.len()];
            let args: Vec<&str> =
                [*first, second, third].into_iter().filter(|word| !word.contains('\0')).collect();
            if args.contains(&"-o") {
                continue;
            }
            let output = matenro().args(&args).write_stdin("rubbish\n").output().unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0..=3)), "{args:?}: {stderr}");
            assert!(
                !stderr.contains("panicked") && !stderr.contains("internal"),
                "{args:?}: {stderr}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_unicode() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"a\xffb");
    for args in [vec![odd], vec!["solve".as_ref(), odd], vec!["list".as_ref(), odd]] {
        matenro().args(args).assert().code(2);
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(odd), MATE).unwrap();
    solve().current_dir(folder.path()).arg(odd).assert().code(0);
}
