//! Random small positions for the tests that compare with brute force.
//!
//! A royal or two of the defender, attackers and defenders of all kinds around them, either side as
//! the attacker, every rule preset, sometimes a royal of the attacker's and a counter-strike square.

#![allow(dead_code, reason = "not every test target uses all of it")]

use matenro::rules::variant::CHU;
use matenro::rules::{Kind, Piece, Role, Rules, Setup, Side, Square};
use proptest::prelude::*;

/// What a random position is made of; numbers are reduced as needed.
#[derive(Clone, Debug)]
pub struct Recipe {
    attacker_is_white: bool,
    royal: (u8, u8),
    second_royal: Option<(i8, i8)>,
    attackers: Vec<(u8, i8, i8)>,
    defenders: Vec<(u8, i8, i8)>,
    attacker_royal: Option<(i8, i8)>,
    counter_strike: Option<u8>,
    rules: u8,
}

/// Random recipes.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    let near = || (any::<u8>(), -4i8..=4, -4i8..=4);
    let spot = || (-3i8..=3, -3i8..=3);
    (
        any::<bool>(),
        (1u8..=12, 1u8..=12),
        prop::option::weighted(0.2, (-1i8..=1, -1i8..=1)),
        prop::collection::vec(near(), 2..7),
        prop::collection::vec(near(), 0..5),
        prop::option::weighted(0.2, spot()),
        prop::option::weighted(0.1, any::<u8>()),
        any::<u8>(),
    )
        .prop_map(
            |(white, royal, second, attackers, defenders, own, counter_strike, rules)| Recipe {
                attacker_is_white: white,
                royal,
                second_royal: second,
                attackers,
                defenders,
                attacker_royal: own,
                counter_strike,
                rules,
            },
        )
}

/// The kinds that a recipe numbers: all but royals.
fn ordinary() -> Vec<Kind> {
    CHU.kinds().filter(|&kind| CHU.spec(kind).role != Role::Royal).collect()
}

/// Recipes for a king in a corner region with short-range attackers about and perhaps one that slides:
/// small check graphs with many mates, of all lengths.
pub fn hunt() -> impl Strategy<Value = Recipe> {
    let numbers = |slides: bool| -> Vec<u8> {
        let fits = |kind: &Kind| (CHU.spec(*kind).movement.slide != 0) == slides;
        (0..).zip(ordinary()).filter(|(_, kind)| fits(kind)).map(|(number, _)| number).collect()
    };
    let steppers = prop::sample::select(numbers(false));
    let sliders = prop::sample::select(numbers(true));
    let near = -1i8..=3;
    (
        (1u8..=3, 1u8..=3),
        prop::collection::vec((steppers.clone(), near.clone(), near.clone()), 1..4),
        prop::collection::vec((sliders, -3i8..=6, -3i8..=6), 0..2),
        prop::collection::vec((steppers, -1i8..=2, -1i8..=2), 0..3),
        any::<u8>(),
    )
        .prop_map(|(royal, steppers, sliders, defenders, rules)| Recipe {
            attacker_is_white: false,
            royal,
            second_royal: None,
            attackers: [steppers, sliders].concat(),
            defenders,
            attacker_royal: None,
            counter_strike: None,
            rules,
        })
}

/// The rules of a recipe.
pub fn rules_of(recipe: &Recipe) -> Rules {
    let count = Rules::PRESETS.len() + 2;
    match recipe.rules as usize % count {
        index if index < Rules::PRESETS.len() => Rules::PRESETS[index].parse().expect("a preset"),
        index if index == Rules::PRESETS.len() => "royal-check=all".parse().expect("rules"),
        _ => "royal-check=any,promotion=always,same-square=same-square-barred"
            .parse()
            .expect("rules"),
    }
}

/// The position of a recipe.
pub fn build(recipe: &Recipe) -> Setup {
    let attacker = if recipe.attacker_is_white { Side::White } else { Side::Black };
    let defender = attacker.flip();
    let kind = |letter, promoted| CHU.find(letter, promoted).expect("a kind");
    let ordinary = ordinary();
    let centre = recipe.royal;
    let at = |files: i8, ranks: i8| -> Option<Square> {
        Square::new(centre.0.checked_add_signed(files)?, centre.1.checked_add_signed(ranks)?)
    };
    let mut setup = Setup::empty(attacker);
    let mut put = |square: Option<Square>, piece: Piece| {
        if let Some(square) = square
            && setup.get(square).is_none()
        {
            setup.set(square, Some(piece));
        }
    };
    put(at(0, 0), Piece::new(kind('k', false), defender));
    if let Some((files, ranks)) = recipe.second_royal {
        put(at(files, ranks), Piece::new(kind('e', true), defender));
    }
    if let Some((files, ranks)) = recipe.attacker_royal {
        put(at(files, ranks), Piece::new(kind('k', false), attacker));
    }
    for (pieces, side) in [(&recipe.attackers, attacker), (&recipe.defenders, defender)] {
        for &(number, files, ranks) in pieces {
            put(at(files, ranks), Piece::new(ordinary[number as usize % ordinary.len()], side));
        }
    }
    if let Some(number) = recipe.counter_strike {
        let takers: Vec<Square> = setup
            .pieces(&CHU)
            .filter(|(_, piece)| piece.side == defender)
            .map(|(square, _)| square)
            .collect();
        setup.counter_strike = Some(takers[number as usize % takers.len()]);
    }
    setup
}
