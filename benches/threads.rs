//! One problem by several threads: expansions a second, and expansions in all, against one thread.
//!
//! `cargo bench --bench threads` (some five minutes on two processors; `-- 4` for four threads). First the first
//! answer, then exact lengths. No criterion: a run of several threads is not the same work twice, so that
//! each problem is run several times in turn with one thread and with all, and sums are compared. Verdicts and
//! lengths are asserted.

#![allow(missing_docs)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use matenro::notation::builtin::find;
use matenro::rules::{Position, Rules};
use matenro::search::bounded::BoundedTable;
use matenro::search::bounds::{Bounds, Interval};
use matenro::search::crew::Crew;
use matenro::search::dfpn::{Outcome, Search, Tuning};
use matenro::search::exact::{Place, Prover};
use matenro::search::game::TsumeGame;
use matenro::search::graph::Graph;
use matenro::search::{Control, Limits};

/// Problems whose first answer takes 70,000 expansions or more, and what it is.
const HARD: [(&str, Outcome); 16] = [
    ("tsumechu-060", Outcome::Won),
    ("msm-D90", Outcome::NotWon),
    ("tsumechu-058", Outcome::Won),
    ("tsumechu-056", Outcome::Won),
    ("tsumechu-018", Outcome::Won),
    ("tsumechu-016", Outcome::Won),
    ("kinuburui-23", Outcome::NotWon),
    ("tsumechu-090", Outcome::Won),
    ("msm-B45", Outcome::Won),
    ("tsumechu-020", Outcome::Won),
    ("tsukurimono1746-42", Outcome::NotWon),
    ("msm-D51", Outcome::Won),
    ("msm-B17", Outcome::Won),
    ("tsumechu-097", Outcome::Won),
    ("msm-C46", Outcome::Won),
    ("tsumechu-030", Outcome::Won),
];

/// Problems whose exact length takes some seconds more than the first answer, and that length, which certificates
/// confirm (`matenro solve ID --goal shortest --certificate DIR --self-check`).
const LONG: [(&str, u32); 10] = [
    ("tsumechu-028", 89),
    ("tsumechu-056", 73),
    ("tsumechu-076", 49),
    ("kinuburui-47", 19),
    ("kinuburui-59", 47),
    ("tsukurimono1746-41", 19),
    ("msm-B29", 35),
    ("msm-D6", 25),
    ("msm-D21", 43),
    ("msm-D51", 47),
];

const ROUNDS: u32 = 3;

/// A search of a problem, and what came of it.
fn run(id: &str, helpers: usize, work: impl FnOnce(&mut Search<TsumeGame>)) -> (u64, Duration) {
    let problem = &find(id).expect("a built-in problem")[0];
    let position = Position::new(&problem.setup, Rules::HISTORIC).expect("a position");
    let crew = (helpers > 0).then(|| Arc::new(Crew::with_patience(helpers, 0)));
    let (limits, control) = (Limits::default(), Control { crew, ..Control::default() });
    let started = Instant::now();
    let mut search = Search::new(TsumeGame::new(position), &limits, &control, Tuning::default());
    work(&mut search);
    (search.statistics().expanded, started.elapsed())
}

fn first_answer(id: &str, expected: Outcome, helpers: usize) -> (u64, Duration) {
    run(id, helpers, |search| assert_eq!(search.run(), expected, "{id}"))
}

fn length(id: &str, plies: u32, helpers: usize) -> (u64, Duration) {
    run(id, helpers, |search| {
        assert_eq!(search.run(), Outcome::Won, "{id}");
        let (mut bounds, mut table) = (Bounds::default(), BoundedTable::default());
        let mut prover = Prover { search, bounds: &mut bounds, table: &mut table };
        assert!(prover.settle(&Place::ROOT, None).is_ok(), "{id}");
        let exact = Interval { lo: plies, hi: plies };
        assert_eq!(bounds.get(Graph::ROOT), exact, "{id}");
    })
}

fn main() {
    // Cargo passes `--bench`.
    let threads = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(2);
    compare("first answer", threads, &HARD, first_answer);
    compare("exact length", threads, &LONG, length);
}

/// Problems by one thread and by several in turn.
fn compare<T: Copy>(
    what: &str,
    threads: usize,
    problems: &[(&str, T)],
    run: impl Fn(&str, T, usize) -> (u64, Duration),
) {
    println!(
        "{what:14} 1 thread: expanded  a second   {threads}: expanded  a second   more work  faster"
    );
    let mut sums = [(0.0, 0.0); 2];
    for &(id, expected) in problems {
        let mut each = [(0.0, 0.0); 2];
        for _ in 0..ROUNDS {
            for (slot, helpers) in [0, threads - 1].into_iter().enumerate() {
                let (expanded, time) = run(id, expected, helpers);
                each[slot].0 += expanded as f64;
                each[slot].1 += time.as_secs_f64();
            }
        }
        show(id, each);
        for (sum, (expanded, time)) in sums.iter_mut().zip(each) {
            sum.0 += expanded;
            sum.1 += time;
        }
    }
    show("all", sums);
}

fn show(name: &str, [(one, one_time), (all, all_time)]: [(f64, f64); 2]) {
    let rounds = f64::from(ROUNDS);
    println!(
        "{name:14} {:18.0} {:9.0} {:12.0} {:9.0} {:+10.0} % {:7.2}",
        one / rounds,
        one / one_time,
        all / rounds,
        all / all_time,
        (all / one - 1.0) * 100.0,
        (all / all_time) / (one / one_time),
    );
}
