//! The search on small abstract graphs full of cycles, against retrograde analysis.
//!
//! The graph-history-interaction problem is easiest to meet on graphs that are nothing but loops and
//! joins, so the search is written over a trait and tested here on thousands of them.

use matenro::search::bounds::Bounds;
use matenro::search::core::Statistics;
use matenro::search::dfpn::{Outcome, Search, Tuning};
use matenro::search::game::{Game, PackedMove};
use matenro::search::graph::Graph;
use matenro::search::induction::NEVER;
use matenro::search::{Control, Limits, exact};
use proptest::prelude::*;

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
                let mut targets: Vec<u32> = edges
                    .get(node as usize)
                    .into_iter()
                    .flatten()
                    .map(|&target| ((target % count) & !1) | ((node + 1) % 2))
                    .collect();
                targets.sort_unstable();
                targets.dedup();
                targets
            })
            .collect();
        Loops { successors }
    }

    /// Exact lengths by repeated relaxation, the plainest way there is.
    fn oracle(&self) -> Vec<u32> {
        let mut length = vec![NEVER; self.successors.len()];
        loop {
            let mut changed = false;
            for node in 0..length.len() {
                let children = self.successors[node].iter().map(|&child| length[child as usize]);
                let value = if node % 2 == 0 {
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

fn edges() -> impl Strategy<Value = Vec<Vec<u32>>> {
    prop::collection::vec(prop::collection::vec(any::<u32>(), 0..4), 2..40)
}

fn expected(length: u32) -> Outcome {
    if length == NEVER { Outcome::NotWon } else { Outcome::Won }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

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
            prop_assert!(exact::settle(&mut search, &mut bounds).is_ok());
        }
        bounds.induct(search.graph());
        for id in 0..search.graph().node_count() as u32 {
            let node = search.graph().node(id).key as usize;
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
        };
        let (outcome, _) = run(&graph, tuning);
        if !matches!(outcome, Outcome::Stopped(_)) {
            prop_assert_eq!(outcome, expected(graph.oracle()[0]));
        }
    }
}

/// The smallest of 103,599 graphs (of 400,000 random ones) on which the search runs for ever if it
/// neither remembers path-dependent disproofs nor sweeps.
fn three_loops() -> Loops {
    let edges: [&[u32]; 8] = [&[1], &[2, 4], &[3, 5], &[0, 2], &[1], &[2], &[1, 7], &[0, 2, 6]];
    Loops::new(&edges.map(<[u32]>::to_vec))
}

const BARE: Tuning =
    Tuning { records: false, threshold_control: false, sweep: false, visit_limit: 200_000 };

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
    let mut bounds = Bounds::default();
    bounds.induct(search.graph());
    assert_eq!(bounds.get(Graph::ROOT).hi, length - 1);
}

/// Looks for graphs on which one mechanism is needed; prints what it finds. Run with
/// `cargo test --release --test search_graphs -- --ignored --nocapture`.
#[test]
#[ignore = "a generator of the examples below"]
fn find_graphs_that_need_each_mechanism() {
    let mut random: u64 = 1;
    let mut next = || {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as u32
    };
    let all = everything(5_000);
    let mut worst = [(0u64, 0u64, String::new()), (0, 0, String::new()), (0, 0, String::new())];
    let mut found = [0u32; 3];
    for _ in 0..20_000 {
        let count = 8 + next() % 60;
        let edges: Vec<Vec<u32>> =
            (0..count).map(|_| (0..next() % 4).map(|_| next() % count).collect()).collect();
        let graph = Loops::new(&edges);
        let variants = [
            (Tuning { records: false, sweep: false, ..all }, Tuning { sweep: false, ..all }),
            (
                Tuning { threshold_control: false, sweep: false, ..all },
                Tuning { sweep: false, ..all },
            ),
            (Tuning { sweep: false, ..all }, all),
        ];
        for (slot, (without, reference)) in variants.into_iter().enumerate() {
            let (off, spent) = run(&graph, without);
            let (on, base) = run(&graph, reference);
            if matches!(off, Outcome::Stopped(_)) && !matches!(on, Outcome::Stopped(_)) {
                found[slot] += 1;
                let size = graph.successors.len() as u64;
                if worst[slot].2.is_empty() || size < worst[slot].0 {
                    worst[slot] = (size, base.visits, format!("{:?}", graph.successors));
                }
            } else if spent.visits > 10 * base.visits.max(1) {
                eprintln!("slot {slot}: {} against {}", spent.visits, base.visits);
            }
        }
    }
    for (slot, name) in
        ["records", "threshold control, alone", "threshold control, beside the rest"]
            .iter()
            .enumerate()
    {
        let (size, visits, text) = &worst[slot];
        eprintln!("{name}: {} found; smallest {size} nodes, {visits} visits: {text}", found[slot]);
    }
}
