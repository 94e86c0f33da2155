//! Arithmetic of proof and disproof numbers that both depth-first searches use, each with weights of its own (see
//! `benches/README.md`).

use super::graph::LARGEST;

/// A fraction: how many of how many.
pub(super) type Weight = (u32, u32);

/// The number of a node that all of its unsolved children, one at least, have to be worked off for: the greatest of
/// theirs, and so much for each rival of that one. Not their sum, which counts one position many times.
#[inline]
pub(super) fn weak_sum(greatest: u32, unsolved: u32, (part, whole): Weight) -> u32 {
    let rivals = unsolved.max(1) - 1;
    (greatest + rivals * part / whole).min(LARGEST)
}

/// How far the best child may grow before it is the second best's turn: past it by one in so many.
#[inline]
pub(super) fn past(second: u32, one_in: u32) -> u32 {
    second.saturating_add(second / one_in).saturating_add(1)
}
