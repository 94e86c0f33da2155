//! One problem by several threads: expansions a second, and expansions in all, against one thread.
//!
//! `cargo bench --bench threads` (about a minute on two processors; `-- 4` for four threads). No
//! criterion: a run of several threads is not the same work twice, so that each problem is run several times in
//! turn with one thread and with all, and sums are compared. Verdicts are asserted.

#![allow(missing_docs)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use matenro::notation::builtin::find;
use matenro::rules::{Position, Rules};
use matenro::search::crew::Crew;
use matenro::search::dfpn::{Outcome, Search, Tuning};
use matenro::search::game::TsumeGame;
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

const ROUNDS: u32 = 3;

fn run(id: &str, expected: Outcome, helpers: usize) -> (u64, Duration) {
    let problem = &find(id).expect("a built-in problem")[0];
    let position = Position::new(&problem.setup, Rules::HISTORIC).expect("a position");
    let crew = (helpers > 0).then(|| Arc::new(Crew::with_patience(helpers, 0)));
    let (limits, control) = (Limits::default(), Control { crew, ..Control::default() });
    let tuning = Tuning { ..Tuning::default() };
    let started = Instant::now();
    let mut search = Search::new(TsumeGame::new(position), &limits, &control, tuning);
    assert_eq!(search.run(), expected, "{id}");
    (search.statistics().expanded, started.elapsed())
}

fn main() {
    // Cargo passes `--bench`.
    let threads = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(2);
    println!(
        "problem        1 thread: expanded  a second   {threads}: expanded  a second   more work  faster"
    );
    let mut sums = [(0.0, 0.0); 2];
    for (id, expected) in HARD {
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
