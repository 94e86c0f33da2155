//! Foreign text made fit for one line of a message.

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

/// Text without a leading byte-order mark.
#[must_use]
pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_short_and_harmless_to_a_terminal() {
        assert_eq!(clip("7g\u{1b}[2J"), "7g\\u{1b}[2J");
        assert_eq!(clip(&"馬".repeat(41)), format!("{}…", "馬".repeat(40)));
    }
}
