//! All lines of one problem in one tree: published, mended, corrected, variations, and what shows each
//! finding.

use super::lines::{Line, Lines};
use crate::notation::UsiMove;
use crate::report::dossier::{Dossier, read};
use crate::report::verification::FindingRecord;
use crate::rules::PositionError;
use crate::verify::LineName;

/// The lines of a problem.
#[derive(Debug)]
pub struct Book {
    /// The tree.
    pub lines: Lines,
    /// The published main line, as far as it can be played.
    pub published: Option<Line>,
    /// The same as `verify` mended it, where that is another line.
    pub mended: Option<Line>,
    /// The best line that is known.
    pub best: Option<Line>,
    /// Published variations, from the diagram on.
    pub variations: Vec<Line>,
    /// Defences beside the best line, from where they leave it.
    pub essential: Vec<Essential>,
    /// For every finding: its move, if it is a single check beside a line, and what shows it.
    pub shown: Vec<Shown>,
    /// For every other check that `solve` found beside its line.
    pub alternatives: Vec<Alternative>,
}

/// A defence beside the best line.
#[derive(Debug)]
pub struct Essential {
    /// The moves from where it leaves the line.
    pub line: Line,
    /// True if the published text treats it.
    pub is_published: bool,
}

/// What shows a finding.
#[derive(Debug)]
pub struct Shown {
    /// The move that it is about, from the position before it; empty if it is about none that can be
    /// played.
    pub mv: Line,
    /// The moves that show it.
    pub evidence: Line,
}

/// Another check beside the line of `solve`.
#[derive(Debug)]
pub struct Alternative {
    /// The number of its ply among the record's.
    pub index: usize,
    /// Its number there.
    pub number: usize,
    /// The move.
    pub line: Line,
}

impl Book {
    /// The lines of a problem.
    ///
    /// # Errors
    /// If its diagram is not playable under the rules.
    pub fn new(dossier: &Dossier) -> Result<Book, PositionError> {
        let problem = &dossier.problem;
        let mut lines = Lines::new(&problem.setup, dossier.rules)?;
        let some = |line: Line| (!line.nodes.is_empty()).then_some(line);
        let published = (!problem.solution.is_empty()).then(|| lines.add(None, &problem.solution));
        let played: Vec<Vec<UsiMove>> = dossier
            .verification
            .as_ref()
            .map_or_else(Vec::new, |record| record.played.iter().map(|line| read(line)).collect());
        let played: Vec<Line> = played.iter().map(|line| lines.add(None, line)).collect();
        let best = some(lines.add(None, &dossier.best_line()));
        let variations: Vec<Line> =
            problem.variations.iter().map(|line| lines.add(None, line)).collect();
        let mended = played.first().filter(|line| {
            published.as_ref().is_some_and(|published| !published.nodes.starts_with(&line.nodes))
        });
        let mut book = Book {
            mended: mended.cloned(),
            published,
            best,
            variations,
            essential: Vec::new(),
            shown: Vec::new(),
            alternatives: Vec::new(),
            lines,
        };
        book.add_essential(dossier);
        for finding in dossier.findings() {
            let shown = book.show(finding, &played);
            book.shown.push(shown);
        }
        book.add_alternatives(dossier);
        Ok(book)
    }

    fn add_essential(&mut self, dossier: &Dossier) {
        let (Some(record), Some(best)) = (&dossier.verification, &self.best) else { return };
        for variation in &record.variations {
            let after = Some((best, variation.ply.saturating_sub(1) as usize));
            let line = self.lines.add(after, &read(&variation.moves));
            self.essential.push(Essential { line, is_published: variation.published });
        }
    }

    /// What shows a finding, from the position before its ply.
    fn show(&mut self, finding: &FindingRecord, played: &[Line]) -> Shown {
        let base = match finding.line {
            Some(LineName::Main) => played.first().or(self.published.as_ref()),
            Some(LineName::Variation(number)) => {
                let number = number as usize;
                played.get(number).or(self.variations.get(number.saturating_sub(1)))
            }
            Some(LineName::Corrected) | None => self.best.as_ref(),
        };
        let before = finding.ply.unwrap_or(1).saturating_sub(1) as usize;
        // A line that is too short to reach the place cannot carry what is shown there.
        let after = base.filter(|line| before <= line.nodes.len()).map(|line| (line, before));
        let is_lost = before > 0 && after.is_none();
        let mv: Vec<UsiMove> = finding.mv.iter().filter_map(|text| text.parse().ok()).collect();
        let evidence = if is_lost { Vec::new() } else { read(&finding.evidence) };
        let mv = if is_lost { Vec::new() } else { mv };
        let evidence = self.lines.add(after, &evidence);
        Shown { mv: self.lines.add(after, &mv), evidence }
    }

    fn add_alternatives(&mut self, dossier: &Dossier) {
        use crate::report::PlyRecord;
        let Some(record) = &dossier.solution else { return };
        let Some(soundness) = &record.soundness else { return };
        let main = self.lines.add(None, &read(&record.line));
        for (index, step) in soundness.plies.iter().enumerate() {
            let PlyRecord::Attack { ply, alternatives, .. } = step else { continue };
            for (number, other) in alternatives.iter().enumerate() {
                let after = Some((&main, ply.saturating_sub(1) as usize));
                let line = self.lines.add(after, &read(std::slice::from_ref(&other.mv)));
                self.alternatives.push(Alternative { index, number, line });
            }
        }
    }
}
