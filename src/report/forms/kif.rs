//! A problem with all its lines as a game: the best line as the main one, the others as variations,
//! what was found as comments. Written as KIF it opens in a board program.

use crate::notation::document::{self, WriteOptions};
use crate::notation::game::Builder;
use crate::notation::moves::MoveNotation;
use crate::notation::{DocumentFormat, End, Game, GameError, UsiMove, usi};
use crate::report::dossier::{Dossier, read};
use crate::report::terms;
use crate::report::verification::FindingRecord;
use crate::verify::LineName;

/// Which lines a game has beside the main one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All that is known.
    Whole,
    /// Only what is published.
    Published,
}

/// The game of a problem.
///
/// # Errors
/// If the diagram is not playable under the rules.
pub fn game(dossier: &Dossier, extent: Extent) -> Result<Game, GameError> {
    let problem = &dossier.problem;
    let mut builder = Builder::new(problem.setup.clone(), dossier.rules)?;
    let best = dossier.best_line();
    play(&mut builder, &best);
    if dossier.best_line_mates() && !best.is_empty() && builder.cursor().ply() == best.len() {
        builder.node().end = Some(End::Mate);
    }
    builder.go_to_ply(0);
    play(&mut builder, &problem.solution);
    for line in &problem.variations {
        builder.go_to_ply(0);
        play(&mut builder, line);
    }
    if let Some(record) = dossier.verification.as_ref().filter(|_| extent == Extent::Whole) {
        for variation in &record.variations {
            after(&mut builder, &best, variation.ply);
            play(&mut builder, &read(&variation.moves));
        }
        for finding in &record.findings {
            add_finding(&mut builder, finding, record.played.as_slice(), &best);
        }
    }
    builder.go_to_ply(0);
    if let Some(record) = &dossier.verification {
        comment(&mut builder, &record.statement);
    }
    let mut game = builder.game;
    let plies = problem.claimed_plies.map_or(String::new(), |plies| plies.to_string());
    for (name, value) in [
        ("id", problem.id.as_str()),
        ("source", &problem.source),
        ("number", &problem.number),
        ("claimed_plies", &plies),
        ("same_as", &problem.same_as.join(" ")),
        ("note", &problem.note),
    ] {
        game.add_header(name, &value.replace(char::is_control, " "));
    }
    Ok(game)
}

/// The KIF text, in UTF-8.
///
/// # Errors
/// If the diagram is not playable under the rules.
pub fn kif(dossier: &Dossier, extent: Extent) -> Result<String, GameError> {
    let options = WriteOptions {
        rules: dossier.rules,
        notation: Some(MoveNotation::Kif),
        ..WriteOptions::default()
    };
    Ok(document::write(&game(dossier, extent)?, DocumentFormat::Kif, &options)?.text)
}

/// Plays moves as far as they are legal.
fn play(builder: &mut Builder, moves: &[UsiMove]) {
    for text in moves {
        let position = builder.cursor().position();
        let setup = position.setup();
        let legal = position.legal_moves();
        let Some(mv) = usi::resolve(text, &setup, position.rules().variant, &legal) else { return };
        builder.push(mv);
    }
}

/// Goes to the position before a ply of a line; false if the line does not reach it.
fn after(builder: &mut Builder, line: &[UsiMove], ply: u32) -> bool {
    let before = ply.saturating_sub(1) as usize;
    builder.go_to_ply(0);
    play(builder, &line[..line.len().min(before)]);
    builder.cursor().ply() == before
}

fn comment(builder: &mut Builder, text: &str) {
    let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    if !text.is_empty() {
        builder.node().comments.push(text);
    }
}

/// Adds what shows a finding, and the finding as a comment where it stands.
fn add_finding(
    builder: &mut Builder,
    finding: &FindingRecord,
    played: &[Vec<String>],
    best: &[UsiMove],
) {
    let Some(ply) = finding.ply else { return };
    let line = match finding.line {
        Some(LineName::Main) => played.first().map(|line| read(line)),
        Some(LineName::Variation(number)) => played.get(number as usize).map(|line| read(line)),
        Some(LineName::Corrected) | None => Some(best.to_vec()),
    };
    let line = line.unwrap_or_default();
    if !after(builder, &line, ply) {
        return;
    }
    let name = terms::finding(finding.kind);
    let words = format!("{} {}: {}", name.en, name.ja, finding.reason);
    let mv: Vec<UsiMove> = finding.mv.iter().filter_map(|text| text.parse().ok()).collect();
    play(builder, &mv);
    comment(builder, &words);
    if after(builder, &line, ply) {
        play(builder, &read(&finding.evidence));
    }
}
