//! Finds what is repeated one right after the other.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::item::run_cost;
use super::{Item, Shift};

/// The longest body of a run that is looked for, in items.
const LONGEST: usize = 1024;

/// Times that a block must come to be folded if it moves: two would be harder to read than the moves.
const FEWEST_SHIFTED: usize = 3;

/// Folds runs until nothing is gained; one may hold others.
pub(super) fn folded(mut items: Vec<Item>) -> Vec<Item> {
    while let Some(shorter) = round(&items) {
        items = shorter;
    }
    items
}

/// A run that could be folded.
struct Candidate {
    saved: usize,
    start: usize,
    period: usize,
    times: usize,
    shift: Shift,
}

/// Folds the runs that save most and do not overlap; `None` if there is none.
fn round(items: &[Item]) -> Option<Vec<Item>> {
    let mut candidates = candidates(items);
    if candidates.is_empty() {
        return None;
    }
    candidates.sort_by_key(|one| (Reverse(one.saved), one.period, one.start));
    let mut is_taken = vec![false; items.len()];
    let mut chosen: HashMap<usize, &Candidate> = HashMap::new();
    for candidate in &candidates {
        let range = candidate.start..candidate.start + candidate.period * candidate.times;
        if !is_taken[range.clone()].contains(&true) {
            is_taken[range].fill(true);
            chosen.insert(candidate.start, candidate);
        }
    }
    let mut out = Vec::new();
    let mut at = 0;
    while at < items.len() {
        if let Some(&&Candidate { period, times, shift, .. }) = chosen.get(&at) {
            // The longest run was taken first: its body may hold shorter ones.
            let body = folded(items[at..at + period].to_vec());
            out.push(Item::Run { body, times, shift });
            at += period * times;
        } else {
            out.push(items[at].clone());
            at += 1;
        }
    }
    Some(out)
}

/// Everything that would be shorter as a run.
fn candidates(items: &[Item]) -> Vec<Candidate> {
    let forms = forms(items);
    let mut before = vec![0];
    for item in items {
        before.push(before[before.len() - 1] + item.cost());
    }
    let mut found = Vec::new();
    for period in 1..=LONGEST.min(items.len() / 2) {
        let mut stretch = Stretch::default();
        for at in 0..=items.len() - period {
            let relation = if at + period < items.len() {
                relation(forms[at], forms[at + period])
            } else {
                Relation::None
            };
            if let Some(ended) = stretch.extend(at, relation) {
                ended.candidates(period, &before, &mut found);
            }
        }
    }
    found
}

/// An item as its form (equal for items that differ in place only) and its place.
type Form = (usize, Option<Shift>);

fn forms(items: &[Item]) -> Vec<Form> {
    let mut known: HashMap<Item, usize> = HashMap::new();
    let form = |item: &Item| {
        let anchor = item.anchor();
        let there = item.shifted(Shift::NONE.plus(anchor.unwrap_or_default(), -1));
        let next = known.len();
        (*known.entry(there).or_insert(next), anchor)
    };
    items.iter().map(form).collect()
}

/// How an item follows from another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// Not at all.
    None,
    /// The same wherever it stands: it names no square.
    Any,
    /// The same, moved so.
    Shift(Shift),
}

fn relation((form, place): Form, (other, there): Form) -> Relation {
    if form != other {
        return Relation::None;
    }
    match (place, there) {
        (Some(from), Some(to)) => {
            let shift = to.plus(from, -1);
            if shift.arrow().is_some() { Relation::Shift(shift) } else { Relation::None }
        }
        _ => Relation::Any,
    }
}

/// Items in a row that each follow in the same way from the one a period before.
#[derive(Clone, Copy, Default)]
struct Stretch {
    start: usize,
    length: usize,
    shift: Option<Shift>,
    /// Items at the end that would follow in any way.
    loose: usize,
}

impl Stretch {
    /// Goes on by an item; the stretch that ends by it, if one does.
    fn extend(&mut self, at: usize, relation: Relation) -> Option<Stretch> {
        let shift = match relation {
            Relation::None => {
                return Some(std::mem::take(self)).filter(|ended| ended.length > 0);
            }
            Relation::Any => {
                if self.length == 0 {
                    self.start = at;
                }
                self.length += 1;
                self.loose += 1;
                return None;
            }
            Relation::Shift(shift) => shift,
        };
        let goes_on = self.shift.is_none_or(|known| known == shift);
        let ended = if goes_on { None } else { Some(*self) };
        if !goes_on {
            // What followed in any way belongs to both.
            *self = Stretch { start: at - self.loose, length: self.loose, ..Stretch::default() };
        } else if self.length == 0 {
            self.start = at;
        }
        self.length += 1;
        self.loose = 0;
        self.shift = Some(shift);
        ended
    }

    /// The runs in it that are worth folding.
    fn candidates(&self, period: usize, before: &[usize], found: &mut Vec<Candidate>) {
        let times = self.length / period + 1;
        let shift = self.shift.unwrap_or_default();
        let fewest = if shift == Shift::NONE { 2 } else { FEWEST_SHIFTED };
        if times < fewest {
            return;
        }
        for start in self.start..=self.start + self.length % period {
            let whole = before[start + period * times] - before[start];
            let body = before[start + period] - before[start];
            let folded = run_cost(body, times, shift);
            if folded < whole {
                found.push(Candidate { saved: whole - folded, start, period, times, shift });
            }
        }
    }
}
