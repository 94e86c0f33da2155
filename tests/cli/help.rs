//! Help, man pages, completions: what they say is part of the contract.

use super::support::*;

const COMMANDS: [&str; 12] = [
    "solve",
    "verify",
    "report",
    "check",
    "moves",
    "convert",
    "show",
    "usi",
    "perft",
    "list",
    "completions",
    "man",
];
const STATUSES: [&str; 5] = ["0  ", "1  ", "2  ", "3  ", "130"];

#[test]
fn the_help_is_as_published() {
    insta::assert_snapshot!("help", stdout(matenro().arg("--help")));
    for command in COMMANDS {
        let name = format!("help_{command}");
        insta::assert_snapshot!(name, stdout(matenro().args([command, "--help"])));
    }
}

#[test]
fn no_command_at_all_shows_the_help_as_an_error() {
    let output = matenro().output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let help = stdout(matenro().arg("-h"));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), help);
}

#[test]
fn the_short_help_fits_one_screen() {
    for command in COMMANDS.into_iter().map(Some).chain([None]) {
        let text = stdout(matenro().args(command).arg("-h"));
        assert!(text.lines().count() <= 48, "{command:?} has {} lines", text.lines().count());
        assert!(text.lines().all(|line| line.chars().count() <= 100));
    }
}

#[test]
fn the_exit_statuses_stand_in_help_man_page_and_readme() {
    let readme = include_str!("../../README.md");
    for text in [
        stdout(matenro().arg("--help")),
        stdout(matenro().args(["solve", "--help"])),
        stdout(matenro().arg("man")),
        stdout(matenro().args(["man", "solve"])),
        readme.replace("| ", ""),
    ] {
        for status in STATUSES {
            assert!(text.contains(status.trim_end()), "{status} is not in\n{text}");
        }
        assert!(text.contains("undetermined: a limit was reached"), "{text}");
        assert!(text.contains("130 before 2 before 1 before 3 before 0"), "{text}");
    }
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(matenro().args(["completions", shell]));
        assert!(script.contains("matenro") && script.contains("perft"), "{shell}");
    }
}

#[test]
fn every_command_has_a_man_page() {
    for command in COMMANDS {
        let page = stdout(matenro().args(["man", command]));
        assert!(page.contains(&format!("matenro\\-{command}")), "{page}");
    }
}

#[test]
fn the_version_is_the_packages() {
    let expected = format!("matenro {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(matenro().arg("--version")), expected);
}
