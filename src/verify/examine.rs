//! One problem from text to findings.
//!
//! The order saves work: the published line shows where to look, so its positions are decided from
//! its end backwards before the problem itself is; lengths come after all verdicts, uniqueness after
//! the lengths, and the other way of counting last.

use super::finding::{Finding, FindingKind, LineName, Weight};
use super::refute::refutation;
use super::status::Status;
use super::texts::{self, Text};
use super::track::{Track, Tsume, Worth, judge, with_move};
use super::words::{Shown, length_words, plies, tell_unknown, weight_of, worth_words};
use super::{Published, Settings, Verification, diagram, unique, variations};
use crate::notation::{Claim, UsiMove};
use crate::rules::{Move, Position};
use crate::search::bounds::Interval;
use crate::search::certificate::Evidence;
use crate::search::exact::Place;
use crate::search::graph::Graph;
use crate::search::induction::NEVER;
use crate::search::sound::Uniqueness;
use crate::search::{Length, Limit, Verdict};

/// Attacker's positions up to which the whole graph of a problem is looked at.
const TINY: u64 = 256;

/// Steps for each position of the published line in the first round.
const HINT_STEPS: u64 = 10_000;

/// How many times as many each has in the next round.
const HINT_GROWTH: u64 = 4;

/// The problem itself has in a round what all those positions took, and no less than this.
const LEAST_SHARE: u64 = 300_000;

/// Steps for each move of a line that only shows something.
const SHOW_STEPS: u64 = 1_000;

/// The work on one problem.
pub struct Examination<'p, 'a> {
    published: &'p Published<'p>,
    settings: &'p Settings,
    analyst: Tsume<'a>,
    texts: Vec<Text>,
    tracks: Vec<Track>,
    findings: Vec<Finding>,
}

impl<'p, 'a> Examination<'p, 'a> {
    /// Reads the diagram and the texts.
    pub fn new(
        published: &'p Published<'p>,
        settings: &'p Settings,
        position: &Position,
        mut analyst: Tsume<'a>,
    ) -> Self {
        let variant = settings.rules.variant;
        let mut findings = diagram::remarks(published.setup, variant, published.elsewhere);
        let (texts, faults) = texts::read(position, published);
        findings.extend(faults);
        if published.main.is_empty() {
            let reason = "no solution is published".to_owned();
            findings.push(Finding::whole(FindingKind::NoLine, Weight::Remark, reason));
        }
        let tracks = texts.iter().map(|text| Track::new(&mut analyst, &text.moves)).collect();
        Examination { published, settings, analyst, texts, tracks, findings }
    }

    /// Finds out everything.
    pub fn run(mut self) -> (Verification, Evidence) {
        self.decide();
        let root = self.analyst.interval(Graph::ROOT);
        let worths = self.worths();
        let mut limit = if root.is_settled() { None } else { self.analyst.limit() };
        let mut line = Vec::new();
        let mut uniqueness = None;
        if root.hi != NEVER {
            let followed: Vec<_> = self.texts[0].moves.iter().map(|&mv| mv.into()).collect();
            let best = self.analyst.line(&Place::ROOT, &followed, SHOW_STEPS);
            if root.is_settled() {
                let soundness = self.analyst.soundness(&best, self.settings.steps_each);
                uniqueness = Some(soundness.verdict);
                self.findings.extend(unique::findings(&soundness));
            } else {
                let reason = length_words(root);
                self.findings.push(Finding::whole(FindingKind::Open, Weight::Open, reason));
            }
            line = best.iter().map(|step| Move::from(step.mv)).collect();
        }
        if uniqueness == Some(Uniqueness::Undetermined) {
            limit = limit.or(self.analyst.limit()).or(Some(Limit::Steps));
        }
        if self.keeps(&line) {
            line.clone_from(&self.texts[0].moves);
        }
        let shown = self.evidence(&worths);
        let variations = self.variations(&line);
        let mut conventional = None;
        let mut strict_only = Vec::new();
        if root.hi != NEVER {
            let (length, tolerated) = self.count_by_convention(&worths);
            conventional = Some(length);
            strict_only = tolerated;
        }
        self.tell(&worths, &strict_only, shown);
        self.tell_whole(root, conventional);
        let verdict = match (root.lo, root.hi) {
            (NEVER, _) => Verdict::NoMate,
            (_, NEVER) => Verdict::Unknown(limit.unwrap_or(Limit::Nodes)),
            _ => Verdict::Mate,
        };
        self.findings.sort_by_key(|finding| (finding.line, finding.ply));
        let expanded = self.analyst.expanded();
        // Certificates need what follows from all that was learnt on the way.
        self.analyst.conclude();
        let (graph, bounds) = self.analyst.into_evidence();
        let nodes = graph.node_count() as u64;
        let verification = Verification {
            status: Status::of(verdict, &self.findings),
            verdict,
            length: Length::from(root),
            conventional: conventional.map(Length::from),
            findings: self.findings,
            played: self.texts.into_iter().map(|text| text.moves).collect(),
            line,
            variations,
            compared: None,
            limit,
            expanded,
            nodes,
            elapsed: std::time::Duration::ZERO,
        };
        (verification, Evidence { graph, bounds })
    }

    /// Decides the problem and the positions of the published lines, and settles its length.
    fn decide(&mut self) {
        if self.analyst.enumerate(TINY) {
            return;
        }
        let mut places: Vec<Place> = Vec::new();
        for track in &self.tracks {
            places.extend(track.places.iter().skip(1).rev().cloned());
        }
        self.decide_root(&places);
        if self.analyst.limit().is_none() {
            self.analyst.decide(&places, Some(self.settings.steps_each));
        }
        if self.analyst.interval(Graph::ROOT).hi != NEVER {
            self.analyst.settle(&Place::ROOT, None);
        }
        self.analyst.conclude();
    }

    /// Decides the problem, with the positions of the published lines by the way.
    ///
    /// The line may be right where the problem is hard because of the other checks. So its positions and the
    /// problem are given steps in turn, more in each round: what is spent is a few times what the best choice
    /// would have cost.
    fn decide_root(&mut self, places: &[Place]) {
        let mut steps = HINT_STEPS;
        loop {
            let before = self.analyst.visits();
            self.analyst.decide(places, Some(steps));
            let share = (self.analyst.visits() - before).max(LEAST_SHARE);
            self.analyst.decide(&[Place::ROOT], Some(share));
            let root = self.analyst.interval(Graph::ROOT);
            if root.hi != NEVER || root.lo == NEVER || self.analyst.limit().is_some() {
                return;
            }
            steps = steps.saturating_mul(HINT_GROWTH);
        }
    }

    /// What the moves of all lines are worth.
    fn worths(&mut self) -> Vec<Vec<Worth>> {
        let steps = self.settings.steps_each;
        let lines = self.texts.iter().zip(&self.tracks);
        lines
            .map(|(text, track)| {
                let mut worths = judge(&mut self.analyst, track, text.shared, steps);
                // Where a variation leaves the main line, it is there to be weaker.
                if let (LineName::Variation(_), Some(first)) =
                    (text.name, worths.get_mut(text.shared))
                    && first.is_about_length()
                {
                    *first = Worth::Good;
                }
                worths
            })
            .collect()
    }

    /// For every wrong move a line that shows it: where a better one leads, or how it is refuted.
    fn evidence(&mut self, worths: &[Vec<Worth>]) -> Vec<Vec<Shown>> {
        let mut all = Vec::new();
        for (track, worths) in self.tracks.iter().zip(worths) {
            let mut shown = Vec::new();
            for (ply, &worth) in worths.iter().enumerate() {
                let (here, next) = (&track.places[ply], &track.places[ply + 1]);
                let analyst = &mut self.analyst;
                let moves = match worth {
                    Worth::Good | Worth::Unknown => Vec::new(),
                    Worth::TooSlow | Worth::Weak => won_line(analyst, here),
                    Worth::Escape => refutation(analyst, here),
                    Worth::ThrowsAway => {
                        let first = Move::from(track.moves[ply]);
                        std::iter::once(first).chain(refutation(analyst, next)).collect()
                    }
                };
                let length = with_move(analyst, next);
                let best = analyst.interval(here.node);
                shown.push(Shown { moves, length, best });
            }
            // And the end of the line: how it goes on.
            let end = track.end();
            let best = self.analyst.interval(end.node);
            let moves = if best.hi != NEVER {
                won_line(&mut self.analyst, end)
            } else if best.lo == NEVER {
                refutation(&mut self.analyst, end)
            } else {
                Vec::new()
            };
            shown.push(Shown { moves, length: best, best });
            all.push(shown);
        }
        all
    }

    /// The essential variations of the corrected line.
    fn variations(&mut self, line: &[Move]) -> Vec<variations::Variation> {
        if line.is_empty() {
            return Vec::new();
        }
        let published: Vec<Vec<Move>> = self.texts.iter().map(|text| text.moves.clone()).collect();
        variations::essential(&mut self.analyst, line, &published)
    }

    /// True if the corrected line is the published one, perhaps with a tail that custom leaves out.
    fn keeps(&self, best: &[Move]) -> bool {
        let (text, track) = (&self.texts[0], &self.tracks[0]);
        let end = track.end().node;
        let graph = self.analyst.graph();
        !text.is_cut
            && !text.moves.is_empty()
            && track.moves.len() == text.moves.len()
            && (graph.is_checkmate(end) || graph.is_futile(end))
            && best.starts_with(&text.moves)
    }

    /// Settles the length by convention, and finds what is wrong in the strict way of counting only.
    fn count_by_convention(&mut self, worths: &[Vec<Worth>]) -> (Interval, Vec<Vec<bool>>) {
        let steps = self.settings.steps_each;
        let (texts, tracks) = (&self.texts, &self.tracks);
        self.analyst.by_convention(|analyst| {
            let length = analyst.settle(&Place::ROOT, None);
            let mut tolerated = Vec::new();
            for ((text, track), worths) in texts.iter().zip(tracks).zip(worths) {
                if !worths.iter().any(|worth| worth.is_about_length()) {
                    tolerated.push(Vec::new());
                    continue;
                }
                let other = judge(analyst, track, text.shared, steps);
                let pairs = worths.iter().zip(other);
                tolerated
                    .push(pairs.map(|(&one, two)| one.is_about_length() && one != two).collect());
            }
            (length, tolerated)
        })
    }

    /// Turns the worth of moves and the ends of lines into findings.
    fn tell(&mut self, worths: &[Vec<Worth>], strict_only: &[Vec<bool>], shown: Vec<Vec<Shown>>) {
        let mut findings = Vec::new();
        for (index, mut shown) in shown.into_iter().enumerate() {
            let (text, track) = (&self.texts[index], &self.tracks[index]);
            let end = shown.pop();
            for ((ply, &worth), shown) in worths[index].iter().enumerate().zip(shown) {
                if let Some((kind, mut reason)) = worth_words(worth, &shown) {
                    let mut weight = weight_of(text, ply, kind);
                    let line = strict_only.get(index);
                    if line.and_then(|line| line.get(ply)) == Some(&true) {
                        reason += ", counting futile interpositions";
                        weight = weight.min(Weight::Tolerated);
                    }
                    let mv = UsiMove::from(text.moves[ply]);
                    let place = ply as u32 + 1;
                    let finding = Finding::at(kind, weight, text.name, place, Some(mv), reason);
                    findings.push(Finding {
                        length: Some(shown.length),
                        best: Some(shown.best),
                        ..finding.shown(shown.moves)
                    });
                }
            }
            let is_whole = !text.is_cut && track.moves.len() == text.moves.len();
            if let Some(end) = end.filter(|_| is_whole && !text.moves.is_empty()) {
                findings.extend(self.tell_end(text, track, &worths[index], end));
            }
            findings.extend(tell_unknown(text, &worths[index]));
        }
        self.findings.extend(findings);
    }

    /// What is to be said of the end of a line that could be played to its end.
    fn tell_end(
        &self,
        text: &Text,
        track: &Track,
        worths: &[Worth],
        end: Shown,
    ) -> Option<Finding> {
        let node = track.end().node;
        let graph = self.analyst.graph();
        let is_main = text.name == LineName::Main;
        let soft = if is_main { Weight::Fault } else { Weight::Tolerated };
        let (kind, weight, reason) = if graph.is_checkmate(node) {
            return None;
        } else if graph.is_futile(node) {
            let reason = "only futile interpositions remain".to_owned();
            (
                FindingKind::FutileTail,
                if is_main { Weight::Tolerated } else { Weight::Remark },
                reason,
            )
        } else if end.best.hi != NEVER {
            let reason = format!("the line stops before mate; {}", length_words(end.best));
            (FindingKind::Unfinished, soft, reason)
        } else if end.best.lo != NEVER {
            let reason = "whether the end of the line is won is not decided".to_owned();
            (FindingKind::Open, if is_main { Weight::Open } else { Weight::Remark }, reason)
        } else if worths.contains(&Worth::ThrowsAway) {
            return None;
        } else {
            let reason = "the line stops short of mate, and there is none from its end".to_owned();
            (FindingKind::Escape, soft, reason)
        };
        let ply = text.moves.len() as u32 + 1;
        let finding = Finding::at(kind, weight, text.name, ply, None, reason);
        Some(Finding { best: Some(end.best), ..finding.shown(end.moves) })
    }

    /// Findings about the problem as a whole.
    fn tell_whole(&mut self, root: Interval, conventional: Option<Interval>) {
        if root.lo == NEVER {
            let reason = match self.published.claim {
                Claim::Mate => "there is no mate, though the source claims one",
                Claim::None => "there is no mate",
            };
            let evidence = refutation(&mut self.analyst, &Place::ROOT);
            let finding =
                Finding::whole(FindingKind::NoMate, Weight::Refutation, reason.to_owned());
            self.findings.push(finding.shown(evidence));
            return;
        }
        let (Some(claimed), Some(conventional)) = (self.published.claimed_plies, conventional)
        else {
            return;
        };
        // Between the two ways of counting every length is one that somebody might print.
        if claimed > root.hi || claimed < conventional.lo {
            let reason = format!("the source says {}; {}", plies(claimed), length_words(root));
            let finding = Finding::whole(FindingKind::ClaimedLength, Weight::Fault, reason);
            self.findings.push(Finding { best: Some(root), ..finding });
        }
    }
}

fn won_line(analyst: &mut Tsume, from: &Place) -> Vec<Move> {
    analyst.line(from, &[], SHOW_STEPS).iter().map(|step| step.mv.into()).collect()
}
