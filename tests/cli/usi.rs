//! `matenro usi`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use super::support::*;

fn talk(input: &str) -> String {
    let mut command = matenro();
    command.args(["usi", "--memory", "256M"]).write_stdin(input);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn answers(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("checkmate")).collect()
}

#[test]
fn the_engine_introduces_itself() {
    let text = talk("usi\nisready\nquit\n");
    assert!(text.starts_with("id name matenro "));
    assert!(
        text.contains("option name Rules type combo default historic var historic var lishogi")
    );
    assert!(text.ends_with("usiok\nreadyok\n"));
}

#[test]
fn mates_and_refutations_are_answered() {
    let text = talk(&format!(
        "position sfen {MATE}\ngo mate 20000\nposition sfen {MATE_IN_3}\ngo mate 20000\n"
    ));
    // The second `go` stopped the first search, which may have been done.
    assert_eq!(answers(&text).len(), 2, "{text}");
    assert!(text.contains("checkmate 1b1a 2a1a 1c1b"), "{text}");
    assert!(text.contains("info depth 3 time "), "{text}");
    assert!(text.contains(" score mate 3 pv 1b1a 2a1a 1c1b"), "{text}");
    let text = talk(&format!("position sfen {NO_MATE}\ngo mate 20000\n"));
    assert_eq!(answers(&text), ["checkmate nomate"]);
    let text = talk(&format!(
        "position sfen {MATE_IN_3} moves 1b1a 2a1a\ngo mate 20000\nsetoption name Nodes value 1\n"
    ));
    assert_eq!(answers(&text), ["checkmate 1c1b"], "{text}");
}

#[test]
fn limits_end_in_a_timeout() {
    let deeper =
        format!("setoption name Nodes value 1\nposition sfen {DEEPER}\ngo mate infinite\n");
    assert_eq!(answers(&talk(&deeper)), ["checkmate timeout"]);
}

#[test]
fn nonsense_is_told_and_passed_over() {
    let text = talk(
        "hello\nposition\nposition sfen 9/9\ngo mate 100\nsetoption name\nsetoption name Rules value x\n\
         setoption name USI_Hash value many\nposition startpos moves 7g7f\n\u{0}\n   \nisready\n\
         position startpos moves 1a1b\ngo\ngo mate soon\n",
    );
    assert!(text.contains("info string error: unknown command `hello`"), "{text}");
    assert!(text.contains("expected 12 ranks"), "{text}");
    assert!(text.contains("unknown rules `x`"), "{text}");
    assert!(text.contains("USI_Hash: expected a number, found `many`"), "{text}");
    assert!(text.contains("move 1 (`1a1b`): not a legal move here"), "{text}");
    assert!(text.contains("readyok"), "{text}");
    assert_eq!(answers(&text).len(), 3, "{text}");
    let text = talk(
        "position startpos move 7i7h\nposition startpos moves 7i7h moves\nposition startpos\n\
         setoption name Nodes value 1\ngo mate infinite\n",
    );
    assert!(text.contains("position: expected `moves` or the end, found `move 7i7h`"), "{text}");
    let second = "move 2 (`moves`): column 1: expected a square such as 7g, found `m`";
    assert!(text.contains(second), "{text}");
    assert_eq!(answers(&text), ["checkmate nomate"], "{text}");
}

#[test]
fn a_search_stops_when_told() {
    // An endless problem would be better; the longest of the collections comes near.
    let sfen = stdout(matenro().args(["convert", "tsumechu-016", "--to", "sfen", "--quiet"]));
    let sfen: Vec<&str> = sfen.lines().nth(1).unwrap().split(' ').take(4).collect();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("matenro"))
        .args(["usi", "--memory", "256M"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(input, "position sfen {}\ngo mate infinite\nisready", sfen.join(" ")).unwrap();
    // It tells of the search meanwhile if the machine is slow.
    let ready = lines.by_ref().map(Result::unwrap).find(|line| !line.starts_with("info"));
    assert_eq!(ready.as_deref(), Some("readyok"));
    writeln!(input, "stop\nquit").unwrap();
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(rest.last().unwrap().starts_with("checkmate "), "{rest:?}");
    assert!(child.wait().unwrap().success());
}

#[test]
fn every_way_to_end_a_session_answers_the_running_search_once() {
    // Without any limit, on a problem that takes more than a moment.
    let sfen = stdout(matenro().args(["convert", "msm-B28", "--to", "sfen", "--quiet"]));
    let sfen: Vec<&str> = sfen.lines().nth(1).unwrap().split(' ').take(4).collect();
    let go = format!("position sfen {}\ngo mate infinite\n", sfen.join(" "));
    for end in ["", "quit\n", "stop\n", "stop\nstop\nquit\n", "position startpos\nquit\n"] {
        assert_eq!(answers(&talk(&format!("{go}{end}"))), ["checkmate timeout"], "{end}");
    }
    // A second `go` ends the first search.
    assert_eq!(answers(&talk(&format!("{go}{go}quit\n"))), ["checkmate timeout"; 2]);
}

#[test]
fn a_closed_pipe_ends_the_engine_quietly() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("matenro"))
        .arg("usi")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let _ = writeln!(input, "usi\nisready");
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
