//! A long line on one page: a row for each lap, a cell for each ply, the piece that moved in it.
//!
//! A lap begins where the line comes round to the same move again. Cells have the colour of
//! the piece, the same through the whole line whatever it becomes; the defender's are grey. Moves
//! that few laps have are framed and stand at the end of their row in words, so that what changes
//! from lap to lap can be read down the page. Laps in a row with the same moves are one row.

mod actors;

use std::collections::HashMap;
use std::ops::Range;

use maud::{Markup, html};
use unicode_width::UnicodeWidthStr;

use actors::{Actor, DEFENDER, Ply, actors, legend, legend_height, plies};

use super::laps::Laps;
use super::sheet::Sheet;
use super::style::{KANJI_FONTS, LETTER_FONTS};
use crate::notation::MoveNotation;
use crate::rules::{Kind, Move, Rules, Setup};

/// A line to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Strip<'a> {
    /// The picture's id in its page.
    pub id: &'a str,
    /// What the picture shows, in a few words; escaped.
    pub title: &'a str,
    /// The position where the line begins.
    pub setup: &'a Setup,
    /// The rules.
    pub rules: Rules,
    /// The moves, each legal where it is played.
    pub line: &'a [Move],
    /// How moves are written at the end of a row.
    pub notation: MoveNotation,
    /// True for one kanji a piece, else the letters of SFEN.
    pub kanji: bool,
}

/// Width and height of a cell.
const CELL: (i32, i32) = (11, 15);
/// Where the cells begin: before them stand the number of the lap and its plies.
const LEFT: i32 = 100;
const TOP: i32 = 24;
/// Cells of a row; a longer lap goes on in the next one.
const ROW: usize = 50;
/// Letters of the moves in words at the end of a row at most, and what is left free for them at
/// least (the heading needs it).
const WORDS: usize = 64;
const NARROWEST: usize = 30;
/// Units of a letter of the words.
const LETTER: f64 = 6.2;

/// The picture; `None` if there is no line that can be played.
#[must_use]
pub fn strip(strip: &Strip) -> Option<Sheet> {
    let plies = plies(strip).filter(|plies| !plies.is_empty())?;
    let actors = actors(&plies);
    let texts: Vec<String> = plies.iter().map(|ply| ply.text.clone()).collect();
    let laps = Laps::new(&texts);
    let usual = usual(&texts, &laps);
    let rows = rows(&texts, &laps);
    let lines: usize = rows.iter().map(|row| row.range.len().div_ceil(ROW)).sum();
    let longest = rows.iter().map(|row| row.range.len().min(ROW)).max().unwrap_or(0);
    let words_at = LEFT + longest as i32 * CELL.0 + 10;
    let page = Page { strip, plies: &plies, actors: &actors, usual: &usual, words_at };
    let words = rows.iter().map(|row| page.words(&plies[row.range.clone()]).width()).max();
    let width = words_at + (words.unwrap_or(0).max(NARROWEST) as f64 * LETTER) as i32;
    let legend_at = TOP + lines as i32 * (CELL.1 + 2) + 14;
    let height = legend_at + legend_height(&actors) + 6;
    let mut line = 0;
    let drawn: Vec<Markup> = rows
        .iter()
        .map(|row| {
            let y = TOP + line * (CELL.1 + 2);
            line += row.range.len().div_ceil(ROW) as i32;
            page.row(row, y)
        })
        .collect();
    let told = told(&plies, &laps, &rows);
    Some(Sheet {
        id: strip.id.to_owned(),
        class: "strip",
        title: strip.title.to_owned(),
        size: (width, height),
        content: html! {
            g font-family=(LETTER_FONTS) font-size="10" fill="#20160a" {
                text x="4" y="15" font-weight="bold" { (told) }
                @for row in &drawn { (row) }
                (legend(&actors, strip, legend_at, width / 2))
            }
        },
        description: told,
    })
}

fn told(plies: &[Ply], laps: &Laps, rows: &[Row]) -> String {
    let count = plies.len();
    match &laps.anchor {
        Some(anchor) => format!(
            "{count} plies in {} rows; each but the first begins at {anchor}, and framed moves stand in few \
             rows",
            rows.len()
        ),
        None => format!("{count} plies"),
    }
}

/// In how many laps each move stands, if that tells anything.
fn usual<'a>(texts: &'a [String], laps: &Laps) -> HashMap<&'a str, bool> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for range in &laps.ranges {
        let mut seen: Vec<&str> = texts[range.clone()].iter().map(String::as_str).collect();
        seen.sort_unstable();
        seen.dedup();
        for text in seen {
            *counts.entry(text).or_default() += 1;
        }
    }
    let half = laps.ranges.len().div_ceil(2);
    let is_usual = |count| laps.anchor.is_none() || count >= half;
    counts.into_iter().map(|(text, count)| (text, is_usual(count))).collect()
}

/// Laps with the same moves.
struct Row {
    /// The number of the first of them, from 1.
    number: usize,
    /// The plies of the first of them.
    range: Range<usize>,
    times: usize,
}

fn rows(texts: &[String], laps: &Laps) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (number, range) in (1..).zip(&laps.ranges) {
        match rows.last_mut() {
            Some(last) if texts[last.range.clone()] == texts[range.clone()] => last.times += 1,
            _ => rows.push(Row { number, range: range.clone(), times: 1 }),
        }
    }
    rows
}

/// What all rows share.
struct Page<'a> {
    strip: &'a Strip<'a>,
    plies: &'a [Ply],
    actors: &'a [Actor],
    usual: &'a HashMap<&'a str, bool>,
    words_at: i32,
}

impl Page<'_> {
    fn row(&self, row: &Row, top: i32) -> Markup {
        let plies = &self.plies[row.range.clone()];
        let last = row.range.start + row.range.len() * row.times;
        let times = if row.times > 1 { format!(" ×{}", row.times) } else { String::new() };
        let heading = format!("{}{times}", row.number);
        let from_to = format!("{}–{last}", row.range.start + 1);
        let parts = plies.chunks(ROW);
        let baseline = top + 11;
        html! {
            g {
                text x="4" y=(baseline) fill="#7a6a4a" { (heading) }
                text x=(LEFT - 6) y=(baseline) text-anchor="end" { (from_to) }
                @for (part, y) in parts.zip((top..).step_by((CELL.1 + 2) as usize)) {
                    (self.cells(part, y))
                }
                text x=(self.words_at) y=(baseline) lang=[self.strip.kanji.then_some("ja")] {
                    (self.words(plies))
                }
            }
        }
    }

    fn is_usual(&self, ply: &Ply) -> bool {
        self.usual.get(ply.text.as_str()).copied().unwrap_or(true)
    }

    fn color(&self, ply: &Ply) -> &'static str {
        let actor = self.actors.iter().find(|actor| actor.origin == ply.origin);
        actor.map_or(DEFENDER, |actor| actor.color)
    }

    /// A line of cells: one path for each colour, one text for all names.
    fn cells(&self, plies: &[Ply], y: i32) -> Markup {
        let (width, height) = CELL;
        let mut colors: Vec<(&str, String)> = Vec::new();
        let (mut frames, mut places, mut names) = (String::new(), Vec::new(), String::new());
        for (index, ply) in (0..).zip(plies) {
            let x = LEFT + index * width;
            let cell = format!("M{x} {y}h{width}v{height}h-{width}z");
            match colors.iter_mut().find(|(color, _)| *color == self.color(ply)) {
                Some((_, path)) => *path += &cell,
                None => colors.push((self.color(ply), cell)),
            }
            if !self.is_usual(ply) {
                frames += &format!("M{x} {y}h{width}v{height}h-{width}z");
            }
            places.push((x + width / 2).to_string());
            names.push(self.name(ply.kind));
        }
        let font = if self.strip.kanji { KANJI_FONTS } else { LETTER_FONTS };
        html! {
            @for (color, path) in &colors { path fill=(color) d=(path) {} }
            text x=(places.join(" ")) y=(y + 11) text-anchor="middle" font-size="9.5"
                font-family=(font) lang=[self.strip.kanji.then_some("ja")] { (names) }
            @if !frames.is_empty() {
                path class="particular" d=(frames) fill="none" stroke="#20160a" stroke-width="1.2" {}
            }
        }
    }

    fn name(&self, kind: Kind) -> char {
        let spec = self.strip.rules.variant.spec(kind);
        let letter = spec.short_kanji.chars().next().filter(|_| self.strip.kanji);
        letter.unwrap_or(spec.letter.to_ascii_uppercase())
    }

    /// The moves that few laps have.
    fn words(&self, plies: &[Ply]) -> String {
        let mut out = String::new();
        for ply in plies.iter().filter(|ply| !self.is_usual(ply)) {
            if out.width() + ply.text.width() + 1 > WORDS - 2 {
                out += " …";
                break;
            }
            if !out.is_empty() {
                out.push(' ');
            }
            out += &ply.text;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{builtin, usi};
    use crate::rules::Position;

    fn drawn(id: &str) -> (Sheet, usize) {
        let problem = builtin::find(id).unwrap().remove(0);
        let position = Position::new(&problem.setup, Rules::HISTORIC).unwrap();
        let line = usi::playable(&problem.solution, &position);
        let picture = strip(&Strip {
            id: "s",
            title: "t",
            setup: &problem.setup,
            rules: Rules::HISTORIC,
            line: &line,
            notation: MoveNotation::Usi,
            kanji: false,
        });
        (picture.unwrap(), line.len())
    }

    #[test]
    fn a_short_line_looks_like_this() {
        insta::assert_snapshot!(drawn("tsumechu-002").0.svg(1.0).into_string());
    }

    #[test]
    fn every_ply_of_a_long_line_has_a_cell() {
        for id in ["tsumechu-016", "tsumechu-060", "tsumechu-014", "kinuburui-02"] {
            let (sheet, plies) = drawn(id);
            let svg = sheet.svg(1.0).into_string();
            let cells: usize = svg
                .split("<path fill=")
                .skip(1)
                .filter_map(|path| path.split('>').next())
                .map(|path| path.matches('M').count())
                .sum();
            assert_eq!(cells, plies, "{id}");
        }
    }

    #[test]
    fn laps_with_the_same_moves_are_one_row() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        let lap = "a b c d e f g h".to_owned();
        let line = words(
            &[vec!["x y".to_owned()], vec![lap; 41], vec!["a z".to_owned()]].concat().join(" "),
        );
        let laps = Laps::new(&line);
        let rows = rows(&line, &laps);
        let shown: Vec<(usize, Range<usize>, usize)> =
            rows.into_iter().map(|row| (row.number, row.range, row.times)).collect();
        assert_eq!(shown, [(1, 0..2, 1), (2, 2..10, 41), (43, 330..332, 1)]);
    }
}
