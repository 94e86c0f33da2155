//! How a result is known, and where its problem comes from.

use maud::{Markup, html};

use super::context::Context;
use super::layout::phrase;
use super::length::length;
use super::words;
use crate::notation::sfen;
use crate::report::Level;
use crate::report::dossier::Dossier;
use crate::report::lang::Lang;
use crate::report::terms;
use crate::report::text::{clean, grouped};
use crate::rules::Rules;

/// The section about verdict, checker, limits and rules.
#[must_use]
pub fn how_known(dossier: &Dossier, lang: Lang) -> Markup {
    let Some(level) = dossier.level() else { return html! {} };
    let verified = dossier.verification.as_ref();
    let solved = dossier.solution.as_ref();
    let verdict = verified.map(|one| one.verdict).or(solved.map(|one| one.verdict));
    let rules = verified.map(|one| one.rules.as_str()).or(solved.map(|one| one.rules.as_str()));
    let work = verified
        .map(|one| (one.expanded, one.nodes, one.time_s))
        .or(solved.map(|one| (one.expanded, one.nodes, one.time_s)));
    let conventional = dossier.plies_conventional().map(length).filter(|text| !text.is_empty());
    let exact = length(dossier.plies());
    html! {
        section {
            h2 { (words::HOW_KNOWN.plain(lang)) }
            dl class="facts" {
                @if let Some(verdict) = verdict {
                    dt { (words::VERDICT.plain(lang)) } dd { (phrase(terms::verdict(verdict), lang)) }
                }
                @if !exact.is_empty() {
                    dt { (words::LENGTH.plain(lang)) }
                    dd {
                        (exact) " " (words::PLIES.plain(lang))
                        @if let Some(conventional) = conventional {
                            "; " (conventional) " " (words::CONVENTIONALLY.plain(lang))
                        }
                    }
                }
                dt { (words::CHECKER.plain(lang)) }
                dd {
                    b { (terms::level(level).plain(lang)) } ": "
                    (terms::level_meaning(level).plain(lang))
                    @if let Some(link) = &dossier.certificate {
                        "; " a href=(link) { (words::CERTIFICATE.plain(lang)) }
                        @if level == Level::Certified {
                            " (" code { "matenro check " (clean(link)) } ")"
                        }
                    }
                }
                dt { (words::RULES.plain(lang)) }
                dd { (rules_text(rules.unwrap_or_default(), dossier.rules)) }
                dt { (words::LIMIT.plain(lang)) }
                dd {
                    (dossier.limit().map_or(words::NO_LIMIT, terms::limit).plain(lang))
                }
                @if let Some((expanded, nodes, time)) = work {
                    dt { (words::EFFORT.plain(lang)) }
                    dd { (effort(expanded, nodes, time, lang)) }
                }
                @if let Some(compared) = verified.and_then(|one| one.compared.as_ref()) {
                    dt { (words::UNDER_RULES.plain(lang)) }
                    dd {
                        ul {
                            @for other in compared {
                                li {
                                    code { (clean(&other.rules)) } ": "
                                    (terms::verdict(other.verdict).plain(lang))
                                    @if let Some(plies) = other.plies {
                                        ", " (plies) " " (words::PLIES.plain(lang))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The preset and what it stands for.
fn rules_text(name: &str, rules: Rules) -> Markup {
    let values: Vec<String> = Rules::KEYS
        .iter()
        .zip(rules.values())
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    html! { b { (clean(name)) } " " small { (values.join(", ")) } }
}

fn effort(expanded: u64, nodes: u64, time_s: Option<f64>, lang: Lang) -> String {
    let time = time_s.map_or_else(String::new, |time| format!(", {time:.2} s"));
    match lang {
        Lang::En => format!("{} expansions, {} positions{time}", grouped(expanded), grouped(nodes)),
        Lang::Ja => format!("展開{}、局面{}{time}", grouped(expanded), grouped(nodes)),
    }
}

/// The section about the source, with the same problem elsewhere.
#[must_use]
pub fn source(index: usize, context: &Context) -> Markup {
    let dossier = &context.dossiers[index];
    let (problem, lang) = (&dossier.problem, context.lang);
    // Title and author stand in the title already.
    let told = ["title", "author"];
    let extra = problem.extra.iter().filter(|(name, _)| !told.contains(&name.as_str()));
    let extra = extra.filter_map(|(name, value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (!value.is_null() && !text.is_empty()).then_some((name, text))
    });
    html! {
        section {
            h2 { (words::SOURCE.plain(lang)) }
            dl class="facts" {
                dt { (words::COLLECTION.plain(lang)) }
                dd { (clean(&context.title(&dossier.collection))) }
                dt { (words::SOURCE.plain(lang)) }
                dd { (clean(&dossier.title())) }
                @for (name, text) in extra {
                    dt { (clean(name)) } dd { (clean(&text)) }
                }
                @if !problem.note.is_empty() {
                    dt { (words::NOTE.plain(lang)) } dd class="foreign" { (clean(&problem.note)) }
                }
                dt { "SFEN" }
                dd { code { (sfen::write(&problem.setup, &dossier.rules)) } }
                @if !dossier.twins.is_empty() {
                    dt { (words::SAME_AS.plain(lang)) }
                    dd { (twins(dossier, context)) }
                }
            }
        }
    }
}

fn twins(dossier: &Dossier, context: &Context) -> Markup {
    let lang = context.lang;
    html! {
        ul class="plain" {
            @for twin in &dossier.twins {
                li {
                    @match context.find(&twin.id) {
                        Some(path) => a href=(format!("../{path}")) { (clean(&twin.id)) },
                        None => (clean(&twin.id)),
                    }
                    ": "
                    @match &twin.squares {
                        None => (words::UNKNOWN_DIAGRAM.plain(lang)),
                        Some(squares) if squares.is_empty() => (words::SAME_DIAGRAM.plain(lang)),
                        Some(squares) => {
                            (words::DIFFERS_ON.plain(lang)) " "
                            @for (number, square) in squares.iter().enumerate() {
                                @if number > 0 { ", " }
                                button type="button" class="square" data-square=(square) { (square) }
                            }
                        }
                    }
                }
            }
        }
    }
}
