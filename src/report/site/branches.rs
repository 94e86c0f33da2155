//! Variations as a nested list: each stands under the line that it leaves.

use std::collections::HashMap;

use maud::{Markup, html};

use super::book::Book;
use super::lines::{Line, NodeId};
use super::moves::Style;
use super::structure::line_or_folded;
use super::words;
use crate::report::lang::Lang;

/// Lists deeper than this are not nested further.
const DEEPEST: usize = 6;

/// A variation with its place in the tree.
#[derive(Debug)]
pub struct Branch {
    /// The moves from where it leaves the other line.
    pub line: Line,
    /// The branch that it leaves; `None` is the main line.
    pub parent: Option<usize>,
    /// Where it comes from.
    pub origin: Origin,
    depth: usize,
}

/// Where a branch comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The published main line, where it is not the best one.
    Published,
    /// A published variation, with its number from 1 if it is one of the text.
    Variation(Option<usize>),
    /// A defence that the published text does not treat.
    Added,
}

/// The branches beside the main line (the best one, else the published one): every variation from where
/// it leaves the line before it with which it shares most; one that brings nothing new is left out.
#[must_use]
pub fn branches(book: &Book) -> Vec<Branch> {
    let Some(main) = main_line(book) else { return Vec::new() };
    let published = book.published.iter().map(|line| (line, Origin::Published));
    let variations = (1..).zip(&book.variations);
    let variations = variations.map(|(number, line)| (line, Origin::Variation(Some(number))));
    let essential = book.essential.iter().map(|one| {
        (&one.line, if one.is_published { Origin::Variation(None) } else { Origin::Added })
    });
    let mut homes: HashMap<NodeId, Option<usize>> = HashMap::from([(0, None)]);
    homes.extend(main.nodes.iter().map(|&node| (node, None)));
    let mut placed: Vec<Branch> = Vec::new();
    for (line, origin) in published.chain(variations).chain(essential) {
        if let Some(branch) = place(line, origin, &homes, &placed) {
            homes.extend(branch.line.nodes.iter().map(|&node| (node, Some(placed.len()))));
            placed.push(branch);
        }
    }
    placed
}

/// The line that the variations leave.
#[must_use]
pub fn main_line(book: &Book) -> Option<&Line> {
    book.best.as_ref().or(book.published.as_ref())
}

/// The place of a line: as long as its next node belongs to a line that is there, it goes along.
fn place(
    line: &Line,
    origin: Origin,
    homes: &HashMap<NodeId, Option<usize>>,
    placed: &[Branch],
) -> Option<Branch> {
    let shared = line.nodes.iter().take_while(|node| homes.contains_key(node)).count();
    if shared == line.nodes.len() {
        return None;
    }
    let start = if shared == 0 { line.start } else { line.nodes[shared - 1] };
    let parent = homes.get(&start).copied().flatten();
    let depth = parent.map_or(0, |parent| placed[parent].depth + 1);
    let line = Line {
        start,
        first_ply: line.first_ply + shared,
        nodes: line.nodes[shared..].to_vec(),
        unplayed: Vec::new(),
    };
    Some(Branch { line, parent, origin, depth })
}

/// The nested list.
#[must_use]
pub fn list(branches: &[Branch], style: Style) -> Markup {
    under(None, branches, style)
}

fn under(parent: Option<usize>, branches: &[Branch], style: Style) -> Markup {
    let depth = parent.map_or(0, |parent| branches[parent].depth + 1);
    let mut here: Vec<(usize, &Branch)> =
        branches.iter().enumerate().filter(|(_, branch)| branch.parent == parent).collect();
    here.sort_by_key(|(_, branch)| branch.line.first_ply);
    html! {
        @if !here.is_empty() {
            ul class="tree" {
                @for (number, branch) in here { (item(number, branch, branches, style, depth)) }
            }
        }
    }
}

fn item(number: usize, branch: &Branch, branches: &[Branch], style: Style, depth: usize) -> Markup {
    let name = format!("branch-{number}");
    let ply = branch.line.first_ply;
    let end = ply + branch.line.nodes.len().saturating_sub(1);
    let number_in_text = match branch.origin {
        Origin::Variation(Some(number)) => format!(" {number}"),
        _ => String::new(),
    };
    let label = match style.lang {
        Lang::En => format!("{}{number_in_text} at ply {ply}", words::VARIATION.text(style.lang)),
        Lang::Ja => format!("{ply}手目の{}{number_in_text}", words::VARIATION.plain(style.lang)),
    };
    html! {
        li {
            span class="branch" {
                (label) " (" (end) " " (words::PLIES.plain(style.lang)) ")"
                @if branch.origin != Origin::Added { ", " (words::AS_PUBLISHED.plain(style.lang)) }
            }
            @if branch.origin == Origin::Published {
                // It stands whole beside the corrected line.
                p class="moves" { (style.first(&branch.line)) }
            } @else {
                (line_or_folded(&name, &label, &branch.line, style))
            }
            @if depth < DEEPEST { (under(Some(number), branches, style)) }
        }
        @if depth >= DEEPEST { (flat(number, branches, style)) }
    }
}

/// The branches below one, on the same level as it: nothing is lost where the nesting ends.
fn flat(parent: usize, branches: &[Branch], style: Style) -> Markup {
    let mut below = vec![parent];
    let mut found = Vec::new();
    while let Some(parent) = below.pop() {
        for (number, branch) in branches.iter().enumerate() {
            if branch.parent == Some(parent) {
                found.push((number, branch));
                below.push(number);
            }
        }
    }
    html! {
        @for (number, branch) in found {
            li {
                span class="branch" { (branch.line.first_ply) ". " }
                (line_or_folded(&format!("branch-{number}"), "", &branch.line, style))
            }
        }
    }
}
