//! The outputs that the pages show are those of the program.

use super::support::*;

fn assert_output(command: &str, shown: &str) {
    let words: Vec<&str> = command.split_whitespace().collect();
    assert_eq!(stdout(matenro().args(words)), shown, "{command}");
}

#[test]
fn readme_shows_the_real_output() {
    let page = include_str!("../../README.md");
    let start = "$ cargo run --release --quiet -- ";
    let mut count = 0;
    for block in page.split("```\n").filter(|block| block.starts_with(start)) {
        let (command, shown) = block[start.len()..].split_once('\n').unwrap();
        assert_output(command, shown);
        count += 1;
    }
    assert!(count >= 1);
}

#[test]
fn the_pages_about_soundness_and_reports_show_the_real_output() {
    let pages = [include_str!("../../docs/soundness.md"), include_str!("../../docs/report.md")];
    for page in pages {
        let mut count = 0;
        for part in page.split("<!-- output: ").skip(1) {
            let (command, rest) = part.split_once(" -->\n```text\n").unwrap();
            assert_output(command, rest.split("```").next().unwrap());
            count += 1;
        }
        assert!(count >= 1);
    }
}
