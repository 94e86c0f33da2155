//! The solver against plain brute force on random small positions.
//!
//! The oracle is `search::brute`, which knows nothing but the reference rules, recursion and a depth
//! limit. Positions: a royal or two of the defender, attackers and defenders of all kinds around
//! them, either side as the attacker, every rule preset, sometimes a royal of the attacker's and a
//! counter-strike square.

use matenro::notation::sfen;
use matenro::rules::variant::CHU;
use matenro::rules::{Kind, Piece, Position, Rules, Setup, Side, Square, reference};
use matenro::search::{Control, Goal, Limits, Solution, Verdict, brute, solve};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// What a random position is made of; numbers are reduced as needed.
#[derive(Clone, Debug)]
struct Recipe {
    attacker_is_white: bool,
    royal: (u8, u8),
    second_royal: Option<(i8, i8)>,
    attackers: Vec<(u8, i8, i8)>,
    defenders: Vec<(u8, i8, i8)>,
    attacker_royal: Option<(i8, i8)>,
    counter_strike: Option<u8>,
    rules: u8,
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let near = || (any::<u8>(), -4i8..=4, -4i8..=4);
    let spot = || (-3i8..=3, -3i8..=3);
    (
        any::<bool>(),
        (1u8..=12, 1u8..=12),
        prop::option::weighted(0.2, (-1i8..=1, -1i8..=1)),
        prop::collection::vec(near(), 2..7),
        prop::collection::vec(near(), 0..5),
        prop::option::weighted(0.2, spot()),
        prop::option::weighted(0.1, any::<u8>()),
        any::<u8>(),
    )
        .prop_map(
            |(white, royal, second, attackers, defenders, own, counter_strike, rules)| Recipe {
                attacker_is_white: white,
                royal,
                second_royal: second,
                attackers,
                defenders,
                attacker_royal: own,
                counter_strike,
                rules,
            },
        )
}

fn rules_of(recipe: &Recipe) -> Rules {
    let count = Rules::PRESETS.len() + 2;
    match recipe.rules as usize % count {
        index if index < Rules::PRESETS.len() => Rules::PRESETS[index].parse().expect("a preset"),
        index if index == Rules::PRESETS.len() => "royal-check=all".parse().expect("rules"),
        _ => "royal-check=any,promotion=always,same-square=same-square-barred"
            .parse()
            .expect("rules"),
    }
}

fn build(recipe: &Recipe) -> Setup {
    let attacker = if recipe.attacker_is_white { Side::White } else { Side::Black };
    let defender = attacker.flip();
    let kind = |letter, promoted| CHU.find(letter, promoted).expect("a kind");
    let ordinary: Vec<Kind> =
        CHU.kinds().filter(|&kind| CHU.spec(kind).role != matenro::rules::Role::Royal).collect();
    let centre = recipe.royal;
    let at = |files: i8, ranks: i8| -> Option<Square> {
        Square::new(centre.0.checked_add_signed(files)?, centre.1.checked_add_signed(ranks)?)
    };
    let mut setup = Setup::empty(attacker);
    let mut put = |square: Option<Square>, piece: Piece| {
        if let Some(square) = square
            && setup.get(square).is_none()
        {
            setup.set(square, Some(piece));
        }
    };
    put(at(0, 0), Piece::new(kind('k', false), defender));
    if let Some((files, ranks)) = recipe.second_royal {
        put(at(files, ranks), Piece::new(kind('e', true), defender));
    }
    if let Some((files, ranks)) = recipe.attacker_royal {
        put(at(files, ranks), Piece::new(kind('k', false), attacker));
    }
    for (pieces, side) in [(&recipe.attackers, attacker), (&recipe.defenders, defender)] {
        for &(number, files, ranks) in pieces {
            put(at(files, ranks), Piece::new(ordinary[number as usize % ordinary.len()], side));
        }
    }
    if let Some(number) = recipe.counter_strike {
        let takers: Vec<Square> = setup
            .pieces(&CHU)
            .filter(|(_, piece)| piece.side == defender)
            .map(|(square, _)| square)
            .collect();
        setup.counter_strike = Some(takers[number as usize % takers.len()]);
    }
    setup
}

/// Depth in plies that brute force can afford here.
fn affordable(setup: &Setup, rules: &Rules) -> u16 {
    match reference::checks(setup, rules).len() {
        0..=4 => 5,
        5..=18 => 3,
        _ => 1,
    }
}

/// The line is legal by the reference rules, every attacker's move checks, every defender's evades,
/// and it ends in mate after as many plies as claimed.
fn check_line(setup: &Setup, rules: &Rules, solution: &Solution) {
    let text = sfen::write(setup, rules);
    let length = solution.at_most.expect("a mate has an upper bound").0 as usize;
    assert_eq!(solution.line.moves.len(), length, "{text} {rules}");
    let mut at = setup.clone();
    for (ply, &mv) in solution.line.moves.iter().enumerate() {
        let moves = if ply % 2 == 0 {
            reference::checks(&at, rules)
        } else {
            reference::evasions(&at, rules)
        };
        assert!(moves.contains(&mv), "ply {ply} of {text} {rules}");
        at = reference::apply(&at, rules, mv);
    }
    assert_eq!(reference::evasions(&at, rules), [], "{text} {rules}");
}

fn compare(recipe: &Recipe) -> Option<Solution> {
    let rules = rules_of(recipe);
    let setup = build(recipe);
    let text = sfen::write(&setup, &rules);
    let position = Position::new(&setup, rules).ok()?;
    let limits = Limits { expansions: Some(5_000), ..Limits::default() };
    let solution = solve(&position, Goal::Shortest, &limits, &Control::default()).ok()?;
    let depth = affordable(&setup, &rules);
    let truth = brute::mate_within(&setup, &rules, depth).map(u32::from);
    let (lo, hi) = (solution.at_least.map(|p| p.0), solution.at_most.map(|p| p.0));
    let shown = format!("{text} {rules}: brute {truth:?} in {depth}, solver {solution:?}");
    match solution.verdict {
        Verdict::Mate => {
            check_line(&setup, &rules, &solution);
            let hi = hi.expect("a mate has an upper bound");
            let lo = lo.expect("a mate has a lower bound");
            match truth {
                Some(exact) => assert!(lo <= exact && exact <= hi, "{shown}"),
                None => assert!(hi > u32::from(depth), "{shown}"),
            }
            if solution.limit.is_none() {
                assert_eq!(lo, hi, "{shown}");
            }
        }
        Verdict::NoMate => assert_eq!(truth, None, "{shown}"),
        Verdict::Unknown(_) => {
            if let (Some(exact), Some(lo)) = (truth, lo) {
                assert!(lo <= exact, "{shown}");
            }
        }
    }
    Some(solution)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn solver_and_brute_force_agree(recipe in recipe()) {
        compare(&recipe);
    }
}

/// The random positions must not all be trivial, or the test above would show little.
#[test]
fn the_mix_has_mates_of_several_lengths_and_refutations() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut lengths = std::collections::BTreeMap::new();
    let mut refuted = 0;
    for _ in 0..400 {
        let recipe = recipe().new_tree(&mut runner).expect("a recipe").current();
        match compare(&recipe) {
            Some(Solution { verdict: Verdict::Mate, at_most, .. }) => {
                *lengths.entry(at_most.expect("a bound").0).or_insert(0) += 1;
            }
            Some(Solution { verdict: Verdict::NoMate, .. }) => refuted += 1,
            _ => {}
        }
    }
    eprintln!("refuted {refuted}, mates by length {lengths:?}");
    assert!(refuted >= 100, "{refuted}");
    for length in [1, 3, 5] {
        assert!(lengths.get(&length).is_some_and(|&count| count >= 2), "{lengths:?}");
    }
}
