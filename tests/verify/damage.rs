//! Damaged lines: one move of a right line is replaced, and the finding stands at that ply.

use matenro::notation::{Problem, UsiMove, builtin};
use matenro::rules::{Position, Rules};
use matenro::verify::{Finding, FindingKind, LineName, Weight};
use proptest::prelude::*;

use super::support::*;

/// Short problems whose published lines have no fault.
fn right() -> Vec<Problem> {
    let short = |problem: &Problem| (3..=9).contains(&problem.solution.len());
    let all = builtin::BUILTIN.iter().flat_map(matenro::notation::Builtin::problems);
    let mut right: Vec<Problem> = all.filter(short).take(60).collect();
    right.retain(|problem| {
        let found = examined_with(problem, Rules::HISTORIC, false, 20_000);
        found.findings.iter().all(|finding| finding.weight < Weight::Open)
    });
    right
}

fn is_at(finding: &Finding, ply: u32) -> bool {
    finding.line == Some(LineName::Main) && finding.ply == Some(ply)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered_without_panic_and_a_damaged_move_is_found_at_its_ply(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        from in any::<prop::sample::Index>(),
        to in any::<prop::sample::Index>(),
        promote in any::<bool>(),
    ) {
        static RIGHT: std::sync::LazyLock<Vec<Problem>> = std::sync::LazyLock::new(right);
        prop_assert!(RIGHT.len() >= 5, "{}", RIGHT.len());
        let mut problem = which.get(&RIGHT).clone();
        let squares: Vec<_> = Rules::HISTORIC.variant.squares().collect();
        let at = place.index(problem.solution.len());
        let mut position = Position::new(&problem.setup, Rules::HISTORIC).unwrap();
        for mv in matenro::notation::usi::playable(&problem.solution[..at], &position.clone()) {
            position.make(mv);
        }
        problem.solution[at] =
            UsiMove { from: *from.get(&squares), mid: None, to: *to.get(&squares), promote };
        problem.variations.clear();
        let candidates = if at % 2 == 0 { position.checks() } else { position.evasions() };
        let text = problem.solution[at];
        let meant = matenro::notation::usi::canonical(&text, &problem_setup(&position), Rules::HISTORIC.variant);
        let found = examined_with(&problem, Rules::HISTORIC, false, 20_000);
        let ply = at as u32 + 1;
        let text_fault = found.findings.iter().any(|finding| {
            is_at(finding, ply)
                && matches!(
                    finding.kind,
                    FindingKind::Illegal | FindingKind::NoCheck | FindingKind::LeavesRoyal
                )
        });
        // A random pair of squares is nearly always no move; if it is one, it is judged as a move.
        prop_assert_eq!(text_fault, !candidates.contains(&meant), "{:#?}", found.findings);
        prop_assert!(found.played[0].len() >= at);
    }

    #[test]
    fn another_legal_move_is_played_and_judged(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
    ) {
        static RIGHT: std::sync::LazyLock<Vec<Problem>> = std::sync::LazyLock::new(right);
        let mut problem = which.get(&RIGHT).clone();
        // The attacker's moves: the line is unique but for what custom tolerates, so another check
        // before the last move never mates as fast.
        let attacks = problem.solution.len() / 2;
        let at = place.index(attacks) * 2;
        let mut position = Position::new(&problem.setup, Rules::HISTORIC).unwrap();
        let moves = matenro::notation::usi::playable(&problem.solution, &position.clone());
        for &mv in &moves[..at] {
            position.make(mv);
        }
        let others: Vec<_> = position
            .checks()
            .into_iter()
            .filter(|mv| *mv != moves[at] && (mv.from, mv.mid, mv.to) != (moves[at].from, moves[at].mid, moves[at].to))
            .collect();
        prop_assume!(!others.is_empty());
        problem.solution.truncate(at);
        problem.solution.push((*other.get(&others)).into());
        problem.variations.clear();
        let found = examined_with(&problem, Rules::HISTORIC, false, 20_000);
        let ply = at as u32 + 1;
        let told = found.findings.iter().any(|finding| {
            is_at(finding, ply)
                && matches!(finding.kind, FindingKind::TooSlow | FindingKind::ThrowsAway | FindingKind::Open)
        });
        prop_assert!(told, "{:?} at {}: {:#?}", problem.id, ply, found.findings);
    }
}

fn problem_setup(position: &Position) -> matenro::rules::Setup {
    position.setup()
}
