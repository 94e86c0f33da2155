//! Verified problems as CSV, one row a problem.

use super::{FindingRecord, VerifyRecord, short};
use crate::report::csv::write_row;
use crate::verify::LineName;

/// The columns.
pub const COLUMNS: [&str; 8] = [
    "id",
    "status",
    "level",
    "plies",
    "plies_conventional",
    "claimed_plies",
    "findings",
    "corrected_line",
];

/// The header row.
#[must_use]
pub fn header() -> Vec<u8> {
    write_row(&COLUMNS.map(str::to_owned))
}

/// The row of a record. One that could not be worked on has the status `error` and its message among
/// the findings.
#[must_use]
pub fn row(record: &VerifyRecord) -> Vec<u8> {
    let fields: [String; COLUMNS.len()] = match record {
        VerifyRecord::Verification(record) => {
            let findings: Vec<String> = record.findings.iter().map(word).collect();
            [
                record.id.clone(),
                record.status.name().to_owned(),
                record.level.name().to_owned(),
                short(record.plies),
                record.plies_conventional.map_or_else(String::new, short),
                record.claimed_plies.map_or_else(String::new, |plies| plies.to_string()),
                findings.join(" "),
                record.corrected_line.join(" "),
            ]
        }
        VerifyRecord::Error(error) => {
            let mut fields: [String; COLUMNS.len()] = std::array::from_fn(|_| String::new());
            fields[0] = error.id.clone().unwrap_or_default();
            fields[1] = "error".into();
            fields[6] = error.to_string();
            fields
        }
    };
    write_row(&fields)
}

/// A finding in one word: `too-slow@7=6c5d`, in a variation `escape@v2.7=6c5d`, on the corrected line
/// `cook@c3=9h5d+`, several of a kind together `detourx12`, about the whole `no-mate`.
#[must_use]
pub fn word(finding: &FindingRecord) -> String {
    let mut word = finding.kind.name().to_owned();
    if let Some(ply) = finding.ply {
        word += &match finding.line {
            Some(LineName::Variation(number)) => format!("@v{number}.{ply}"),
            Some(LineName::Corrected) => format!("@c{ply}"),
            Some(LineName::Main) | None => format!("@{ply}"),
        };
    }
    if let Some(mv) = &finding.mv {
        word += &format!("={mv}");
    }
    if finding.count > 1 {
        word += &format!("x{}", finding.count);
    }
    word
}
