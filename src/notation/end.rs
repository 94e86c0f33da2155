//! The word that ends a line of moves.

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Mate.
    Mate,
    /// No mate.
    NoMate,
    /// Resignation.
    Resigns,
    /// Broken off.
    Stopped,
    /// Repetition.
    Repetition,
    /// A draw.
    Draw,
    /// Out of time.
    Time,
    /// An illegal move.
    Illegal,
}

/// Words in both languages; the first of an end is the one written, and a longer word stands before
/// its own beginning.
const WORDS: [(End, &str, &str); 13] = [
    (End::NoMate, "不詰", "no mate"),
    (End::Mate, "詰み", "mate"),
    (End::Mate, "詰", "checkmate"),
    (End::Resigns, "投了", "resigns"),
    (End::Stopped, "中断", "stopped"),
    (End::Stopped, "以下略", "etc"),
    (End::Repetition, "千日手", "repetition"),
    (End::Draw, "持将棋", "draw"),
    (End::Draw, "引き分け", "1/2-1/2"),
    (End::Time, "切れ負け", "out of time"),
    (End::Time, "時間切れ", "timeout"),
    (End::Illegal, "反則負け", "illegal move"),
    (End::Illegal, "反則", "foul"),
];

impl End {
    /// The word in Japanese.
    #[must_use]
    pub fn japanese(self) -> &'static str {
        WORDS.iter().find(|(end, ..)| *end == self).map_or("", |(_, word, _)| word)
    }

    /// The word in English.
    #[must_use]
    pub fn english(self) -> &'static str {
        WORDS.iter().find(|(end, ..)| *end == self).map_or("", |(_, _, word)| word)
    }

    /// The end that a word at the start of a text names, in either language, and its bytes.
    #[must_use]
    pub fn at_start(text: &str) -> Option<(End, usize)> {
        WORDS.iter().find_map(|(end, japanese, english)| {
            if text.starts_with(japanese) {
                return Some((*end, japanese.len()));
            }
            let (start, rest) = text.split_at_checked(english.len())?;
            let goes_on = rest.starts_with(|letter: char| letter.is_ascii_alphanumeric());
            (start.eq_ignore_ascii_case(english) && !goes_on).then_some((*end, english.len()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_read_in_both_languages() {
        for (end, japanese, english) in WORDS {
            for word in [japanese, english] {
                assert_eq!(End::at_start(word), Some((end, word.len())), "{word}");
            }
        }
        assert_eq!(End::at_start("mated"), None);
        assert_eq!(End::at_start("王手"), None);
    }
}
