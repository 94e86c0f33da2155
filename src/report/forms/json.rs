//! Problems with their results as one JSON document.

use serde::Serialize;

use crate::notation::sfen;
use crate::notation::usi::write_line;
use crate::report::SolutionRecord;
use crate::report::dossier::Dossier;
use crate::report::verification::VerificationRecord;

/// The version of the document's form; changes whenever the meaning of a field does.
pub const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    problems: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    collection: &'a str,
    source: &'a str,
    number: &'a str,
    sfen: String,
    rules: String,
    claim: &'static str,
    claimed_plies: Option<u32>,
    solution: String,
    variations: Vec<String>,
    same_as: Vec<Twin<'a>>,
    note: &'a str,
    status: &'static str,
    verification: Option<&'a VerificationRecord>,
    solved: Option<&'a SolutionRecord>,
}

#[derive(Serialize)]
struct Twin<'a> {
    id: &'a str,
    /// The squares on which the diagrams differ; `null` if the other one is not known.
    differs: Option<Vec<String>>,
}

/// The document, ending in a line feed.
///
/// # Panics
/// Never: dossiers are plain data.
#[must_use]
pub fn document<'a>(dossiers: impl IntoIterator<Item = &'a Dossier>) -> String {
    let problems = dossiers.into_iter().map(entry).collect();
    let document = Document { schema: SCHEMA, problems };
    let text = serde_json::to_string_pretty(&document);
    text.expect("invariant: dossiers are plain data") + "\n"
}

fn entry(dossier: &Dossier) -> Entry<'_> {
    let problem = &dossier.problem;
    let twins = dossier.twins.iter().map(|twin| Twin {
        id: &twin.id,
        differs: twin.squares.as_ref().map(|all| all.iter().map(ToString::to_string).collect()),
    });
    Entry {
        id: &problem.id,
        collection: &dossier.collection,
        source: &problem.source,
        number: &problem.number,
        sfen: sfen::write(&problem.setup, &dossier.rules),
        rules: dossier.rules.to_string(),
        claim: problem.claim.name(),
        claimed_plies: problem.claimed_plies,
        solution: write_line(&problem.solution),
        variations: problem.variations.iter().map(|line| write_line(line)).collect(),
        same_as: twins.collect(),
        note: &problem.note,
        status: dossier.standing().name(),
        verification: dossier.verification.as_deref(),
        solved: dossier.solution.as_deref(),
    }
}
