//! From the classification of other checks to findings.

use super::finding::{Finding, FindingKind, LineName, Weight};
use crate::notation::UsiMove;
use crate::rules::Move;
use crate::search::sound::{Alternative, Kind, Ply, Soundness};

/// How many findings of a tolerated kind are listed; the rest are counted.
const LISTED: usize = 6;

/// The findings about other checks along the corrected line.
#[must_use]
pub fn findings(soundness: &Soundness) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut more: Vec<(FindingKind, Weight, u32)> = Vec::new();
    for (step, ply) in soundness.plies.iter().zip(1..) {
        let Ply::Attack { alternatives, .. } = step else { continue };
        for other in alternatives {
            let Some((kind, weight, reason)) = words(other.kind) else { continue };
            let same = findings.iter().filter(|finding| finding.kind == kind).count();
            if same >= LISTED && weight != Weight::Cook {
                match more.iter_mut().find(|(of, ..)| *of == kind) {
                    Some((.., count)) => *count += 1,
                    None => more.push((kind, weight, 1)),
                }
                continue;
            }
            findings.push(finding(other, kind, weight, ply, reason));
        }
    }
    findings.extend(more.into_iter().map(|(kind, weight, count)| {
        let reason = format!("{count} more of this kind along the corrected line");
        Finding { count, line: Some(LineName::Corrected), ..Finding::whole(kind, weight, reason) }
    }));
    findings
}

fn finding(
    other: &Alternative,
    kind: FindingKind,
    weight: Weight,
    ply: u32,
    reason: &str,
) -> Finding {
    let mv = UsiMove::from(Move::from(other.mv));
    Finding {
        length: Some(other.plies),
        ..Finding::at(kind, weight, LineName::Corrected, ply, Some(mv), reason.to_owned())
    }
}

fn words(kind: Kind) -> Option<(FindingKind, Weight, &'static str)> {
    Some(match kind {
        Kind::Try => return None,
        Kind::Dual => (FindingKind::Dual, Weight::Cook, "another check mates as fast"),
        Kind::Cook => (FindingKind::Cook, Weight::Cook, "another check mates as well, but later"),
        Kind::Detour => {
            let reason = "another check mates only by coming back to the main line";
            (FindingKind::Detour, Weight::Tolerated, reason)
        }
        Kind::LastMoveDual => {
            let reason = "another last move mates at once";
            (FindingKind::LastMoveDual, Weight::Tolerated, reason)
        }
        Kind::LastMoveCook => {
            let reason = "another check at the last move mates later";
            (FindingKind::LastMoveCook, Weight::Tolerated, reason)
        }
        Kind::PromotionDual => {
            let reason = "it mates as fast with and without promotion";
            (FindingKind::PromotionDual, Weight::Tolerated, reason)
        }
        Kind::Open => {
            let reason = "whether this check mates as well is not decided";
            (FindingKind::Open, Weight::Open, reason)
        }
    })
}
