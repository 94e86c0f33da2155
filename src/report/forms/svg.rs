//! The diagram of a problem as a picture that stands alone.

use crate::report::dossier::Dossier;
use crate::report::picture::{Drawing, board};

/// The SVG document, ending in a line feed.
#[must_use]
pub fn diagram(dossier: &Dossier) -> String {
    let title = format!("{} {}", dossier.id(), dossier.title());
    let drawing =
        Drawing { title: &title, ..Drawing::new(&dossier.problem.setup, dossier.rules.variant) };
    board(&drawing).into_string() + "\n"
}
