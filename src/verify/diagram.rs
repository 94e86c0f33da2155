//! What can be said of a diagram by looking at it.

use super::finding::{Finding, FindingKind, Weight};
use crate::notation::sfen;
use crate::rules::{Setup, Side, Square, Variant};

/// Warnings about a diagram: more pieces of a kind than a game has, and diagrams of the same problem
/// elsewhere that differ. Composers may break the former on purpose.
#[must_use]
pub fn remarks(setup: &Setup, variant: &Variant, elsewhere: &[(String, Setup)]) -> Vec<Finding> {
    let mut findings = counts(setup, variant);
    for (name, other) in elsewhere {
        let squares = difference(setup, other, variant);
        if !squares.is_empty() {
            let list: Vec<String> = squares.iter().map(ToString::to_string).collect();
            let reason = format!("the diagram differs from that of {name} on {}", list.join(", "));
            findings.push(Finding::whole(FindingKind::DiagramDiffers, Weight::Remark, reason));
        }
    }
    findings
}

/// The squares on which two diagrams differ.
#[must_use]
pub fn difference(one: &Setup, other: &Setup, variant: &Variant) -> Vec<Square> {
    variant.squares().filter(|&square| one.get(square) != other.get(square)).collect()
}

/// Kinds of which a side has more than a game can give it. A promoted piece counts as what it was,
/// unless the diagram writes it as the piece that it has become: a second lion may be a kirin.
fn counts(setup: &Setup, variant: &Variant) -> Vec<Finding> {
    let Ok(start) = sfen::parse(variant.start_sfen, variant) else { return Vec::new() };
    let specs = || variant.kinds().map(|kind| variant.spec(kind));
    let mut findings = Vec::new();
    for side in Side::ALL {
        let count = |setup: &Setup, letter: char| {
            let pieces = setup.pieces(variant).map(|(_, piece)| piece);
            pieces
                .filter(|piece| piece.side == side && variant.spec(piece.kind).letter == letter)
                .count()
        };
        for spec in specs().filter(|spec| !spec.promoted) {
            let (has, most) = (count(setup, spec.letter), count(&start.setup, spec.letter));
            let spare: usize = specs()
                .filter(|other| other.promoted && other.name == spec.name)
                .map(|other| {
                    let all = count(&start.setup, other.letter);
                    all.saturating_sub(count(setup, other.letter))
                })
                .sum();
            if has > most + spare {
                let reason = format!(
                    "{side} has {has} of the {}, promoted ones included; a game has {most}",
                    spec.name
                );
                findings.push(Finding::whole(FindingKind::PieceCount, Weight::Remark, reason));
            }
        }
    }
    findings
}
