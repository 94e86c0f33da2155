//! The lists of problems: one of all, one of each collection.

use maud::{Markup, html};

use super::board;
use super::context::Context;
use super::layout::{Page, phrase};
use super::row::row;
use super::words;
use crate::report::dossier::{Dossier, Standing};
use crate::report::lang::Phrase;
use crate::report::{Level, VerdictName};
use crate::verify::Status;

/// The list of all problems.
#[must_use]
pub fn whole(context: &Context) -> String {
    let everything: Vec<usize> = (0..context.dossiers.len()).collect();
    let body = html! {
        h1 { (words::SITE.plain(context.lang)) " " span class="source" { "matenro" } }
        (totals(context, ""))
        (table(&everything, "", true, context))
        @if !context.failed.is_empty() {
            section {
                h2 { (words::FAILED.plain(context.lang)) }
                ul {
                    @for error in &context.failed {
                        li lang="en" { (crate::report::text::clean(&error.to_string())) }
                    }
                }
            }
        }
    };
    let page = Page {
        lang: context.lang,
        title: words::ALL.plain(context.lang),
        root: "",
        above: Vec::new(),
        beside: html! {},
        kind: "index",
    };
    page.html(&body)
}

/// The list of a collection.
#[must_use]
pub fn collection(name: &str, places: &[usize], context: &Context) -> String {
    let title = context.title(name);
    let body = html! {
        h1 { (crate::report::text::clean(&title)) }
        (table(places, "../", false, context))
    };
    let page = Page {
        lang: context.lang,
        title: &title,
        root: "../",
        above: vec![("../index.html".to_owned(), words::ALL.plain(context.lang).to_owned())],
        beside: html! {},
        kind: "index",
    };
    page.html(&body)
}

/// Every outcome that a problem can have, in the order of the table of totals.
fn standings() -> Vec<Standing> {
    let verified = Status::ALL.into_iter().map(Standing::Verified);
    let verdicts = [VerdictName::Mate, VerdictName::NoMate, VerdictName::Unknown];
    let solved = verdicts.into_iter().map(Standing::Solved);
    verified.chain(solved).chain([Standing::Unexamined]).collect()
}

/// The outcomes that occur among some problems.
fn occurring(dossiers: &[&Dossier]) -> Vec<Standing> {
    let all = standings().into_iter();
    all.filter(|&one| dossiers.iter().any(|dossier| dossier.standing() == one)).collect()
}

/// Collections by outcome.
fn totals(context: &Context, root: &str) -> Markup {
    let lang = context.lang;
    let columns = occurring(&context.dossiers.iter().collect::<Vec<_>>());
    let count = |places: &[usize], standing: Standing| {
        places.iter().filter(|&&place| context.dossiers[place].standing() == standing).count()
    };
    let everything: Vec<usize> = (0..context.dossiers.len()).collect();
    let cells = |places: &[usize]| {
        html! {
            td { (places.len()) }
            @for &standing in &columns { td { (count(places, standing)) } }
        }
    };
    html! {
        section {
            h2 { (words::COLLECTIONS.plain(lang)) }
            div class="scroll" {
                table class="totals" {
                    thead {
                        tr {
                            th scope="col" { (words::COLLECTION.plain(lang)) }
                            th scope="col" { (words::TOTAL.plain(lang)) }
                            @for standing in &columns {
                                th scope="col"
                                    title=[standing.meaning().map(|meaning| meaning.plain(lang))] {
                                    (phrase(standing.phrase(), lang))
                                }
                            }
                        }
                    }
                    tbody {
                        @for (name, places) in context.collections() {
                            tr {
                                th scope="row" {
                                    a href=(format!("{root}{}/index.html", context.names.folder(name))) {
                                        (crate::report::text::clean(&context.title(name)))
                                    }
                                }
                                (cells(&places))
                            }
                        }
                    }
                    tfoot {
                        tr { th scope="row" { (words::TOTALS.plain(lang)) } (cells(&everything)) }
                    }
                }
            }
        }
    }
}

/// The table of problems with its filters. Without scripts all rows are there, in their order.
fn table(places: &[usize], root: &str, with_collection: bool, context: &Context) -> Markup {
    let lang = context.lang;
    let variant = places.first().map(|&place| context.dossiers[place].rules.variant);
    html! {
        section {
            h2 { (words::PROBLEMS.plain(lang)) }
            (filters(places, with_collection, context))
            p id="count" role="status" aria-live="polite" data-shown=(words::SHOWN.plain(lang))
                data-of=(words::OF.plain(lang)) { (places.len()) " " (words::SHOWN.plain(lang)) }
            @if let Some(variant) = variant { (board::small_defs(variant)) }
            table class="problems" id="problems" {
                thead {
                    tr {
                        (heading("number", words::PROBLEM, "number", context))
                        th scope="col" { (words::DIAGRAM.plain(lang)) }
                        (heading("title", words::TITLE, "text", context))
                        (heading("claimed", words::CLAIMED, "number", context))
                        (heading("exact", words::EXACT, "number", context))
                        (heading("status", words::STATUS, "number", context))
                        (heading("level", words::LEVEL, "text", context))
                        (heading("findings", words::FINDINGS, "number", context))
                    }
                }
                tbody { @for &place in places { (row(place, root, context)) } }
            }
        }
    }
}

/// The heading of a column; the script makes it a button that sorts.
fn heading(key: &str, label: Phrase, kind: &str, context: &Context) -> Markup {
    html! {
        th scope="col" data-sort=(key) data-kind=(kind) { (label.plain(context.lang)) }
    }
}

fn filters(places: &[usize], with_collection: bool, context: &Context) -> Markup {
    let lang = context.lang;
    let dossiers: Vec<_> = places.iter().map(|&place| &context.dossiers[place]).collect();
    let statuses = occurring(&dossiers);
    let levels = [Level::Certified, Level::Searched, Level::Unknown];
    html! {
        form class="filters" id="filters" role="search" hidden {
            label {
                (words::SEARCH.plain(lang)) " "
                input type="search" name="text" placeholder=(words::SEARCH_HINT.plain(lang));
            }
            @if with_collection {
                label {
                    (words::COLLECTION.plain(lang)) " "
                    select name="collection" {
                        option value="" { (words::ANY.plain(lang)) }
                        @for (name, _) in context.collections() {
                            option value=(context.names.folder(name)) {
                                (crate::report::text::clean(&context.title(name)))
                            }
                        }
                    }
                }
            }
            label {
                (words::STATUS.plain(lang)) " "
                select name="status" {
                    option value="" { (words::ANY.plain(lang)) }
                    @for standing in statuses {
                        option value=(standing.name()) { (standing.phrase().text(lang)) }
                    }
                }
            }
            label {
                (words::LEVEL.plain(lang)) " "
                select name="level" {
                    option value="" { (words::ANY.plain(lang)) }
                    @for level in levels {
                        option value=(level.name()) {
                            (crate::report::terms::level(level).plain(lang))
                        }
                    }
                }
            }
            label {
                (words::FROM_PLIES.plain(lang)) " "
                input type="number" name="from" min="0" inputmode="numeric";
            }
            label {
                (words::TO_PLIES.plain(lang)) " "
                input type="number" name="to" min="0" inputmode="numeric";
            }
            button type="reset" { (words::RESET.plain(lang)) }
        }
    }
}
