//! Names of pieces in kanji, with the spellings that vary.

use crate::rules::{Kind, Variant};

/// What a name in kanji may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KanjiName {
    /// Bytes of the name.
    pub length: usize,
    /// The kinds so called.
    pub kinds: Vec<Kind>,
    /// Other kinds that some writers call so.
    pub loose: Vec<Kind>,
}

/// One spelling for characters that stand for each other.
const fn plain(letter: char) -> char {
    match letter {
        '竜' => '龍',
        '醉' => '酔',
        '王' => '玉',
        _ => letter,
    }
}

/// Bytes of `text` that spell the name at its start.
fn spelt(text: &str, name: &str) -> Option<usize> {
    let mut length = 0;
    let mut letters = text.chars();
    for expected in name.chars() {
        let letter = letters.next().filter(|&letter| plain(letter) == plain(expected))?;
        length += letter.len_utf8();
    }
    Some(length)
}

/// The longest name at the start of a text: full or of one kanji, or 成 with the name of what the
/// piece became, or else of what it was.
pub(crate) fn kanji_kinds(text: &str, variant: &Variant) -> Option<KanjiName> {
    if let Some(rest) = text.strip_prefix('成') {
        let promoted = |kind: &Kind| variant.spec(*kind).promoted;
        let became = longest(rest, |kind| Some(kind).filter(promoted), variant);
        let was = longest(rest, |kind| variant.promotion(kind), variant);
        // 成歩 is the pawn's, 成金 the gold's: nothing becomes a piece of that name.
        let (length, kinds) = became.or(was)?;
        return Some(KanjiName { length: length + '成'.len_utf8(), kinds, loose: Vec::new() });
    }
    // lishogi's names of the promoted leopard and gold.
    for (name, letter) in [("金飛車", 'g'), ("小角", 'f')] {
        if text.starts_with(name) {
            let kinds = variant.find(letter, true).into_iter().collect();
            return Some(KanjiName { length: name.len(), kinds, loose: Vec::new() });
        }
    }
    let (length, kinds) = longest(text, Some, variant)?;
    // ... and of the promoted pawn.
    let loose = if text.starts_with('金') { variant.find('p', true) } else { None };
    Some(KanjiName { length, kinds, loose: loose.into_iter().collect() })
}

/// The kinds with the longest name at the start of a text; `then` makes another kind of each.
fn longest(
    text: &str,
    then: impl Fn(Kind) -> Option<Kind>,
    variant: &Variant,
) -> Option<(usize, Vec<Kind>)> {
    let mut best: (usize, Vec<Kind>) = (0, Vec::new());
    for kind in variant.kinds() {
        let spec = variant.spec(kind);
        let length = spelt(text, spec.kanji).into_iter().chain(spelt(text, spec.short_kanji)).max();
        let (Some(length), Some(meant)) = (length, then(kind)) else { continue };
        if length > best.0 {
            best = (length, Vec::new());
        }
        if length == best.0 && !best.1.contains(&meant) {
            best.1.push(meant);
        }
    }
    (best.0 > 0).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::CHU;

    fn letters(text: &str) -> String {
        let name = kanji_kinds(text, &CHU).unwrap();
        let letter = |kind: &Kind| {
            let spec = CHU.spec(*kind);
            format!("{}{}", if spec.promoted { "+" } else { "" }, spec.letter)
        };
        let kinds: Vec<String> = name.kinds.iter().map(letter).collect();
        format!("{} {}", text[..name.length].to_owned(), kinds.join(","))
    }

    #[test]
    fn names_are_read_at_their_longest_and_in_every_spelling() {
        for (text, expected) in [
            ("獅子", "獅子 n,+o"),
            ("獅（", "獅 n,+o"),
            ("角鷹", "角鷹 +h"),
            ("角成", "角 b,+f"),
            ("竜王", "竜王 d,+r"),
            ("竜", "竜 d,+r"),
            ("王将", "王将 k"),
            ("玉", "玉 k"),
            ("醉象", "醉象 e,+i"),
            ("と", "と +p"),
            ("小角", "小角 +f"),
            ("成歩", "成歩 +p"),
            ("成銀", "成銀 +s"),
            ("成竪行", "成竪行 +s"),
            ("成角", "成角 +f"),
            ("成金", "成金 +g"),
            ("成馬", "成馬 +b"),
        ] {
            assert_eq!(letters(text), expected);
        }
        assert_eq!(kanji_kinds("桂馬", &CHU), None);
    }
}
