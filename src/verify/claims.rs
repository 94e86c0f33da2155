//! What a certificate must establish for a verification to be more than searched.

use super::finding::{FindingKind, LineName};
use super::{Finding, Verification};
use crate::proof::Claim;
use crate::rules::{Move, Position};
use crate::search::certificate::{check_claims, length_claims};

/// The claims of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// About the problem as a whole: its length, or that there is no mate.
    pub whole: Vec<Claim>,
    /// About single checks: those of the published lines that are wrong, and others that mate.
    pub checks: Vec<Claim>,
}

/// The claims of a verification of this position; none if nothing is known.
#[must_use]
pub fn claims(root: &Position, verification: &Verification) -> Claims {
    let whole = length_claims(verification.verdict, verification.length);
    let findings = verification.findings.iter();
    let checks = findings.flat_map(|finding| check_claim(root, verification, finding));
    Claims { whole, checks: checks.collect() }
}

/// True if a finding is among what a certificate of [`Claims::checks`] establishes.
#[must_use]
pub const fn is_about_a_check(kind: FindingKind) -> bool {
    matches!(
        kind,
        FindingKind::TooSlow
            | FindingKind::ThrowsAway
            | FindingKind::Cook
            | FindingKind::Dual
            | FindingKind::Detour
            | FindingKind::LastMoveDual
            | FindingKind::LastMoveCook
            | FindingKind::PromotionDual
    )
}

fn check_claim(root: &Position, verification: &Verification, finding: &Finding) -> Vec<Claim> {
    let (Some(line), Some(ply), Some(mv), Some(length)) =
        (finding.line, finding.ply, finding.mv, finding.length)
    else {
        return Vec::new();
    };
    if !is_about_a_check(finding.kind) {
        return Vec::new();
    }
    let line = match line {
        LineName::Main => verification.played.first(),
        LineName::Variation(number) => verification.played.get(number as usize),
        LineName::Corrected => Some(&verification.line),
    };
    let mut position = root.clone();
    for &mv in line.into_iter().flatten().take(ply as usize - 1) {
        position.make(mv);
    }
    let check = Move { from: mv.from, mid: mv.mid, to: mv.to, promote: mv.promote };
    check_claims(&position.setup(), check, length)
}
