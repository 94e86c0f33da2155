//! One test per sourced rule, on positions made by hand.

use super::{apply, can_take_all_royals, checks, evasions, is_check, legal_moves};
use crate::rules::test_text::{setup, show, usi};
use crate::rules::{Rules, Setup, Side, Square};

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

/// Is the move legal in this position under these rules?
fn may(sfen: &str, mv: &str, rules_text: &str) -> bool {
    let position = setup(sfen);
    legal_moves(&position, &rules(rules_text)).contains(&usi(&position, mv))
}

/// The position after some moves, each of which must be legal.
fn play(sfen: &str, moves: &[&str], rules: &Rules) -> Setup {
    let mut position = setup(sfen);
    for text in moves {
        let mv = usi(&position, text);
        assert!(legal_moves(&position, rules).contains(&mv), "{text} in {sfen}");
        position = apply(&position, rules, mv);
    }
    position
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn texts(position: &Setup, from: &str) -> Vec<String> {
    let moves = legal_moves(position, &Rules::HISTORIC);
    moves.into_iter().filter(|mv| mv.from == square(from)).map(show).collect()
}

const PROMOTIONS: [&str; 4] =
    ["promotion=never", "promotion=after-turn", "promotion=after-move", "promotion=always"];

#[test]
fn entering_the_zone_promotes_or_not_under_every_value() {
    for value in PROMOTIONS {
        for mv in ["6e6d", "6e6d+"] {
            assert!(may("12/12/12/12/6G5/12/12/12/12/12/12/12 b - 1", mv, value), "{value}");
        }
        assert!(!may("12/12/12/12/12/6G5/12/12/12/12/12/12 b - 1", "6f6e+", value));
        assert!(may("12/12/12/12/12/12/12/6g5/12/12/12/12 w - 1", "6h6i+", value));
    }
}

#[test]
fn a_capture_that_touches_the_zone_promotes_under_every_value() {
    for value in PROMOTIONS {
        let inside = "12/12/6p5/6R5/6p5/12/12/12/12/12/12/12 b - 1 6d";
        for mv in ["6d6c+", "6d6e+", "6d6e"] {
            assert!(may(inside, mv, value), "{value}");
        }
    }
}

#[test]
fn other_moves_from_inside_the_zone_promote_as_parameter_one_says() {
    let rook = "12/12/12/6R5/12/12/12/12/12/12/12/12 b - 1";
    for mv in ["6d6c+", "6d6h+"] {
        let found = PROMOTIONS.map(|value| may(rook, mv, value));
        assert_eq!(found, [false, true, true, true], "{mv}");
    }
    let barred = format!("{rook} 6d");
    let found = PROMOTIONS.map(|value| may(&barred, "6d6c+", value));
    assert_eq!(found, [false, false, false, true]);
}

#[test]
fn a_piece_promoted_already_never_promotes_again() {
    for value in PROMOTIONS {
        assert!(!may("12/12/12/12/6+G5/12/12/12/12/12/12/12 b - 1", "6e6d+", value));
        assert!(!may("12/12/12/12/6N5/12/12/12/12/12/12/12 b - 1", "6e6d+", value));
    }
}

const TWO_GOLDS: &str = "12/12/12/12/6G5/12/6G5/6g5/12/12/12/6k5 b - 1";

#[test]
fn after_turn_bars_a_piece_that_declined_for_its_sides_next_turn_only() {
    let rules = rules("promotion=after-turn");
    let next = play(TWO_GOLDS, &["6e6d", "6l5l"], &rules);
    assert!(next.barred.contains(square("6d")));
    assert!(!legal_moves(&next, &rules).contains(&usi(&next, "6d6c+")));
    let later = play(TWO_GOLDS, &["6e6d", "6l5l", "6g5g", "5l6l"], &rules);
    assert!(legal_moves(&later, &rules).contains(&usi(&later, "6d6c+")));
}

#[test]
fn after_move_bars_a_piece_that_declined_until_it_has_moved() {
    let rules = rules("promotion=after-move");
    let later = play(TWO_GOLDS, &["6e6d", "6l5l", "6g5g", "5l6l"], &rules);
    assert!(!legal_moves(&later, &rules).contains(&usi(&later, "6d6c+")));
    let moved = play(TWO_GOLDS, &["6e6d", "6l5l", "6d5d", "5l6l"], &rules);
    assert!(moved.barred.is_empty());
    assert!(legal_moves(&moved, &rules).contains(&usi(&moved, "5d5c+")));
}

#[test]
fn a_mark_stays_through_the_opponents_turn_and_ends_with_its_pieces_capture() {
    for value in ["promotion=after-turn", "promotion=after-move"] {
        let rules = rules(value);
        let quiet = play("12/12/12/6r5/6G5/12/12/12/12/12/12/12 w - 1 6e", &["6d7d"], &rules);
        assert!(quiet.barred.contains(square("6e")));
        let taken = play("12/12/12/6r5/6G5/12/12/12/12/12/12/12 w - 1 6e", &["6d6e"], &rules);
        assert!(taken.barred.is_empty());
    }
}

#[test]
fn a_capture_declined_in_the_zone_bars_and_one_that_leaves_it_does_not() {
    for value in ["promotion=after-turn", "promotion=after-move"] {
        let rules = rules(value);
        let sfen = "12/12/6p5/6R5/6p5/12/12/12/12/12/12/12 b - 1";
        assert!(play(sfen, &["6d6c"], &rules).barred.contains(square("6c")));
        assert!(play(sfen, &["6d6c+"], &rules).barred.is_empty());
        assert!(play(sfen, &["6d6e"], &rules).barred.is_empty());
    }
}

#[test]
fn rules_that_bar_nothing_keep_no_marks() {
    for value in ["promotion=never", "promotion=always"] {
        assert!(play(TWO_GOLDS, &["6e6d"], &rules(value)).barred.is_empty());
    }
}

#[test]
fn the_last_rank_gives_a_second_chance_as_parameter_two_says() {
    let table = [
        ("pawn", [true, false, false]),
        ("pawn-lance", [true, true, false]),
        ("pawn-gobetween", [true, false, true]),
        ("none", [false; 3]),
    ];
    for (value, expected) in table {
        let found = ['P', 'L', 'I'].map(|letter| {
            let sfen = format!("12/6{letter}5/12/12/12/12/12/12/12/12/12/12 b - 1");
            may(&sfen, "6b6a+", &format!("last-rank={value}"))
        });
        assert_eq!(found, expected, "{value}");
    }
    assert!(!may("12/12/6P5/12/12/12/12/12/12/12/12/12 b - 1", "6c6b+", "historic"));
    assert!(may("12/12/12/12/12/12/12/12/12/12/6p5/12 w - 1", "6k6l+", "historic"));
}

#[test]
fn a_barred_pawn_has_its_second_chance_all_the_same() {
    let sfen = "12/6P5/12/12/12/12/12/12/12/12/12/12 b - 1 6b";
    assert!(may(sfen, "6b6a+", "msm"));
    assert!(!may(sfen, "6b6a+", "msm,last-rank=none"));
}

#[test]
fn an_adjacent_lion_may_be_taken_even_if_protected() {
    let sfen = "12/12/6g5/6n5/6N5/12/12/12/12/12/12/12 b - 1";
    for mv in ["6e6d", "6e6d6e", "6e6d5e"] {
        assert!(may(sfen, mv, "historic"), "{mv}");
    }
    let second_step = "12/12/6g5/6n5/5pN5/12/12/12/12/12/12/12 b - 1";
    assert!(may(second_step, "6e7e6d", "historic"));
}

#[test]
fn a_distant_lion_may_be_taken_only_if_nothing_retakes() {
    let free = "12/12/6n5/12/6N5/12/12/12/12/12/12/12 b - 1";
    let protected = "12/6g5/6n5/12/6N5/12/12/12/12/12/12/12 b - 1";
    assert!(may(free, "6e6c", "historic"));
    assert!(!may(protected, "6e6c", "historic"));
    assert!(!may(protected.replace(" b ", " w ").as_str(), "6c6c", "historic"));
}

#[test]
fn a_protector_hidden_behind_the_taking_lion_counts() {
    let sfen = "12/12/6n5/12/6N5/12/6r5/12/12/12/12/12 b - 1";
    for preset in ["historic", "muller"] {
        assert!(!may(sfen, "6e6c", preset));
    }
}

#[test]
fn taking_more_than_a_small_piece_on_the_way_frees_the_capture() {
    for (on_the_way, expected) in
        [('p', false), ('i', false), ('g', true), ('n', true), ('l', true), ('k', true)]
    {
        let sfen = format!("12/6g5/6n5/6{on_the_way}5/6N5/12/12/12/12/12/12/12 b - 1");
        assert_eq!(may(&sfen, "6e6d6c", "historic"), expected, "{on_the_way}");
    }
    assert!(may("12/6g5/6n5/6+p5/6N5/12/12/12/12/12/12/12 b - 1", "6e6d6c", "historic"));
}

#[test]
fn a_small_piece_taken_on_the_way_hides_or_protects_as_parameter_three_says() {
    let pawn_hides_bishop = "12/12/6n5/7p4/6N1b3/12/12/12/12/12/12/12 b - 1";
    let found = ["before", "after"]
        .map(|value| may(pawn_hides_bishop, "6e5d6c", &format!("lion-bridge={value}")));
    assert_eq!(found, [true, false]);
    let go_between_protects = "12/12/6n5/6i5/6N5/12/12/12/12/12/12/12 b - 1";
    let found = ["before", "after"]
        .map(|value| may(go_between_protects, "6e6d6c", &format!("lion-bridge={value}")));
    assert_eq!(found, [false, true]);
}

const STRIKES: [&str; 3] =
    ["counter-strike=strict", "counter-strike=unprotected-allowed", "counter-strike=off"];

#[test]
fn a_lion_may_not_be_taken_elsewhere_by_a_non_lion_as_parameter_four_says() {
    let bare = "6r5/12/12/12/6N5/12/12/12/12/12/12/B11 w 12l 1";
    let protected = "6r5/12/12/12/6N5/6G5/12/12/12/12/12/B11 w 12l 1";
    assert_eq!(STRIKES.map(|value| may(bare, "6a6e", value)), [false, true, true]);
    assert_eq!(STRIKES.map(|value| may(protected, "6a6e", value)), [false, false, true]);
    assert!(may(&protected.replace("12l", "-"), "6a6e", "historic"));
    assert!(may("12/12/12/6n5/6N5/6G5/12/12/12/12/12/B11 w 12l 1", "6d6e", "historic"));
}

#[test]
fn the_protector_of_a_lion_may_stand_behind_the_taker() {
    let sfen = "6R5/6r5/12/12/6N5/12/12/12/12/12/12/B11 w 12l 1";
    assert!(!may(sfen, "6b6e", "jcsa"));
}

#[test]
fn both_squares_of_a_double_step_count_for_counter_strike() {
    let first = "12/12/12/6+h5/6N5/6P5/12/12/12/12/12/R11 w 12l 1";
    let second = "12/12/12/6+h5/6P5/6N5/12/12/12/12/12/R11 w 12l 1";
    for sfen in [first, second] {
        assert!(!may(sfen, "6d6e6f", "historic"));
        assert!(may(&sfen.replace("12l", "-"), "6d6e6f", "historic"));
    }
    assert!(!may(first, "6d6e6d", "historic"));
    assert!(!may(first, "6d6e6f", "jcsa"), "the pawn taken second protects the lion taken first");
    assert!(may(second, "6d6e6f", "jcsa"));
}

#[test]
fn a_kirin_made_a_lion_is_retaken_on_its_square_as_the_variant_says() {
    let kirin = "12/12/12/6R5/12/6+o5/6N5/12/12/12/12/12 b 6f 1";
    let other = "12/12/12/6R5/12/6b5/6N5/12/12/12/12/12 b 6f 1";
    let barred = "same-square=same-square-barred";
    assert!(may(kirin, "6d6f", "historic"));
    assert!(!may(kirin, "6d6f", barred));
    assert!(!may(kirin, "6d6f", "jcsa,same-square=same-square-barred"), "protected or not");
    assert!(may(kirin, "6d6f", "counter-strike=off,same-square=same-square-barred"));
    assert!(may(kirin, "6g6f", barred), "a lion may");
    assert!(may(other, "6d6f", barred), "a taker that is no lion may be retaken");
}

#[test]
fn the_counter_strike_square_is_where_the_taker_of_a_lion_stands() {
    let rules = Rules::HISTORIC;
    let struck = |sfen: &str, mv: &str| play(sfen, &[mv], &rules).counter_strike;
    let kirin = "12/12/12/6n5/12/6O5/12/12/12/12/12/12 b - 1";
    for mv in ["6f6d", "6f6d+"] {
        assert_eq!(struck(kirin, mv), Some(square("6d")));
    }
    let falcon = "12/12/12/6p5/6n5/6+H5/12/12/12/12/12/12 b - 1";
    assert_eq!(struck(falcon, "6f6e6f"), Some(square("6f")));
    assert_eq!(struck(falcon, "6f6e6d"), Some(square("6d")));
    assert_eq!(struck(falcon, "6f6d"), None);
    assert_eq!(struck("12/12/12/12/6n5/6N5/12/12/12/12/12/12 b - 1", "6f6e"), None);
    let off = play(kirin, &["6f6d"], &"counter-strike=off".parse().unwrap());
    assert_eq!(off.counter_strike, None);
    let later = play("k11/12/12/6n5/12/6O5/12/12/12/12/12/12 b - 1", &["6f6d", "12a11a"], &rules);
    assert_eq!(later.counter_strike, None);
}

#[test]
fn one_royal_is_in_check_when_attacked_under_every_value() {
    for value in ["last", "all", "any"] {
        let rules = rules(&format!("royal-check={value}"));
        assert!(is_check(&setup("6k5/12/12/6R5/12/12/12/12/12/12/12/12 w - 1"), &rules));
        assert!(!is_check(&setup("6k5/6p5/12/6R5/12/12/12/12/12/12/12/12 w - 1"), &rules));
        assert!(!is_check(&setup("12/12/12/6R5/12/12/12/12/12/12/12/12 w - 1"), &rules));
    }
}

#[test]
fn two_royals_are_in_check_as_parameter_five_says() {
    let one = "5+e1k4/12/12/7R4/12/12/12/12/12/12/12/12 w - 1";
    let both = "5+e1k4/12/12/5R1R4/12/12/12/12/12/12/12/12 w - 1";
    let at_once = "5+ek5/5N6/12/12/12/12/12/12/12/12/12/12 w - 1";
    let found = [one, both, at_once].map(|sfen| {
        ["last", "all", "any"]
            .map(|value| is_check(&setup(sfen), &rules(&format!("royal-check={value}"))))
    });
    assert_eq!(found, [[false, false, true], [false, true, true], [true, true, true]]);
}

#[test]
fn three_royals_are_never_taken_at_once() {
    let sfen = "4+e+ek5/5N6/12/12/12/12/12/12/12/12/12/12 w - 1";
    assert!(!can_take_all_royals(&setup(sfen), &Rules::HISTORIC, Side::Black));
}

#[test]
fn a_falcon_takes_two_royals_on_its_line() {
    let sfen = "12/6k5/6+e5/6+H5/12/12/12/12/12/12/12/12 b - 1";
    assert!(can_take_all_royals(&setup(sfen), &Rules::HISTORIC, Side::Black));
    assert!(!can_take_all_royals(&setup(sfen), &Rules::HISTORIC, Side::White));
}

#[test]
fn a_drunk_elephant_that_becomes_a_prince_answers_a_check() {
    let position = setup("12/12/12/12/12/12/R10k/R5e5/12/12/12/12 w - 1");
    let mut answers: Vec<String> =
        evasions(&position, &Rules::HISTORIC).into_iter().map(show).collect();
    answers.sort_unstable();
    assert_eq!(
        answers,
        ["1g1f", "1g1h", "1g2f", "1g2h", "6h5g", "6h5i+", "6h6i+", "6h7g", "6h7i+"],
        "to step out of check, to step between, to become a prince"
    );
}

#[test]
fn a_side_with_two_royals_may_leave_one_to_be_taken() {
    let position = setup("5+e1k4/12/12/7R4/12/12/12/12/12/12/12/11p w - 1");
    for value in ["last", "all", "any"] {
        let rules = rules(&format!("royal-check={value}"));
        assert_eq!(evasions(&position, &rules), legal_moves(&position, &rules));
    }
}

#[test]
fn a_check_may_not_leave_the_attackers_own_royal() {
    let found = |sfen: &str| -> Vec<String> {
        checks(&setup(sfen), &Rules::HISTORIC).into_iter().map(show).collect()
    };
    let pinned = "k5r4K/12/12/12/12/12/12/1R10/12/12/12/12 b - 1";
    assert!(found(pinned).is_empty(), "{:?}", found(pinned));
    let no_king = "k5r5/12/12/12/12/12/12/1R10/12/12/12/12 b - 1";
    assert_eq!(found(no_king), ["11h11a", "11h11a+", "11h11b+", "11h12h"]);
}

#[test]
fn taking_the_last_royal_is_no_check_but_evades_one() {
    let attacked = "k11/12/R11/12/12/12/12/12/12/12/12/12 b - 1";
    let taking = |position: &Setup| usi(position, "12c12a");
    assert!(!checks(&setup(attacked), &Rules::HISTORIC).contains(&taking(&setup(attacked))));
    let position = setup("k1r9/12/R11/12/12/12/12/12/12/2K9/12/12 w - 1");
    let takes = usi(&position, "10a10j");
    assert!(evasions(&position, &Rules::HISTORIC).contains(&takes));
    let without = setup("k1r9/12/R11/12/12/12/12/12/12/2G9/12/12 w - 1");
    assert!(!evasions(&without, &Rules::HISTORIC).contains(&takes));
}

#[test]
fn a_pass_is_written_by_way_of_the_first_empty_square_clockwise() {
    let pass = |sfen: &str| -> Vec<String> {
        let moves = texts(&setup(sfen), "6f");
        moves.into_iter().filter(|mv| mv.starts_with("6f") && mv.ends_with("6f")).collect()
    };
    assert_eq!(pass("12/12/12/12/12/6N5/12/12/12/12/12/12 b - 1"), ["6f6e6f"]);
    assert_eq!(pass("12/12/12/12/12/6n5/12/12/12/12/12/12 w - 1"), ["6f6e6f"]);
    assert_eq!(pass("12/12/12/12/6PP4/6N5/12/12/12/12/12/12 b - 1"), ["6f5f6f"]);
    assert_eq!(pass("12/12/12/12/12/6+H5/12/12/12/12/12/12 b - 1"), ["6f6e6f"]);
    assert_eq!(pass("12/12/12/12/12/6+h5/12/12/12/12/12/12 w - 1"), ["6f6g6f"]);
    assert_eq!(pass("12/12/12/12/7P4/6+D5/12/12/12/12/12/12 b - 1"), ["6f7e6f"]);
    assert_eq!(pass("12/12/12/12/12/6+d5/12/12/12/12/12/12 w - 1"), ["6f5g6f"]);
    assert!(pass("12/12/12/12/6P5/6+H5/12/12/12/12/12/12 b - 1").is_empty());
    assert!(pass("12/12/12/12/5PPP4/5PNP4/5PPP4/12/12/12/12/12 b - 1").is_empty());
    let corner = texts(&setup("N11/12/12/12/12/12/12/12/12/12/12/12 b - 1"), "12a");
    assert!(corner.contains(&"12a11a12a".to_owned()));
}

#[test]
fn lion_power_takes_without_moving() {
    let lion = setup("12/12/12/12/12/6Np4/12/12/12/12/12/12 b - 1");
    assert!(texts(&lion, "6f").contains(&"6f5f6f".to_owned()));
    let after = apply(&lion, &Rules::HISTORIC, usi(&lion, "6f5f6f"));
    assert_eq!(after, setup("12/12/12/12/12/6N5/12/12/12/12/12/12 w - 1"));
    let falcon = setup("12/12/12/12/6p5/6+Hp4/12/12/12/12/12/12 b - 1");
    let taken: Vec<String> =
        texts(&falcon, "6f").into_iter().filter(|mv| mv.ends_with("6f")).collect();
    assert_eq!(taken, ["6f6e6f"], "in its line of power only");
}

#[test]
fn a_lone_lion_has_twenty_four_squares_and_a_pass() {
    assert_eq!(texts(&setup("12/12/12/12/12/6N5/12/12/12/12/12/12 b - 1"), "6f").len(), 25);
}
