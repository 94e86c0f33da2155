//! The published lines as moves: replayed, mended where one small change does it.

use super::Published;
use super::finding::{Finding, LineName, Weight};
use super::repair::repair;
use super::replay::{Fault, replay};
use crate::notation::UsiMove;
use crate::rules::{Move, Position};

/// A published line as far as it can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Which one.
    pub name: LineName,
    /// The moves, after mending.
    pub moves: Vec<Move>,
    /// True if a fault that could not be mended cut the line.
    pub is_cut: bool,
    /// Moves that it shares with the main line (for the main line itself: none).
    pub shared: usize,
}

/// All published lines, the main line first, and what is wrong with their text.
#[must_use]
pub fn read(position: &Position, published: &Published) -> (Vec<Text>, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut texts: Vec<Text> = Vec::new();
    let main = published.main;
    let mut mended_main: Option<Vec<UsiMove>> = None;
    let mut main_fault: Option<Fault> = None;
    let names = std::iter::once(LineName::Main).chain((1..).map(LineName::Variation));
    let lines = std::iter::once(main).chain(published.variations.iter().map(Vec::as_slice));
    for (name, line) in names.zip(lines) {
        let common = line.iter().zip(main).take_while(|(one, other)| one == other).count();
        let line = match &mended_main {
            Some(mended) if name != LineName::Main => transplanted(line, main, mended, common),
            _ => line.to_vec(),
        };
        let mut replayed = replay(position, &line);
        let mut is_cut = false;
        if let Some(fault) = &replayed.fault {
            let overruns = fault.kind == super::FindingKind::Overrun;
            is_cut = !overruns;
            let is_told = name != LineName::Main
                && main_fault
                    .as_ref()
                    .is_some_and(|told| told.ply as usize <= common && told == fault);
            let mended = if overruns || is_told { None } else { repair(position, &line, fault) };
            if !is_told {
                let weight = if overruns && name != LineName::Main {
                    Weight::Tolerated
                } else {
                    Weight::Fault
                };
                let text = Some(fault.text);
                let reason = fault.reason.clone();
                findings.push(Finding {
                    repair: mended.clone(),
                    ..Finding::at(fault.kind, weight, name, fault.ply, text, reason)
                });
            }
            if name == LineName::Main {
                main_fault = Some(fault.clone());
            }
            if let Some(mended) = mended {
                is_cut = false;
                replayed = replay(position, &mended.moves);
                if name == LineName::Main {
                    mended_main = Some(mended.moves);
                }
            }
        }
        let moves = replayed.moves;
        let shared = texts.first().map_or(0, |main| {
            main.moves.iter().zip(&moves).take_while(|(one, other)| one == other).count()
        });
        texts.push(Text { name, moves, is_cut, shared });
    }
    (texts, findings)
}

/// A variation with the part that it shares with the main line mended in the same way.
fn transplanted(
    line: &[UsiMove],
    main: &[UsiMove],
    mended: &[UsiMove],
    common: usize,
) -> Vec<UsiMove> {
    let change = main.iter().zip(mended).take_while(|(one, other)| one == other).count();
    if common <= change {
        return line.to_vec();
    }
    let kept = (common + mended.len()).saturating_sub(main.len());
    [&mended[..kept.min(mended.len())], &line[common..]].concat()
}
