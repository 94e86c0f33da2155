//! Is the solution unique? Every other check along the main line, classified.
//!
//! | here | Japanese | meaning |
//! |---|---|---|
//! | dual | 余詰 (同手数) | another check mates as fast |
//! | cook | 余詰 | another check mates, but later |
//! | detour | 迂回 | it mates only by coming back to a position of the main line already passed |
//! | last-move dual | 最終手余詰 | at the last move another check mates at once, or later |
//! | promotion dual | 成・不成 | the same move with and without promotion mates as fast |
//! | try | 紛れ | another check that does not mate |
//! | variation | 変化 | a defence that loses sooner |
//!
//! The main line ends here where it ends by convention: where only futile interpositions remain.
//!
//! A detour is shown by a search in which the positions of the main line up to and including the
//! present one are barred to the attacker. A check is called refuted only if it never mates, whatever
//! the path; repetition of the main line makes a detour, never a refutation.

use rustc_hash::FxHashSet;

use super::analyst::{Analyst, Choice, LineMove};
use super::barred::{Barred, Known};
use super::bounds::{Bounds, Interval, one_more};
use super::core::Pause;
use super::dfpn::{Outcome, Search, Tuning};
use super::exact::Place;
use super::game::{Game, PackedMove};
use super::graph::Graph;
use super::induction::NEVER;

/// What another check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It never mates.
    Try,
    /// It mates as fast.
    Dual,
    /// It mates later.
    Cook,
    /// It mates only by coming back to a position of the main line already passed.
    Detour,
    /// At the last move: it mates at once as well.
    LastMoveDual,
    /// At the last move: it mates later.
    LastMoveCook,
    /// The same move but for promotion, and it mates as fast.
    PromotionDual,
    /// Not decided within the limits.
    Open,
}

impl Kind {
    /// True for kinds that custom tolerates.
    #[must_use]
    pub const fn is_tolerated(self) -> bool {
        matches!(self, Kind::Detour | Kind::LastMoveDual | Kind::LastMoveCook | Kind::PromotionDual)
    }
}

/// Another check at a position of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The check.
    pub mv: PackedMove,
    /// What it is.
    pub kind: Kind,
    /// Proved interval of the length if it is played, in plies from the position before it;
    /// [`NEVER`] as in [`Interval`].
    pub plies: Interval,
}

/// One ply of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ply {
    /// The attacker's move.
    Attack {
        /// The move of the main line.
        mv: PackedMove,
        /// All other checks.
        alternatives: Vec<Alternative>,
    },
    /// The defender's move.
    Defence {
        /// The move of the main line.
        mv: PackedMove,
        /// Evasions that last as long, this one included; `None` if not known for all.
        equals: Option<u32>,
        /// All evasions.
        evasions: u32,
    },
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uniqueness {
    /// No other check mates anywhere on the main line.
    Unique,
    /// Only such as custom tolerates.
    UniqueButFor,
    /// A dual or cook that custom does not tolerate.
    Cooked,
    /// Something is open, and no cook was found.
    Undetermined,
}

/// Classification of the whole main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Soundness {
    /// The verdict.
    pub verdict: Uniqueness,
    /// Every ply up to the mate by convention.
    pub plies: Vec<Ply>,
}

impl Soundness {
    fn new(plies: Vec<Ply>) -> Soundness {
        let kinds = plies.iter().flat_map(|ply| match ply {
            Ply::Attack { alternatives, .. } => alternatives.as_slice(),
            Ply::Defence { .. } => &[],
        });
        let verdict = Uniqueness::of(kinds.map(|alternative| alternative.kind));
        Soundness { verdict, plies }
    }
}

impl Uniqueness {
    /// What the kinds of all other checks amount to.
    fn of(kinds: impl Iterator<Item = Kind>) -> Uniqueness {
        let mut verdict = Uniqueness::Unique;
        for kind in kinds {
            match kind {
                Kind::Dual | Kind::Cook => return Uniqueness::Cooked,
                Kind::Open => verdict = Uniqueness::Undetermined,
                _ if kind.is_tolerated() && verdict == Uniqueness::Unique => {
                    verdict = Uniqueness::UniqueButFor;
                }
                _ => {}
            }
        }
        verdict
    }
}

/// What the game without bars has shown; see [`Known`].
struct Lookup<'g> {
    graph: &'g Graph,
    bounds: &'g Bounds,
    /// Positions won this soon do without any position of the main line so far.
    soon: u32,
}

impl Known for Lookup<'_> {
    fn is_lost(&self, key: u128) -> bool {
        self.graph.find(key).is_some_and(|id| self.bounds.get(id).lo == NEVER)
    }

    fn is_won(&self, key: u128) -> bool {
        self.graph.find(key).is_some_and(|id| self.bounds.get(id).hi <= self.soon)
    }
}

/// Nodes from which on the lengths of cooks are left open.
const LARGE_GRAPH: usize = 300_000;

/// How often the open questions are asked again while the verdict hinges on them, and how many times the visits
/// of the time before each is given then.
const MORE_ROUNDS: u32 = 3;
const GROWTH: u64 = 4;

/// How many times as many visits the last round has as the first.
pub const MOST_STEPS: u64 = GROWTH.pow(MORE_ROUNDS);

/// A position of the main line with its checks.
struct Stop {
    place: Place,
    main: PackedMove,
    last: bool,
    others: Vec<Choice>,
}

impl<G: Game> Analyst<'_, G> {
    /// Classifies every other check along a main line whose length is exact, spending at most about
    /// so many visits on each question about each check; as long as the verdict hinges on those that are
    /// open then, up to [`MOST_STEPS`] times as many.
    pub fn soundness(&mut self, line: &[LineMove], visits: u64) -> Soundness {
        let mut plies = Vec::new();
        let mut stops: Vec<Stop> = Vec::new();
        let mut place = Place::ROOT;
        for &LineMove { mv, equals } in line {
            if self.graph().is_futile(place.node) {
                break;
            }
            let Some(choices) = self.choices(&place) else { break };
            let Some(main) = choices.iter().find(|choice| choice.mv == mv) else { break };
            let next = main.place.clone();
            if self.graph().node(place.node).attacker {
                let last = self.ends_here(&next);
                let others = choices.into_iter().filter(|choice| choice.mv != mv).collect();
                stops.push(Stop { place, main: mv, last, others });
                plies.push(Ply::Attack { mv, alternatives: Vec::new() });
            } else {
                plies.push(Ply::Defence { mv, equals, evasions: choices.len() as u32 });
            }
            place = next;
        }
        let open = |other: &Choice| Alternative {
            mv: other.mv,
            kind: Kind::Open,
            plies: self.plies_with(other),
        };
        let mut found: Vec<Vec<Alternative>> =
            stops.iter().map(|stop| stop.others.iter().map(open).collect()).collect();
        for round in 0..=MORE_ROUNDS {
            self.classify(&mut found, &stops, visits.saturating_mul(GROWTH.pow(round)));
            let verdict = Uniqueness::of(found.iter().flatten().map(|other| other.kind));
            if verdict != Uniqueness::Undetermined || self.limit().is_some() {
                break;
            }
        }
        self.measure(&mut found, &stops, visits);
        let mut found = found.into_iter();
        for ply in &mut plies {
            if let Ply::Attack { alternatives, .. } = ply {
                *alternatives = found.next().unwrap_or_default();
            }
        }
        Soundness::new(plies)
    }

    /// Asks what each alternative is that is open.
    fn classify(&mut self, found: &mut [Vec<Alternative>], stops: &[Stop], visits: u64) {
        let asked = stops.iter().zip(&*found);
        let asked = asked.flat_map(|(stop, found)| stop.others.iter().zip(found));
        let places: Vec<Place> = asked
            .filter(|(_, alternative)| alternative.kind == Kind::Open)
            .map(|(other, _)| other.place.clone())
            .collect();
        self.decide(&places, Some(visits));
        let mut passed = FxHashSet::default();
        for (stop, alternatives) in stops.iter().zip(found) {
            passed.insert(self.graph().node(stop.place.node).key());
            for (other, alternative) in stop.others.iter().zip(alternatives) {
                if alternative.kind == Kind::Open {
                    alternative.kind = self.kind(stop, other, &passed, visits);
                }
                alternative.plies = self.plies_with(other);
            }
        }
    }

    /// Finds the exact lengths of the alternatives that mate, as far as so many visits on each allow.
    /// Each question ends with inductions over the whole graph, so that large graphs are spared.
    fn measure(&mut self, found: &mut [Vec<Alternative>], stops: &[Stop], visits: u64) {
        for (stop, alternatives) in stops.iter().zip(found) {
            for (other, alternative) in stop.others.iter().zip(alternatives) {
                let open = alternative.plies.hi != NEVER && !alternative.plies.is_settled();
                if open && self.graph().node_count() < LARGE_GRAPH {
                    self.settle(&other.place, Some(visits));
                }
                alternative.plies = self.plies_with(other);
            }
        }
    }

    /// True if the defender's position is mate, if only by convention.
    fn ends_here(&self, place: &Place) -> bool {
        self.graph().is_checkmate(place.node) || self.graph().is_futile(place.node)
    }

    fn plies_with(&self, other: &Choice) -> Interval {
        let interval = self.interval(other.place.node);
        Interval { lo: one_more(interval.lo), hi: one_more(interval.hi) }
    }

    fn kind(&mut self, stop: &Stop, other: &Choice, passed: &FxHashSet<u128>, visits: u64) -> Kind {
        let interval = self.interval(other.place.node);
        if interval.lo == NEVER {
            return Kind::Try;
        }
        if interval.hi == NEVER {
            return Kind::Open;
        }
        if stop.last {
            let at_once = self.ends_here(&other.place);
            return if at_once { Kind::LastMoveDual } else { Kind::LastMoveCook };
        }
        let length = self.interval(stop.place.node).hi;
        match self.within(&other.place, length - 1, visits) {
            None => Kind::Open,
            Some(true) if other.mv.is_promotion_twin(stop.main) => Kind::PromotionDual,
            Some(true) => Kind::Dual,
            Some(false) => match self.mates_without(stop, other.mv, passed, length, visits) {
                Some(true) => Kind::Cook,
                Some(false) => Kind::Detour,
                None => Kind::Open,
            },
        }
    }

    /// True if the check mates though the positions passed are barred to the attacker.
    fn mates_without(
        &mut self,
        stop: &Stop,
        check: PackedMove,
        passed: &FxHashSet<u128>,
        length: u32,
        visits: u64,
    ) -> Option<bool> {
        if self.limit().is_some() {
            return None;
        }
        let (search, bounds) = self.parts();
        let core = search.core_mut();
        let (limits, control) = core.what_is_left();
        let (outcome, statistics) = core.after(&stop.place.moves, |core| {
            let known = Lookup { graph: &core.graph, bounds, soon: length };
            let game = Barred::new(&mut core.game, check, passed, known);
            let mut barred = Search::new(game, &limits, control, Tuning::default());
            barred.core_mut().allow(Some(visits));
            (barred.run(), barred.statistics())
        });
        core.statistics.expanded += statistics.expanded;
        core.statistics.visits += statistics.visits;
        match outcome {
            Outcome::Won => Some(true),
            Outcome::NotWon => Some(false),
            Outcome::Stopped(Pause::Allowance) => None,
            Outcome::Stopped(Pause::Limit(limit)) => {
                self.reach(limit);
                None
            }
        }
    }
}
