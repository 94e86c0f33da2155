//! Long lines made readable: folded where they repeat themselves, and as a picture of who moves when.

use maud::{Markup, html};

use super::book::Book;
use super::branches::{Branch, Origin, main_line};
use super::lines::Line;
use super::moves::{Shade, Style};
use super::words;
use crate::notation::MoveNotation;
use crate::notation::fold::{Folded, Item, block_name};
use crate::report::dossier::Dossier;
use crate::report::lang::Lang;
use crate::report::picture::{Strip, TreeLine, strip, tree};

/// Plies from which a line is shown folded and as a strip.
const LONG: usize = 100;

/// How much shorter the folded line must be: at most this part of the words of the line.
const WORTH: (usize, usize) = (2, 3);

/// The main line folded, under its heading; nothing if it is short, or folding does not shorten it much.
#[must_use]
pub fn folded(line: &Line, style: Style) -> Markup {
    html! {
        @if let Some(folded) = fold("folded", "", line, style) {
            h3 { (words::FOLDED.plain(style.lang)) }
            (folded)
        }
    }
}

/// A line under its name, folded if it is long and folding shortens it much.
#[must_use]
pub fn line_or_folded(name: &str, label: &str, line: &Line, style: Style) -> Markup {
    let plain = || style.line(name, label, line, |_| Shade::Plain);
    fold(name, label, line, style).unwrap_or_else(plain)
}

/// The folded line, with a button for each move where it stands first; `None` if folding does not
/// shorten it much.
fn fold(name: &str, label: &str, line: &Line, style: Style) -> Option<Markup> {
    // In a notation that names the pieces: squares alone would fold moves of different ones together.
    let texts: Vec<&str> =
        line.nodes.iter().map(|&node| style.lines.text(node).tsa.as_str()).collect();
    if texts.len() < LONG {
        return None;
    }
    let folded = Folded::new(&texts);
    let words: usize = folded.blocks.iter().chain([&folded.line]).map(|part| count(part)).sum();
    if words * WORTH.1 > texts.len() * WORTH.0 {
        return None;
    }
    let mut first = vec![None; folded.blocks.len()];
    find(&folded, &folded.line, 0, &mut first);
    let writer = Writer { folded: &folded, line, style };
    let last = line.nodes.last().copied().unwrap_or_default();
    Some(html! {
        div class="line folded" data-line=(name) data-label=(label) data-last=(last) {
            @if !folded.blocks.is_empty() {
                ul class="plain blocks" {
                    @for (index, block) in folded.blocks.iter().enumerate() {
                        @if let Some(at) = first[index] {
                            li { b { (block_name(index)) } " = " (writer.items(block, at)) }
                        }
                    }
                }
            }
            p class="moves" { (writer.items(&folded.line, 0)) }
        }
    })
}

/// Moves and names that a part writes.
fn count(items: &[Item]) -> usize {
    items
        .iter()
        .map(|item| match item {
            Item::Run { body, .. } => count(body),
            Item::Move(_) | Item::Block(_) => 1,
        })
        .sum()
}

/// Finds the place in the line where each block stands first.
fn find(folded: &Folded, items: &[Item], mut at: usize, first: &mut Vec<Option<usize>>) {
    for item in items {
        match item {
            Item::Move(_) => {}
            Item::Run { body, .. } => find(folded, body, at, first),
            Item::Block(index) => {
                if first[*index].is_none() {
                    first[*index] = Some(at);
                    find(folded, &folded.blocks[*index], at, first);
                }
            }
        }
        at += folded.plies(std::slice::from_ref(item));
    }
}

struct Writer<'a> {
    folded: &'a Folded,
    line: &'a Line,
    style: Style<'a>,
}

impl Writer<'_> {
    /// A part that begins so many plies into the line.
    fn items(&self, items: &[Item], begin: usize) -> Markup {
        let mut at = begin;
        let placed: Vec<(usize, &Item)> = items
            .iter()
            .map(|item| {
                let here = at;
                at += self.folded.plies(std::slice::from_ref(item));
                (here, item)
            })
            .collect();
        html! {
            @for (number, (at, item)) in placed.into_iter().enumerate() {
                @if number > 0 { " " }
                @match (item, self.line.nodes.get(at)) {
                    (Item::Move(_), Some(&node)) => {
                        @let ply = self.line.first_ply + at;
                        @if ply % 2 == 1 {
                            (self.style.numbered(ply, node, Shade::Plain))
                        } @else {
                            (self.style.button(node, Shade::Plain))
                        }
                    }
                    (Item::Run { body, times, shift }, _) => {
                        span class="run" {
                            "(" (self.items(body, at)) ")×" (times)
                            (shift.arrow().unwrap_or_default())
                        }
                    }
                    (Item::Block(index), Some(node)) => {
                        button type="button" class="block" value=(node) { (block_name(*index)) }
                    }
                    (Item::Move(_) | Item::Block(_), None) => {}
                }
            }
        }
    }
}

/// The strip of a long line.
#[must_use]
pub fn picture(dossier: &Dossier, book: &Book, lang: Lang) -> Markup {
    let Some(line) = main_line(book).filter(|line| line.nodes.len() >= LONG) else {
        return html! {};
    };
    let moves: Vec<_> = line.nodes.iter().map(|&node| book.lines.replay.mv(node)).collect();
    let picture = strip(&Strip {
        id: "strip",
        title: words::STRIP.plain(lang),
        setup: &dossier.problem.setup,
        rules: dossier.rules,
        line: &moves,
        notation: match lang {
            Lang::En => MoveNotation::Tsa,
            Lang::Ja => MoveNotation::JapaneseShort,
        },
        kanji: true,
    });
    html! {
        @if let Some(picture) = picture {
            section {
                h2 { (words::STRIP.plain(lang)) }
                div class="scroll" tabindex="0" role="group" aria-label=(words::STRIP.plain(lang)) {
                    (picture.svg(1.0))
                }
            }
        }
    }
}

/// The picture of the tree of variations, if it is not too large.
#[must_use]
pub fn tree_picture(book: &Book, branches: &[Branch], style: Style) -> Markup {
    let Some(main) = main_line(book) else { return html! {} };
    let whole = |line: &Line| -> Vec<String> {
        let path = book.lines.path(line.nodes.last().copied().unwrap_or_default());
        path.into_iter().map(|node| style.text(node).to_owned()).collect()
    };
    let mut lines = vec![TreeLine { moves: whole(main), note: String::new() }];
    lines.extend(branches.iter().map(|branch| TreeLine {
        moves: whole(&branch.line),
        // Beside a line that goes on there is no room for a note.
        note: match (branch.origin, branches.iter().any(|other| goes_on(branch, other))) {
            (Origin::Added, _) | (_, true) => String::new(),
            (Origin::Published | Origin::Variation(_), false) => {
                words::AS_PUBLISHED.plain(style.lang).to_owned()
            }
        },
    }));
    html! {
        @if let Some(picture) = tree("tree", words::VARIATIONS.plain(style.lang), &lines) {
            div class="scroll" tabindex="0" role="group"
                aria-label=(words::VARIATIONS.plain(style.lang)) { (picture.svg(1.0)) }
        }
    }
}

/// True if a branch begins at the end of another.
fn goes_on(branch: &Branch, other: &Branch) -> bool {
    branch.line.nodes.last() == Some(&other.line.start)
}
