//! Each kind of finding on a position that can be judged by looking at it.

use matenro::notation::{Claim, Problem, sfen, usi};
use matenro::rules::Rules;
use matenro::rules::variant::CHU;
use matenro::search::{Control, Limits, Verdict};
use matenro::verify::{
    FindingKind, LineName, Published, STEPS_EACH, Settings, Status, VerifyError, Weight, verify,
};

use super::support::*;

/// The king in the corner, a rook that guards the rank beside him, another that mates on his own
/// (1c1a) and can also be played elsewhere.
const CORNER: &str = "k11/10R1/11R/12/12/12/12/12/12/12/12/12 b - 1";
/// The same with a white rook that can only step in between.
const TAIL: &str = "k11/10R1/6r4R/12/12/12/12/12/12/12/12/12 b - 1";
/// Two rooks drive the king from rank b to rank a and mate: 1d1b, then 2c2a.
const LADDER: &str = "12/k11/10R1/11R/12/12/12/12/12/12/12/12 b - 1";
/// A gold mates in front of the king; no other move of two pieces so close does it as fast.
const GOLD: &str = "k11/12/G11/R11/12/12/12/12/12/12/12/12 b - 1";

#[test]
fn a_right_line_has_no_fault() {
    let found = examined(&problem(GOLD, "12c12b"));
    assert!(found.status <= Status::SoundButFor, "{:#?}", found.findings);
    assert_eq!((found.line.len(), found.conventional), (1, Some(found.length)));
}

#[test]
fn an_illegal_move_is_named_with_its_rule_and_the_only_mend() {
    let found = examined(&problem(CORNER, "1c2a"));
    let finding = only(&found, FindingKind::Illegal);
    assert_eq!((finding.ply, finding.weight), (Some(1), Weight::Fault));
    assert!(finding.reason.contains("rook on 1c"), "{}", finding.reason);
    let repair = finding.repair.as_ref().unwrap();
    assert_eq!((repair.ply, usi::write_line(&repair.moves)), (1, "1c1a".to_owned()));
    assert_eq!(found.status.name(), "corrected");
}

#[test]
fn a_move_without_check_is_no_move() {
    let found = examined(&problem(CORNER, "1c1b"));
    let finding = only(&found, FindingKind::NoCheck);
    assert_eq!(usi::write_line(&finding.repair.as_ref().unwrap().moves), "1c1a");
}

#[test]
fn of_two_possible_mends_none_is_made() {
    // The king may go to 12a or 11a; on 12c the rook on 2c takes him.
    let found = examined(&problem(LADDER, "1d1b 12b12c 2c2a"));
    let finding = only(&found, FindingKind::LeavesRoyal);
    assert_eq!((finding.ply, &finding.repair), (Some(2), &None));
    assert!(finding.reason.contains("rook on 2c"), "{}", finding.reason);
    assert!(of_kind(&found, FindingKind::Unfinished).is_empty(), "the author did not stop here");
}

#[test]
fn a_missing_pair_of_moves_is_put_in() {
    // The same ladder one rank lower, with the king's way fixed by rooks on files 11 and 10: only
    // the pair in the middle is missing.
    let sfen = "12/12/k11/10R1/11R/10R1/12/12/12/12/12/12 b - 1";
    let whole = "1e1c 12c12b 2d2b 12b12a 1c1a";
    let complete = examined(&problem(sfen, whole));
    assert!(complete.played[0].len() == 5, "the line itself can be played");
    let found = examined(&problem(sfen, "1e1c 12b12a 1c1a"));
    let finding = only(&found, FindingKind::Illegal);
    // More than one pair fits (the king may go to 11b and back), so it is told and not mended.
    assert_eq!(finding.ply, Some(2));
}

#[test]
fn a_line_that_goes_on_after_mate_overruns() {
    let found = examined(&problem(CORNER, "1c1a 12a12b"));
    let finding = only(&found, FindingKind::Overrun);
    assert_eq!((finding.ply, found.played[0].len()), (Some(2), 1));
    assert_eq!(found.status, Status::Corrected.max(found.status));
}

#[test]
fn a_slower_mate_is_too_slow_and_the_faster_is_shown() {
    // Two rooks drive a bare king over the board, but 1c1a mates at once.
    let found = examined(&problem(CORNER, "2b2a"));
    let finding = only(&found, FindingKind::TooSlow);
    assert_eq!((finding.ply, evidence(finding)), (Some(1), "1c1a".to_owned()));
    assert_eq!(finding.best.unwrap().hi, 1);
    assert!(finding.length.unwrap().lo > 1);
}

#[test]
fn giving_a_rook_away_throws_the_mate_away() {
    // The king takes the rook on 12b, and one rook cannot mate.
    let found = examined(&problem(CORNER, "2b12b 12a12b"));
    let finding = only(&found, FindingKind::ThrowsAway);
    assert_eq!(finding.ply, Some(1));
    assert!(evidence(finding).starts_with("2b12b 12a12b"), "{}", evidence(finding));
    assert_eq!(found.line.len(), 1, "the corrected line mates at once");
}

#[test]
fn a_line_that_stops_early_is_finished() {
    let found = examined(&problem(LADDER, "1d1b"));
    let finding = only(&found, FindingKind::Unfinished);
    assert_eq!((finding.ply, finding.evidence.len()), (Some(2), 2));
    assert!(evidence(finding).ends_with("2c2a"), "{}", evidence(finding));
    let found = examined(&problem(LADDER, "1d1b 12b12a"));
    let finding = only(&found, FindingKind::Unfinished);
    assert_eq!((finding.ply, evidence(finding)), (Some(3), "2c2a".to_owned()));
}

#[test]
fn futile_interpositions_may_be_left_out() {
    let found = examined(&problem(TAIL, "1c1a"));
    let finding = only(&found, FindingKind::FutileTail);
    assert_eq!((finding.ply, finding.weight), (Some(2), Weight::Tolerated));
    assert!(of_kind(&found, FindingKind::ClaimedLength).is_empty());
    assert_eq!(found.length.at_most.map(|plies| plies.0), Some(3));
    assert_eq!(found.conventional.unwrap().at_most.map(|plies| plies.0), Some(1));
    // And they may be played.
    let found = examined(&problem(TAIL, "1c1a 6c6a 1a6a"));
    assert!(of_kind(&found, FindingKind::FutileTail).is_empty());
    assert!(of_kind(&found, FindingKind::ClaimedLength).is_empty());
    assert!(found.findings.iter().all(|finding| finding.weight < Weight::Fault));
}

#[test]
fn a_wrong_length_contradicts() {
    let mut wrong = problem(CORNER, "1c1a");
    wrong.claimed_plies = Some(3);
    let found = examined(&wrong);
    assert!(only(&found, FindingKind::ClaimedLength).reason.contains("3 plies"));
    assert_eq!(only(&found, FindingKind::ClaimedLength).weight, Weight::Fault);
}

#[test]
fn a_position_without_mate_is_refuted_and_the_best_try_shown() {
    // One rook: every check is met by a step, for ever.
    let found = examined(&problem("k11/12/11R/12/12/12/12/12/12/12/12/12 b - 1", "1c1a"));
    assert_eq!((found.status, found.verdict), (Status::NoMate, Verdict::NoMate));
    assert!(!only(&found, FindingKind::NoMate).evidence.is_empty());
    assert_eq!(only(&found, FindingKind::Escape).ply, Some(2));
    assert!(found.line.is_empty());
}

#[test]
fn without_a_line_the_program_gives_its_own() {
    let found = examined(&problem(GOLD, ""));
    assert_eq!(only(&found, FindingKind::NoLine).weight, Weight::Remark);
    assert_eq!(usi::write(found.line[0]), "12c12b");
}

#[test]
fn another_last_move_is_tolerated_and_another_first_move_is_a_cook() {
    // The queen also mates from 1b, where the gold protects her.
    let found = examined(&problem("11k/5Q6/10G1/12/12/12/12/12/12/12/12/12 b - 1", "7b2b"));
    let duals = of_kind(&found, FindingKind::LastMoveDual);
    assert!(duals.iter().any(|dual| dual.mv.unwrap().to_string() == "7b1b"), "{duals:#?}");
    assert_eq!(found.status, Status::SoundButFor);
    // Either outer rook drives the king to rank a, where the third rook mates.
    let three = "12/6k5/10R1/R11/11R/12/12/12/12/12/12/12 b - 1";
    let found = examined(&problem(three, "12d12b 6b6a 2c2a"));
    assert_eq!(found.status, Status::Cooked, "{:#?}", found.findings);
    let duals = of_kind(&found, FindingKind::Dual);
    let places: Vec<_> = duals.iter().map(|dual| (dual.line, dual.ply)).collect();
    assert!(places.contains(&(Some(LineName::Corrected), Some(1))), "{places:?}");
    assert!(duals.iter().any(|dual| dual.mv.unwrap().to_string() == "1e1b"), "{duals:#?}");
}

#[test]
fn what_is_weaker_in_a_variation_is_there_to_be_weaker() {
    let mut text = problem(LADDER, "1d1b 12b12a 2c2a");
    text.variations = vec![usi::parse_line("1d1b 12b11a 2c2a").unwrap()];
    let found = examined(&text);
    let about_variation =
        |finding: &&matenro::verify::Finding| finding.line == Some(LineName::Variation(1));
    assert_eq!(found.findings.iter().filter(about_variation).count(), 0);
    assert!(found.variations.iter().any(|variation| variation.is_published));
}

#[test]
fn a_diagram_with_too_many_pieces_is_remarked() {
    // Two lions can be a lion and a promoted kirin, three cannot.
    for (lions, remarks) in [("NN", 0), ("NNN", 1)] {
        let sfen =
            format!("k11/10R1/11R/12/12/12/12/12/12/12/12/{lions}{} b - 1", 12 - lions.len());
        let found = examined(&problem(&sfen, "1c1a"));
        assert_eq!(of_kind(&found, FindingKind::PieceCount).len(), remarks, "{lions}");
    }
    let kings = examined(&problem("kk10/10R1/11R/12/12/12/12/12/12/12/12/12 b - 1", ""));
    assert!(only(&kings, FindingKind::PieceCount).reason.contains("king"));
}

#[test]
fn diagrams_of_one_problem_are_compared_square_by_square() {
    let text = problem(CORNER, "1c1a");
    let other = "k11/10R1/12/11R/12/12/12/12/12/12/12/12 b - 1";
    let elsewhere = [("other-1".to_owned(), sfen::parse(other, &CHU).unwrap().setup)];
    let published = Published {
        setup: &text.setup,
        main: &text.solution,
        variations: &[],
        claim: Claim::Mate,
        claimed_plies: None,
        elsewhere: &elsewhere,
    };
    let settings = Settings { rules: Rules::HISTORIC, steps_each: STEPS_EACH, all_rules: false };
    let found = verify(&published, &settings, &Limits::default(), &Control::default()).unwrap();
    let finding = only(&found, FindingKind::DiagramDiffers);
    assert_eq!(finding.reason, "the diagram differs from that of other-1 on 1c, 1d");
}

#[test]
fn a_promotion_inside_the_zone_makes_the_answer_depend_on_the_rules() {
    // The pawn on 12b mates only as a gold, and it starts in the zone and takes nothing.
    let sfen = "k11/11R/P11/12/12/12/12/12/12/12/12/12 b - 1";
    let found = examined_with(&problem(sfen, ""), Rules::HISTORIC, true, 100_000);
    let findings = of_kind(&found, FindingKind::RuleDependent);
    let muller = findings.iter().find(|finding| finding.reason.starts_with("muller: "));
    let muller = muller.expect("another answer under muller");
    assert!(muller.reason.contains("mate in 1"), "{}", muller.reason);
    assert!(muller.reason.contains("promotion=after-turn decides it"), "{}", muller.reason);
    assert!(!muller.reason.contains("lion-bridge"), "{}", muller.reason);
    assert_eq!(muller.ply, Some(1));
    // The Association's rules differ from the historic ones only in taking lions.
    let compared = found.compared.unwrap();
    let jcsa = compared.iter().find(|other| other.name == "jcsa").unwrap();
    assert_eq!(jcsa.outcome.verdict, found.verdict);
}

#[test]
fn a_limit_leaves_the_answer_open_and_is_no_refutation() {
    let deep =
        Problem::new("deep", "12/7Q4/7N3n/10g1/10P1/9P1k/10+p1/9qt1/12/12/12/12 b - 1", &CHU);
    let found = examined_with(&deep.unwrap(), Rules::HISTORIC, false, 2);
    assert_eq!(found.status, Status::Undetermined);
    assert!(of_kind(&found, FindingKind::NoMate).is_empty());
}

#[test]
fn what_is_no_problem_is_an_error() {
    let published = |text: &Problem| {
        let published = Published {
            setup: &text.setup,
            main: &[],
            variations: &[],
            claim: Claim::None,
            claimed_plies: None,
            elsewhere: &[],
        };
        let settings = Settings { rules: Rules::HISTORIC, steps_each: 1, all_rules: false };
        verify(&published, &settings, &Limits::default(), &Control::default())
    };
    let bare = problem("12/12/12/12/12/12/12/12/12/12/12/K10R b - 1", "");
    assert!(matches!(published(&bare), Err(VerifyError::Root(_))));
}
