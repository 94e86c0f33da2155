//! The findings of a problem as tables: what is wrong with the text, and which other checks mate.

use maud::{Markup, html};

use super::book::{Book, Shown};
use super::layout::phrase;
use super::length::length;
use super::moves::{Shade, Style};
use super::words;
use crate::report::dossier::Dossier;
use crate::report::lang::Lang;
use crate::report::terms;
use crate::report::text::clean;
use crate::report::verification::FindingRecord;
use crate::report::{PlyBounds, PlyRecord};
use crate::verify::{FindingKind, LineName};

/// True if the finding tells of another check beside the corrected line.
fn is_about_uniqueness(finding: &FindingRecord) -> bool {
    matches!(
        finding.kind,
        FindingKind::Cook
            | FindingKind::Dual
            | FindingKind::Detour
            | FindingKind::LastMoveDual
            | FindingKind::LastMoveCook
            | FindingKind::PromotionDual
    ) || finding.kind == FindingKind::Open && finding.line == Some(LineName::Corrected)
}

/// The table of findings about diagram, text and claims.
#[must_use]
pub fn findings(dossier: &Dossier, book: &Book, style: Style) -> Markup {
    let lang = style.lang;
    let rows: Vec<(usize, &FindingRecord, &Shown)> =
        paired(dossier, book).filter(|(_, finding, _)| !is_about_uniqueness(finding)).collect();
    html! {
        @if !rows.is_empty() {
            section {
                h2 { (words::FINDINGS.plain(lang)) }
                div class="scroll" {
                    table class="findings" {
                        thead {
                            tr {
                                th scope="col" { (words::KIND.plain(lang)) }
                                th scope="col" { (words::WHERE.plain(lang)) }
                                th scope="col" { (words::REASON.plain(lang)) }
                                th scope="col" { (words::EVIDENCE.plain(lang)) }
                            }
                        }
                        tbody {
                            @for (number, finding, shown) in rows {
                                (finding_row(number, finding, shown, style))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn paired<'a>(
    dossier: &'a Dossier,
    book: &'a Book,
) -> impl Iterator<Item = (usize, &'a FindingRecord, &'a Shown)> {
    let pairs = dossier.findings().iter().zip(&book.shown).enumerate();
    pairs.map(|(number, (finding, shown))| (number, finding, shown))
}

fn finding_row(number: usize, finding: &FindingRecord, shown: &Shown, style: Style) -> Markup {
    let lang = style.lang;
    html! {
        tr class=(format!("weight-{}", weight_class(finding))) {
            th scope="row" {
                (phrase(terms::finding(finding.kind), lang))
                @if finding.count > 1 { " ×" (finding.count) }
                br;
                small { (terms::weight(finding.weight).plain(lang)) (certified(finding, lang)) }
            }
            td {
                (place(finding, lang))
                @if let Some(mv) = &finding.mv {
                    br;
                    @match shown.mv.nodes.first() {
                        Some(&node) => (style.button(node, Shade::Plain)),
                        None => code { (clean(mv)) },
                    }
                }
            }
            td {
                span lang="en" { (clean(&finding.reason)) }
                @if finding.plies.is_some() || finding.best_plies.is_some() {
                    br;
                    small {
                        (words::LENGTH_WITH.plain(lang)) ": "
                        (bounds(finding.plies)) " / " (bounds(finding.best_plies))
                    }
                }
                @if let Some(repair) = &finding.repair {
                    br;
                    small lang="en" { "mended at ply " (repair.ply) ": " (clean(&repair.change)) }
                }
            }
            td { (evidence(number, finding, shown, style)) }
        }
    }
}

fn evidence(number: usize, finding: &FindingRecord, shown: &Shown, style: Style) -> Markup {
    let label = format!(
        "{}: {}",
        words::EVIDENCE.plain(style.lang),
        terms::finding(finding.kind).text(style.lang)
    );
    html! {
        @if !shown.evidence.nodes.is_empty() {
            (style.line(&format!("evidence-{number}"), &label, &shown.evidence, |_| Shade::Plain))
        } @else if !finding.evidence.is_empty() {
            code { (clean(&finding.evidence.join(" "))) }
        }
    }
}

fn certified(finding: &FindingRecord, lang: Lang) -> Markup {
    html! {
        @if finding.certified {
            ", " (terms::level(crate::report::Level::Certified).plain(lang))
        }
    }
}

fn bounds(plies: Option<PlyBounds>) -> String {
    plies.map(length).filter(|text| !text.is_empty()).unwrap_or_else(|| "–".to_owned())
}

fn weight_class(finding: &FindingRecord) -> &'static str {
    terms::weight(finding.weight).en
}

/// Where a finding stands.
fn place(finding: &FindingRecord, lang: Lang) -> String {
    let line = match finding.line {
        None => String::new(),
        Some(LineName::Main) => words::PUBLISHED.plain(lang).to_owned(),
        Some(LineName::Corrected) => words::CORRECTED.plain(lang).to_owned(),
        Some(LineName::Variation(number)) => {
            format!("{} {number}", words::VARIATION.plain(lang))
        }
    };
    let ply = finding.ply.map(|ply| match lang {
        Lang::En => format!("ply {ply}"),
        Lang::Ja => format!("{ply}手目"),
    });
    let parts = [line].into_iter().filter(|line| !line.is_empty()).chain(ply);
    let text = parts.collect::<Vec<String>>().join(", ");
    if text.is_empty() { words::PROBLEM.plain(lang).to_owned() } else { text }
}

/// One row of the table of other checks.
struct Other {
    ply: Option<u32>,
    check: Markup,
    kind: Markup,
    length: String,
    known: Markup,
}

/// The table of other checks that mate, or are open, beside the main line.
#[must_use]
pub fn uniqueness(dossier: &Dossier, book: &Book, style: Style) -> Markup {
    let lang = style.lang;
    if dossier.level().is_none() || book.best.is_none() {
        return html! {};
    }
    let soundness = dossier.solution.as_ref().and_then(|record| record.soundness.as_ref());
    let rows = if dossier.verification.is_some() {
        found_by_verify(dossier, book, style)
    } else {
        found_by_solve(dossier, book, style)
    };
    html! {
        section {
            h2 { (phrase(words::UNIQUENESS, lang)) }
            @if let Some(soundness) = soundness {
                p class="note" {
                    b { (phrase(terms::uniqueness(soundness.verdict), lang)) }
                    " · " (words::TRIES.plain(lang)) ": "
                    (soundness.plies.iter().map(PlyRecord::tries).sum::<u32>())
                    " · " (words::SHORTER.plain(lang)) ": "
                    (soundness.plies.iter().map(PlyRecord::variations).sum::<u32>())
                }
            }
            @if rows.is_empty() {
                p class="note" { (words::NOTHING_ELSE.plain(lang)) }
            } @else {
                div class="scroll" {
                    table class="unique" {
                        thead {
                            tr {
                                th scope="col" { (words::PLY.plain(lang)) }
                                th scope="col" { (words::OTHER_CHECK.plain(lang)) }
                                th scope="col" { (words::KIND.plain(lang)) }
                                th scope="col" { (words::MATES_IN.plain(lang)) }
                                th scope="col" { (words::EVIDENCE.plain(lang)) }
                            }
                        }
                        tbody {
                            @for row in rows {
                                tr {
                                    td { @if let Some(ply) = row.ply { (ply) } }
                                    td { (row.check) }
                                    td { (row.kind) }
                                    td { (row.length) }
                                    td { (row.known) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn found_by_verify(dossier: &Dossier, book: &Book, style: Style) -> Vec<Other> {
    let lang = style.lang;
    let row = |(number, finding, shown): (usize, &FindingRecord, &Shown)| Other {
        ply: finding.ply,
        check: match (shown.mv.nodes.first(), &finding.mv) {
            (Some(&node), _) => style.button(node, Shade::Plain),
            (None, Some(mv)) => html! { code { (clean(mv)) } },
            (None, None) => html! { (finding.count) " " (words::OTHERS.plain(lang)) },
        },
        kind: html! {
            (phrase(terms::finding(finding.kind), lang))
            @if finding.count > 1 && finding.mv.is_some() { " ×" (finding.count) }
        },
        length: bounds(finding.plies),
        known: html! {
            (evidence(number, finding, shown, style))
            @if finding.certified {
                small { (terms::level(crate::report::Level::Certified).plain(lang)) }
            }
        },
    };
    paired(dossier, book).filter(|(_, finding, _)| is_about_uniqueness(finding)).map(row).collect()
}

fn found_by_solve(dossier: &Dossier, book: &Book, style: Style) -> Vec<Other> {
    let soundness = dossier.solution.as_ref().and_then(|record| record.soundness.as_ref());
    let Some(soundness) = soundness else { return Vec::new() };
    let row = |one: &super::book::Alternative| {
        let PlyRecord::Attack { ply, alternatives, .. } = soundness.plies.get(one.index)? else {
            return None;
        };
        let other = alternatives.get(one.number)?;
        Some(Other {
            ply: Some(*ply),
            check: one.line.nodes.first().map_or_else(
                || html! { code { (clean(&other.mv)) } },
                |&node| style.button(node, Shade::Plain),
            ),
            kind: phrase(terms::alternative(other.kind), style.lang),
            length: bounds(Some(other.plies)),
            known: html! {},
        })
    };
    book.alternatives.iter().filter_map(row).collect()
}
