//! The page of a problem.

use maud::{Markup, PreEscaped, html};

use super::book::Book;
use super::branches::{branches, list, main_line};
use super::context::Context;
use super::layout::{Page, phrase};
use super::length::length;
use super::moves::{Shade, Style, against, parting};
use super::{evidence, exports, facts, player, structure, words};
use crate::report::dossier::{Dossier, Standing};
use crate::report::text::clean;
use crate::rules::PositionError;

/// The page of the problem at a place of the site.
///
/// # Errors
/// If its diagram is not playable under its rules.
pub fn page(index: usize, context: &Context) -> Result<String, PositionError> {
    let dossier = &context.dossiers[index];
    let book = Book::new(dossier)?;
    let lang = context.lang;
    let style = Style { lines: &book.lines, lang };
    let branches = branches(&book);
    let body = html! {
        (heading(dossier, context))
        div class="play" {
            (player::board(dossier, lang))
            div class="text" {
                (statement(dossier, context))
                (both_lines(dossier, &book, style))
                @if !branches.is_empty() {
                    section {
                        h2 { (phrase(words::VARIATIONS, lang)) }
                        (list(&branches, style))
                        (structure::tree_picture(&book, &branches, style))
                    }
                }
                (evidence::findings(dossier, &book, style))
                (evidence::uniqueness(dossier, &book, style))
                (facts::how_known(dossier, lang))
                (facts::source(index, context))
                (exports::section(dossier, lang))
                (player::legend(&book, dossier.rules.variant, lang))
            }
        }
        (structure::picture(dossier, &book, lang))
        script type="application/json" id="replay" { (PreEscaped(book.lines.replay.json())) }
    };
    let folder = context.names.folder(&dossier.collection);
    let page = Page {
        lang,
        title: dossier.id(),
        root: "../",
        above: vec![
            ("../index.html".to_owned(), words::ALL.plain(lang).to_owned()),
            (format!("../{folder}/index.html"), context.title(&dossier.collection)),
        ],
        beside: beside(index, context),
        kind: "problem",
    };
    Ok(page.html(&body))
}

/// Links to the problems before and behind.
fn beside(index: usize, context: &Context) -> Markup {
    let here = &context.dossiers[index].collection;
    let near = |other: Option<usize>| {
        let other = other.filter(|&other| context.dossiers.get(other).is_some());
        other.filter(|&other| context.dossiers[other].collection == *here)
    };
    let link = |other: usize, rel: &str, label: &str| {
        html! {
            a href=(format!("{}.html", context.names.stem(other))) rel=(rel) {
                (label) " " span class="id" { (clean(context.dossiers[other].id())) }
            }
        }
    };
    html! {
        nav class="beside" aria-label=(words::PROBLEMS.plain(context.lang)) {
            @if let Some(other) = near(index.checked_sub(1)) {
                (link(other, "prev", words::PREVIOUS.plain(context.lang)))
            }
            @if let Some(other) = near(index.checked_add(1)) {
                (link(other, "next", words::NEXT.plain(context.lang)))
            }
        }
    }
}

/// Name, source, and the whole in one line.
fn heading(dossier: &Dossier, context: &Context) -> Markup {
    let lang = context.lang;
    let standing = dossier.standing();
    let meaning = standing.meaning().map(|meaning| meaning.plain(lang));
    let exact = length(dossier.plies());
    let conventional = dossier.plies_conventional().map(length);
    let conventional = conventional.filter(|text| !text.is_empty() && *text != exact);
    html! {
        h1 {
            (clean(dossier.id()))
            " " span class="source" { (clean(&dossier.title())) }
        }
        p class="summary" {
            span class=(format!("badge {}", standing.name())) title=[meaning] {
                (phrase(standing.phrase(), lang))
            }
            @if let Some(claimed) = dossier.problem.claimed_plies {
                span class="fact" { (words::CLAIMED.plain(lang)) ": " b { (claimed) } }
            }
            @if !exact.is_empty() {
                span class="fact" {
                    (words::EXACT.plain(lang)) ": " b { (exact) }
                    @if let Some(conventional) = conventional {
                        " (" (conventional) " " (words::CONVENTIONALLY.plain(lang)) ")"
                    }
                }
            }
            @if let Some(level) = dossier.level() {
                span class="fact" title=(crate::report::terms::level_meaning(level).plain(lang)) {
                    (crate::report::terms::level(level).plain(lang))
                }
            }
        }
    }
}

fn statement(dossier: &Dossier, context: &Context) -> Markup {
    let statement = dossier.verification.as_ref().map(|record| record.statement.as_str());
    html! {
        @if let Some(statement) = statement.filter(|text| !text.is_empty()) {
            section {
                h2 { (words::STATEMENT.plain(context.lang)) }
                p class="statement" lang="en" { (clean(statement)) }
            }
        }
    }
}

/// The published line and the corrected one, side by side.
fn both_lines(dossier: &Dossier, book: &Book, style: Style) -> Markup {
    let lang = style.lang;
    let best_name = dossier.best_name();
    let (published, best) = (book.published.as_ref(), book.best.as_ref());
    let same = published
        .zip(best)
        .is_some_and(|(one, two)| one.nodes == two.nodes && one.unplayed.is_empty());
    // Nothing to put beside the published line.
    let alone = same || best.is_none() && dossier.standing() == Standing::Unexamined;
    let parting = published.zip(best).and_then(|(one, two)| parting(one, two));
    let mended_name = words::MENDED.plain(lang);
    html! {
        section {
            h2 { (words::LINES.plain(lang)) }
            @if same {
                p class="note" { (words::SAME_LINE.plain(lang)) }
            } @else if let Some(ply) = parting {
                p class="note" { (words::LEAVES.plain(lang)) " " (ply) "." }
            }
            @if let Some(line) = main_line(book) { (structure::folded(line, style)) }
            div class=(if alone { "one" } else { "two" }) {
                div {
                    h3 { (phrase(words::PUBLISHED, lang)) }
                    @match (published, best) {
                        (Some(line), Some(other)) if !same => {
                            (style.line("published", &words::PUBLISHED.text(lang), line,
                                against(&book.lines, line, other)))
                        }
                        (Some(line), _) => {
                            (style.line("published", &words::PUBLISHED.text(lang), line,
                                |_| Shade::Plain))
                        }
                        (None, _) => { p class="note" { (words::NO_LINE.plain(lang)) } }
                    }
                    @if let Some(line) = &book.mended {
                        h3 { (mended_name) }
                        (style.line("mended", mended_name, line, |_| Shade::Plain))
                    }
                }
                @if !alone {
                    div {
                        h3 { (phrase(best_name, lang)) }
                        @match (best, published) {
                            (Some(line), Some(other)) => {
                                (style.line("best", &best_name.text(lang), line,
                                    against(&book.lines, line, other)))
                            }
                            (Some(line), None) => {
                                (style.line("best", &best_name.text(lang), line, |_| Shade::Plain))
                            }
                            (None, _) => { p class="note" { (words::NO_BEST.plain(lang)) } }
                        }
                    }
                }
            }
        }
    }
}
