//! Foreign text made fit for one line of a message, and words for several.

use unicode_width::UnicodeWidthStr;

/// The longest piece of foreign text that a message quotes, in characters.
const QUOTED_CHARS: usize = 40;

/// The text with control characters escaped, cut at a bearable length.
#[must_use]
pub(crate) fn clip(text: &str) -> String {
    let mut clipped = String::new();
    for (index, letter) in text.chars().enumerate() {
        if index == QUOTED_CHARS {
            clipped.push('…');
            break;
        }
        if letter.is_control() {
            clipped.extend(letter.escape_default());
        } else {
            clipped.push(letter);
        }
    }
    clipped
}

/// A line with a caret under a column (from 1); long lines are cut around it.
#[must_use]
pub fn pointed(line: &str, column: usize) -> String {
    const BEFORE: usize = 40;
    const AFTER: usize = 30;
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let skipped = column.saturating_sub(1).saturating_sub(BEFORE);
    let lead = if skipped > 0 { "…" } else { "" };
    let cut: String = line.chars().skip(skipped).take(BEFORE + AFTER).map(plain).collect();
    let before: String = cut.chars().take(column.saturating_sub(1) - skipped).collect();
    let more = if line.chars().nth(skipped + BEFORE + AFTER).is_some() { "…" } else { "" };
    let indent = " ".repeat(lead.width() + before.width());
    format!("  {lead}{cut}{more}\n  {indent}^")
}

/// Text without a leading byte-order mark.
#[must_use]
pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Lines of words, each line indented; ends in a line feed if there are words.
#[must_use]
pub(crate) fn wrapped(words: &[String], indent: usize, columns: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.width() > columns {
            text.push('\n');
            column = 0;
        }
        if column == 0 {
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.width();
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_stands_under_the_place_whatever_the_width() {
        assert_eq!(pointed("歩x!", 3), "  歩x!\n     ^");
        assert_eq!(pointed("ab", 3), "  ab\n    ^");
        let long = "x".repeat(200);
        let shown = pointed(&long, 100);
        let (line, caret) = shown.split_once('\n').unwrap();
        assert_eq!((line.chars().count(), caret.len()), (74, 44));
    }

    #[test]
    fn quoted_text_is_short_and_harmless_to_a_terminal() {
        assert_eq!(clip("7g\u{1b}[2J"), "7g\\u{1b}[2J");
        assert_eq!(clip(&"馬".repeat(41)), format!("{}…", "馬".repeat(40)));
    }
}
