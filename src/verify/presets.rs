//! The same problem under other rules: does the answer depend on them, and on which?

use std::collections::HashSet;

use super::finding::{Finding, FindingKind, LineName, Weight};
use super::replay::candidates;
use crate::rules::{Move, Position, Rules, Setup};
use crate::search::{self, Control, Goal, Limits, Verdict};

/// The answer under a set of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Is there a mate?
    pub verdict: Verdict,
    /// Its exact length; `None` if there is none or it is not known.
    pub plies: Option<u32>,
    /// A line that mates.
    pub line: Vec<Move>,
}

/// A preset, or a single changed parameter, with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The preset's name or the setting `key=value`.
    pub name: String,
    /// The answer.
    pub outcome: Outcome,
}

/// Compares the answer with those under all presets, and under each value of every parameter that no
/// preset changes alone. Each of the other sets of rules gets the limits anew.
#[must_use]
pub fn compare(
    setup: &Setup,
    rules: Rules,
    base: &Outcome,
    limits: &Limits,
    control: &Control,
) -> (Vec<Compared>, Vec<Finding>) {
    let mut lab = Lab { setup, limits, control, known: vec![(rules, base.clone())] };
    let mut compared = Vec::new();
    let mut findings = Vec::new();
    for (name, other) in others(rules) {
        let outcome = lab.outcome(other);
        if let Some(difference) = difference(base, &outcome) {
            findings.push(lab.explain(&name, rules, other, base, &outcome, &difference));
        }
        compared.push(Compared { name, outcome });
    }
    (compared, findings)
}

/// The presets but for the present rules, then single settings of the parameters.
fn others(rules: Rules) -> Vec<(String, Rules)> {
    let presets = Rules::PRESETS.into_iter().filter_map(|name| {
        let other = Rules::preset(name).ok()?;
        (other != rules).then(|| (name.to_owned(), other))
    });
    let mut others: Vec<(String, Rules)> = presets.collect();
    for (key, value) in settings() {
        let mut other = rules;
        let set = other.set(key, value).is_ok();
        if set && other != rules && others.iter().all(|(_, known)| *known != other) {
            others.push((format!("{key}={value}"), other));
        }
    }
    others
}

/// Every value of every parameter.
fn settings() -> Vec<(&'static str, &'static str)> {
    use crate::rules::{
        CounterStrike, LastRank, LionBridge, RoyalCheck, SameSquare, ZonePromotion,
    };
    fn names<T>(named: &'static [(&'static str, T)]) -> Vec<&'static str> {
        named.iter().map(|(name, _)| *name).collect()
    }
    let values = [
        names(ZonePromotion::NAMED),
        names(LastRank::NAMED),
        names(LionBridge::NAMED),
        names(CounterStrike::NAMED),
        names(SameSquare::NAMED),
        names(RoyalCheck::NAMED),
    ];
    let pairs = Rules::KEYS.into_iter().zip(values);
    pairs.flat_map(|(key, values)| values.into_iter().map(move |value| (key, value))).collect()
}

/// In what two answers differ, if they are known to.
fn difference(base: &Outcome, other: &Outcome) -> Option<String> {
    let words = |outcome: &Outcome| match (outcome.verdict, outcome.plies) {
        (Verdict::NoMate, _) => Some("no mate".to_owned()),
        (Verdict::Mate, Some(plies)) => Some(format!("mate in {plies}")),
        _ => None,
    };
    let (one, two) = (words(base), words(other));
    if let (Some(one), Some(two)) = (one, two) {
        return (one != two).then(|| format!("{two} instead of {one}"));
    }
    match (base.verdict, other.verdict) {
        (Verdict::NoMate, Verdict::Mate) => Some("a mate instead of none".to_owned()),
        (Verdict::Mate, Verdict::NoMate) => Some("no mate instead of a mate".to_owned()),
        _ => None,
    }
}

/// Answers under rules, each asked for once.
struct Lab<'a> {
    setup: &'a Setup,
    limits: &'a Limits,
    control: &'a Control,
    known: Vec<(Rules, Outcome)>,
}

impl Lab<'_> {
    fn outcome(&mut self, rules: Rules) -> Outcome {
        if let Some((_, outcome)) = self.known.iter().find(|(known, _)| *known == rules) {
            return outcome.clone();
        }
        let outcome = self.solve(rules);
        self.known.push((rules, outcome.clone()));
        outcome
    }

    fn solve(&self, rules: Rules) -> Outcome {
        let solution = Position::new(self.setup, rules).ok().and_then(|position| {
            search::solve(&position, Goal::Shortest, self.limits, self.control).ok()
        });
        match solution {
            Some(solution) => Outcome {
                verdict: solution.verdict,
                plies: solution
                    .at_most
                    .filter(|_| solution.at_least == solution.at_most)
                    .map(|plies| plies.0),
                line: solution.line.moves,
            },
            // Under such rules it is no problem at all, so nothing can be mated.
            None => Outcome { verdict: Verdict::NoMate, plies: None, line: Vec::new() },
        }
    }

    /// The parameters that make the difference, and the first ply where the games differ.
    fn explain(
        &mut self,
        name: &str,
        rules: Rules,
        other: Rules,
        base: &Outcome,
        outcome: &Outcome,
        difference: &str,
    ) -> Finding {
        let pairs = Rules::KEYS.into_iter().zip(rules.values()).zip(other.values());
        let changed: Vec<(&str, &str)> =
            pairs.filter(|((_, one), two)| one != two).map(|((key, _), two)| (key, two)).collect();
        let mut deciding: Vec<String> = Vec::new();
        for &(key, value) in &changed {
            let mut single = rules;
            let set = single.set(key, value).is_ok();
            if set && self::difference(base, &self.outcome(single)).is_some() {
                deciding.push(format!("{key}={value}"));
            }
        }
        let by = if deciding.is_empty() {
            let all: Vec<String> =
                changed.iter().map(|(key, value)| format!("{key}={value}")).collect();
            format!("{} together", all.join(" and "))
        } else {
            deciding.join(" or ")
        };
        let line = if base.line.is_empty() { &outcome.line } else { &base.line };
        let ply = first_difference(self.setup, rules, other, line);
        let place = ply.map_or("off the main line".to_owned(), |ply| format!("from ply {ply} on"));
        Finding {
            line: ply.map(|_| LineName::Corrected),
            ply,
            evidence: outcome.line.clone(),
            ..Finding::whole(
                FindingKind::RuleDependent,
                Weight::Remark,
                format!("{name}: {difference}; {by} decides it ({place})"),
            )
        }
    }
}

/// The first ply of the line, from 1, at which the two games offer different moves.
fn first_difference(setup: &Setup, one: Rules, two: Rules, line: &[Move]) -> Option<u32> {
    let mut one = Position::new(setup, one).ok()?;
    let mut two = Position::new(setup, two).ok()?;
    for ply in 0..=line.len() {
        let moves = |position: &Position| -> HashSet<Move> {
            candidates(position, ply % 2 == 0).into_iter().collect()
        };
        let (first, second) = (moves(&one), moves(&two));
        if first != second {
            return Some(ply as u32 + 1);
        }
        let mv = *line.get(ply)?;
        if !first.contains(&mv) {
            return None;
        }
        one.make(mv);
        two.make(mv);
    }
    None
}
