//! Exact lengths, optimal moves, conventional lengths and uniqueness against plain brute force.
//!
//! The oracle puts the whole check graph of a small position into a table with the reference rules and
//! relaxes the lengths until nothing changes. It shares no code with the search; detours and mates by
//! convention are worked out from their definitions in `docs/soundness.md`.

mod common;

use std::collections::HashMap;

use common::{Recipe, build, recipe, rules_of};
use matenro::notation::{builtin, sfen};
use matenro::rules::variant::CHU;
use matenro::rules::{Move, Position, Role, Rules, Setup, Square, reference};
use matenro::search::game::PackedMove;
use matenro::search::sound::{Kind, Ply, Uniqueness};
use matenro::search::{Control, Goal, Limits, Method, Question, Solution, Verdict, answer};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

const NEVER: u32 = u32::MAX;

/// Every position that play can reach, with its moves.
struct Oracle {
    rules: Rules,
    index: HashMap<Setup, usize>,
    setups: Vec<Setup>,
    moves: Vec<Vec<(Move, usize)>>,
    attacker: Vec<bool>,
}

impl Oracle {
    /// `None` if there are more positions than this.
    fn new(root: &Setup, rules: Rules, most: usize) -> Option<Oracle> {
        let mut oracle = Oracle {
            rules,
            index: HashMap::from([(root.clone(), 0)]),
            setups: vec![root.clone()],
            moves: Vec::new(),
            attacker: Vec::new(),
        };
        let mut next = 0;
        while next < oracle.setups.len() {
            let setup = oracle.setups[next].clone();
            let attacker = setup.side == root.side;
            let moves = if attacker {
                reference::checks(&setup, &rules)
            } else {
                reference::evasions(&setup, &rules)
            };
            let mut targets = Vec::new();
            for mv in moves {
                let after = reference::apply(&setup, &rules, mv);
                let fresh = oracle.setups.len();
                let target = *oracle.index.entry(after.clone()).or_insert(fresh);
                if target == fresh {
                    oracle.setups.push(after);
                }
                targets.push((mv, target));
            }
            if oracle.setups.len() > most {
                return None;
            }
            oracle.moves.push(targets);
            oracle.attacker.push(attacker);
            next += 1;
        }
        Some(oracle)
    }

    /// Exact lengths of all positions, where `is_mate` defenders are mated at once and `is_barred`
    /// attackers may not play on.
    fn lengths(
        &self,
        is_mate: impl Fn(usize) -> bool,
        is_barred: impl Fn(usize) -> bool,
    ) -> Vec<u32> {
        let mut length = vec![NEVER; self.setups.len()];
        loop {
            let mut changed = false;
            for node in 0..length.len() {
                let children = self.moves[node].iter().map(|&(_, child)| length[child]);
                let value = if !self.attacker[node] {
                    let mated = is_mate(node);
                    if mated { 0 } else { children.max().map_or(0, |most| most.saturating_add(1)) }
                } else if is_barred(node) {
                    NEVER
                } else {
                    children.min().map_or(NEVER, |least| least.saturating_add(1))
                };
                changed |= value != length[node];
                length[node] = value;
            }
            if !changed {
                return length;
            }
        }
    }

    fn strict(&self) -> Vec<u32> {
        self.lengths(|_| false, |_| false)
    }

    /// The defender is mated, or every move of his is an interposition that the checking piece takes
    /// with mate by convention.
    fn is_mate_by_convention(&self, node: usize) -> bool {
        let setup = &self.setups[node];
        self.moves[node].iter().all(|&(mv, after)| {
            is_interposition(setup, mv)
                && self.moves[after].iter().any(|&(taking, then)| {
                    taking.to == mv.to
                        && taking.mid.is_none()
                        && is_in_line(setup, taking.from, mv.to)
                        && self.is_mate_by_convention(then)
                })
        })
    }

    fn child(&self, node: usize, mv: Move) -> usize {
        let found = self.moves[node].iter().find(|&&(known, _)| known == mv);
        found.unwrap_or_else(|| panic!("{mv:?} is no move here")).1
    }
}

fn royals(setup: &Setup) -> Vec<Square> {
    setup
        .pieces(&CHU)
        .filter(|(_, piece)| piece.side == setup.side && CHU.spec(piece.kind).role == Role::Royal)
        .map(|(square, _)| square)
        .collect()
}

/// Not a royal's move, takes nothing, one step or slide.
fn is_interposition(setup: &Setup, mv: Move) -> bool {
    mv.mid.is_none() && setup.get(mv.to).is_none() && !royals(setup).contains(&mv.from)
}

/// The piece on `from` slides towards a royal over `between`, with nothing else in the way.
fn is_in_line(setup: &Setup, from: Square, between: Square) -> bool {
    let piece = setup.get(from).expect("the piece that takes");
    royals(setup).into_iter().any(|royal| {
        (0..8).any(|dir| {
            let slides = CHU.spec(piece.kind).movement.slide;
            let own = if piece.side == matenro::rules::Side::Black {
                dir
            } else {
                matenro::rules::opposite(dir)
            };
            let mut square = from.step(dir);
            let mut passed = false;
            while CHU.contains(square) && setup.get(square).is_none() {
                passed |= square == between;
                square = square.step(dir);
            }
            square == royal && passed && slides >> own & 1 != 0
        })
    })
}

/// What the definitions say of one alternative at a node of the main line.
fn expected_kind(
    oracle: &Oracle,
    lengths: &[u32],
    passed: &[usize],
    main: Move,
    other: Move,
) -> Kind {
    let node = *passed.last().expect("the present position");
    let (ends, child) = (oracle.child(node, main), oracle.child(node, other));
    if lengths[child] == NEVER {
        return Kind::Try;
    }
    if oracle.is_mate_by_convention(ends) {
        let at_once = oracle.is_mate_by_convention(child);
        return if at_once { Kind::LastMoveDual } else { Kind::LastMoveCook };
    }
    if lengths[child] + 1 == lengths[node] {
        let twin = Move { promote: main.promote, ..other } == main;
        return if twin { Kind::PromotionDual } else { Kind::Dual };
    }
    let barred = oracle.lengths(|_| false, |node| passed.contains(&node));
    if barred[child] == NEVER { Kind::Detour } else { Kind::Cook }
}

fn solve(setup: &Setup, rules: Rules, method: Method) -> Solution {
    let position = Position::new(setup, rules).expect("a position");
    let question = Question { method, ..Question::new(Goal::Sound) };
    answer(&position, &question, &Limits::default(), &Control::default()).expect("a problem").0
}

/// Compares everything; returns the solution and the kinds met, or `None` if the graph is too large.
fn compare(recipe: &Recipe, most: usize) -> Option<(Solution, Vec<Kind>)> {
    let rules = rules_of(recipe);
    let setup = build(recipe);
    let position = Position::new(&setup, rules).ok()?;
    let limits = Limits { expansions: Some(0), ..Limits::default() };
    answer(&position, &Question::new(Goal::Mate), &limits, &Control::default()).ok()?;
    let oracle = Oracle::new(&setup, rules, most)?;
    let lengths = oracle.strict();
    let shown = format!("{} {rules}", sfen::write(&setup, &rules));
    let solutions = [Method::Search, Method::Enumerate].map(|m| solve(&setup, rules, m));
    let mut kinds = Vec::new();
    for solution in &solutions {
        kinds = compare_one(&oracle, &lengths, solution, &shown);
    }
    let [first, second] = solutions;
    assert_eq!(first.line, second.line, "{shown}");
    assert_eq!(first.soundness, second.soundness, "{shown}");
    Some((first, kinds))
}

fn compare_one(oracle: &Oracle, lengths: &[u32], solution: &Solution, shown: &str) -> Vec<Kind> {
    if lengths[0] == NEVER {
        assert_eq!(solution.verdict, Verdict::NoMate, "{shown}");
        return Vec::new();
    }
    let exact = |length: u32| (Some(length), Some(length));
    let bounds = (solution.at_least.map(|p| p.0), solution.at_most.map(|p| p.0));
    assert_eq!((solution.verdict, bounds), (Verdict::Mate, exact(lengths[0])), "{shown}");
    let by_convention = oracle.lengths(|node| oracle.is_mate_by_convention(node), |_| false);
    let conventional = solution.conventional.expect("a conventional length");
    let bounds = (conventional.at_least.map(|p| p.0), conventional.at_most.map(|p| p.0));
    assert_eq!(bounds, exact(by_convention[0]), "{shown}");

    // The main line: optimal at every ply, equals counted.
    assert_eq!(solution.line.moves.len() as u32, lengths[0], "{shown}");
    let mut path = vec![0];
    for (&mv, &equals) in solution.line.moves.iter().zip(&solution.line.equals) {
        let node = *path.last().expect("a node");
        let child = oracle.child(node, mv);
        assert_eq!(lengths[child] + 1, lengths[node], "{shown}: {mv:?}");
        let best = oracle.moves[node].iter().filter(|&&(_, c)| lengths[c] + 1 == lengths[node]);
        assert_eq!(equals, Some(best.count() as u32), "{shown}: {mv:?}");
        path.push(child);
    }
    let soundness = solution.soundness.as_ref().expect("soundness");
    let ends =
        path.iter().position(|&node| !oracle.attacker[node] && oracle.is_mate_by_convention(node));
    assert_eq!(Some(soundness.plies.len()), ends, "{shown}");
    let mut kinds = Vec::new();
    for (ply, step) in soundness.plies.iter().enumerate() {
        let (node, main) = (path[ply], solution.line.moves[ply]);
        match step {
            Ply::Attack { alternatives, .. } => {
                assert_eq!(alternatives.len() + 1, oracle.moves[node].len(), "{shown}");
                let passed: Vec<usize> = path[..=ply].iter().copied().step_by(2).collect();
                for other in alternatives {
                    let mv = Move::from(other.mv);
                    let kind = expected_kind(oracle, lengths, &passed, main, mv);
                    assert_eq!(other.kind, kind, "{shown}: ply {} {mv:?}", ply + 1);
                    let length = lengths[oracle.child(node, mv)].saturating_add(1);
                    if kind == Kind::Try {
                        assert_eq!(length, NEVER, "{shown}");
                    } else {
                        assert_eq!((other.plies.lo, other.plies.hi), (length, length), "{shown}");
                    }
                    kinds.push(kind);
                }
            }
            Ply::Defence { evasions, mv, .. } => {
                assert_eq!(*mv, PackedMove::from(main), "{shown}");
                assert_eq!(*evasions as usize, oracle.moves[node].len(), "{shown}");
            }
        }
    }
    let has = |test: fn(&Kind) -> bool| kinds.iter().any(test);
    let verdict = if has(|kind| matches!(kind, Kind::Dual | Kind::Cook)) {
        Uniqueness::Cooked
    } else if has(|kind| *kind != Kind::Try) {
        Uniqueness::UniqueButFor
    } else {
        Uniqueness::Unique
    };
    assert_eq!(soundness.verdict, verdict, "{shown}");
    kinds
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn lengths_optimal_moves_and_uniqueness_agree_with_brute_force(recipe in recipe()) {
        compare(&recipe, 2_000);
    }
}

/// The random positions must show every kind of alternative and of verdict, or the test above would
/// show little.
#[test]
fn the_mix_has_every_kind() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut longer = 0;
    for _ in 0..3000 {
        let recipe = recipe().new_tree(&mut runner).expect("a recipe").current();
        let Some((solution, kinds)) = compare(&recipe, 1_000) else { continue };
        let at_most = |length: Option<matenro::search::Length>| length.and_then(|l| l.at_most);
        longer += u32::from(
            solution.at_most.is_some() && at_most(solution.conventional) != solution.at_most,
        );
        for kind in kinds {
            *seen.entry(format!("{kind:?}")).or_insert(0) += 1;
        }
        let verdict = solution.soundness.map(|soundness| soundness.verdict);
        *seen.entry(format!("{verdict:?}")).or_insert(0) += 1;
    }
    eprintln!("{seen:?}, {longer} shorter by convention");
    for name in [
        "Try",
        "Dual",
        "Cook",
        "Detour",
        "LastMoveDual",
        "LastMoveCook",
        "PromotionDual",
        "Some(Unique)",
        "Some(UniqueButFor)",
        "Some(Cooked)",
        "None",
    ] {
        assert!(seen.get(name).is_some_and(|&count| count >= 3), "{name}: {seen:?}");
    }
    assert!(longer >= 3, "{longer}");
}

/// Wherever the whole check graph of a corpus problem, or of a position on its published line, is
/// small, enumeration and search must agree.
#[test]
fn enumeration_and_search_agree_on_the_corpus() {
    const MOST: u64 = 1_500;
    let mut compared = 0;
    let rules = Rules::HISTORIC;
    for collection in &builtin::BUILTIN {
        for problem in collection.problems() {
            let mut position = Position::new(&problem.setup, rules).expect("a position");
            let line = matenro::notation::usi::playable(&problem.solution, &position);
            // From the end back: the last positions have the smallest graphs.
            let mut positions = vec![position.clone()];
            for pair in line.chunks_exact(2) {
                for &mv in pair {
                    position.make(mv);
                }
                positions.push(position.clone());
            }
            for position in positions.iter().rev().take(4) {
                let ask = |method, most| {
                    let question = Question { method, ..Question::new(Goal::Shortest) };
                    let limits = Limits { expansions: Some(most), ..Limits::default() };
                    answer(position, &question, &limits, &Control::default()).ok()
                };
                let Some((whole, _)) = ask(Method::Enumerate, MOST) else { continue };
                if matches!(whole.verdict, Verdict::Unknown(_)) {
                    break;
                }
                let (found, _) = ask(Method::Search, 100 * MOST).expect("a problem");
                let id = &problem.id;
                assert_eq!(found.verdict, whole.verdict, "{id}");
                assert_eq!(
                    (found.at_least, found.at_most),
                    (whole.at_least, whole.at_most),
                    "{id}"
                );
                assert_eq!(found.conventional, whole.conventional, "{id}");
                assert_eq!(found.line, whole.line, "{id}");
                compared += 1;
            }
        }
    }
    eprintln!("{compared} positions compared");
    assert!(compared >= 300, "{compared}");
}
