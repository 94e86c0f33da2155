//! One verified problem at length: a board at each finding.

use super::csv::word;
use super::{FindingRecord, VerificationRecord, text};
use crate::notation::{BoardStyle, MoveNotation, UsiMove, board};
use crate::report::text::{FAINT, HEADING, clean, main_line, numbered, wrapped};
use crate::rules::{Move, Position, Rules, Setup};
use crate::verify::LineName;

/// How boards and moves are shown.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The board.
    pub board: BoardStyle,
    /// The moves.
    pub notation: MoveNotation,
    /// True to write what repeats in the corrected line once.
    pub fold: bool,
}

/// Moves from the canonical USI that the program writes; `None` if that is not what they are.
#[must_use]
pub fn moves(line: &[String]) -> Option<Vec<Move>> {
    let read = |text: &String| {
        let UsiMove { from, mid, to, promote } = text.parse().ok()?;
        Some(Move { from, mid, to, promote })
    };
    line.iter().map(read).collect()
}

/// The whole text.
#[must_use]
pub fn text(record: &VerificationRecord, setup: &Setup, rules: Rules, style: Style) -> String {
    let Ok(start) = Position::new(setup, rules) else { return String::new() };
    let notated = |line: &[String], position: &Position| {
        moves(line)
            .map_or_else(|| line.to_vec(), |moves| style.notation.write_line(&moves, position))
    };
    let mut out = board::diagram(setup, rules.variant, style.board);
    out += &format!("{FAINT}{}{FAINT:#}\nrules {}\n\n", clean(&record.sfen), record.rules);
    out += &text::entry(record, &notated(&record.corrected_line, &start), style.fold);
    for variation in &record.variations {
        let position = at(&start, &record.corrected_line, variation.ply);
        let origin = if variation.published { ", as published" } else { "" };
        out += &format!("variation at ply {}{origin}\n", variation.ply);
        out += &numbered(&notated(&variation.moves, &position), variation.ply);
    }
    for finding in &record.findings {
        out += &format!("\n{HEADING}{}{HEADING:#}\n", word(finding));
        out += &wrapped(&clean(&finding.reason));
        let line = line_of(record, finding.line);
        let ply = finding.ply.unwrap_or(1);
        let position = at(&start, line, ply);
        if finding.ply.is_some() {
            out += &board::diagram(&position.setup(), rules.variant, style.board);
            out += &format!("before ply {ply}\n");
        }
        out += &numbered(&notated(&finding.evidence, &position), ply);
        out += &repaired(finding);
    }
    out
}

/// The line that a finding is about.
fn line_of(record: &VerificationRecord, line: Option<LineName>) -> &[String] {
    let index = match line {
        Some(LineName::Variation(number)) => number as usize,
        Some(LineName::Main) => 0,
        Some(LineName::Corrected) | None => return &record.corrected_line,
    };
    record.played.get(index).map_or(&[], Vec::as_slice)
}

/// The position before a ply of a line.
fn at(start: &Position, line: &[String], ply: u32) -> Position {
    let mut position = start.clone();
    let before = &line[..line.len().min(ply.saturating_sub(1) as usize)];
    for mv in moves(before).unwrap_or_default() {
        position.make(mv);
    }
    position
}

fn repaired(finding: &FindingRecord) -> String {
    finding.repair.as_ref().map_or_else(String::new, |repair| {
        format!(
            "mended at ply {} ({}):\n{}",
            repair.ply,
            repair.change,
            main_line(&repair.line, false)
        )
    })
}
