//! The variations that belong to a solution: other defences on its main line that last nearly as
//! long, or that the published text treats.

use super::track::{Track, Tsume};
use crate::rules::Move;
use crate::search::analyst::Choice;
use crate::search::exact::Place;
use crate::search::game::PackedMove;
use crate::search::induction::NEVER;

/// A defence beside the main line, with what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The ply where it leaves the main line, from 1.
    pub ply: u32,
    /// The moves from there on.
    pub moves: Vec<Move>,
    /// True if the published text treats this defence.
    pub is_published: bool,
}

/// How many are listed at most, those of the published text not counted.
pub const MOST: usize = 16;

/// Steps of search for each question.
const STEPS: u64 = 2_000;

/// The essential variations along a line: defences that the published lines treat, and those that
/// are mated at most two plies before the main line ends.
pub fn essential(analyst: &mut Tsume, line: &[Move], published: &[Vec<Move>]) -> Vec<Variation> {
    let track = Track::new(analyst, line);
    let mut found = Vec::new();
    let mut beside = 0;
    for (ply, place) in track.places.iter().enumerate() {
        let here = analyst.interval(place.node);
        let is_defence = ply % 2 == 1 && ply < track.moves.len();
        if !is_defence || here.hi == NEVER || analyst.graph().is_futile(place.node) {
            continue;
        }
        let Some(mut choices) = analyst.choices(place) else { break };
        choices.sort_unstable_by_key(|choice| choice.mv);
        for choice in choices {
            if choice.mv == track.moves[ply] || choice.interval.hi == NEVER {
                continue;
            }
            let treated = published.iter().find_map(|text| {
                let same = text.len() > ply && text[..ply] == line[..ply];
                (same && PackedMove::from(text[ply]) == choice.mv).then(|| &text[ply + 1..])
            });
            if treated.is_none() && (beside == MOST || !lasts(analyst, &choice.place, here.hi)) {
                continue;
            }
            beside += usize::from(treated.is_none());
            found.push(Variation {
                ply: ply as u32 + 1,
                moves: continued(analyst, &choice, treated.unwrap_or_default()),
                is_published: treated.is_some(),
            });
        }
    }
    found
}

/// True if a defence is proved to last to within two plies of the main line, which takes `length`
/// from the position before it.
fn lasts(analyst: &mut Tsume, next: &Place, length: u32) -> bool {
    length.checked_sub(5).is_none_or(|sooner| analyst.within(next, sooner, STEPS) == Some(false))
}

fn continued(analyst: &mut Tsume, choice: &Choice, published: &[Move]) -> Vec<Move> {
    let published: Vec<PackedMove> = published.iter().map(|&mv| mv.into()).collect();
    let rest = analyst.line(&choice.place, &published, STEPS);
    std::iter::once(choice.mv).chain(rest.iter().map(|step| step.mv)).map(Move::from).collect()
}
