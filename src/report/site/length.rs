//! Lengths of mates as the pages write them.

use crate::report::PlyBounds;

/// `19`, `15–19`, `≥ 15` where no mate was found, `≤ 19`; empty if nothing is known.
#[must_use]
pub fn length(plies: PlyBounds) -> String {
    match (plies.at_least, plies.at_most) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low}–{high}"),
        (None, Some(high)) => format!("≤ {high}"),
        (Some(low), None) => format!("≥ {low}"),
        (None, None) => String::new(),
    }
}
