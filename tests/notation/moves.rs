//! Moves in every notation.

use matenro::notation::{MoveNotation, sfen};
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
