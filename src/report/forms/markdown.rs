//! Problems with their results as Markdown, for papers and wikis: a section each, with a diagram, both
//! lines, variations and findings.

use crate::notation::{BoardStyle, MoveNotation, UsiMove, board, sfen, usi};
use crate::report::dossier::{Dossier, read};
use crate::report::lang::Lang;
use crate::report::site::words;
use crate::report::terms;
use crate::report::verification::markdown::escaped;
use crate::report::verification::{FindingRecord, short};
use crate::rules::{Move, Position, PositionError};
use crate::verify::LineName;

/// The section of a problem.
///
/// # Errors
/// If its diagram is not playable under its rules.
pub fn section(dossier: &Dossier, lang: Lang) -> Result<String, PositionError> {
    let problem = &dossier.problem;
    let start = Position::new(&problem.setup, dossier.rules)?;
    let writer = Writer { start, lang };
    let mut out = format!("## {}\n\n", escaped(&problem.id));
    out += &paragraph(&escaped(&dossier.title()));
    let diagram = board::diagram(&problem.setup, dossier.rules.variant, BoardStyle::Kanji);
    out += &format!("```text\n{diagram}```\n\n");
    out += &format!("`{}`\n\n", sfen::write(&problem.setup, &dossier.rules));
    out += &summary(dossier, lang);
    if let Some(record) = &dossier.verification {
        out += &paragraph(&escaped(&record.statement));
    }
    let best = dossier.best_line();
    let is_same = best == problem.solution;
    for (name, line) in [(words::PUBLISHED, &problem.solution), (dossier.best_name(), &best)] {
        let is_told = is_same && name != words::PUBLISHED;
        if !line.is_empty() && !is_told {
            out += &format!("**{}**\n\n{}\n\n", name.text(lang), writer.line(&[], line));
        }
    }
    out += &variations(dossier, &writer, &best);
    out += &findings(dossier, &writer, &best);
    out += &paragraph(&escaped(&problem.note));
    Ok(out)
}

fn paragraph(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{text}\n\n") }
}

/// What it came to, in one line.
fn summary(dossier: &Dossier, lang: Lang) -> String {
    let mut parts = vec![format!("**{}**", dossier.standing().phrase().text(lang))];
    if let Some(claimed) = dossier.problem.claimed_plies {
        parts.push(format!("{} {claimed}", words::CLAIMED.plain(lang)));
    }
    let exact = short(dossier.plies());
    if !exact.is_empty() {
        parts.push(format!("{} {exact}", words::EXACT.plain(lang)));
    }
    let conventional = dossier.plies_conventional().map(short).unwrap_or_default();
    if !conventional.is_empty() && conventional != exact {
        parts.push(format!("{conventional} {}", words::CONVENTIONALLY.plain(lang)));
    }
    if let Some(level) = dossier.level() {
        parts.push(terms::level(level).plain(lang).to_owned());
    }
    parts.push(format!("{} {}", words::RULES.plain(lang), dossier.rules));
    format!("{}\n\n", parts.join(" · "))
}

fn variations(dossier: &Dossier, writer: &Writer, best: &[UsiMove]) -> String {
    let mut items = Vec::new();
    for line in &dossier.problem.variations {
        let shared = line.iter().zip(best).take_while(|(one, two)| one == two).count();
        items.push(writer.line(&line[..shared], &line[shared..]));
    }
    for variation in dossier.verification.iter().flat_map(|record| &record.variations) {
        let before = (variation.ply.saturating_sub(1) as usize).min(best.len());
        items.push(writer.line(&best[..before], &read(&variation.moves)));
    }
    items.dedup();
    if items.is_empty() {
        return String::new();
    }
    let items: Vec<String> = items.iter().map(|item| format!("- {item}\n")).collect();
    format!("**{}**\n\n{}\n", words::VARIATIONS.text(writer.lang), items.concat())
}

fn findings(dossier: &Dossier, writer: &Writer, best: &[UsiMove]) -> String {
    if dossier.findings().is_empty() {
        return String::new();
    }
    let lang = writer.lang;
    let mut out = format!(
        "| {} | {} | {} | {} |\n|---|---|---|---|\n",
        words::KIND.plain(lang),
        words::WHERE.plain(lang),
        words::REASON.plain(lang),
        words::EVIDENCE.plain(lang)
    );
    for finding in dossier.findings() {
        let base = base(dossier, finding, best);
        let before = finding.ply.unwrap_or(1).saturating_sub(1) as usize;
        let evidence = writer.line(&base[..before.min(base.len())], &read(&finding.evidence));
        out += &format!(
            "| {} | {} | {} | {evidence} |\n",
            terms::finding(finding.kind).text(lang),
            escaped(&place(finding)),
            escaped(&finding.reason),
        );
    }
    out + "\n"
}

/// The line that a finding is about.
fn base(dossier: &Dossier, finding: &FindingRecord, best: &[UsiMove]) -> Vec<UsiMove> {
    let played = |number: usize| {
        let record = dossier.verification.as_ref();
        record.and_then(|record| record.played.get(number)).map(|line| read(line))
    };
    match finding.line {
        Some(LineName::Main) => played(0).unwrap_or_default(),
        Some(LineName::Variation(number)) => played(number as usize).unwrap_or_default(),
        Some(LineName::Corrected) | None => best.to_vec(),
    }
}

/// `7: 6c5d`, `v2.7: 6c5d`, `c3: 9h5d+`.
fn place(finding: &FindingRecord) -> String {
    let line = match finding.line {
        Some(LineName::Variation(number)) => format!("v{number}."),
        Some(LineName::Corrected) => "c".to_owned(),
        Some(LineName::Main) | None => String::new(),
    };
    let ply = finding.ply.map_or_else(String::new, |ply| format!("{line}{ply}"));
    match &finding.mv {
        Some(mv) => format!("{ply}: {mv}"),
        None => ply,
    }
}

/// Writes lines in the notation of a language.
struct Writer {
    start: Position,
    lang: Lang,
}

impl Writer {
    /// Moves that are played after some others, numbered by ply; what cannot be played stands in USI.
    fn line(&self, before: &[UsiMove], moves: &[UsiMove]) -> String {
        let notation = match self.lang {
            Lang::En => MoveNotation::Tsa,
            Lang::Ja => MoveNotation::JapaneseShort,
        };
        let mut position = self.start.clone();
        let mut last_to = None;
        let mut legal = true;
        for text in before {
            let Some(mv) = resolved(*text, &position) else { break };
            position.make(mv);
            last_to = Some(mv.to);
        }
        let mut words = Vec::new();
        for (index, text) in moves.iter().enumerate() {
            let ply = before.len() + index + 1;
            let mv = resolved(*text, &position).filter(|_| legal);
            let word =
                mv.map_or_else(|| text.to_string(), |mv| notation.write(mv, &position, last_to));
            legal = mv.is_some();
            if let Some(mv) = mv {
                position.make(mv);
                last_to = Some(mv.to);
            }
            let word = escaped(&word);
            let numbered = ply % 2 == 1 || index == 0;
            words.push(if numbered { format!("{ply}. {word}") } else { word });
        }
        words.join(" ")
    }
}

fn resolved(text: UsiMove, position: &Position) -> Option<Move> {
    let variant = position.rules().variant;
    usi::resolve(&text, &position.setup(), variant, &position.legal_moves())
}
