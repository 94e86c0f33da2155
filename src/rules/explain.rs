//! Says which rule forbids a move.
//!
//! Accepts any move in any setup; agrees with the reference rules: a move is allowed exactly when it
//! is in their list. The parts of the rules are asked in turn, so that the first that objects is
//! named.

use super::reference::{
    LionBan, apply, captures, has, is_check, lion_ban, may_promote, moves_from, royal_thief, royals,
};
use super::{Illegal, Move, Piece, PieceOn, Rules, Setup, Side, Square, ZonePromotion};

/// What a move is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A legal move of the game.
    Game,
    /// A move of the attacker in a mating problem.
    Check,
    /// A move of the defender in a mating problem.
    Evasion,
}

/// Is this a legal move of the side to move, or a legal check or evasion?
///
/// The move must be in the canonical form that [`Move`] describes: a two-step spelling with an empty
/// first square is refused here, turning it into the jump or the canonical pass is the business of
/// whoever reads it.
///
/// # Errors
/// The rule that forbids the move.
pub fn explain(setup: &Setup, rules: &Rules, mv: Move, purpose: Purpose) -> Result<(), Illegal> {
    legal(setup, rules, mv)?;
    let after = apply(setup, rules, mv);
    match purpose {
        Purpose::Game => Ok(()),
        Purpose::Check => check(&after, rules),
        Purpose::Evasion => evasion(setup, &after, rules),
    }
}

fn legal(setup: &Setup, rules: &Rules, mv: Move) -> Result<(), Illegal> {
    let piece = setup.get(mv.from).ok_or(Illegal::EmptySquare { square: mv.from })?;
    let mover = on(setup, rules, mv.from);
    if piece.side != setup.side {
        return Err(Illegal::NotOwn { piece: mover, side: piece.side });
    }
    let plain = Move { promote: false, ..mv };
    if !moves_from(setup, rules.variant, mv.from).contains(&plain) {
        return Err(match mv.mid {
            Some(mid) => two_steps(setup, rules, piece, mv, mid),
            None => one_step(setup, rules, piece, mv),
        });
    }
    match lion_ban(setup, rules, mv) {
        Some(LionBan::Protected { lion, by }) => {
            return Err(Illegal::LionProtected { lion, by: on(setup, rules, by) });
        }
        Some(LionBan::CounterStrike { lion, struck }) => {
            return Err(Illegal::CounterStrike { piece: mover, lion, struck });
        }
        Some(LionBan::SameSquare { lion }) => {
            return Err(Illegal::SameSquare { piece: mover, lion });
        }
        None => {}
    }
    if mv.promote && !may_promote(setup, rules, mv) {
        return Err(no_promotion(setup, rules, piece, mv));
    }
    Ok(())
}

/// Why the piece's own power does not allow a move without a capture on the way.
fn one_step(setup: &Setup, rules: &Rules, piece: Piece, mv: Move) -> Illegal {
    let mover = on(setup, rules, mv.from);
    if mv.to == mv.from {
        return no_pass(setup, rules, piece, mv);
    }
    if setup.get(mv.to).is_some_and(|other| other.side == piece.side) {
        return Illegal::OwnPiece { piece: on(setup, rules, mv.to) };
    }
    let slides = rules.variant.spec(piece.kind).movement.slide;
    for dir in (0..8).filter(|&dir| has(slides, piece.side, dir)) {
        let mut first = None;
        let mut square = mv.from.step(dir);
        while rules.variant.contains(square) && square != mv.to {
            if first.is_none() && setup.get(square).is_some() {
                first = Some(square);
            }
            square = square.step(dir);
        }
        if let (true, Some(first)) = (square == mv.to, first) {
            return Illegal::Blocked { piece: mover, by: on(setup, rules, first) };
        }
    }
    Illegal::NotItsMove { piece: mover, to: mv.to }
}

/// Why the piece's own power does not allow a move by way of `mid`.
fn two_steps(setup: &Setup, rules: &Rules, piece: Piece, mv: Move, mid: Square) -> Illegal {
    let mover = on(setup, rules, mv.from);
    let movement = rules.variant.spec(piece.kind).movement;
    let power = |dir| movement.lion_power || has(movement.line_power, piece.side, dir);
    if !(0..8).any(|dir| power(dir) && mv.from.step(dir) == mid) {
        return Illegal::NotItsMove { piece: mover, to: mv.to };
    }
    let own = |square| setup.get(square).is_some_and(|other| other.side == piece.side);
    if mv.to == mv.from {
        return no_pass(setup, rules, piece, mv);
    }
    if rules.variant.contains(mid) && setup.get(mid).is_none() {
        return Illegal::NothingOnTheWay { mid };
    }
    match [mid, mv.to].into_iter().find(|&square| own(square)) {
        Some(square) => Illegal::OwnPiece { piece: on(setup, rules, square) },
        None => Illegal::NotItsMove { piece: mover, to: mv.to },
    }
}

/// Why the piece cannot stay where it is, as the move has it.
fn no_pass(setup: &Setup, rules: &Rules, piece: Piece, mv: Move) -> Illegal {
    let mover = on(setup, rules, mv.from);
    let movement = rules.variant.spec(piece.kind).movement;
    if !movement.lion_power && movement.line_power == 0 {
        return Illegal::NotItsMove { piece: mover, to: mv.to };
    }
    let pass = moves_from(setup, rules.variant, mv.from)
        .into_iter()
        .find(|other| other.to == other.from && captures(setup, *other).next().is_none());
    let Some(canonical) = pass.and_then(|pass| pass.mid) else {
        return Illegal::NoPass { piece: mover };
    };
    match mv.mid {
        Some(mid) if setup.get(mid).is_some() => Illegal::OwnPiece { piece: on(setup, rules, mid) },
        _ => Illegal::OtherPass { piece: mover, canonical },
    }
}

/// Why the move, legal without, may not promote.
fn no_promotion(setup: &Setup, rules: &Rules, piece: Piece, mv: Move) -> Illegal {
    let mover = on(setup, rules, mv.from);
    if rules.variant.spec(piece.kind).promoted {
        return Illegal::AlreadyPromoted { piece: mover };
    }
    if rules.variant.promotion(piece.kind).is_none() {
        return Illegal::NeverPromotes { piece: mover };
    }
    if !rules.variant.in_zone(piece.side, mv.from) {
        return Illegal::OutsideZone { piece: mover };
    }
    if rules.promotion == ZonePromotion::Never {
        return Illegal::InsideZone { piece: mover };
    }
    Illegal::Barred { piece: mover }
}

/// Is the position after the attacker's move a check that he may give?
fn check(after: &Setup, rules: &Rules) -> Result<(), Illegal> {
    let defender = after.side;
    if royals(after, rules, defender).is_empty() {
        return Err(Illegal::NoRoyal);
    }
    if !is_check(after, rules) {
        return Err(Illegal::NoCheck);
    }
    match lost_royals(after, rules, defender) {
        Some((royals, by)) => Err(Illegal::LeavesAttacker { royals, by }),
        None => Ok(()),
    }
}

/// Is the position after the defender's move one in which he is not lost?
fn evasion(before: &Setup, after: &Setup, rules: &Rules) -> Result<(), Illegal> {
    let attacker = after.side;
    if !royals(before, rules, attacker).is_empty() && royals(after, rules, attacker).is_empty() {
        return Ok(());
    }
    match lost_royals(after, rules, attacker) {
        Some((royals, by)) => Err(Illegal::LeavesDefender { royals, by }),
        None => Ok(()),
    }
}

/// The royals that `by` could take with one move, and the piece that could.
fn lost_royals(after: &Setup, rules: &Rules, by: Side) -> Option<(Vec<PieceOn>, PieceOn)> {
    let thief = royal_thief(after, rules, by)?;
    let lost = royals(after, rules, by.flip());
    let named = lost.into_iter().map(|square| on(after, rules, square)).collect();
    Some((named, on(after, rules, thief.from)))
}

/// The name of what stands on a square that is not empty.
fn on(setup: &Setup, rules: &Rules, square: Square) -> PieceOn {
    let name = setup.get(square).map_or("nothing", |piece| rules.variant.spec(piece.kind).name);
    PieceOn { name, square }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reference::{checks, evasions, legal_moves};
    use super::super::test_text::{setup, show, usi};
    use super::*;

    fn why(sfen: &str, mv: &str, purpose: Purpose, rules: &str) -> String {
        let position = setup(sfen);
        match explain(&position, &rules.parse().unwrap(), usi(&position, mv), purpose) {
            Ok(()) => "allowed".to_owned(),
            Err(illegal) => illegal.to_string(),
        }
    }

    fn game(sfen: &str, mv: &str) -> String {
        why(sfen, mv, Purpose::Game, "historic")
    }

    #[test]
    fn moves_against_the_pieces_power_are_explained() {
        let sfen = "12/12/12/12/6P5/6Rn4/6G5/12/12/12/12/12 b - 1";
        assert_eq!(game(sfen, "1a1b"), "1a is empty");
        assert_eq!(game(sfen, "5f5e"), "the lion on 5f belongs to White");
        assert_eq!(game(sfen, "6f6e"), "the mover's own pawn on 6e is in the way");
        assert_eq!(game(sfen, "6f5e"), "the rook on 6f does not move to 5e like that");
        assert_eq!(game(sfen, "6f3f"), "the way of the rook on 6f is blocked by the lion on 5f");
        assert_eq!(game(sfen, "6g6i"), "the gold general on 6g does not move to 6i like that");
        assert_eq!(game(sfen, "6f6c"), "the way of the rook on 6f is blocked by the pawn on 6e");
        assert_eq!(game(sfen, "6f5f4f"), "the rook on 6f does not move to 4f like that");
    }

    #[test]
    fn two_steps_and_passes_are_explained() {
        let sfen = "12/12/12/12/6P5/6Np4/6+H5/12/12/12/12/12 b - 1";
        let position = setup(sfen);
        let square = |text: &str| text.parse::<Square>().unwrap();
        let message = |from: &str, mid: &str, to: &str| {
            let mv = Move::double(square(from), square(mid), square(to));
            explain(&position, &Rules::HISTORIC, mv, Purpose::Game).unwrap_err().to_string()
        };
        assert_eq!(message("6f", "7f", "8f"), "nothing stands on 7f to be taken on the way");
        assert_eq!(message("6f", "6e", "6d"), "the mover's own pawn on 6e is in the way");
        assert_eq!(message("6f", "5f", "6e"), "the mover's own pawn on 6e is in the way");
        assert_eq!(message("6f", "5f", "3f"), "the lion on 6f does not move to 3f like that");
        assert_eq!(message("6f", "7f", "6f"), "a pass of the lion on 6f is written by way of 5e");
        let no_pass = "the horned falcon on 6g has no empty square next to it for a pass";
        assert_eq!(message("6g", "6f", "6g"), no_pass);
    }

    #[test]
    fn the_lion_rules_are_explained() {
        assert_eq!(
            game("12/6g5/6n5/12/6N5/12/12/12/12/12/12/12 b - 1", "6e6c"),
            "the distant lion on 6c is protected by the gold general on 6b"
        );
        assert_eq!(
            game("6r5/12/12/12/6N5/12/12/12/12/12/12/B11 w 12l 1", "6a6e"),
            "counter-strike: a lion was just taken on 12l, so the rook on 6a may not take the lion \
             on 6e"
        );
        let kirin = "12/12/12/6R5/12/6+o5/12/12/12/12/12/12 b 6f 1";
        assert_eq!(
            why(kirin, "6d6f", Purpose::Game, "same-square=same-square-barred"),
            "the kirin that took a lion and became one on 6f may not be retaken by the rook on 6d"
        );
    }

    #[test]
    fn refused_promotions_are_explained() {
        let sfen = "12/12/12/6G5/6N5/6R5/6+G5/12/12/12/12/12 b - 1 6d";
        assert_eq!(game(sfen, "6e5d+"), "the lion on 6e never promotes");
        assert_eq!(game(sfen, "6g5g+"), "the rook on 6g is promoted already");
        assert_eq!(
            game(sfen, "6f5f+"),
            "the rook on 6f neither enters the promotion zone nor takes in it"
        );
        assert_eq!(
            game(sfen, "6d6c+"),
            "the gold general on 6d starts in the promotion zone and promotes only by taking"
        );
        assert_eq!(
            why(sfen, "6d6c+", Purpose::Game, "msm"),
            "the gold general on 6d has declined promotion and is barred from it for now unless it \
             takes"
        );
    }

    #[test]
    fn moves_that_miss_their_purpose_are_explained() {
        let sfen = "k5r4K/12/12/12/12/12/12/1R10/12/12/12/12 b - 1";
        assert_eq!(why(sfen, "11h10h", Purpose::Check, "historic"), "gives no check");
        assert_eq!(
            why(sfen, "11h12h", Purpose::Check, "historic"),
            "leaves the attacker's own king on 1a to the rook on 6a"
        );
        let open = "k11/12/R11/12/12/12/12/12/12/12/12/12 b - 1";
        assert_eq!(
            why(open, "12c12a", Purpose::Check, "historic"),
            "leaves no royal to give check to"
        );
        let lost = "5+ek5/5N6/12/12/12/12/12/12/12/12/12/p11 w - 1";
        let leaves = "leaves the prince on 7a and the king on 6a to the lion on 7b";
        assert_eq!(why(lost, "6a6b", Purpose::Evasion, "historic"), leaves.replace("6a", "6b"));
        assert_eq!(why(lost, "7a7b", Purpose::Evasion, "historic"), "allowed");
    }

    /// Every move from every square, by way of every square near it, to every square that matters.
    fn spellings(position: &Setup, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in rules.variant.squares() {
            for to in rules.variant.squares() {
                moves.push(Move::simple(from, to, false));
            }
            let near = |square: &Square| position.get(from).is_some() && from.distance(*square) < 3;
            for mid in rules.variant.squares().filter(near) {
                moves.extend(
                    rules.variant.squares().filter(near).map(|to| Move::double(from, mid, to)),
                );
            }
        }
        let promoting: Vec<Move> = moves.iter().map(|&mv| Move { promote: true, ..mv }).collect();
        moves.extend(promoting);
        moves
    }

    const LISTS: &str = include_str!("../../tests/fixtures/lishogi-moves.tsv");

    const RULES: &[&str] = &[
        "historic",
        "lishogi",
        "jcsa",
        "muller",
        "msm",
        "promotion=always,last-rank=pawn-gobetween,royal-check=all,same-square=same-square-barred",
        "promotion=after-move,last-rank=none,counter-strike=off,royal-check=any",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_move_is_allowed_exactly_if_the_reference_lists_it(
            line in 0..800_usize,
            rules_text in prop::sample::select(RULES),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let rules: Rules = rules_text.parse().unwrap();
            let mut position = setup(LISTS.lines().nth(line).unwrap().split('\t').next().unwrap());
            for choice in choices {
                let moves = legal_moves(&position, &rules);
                if !moves.is_empty() {
                    position = apply(&position, &rules, moves[choice.index(moves.len())]);
                }
            }
            let lists = [
                (Purpose::Game, legal_moves(&position, &rules)),
                (Purpose::Check, checks(&position, &rules)),
                (Purpose::Evasion, evasions(&position, &rules)),
            ];
            for mv in spellings(&position, &rules) {
                for (purpose, list) in &lists {
                    let answer = explain(&position, &rules, mv, *purpose);
                    let listed = list.binary_search(&mv).is_ok();
                    prop_assert_eq!(answer.is_ok(), listed, "{} {:?} {:?}", show(mv), purpose, answer);
                }
            }
        }
    }
}
