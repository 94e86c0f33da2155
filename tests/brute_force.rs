//! The solver against plain brute force on random small positions.
//!
//! The oracle is `search::brute`, which knows nothing but the reference rules, recursion and a depth
//! limit. The positions: see `common`.

mod common;

use common::{Recipe, build, recipe, rules_of};
use matenro::notation::sfen;
use matenro::rules::{Position, Rules, Setup, reference};
use matenro::search::{
    Control, Goal, Limits, Question, Solution, Verdict, answer_from, brute, checkpoint, solve,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

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

const LIMITS: Limits = Limits { expansions: Some(5_000), time: None, memory_bytes: None };

fn compare(recipe: &Recipe) -> Option<Solution> {
    compare_with(recipe, |position| {
        solve(position, Goal::Shortest, &LIMITS, &Control::default()).ok()
    })
}

/// Solves in pieces: each run goes on from what the one before it has written.
fn in_pieces(position: &Position) -> Option<Solution> {
    let mut file: Option<Vec<u8>> = None;
    for expansions in [1, 3, 10, 40, 5_000] {
        let limits = Limits { expansions: Some(expansions), ..LIMITS };
        let found = file
            .as_deref()
            .map(|bytes| checkpoint::read(position, usize::MAX, bytes).expect("own bytes"));
        let question = Question::new(Goal::Shortest);
        let (solution, evidence) =
            answer_from(position, &question, &limits, &Control::default(), found, None).ok()?;
        if expansions == 5_000 {
            return Some(solution);
        }
        let mut bytes = Vec::new();
        checkpoint::write(
            &evidence.graph,
            &evidence.bounds,
            solution.expanded,
            position,
            &mut bytes,
        )
        .expect("memory");
        file = Some(bytes);
    }
    None
}

fn compare_with(
    recipe: &Recipe,
    solve: impl Fn(&Position) -> Option<Solution>,
) -> Option<Solution> {
    let rules = rules_of(recipe);
    let setup = build(recipe);
    let text = sfen::write(&setup, &rules);
    let position = Position::new(&setup, rules).ok()?;
    let solution = solve(&position)?;
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
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn a_search_in_pieces_agrees_with_brute_force(recipe in recipe()) {
        compare_with(&recipe, in_pieces);
    }
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
