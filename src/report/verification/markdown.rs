//! Verified problems as Markdown, one section a problem.

use super::csv::word;
use super::{VerificationRecord, VerifyRecord, short};
use crate::notation::Folded;
use crate::report::text::WIDTH;

/// The section of a record; what repeats in the main line stands there once if `fold`.
#[must_use]
pub fn section(record: &VerifyRecord, fold: bool) -> String {
    match record {
        VerifyRecord::Verification(record) => problem(record, fold),
        VerifyRecord::Error(error) => format!("## Error\n\n{}\n\n", escaped(&error.to_string())),
    }
}

fn problem(record: &VerificationRecord, fold: bool) -> String {
    let mut out = format!("## {}\n\n", escaped(&record.id));
    if let Some(source) = &record.source {
        out += &format!("{}\n\n", escaped(source));
    }
    out += &format!("`{}`\n\n", record.sfen.replace('`', ""));
    out += &format!(
        "**{}** ({}). {}\n\n",
        record.status.name(),
        record.level.name(),
        escaped(&record.statement)
    );
    if !record.corrected_line.is_empty() {
        out += &format!("Main line ({} plies): ", short(record.plies));
        out += &if fold {
            let text = Folded::new(&record.corrected_line).text(1, WIDTH);
            format!("\n\n```\n{text}```\n\n")
        } else {
            format!("`{}`\n\n", record.corrected_line.join(" "))
        };
    }
    for variation in &record.variations {
        out += &format!("- from ply {}: `{}`\n", variation.ply, variation.moves.join(" "));
    }
    if !record.variations.is_empty() {
        out.push('\n');
    }
    if !record.findings.is_empty() {
        out += "| finding | reason | shown by |\n|---|---|---|\n";
        for finding in &record.findings {
            let shown = finding.evidence.join(" ");
            let shown = if shown.is_empty() { String::new() } else { format!("`{shown}`") };
            out += &format!("| {} | {} | {shown} |\n", word(finding), escaped(&finding.reason));
        }
        out.push('\n');
    }
    out
}

/// Foreign text that Markdown shows as it is.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in super::super::text::clean(text).chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
