//! Finds blocks that stand in several places, and gives them names.

use std::collections::{HashMap, HashSet};

use super::item::cost;
use super::{Folded, Item, runs};

/// Names that are given at most.
const MOST: usize = 26;

/// Items up to which blocks are looked for: the table grows with the square.
const LONGEST: usize = 3000;

/// Columns of a block's name in the line, and of what stands before the block where it is written.
const NAME: usize = 4;
const DEFINITION: usize = 16;

/// A name must save so many columns.
const WORTH: usize = 24;

/// Names blocks as long as that makes the whole shorter.
pub(super) fn named(line: Vec<Item>) -> Folded {
    let mut lines = vec![line];
    while lines.len() <= MOST {
        let Some(block) = best(&lines) else { break };
        let name = Item::Block(lines.len() - 1);
        for line in &mut lines {
            *line = replaced(line, &block, &name);
        }
        lines.push(block);
        // Names in a row may repeat now.
        lines = lines.into_iter().map(runs::folded).collect();
    }
    ordered(&lines)
}

/// The block that saves most wherever it stands in the lines.
fn best(lines: &[Vec<Item>]) -> Option<Vec<Item>> {
    let items: Vec<Option<&Item>> =
        lines.iter().flat_map(|line| line.iter().map(Some).chain([None])).collect();
    if items.len() > LONGEST {
        return None;
    }
    let mut places: HashMap<&Item, Vec<usize>> = HashMap::new();
    for (at, item) in items.iter().enumerate() {
        if let Some(item) = item {
            places.entry(item).or_default().push(at);
        }
    }
    let mut before = vec![0];
    for item in &items {
        before.push(before[before.len() - 1] + item.map_or(0, Item::cost));
    }
    let common = common(&items, &places);
    let size = items.len();
    let (mut most, mut found) = (WORTH, None);
    for (at, item) in items.iter().enumerate() {
        let Some(places) = item.and_then(|item| places.get(item)) else { continue };
        let later = || places.iter().copied().filter(move |&place| place > at);
        let lengths: HashSet<usize> =
            later().map(|place| usize::from(common[at * size + place]).min(place - at)).collect();
        let mut lengths: Vec<usize> = lengths.into_iter().collect();
        lengths.sort_unstable();
        for length in lengths {
            let (mut count, mut end) = (1, at + length);
            for place in later() {
                if place >= end && usize::from(common[at * size + place]) >= length {
                    count += 1;
                    end = place + length;
                }
            }
            let columns = before[at + length] - before[at];
            let saved = ((count - 1) * columns).saturating_sub(count * NAME + DEFINITION);
            if count > 1 && saved > most {
                (most, found) = (saved, Some((at, length)));
            }
        }
    }
    let (at, length) = found?;
    Some(items[at..at + length].iter().flatten().copied().cloned().collect())
}

/// For every two places, how many items are the same from there on: rows of the earlier place.
fn common(items: &[Option<&Item>], places: &HashMap<&Item, Vec<usize>>) -> Vec<u16> {
    let size = items.len();
    let mut common = vec![0_u16; size * size];
    for at in (0..size).rev() {
        let Some(places) = items[at].and_then(|item| places.get(item)) else { continue };
        for &place in places.iter().filter(|&&place| place > at) {
            let next = if place + 1 < size { common[(at + 1) * size + place + 1] } else { 0 };
            common[at * size + place] = next + 1;
        }
    }
    common
}

/// The line with the name for each block.
fn replaced(line: &[Item], block: &[Item], name: &Item) -> Vec<Item> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some((first, others)) = rest.split_first() {
        if let Some(after) = rest.strip_prefix(block) {
            out.push(name.clone());
            rest = after;
        } else {
            out.push(first.clone());
            rest = others;
        }
    }
    out
}

/// Blocks in the order in which the line needs them, each before it is named. Those that came to
/// save nothing are written out.
fn ordered(lines: &[Vec<Item>]) -> Folded {
    let mut folded = Folded::default();
    let mut known = HashMap::new();
    folded.line = renamed(&lines[0], lines, &mut known, &mut folded.blocks);
    folded
}

fn renamed(
    items: &[Item],
    lines: &[Vec<Item>],
    known: &mut HashMap<usize, usize>,
    blocks: &mut Vec<Vec<Item>>,
) -> Vec<Item> {
    let mut out = Vec::new();
    for item in items {
        match item {
            Item::Block(index) if is_idle(*index, lines) => {
                out.extend(renamed(&lines[index + 1], lines, known, blocks));
            }
            Item::Block(index) => {
                let name = known.get(index).copied().unwrap_or_else(|| {
                    let block = renamed(&lines[index + 1], lines, known, blocks);
                    blocks.push(block);
                    known.insert(*index, blocks.len() - 1);
                    blocks.len() - 1
                });
                out.push(Item::Block(name));
            }
            Item::Run { body, times, shift } => out.push(Item::Run {
                body: renamed(body, lines, known, blocks),
                times: *times,
                shift: *shift,
            }),
            Item::Move(_) => out.push(item.clone()),
        }
    }
    out
}

/// True if a block is named so seldom that its name saves nothing.
fn is_idle(index: usize, lines: &[Vec<Item>]) -> bool {
    fn uses(items: &[Item], index: usize) -> usize {
        let of = |item: &Item| match item {
            Item::Block(other) => usize::from(*other == index),
            Item::Run { body, .. } => uses(body, index),
            Item::Move(_) => 0,
        };
        items.iter().map(of).sum()
    }
    let count: usize = lines.iter().map(|line| uses(line, index)).sum();
    let columns = cost(&lines[index + 1]);
    count * columns <= count * NAME + columns + DEFINITION
}
