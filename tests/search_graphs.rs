//! The search on small abstract graphs full of cycles, against retrograde analysis.
//!
//! The graph-history-interaction problem is easiest to meet on graphs that are nothing but loops and
//! joins, so the search is written over a trait and tested here on thousands of them.

use std::sync::Arc;

use matenro::search::analyst::Analyst;
use matenro::search::bounded::BoundedTable;
use matenro::search::bounds::Bounds;
use matenro::search::core::{Pause, Statistics};
use matenro::search::crew::Crew;
use matenro::search::dfpn::{Outcome, Search, Tuning};
use matenro::search::exact::{Place, Prover};
use matenro::search::game::{Game, PackedMove};
use matenro::search::graph::{Graph, Stage, UNRESOLVED};
use matenro::search::induction::NEVER;
use matenro::search::sound::{Kind, Ply};
use matenro::search::{Control, Limits};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// Successors of every node; even nodes are the attacker's, odd ones the defender's. Edges to a node
/// of the wrong parity are shifted by one. Node 0 is the root.
#[derive(Clone, Debug)]
struct Loops {
    successors: Vec<Vec<u32>>,
}

impl Loops {
    fn new(edges: &[Vec<u32>]) -> Loops {
        let count = (edges.len() as u32).max(2) & !1;
        let successors = (0..count)
            .map(|node| {
                // The order of the moves is left as it is: the search goes by it.
                let mut targets = Vec::new();
                for &target in edges.get(node as usize).into_iter().flatten() {
                    let target = ((target % count) & !1) | ((node + 1) % 2);
                    if !targets.contains(&target) {
                        targets.push(target);
                    }
                }
                targets
            })
            .collect();
        Loops { successors }
    }

    /// As written: every edge must lead to a node of the other side.
    fn literal<const N: usize>(edges: [&[u32]; N]) -> Loops {
        let graph = Loops::new(&edges.map(<[u32]>::to_vec));
        assert!(graph.successors.iter().eq(&edges), "not bipartite");
        graph
    }

    /// Exact lengths by repeated relaxation, the plainest way there is.
    fn oracle(&self) -> Vec<u32> {
        self.oracle_without(&[])
    }

    /// The same where the attacker may not play on at some nodes.
    fn oracle_without(&self, barred: &[u32]) -> Vec<u32> {
        let mut length = vec![NEVER; self.successors.len()];
        loop {
            let mut changed = false;
            for node in 0..length.len() {
                let children = self.successors[node].iter().map(|&child| length[child as usize]);
                let value = if barred.contains(&(node as u32)) {
                    NEVER
                } else if node % 2 == 0 {
                    children.min().map_or(NEVER, |least| least.saturating_add(1))
                } else {
                    children.max().map_or(0, |greatest| greatest.saturating_add(1))
                };
                if value != length[node] {
                    length[node] = value;
                    changed = true;
                }
            }
            if !changed {
                return length;
            }
        }
    }
}

#[derive(Clone)]
struct LoopsGame<'a> {
    graph: &'a Loops,
    path: Vec<u32>,
}

impl LoopsGame<'_> {
    fn here(&self) -> u32 {
        self.path.last().copied().unwrap_or(0)
    }

    fn moves(&self, moves: &mut Vec<PackedMove>) {
        moves.extend(self.graph.successors[self.here() as usize].iter().map(|&to| PackedMove(to)));
    }
}

impl Game for LoopsGame<'_> {
    fn key(&self) -> u128 {
        u128::from(self.here())
    }

    fn attacker_moves(&mut self, moves: &mut Vec<PackedMove>) {
        self.moves(moves);
    }

    fn defender_moves(&mut self, moves: &mut Vec<PackedMove>) {
        self.moves(moves);
    }

    fn make(&mut self, mv: PackedMove) {
        self.path.push(mv.0);
    }

    fn unmake(&mut self) {
        self.path.pop().expect("a move to take back");
    }

    fn fork(&self) -> Option<Self> {
        Some(self.clone())
    }
}

fn run(graph: &Loops, tuning: Tuning) -> (Outcome, Statistics) {
    let (limits, control) = (Limits::default(), Control::default());
    let mut search = Search::new(LoopsGame { graph, path: Vec::new() }, &limits, &control, tuning);
    let outcome = search.run();
    (outcome, search.statistics())
}

fn everything(visit_limit: u64) -> Tuning {
    Tuning { visit_limit, ..Tuning::default() }
}

/// Edges from anywhere to anywhere: many mates, short wins.
fn scattered() -> impl Strategy<Value = Vec<Vec<u32>>> {
    prop::collection::vec(prop::collection::vec(any::<u32>(), 0..=4), 4..=40)
}

/// Edges to near-by nodes only, forwards and backwards, and few nodes without any: long wins, and
/// the same node at many depths.
fn winding() -> impl Strategy<Value = Vec<Vec<u32>>> {
    (4u32..=40, 1u32..=8, 1usize..=4).prop_flat_map(|(count, reach, degree)| {
        let offsets = prop_oneof![
            1 => Just(Vec::new()),
            9 => prop::collection::vec(0..=2 * reach, 1..=degree),
        ];
        prop::collection::vec(offsets, count as usize).prop_map(move |nodes| {
            (0..count)
                .zip(nodes)
                .map(|(node, offsets)| {
                    offsets.iter().map(|offset| node + count * reach + offset - reach).collect()
                })
                .collect()
        })
    })
}

fn edges() -> impl Strategy<Value = Vec<Vec<u32>>> {
    prop_oneof![scattered(), winding()]
}

fn expected(length: u32) -> Outcome {
    if length == NEVER { Outcome::NotWon } else { Outcome::Won }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_and_lengths_are_those_of_retrograde_analysis(edges in edges()) {
        let graph = Loops::new(&edges);
        let oracle = graph.oracle();
        let (limits, control) = (Limits::default(), Control::default());
        let game = LoopsGame { graph: &graph, path: Vec::new() };
        let mut search = Search::new(game, &limits, &control, everything(100_000));
        prop_assert_eq!(search.run(), expected(oracle[0]));
        prop_assert_eq!(search.statistics().unconfirmed, 0);
        let mut bounds = Bounds::default();
        if oracle[0] != NEVER {
            let mut table = BoundedTable::default();
            let mut prover =
                Prover { search: &mut search, bounds: &mut bounds, table: &mut table };
            let settled = prover.settle(&Place::ROOT, None);
            prop_assert!(settled.is_ok());
        }
        bounds.induct(search.graph());
        for id in 0..search.graph().node_count() as u32 {
            let node = search.graph().node(id).key() as usize;
            let interval = bounds.get(id);
            prop_assert!(interval.lo <= oracle[node] && oracle[node] <= interval.hi, "node {}", node);
        }
        if oracle[0] != NEVER {
            let root = bounds.get(Graph::ROOT);
            prop_assert_eq!((root.lo, root.hi), (oracle[0], oracle[0]));
        }
    }

    #[test]
    fn no_switch_makes_a_verdict_wrong(edges in edges(), switches in 0u8..8) {
        let graph = Loops::new(&edges);
        let tuning = Tuning {
            records: switches & 1 != 0,
            threshold_control: switches & 2 != 0,
            sweep: switches & 4 != 0,
            visit_limit: 20_000,
            ..Tuning::default()
        };
        let (outcome, _) = run(&graph, tuning);
        if !matches!(outcome, Outcome::Stopped(_)) {
            prop_assert_eq!(outcome, expected(graph.oracle()[0]));
        }
    }
}

/// Verdict, exact length and the bounds of all positions, by the analyst with this tuning and so many
/// helpers, against retrograde analysis. Returns how often room was made, and whether the answer was found.
fn compare_bounds(graph: &Loops, tuning: Tuning, helpers: usize) -> (u16, bool) {
    let oracle = graph.oracle();
    let crew = Some(Arc::new(Crew::with_patience(helpers, 0)));
    let (limits, control) = (Limits::default(), Control { crew, ..Control::default() });
    let game = LoopsGame { graph, path: Vec::new() };
    let mut analyst = Analyst::tuned(game, &limits, &control, tuning);
    analyst.decide(&[Place::ROOT], None);
    if oracle[0] != NEVER {
        analyst.settle(&Place::ROOT, None);
    }
    let root = analyst.interval(Graph::ROOT);
    let found = analyst.limit().is_none();
    if found {
        assert_eq!((root.lo, root.hi), (oracle[0], oracle[0]), "{graph:?}");
    }
    for id in 0..analyst.graph().node_count() as u32 {
        let node = analyst.graph().node(id).key();
        // Others stand for no position.
        if analyst.graph().find(node) == Some(id) {
            let interval = analyst.interval(id);
            let length = oracle[node as usize];
            assert!(interval.lo <= length && length <= interval.hi, "node {node} of {graph:?}");
        }
    }
    (analyst.graph().collections(), found)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn several_threads_find_what_retrograde_analysis_finds(edges in edges(), helpers in 1usize..4) {
        let tuning = Tuning::default();
        prop_assert!(compare_bounds(&Loops::new(&edges), tuning, helpers).1);
    }

    #[test]
    fn what_is_forgotten_and_found_again_makes_no_answer_wrong(
        edges in edges(),
        every in 1u64..8,
        helpers in 0usize..3,
    ) {
        // Who forgets too much may never come to an end.
        let tuning = Tuning {
            collect_every: Some(every),
            ..everything(50_000)
        };
        compare_bounds(&Loops::new(&edges), tuning, helpers);
    }
}

/// Or the test above would show little.
#[test]
fn much_is_forgotten_on_random_graphs() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let tuning = Tuning { collect_every: Some(3), ..everything(50_000) };
    let (mut collections, mut found) = (0, 0);
    for _ in 0..300 {
        let edges = edges().new_tree(&mut runner).expect("a graph").current();
        let (made, answered) = compare_bounds(&Loops::new(&edges), tuning, 0);
        collections += u32::from(made);
        found += u32::from(answered);
    }
    assert!(collections >= 100 && found >= 290, "{collections} {found}");
}

/// Narrowed step by step, the bounds are those that sweeps over the whole graph yield.
fn assert_as_from_scratch(graph: &Graph, bounds: &Bounds) -> Result<(), TestCaseError> {
    let mut plain = Bounds::default();
    plain.induct(graph);
    let nodes = 0..graph.node_count() as u32;
    // What was found out about leaves with another counting, only new bounds know.
    let leaves = nodes.clone().filter(|&id| graph.node(id).stage == Stage::Leaf);
    if leaves.into_iter().any(|id| bounds.get(id).lo < plain.get(id).lo) {
        return Ok(());
    }
    for id in nodes {
        prop_assert_eq!(bounds.get(id), plain.get(id), "node {}", id);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_new_changes_bounds_as_sweeps_over_all_do(
        edges in edges(),
        steps in prop::collection::vec((any::<u8>(), 0u64..12, 0u32..40), 1..40),
    ) {
        let graph = Loops::new(&edges);
        let (limits, control) = (Limits::default(), Control::default());
        let game = LoopsGame { graph: &graph, path: Vec::new() };
        let mut search = Search::new(game, &limits, &control, everything(100_000));
        let (mut bounds, mut table) = (Bounds::default(), BoundedTable::default());
        let mut place = Place::ROOT;
        for (step, (choice, visits, plies)) in steps.into_iter().enumerate() {
            bounds.extend(search.graph());
            match choice % 4 {
                0 => {
                    let plies = plies / 2 * 2 + u32::from(search.graph().node(place.node).attacker);
                    let mut prover =
                        Prover { search: &mut search, bounds: &mut bounds, table: &mut table };
                    let within = prover.within(&place, plies, visits);
                    prop_assert!(!within.is_err_and(|pause| pause != Pause::Allowance));
                }
                1 => {
                    search.core_mut().allow(Some(visits));
                    let _ = search.explore(place.node, &place.moves, &bounds);
                    search.core_mut().allow(None);
                }
                _ => {
                    let depth = place.moves.len() as u32;
                    let core = search.core_mut();
                    let grown = core.after(&place.moves, |core| core.grow(place.node, depth, 0));
                    prop_assert!(grown.is_ok());
                }
            }
            // On to a child if there is one, else back to the root.
            let children = search.graph().edges(place.node);
            place = match children.get(usize::from(choice) / 4 % children.len().max(1)) {
                Some(edge) if edge.child != UNRESOLVED => place.after(edge.mv, edge.child),
                _ => Place::ROOT,
            };
            if step % 2 == usize::from(choice) % 2 {
                bounds.induct(search.graph());
                assert_as_from_scratch(search.graph(), &bounds)?;
            }
        }
    }

    #[test]
    fn bounds_outlive_questions_with_another_counting(edges in edges(), visits in 1u64..60) {
        let graph = Loops::new(&edges);
        let (limits, control) = (Limits::default(), Control::default());
        let game = LoopsGame { graph: &graph, path: Vec::new() };
        let mut analyst = Analyst::new(game, &limits, &control);
        for visits in [visits, 2 * visits] {
            analyst.settle(&Place::ROOT, Some(visits));
            analyst.conclude();
            assert_as_from_scratch(analyst.graph(), analyst.bounds())?;
            analyst.by_convention(|analyst| analyst.settle(&Place::ROOT, Some(visits)));
            analyst.conclude();
            assert_as_from_scratch(analyst.graph(), analyst.bounds())?;
        }
    }
}

/// The smallest of 103,599 graphs (of 400,000 random ones) on which the search runs for ever if it
/// neither remembers path-dependent disproofs nor sweeps.
fn three_loops() -> Loops {
    Loops::literal([&[1], &[2, 4], &[3, 5], &[0, 2], &[1], &[2], &[1, 7], &[0, 2, 6]])
}

const BARE: Tuning = Tuning {
    records: false,
    threshold_control: false,
    sweep: false,
    collect_every: None,
    visit_limit: 200_000,
};

#[test]
fn without_records_and_sweeps_a_loop_is_never_left() {
    let graph = three_loops();
    assert_eq!(graph.oracle()[0], NEVER);
    let (outcome, _) = run(&graph, BARE);
    assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
}

#[test]
fn path_prefix_records_alone_end_the_loop() {
    let (outcome, spent) = run(&three_loops(), Tuning { records: true, ..BARE });
    assert_eq!(outcome, Outcome::NotWon);
    assert!(spent.visits < 20, "{spent:?}");
}

#[test]
fn the_optimistic_sweep_alone_ends_the_loop() {
    let (outcome, spent) = run(&three_loops(), Tuning { sweep: true, ..BARE });
    assert_eq!(outcome, Outcome::NotWon);
    assert!(spent.visits < 10_000 && spent.sweeps > 0, "{spent:?}");
}

#[test]
fn without_records_even_the_shortest_loop_waits_for_a_sweep() {
    let graph = Loops::literal([&[1], &[0]]);
    let (outcome, with) = run(&graph, everything(1_000_000));
    assert_eq!(outcome, Outcome::NotWon);
    let (outcome, without) = run(&graph, Tuning { records: false, ..everything(1_000_000) });
    assert_eq!(outcome, Outcome::NotWon);
    assert!(without.visits >= 100 * with.visits, "{without:?} against {with:?}");
    let alone = Tuning { records: false, sweep: false, ..everything(1_000_000) };
    let (outcome, _) = run(&graph, alone);
    assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
}

/// Decided within `visits` with threshold control, never without; all else as in `tuning`.
fn assert_threshold_control_is_needed(graph: &Loops, tuning: Tuning, visits: u64) {
    let (outcome, spent) = run(graph, Tuning { threshold_control: true, ..tuning });
    assert_eq!(outcome, expected(graph.oracle()[0]));
    assert!(spent.visits <= visits, "{spent:?}");
    let (outcome, spent) = run(graph, Tuning { threshold_control: false, ..tuning });
    assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?} {spent:?}");
}

/// Records and sweeps hide it here, so both are off.
#[test]
fn without_threshold_control_a_loop_met_at_two_depths_is_never_left() {
    let graph = Loops::literal([&[1, 3], &[2, 4], &[], &[0, 6], &[5, 3, 7], &[2], &[], &[6]]);
    assert_eq!(graph.oracle()[0], NEVER);
    assert_threshold_control_is_needed(&graph, Tuning { visit_limit: 1_000_000, ..BARE }, 20);
}

/// Found by climbing towards many visits, then made smaller edge by edge; with other weights of the proof numbers
/// another graph is needed. Sweeps hide it, so they are off.
#[test]
fn threshold_control_ends_what_path_prefix_records_do_not() {
    let graph = Loops::literal([
        &[1, 3, 13, 7, 11],
        &[14, 6],
        &[11, 13, 17, 1],
        &[8, 6],
        &[11],
        &[8, 10],
        &[9, 7, 3],
        &[12, 6, 4],
        &[11, 5, 15, 9],
        &[2],
        &[],
        &[14, 8],
        &[],
        &[8, 2, 6],
        &[9, 5, 11, 3],
        &[10, 0],
        &[],
        &[8],
    ]);
    assert_eq!(graph.oracle()[0], NEVER);
    let tuning = Tuning { records: true, visit_limit: 1_000_000, ..BARE };
    assert_threshold_control_is_needed(&graph, tuning, 200);
}

/// From each of the attacker's nodes he may go to any other; the defender only follows. On `count`
/// such nodes records and threshold control alone take `2^(count + 1) - 1` visits, for there are so
/// many ways round.
fn all_to_all(count: u32) -> Loops {
    let edges: Vec<Vec<u32>> = (0..2 * count)
        .map(|node| match node % 2 {
            0 => (0..count).map(|to| 2 * to + 1).filter(|&to| to != node + 1).collect(),
            _ => vec![node - 1],
        })
        .collect();
    Loops::new(&edges)
}

#[test]
fn without_the_sweep_many_ways_round_are_all_walked() {
    let graph = all_to_all(20);
    assert_eq!(graph.oracle()[0], NEVER);
    let (outcome, spent) = run(&graph, everything(1_000_000));
    assert_eq!(outcome, Outcome::NotWon);
    assert!(spent.visits < 2_500 && spent.sweeps > 0, "{spent:?}");
    let (outcome, _) = run(&graph, Tuning { sweep: false, ..everything(1_000_000) });
    assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
}

#[test]
fn a_path_of_ten_thousand_plies_fits_the_stack_and_its_length_is_exact() {
    // A corridor with a way back at every step.
    let length = 12_000u32;
    let edges: Vec<Vec<u32>> = (0..length)
        .map(|node| match node {
            _ if node == length - 1 => vec![],
            _ if node % 2 == 0 && node >= 2 => vec![node + 1, node - 1],
            _ => vec![node + 1],
        })
        .collect();
    let graph = Loops::new(&edges);
    let (limits, control) = (Limits::default(), Control::default());
    let game = LoopsGame { graph: &graph, path: Vec::new() };
    let mut search = Search::new(game, &limits, &control, Tuning::default());
    assert_eq!(search.run(), Outcome::Won);
    let (mut bounds, mut table) = (Bounds::default(), BoundedTable::default());
    let mut prover = Prover { search: &mut search, bounds: &mut bounds, table: &mut table };
    assert!(prover.settle(&Place::ROOT, None).is_ok());
    let root = bounds.get(Graph::ROOT);
    assert_eq!((root.lo, root.hi), (length - 1, length - 1));
}

/// What the definitions of `docs/soundness.md` say of another check on the main line.
fn expected_kind(graph: &Loops, lengths: &[u32], passed: &[u32], main: u32, other: u32) -> Kind {
    let here = passed[passed.len() - 1];
    let is_mate = |node: u32| graph.successors[node as usize].is_empty();
    if lengths[other as usize] == NEVER {
        Kind::Try
    } else if is_mate(main) {
        if is_mate(other) { Kind::LastMoveDual } else { Kind::LastMoveCook }
    } else if lengths[other as usize] + 1 == lengths[here as usize] {
        Kind::Dual
    } else if graph.oracle_without(passed)[other as usize] == NEVER {
        Kind::Detour
    } else {
        Kind::Cook
    }
}

/// Compares the main line and every other check on it; counts the kinds.
fn compare_soundness(graph: &Loops, seen: &mut [u32; 8]) {
    let lengths = graph.oracle();
    let (limits, control) = (Limits::default(), Control::default());
    let mut analyst = Analyst::new(LoopsGame { graph, path: Vec::new() }, &limits, &control);
    analyst.decide(&[Place::ROOT], None);
    let decided = analyst.interval(Graph::ROOT);
    assert_eq!((decided.lo, decided.hi) == (NEVER, NEVER), lengths[0] == NEVER);
    if lengths[0] == NEVER {
        return;
    }
    let exact = analyst.settle(&Place::ROOT, None);
    assert_eq!((exact.lo, exact.hi), (lengths[0], lengths[0]));
    let line = analyst.line(&Place::ROOT, &[], u64::MAX);
    let soundness = analyst.soundness(&line, u64::MAX);
    assert_eq!(soundness.plies.len() as u32, lengths[0]);
    let mut passed = Vec::new();
    let mut here = 0;
    for step in &soundness.plies {
        let (Ply::Attack { mv, .. } | Ply::Defence { mv, .. }) = step;
        assert_eq!(lengths[mv.0 as usize] + 1, lengths[here as usize]);
        if let Ply::Attack { alternatives, .. } = step {
            passed.push(here);
            assert_eq!(alternatives.len() + 1, graph.successors[here as usize].len());
            for other in alternatives {
                let kind = expected_kind(graph, &lengths, &passed, mv.0, other.mv.0);
                assert_eq!(other.kind, kind, "{graph:?}: {} at {here}", other.mv.0);
                seen[kind as usize] += 1;
            }
        }
        here = mv.0;
    }
}

#[test]
fn duals_cooks_and_detours_are_told_apart_on_random_graphs() {
    let mut seen = [0; 8];
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..10_000 {
        let edges = edges().new_tree(&mut runner).expect("a graph").current();
        compare_soundness(&Loops::new(&edges), &mut seen);
    }
    for kind in
        [Kind::Try, Kind::Dual, Kind::Cook, Kind::Detour, Kind::LastMoveDual, Kind::LastMoveCook]
    {
        assert!(seen[kind as usize] >= 100, "{kind:?}: {seen:?}");
    }
    assert_eq!(seen[Kind::Open as usize], 0);
}
