//! Cuts a long line where it begins to go the same way again.

use std::collections::HashMap;
use std::ops::Range;

/// Plies of a lap where the line does not go in laps.
const PLAIN: usize = 40;
/// Laps that a line must have to count as going in laps.
const FEWEST: usize = 4;
/// Shortest and longest mean lap, in plies.
const MEAN: std::ops::RangeInclusive<f64> = 6.0..=80.0;
/// How much the lengths of laps may differ: standard deviation over mean.
const UNEVEN: f64 = 0.2;

/// The laps of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Laps {
    /// The move that each lap begins with; `None` if the line is cut into equal parts.
    pub anchor: Option<String>,
    /// The laps in order, without gaps; what comes before the first anchor is one too.
    pub ranges: Vec<Range<usize>>,
}

/// A move that comes again at even intervals.
struct Anchor<'a> {
    text: &'a str,
    places: Vec<usize>,
    uneven: f64,
}

impl Anchor<'_> {
    /// True if most of the moves are those of the side that begins the line.
    fn is_first_sides(&self) -> bool {
        self.places.iter().filter(|&place| place % 2 == 0).count() * 2 > self.places.len()
    }
}

impl Laps {
    /// Finds the laps: the move that comes again most often at even intervals begins one, a move of
    /// the side that begins the line if there is such a move.
    pub fn new(line: &[String]) -> Laps {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, text) in line.iter().enumerate() {
            places.entry(text).or_default().push(at);
        }
        let anchors = places.into_iter().filter_map(|(text, places)| {
            let uneven = unevenness(&places, line.len())?;
            Some(Anchor { text, places, uneven })
        });
        let best = anchors.min_by(|one, other| {
            let first = other.is_first_sides().cmp(&one.is_first_sides());
            let count = first.then(other.places.len().cmp(&one.places.len()));
            let even = one.uneven.total_cmp(&other.uneven);
            count.then(even).then(one.places.cmp(&other.places))
        });
        let cuts: Vec<usize> = match &best {
            Some(anchor) => anchor.places.clone(),
            None => (0..line.len()).step_by(PLAIN).collect(),
        };
        let starts = std::iter::once(0).chain(cuts.iter().copied()).chain([line.len()]);
        let starts: Vec<usize> = starts.collect();
        Laps {
            anchor: best.map(|anchor| anchor.text.to_owned()),
            ranges: starts
                .windows(2)
                .filter(|pair| pair[0] < pair[1])
                .map(|pair| pair[0]..pair[1])
                .collect(),
        }
    }
}

/// How much the intervals differ, if a move at these places begins laps.
fn unevenness(places: &[usize], length: usize) -> Option<f64> {
    let (&first, &last) = (places.first()?, places.last()?);
    if places.len() < FEWEST || (last - first) * 2 < length {
        return None;
    }
    let count = (places.len() - 1) as f64;
    let mean = (last - first) as f64 / count;
    let square = |pair: &[usize]| ((pair[1] - pair[0]) as f64 - mean).powi(2);
    let deviation = (places.windows(2).map(square).sum::<f64>() / count).sqrt();
    Some(deviation / mean).filter(|&uneven| uneven <= UNEVEN && MEAN.contains(&mean))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_line_that_comes_round_again_is_cut_at_the_same_move() {
        let lap = |extra: &str| format!("a b c d e f {extra} g h i ");
        // `a` stands at even places, as a move of the side that begins.
        let line = words(&format!("x y {}{}{}{}z", lap("1"), lap("2"), lap("3"), lap("4")));
        let laps = Laps::new(&line);
        assert_eq!(laps.anchor.as_deref(), Some("a"));
        assert_eq!(laps.ranges, [0..2, 2..12, 12..22, 22..32, 32..43]);
        let laps = Laps::new(&line[1..]);
        assert_eq!(laps.anchor.as_deref(), Some("b"));
    }

    #[test]
    fn any_other_line_is_cut_into_equal_parts() {
        let line: Vec<String> = (0..95).map(|number| number.to_string()).collect();
        let laps = Laps::new(&line);
        assert_eq!((laps.anchor, laps.ranges), (None, vec![0..40, 40..80, 80..95]));
        assert_eq!(Laps::new(&[]).ranges, []);
    }
}
