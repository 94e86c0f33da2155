//! Shows that there is no mate: the line that the defender must answer best.
//!
//! Every position of such a line is proved never to be won. The attacker tries the check after which
//! the fewest evasions refute; the defender answers with one that does.

use std::collections::HashSet;

use super::track::Tsume;
use crate::rules::Move;
use crate::search::analyst::Choice;
use crate::search::exact::Place;
use crate::search::induction::NEVER;

/// Plies after which it is enough.
const ENOUGH: usize = 12;

/// A line from a place that is never won, until the attacker has no check left, the play repeats, or
/// it is long enough.
pub fn refutation(analyst: &mut Tsume, from: &Place) -> Vec<Move> {
    let mut line = Vec::new();
    let mut seen = HashSet::new();
    let mut place = from.clone();
    while line.len() < ENOUGH && seen.insert(place.node) {
        let attacks = analyst.graph().node(place.node).attacker;
        let Some(choices) = analyst.choices(&place) else { break };
        let next = if attacks { best_try(analyst, choices) } else { refuting(analyst, choices) };
        let Some(next) = next else { break };
        line.push(next.mv.into());
        place = next.place;
    }
    line
}

/// The check after which the fewest evasions refute.
fn best_try(analyst: &mut Tsume, checks: Vec<Choice>) -> Option<Choice> {
    checks.into_iter().min_by_key(|check| {
        let evasions = analyst.choices(&check.place).unwrap_or_default();
        let refuting = evasions.iter().filter(|evasion| evasion.interval.lo == NEVER).count();
        (refuting, std::cmp::Reverse(evasions.len()), check.mv)
    })
}

/// The evasion that leaves the attacker the fewest checks among those that refute.
fn refuting(analyst: &mut Tsume, evasions: Vec<Choice>) -> Option<Choice> {
    evasions.into_iter().filter(|evasion| evasion.interval.lo == NEVER).min_by_key(|evasion| {
        let checks = analyst.choices(&evasion.place).map_or(usize::MAX, |checks| checks.len());
        (checks, evasion.mv)
    })
}
