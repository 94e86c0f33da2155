//! The tree of a solution: the main line from left to right, variations below it where they branch.
//!
//! An edge is the moves between two places where something branches, with their number; what is long
//! is shortened to its first moves and its last one. At the end of each line stands its whole length.

use maud::{Markup, html};
use unicode_width::UnicodeWidthStr;

use super::sheet::Sheet;
use super::style::LETTER_FONTS;
use crate::report::VerificationRecord;
use crate::report::text::clean;

/// Lines up to which a tree is drawn.
pub const TREE_LINES: usize = 60;
/// Plies of the longest line up to which a tree is drawn.
pub const TREE_PLIES: usize = 200;

/// A line of the tree, complete from the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeLine {
    /// The moves as they are shown.
    pub moves: Vec<String>,
    /// What is said at its end, such as `published`; escaped.
    pub note: String,
}

/// The lines of a verified problem: the corrected one and its variations, in USI.
#[must_use]
pub fn tree_lines(record: &VerificationRecord) -> Vec<TreeLine> {
    let main = TreeLine { moves: record.corrected_line.clone(), note: String::new() };
    let variations = record.variations.iter().map(|variation| {
        let before = record.corrected_line.len().min(variation.ply.saturating_sub(1) as usize);
        TreeLine {
            moves: [&record.corrected_line[..before], &variation.moves].concat(),
            note: if variation.published { "published".to_owned() } else { String::new() },
        }
    });
    std::iter::once(main).chain(variations).filter(|line| !line.moves.is_empty()).collect()
}

/// Moves between two branchings.
#[derive(Debug, Default)]
struct Edge {
    moves: Vec<String>,
    /// The ply of the first move, from 1.
    ply: usize,
    /// What goes on behind it, the main line first; none at the end of a line.
    next: Vec<Edge>,
    note: String,
    /// True if a line ends here.
    is_end: bool,
}

impl Edge {
    /// Adds a line whose first move belongs to this edge.
    fn add(&mut self, moves: &[String], note: &str) {
        let common = self.moves.iter().zip(moves).take_while(|(one, other)| one == other).count();
        if common < self.moves.len() {
            let rest = Edge {
                moves: self.moves.split_off(common),
                ply: self.ply + common,
                next: std::mem::take(&mut self.next),
                note: std::mem::take(&mut self.note),
                is_end: std::mem::take(&mut self.is_end),
            };
            self.next.push(rest);
        }
        self.go_on(self.ply + common, &moves[common..], note);
    }

    /// Adds what follows this edge.
    fn go_on(&mut self, ply: usize, moves: &[String], note: &str) {
        let Some(first) = moves.first() else {
            self.is_end = true;
            if self.note.is_empty() {
                note.clone_into(&mut self.note);
            }
            return;
        };
        match self.next.iter_mut().find(|edge| edge.moves.first() == Some(first)) {
            Some(edge) => edge.add(moves, note),
            None => self.next.push(Edge {
                moves: moves.to_vec(),
                ply,
                note: note.to_owned(),
                is_end: true,
                next: Vec::new(),
            }),
        }
    }

    /// The moves in words; long edges leave out the middle.
    fn words(&self) -> Vec<(usize, String)> {
        let numbered: Vec<(usize, String)> =
            (self.ply..).zip(self.moves.iter().map(|text| clean(text))).collect();
        if numbered.len() <= SHOWN {
            return numbered;
        }
        let last = numbered.len() - 1;
        let mut words = numbered[..SHOWN - 2].to_vec();
        words.push((0, "…".to_owned()));
        words.push(numbered[last].clone());
        words
    }
}

/// Moves of an edge up to which all are shown.
const SHOWN: usize = 5;
/// Height of a row, and where the first one lies.
const ROW: i32 = 40;
const TOP: i32 = 30;
/// Units of a letter.
const LETTER: f64 = 6.6;

/// An edge with its place.
struct Placed<'a> {
    edge: &'a Edge,
    /// Where it leaves the line before; the row of that one.
    from: (i32, i32),
    to: i32,
    row: i32,
}

/// The picture; `None` if there are more than [`TREE_LINES`] lines, or one of more than
/// [`TREE_PLIES`] plies, or none. `id` is the picture's id in its page, `title` says what it shows.
#[must_use]
pub fn tree(id: &str, title: &str, lines: &[TreeLine]) -> Option<Sheet> {
    let longest = lines.iter().map(|line| line.moves.len()).max()?;
    if lines.len() > TREE_LINES || longest > TREE_PLIES {
        return None;
    }
    let mut root = Edge { ply: 1, ..Edge::default() };
    for line in lines {
        root.go_on(1, &line.moves, &line.note);
    }
    let mut placed = Vec::new();
    let mut rows = 0;
    for edge in &root.next {
        place(edge, (16, 0), &mut rows, &mut placed);
    }
    let notes = placed.iter().map(|one| one.edge.note.width()).max().unwrap_or(0);
    let right = placed.iter().map(|one| one.to).max().unwrap_or(0);
    let width = right + ((notes + 12) as f64 * LETTER) as i32;
    let height = TOP + rows * ROW;
    Some(Sheet {
        id: id.to_owned(),
        class: "tree",
        title: title.to_owned(),
        description: format!("{} lines, the longest of {longest} plies", lines.len()),
        size: (width, height),
        content: html! {
            g font-family=(LETTER_FONTS) font-size="11" fill="#20160a" {
                @for one in &placed { (drawn(one)) }
                circle cx="16" cy=(TOP) r="4" {}
            }
        },
    })
}

/// Places an edge and all behind it. What branches late comes first below the line, so that nothing
/// crosses.
fn place<'a>(edge: &'a Edge, from: (i32, i32), rows: &mut i32, placed: &mut Vec<Placed<'a>>) {
    let row = *rows;
    let mut open = vec![(edge, from, row)];
    let mut waiting = Vec::new();
    // Along the main continuation first; the rows below belong to what leaves it.
    while let Some((edge, from, row)) = open.pop() {
        let letters: usize =
            edge.words().iter().map(|(ply, text)| text.width() + 1 + mark(*ply)).sum();
        let to = from.0 + (letters as f64 * LETTER) as i32 + 26;
        placed.push(Placed { edge, from, to, row });
        if let Some((main, others)) = edge.next.split_first() {
            waiting.extend(others.iter().rev().map(|other| (other, (to, row))));
            open.push((main, (to, row), row));
        }
    }
    *rows += 1;
    while let Some((edge, from)) = waiting.pop() {
        place(edge, from, rows, placed);
    }
}

/// Letters of the number before a move: the attacker's have one.
fn mark(ply: usize) -> usize {
    if ply % 2 == 1 { ply.to_string().len() + 1 } else { 0 }
}

fn drawn(one: &Placed) -> Markup {
    let y = TOP + one.row * ROW;
    let from_y = TOP + one.from.1 * ROW;
    let (x, edge) = (one.from.0, one.edge);
    let path = if from_y == y {
        format!("M{x} {y}H{}", one.to)
    } else {
        format!("M{x} {from_y}V{}q0 8 8 8H{}", y - 8, one.to)
    };
    let weight = if one.row == 0 { "2.2" } else { "1.2" };
    let total = edge.ply + edge.moves.len() - 1;
    let count = edge.moves.len();
    html! {
        path d=(path) fill="none" stroke="#6b4f1d" stroke-width=(weight) {}
        text x=(x + 13) y=(y - 6) {
            @for (index, (ply, text)) in edge.words().iter().enumerate() {
                @if index > 0 { " " }
                @if ply % 2 == 1 {
                    tspan font-weight="bold" { (ply) "." (text) }
                } @else {
                    tspan fill="#57503f" { (text) }
                }
            }
        }
        text x=(i32::midpoint(x + 13, one.to)) y=(y + 12) font-size="9" fill="#7a6a4a"
            text-anchor="middle" { (count) }
        @if edge.next.is_empty() {
            rect x=(one.to) y=(y - 4) width="8" height="8" fill="#b01c12" {}
            text x=(one.to + 13) y=(y + 4) font-weight="bold" { (total) }
        } @else {
            circle cx=(one.to) cy=(y) r="3.2" {}
        }
        @if edge.is_end && !edge.note.is_empty() {
            text x=(one.to + 13 + 7 * total.to_string().len() as i32 + 6) y=(y + 4) fill="#57503f" {
                (clean(&edge.note))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::verification::tests::example;

    fn line(moves: &str, note: &str) -> TreeLine {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        TreeLine { moves, note: note.to_owned() }
    }

    #[test]
    fn a_tree_looks_like_this() {
        let lines = [
            line("1a1b 2a2b 3a3b 4a4b 5a5b", ""),
            line("1a1b 2a2c 6a6b 7a7b 8a8b 9a9b 10a10b", "<published>"),
            line("1a1b 2a2b 3a3b 4a4c 5a5b", ""),
            line("1a1b 2a2c 6a6b 7a7c 8a8b", ""),
        ];
        insta::assert_snapshot!(tree("t", "a & b", &lines).unwrap().svg(1.0).into_string());
    }

    #[test]
    fn every_line_ends_in_a_row_of_its_own() {
        let lines: Vec<TreeLine> = ["a b c", "a b d", "a e f g", "a e h", "i", "a b c j k"]
            .map(|moves| line(moves, ""))
            .to_vec();
        let mut root = Edge { ply: 1, ..Edge::default() };
        for line in &lines {
            root.go_on(1, &line.moves, "");
        }
        let (mut placed, mut rows) = (Vec::new(), 0);
        for edge in &root.next {
            place(edge, (16, 0), &mut rows, &mut placed);
        }
        // The first line is the beginning of the last one.
        assert_eq!(rows as usize, lines.len() - 1);
        let plies: usize = placed.iter().map(|one| one.edge.moves.len()).sum();
        // Moves that differ or come behind different ones: a b c j k, d, e f g, h, i.
        assert_eq!(plies, 11);
        let mut ends: Vec<i32> =
            placed.iter().filter(|one| one.edge.next.is_empty()).map(|one| one.row).collect();
        ends.sort_unstable();
        assert_eq!(ends, (0..rows).collect::<Vec<i32>>());
    }

    #[test]
    fn what_is_too_large_or_nothing_is_not_drawn() {
        let long = line(&"1a1b ".repeat(TREE_PLIES + 1), "");
        assert!(tree("t", "", &[long]).is_none());
        let many: Vec<TreeLine> =
            (0..=TREE_LINES).map(|number| line(&format!("{number}"), "")).collect();
        assert!(tree("t", "", &many).is_none());
        assert!(tree("t", "", &many[1..]).is_some());
        assert!(tree("t", "", &[]).is_none());
    }

    #[test]
    fn the_lines_of_a_record_are_complete_from_the_position() {
        let lines = tree_lines(&example());
        assert_eq!(lines, [line("1c1a", ""), line("1c1a x", "published")]);
    }
}
