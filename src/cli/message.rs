//! What is said on standard error. A closed standard error is no reason to stop.

use std::fmt::Display;
use std::io::Write;

use anstyle::{AnsiColor, Style};

use crate::report::text::clean;

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// `matenro: error: ...`
pub fn error(text: impl Display) {
    put(&format!("matenro: {ERROR}error:{ERROR:#} {}\n", clean_lines(&text.to_string())));
}

/// `matenro: ...`
pub fn note(text: impl Display) {
    put(&format!("matenro: {}\n", clean_lines(&text.to_string())));
}

/// Text with styles of our own, as it is.
pub fn put(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Our messages may have several lines; nothing else in them may command the terminal.
fn clean_lines(text: &str) -> String {
    text.split('\n').map(clean).collect::<Vec<_>>().join("\n")
}
