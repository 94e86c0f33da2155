//! Games and problems through every form of document.

use matenro::notation::collection::Format;
use matenro::notation::document::{self, ReadOptions, WriteOptions, detect};
use matenro::notation::{Document, DocumentFormat, Game, Problem};
use matenro::rules::Rules;
use proptest::prelude::*;

use super::support::*;

fn options(rules: Rules) -> (ReadOptions, WriteOptions) {
    let read = ReadOptions { rules, ..ReadOptions::default() };
    (read, WriteOptions { rules, ..WriteOptions::default() })
}

/// The games of a text that must have no fault.
fn games(text: &str, format: DocumentFormat, rules: Rules) -> Vec<Game> {
    let (read, _) = options(rules);
    document::read(text, "x", format, &read)
        .into_iter()
        .map(|record| {
            let record = record.unwrap_or_else(|error| panic!("{error}\n{text}"));
            record.to_game(rules).unwrap()
        })
        .collect()
}

fn there_and_back(game: &Game, format: DocumentFormat, rules: Rules) {
    let (_, write) = options(rules);
    let text = document::write(game, format, &write).unwrap().text;
    let again = games(&text, format, rules);
    assert_eq!(again.len(), 1, "{}\n{text}", format.name());
    assert_eq!(shape(&again[0]), shape(game), "{}\n{text}", format.name());
    let text_again = document::write(&again[0], format, &write).unwrap().text;
    assert_eq!(text_again, text);
}

/// What a tree keeps of a problem: canonical moves, variations in any order.
fn normal(problem: &Problem) -> Problem {
    let game = Game::from_problem(problem, Rules::HISTORIC).unwrap();
    let mut problem = game.to_problem("", &Rules::HISTORIC);
    problem.variations.sort_by_key(|line| format!("{line:?}"));
    problem
}

#[test]
fn every_corpus_problem_goes_through_every_form_unchanged() {
    let mut count = 0;
    for problem in corpus() {
        let game = Game::from_problem(&problem, Rules::HISTORIC).unwrap();
        for format in GAMES {
            there_and_back(&game, format, Rules::HISTORIC);
            let (_, write) = options(Rules::HISTORIC);
            let text = document::write(&game, format, &write).unwrap().text;
            let again = games(&text, format, Rules::HISTORIC).remove(0);
            assert_eq!(normal(&again.to_problem("", &Rules::HISTORIC)), normal(&problem));
            assert_eq!(detect(&text, None), detected(format), "{text}");
            count += 1;
        }
    }
    assert_eq!(count, 461 * 6);
}

/// KIF and Japanese text are read by one reader.
fn detected(format: DocumentFormat) -> DocumentFormat {
    if format == DocumentFormat::Japanese { DocumentFormat::Kif } else { format }
}

#[test]
fn a_whole_collection_in_one_text_reads_back() {
    let problems: Vec<Problem> = corpus().into_iter().take(100).collect();
    let (_, write) = options(Rules::HISTORIC);
    for format in GAMES {
        let text: String = problems
            .iter()
            .map(|problem| {
                let game = Game::from_problem(problem, Rules::HISTORIC).unwrap();
                document::write(&game, format, &write).unwrap().text
            })
            .collect();
        let again = games(&text, format, Rules::HISTORIC);
        assert_eq!(again.len(), problems.len(), "{}", format.name());
        for (game, problem) in again.iter().zip(&problems) {
            assert_eq!(normal(&game.to_problem("", &Rules::HISTORIC)), normal(problem));
        }
    }
}

#[test]
fn deep_nests_and_long_runs_cost_no_stack() {
    let (read, _) = options(Rules::HISTORIC);
    let many = 100_000;
    for text in [
        "(".repeat(many),
        "1. P-8f ".to_owned() + &"(".repeat(many),
        "[".repeat(many),
        "{".repeat(many),
        "|".repeat(many),
        "|・\n".repeat(many),
        "12/".repeat(many),
        "1,".repeat(many),
        "変化：1手\n".repeat(many),
        "同".repeat(many),
        "9".repeat(many),
        "成".repeat(many),
        "*\n".repeat(many),
        "：\n".repeat(many),
    ] {
        for format in READ {
            let _ = document::read(&text, "x", format, &read);
        }
        let _ = detect(&text, None);
    }
}

#[test]
fn line_ends_marks_and_wide_digits_make_no_difference() {
    let problem = corpus().into_iter().find(|problem| problem.id == "tsukurimono1663-02").unwrap();
    let game = Game::from_problem(&problem, Rules::HISTORIC).unwrap();
    let (_, write) = options(Rules::HISTORIC);
    for format in GAMES {
        let text = document::write(&game, format, &write).unwrap().text;
        let changed = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(shape(&games(&changed, format, Rules::HISTORIC)[0]), shape(&game));
    }
    let text = document::write(&game, DocumentFormat::Kif, &write).unwrap().text;
    let (board, moves) = text.split_once("手数----").unwrap();
    let wide: String = moves
        .chars()
        .map(|c| if c.is_ascii_digit() { char::from_u32(c as u32 + 0xfee0).unwrap() } else { c })
        .collect();
    let wide = wide.replace(' ', "\u{3000}").replace('▲', "").replace('△', "☖");
    let text = format!("{board}手数----{wide}");
    assert_eq!(shape(&games(&text, DocumentFormat::Kif, Rules::HISTORIC)[0]), shape(&game));
}

#[test]
fn pages_are_written_for_every_problem() {
    let (_, write) = options(Rules::HISTORIC);
    for problem in corpus() {
        let game = Game::from_problem(&problem, Rules::HISTORIC).unwrap();
        for (name, format) in DocumentFormat::NAMED {
            let written = document::write(&game, format, &write).unwrap();
            assert!(!written.text.is_empty(), "{name}");
        }
    }
}

#[test]
fn the_state_beside_the_board_goes_through_every_form() {
    let text = "k10N/1+p+i+l+a+m+v+r+b+h+d+o/1P1I1L1A1M1V/R1B1H1D1Q1N1/o1x1e1t1f1c1/\
                1s1g2+X+E+T+F+C+S/+G11/12/3n8/12/12/K10+P w 1f 1 11c,9c";
    let rules = Rules::MSM;
    let (read, write) = options(rules);
    let lines = DocumentFormat::Collection(Format::Lines);
    let record = document::read(text, "x", lines, &read).remove(0).unwrap();
    let game = record.to_game(rules).unwrap();
    assert_eq!((game.setup.counter_strike.is_some(), game.setup.barred.len()), (true, 2));
    for format in GAMES {
        there_and_back(&game, format, rules);
        let warnings = document::write(&game, format, &write).unwrap().warnings;
        let silent = [DocumentFormat::Tsa, DocumentFormat::Csl].contains(&format);
        assert_eq!(warnings.is_empty(), silent, "{} {warnings:?}", format.name());
    }
}

#[test]
fn every_kind_of_move_looks_like_this() {
    let text = "12/12/12/4ppp5/4p1p3PP/4pNp5/4k7/12/3K8/12/12/12 b - 1 {[Id \"rich\"] [Author \"nobody\"]} \
                {before the first move} 7f6f7f {takes without moving} 8g9g 7f8e7d 9g9f 1e1d+ 9f9g \
                2e2d 9g9f 7d8d8e (7d6d7d 9f9g) 9f10f (9f10e 8e7e8e {a pass}) 8e9f10f {mate}";
    let game = games(text, DocumentFormat::Csl, Rules::HISTORIC).remove(0);
    let (_, write) = options(Rules::HISTORIC);
    let page = include_str!("../../docs/formats.md");
    for (name, format) in DocumentFormat::NAMED {
        let text = document::write(&game, format, &write).unwrap().text;
        let example = page.split(&format!("<!-- output: {name} -->\n````text\n")).nth(1);
        let example = example.and_then(|rest| rest.split("````").next());
        assert_eq!(example.unwrap_or(&text).trim_end(), text.trim_end(), "docs/formats.md");
        insta::assert_snapshot!(format!("rich_{name}"), text);
    }
}

/// Headers as a collection with columns of the user's own may have them: many mean something to a
/// reader of one form or another.
fn odd_headers() -> impl Strategy<Value = Vec<(String, String)>> {
    let names = "FEN|SFEN|sfen|Forsyth|Attacker|SideToMove|CounterStrike|Barred|SetUp|Variant|手合割|手番|\
                 後手の持駒|変化|変化：3手|｜x|*x|#x|&x|%x|まで|手数----指手|1手目|▲７六歩|7六歩|a：b|a:b|two words|\
                 \"q\"|[|]|event|white|black|level|後手番|9"
        .split('|')
        .map(str::to_owned)
        .collect::<Vec<String>>();
    let values =
        "-|?|平手|その他|なし|White|lower|7g|12/12|x：y|a \"b\" ]|}|{|\\|\\n|多分|9手|後手|変化：1手|*|#|詰"
            .split('|')
            .map(str::to_owned)
            .collect::<Vec<String>>();
    let header = (prop::sample::select(names), prop::sample::select(values));
    prop::collection::vec(header, 1..6)
}

/// A written game with a few characters' worth of damage.
fn damaged() -> impl Strategy<Value = (String, DocumentFormat)> {
    let letters: Vec<char> = "0129 ax+-!(){}[]\"'/,.|\n同成居一歩目玉：変▲（←*#@".chars().collect();
    let change = (any::<prop::sample::Index>(), prop::sample::select(letters), 0..3_u8);
    (any::<u64>(), 0..GAMES.len(), prop::collection::vec(change, 1..5)).prop_map(
        |(seed, index, changes)| {
            let game = random_game(seed, 12, Rules::LISHOGI);
            let (_, write) = options(Rules::LISHOGI);
            let text = document::write(&game, GAMES[index], &write).unwrap().text;
            let mut letters: Vec<char> = text.chars().collect();
            for (at, letter, what) in changes {
                let at = at.index(letters.len().max(1));
                match what {
                    0 => letters[at] = letter,
                    1 => letters.insert(at, letter),
                    _ => drop(letters.remove(at)),
                }
            }
            (letters.into_iter().collect(), GAMES[index])
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_games_of_200_plies_go_through_every_form(seed in any::<u64>(), set in 0..5_usize) {
        let rules: Rules = Rules::PRESETS[set].parse().unwrap();
        let game = random_game(seed, 200, rules);
        for format in GAMES {
            there_and_back(&game, format, rules);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_header_comes_back_or_is_warned_of(headers in odd_headers(), seed in any::<u64>()) {
        let rules = Rules::LISHOGI;
        let mut game = random_game(seed, 4, rules);
        game.headers.clear();
        for (name, value) in &headers {
            if game.header(name).is_none() {
                game.add_header(name, value);
            }
        }
        let plain = Game { headers: Vec::new(), ..game.clone() };
        let (_, write) = options(rules);
        for format in GAMES {
            let written = document::write(&game, format, &write).unwrap();
            let again = games(&written.text, format, rules);
            prop_assert_eq!(again.len(), 1, "{}", written.text);
            let again = &again[0];
            let bare = Game { headers: Vec::new(), ..again.clone() };
            prop_assert_eq!(shape(&bare), shape(&plain), "{}", written.text);
            for (name, value) in &game.headers {
                let told = written.warnings.iter().any(|text| text.contains(&format!("`{name}`")));
                let back = again.header(name) == Some(value);
                prop_assert!(told || back, "{} {name}: {value}\n{}", format.name(), written.text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_reader_panic(
        text in "(\\PC|[\n\r|/,(){}\\[\\]\"+*#：▲☗同仝成不居食いじっと左右上引寄直一二十歩獅鷲0-9a-lx-]){0,120}"
    ) {
        let (read, _) = options(Rules::LISHOGI);
        for format in READ {
            let _ = document::read(&text, "x", format, &read);
        }
        let _ = detect(&text, None);
    }

    #[test]
    fn damage_is_an_error_with_a_place_or_a_game_that_reads_back((text, format) in damaged()) {
        let (read, write) = options(Rules::LISHOGI);
        let lines = text.split('\n').count();
        for other in READ {
            let _ = document::read(&text, "x", other, &read);
        }
        for record in document::read(&text, "x", format, &read) {
            match record {
                Err(error) => {
                    prop_assert!((1..=lines).contains(&error.line), "{}", error);
                    let line = text.split('\n').nth(error.line - 1).unwrap();
                    let column = error.column.unwrap();
                    prop_assert!(column >= 1 && column <= line.chars().count() + 1, "{}", error);
                }
                Ok(Document::Game { game, .. }) => {
                    let text = document::write(&game, format, &write).unwrap().text;
                    prop_assert_eq!(shape(&games(&text, format, Rules::LISHOGI)[0]), shape(&game));
                }
                Ok(Document::Problem(_)) => {}
            }
        }
    }
}
