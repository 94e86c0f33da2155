//! Limits are kept, never become verdicts, and one thread always does the same work.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use matenro::check::check;
use matenro::notation::builtin;
use matenro::rules::{Position, Rules};
use matenro::search::bounds::Bounds;
use matenro::search::certificate::{self, Evidence, claims_of};
use matenro::search::checkpoint::{self, Saver};
use matenro::search::core::Pause;
use matenro::search::crew::Crew;
use matenro::search::dfpn::{Outcome, Search, Tuning};
use matenro::search::game::TsumeGame;
use matenro::search::graph::Graph;
use matenro::search::{
    Control, Goal, Limit, Limits, Question, Solution, Verdict, answer_from, solve,
};

fn problem(id: &str) -> Position {
    let problems = builtin::find(id).expect("a built-in problem");
    Position::new(&problems[0].setup, Rules::HISTORIC).expect("a position")
}

fn run(id: &str, goal: Goal, limits: Limits) -> Solution {
    solve(&problem(id), goal, &limits, &Control::default()).expect("a tsume problem")
}

#[test]
fn a_limit_of_expansions_is_kept_to_the_node() {
    for goal in [Goal::Mate, Goal::Shortest] {
        for count in [1, 10, 1000, 7777] {
            let limits = Limits { expansions: Some(count), ..Limits::default() };
            let solution = run("msm-B28", goal, limits);
            assert_eq!(solution.verdict, Verdict::Unknown(Limit::Nodes));
            assert_eq!(solution.limit, Some(Limit::Nodes));
            assert_eq!((solution.expanded, solution.at_most), (count, None));
        }
    }
}

/// The search goes on in the memory that it has.
#[test]
fn a_limit_of_memory_is_kept() {
    const MEMORY: usize = 20 << 20;
    let limits =
        Limits { memory_bytes: Some(MEMORY), expansions: Some(200_000), ..Limits::default() };
    let control = Control::default();
    let game = TsumeGame::new(problem("msm-B28"));
    let mut search = Search::new(game, &limits, &control, Tuning::default());
    assert_eq!(search.run(), Outcome::Stopped(Pause::Limit(Limit::Nodes)));
    assert!(search.graph().bytes() <= MEMORY, "{}", search.graph().bytes());
    assert!(search.graph().collections() >= 3, "{}", search.graph().collections());
}

/// So little that not even the path fits.
#[test]
fn no_memory_is_no_verdict() {
    let limits = Limits { memory_bytes: Some(64 << 10), ..Limits::default() };
    assert_eq!(run("msm-B28", Goal::Mate, limits).verdict, Verdict::Unknown(Limit::Memory));
}

/// The verdicts are those of the certificates, which the checker accepts.
#[test]
fn with_little_memory_the_same_is_found_and_certified() {
    for (id, memory, verdict) in [
        ("tsumechu-097", 16 << 20, Verdict::Mate),
        ("msm-B23", 16 << 20, Verdict::NoMate),
        ("msm-D39", 16 << 20, Verdict::Mate),
    ] {
        let position = problem(id);
        let limits = Limits { memory_bytes: Some(memory), ..Limits::default() };
        let question = Question::new(Goal::Mate);
        let (solution, evidence) =
            answer_from(&position, &question, &limits, &Control::default(), None, None)
                .expect("a tsume problem");
        assert_eq!(solution.verdict, verdict, "{id}");
        assert!(evidence.graph.collections() > 0, "{id}: {}", evidence.graph.bytes());
        assert_certified(&position, &solution, &evidence);
    }
}

/// Lengths as above. Three threads on one or two processors take turns as they like.
#[test]
fn several_threads_come_to_the_same_answer() {
    for (id, plies) in [
        ("tsumechu-006", Some(11)),
        ("msm-B36", Some(31)),
        ("msm-D42", Some(37)),
        ("kinuburui-02", Some(19)),
        // Most of it in the bounded search; the length is the one that its source gives.
        ("msm-C14", Some(23)),
        ("kinuburui-43", None),
    ] {
        let position = problem(id);
        for helpers in [1, 2] {
            let crew = Some(Arc::new(Crew::with_patience(helpers, 0)));
            let control = Control { crew, ..Control::default() };
            let question = Question::new(Goal::Shortest);
            let limits = Limits::default();
            let (solution, evidence) =
                answer_from(&position, &question, &limits, &control, None, None)
                    .expect("a tsume problem");
            match plies {
                Some(plies) => assert_eq!(length_of(&solution), (Some(plies), Some(plies)), "{id}"),
                None => assert_eq!(solution.verdict, Verdict::NoMate, "{id}"),
            }
            assert_certified(&position, &solution, &evidence);
        }
    }
}

#[test]
fn no_time_is_no_verdict() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(run("msm-B28", Goal::Shortest, limits).verdict, Verdict::Unknown(Limit::Time));
}

#[test]
fn a_request_to_stop_is_no_verdict() {
    let control = Control::default();
    control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let solution = solve(&problem("msm-B28"), Goal::Mate, &Limits::default(), &control);
    assert_eq!(solution.expect("a problem").verdict, Verdict::Unknown(Limit::Interrupted));
}

#[test]
fn the_same_search_twice_does_the_same_work() {
    for id in ["kinuburui-02", "msm-A4", "tsumechu-006", "msm-B28"] {
        let limits = Limits { expansions: Some(30_000), ..Limits::default() };
        let (first, second) = (run(id, Goal::Shortest, limits), run(id, Goal::Shortest, limits));
        assert_eq!((first.expanded, first.nodes), (second.expanded, second.nodes), "{id}");
        assert_eq!((first.at_least, first.at_most), (second.at_least, second.at_most), "{id}");
        assert_eq!(first.line, second.line, "{id}");
    }
}

/// Lengths that issue 3 gives from independent programs; not made with this solver.
#[test]
fn known_lengths_are_found_exactly() {
    for (id, plies) in [
        ("tsumechu-006", 11),
        ("msm-A4", 17),
        ("msm-A22", 9),
        ("msm-B1", 9),
        ("msm-B2", 15),
        ("msm-B34", 7),
        ("msm-B36", 31),
        ("msm-C45", 27),
        ("msm-D42", 37),
        ("msm-A16", 31),
        ("kinuburui-02", 19),
    ] {
        let solution = run(id, Goal::Shortest, Limits::default());
        let bounds = (solution.at_least.map(|p| p.0), solution.at_most.map(|p| p.0));
        assert_eq!(bounds, (Some(plies), Some(plies)), "{id}");
    }
}

/// What was found, as a file would hold it.
fn saved(position: &Position, solution: &Solution, evidence: &Evidence) -> Vec<u8> {
    let mut bytes = Vec::new();
    checkpoint::write(&evidence.graph, &evidence.bounds, solution.expanded, position, &mut bytes)
        .expect("memory");
    bytes
}

/// One run that goes on from what is saved.
fn go_on(
    position: &Position,
    from: Option<&[u8]>,
    expansions: Option<u64>,
    saver: Option<&Saver>,
) -> (Solution, Evidence) {
    let found =
        from.map(|bytes| checkpoint::read(position, usize::MAX, bytes).expect("what was written"));
    let (question, limits) =
        (Question::new(Goal::Shortest), Limits { expansions, ..Limits::default() });
    answer_from(position, &question, &limits, &Control::default(), found, saver)
        .expect("a tsume problem")
}

fn length_of(solution: &Solution) -> (Option<u32>, Option<u32>) {
    (solution.at_least.map(|p| p.0), solution.at_most.map(|p| p.0))
}

fn assert_certified(position: &Position, solution: &Solution, evidence: &Evidence) {
    let claims = claims_of(position, solution);
    let (bytes, _) =
        certificate::write(evidence, position, &claims, Vec::new()).expect("a certificate");
    assert!(check(bytes.as_slice()).is_ok());
}

/// A length that is found out needs no search in the next run, nor do bounds that were.
#[test]
fn bounds_once_proved_are_known_in_the_next_run() {
    let position = problem("kinuburui-02");
    for expansions in [20_000, 30_000, 200_000] {
        let (solution, evidence) = go_on(&position, None, Some(expansions), None);
        let file = saved(&position, &solution, &evidence);
        let (again, _) = go_on(&position, Some(&file), Some(1), None);
        let (before, now) = (length_of(&solution), length_of(&again));
        assert!(now.0 >= before.0 && now.0 > Some(7) && now.1 == before.1, "{before:?} {now:?}");
    }
}

/// Nodes that stand for no position after a collection keep nothing.
#[test]
fn bounds_are_known_in_the_next_run_though_something_was_forgotten() {
    let position = problem("kinuburui-02");
    let question = Question::new(Goal::Shortest);
    let limits =
        Limits { memory_bytes: Some(12 << 20), expansions: Some(60_000), ..Limits::default() };
    let control = Control::default();
    let (solution, evidence) =
        answer_from(&position, &question, &limits, &control, None, None).expect("a tsume problem");
    assert!(evidence.graph.collections() > 0);
    let file = saved(&position, &solution, &evidence);
    let (again, _) = go_on(&position, Some(&file), Some(1), None);
    assert!(length_of(&solution).0 > Some(3));
    assert!(length_of(&again).0 >= length_of(&solution).0);
    assert_eq!(length_of(&again).1, length_of(&solution).1);
}

/// Lengths from independent programs, as above; that kinuburui-43 has no mate is confirmed by the checker.
#[test]
fn a_search_in_pieces_comes_to_the_same_answer() {
    let lengths = [
        ("tsumechu-006", Some(11)),
        ("msm-A4", Some(17)),
        ("msm-B36", Some(31)),
        ("msm-D42", Some(37)),
        ("kinuburui-02", Some(19)),
        ("kinuburui-43", None),
    ];
    for (id, plies) in lengths {
        let position = problem(id);
        let (mut file, mut runs, mut budget, mut before) = (None::<Vec<u8>>, 0, 10, 0);
        let (solution, evidence) = loop {
            let (solution, evidence) = go_on(&position, file.as_deref(), Some(budget), None);
            assert!(solution.expanded - before <= budget, "{id}");
            before = solution.expanded;
            if solution.limit.is_none() {
                break (solution, evidence);
            }
            file = Some(saved(&position, &solution, &evidence));
            budget += budget / 2;
            runs += 1;
        };
        assert!(runs >= 2, "{id}");
        match plies {
            Some(plies) => assert_eq!(length_of(&solution), (Some(plies), Some(plies)), "{id}"),
            None => assert_eq!(solution.verdict, Verdict::NoMate, "{id}"),
        }
        assert_certified(&position, &solution, &evidence);
    }
}

#[test]
fn what_is_kept_in_the_middle_of_a_search_is_enough_to_go_on() {
    let position = problem("kinuburui-02");
    let kept = Mutex::new(Vec::new());
    let save = |graph: &Graph, bounds: &Bounds, expanded: u64| {
        let mut bytes = Vec::new();
        checkpoint::write(graph, bounds, expanded, &position, &mut bytes).expect("memory");
        kept.lock().expect("no panic").push(bytes);
    };
    let saver = Saver { every: Duration::ZERO, rest: 0, save: &save };
    go_on(&position, None, Some(20_000), Some(&saver));
    let kept = kept.into_inner().expect("no panic");
    assert!(kept.len() > 20, "{}", kept.len());
    for bytes in kept.iter().step_by(kept.len() / 5) {
        let (solution, evidence) = go_on(&position, Some(bytes), None, None);
        assert_eq!(length_of(&solution), (Some(19), Some(19)));
        assert_certified(&position, &solution, &evidence);
    }
}
