//! Exact lengths, optimal moves, conventional lengths and uniqueness against plain brute force.
//!
//! The oracle puts the whole check graph of a small position into a table with the reference rules and
//! relaxes the lengths until nothing changes. It shares no code with the search; detours and mates by
//! convention are worked out from their definitions in `docs/soundness.md`.

mod common;

use std::collections::HashMap;

use common::{build, hunt, recipe, rules_of};
use matenro::check::check;
use matenro::notation::{Problem, builtin, sfen, usi};
use matenro::rules::variant::CHU;
use matenro::rules::{Move, Piece, Position, Role, Rules, Setup, Side, Square, reference};
use matenro::search::analyst::Analyst;
use matenro::search::brute;
use matenro::search::certificate::{self, Evidence, claims_of};
use matenro::search::exact::Place;
use matenro::search::game::{PackedMove, TsumeGame};
use matenro::search::graph::Graph;
use matenro::search::sound::{Kind, Ply, Uniqueness};
use matenro::search::{
    Control, Goal, Limit, Limits, Method, Plies, Question, Solution, Verdict, answer,
};
use proptest::prelude::*;

const NEVER: u32 = u32::MAX;

/// Every position that play can reach, with its moves.
struct Oracle {
    index: HashMap<Setup, usize>,
    setups: Vec<Setup>,
    moves: Vec<Vec<(Move, usize)>>,
    attacker: Vec<bool>,
}

impl Oracle {
    /// `None` if there are more positions than this. The moves are those of the fast position, which
    /// `fast_rules.rs` holds against the reference.
    fn new(root: &Position, most: usize) -> Option<Oracle> {
        let mut oracle = Oracle {
            index: HashMap::from([(root.setup(), 0)]),
            setups: vec![root.setup()],
            moves: Vec::new(),
            attacker: Vec::new(),
        };
        let mut next = 0;
        while next < oracle.setups.len() {
            let mut position =
                Position::new(&oracle.setups[next], *root.rules()).expect("a position");
            let attacker = position.side() == root.side();
            let mut targets = Vec::new();
            for mv in if attacker { position.checks() } else { position.evasions() } {
                let undo = position.make(mv);
                let after = position.setup();
                position.unmake(&undo);
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
            let own = if piece.side == Side::Black { dir } else { matenro::rules::opposite(dir) };
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

fn solve(position: &Position, method: Method) -> (Solution, Evidence) {
    let question = Question { method, ..Question::new(Goal::Sound) };
    answer(position, &question, &Limits::default(), &Control::default()).expect("a problem")
}

/// Compares everything; returns the solution and the kinds met, or `None` if the graph is too large.
fn compare(setup: &Setup, rules: Rules, most: usize) -> Option<(Solution, Vec<Kind>)> {
    let position = Position::new(setup, rules).ok()?;
    let limits = Limits { expansions: Some(0), ..Limits::default() };
    answer(&position, &Question::new(Goal::Mate), &limits, &Control::default()).ok()?;
    let oracle = Oracle::new(&position, most)?;
    let lengths = oracle.strict();
    let shown = format!("{} {rules}", sfen::write(setup, &rules));
    let found = [Method::Search, Method::Enumerate].map(|method| solve(&position, method));
    for (solution, evidence) in &found {
        let claims = claims_of(&position, solution);
        let (bytes, _) =
            certificate::write(evidence, &position, &claims, Vec::new()).expect("a certificate");
        assert!(check(bytes.as_slice()).is_ok(), "{shown}");
    }
    let solutions = found.map(|(solution, _)| solution);
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
    let mated: Vec<bool> = (0..oracle.setups.len())
        .map(|node| !oracle.attacker[node] && oracle.is_mate_by_convention(node))
        .collect();
    let by_convention = oracle.lengths(|node| mated[node], |_| false);
    let conventional = solution.conventional.expect("a conventional length");
    let bounds = (conventional.at_least.map(|p| p.0), conventional.at_most.map(|p| p.0));
    assert_eq!(bounds, exact(by_convention[0]), "{shown}");

    // The main line: optimal at every ply, equals counted.
    assert_eq!(solution.line.moves.len() as u32, lengths[0], "{shown}");
    let mut path = vec![0];
    for (&mv, &equals) in solution.line.moves.iter().zip(&solution.line.equals) {
        let node = *path.last().expect("a node");
        let child = oracle.child(node, mv);
        assert_eq!(lengths[child].saturating_add(1), lengths[node], "{shown}: {mv:?}");
        let best = oracle.moves[node]
            .iter()
            .filter(|&&(_, c)| lengths[c].saturating_add(1) == lengths[node]);
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
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_lion_hunts_agree_with_brute_force(
        (lion, king, promoted) in (0usize..144, 0usize..144, any::<bool>()),
    ) {
        let squares: Vec<Square> = CHU.squares().collect();
        let mut setup = Setup::empty(Side::Black);
        let kind = if promoted { ('o', true) } else { ('n', false) };
        for (square, (letter, promoted), side) in
            [(lion, kind, Side::Black), (king, ('k', false), Side::White)]
        {
            let kind = CHU.find(letter, promoted).expect("a kind");
            setup.set(squares[square], Some(Piece::new(kind, side)));
        }
        compare(&setup, Rules::HISTORIC, 10_000);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn random_positions_agree_with_brute_force(recipe in recipe()) {
        compare(&build(&recipe), rules_of(&recipe), 1_000);
    }

    #[test]
    fn random_hunts_agree_with_brute_force(recipe in hunt()) {
        compare(&build(&recipe), rules_of(&recipe), 2_500);
    }
}

/// The positions at the attacker's turns of the published lines, the last ones first.
fn ends(problem: &Problem, rules: Rules) -> Vec<Position> {
    let mut position = Position::new(&problem.setup, rules).expect("a position");
    let line = usi::playable(&problem.solution, &position);
    let mut positions = vec![position.clone()];
    for pair in line.chunks_exact(2) {
        for &mv in pair {
            position.make(mv);
        }
        positions.push(position.clone());
    }
    positions.reverse();
    positions
}

/// The same with only the pieces this near to a royal of the defender: another problem, and a small
/// one.
fn thinned(position: &Position, distance: u8) -> Setup {
    let setup = position.setup();
    let mut thin = Setup::empty(setup.side);
    let royals = position.royals(setup.side.flip());
    for (square, piece) in setup.pieces(&CHU) {
        if royals.iter().any(|royal| royal.distance(square) <= distance) {
            thin.set(square, Some(piece));
        }
    }
    thin
}

fn corpus() -> impl Iterator<Item = Problem> {
    builtin::BUILTIN.iter().flat_map(builtin::Builtin::problems)
}

/// Small positions in which much can go wrong: a lone lion hunts a king, with little else on the board.
const POSITIONS: [&str; 8] = [
    "12/12/12/12/12/12/12/1N10/12/12/3k8/12 b - 1",
    "12/12/12/12/12/12/N11/12/12/3k8/12/12 b - 1",
    "12/12/3k8/+O11/12/12/12/12/12/12/12/12 b - 1",
    "12/2k9/12/12/12/O11/12/12/12/12/12/12 b - 1",
    "12/5N6/8k3/12/12/12/12/12/12/12/12/12 b - 1",
    "4k7/4s7/12/4N7/12/12/12/12/12/12/12/12 b - 1",
    "12/12/12/12/12/12/12/12/8N3/11k/12/9+a2 b - 1",
    "12/k11/12/12/1O10/12/12/12/12/12/12/12 b - 1",
];

#[test]
fn every_kind_of_alternative_agrees_with_brute_force() {
    let mut seen: HashMap<String, u32> = HashMap::new();
    for text in POSITIONS {
        let setup = sfen::parse(text, &CHU).expect("an SFEN").setup;
        let (solution, kinds) =
            compare(&setup, Rules::HISTORIC, 25_000).expect("a problem, and small");
        for kind in kinds {
            *seen.entry(format!("{kind:?}")).or_insert(0) += 1;
        }
        let verdict = solution.soundness.map(|soundness| soundness.verdict);
        *seen.entry(format!("{verdict:?}")).or_insert(0) += 1;
    }
    eprintln!("{seen:?}");
    for name in ["Try", "Dual", "Cook", "Detour", "LastMoveDual", "LastMoveCook", "Some(Cooked)"] {
        assert!(seen.get(name).is_some_and(|&count| count >= 1), "{name}: {seen:?}");
    }
}

/// The definition of mate by convention, on the reference rules.
fn is_plainly_mated(setup: &Setup, rules: &Rules) -> bool {
    reference::evasions(setup, rules).into_iter().all(|mv| {
        let after = reference::apply(setup, rules, mv);
        is_interposition(setup, mv)
            && reference::checks(&after, rules).into_iter().any(|taking| {
                taking.to == mv.to
                    && taking.mid.is_none()
                    && is_in_line(setup, taking.from, mv.to)
                    && is_plainly_mated(&reference::apply(&after, rules, taking), rules)
            })
    })
}

/// Near the ends of the published lines there are positions in which only futile interpositions put off
/// the mate: the conventional length is 1 just where the definition says so.
#[test]
fn mates_in_one_by_convention_are_those_of_the_definition() {
    let rules = Rules::HISTORIC;
    let (mut by_convention, mut strict) = (0, 0);
    for problem in corpus() {
        for position in ends(&problem, rules).iter().take(3) {
            let setup = position.setup();
            let truth = reference::checks(&setup, &rules)
                .into_iter()
                .any(|mv| is_plainly_mated(&reference::apply(&setup, &rules, mv), &rules));
            let limits = Limits { expansions: Some(2_000), ..Limits::default() };
            let question = Question { method: Method::Search, ..Question::new(Goal::Shortest) };
            let Ok((solution, _)) = answer(position, &question, &limits, &Control::default())
            else {
                continue;
            };
            let Some(length) = solution.conventional else {
                assert!(!truth || solution.verdict == Verdict::Unknown(Limit::Nodes));
                continue;
            };
            let is_one = length.at_most == Some(Plies(1));
            assert_eq!(is_one, truth, "{}: {length:?}", sfen::write(&setup, &rules));
            by_convention += u32::from(truth && solution.at_most > Some(Plies(1)));
            strict += u32::from(truth);
        }
    }
    eprintln!("{by_convention} of {strict} only by convention");
    assert!(by_convention >= 5 && strict > by_convention, "{by_convention} of {strict}");
}

/// False if there is nothing to compare.
fn enumeration_and_search_agree(position: &Position, most: u64, id: &str) -> bool {
    let (limits, control) = (Limits::default(), Control::default());
    let mut whole = Analyst::new(TsumeGame::new(position.clone()), &limits, &control);
    if !whole.enumerate(most) {
        return false;
    }
    let mut found = Analyst::new(TsumeGame::new(position.clone()), &limits, &control);
    found.decide(&[Place::ROOT], None);
    found.settle(&Place::ROOT, None);
    let interval = whole.interval(Graph::ROOT);
    assert!(interval.is_settled(), "{id}");
    assert_eq!(found.interval(Graph::ROOT).lo, interval.lo, "{id}");
    if interval.lo != NEVER {
        assert_eq!(found.interval(Graph::ROOT), interval, "{id}");
        let lines = [&mut whole, &mut found].map(|a| a.line(&Place::ROOT, &[], u64::MAX));
        assert_eq!(lines[0], lines[1], "{id}");
        assert_eq!(whole.conventional_length(), found.conventional_length(), "{id}");
    }
    true
}

/// Wherever the whole check graph of a corpus problem, or of a position on its published line, is
/// small, or is with the far-away pieces taken off, enumeration and search must agree. (Every position
/// with a small graph: the same holds for whole problems.)
#[test]
fn enumeration_and_search_agree_on_the_corpus() {
    const MOST: u64 = 2_000;
    let rules = Rules::HISTORIC;
    let mut compared = 0;
    for problem in corpus() {
        let ends = ends(&problem, rules);
        let thinned = ends.iter().take(8).filter_map(|p| Position::new(&thinned(p, 4), rules).ok());
        for position in ends.iter().take(6).cloned().chain(thinned) {
            compared += u32::from(enumeration_and_search_agree(&position, MOST, &problem.id));
        }
    }
    eprintln!("{compared} positions compared");
    assert!(compared >= 250, "{compared}");
}

/// The main line of tsumechu-017 ends with a rook that mates promoted and unpromoted alike.
#[test]
fn a_promotion_dual_of_a_published_problem_agrees_with_brute_force() {
    let problem =
        corpus().find(|problem| problem.id == "tsumechu-017").expect("a built-in problem");
    let mut position = Position::new(&problem.setup, Rules::HISTORIC).expect("a position");
    let line = "6h8f 7f6e 8f7e 6e5d 7e6d 5d4d 3c4c 4d4c 6d5c 4c3b 1e1d+ 3b2a 5c3a 2a1b 1d4a 3h1h 1j1h 3f1d";
    let line = usi::parse_line(line).expect("moves");
    let played = usi::playable(&line, &position);
    assert_eq!(played.len(), 18);
    for mv in played {
        position.make(mv);
    }
    // Brute force: no mate at once; promoted or not, every answer is mated at once.
    let (setup, rules) = (position.setup(), Rules::HISTORIC);
    assert_eq!(brute::mate_within(&setup, &rules, 1), None);
    for text in ["1h1d", "1h1d+"] {
        let mv = usi::playable(&usi::parse_line(text).expect("a move"), &position)[0];
        let after = reference::apply(&setup, &rules, mv);
        let evasions = reference::evasions(&after, &rules);
        assert!(!evasions.is_empty());
        for evasion in evasions {
            let next = reference::apply(&after, &rules, evasion);
            assert_eq!(brute::mate_within(&next, &rules, 1), Some(1), "{text} {evasion:?}");
        }
    }
    let (solution, _) = solve(&position, Method::Search);
    let soundness = solution.soundness.expect("asked for");
    let Ply::Attack { alternatives, .. } = &soundness.plies[0] else { panic!("{soundness:?}") };
    let twin = alternatives.iter().find(|other| other.kind == Kind::PromotionDual);
    let twin = twin.expect("a promotion dual");
    assert_eq!(usi::write(twin.mv.into()).trim_end_matches('+'), "1h1d");
    assert_eq!((twin.plies.lo, twin.plies.hi), (3, 3));
}
