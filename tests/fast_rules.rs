//! The fast position against the plain reference rules and against counts from an independent
//! implementation.

use matenro::notation::sfen;
use matenro::rules::variant::CHU;
use matenro::rules::{Move, Piece, Position, Rules, Setup, Side, Square, reference};
use proptest::prelude::*;

fn setup(text: &str) -> Setup {
    sfen::parse(text, &CHU).unwrap_or_else(|error| panic!("{text}: {error}")).setup
}

fn position(text: &str, rules: Rules) -> Position {
    Position::new(&setup(text), rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Counts for the start position from the project's rules page; known for Chu Shogi from several
/// independent programs.
#[test]
fn perft_of_the_start_position() {
    let mut start = position(CHU.start_sfen, Rules::LISHOGI);
    for (depth, count) in [(1, 36), (2, 1296), (3, 48_315), (4, 1_801_639), (5, 71_548_181)] {
        assert_eq!(start.perft(depth), count, "depth {depth}");
    }
}

/// Counts from the foundation issue, made with an independent implementation under lishogi rules.
#[test]
fn perft_of_dense_positions() {
    for (text, counts) in [
        (
            "6r1g3/6s1m3/5+P1k1ts1/6p+M1p2/8G3/5+H+r3N1/11+a/12/12/12/12/12 b - 1",
            [79, 5129, 412_073],
        ),
        (
            "5ex1+Pc2/6okt3/3s4X2+H/2+D9/3p+v1+Dpt3/12/12/2+a6q2/12/12/12/12 b - 1",
            [91, 9816, 885_464],
        ),
        (
            "5+H2e1+H1/7+h1f1+P/6f1tk1l/6p2b2/10p1/7P2q1/7+vN3/12/11Q/12/12/12 b - 1",
            [100, 8753, 828_917],
        ),
        (
            "11l/5xc1t2a/6m1m2c/5p1r1k2/6+O1pegp/7pi3/12/5H3XN1/12/9R2/12/12 b - 1",
            [109, 5465, 576_923],
        ),
        ("12/12/12/12/1+I10/brX9/krvI8/n+xO9/PPPPPPPPPPPP/12/12/L1K9 b 11h 1", [37, 1248, 49_176]),
    ] {
        let mut root = position(text, Rules::LISHOGI);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(root.perft(depth), count, "{text} depth {depth}");
        }
    }
}

/// All positions of the corpus.
fn corpus() -> Vec<String> {
    [
        include_str!("../problems/kinuburui.csv"),
        include_str!("../problems/msm-dewitt.csv"),
        include_str!("../problems/tsukurimono-1663.csv"),
        include_str!("../problems/tsukurimono-1746.csv"),
        include_str!("../problems/tsumechu-modern.csv"),
    ]
    .into_iter()
    .flat_map(|text| {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<String> =
            reader.records().map(|row| row.expect("a row")[3].to_owned()).collect();
        rows
    })
    .collect()
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

/// Compares everything about one position, and that its key is that of a fresh one.
fn compare(position: &Position, rules: &Rules) {
    let setup = position.setup();
    let text = sfen::write(&setup, rules);
    assert_eq!(
        sorted(position.legal_moves()),
        reference::legal_moves(&setup, rules),
        "{text} {rules}"
    );
    assert_eq!(
        sorted(position.checks()),
        reference::checks(&setup, rules),
        "checks {text} {rules}"
    );
    assert_eq!(
        sorted(position.evasions()),
        reference::evasions(&setup, rules),
        "evasions {text} {rules}"
    );
    assert_eq!(position.count_legal_moves(), position.legal_moves().len() as u64, "{text} {rules}");
    let mut next = position.clone();
    assert_eq!(next.perft(2), pairs_listed(&mut next), "pairs {text} {rules}");
    for mv in position.legal_moves() {
        let expected = next.key_after(mv);
        let undo = next.make(mv);
        assert_eq!(next.key(), expected, "key after {mv:?} {text} {rules}");
        next.unmake(&undo);
    }
    let fresh = Position::new(&setup, *rules).expect("a position reached by legal moves");
    assert_eq!(fresh.key(), position.key(), "key of {text} {rules}");
    assert_eq!(sfen::parse(&text, &CHU).expect("own text").setup, setup, "{text}");
}

/// The number of pairs of a move and a reply, by listing both.
fn pairs_listed(position: &mut Position) -> u64 {
    let mut count = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        count += position.legal_moves().len() as u64;
        position.unmake(&undo);
    }
    count
}

/// A random choice that prefers the moves of a tsume, so that checks and evasions are met often.
fn choose(position: &Position, number: u32) -> Option<Move> {
    let preferred = match number % 8 {
        0..=3 => position.checks(),
        4..=6 => position.evasions(),
        _ => Vec::new(),
    };
    let moves = if preferred.is_empty() { position.legal_moves() } else { preferred };
    (!moves.is_empty()).then(|| moves[(number / 8) as usize % moves.len()])
}

fn rule_sets() -> Vec<Rules> {
    let mut sets: Vec<Rules> =
        Rules::PRESETS.iter().map(|name| name.parse().expect("a preset")).collect();
    for text in [
        "promotion=always,last-rank=none,counter-strike=off",
        "last-rank=pawn-gobetween,same-square=same-square-barred,royal-check=all",
        "jcsa,same-square=same-square-barred,royal-check=any",
        "muller,counter-strike=unprotected-allowed",
    ] {
        sets.push(text.parse().expect("rules"));
    }
    sets
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn fast_equals_reference_along_random_play(
        start in any::<prop::sample::Index>(),
        set in any::<prop::sample::Index>(),
        numbers in prop::collection::vec(any::<u32>(), 1..12),
    ) {
        let texts = corpus();
        let rules = *set.get(&rule_sets());
        let text: &String = start.get(&texts);
        let mut position = position(text, rules);
        let before = position.setup();
        let mut undos = Vec::new();
        compare(&position, &rules);
        for number in numbers {
            let Some(mv) = choose(&position, number) else { break };
            let expected = reference::apply(&position.setup(), &rules, mv);
            undos.push(position.make(mv));
            prop_assert_eq!(&position.setup(), &expected);
            compare(&position, &rules);
        }
        for undo in undos.iter().rev() {
            position.unmake(undo);
        }
        prop_assert_eq!(&position.setup(), &before);
        compare(&position, &rules);
    }

    /// Pieces with lion power and what they take crowd together, so that captures in passing, protected lions, and
    /// the states of counter-strike and declined promotion are met often.
    #[test]
    fn pairs_of_moves_are_counted_right_in_crowds(
        pieces in prop::collection::vec((0..10usize, any::<bool>(), 1..=7u8, 1..=7u8), 2..30),
        corner in 0..=5u8,
        white in any::<bool>(),
        marks in any::<[u8; 4]>(),
        set in any::<prop::sample::Index>(),
    ) {
        const KINDS: [(char, bool); 10] = [
            ('n', false), ('n', false), ('o', false), ('o', true), ('h', true), ('d', true), ('p', false),
            ('i', false), ('l', false), ('r', false),
        ];
        let rules = *set.get(&rule_sets());
        let mut setup = Setup::empty(if white { Side::White } else { Side::Black });
        for &(kind, white, file, rank) in &pieces {
            let (letter, promoted) = KINDS[kind];
            let kind = CHU.find(letter, promoted).expect("a kind of the table");
            let side = if white { Side::White } else { Side::Black };
            let square = Square::new(file + corner, rank + corner).expect("a square");
            setup.set(square, Some(Piece::new(kind, side)));
        }
        for (nth, &mark) in marks.iter().enumerate() {
            let (_, _, file, rank) = pieces[mark as usize % pieces.len()];
            let square = Square::new(file + corner, rank + corner).expect("a square");
            let mut marked = setup.clone();
            if nth == 0 && mark < 128 {
                marked.counter_strike = Some(square);
            } else {
                marked.barred.insert(square);
            }
            if Position::new(&marked, rules).is_ok() {
                setup = marked;
            }
        }
        let mut position = Position::new(&setup, rules).expect("marks were tried");
        let text = sfen::write(&setup, &rules);
        prop_assert_eq!(position.perft(2), pairs_listed(&mut position), "{} {}", text, rules);
    }
}

/// More pieces than the count of pairs keeps in mind one by one.
#[test]
fn pairs_of_moves_are_counted_right_on_a_full_board() {
    let rank = "gnxnd+hngn+on1";
    let text =
        format!("{}/{}/12/12/12/12 b - 1", [rank; 6].join("/"), [rank; 2].join("/").to_uppercase());
    let mut full = position(&text, Rules::HISTORIC);
    assert_eq!(full.perft(2), pairs_listed(&mut full));
}
