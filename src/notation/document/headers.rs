//! The names that headers have in each family of documents.

use crate::rules::{Setup, Square, SquareSet, Variant};

/// The name in our own terms, in KIF, and in tags in brackets.
const NAMES: [(&str, &str, &str); 16] = [
    ("id", "作品ID", "Id"),
    ("title", "作品名", "Title"),
    ("author", "作者", "Author"),
    ("number", "作品番号", "Number"),
    ("source", "出典", "Source"),
    ("magazine", "発表誌", "Magazine"),
    ("date", "発表年月", "Date"),
    ("claimed_plies", "手数", "Plies"),
    ("claim", "主張", "Claim"),
    ("same_as", "同一作", "SameAs"),
    ("note", "備考", "Note"),
    ("event", "棋戦", "Event"),
    ("place", "場所", "Site"),
    ("black", "先手", "Black"),
    ("white", "後手", "White"),
    ("title", "題名", "Title"),
];

/// The name in KIF.
pub(super) fn to_kif(name: &str) -> &str {
    NAMES.iter().find(|(ours, ..)| *ours == name).map_or(name, |(_, kif, _)| kif)
}

/// Our name for one of KIF.
pub(super) fn from_kif(name: &str) -> &str {
    NAMES.iter().find(|(_, kif, _)| *kif == name).map_or(name, |(ours, ..)| ours)
}

/// The name as a tag. For `XBoard`, White is the side that moves first.
pub(super) fn to_tag(name: &str, swap: bool) -> &str {
    match name {
        "black" if swap => "White",
        "white" if swap => "Black",
        _ => NAMES.iter().find(|(ours, ..)| *ours == name).map_or(name, |(.., tag)| tag),
    }
}

/// Our name for a tag.
pub(super) fn from_tag(name: &str, swap: bool) -> &str {
    match name {
        "White" if swap => "black",
        "Black" if swap => "white",
        _ => NAMES.iter().find(|(.., tag)| *tag == name).map_or(name, |(ours, ..)| ours),
    }
}

/// The name of a header as a tag; `None`, with a warning, if the reader would take a tag of that name
/// for something else.
pub(super) fn tag_name(
    name: &str,
    swap: bool,
    reserved: &[&str],
    warnings: &mut Vec<String>,
) -> Option<String> {
    let wanted = to_tag(name, swap);
    let fits = |letter: &char| !letter.is_whitespace() && !"\"[]".contains(*letter);
    let tag: String = wanted.chars().filter(fits).collect();
    if tag.is_empty() || reserved.contains(&tag.as_str()) {
        warnings.push(left_out(name));
        return None;
    }
    if tag != wanted {
        warnings.push(format!("the header `{name}` is written as `{tag}`"));
    }
    Some(tag)
}

/// The warning for a header that would not read back as one.
pub(super) fn left_out(name: &str) -> String {
    format!("the header `{name}` is left out: its name or value means something else in this form")
}

/// Squares joined by spaces.
pub(super) fn squares(set: &SquareSet) -> String {
    let names: Vec<String> = set.iter().map(|square| square.to_string()).collect();
    names.join(" ")
}

/// The state that is not on the board, as `name` and value; `None` if the name is another.
///
/// Returns false if the value is no list of squares of the board.
pub(super) fn set_state(
    setup: &mut Setup,
    name: &str,
    value: &str,
    variant: &Variant,
) -> Option<bool> {
    let squares = || -> Option<Vec<Square>> {
        let words = value.split([' ', ',']).filter(|word| !word.is_empty());
        let squares: Option<Vec<Square>> = words.map(|word| word.parse().ok()).collect();
        squares.filter(|squares| squares.iter().all(|&square| variant.contains(square)))
    };
    match name {
        COUNTER_STRIKE => {
            let squares = squares().filter(|squares| squares.len() == 1);
            setup.counter_strike = squares.as_ref().and_then(|squares| squares.first().copied());
            Some(squares.is_some())
        }
        BARRED => {
            let squares = squares();
            setup.barred = squares.iter().flatten().copied().collect();
            Some(squares.is_some())
        }
        _ => None,
    }
}

/// Names of the state that is not on the board.
pub(super) const COUNTER_STRIKE: &str = "CounterStrike";
/// The barred pieces.
pub(super) const BARRED: &str = "Barred";
