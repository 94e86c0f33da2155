//! One problem in a list.

use maud::{Markup, html};

use super::board;
use super::context::Context;
use super::layout::phrase;
use super::length::length;
use super::words;
use crate::report::dossier::{Dossier, Standing};
use crate::report::terms;
use crate::report::text::clean;
use crate::verify::{FindingKind, Status};

/// The row of the problem at a place. `data-` attributes carry what the script sorts and filters by,
/// where the cell's text does not.
#[must_use]
pub fn row(place: usize, root: &str, context: &Context) -> Markup {
    let dossier = &context.dossiers[place];
    let lang = context.lang;
    let plies = dossier.plies();
    let standing = dossier.standing();
    let findings = counted(dossier);
    let most = plies.at_most.or(plies.at_least);
    html! {
        tr data-place=(place) data-status=(standing.name()) data-rank=(rank(standing))
            data-collection=(context.names.folder(&dossier.collection))
            data-level=[dossier.level().map(crate::report::Level::name)]
            data-claimed=[dossier.problem.claimed_plies] data-exact=[most] {
            th scope="row" {
                a href=(format!("{root}{}", context.path(place))) { (clean(dossier.id())) }
            }
            td class="small" { (board::small(dossier)) }
            td { (clean(&dossier.title())) }
            td data-label=[dossier.problem.claimed_plies.map(|_| words::CLAIMED.plain(lang))] {
                @if let Some(claimed) = dossier.problem.claimed_plies { (claimed) }
            }
            td data-label=[most.map(|_| words::EXACT.plain(lang))] { (length(plies)) }
            td {
                span class=(format!("badge {}", standing.name())) {
                    (phrase(standing.phrase(), lang))
                }
            }
            td { @if let Some(level) = dossier.level() { (terms::level(level).plain(lang)) } }
            td data-count=(findings.iter().map(|(_, count)| count).sum::<usize>()) {
                @for (number, (kind, count)) in findings.iter().enumerate() {
                    @if number > 0 { ", " }
                    (terms::finding(*kind).plain(lang))
                    @if *count > 1 { " ×" (count) }
                }
            }
        }
    }
}

/// The findings by kind, in the order in which they come.
fn counted(dossier: &Dossier) -> Vec<(FindingKind, usize)> {
    let mut counts: Vec<(FindingKind, usize)> = Vec::new();
    for finding in dossier.findings() {
        match counts.iter_mut().find(|(kind, _)| *kind == finding.kind) {
            Some((_, count)) => *count += finding.count as usize,
            None => counts.push((finding.kind, finding.count as usize)),
        }
    }
    counts
}

/// The place of an outcome from best to worst.
fn rank(standing: Standing) -> usize {
    match standing {
        Standing::Verified(status) => status as usize,
        Standing::Solved(verdict) => Status::ALL.len() + verdict as usize,
        Standing::Unexamined => Status::ALL.len() + 3,
    }
}
