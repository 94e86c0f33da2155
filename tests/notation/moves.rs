//! Moves in every notation.

use matenro::notation::{MoveError, MoveNotation, sfen, usi};
use matenro::rules::variant::CHU;
use matenro::rules::{Position, Rules};

use super::support::*;

const ALL: [MoveNotation; 6] = [
    MoveNotation::Usi,
    MoveNotation::Tsa,
    MoveNotation::Japanese,
    MoveNotation::JapaneseShort,
    MoveNotation::Kif,
    MoveNotation::Wb,
];

#[test]
fn every_legal_move_of_every_fixture_and_corpus_position_reads_back() {
    let fixture = include_str!("../fixtures/lishogi-moves.tsv");
    let fixture =
        fixture.lines().filter_map(|line| line.split_once('\t')).map(|line| line.0.to_owned());
    let texts = fixture.chain(corpus().into_iter().map(|problem| problem.sfen));
    let mut count = 0;
    for text in texts {
        let setup = sfen::parse(&text, &CHU).unwrap().setup;
        let position = Position::new(&setup, Rules::LISHOGI).unwrap();
        for (index, mv) in position.legal_moves().into_iter().enumerate() {
            let last_to = [None, Some(mv.to), mv.mid][index % 3];
            for notation in ALL {
                let written = notation.write(mv, &position, last_to);
                assert_eq!(
                    notation.read(&written, &position, last_to),
                    Ok(mv),
                    "{notation} `{written}` in {text}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 100_000, "{count}");
}

/// A lion among pawns, and pawns before the zone.
const LION: &str = "12/12/12/4ppp5/4p1p3PP/4pNp5/4k7/12/3K8/12/12/12 b - 1";
/// One of many kinds, side by side.
const ROW: &str = "k11/12/12/12/12/12/12/12/12/12/12/ONQHDAXE3K b - 1";
/// The lion of the issue's `Lnx3hx2i`.
const CHAIN: &str = "k11/12/12/12/12/12/8N3/9p2/10p1/12/12/11K b - 1";
/// The lion of its `Lnx!9d`.
const IGUI: &str = "k11/12/12/3pN7/12/12/12/12/12/12/12/11K b - 1";
/// The soaring eagle of its `+DKx3c`.
const EAGLE: &str = "k11/12/9p2/12/12/12/12/9+D2/12/12/12/11K b - 1";
/// The pawn of its `P-8f`.
const PAWN: &str = "k11/12/12/12/12/12/4P7/12/12/12/12/11K b - 1";
/// Golds on 9i, 8h and 8j.
const GOLDS: &str = "k11/12/12/12/12/12/12/4G7/3G8/4G7/12/11K b - 1";
/// Golds on 9j and 7j.
const PAIR: &str = "k11/12/12/12/12/12/12/12/12/3G1G6/12/11K b - 1";
/// The same for White, on 9c and 7c.
const WHITE_PAIR: &str = "k11/12/3g1g6/12/12/12/12/12/12/12/12/11K w - 1";

/// Spellings that issue 6 and the books behind it use; what they mean was worked out by hand.
const SPELLINGS: [(&str, MoveNotation, &[&str], &str); 43] = {
    use MoveNotation::{Japanese, Kif, Tsa, Usi, Wb};
    [
        (PAWN, Tsa, &["P-8f", "p-8f", "P8g-8f"], "8g8f"),
        (EAGLE, Tsa, &["+DKx3c", "+dkx3c", "SEx3c", "+Dx3c"], "3h3c"),
        (CHAIN, Tsa, &["Lnx3hx2i", "LNx3hx2i", "lnx3hx2i", "Nx3hx2i"], "4g3h2i"),
        (IGUI, Tsa, &["Lnx!9d", "LNx!9D", "ln!9d"], "8d9d8d"),
        (LION, Tsa, &["Ln-pass", "pass", "LN pass", "--"], "7f7e7f"),
        (LION, Tsa, &["P-2d", "P-2d="], "2e2d"),
        (LION, Tsa, &["P-2d+"], "2e2d+"),
        (ROW, Tsa, &["KY-12j", "KN-12j", "Kr-12j", "kr-12j"], "12l12j"),
        (ROW, Tsa, &["Ln-11k", "LN-11k"], "11l11k"),
        (ROW, Tsa, &["FK-10k", "Q-10k", "q-10k"], "10l10k"),
        (ROW, Tsa, &["DH-9k", "H-9k"], "9l9k"),
        (ROW, Tsa, &["DK-8k", "D-8k", "d-8k"], "8l8k"),
        (ROW, Tsa, &["RV-7k", "RC-7k", "rv-7k"], "7l7k"),
        (ROW, Tsa, &["Ph-6k", "PH-6k"], "6l6k"),
        (ROW, Tsa, &["DE-5k", "E-5k"], "5l5k"),
        (PAIR, Tsa, &["G9j-8i"], "9j8i"),
        (LION, Japanese, &["☗６六獅居食い", "▲6六獅子（居食い）", "６六獅子居喰い"], "7f6f7f"),
        (LION, Japanese, &["☗獅じっと", "☗獅子じっと", "獅(じっと)"], "7f7e7f"),
        (LION, Japanese, &["☗８五・７四獅", "８五・７四獅子"], "7f8e7d"),
        (LION, Japanese, &["☗７四獅", "7四獅子", "7四　獅"], "7f7d"),
        (LION, Japanese, &["☗２四歩不成", "2四歩生", "▲２四歩兵"], "2e2d"),
        (LION, Japanese, &["☗２四歩成", "2四歩兵成", "2四 歩成"], "2e2d+"),
        (GOLDS, Japanese, &["８九金寄", "8九金将寄"], "9i8i"),
        (GOLDS, Japanese, &["８九金直", "8九金上", "8九金（8十）"], "8j8i"),
        (GOLDS, Japanese, &["８九金引"], "8h8i"),
        (PAIR, Japanese, &["８九金左", "８九金左上"], "9j8i"),
        (PAIR, Japanese, &["８九金右", "８九金右上"], "7j8i"),
        (WHITE_PAIR, Japanese, &["☖８四金左", "△8四金左"], "7c8d"),
        (WHITE_PAIR, Japanese, &["☖８四金右"], "9c8d"),
        (ROW, Japanese, &["８十一龍", "8十一竜王", "８十一龍王"], "8l8k"),
        (ROW, Japanese, &["５十一象", "５十一醉象", "5十一酔象"], "5l5k"),
        (LION, Kif, &["1四歩兵成 （←1五）", "１四歩成(1五)"], "1e1d+"),
        (LION, Kif, &["一歩目 6六獅子 （←7六） 二歩目 7六獅子（居食い） （←6六）"], "7f6f7f"),
        (LION, Kif, &["一歩目 8五獅子 （←7六）\n二歩目 7四獅子 （←8五）"], "7f8e7d"),
        (LION, Kif, &["一歩目 7五獅子 （←7六） 二歩目 7六獅子(じっと) （←7五）"], "7f7e7f"),
        (LION, Wb, &["f7g7,g7f7", "f7-g7-f7", "f7g7f7"], "7f6f7f"),
        (LION, Wb, &["f7e8,e8f9", "f7-e8,e8-f9", "f7e8-f9"], "7f8e7d"),
        (LION, Wb, &["f7-f9", "f7f9", "Nf7xf9", "Nxf9"], "7f7d"),
        (LION, Wb, &["@@@@", "--", "f7f8,f8f7"], "7f7e7f"),
        (LION, Wb, &["k8k9", "k8k9=", "k8-k9"], "2e2d"),
        (LION, Wb, &["k8k9+", "k8-k9+"], "2e2d+"),
        (LION, Usi, &["7f7e7f", "7f7g7f", "7f7f"], "7f7e7f"),
        (LION, Usi, &["2e2d", "2e2d="], "2e2d"),
    ]
};

#[test]
fn spellings_found_in_print_are_read() {
    let mut unread = Vec::new();
    for (text, notation, spellings, meaning) in SPELLINGS {
        let setup = sfen::parse(text, &CHU).unwrap().setup;
        let position = Position::new(&setup, Rules::LISHOGI).unwrap();
        for spelling in spellings {
            let read = notation.read(spelling, &position, None).map(usi::write);
            if read.as_deref() != Ok(meaning) {
                unread.push(format!("{notation} `{spelling}` in {text}: {read:?}, not {meaning}"));
            }
        }
    }
    assert!(unread.is_empty(), "{}", unread.join("\n"));
}

#[test]
fn what_is_wrong_with_a_move_is_told_with_its_place_and_what_would_fit() {
    for (text, notation, spelling, message) in [
        (LION, MoveNotation::Usi, "7f", "column 3: expected two or three squares, found the end"),
        (LION, MoveNotation::Usi, "7fx", "column 3: expected a square such as 7g, found `x`"),
        (LION, MoveNotation::Usi, "7f7e?", "column 5: expected a square such as 7g, found `?`"),
        (LION, MoveNotation::Usi, "7f7e7f7", "column 7: expected `+`, `=` or the end, found `7`"),
        (LION, MoveNotation::Tsa, "Zz-3c", "column 1: expected a piece (such as P, Ln, +DK)"),
        (LION, MoveNotation::Tsa, "Ln-", "column 4: expected a square such as 7g, found the end"),
        (LION, MoveNotation::Tsa, "P-2d+x", "column 6: expected the end of the move, found `x`"),
        (LION, MoveNotation::Tsa, "G-2d", "not a legal move here: Black has no gold general"),
        (LION, MoveNotation::Wb, "f13", "column 1: expected a square such as f6, found `f13`"),
        (LION, MoveNotation::Japanese, "２四", "expected the name of a piece in kanji"),
        (LION, MoveNotation::Japanese, "同獅", "there is no move before this one to refer to"),
        (PAIR, MoveNotation::Japanese, "８九金", "name the square it comes from: 9j, 7j"),
        (PAIR, MoveNotation::Tsa, "G-8i", "name the square it comes from: 9j, 7j"),
    ] {
        let setup = sfen::parse(text, &CHU).unwrap().setup;
        let position = Position::new(&setup, Rules::LISHOGI).unwrap();
        let error: MoveError = notation.read(spelling, &position, None).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(message), "{notation} `{spelling}`: {error}");
    }
}
