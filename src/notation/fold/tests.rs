//! Folding against an independent reader of the folded text.

use proptest::prelude::*;

use super::*;
use crate::notation::builtin::{self, BUILTIN, Builtin};
use crate::notation::{Game, MoveNotation, UsiMove};
use crate::rules::{Position, Rules, Square};

/// Reads folded text of USI moves as a person would, with nothing of the code that wrote it.
struct Reader<'a> {
    words: Vec<&'a str>,
    blocks: Vec<Vec<String>>,
}

impl Reader<'_> {
    fn read(text: &str) -> Vec<String> {
        let is_remark = |line: &&str| line.trim_start().starts_with("(an arrow");
        let body: Vec<&str> = text.lines().filter(|line| !is_remark(line)).collect();
        let body = body.join(" ");
        let mut reader = Reader { words: body.split_whitespace().collect(), blocks: Vec::new() };
        // `[A] = 39 plies: ...`, each up to the next one or to the line, which begins with a number.
        while reader.words.get(1) == Some(&"=") {
            let count: usize = reader.words[2].parse().unwrap();
            assert_eq!(
                reader.words[0],
                format!("[{}]", (b'A' + reader.blocks.len() as u8) as char)
            );
            reader.words.drain(..4);
            let is_end = |pair: &[&str]| pair[1] == "=" || pair[0].ends_with('.');
            let end = reader.words.windows(2).position(is_end).unwrap();
            let words: Vec<&str> = reader.words.drain(..end).collect();
            let block = reader.moves(&words);
            assert_eq!(block.len(), count);
            reader.blocks.push(block);
        }
        let line = std::mem::take(&mut reader.words);
        reader.moves(&line)
    }

    fn moves(&self, words: &[&str]) -> Vec<String> {
        // Moves of each open parenthesis; the first level is the line.
        let mut open: Vec<Vec<String>> = vec![Vec::new()];
        for word in words {
            if let Some(number) = word.strip_suffix('.') {
                assert_eq!(open.len(), 1, "numbers stand outside parentheses only");
                assert_eq!(number.parse(), Ok(open[0].len() + 1), "{word}");
                continue;
            }
            let inner = word.trim_start_matches('(');
            open.extend((inner.len()..word.len()).map(|_| Vec::new()));
            let mut ends = inner.split(')');
            let name = ends.next().unwrap();
            let last = open.last_mut().unwrap();
            match name.strip_prefix('[') {
                Some(letter) => {
                    last.extend(self.blocks[usize::from(letter.as_bytes()[0] - b'A')].clone());
                }
                None => last.push(name.to_owned()),
            }
            for end in ends {
                let times = end.strip_prefix('×').unwrap();
                let arrow = times.trim_start_matches(|letter: char| letter.is_ascii_digit());
                let count: i8 = times[..times.len() - arrow.len()].parse().unwrap();
                assert!(count >= 2);
                let body = open.pop().unwrap();
                let (right, down) = match arrow {
                    "" => (0, 0),
                    "↑" => (0, -1),
                    "↗" => (1, -1),
                    "→" => (1, 0),
                    "↘" => (1, 1),
                    "↓" => (0, 1),
                    "↙" => (-1, 1),
                    "←" => (-1, 0),
                    "↖" => (-1, -1),
                    _ => panic!("{arrow}"),
                };
                let moved = (0..count).flat_map(|time| {
                    body.iter().map(move |mv| shifted(mv, right * time, down * time))
                });
                open.last_mut().unwrap().extend(moved.collect::<Vec<String>>());
            }
        }
        assert_eq!(open.len(), 1);
        open.pop().unwrap()
    }
}

fn shifted(mv: &str, right: i8, down: i8) -> String {
    let mv: UsiMove = mv.parse().unwrap();
    let square = |square: Square| {
        let file = square.file().checked_add_signed(-right).unwrap();
        Square::new(file, square.rank().checked_add_signed(down).unwrap()).unwrap()
    };
    let UsiMove { from, mid, to, promote } = mv;
    UsiMove { from: square(from), mid: mid.map(square), to: square(to), promote }.to_string()
}

fn check(moves: &[String]) -> Folded {
    let folded = Folded::new(moves);
    assert_eq!(folded.unfolded(), moves);
    assert_eq!(folded.plies(&folded.line), moves.len());
    let text = folded.text(1, 80);
    assert_eq!(Reader::read(&text), moves, "{text}");
    folded
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn patterns_are_written_as_documented() {
    let times = |text: &str, times: usize| vec![text; times].join(" ");
    let same = words(&format!("1a1b {} 9i9h", times("5e5d 6f6g", 41)));
    insta::assert_snapshot!(check(&same).text(1, 80), @"  1. 1a1b 2. (5e5d 6f6g)×41 84. 9i9h");
    let chase = words("2c2d 1d1e 2d2e 1e1f 2e2f 1f1g 2f2g 1g1h 2g2h 1h1i 2h2i 1i1j 2i2j 1j1k");
    insta::assert_snapshot!(check(&chase).text(1, 80), @r"
    (an arrow behind ×: each time one square further that way)
    1. (2c2d 1d1e)×7↓
    ");
    let nested = words(&times(&format!("{} 9a9b", times("1a2b 3c4d", 3)), 4));
    insta::assert_snapshot!(check(&nested).text(1, 80), @"  1. ((1a2b 3c4d)×3 9a9b)×4");
    let block = "12a11b 3c4e 10d9d 8h8i 12l12k 3d4f 5e6f 7g7h";
    let named = words(&format!("{block} 1a1b {block} 2a2b 3a4b {block} 4a4b"));
    insta::assert_snapshot!(check(&named).text(1, 80), @r"
    [A] = 8 plies: 12a11b 3c4e 10d9d 8h8i 12l12k 3d4f 5e6f 7g7h
    1. [A] 9. 1a1b 10. [A] 18. 2a2b 19. 3a4b 20. [A] 28. 4a4b
    ");
    assert_eq!(Folded::new(&Vec::<String>::new()).text(1, 80), "");
}

#[test]
fn every_published_line_unfolds_to_itself_in_every_notation() {
    for problem in BUILTIN.iter().flat_map(Builtin::problems) {
        let game = Game::from_problem(&problem, Rules::HISTORIC).unwrap();
        let position = Position::new(&problem.setup, Rules::HISTORIC).unwrap();
        for (_, notation) in MoveNotation::NAMED {
            let line = notation.write_line(&game.main_line(), &position);
            if notation == MoveNotation::Usi {
                check(&line);
            } else {
                assert_eq!(Folded::new(&line).unfolded(), line);
            }
        }
    }
}

#[test]
fn the_skyscraper_fits_on_a_page() {
    let problem = builtin::find("tsumechu-016").unwrap().remove(0);
    let line: Vec<String> = problem.solution.iter().map(ToString::to_string).collect();
    let text = check(&line).text(1, 80);
    assert!(text.lines().count() <= 60, "{text}");
}

/// Moves between squares of the middle of the board, so that what is planted can be shifted.
fn a_move() -> impl Strategy<Value = String> {
    let square = || (4_u8..=8, b'd'..=b'h');
    (square(), square(), prop::bool::ANY).prop_map(|((file, rank), (to_file, to_rank), plus)| {
        let (rank, to_rank) = (char::from(rank), char::from(to_rank));
        format!("{file}{rank}{to_file}{to_rank}{}", if plus { "+" } else { "" })
    })
}

/// A line in which a block is repeated, moves along and comes again.
fn planted() -> impl Strategy<Value = Vec<String>> {
    let piece = (prop::collection::vec(a_move(), 1..6), 1_usize..5, -1_i8..=1, -1_i8..=1);
    let block = prop::collection::vec(piece, 1..4).prop_map(|pieces| {
        let repeat = |(body, times, right, down): (Vec<String>, usize, i8, i8)| {
            (0..times as i8)
                .flat_map(|time| {
                    let moved = |mv: &String| shifted(mv, right * time, down * time);
                    body.iter().map(moved).collect::<Vec<String>>()
                })
                .collect::<Vec<String>>()
        };
        pieces.into_iter().flat_map(repeat).collect::<Vec<String>>()
    });
    (block, prop::collection::vec(prop::collection::vec(a_move(), 0..5), 1..5), 1_usize..4)
        .prop_map(|(block, between, times)| {
            let once: Vec<String> =
                between.iter().flat_map(|moves| [block.clone(), moves.clone()].concat()).collect();
            vec![once; times].concat()
        })
}

proptest! {
    #[test]
    fn lines_with_planted_repetitions_unfold_to_themselves(moves in planted()) {
        check(&moves);
    }

    #[test]
    fn random_lines_unfold_to_themselves(moves in prop::collection::vec(a_move(), 0..80)) {
        check(&moves);
    }

    #[test]
    fn folded_text_is_never_longer_than_the_plain_one(moves in planted()) {
        let letters: usize = moves.iter().map(|mv| mv.len() + 1).sum();
        // Numbers of plies, the indent and the remark come on top of the moves.
        let numbers: usize = (1..=moves.len()).step_by(2).map(|ply| format!("{ply}. ").len()).sum();
        let text = Folded::new(&moves).text(1, usize::MAX);
        prop_assert!(text.chars().count() <= letters + numbers + 2 + 61);
    }
}
