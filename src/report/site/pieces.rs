//! Short explanations of the pieces, made from the table of their moves.

use crate::report::lang::Lang;
use crate::rules::{Kind, Movement, Role, Variant};

/// Directions of a set, in the order in which they are named: bits, English, Japanese.
const GROUPS: [(u8, &str, &str); 6] = [
    (0b1111_1111, "in all directions", "全方向"),
    (0b0101_0101, "orthogonally", "縦横"),
    (0b1010_1010, "diagonally", "斜め四方"),
    (0b1000_0010, "diagonally forward", "斜め前"),
    (0b0010_1000, "diagonally backward", "斜め後ろ"),
    (0b0100_0100, "sideways", "左右"),
];

/// Single directions.
const SINGLE: [(u8, &str, &str); 8] = [
    (1, "forward", "前"),
    (1 << 4, "backward", "後ろ"),
    (1 << 1, "forward to the right", "右前"),
    (1 << 7, "forward to the left", "左前"),
    (1 << 2, "to the right", "右"),
    (1 << 6, "to the left", "左"),
    (1 << 3, "backward to the right", "右後ろ"),
    (1 << 5, "backward to the left", "左後ろ"),
];

/// One line: name, Japanese name, moves, promotion.
#[must_use]
pub fn explanation(kind: Kind, variant: &Variant, lang: Lang) -> String {
    let spec = variant.spec(kind);
    let moves = moves(spec.movement, lang);
    let promotion = variant.promotion(kind).map(|promoted| variant.spec(promoted));
    match lang {
        Lang::En => {
            let royal = if spec.role == Role::Royal { "; royal" } else { "" };
            let becomes = match promotion {
                Some(promoted) => format!("; promotes to {} {}", promoted.name, promoted.kanji),
                None if spec.promoted => "; promoted".to_owned(),
                None => "; does not promote".to_owned(),
            };
            let abbreviation = format!("{}{}", plus(spec.promoted), spec.abbreviation);
            format!("{} {} ({abbreviation}): {moves}{royal}{becomes}", spec.name, spec.kanji)
        }
        Lang::Ja => {
            let royal = if spec.role == Role::Royal { "。玉駒" } else { "" };
            let becomes = match promotion {
                Some(promoted) => format!("。成ると{}", promoted.kanji),
                None if spec.promoted => "。成駒".to_owned(),
                None => "。成れない".to_owned(),
            };
            format!("{}：{moves}{royal}{becomes}", spec.kanji)
        }
    }
}

const fn plus(promoted: bool) -> &'static str {
    if promoted { "+" } else { "" }
}

/// What it can do, in words.
fn moves(movement: Movement, lang: Lang) -> String {
    let mut parts = Vec::new();
    let mut part = |set: u8, en: &str, ja: &str| {
        if set != 0 {
            parts.push(match lang {
                Lang::En => format!("{en} {}", directions(set, lang)),
                Lang::Ja => format!("{}{ja}", directions(set, lang)),
            });
        }
    };
    part(movement.step, "one step", "に一歩");
    part(movement.slide, "any distance", "に走る");
    part(movement.jump, "jumps to the second square", "に二つ目へ跳ぶ");
    part(movement.line_power, "lion power", "に獅子の力");
    if movement.lion_power {
        parts.push(
            match lang {
                Lang::En => {
                    "lion power: two steps of a king in one move, turning at will, taking on each, \
                     or a jump to any square within two; it may take and come back (igui), or step \
                     out and back (jitto)"
                }
                Lang::Ja => "獅子の力：一手に二歩動け、一歩ごとに取れる。二つ先へ跳べる。居食い、じっとができる",
            }
            .to_owned(),
        );
    }
    parts.join(if lang == Lang::En { ", " } else { "、" })
}

/// A set of directions in words: what the groups cover, then single ones; a set that lacks one
/// direction is told by that.
fn directions(set: u8, lang: Lang) -> String {
    let pick = |entry: &(u8, &'static str, &'static str)| match lang {
        Lang::En => entry.1,
        Lang::Ja => entry.2,
    };
    let lacking = SINGLE.iter().find(|(bit, ..)| set == !bit);
    if let Some(lacking) = lacking {
        return match lang {
            Lang::En => format!("in all directions but {}", pick(lacking)),
            Lang::Ja => format!("{}以外の全方向", pick(lacking)),
        };
    }
    let mut left = set;
    let mut words = Vec::new();
    for entry in GROUPS.iter().chain(&SINGLE) {
        if left & entry.0 == entry.0 {
            words.push(pick(entry));
            left &= !entry.0;
        }
    }
    match lang {
        Lang::En => match words.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => words.concat(),
        },
        Lang::Ja => words.join("・"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::CHU;

    fn explained(letter: char, promoted: bool) -> String {
        explanation(CHU.find(letter, promoted).unwrap(), &CHU, Lang::En)
    }

    /// The piece list of `docs/rules.md` in words.
    #[test]
    fn pieces_are_explained_as_the_rules_page_has_them() {
        assert_eq!(
            explained('g', false),
            "gold general 金将 (G): one step orthogonally and diagonally forward; promotes to rook 飛車"
        );
        assert_eq!(
            explained('t', true),
            "flying stag 飛鹿 (+BT): one step diagonally and sideways, any distance forward and \
             backward; promoted"
        );
        assert_eq!(
            explained('h', true),
            "horned falcon 角鷹 (+DH): any distance in all directions but forward, lion power \
             forward; promoted"
        );
        assert_eq!(
            explained('o', false),
            "kirin 麒麟 (Kr): one step diagonally, jumps to the second square orthogonally; \
             promotes to lion 獅子"
        );
        assert_eq!(
            explained('k', false),
            "king 玉将 (K): one step in all directions; royal; does not promote"
        );
    }

    #[test]
    fn every_piece_has_an_explanation_in_both_languages() {
        for kind in CHU.kinds() {
            for lang in [Lang::En, Lang::Ja] {
                let text = explanation(kind, &CHU, lang);
                assert!(text.contains(CHU.spec(kind).kanji), "{text}");
            }
        }
    }
}
