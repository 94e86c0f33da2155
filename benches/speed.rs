//! Speed of the rules and the search: same work every time, counts asserted.
//!
//! `cargo bench` runs all (about a minute); `cargo bench -- perft` a part. The counts of checks and
//! evasions are fixed numbers; the reference rules are asked for them once at the start. The table [`SIGNATURE`] pins
//! what the search does at a fixed budget: a change of the search that is meant to change it updates
//! the table (the failing assertion prints the new values).

#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use matenro::notation::{builtin::BUILTIN, builtin::find, sfen};
use matenro::rules::variant::CHU;
use matenro::rules::{Position, Rules, reference};
use matenro::search::{Control, Goal, Limits, Verdict, solve};

/// Checks in the 461 built-in positions under `historic`, by the reference rules.
const CHECKS: usize = 4160;

/// Evasions after all those checks.
const EVASIONS: usize = 15_302;

/// Budget of expansions for each problem of the signature.
const BUDGET: u64 = 20_000;

/// Problem, verdict and expansions at the budget.
const SIGNATURE: [(&str, &str, u64); 8] = [
    ("kinuburui-01", "mate", 307),
    ("kinuburui-02", "mate", 1_625),
    ("kinuburui-43", "no-mate", 11_254),
    ("msm-A2", "unknown", 20_000),
    ("msm-B36", "mate", 1_753),
    ("msm-B28", "unknown", 20_000),
    ("tsumechu-006", "mate", 263),
    ("tsumechu-025", "mate", 10_122),
];

fn corpus() -> Vec<Position> {
    BUILTIN
        .iter()
        .flat_map(matenro::notation::builtin::Builtin::problems)
        .map(|problem| Position::new(&problem.setup, Rules::HISTORIC).expect("a position"))
        .collect()
}

fn after_checks(positions: &[Position]) -> Vec<Position> {
    let mut after = Vec::new();
    for position in positions {
        for mv in position.checks() {
            let mut next = position.clone();
            next.make(mv);
            after.push(next);
        }
    }
    after
}

fn rules(criterion: &mut Criterion) {
    let start = sfen::parse(CHU.start_sfen, &CHU).expect("the start position").setup;
    let mut start = Position::new(&start, Rules::LISHOGI).expect("the start position");
    criterion.bench_function("perft 3 from the start", |bencher| {
        bencher.iter(|| assert_eq!(start.perft(3), 48_315));
    });

    let mut positions = corpus();
    let plain: usize =
        positions.iter().map(|at| reference::checks(&at.setup(), at.rules()).len()).sum();
    assert_eq!((positions.len(), plain), (461, CHECKS));
    let mut moves = Vec::new();
    criterion.bench_function("checks of the corpus", |bencher| {
        bencher.iter(|| {
            moves.clear();
            for position in &mut positions {
                position.push_checks(&mut moves);
            }
            assert_eq!(moves.len(), CHECKS);
        });
    });

    let mut replies = Vec::new();
    criterion.bench_function("expansions of the corpus", |bencher| {
        bencher.iter(|| {
            let mut evasions = 0;
            for position in &mut positions {
                moves.clear();
                position.push_checks(&mut moves);
                for &mv in &moves {
                    let undo = position.make(mv);
                    replies.clear();
                    position.push_evasions(&mut replies);
                    evasions += replies.len();
                    position.unmake(&undo);
                }
            }
            assert_eq!(evasions, EVASIONS);
        });
    });

    let mut answered = after_checks(&positions);
    let plain: usize =
        answered.iter().map(|at| reference::evasions(&at.setup(), at.rules()).len()).sum();
    assert_eq!(plain, EVASIONS);
    criterion.bench_function("evasions of the corpus", |bencher| {
        bencher.iter(|| {
            moves.clear();
            for position in &mut answered {
                position.push_evasions(&mut moves);
            }
            assert_eq!(moves.len(), EVASIONS);
        });
    });
}

fn search(criterion: &mut Criterion) {
    let problems: Vec<Position> = SIGNATURE
        .iter()
        .map(|(id, _, _)| {
            let problem = &find(id).expect("a built-in problem")[0];
            Position::new(&problem.setup, Rules::HISTORIC).expect("a position")
        })
        .collect();
    let limits = Limits { expansions: Some(BUDGET), ..Limits::default() };
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    group.bench_function("signature problems", |bencher| {
        bencher.iter(|| {
            let found: Vec<(&str, &str, u64)> = problems
                .iter()
                .zip(SIGNATURE)
                .map(|(position, (id, _, _))| {
                    let solution = solve(position, Goal::Mate, &limits, &Control::default())
                        .expect("a tsume problem");
                    let verdict = match solution.verdict {
                        Verdict::Mate => "mate",
                        Verdict::NoMate => "no-mate",
                        Verdict::Unknown(_) => "unknown",
                    };
                    (id, verdict, solution.expanded)
                })
                .collect();
            assert_eq!(found, SIGNATURE);
        });
    });
    group.finish();
}

criterion_group!(benches, rules, search);
criterion_main!(benches);
