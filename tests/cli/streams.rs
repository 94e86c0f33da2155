//! Pipes, signals, colour, rubbish.

use std::process::{Child, Stdio};
use std::time::Duration;

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
#[test]
fn ctrl_c_drains_and_keeps_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    // The second needs far more than a moment; the third is never begun.
    let child = spawn(&[
        "solve",
        "--threads",
        "1",
        "--memory",
        "2G",
        "-o",
        path.to_str().unwrap(),
        "tsumechu-002",
        "msm-B28",
        "tsumechu-001",
    ]);
    std::thread::sleep(Duration::from_millis(700));
    let interrupt = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("Ctrl-C again") && stderr.contains("1 not begun"), "{stderr}");
    let text = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), 2, "{text}");
    assert!(rows[0].contains(",mate,") && rows[1].contains(",interrupted,"), "{text}");
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
