//! The findings as a paragraph of plain English.

use super::{FindingRecord, VerificationRecord};
use crate::report::VerdictName;
use crate::verify::{FindingKind, LineName, Status, Weight};

/// Moves of a piece of evidence that are quoted.
const QUOTED: usize = 6;

/// Other checks that are named one by one.
const NAMED: usize = 4;

/// One paragraph.
#[must_use]
pub fn statement(record: &VerificationRecord) -> String {
    let mut sentences = vec![outcome(record)];
    sentences.extend(record.findings.iter().filter_map(told));
    sentences.extend(other_checks(record));
    if record.status == Status::Sound && !record.played.first().is_none_or(Vec::is_empty) {
        sentences.push("The published line is right, and no other check mates along it.".into());
    }
    sentences.join(" ")
}

/// Bounds of the length, with the word plies.
fn length(record: &VerificationRecord) -> String {
    let plies = |count: u32| format!("{count} {}", if count == 1 { "ply" } else { "plies" });
    let strict = match (record.plies.at_least, record.plies.at_most) {
        (Some(low), Some(high)) if low == high => format!("exactly {}", plies(high)),
        (Some(low), Some(high)) => format!("{low} to {}", plies(high)),
        (_, high) => plies(high.unwrap_or_default()),
    };
    match record.plies_conventional.and_then(|bounds| bounds.at_most) {
        Some(count) if Some(count) != record.plies.at_most => {
            format!("{strict} ({count} without futile interpositions)")
        }
        _ => strict,
    }
}

fn outcome(record: &VerificationRecord) -> String {
    match record.verdict {
        VerdictName::Mate => {
            let claim = match record.claimed_plies {
                Some(claimed) if Some(claimed) == record.plies.at_most => ", as claimed",
                _ => "",
            };
            format!("It is a mate in {}{claim}.", length(record))
        }
        VerdictName::NoMate => {
            format!("There is no mate by checks alone under the rules {}.", record.rules)
        }
        VerdictName::Unknown => {
            let low = record.plies.at_least.filter(|&low| low > 1);
            let low =
                low.map_or(String::new(), |low| format!("; no mate is shorter than {low} plies"));
            format!("Whether there is a mate is not decided within the limits{low}.")
        }
    }
}

/// The sentence about a finding, but for other checks on the corrected line.
fn told(finding: &FindingRecord) -> Option<String> {
    let reason = &finding.reason;
    let evidence = quoted(&finding.evidence);
    let show = |words: &str| {
        if evidence.is_empty() { String::new() } else { format!(" ({words} {evidence})") }
    };
    let at = place(finding);
    let mv = finding.mv.as_deref().unwrap_or("the move");
    Some(match finding.kind {
        FindingKind::PieceCount | FindingKind::DiagramDiffers | FindingKind::NoLine => {
            format!("{}.", capital(reason))
        }
        FindingKind::Illegal | FindingKind::NoCheck | FindingKind::LeavesRoyal => {
            let repair = match &finding.repair {
                Some(repair) if Some(repair.ply) == finding.ply => {
                    format!("; one change mends it: {}", repair.change)
                }
                Some(repair) => {
                    format!("; one change at ply {} mends it: {}", repair.ply, repair.change)
                }
                None => "; no single small change mends it".to_owned(),
            };
            format!("{at}, {mv} cannot be played: {reason}{repair}.")
        }
        FindingKind::Overrun => format!("{at} it goes on though {reason}."),
        FindingKind::TooSlow | FindingKind::WeakDefence => {
            format!("{at}, {mv} {reason}{}.", show("as by"))
        }
        FindingKind::ThrowsAway => format!("{at}, {mv} is an error: {reason}{}.", show("such as")),
        FindingKind::Escape => format!("{at}, {reason}{}.", show("as by")),
        FindingKind::Unfinished => format!("{at}, {reason}{}.", show("it goes on")),
        FindingKind::FutileTail => format!("{at}, {reason}, as is custom."),
        FindingKind::NoMate if evidence.is_empty() => {
            "The attacker has no check at all.".to_owned()
        }
        FindingKind::NoMate => format!("The best try fails: {evidence}."),
        FindingKind::ClaimedLength => format!("{}.", capital(reason)),
        FindingKind::Open if finding.line != Some(LineName::Corrected) => match finding.ply {
            Some(_) => format!("{at}, {reason}."),
            None => format!("{}.", capital(reason)),
        },
        FindingKind::RuleDependent => format!("It depends on the rules: {reason}."),
        _ => return None,
    })
}

/// Sentences about other checks along the corrected line.
fn other_checks(record: &VerificationRecord) -> Vec<String> {
    let of = |weight: Weight| -> Vec<&FindingRecord> {
        record
            .findings
            .iter()
            .filter(|finding| {
                finding.weight == weight
                    && finding.line == Some(LineName::Corrected)
                    && finding.kind != FindingKind::RuleDependent
            })
            .collect()
    };
    [
        (Weight::Cook, "The solution is not unique"),
        (Weight::Tolerated, "Custom tolerates"),
        (Weight::Open, "Not decided"),
    ]
    .into_iter()
    .filter_map(|(weight, words)| {
        let findings = of(weight);
        let mut named: Vec<String> = findings
            .iter()
            .filter(|one| one.ply.is_some())
            .take(NAMED)
            .map(|one| check(one))
            .collect();
        let shown = named.len();
        let all: usize = findings.iter().map(|one| one.count as usize).sum();
        if all > shown {
            named.push(format!("{} more", all - shown));
        }
        (!named.is_empty()).then(|| format!("{words}: {}.", named.join(", ")))
    })
    .collect()
}

/// `cook 9h5d+ at ply 3 (mates in 21)`; of what is open only move and ply.
fn check(finding: &FindingRecord) -> String {
    let name = match finding.kind {
        FindingKind::Open => String::new(),
        kind => format!("{} ", kind.name().replace('-', " ")),
    };
    let mv = finding.mv.as_deref().unwrap_or_default();
    let ply = finding.ply.unwrap_or_default();
    let length = match finding.plies.and_then(|plies| plies.at_most) {
        Some(plies) if finding.kind != FindingKind::LastMoveDual => format!(" (mates in {plies})"),
        _ => String::new(),
    };
    format!("{name}{mv} at ply {ply}{length}")
}

/// `At ply 7`, `In variation 2, at ply 7`.
fn place(finding: &FindingRecord) -> String {
    let ply = finding.ply.map_or(String::new(), |ply| format!("at ply {ply}"));
    match finding.line {
        Some(line @ LineName::Variation(_)) => format!("In {line}, {ply}"),
        _ => capital(&ply),
    }
}

fn quoted(moves: &[String]) -> String {
    let mut text = moves[..moves.len().min(QUOTED)].join(" ");
    if moves.len() > QUOTED {
        text += " ...";
    }
    text
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
