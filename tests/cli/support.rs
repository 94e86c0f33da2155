//! Positions with known answers, and the program under test.

use assert_cmd::Command;

/// Mate in 1 ply: the queen goes to 2b.
pub const MATE: &str = "11k/5Q6/10G1/12/12/12/12/12/12/12/12/12 b - 1";
/// Mate in 3 plies (tsumechu-002).
pub const MATE_IN_3: &str = "10k1/11+G/9+E1K/8n3/11L/12/12/12/12/12/12/12 b - 1";
/// Not a single check.
pub const NO_MATE: &str = "11k/12/12/12/12/12/12/12/12/12/12/K10P b - 1";
/// A mate that two expansions do not find (tsumechu-001).
pub const DEEPER: &str = "12/7Q4/7N3n/10g1/10P1/9P1k/10+p1/9qt1/12/12/12/12 b - 1";
/// No position: two ranks of twelve.
pub const BAD: &str = "12/12 b - 1";

/// The program, with a fixed width of help and no colour wished for.
pub fn matenro() -> Command {
    let mut command = assert_cmd::cargo_bin_cmd!("matenro");
    command.env("COLUMNS", "100").env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// `matenro solve` as the tests like it: quick, quiet, the same every time.
pub fn solve() -> Command {
    let mut command = matenro();
    command.args(["solve", "--no-timing", "--quiet", "--memory", "256M", "--nodes", "2"]);
    command
}

/// The exit status of `solve -` over these lines.
pub fn status_of(lines: &[&str]) -> i32 {
    let output = solve().arg("-").write_stdin(lines.join("\n")).output().unwrap();
    output.status.code().unwrap()
}

/// Standard output of a command as text.
pub fn stdout(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}
