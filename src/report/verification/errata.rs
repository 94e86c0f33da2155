//! The contradictions to published claims, as a Markdown page.

use super::markdown::escaped;
use super::{FindingRecord, VerificationRecord, short};
use crate::verify::{FindingKind, LineName};

/// The page; `command` is how a problem is checked again, with `ID` for its id.
#[must_use]
pub fn page(records: &[&VerificationRecord], command: &str) -> String {
    let flawed = |kind: FindingKind| -> Vec<(&VerificationRecord, &FindingRecord)> {
        records
            .iter()
            .flat_map(|record| record.contradictions().map(|finding| (*record, finding)))
            .filter(|(_, finding)| finding.kind == kind)
            .collect()
    };
    let (refuted, lengths) = (flawed(FindingKind::NoMate), flawed(FindingKind::ClaimedLength));
    let mut out = format!(
        "# Errata\n\nWhere the results contradict what a source says of a whole problem: {} claimed \
         mates that are none, and {} lengths. The line under each problem shows it; all of it is \
         checked again by\n\n```\n{command}\n```\n\nwith the problem's id for `ID`.\n\n",
        refuted.len(),
        lengths.len(),
    );
    out += "## Claimed mates that are none\n\n";
    for (record, finding) in refuted {
        out += &heading(record);
        let shown = finding.evidence.join(" ");
        let shown =
            if shown.is_empty() { "there is no check".to_owned() } else { format!("`{shown}`") };
        out += &format!(
            "- claim: mate{}\n- finding: no mate under `{}` ({})\n- best try and its refutation: {shown}\n",
            record.claimed_plies.map_or(String::new(), |plies| format!(" in {plies} plies")),
            record.rules,
            record.level.name(),
        );
        let is_escape = |one: &&FindingRecord| {
            one.kind == FindingKind::Escape && one.line == Some(LineName::Main)
        };
        for escape in record.findings.iter().filter(is_escape) {
            out += &format!(
                "- the published line fails at ply {}: `{}`\n",
                escape.ply.unwrap_or_default(),
                escape.evidence.join(" ")
            );
        }
        out.push('\n');
    }
    out += "## Lengths\n\n";
    for (record, _) in lengths {
        out += &heading(record);
        let conventional = record.plies_conventional.map(short).unwrap_or_default();
        out += &format!(
            "- claim: {} plies\n- finding: {} plies, {conventional} without futile interpositions, \
             under `{}` ({})\n- line: `{}`\n\n",
            record.claimed_plies.unwrap_or_default(),
            short(record.plies),
            record.rules,
            record.level.name(),
            record.corrected_line.join(" "),
        );
    }
    out
}

fn heading(record: &VerificationRecord) -> String {
    let source = record.source.as_deref().map(escaped).unwrap_or_default();
    format!("### {}\n\n- source: {source}\n", escaped(&record.id))
}
