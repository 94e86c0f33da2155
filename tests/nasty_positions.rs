//! Every from, via, to and promotion on nasty positions: accepted exactly if generated, and exactly
//! if the explanation finds nothing against it.
//!
//! Positions: lions beside lions, falcons and eagles at the edge, zone borders, counter-strike and
//! barred pieces; some are rulings of `fixtures/rule-cases.tsv`.

use std::collections::{HashMap, HashSet};

use matenro::notation::sfen;
use matenro::notation::usi::{self, UsiMove};
use matenro::rules::variant::CHU;
use matenro::rules::{Move, Position, Purpose, Rules, Square, explain};

const POSITIONS: [(&str, &str); 12] = [
    ("lishogi", "k10b/12/12/8n3/6N5/12/12/12/6R5/12/12/K11 b - 1"),
    ("lishogi", "k10N/12/9n2/12/12/12/5B6/12/9r2/12/12/K11 w - 1"),
    ("jcsa", "k4r5B/12/12/12/5N5r/5G6/12/12/12/12/12/K11 w 1a 1"),
    ("jcsa", "k11/12/12/12/5+d6/4N7/3G8/12/12/12/10R1/K11 w 2k 1"),
    ("historic", "k7d1n1/10p1/9N2/12/12/12/12/12/12/12/12/K11 b - 1"),
    ("muller", "k9n1/10i1/9N2/12/12/12/12/12/12/12/12/K11 b - 1"),
    ("historic", "+D10+H/1p1p6pp/12/3nNn2oX2/3ppp1k4/4O3+E3/12/12/5+h6/4NnN5/12/+d10+H b - 1"),
    ("muller", "4k7/2P1G4S2/1L1E1B4R1/3I2D5/2C5M3/6+o5/5N6/12/3p1g6/12/1l2e3r3/5K6 b - 1 10b,8b"),
    ("msm", "4k7/2P1G4S2/1L1E1B4R1/3I2D5/2C5M3/6+o5/5N6/12/3p1g6/12/1l2e3r3/5K6 w - 1 9i,8k"),
    (
        "same-square=same-square-barred",
        "12/12/12/12/1+I10/brX9/krvI8/n+xO9/PPPPPPPPPPPP/12/12/L1K9 b 11h 1",
    ),
    ("royal-check=all", "5+ek5/5n6/4NH6/3+D8/12/12/3X8/12/12/12/12/12 b - 1"),
    (
        "promotion=always,last-rank=pawn-gobetween",
        "I1P1L1F1C1S1/1I1P1E1O1X1G/12/k11/12/12/12/12/12/12/12/12 b - 1",
    ),
];

/// Every way to write a move of the pieces of the side to move.
fn texts(position: &Position) -> Vec<UsiMove> {
    let squares: Vec<Square> = CHU.squares().collect();
    let mut texts = Vec::new();
    for &from in &squares {
        if position.get(from).is_none_or(|piece| piece.side != position.side()) {
            continue;
        }
        let near = squares.iter().copied().filter(|&mid| from.distance(mid) <= 2);
        let vias: Vec<Option<Square>> = std::iter::once(None).chain(near.map(Some)).collect();
        for &mid in &vias {
            for &to in &squares {
                if mid.is_some() && from.distance(to) > 4 {
                    continue;
                }
                for promote in [false, true] {
                    texts.push(UsiMove { from, mid, to, promote });
                }
            }
        }
    }
    texts
}

/// What is left of a text when a first step over an empty square is left out: two texts with the same
/// rest cannot differ in what they do to the board.
fn effect(text: UsiMove, position: &Position) -> (Square, Option<Square>, Square, bool) {
    let mid = text.mid.filter(|&mid| position.get(mid).is_some());
    (text.from, mid, text.to, text.promote)
}

#[test]
fn a_move_is_accepted_exactly_if_it_is_generated() {
    let mut tried = 0;
    for (rules, text) in POSITIONS {
        let rules: Rules = rules.parse().expect("rules");
        let setup = sfen::parse(text, &CHU).unwrap_or_else(|error| panic!("{text}: {error}")).setup;
        let position =
            Position::new(&setup, rules).unwrap_or_else(|error| panic!("{text}: {error}"));
        let legal = position.legal_moves();
        let lists: [(Purpose, HashSet<Move>); 3] = [
            (Purpose::Game, legal.iter().copied().collect()),
            (Purpose::Check, position.checks().into_iter().collect()),
            (Purpose::Evasion, position.evasions().into_iter().collect()),
        ];
        // Many texts are spellings of one move; what a text means is explained once.
        let mut explained: HashMap<Move, bool> = HashMap::new();
        let mut reached = HashSet::new();
        for spelling in texts(&position) {
            tried += 1;
            let mv = usi::canonical(&spelling, &setup, &CHU);
            let allowed = *explained.entry(mv).or_insert_with(|| {
                lists.each_ref().map(|(purpose, list)| {
                    let allowed = explain(&setup, &rules, mv, *purpose).is_ok();
                    let place = format!("{spelling} for {purpose:?} in {text} under {rules}");
                    assert_eq!(allowed, list.contains(&mv), "{place}");
                    allowed
                })[0]
            });
            let resolved = usi::resolve(&spelling, &setup, &CHU, &legal);
            assert_eq!(resolved.is_some(), allowed, "{spelling} in {text} under {rules}");
            if let Some(resolved) = resolved {
                assert_eq!(
                    effect(resolved.into(), &position),
                    effect(spelling, &position),
                    "{spelling} was read as {resolved:?} in {text}"
                );
                reached.insert(resolved);
            }
        }
        for (purpose, list) in &lists {
            let lost: Vec<&Move> = list.difference(&reached).collect();
            assert!(lost.is_empty(), "no text for {lost:?} ({purpose:?}) in {text} under {rules}");
        }
        assert_eq!(reached, lists[0].1, "{text} under {rules}");
    }
    assert!(tried > 100_000, "{tried}");
}
