//! Lines of moves as HTML: one button a move, numbered by ply.

use maud::{Markup, html};

use super::lines::{Line, Lines, NodeId};
use super::words;
use crate::report::lang::Lang;

/// Plies of a block of a long line.
const BLOCK: usize = 100;

/// A move of a line to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// As the others.
    Plain,
    /// Another move than in the line beside.
    Differs,
}

/// Everything that the text of a move depends on.
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    /// The tree.
    pub lines: &'a Lines,
    /// The language.
    pub lang: Lang,
}

impl Style<'_> {
    /// The text of the move that leads to a node.
    #[must_use]
    pub fn text(&self, node: NodeId) -> &str {
        let texts = self.lines.text(node);
        match self.lang {
            Lang::En => &texts.tsa,
            Lang::Ja => &texts.japanese,
        }
    }

    /// A button that takes the board to the node behind a move.
    #[must_use]
    pub fn button(&self, node: NodeId, shade: Shade) -> Markup {
        let class = (shade == Shade::Differs).then_some("differs");
        html! { button type="button" value=(node) class=[class] { (self.text(node)) } }
    }

    /// The same behind the number of its ply, from which it is not parted.
    #[must_use]
    pub fn numbered(&self, ply: usize, node: NodeId, shade: Shade) -> Markup {
        html! { span class="ply" { i { (ply) "." } (self.button(node, shade)) } }
    }

    /// The first moves of a line that stands elsewhere as a whole.
    #[must_use]
    pub fn first(&self, line: &Line) -> Markup {
        html! {
            (self.part(line, 0..line.nodes.len().min(4), &|_| Shade::Plain))
            @if line.nodes.len() > 4 { "…" }
        }
    }

    fn part(
        &self,
        line: &Line,
        range: std::ops::Range<usize>,
        shade: &impl Fn(usize) -> Shade,
    ) -> Markup {
        let begin = range.start;
        html! {
            @for index in range {
                @let ply = line.first_ply + index;
                @if ply % 2 == 1 || index == begin {
                    (self.numbered(ply, line.nodes[index], shade(index)))
                } @else {
                    (self.button(line.nodes[index], shade(index)))
                }
                " "
            }
        }
    }

    /// A whole line under its name, by which the script finds it: in blocks that open one by one if it
    /// is long.
    #[must_use]
    pub fn line(
        &self,
        name: &str,
        label: &str,
        line: &Line,
        shade: impl Fn(usize) -> Shade,
    ) -> Markup {
        let count = line.nodes.len();
        html! {
            div class="line" data-line=(name) data-label=(label) {
                @if count <= 2 * BLOCK {
                    p class="moves" { (self.part(line, 0..count, &shade)) }
                } @else {
                    @for begin in (0..count).step_by(BLOCK) {
                        @let end = (begin + BLOCK).min(count);
                        details {
                            summary {
                                (line.first_ply + begin) "–" (line.first_ply + end - 1) " "
                                span class="first" { (self.text(line.nodes[begin])) " …" }
                            }
                            p class="moves" { (self.part(line, begin..end, &shade)) }
                        }
                    }
                }
                (self.rest(line))
            }
        }
    }

    /// The text that cannot be played, as it stands.
    fn rest(&self, line: &Line) -> Markup {
        let texts: Vec<String> = line.unplayed.iter().map(ToString::to_string).collect();
        html! {
            @if !texts.is_empty() {
                p class="unplayed" {
                    (words::AS_PRINTED.plain(self.lang)) " " code { (texts.join(" ")) }
                }
            }
        }
    }
}

/// For a line beside another: which of its moves are other ones there.
pub fn against<'a>(
    lines: &'a Lines,
    line: &'a Line,
    other: &'a Line,
) -> impl Fn(usize) -> Shade + 'a {
    move |index| {
        let same = match (line.nodes.get(index), other.nodes.get(index)) {
            (Some(&one), Some(&two)) => lines.text(one).usi == lines.text(two).usi,
            _ => false,
        };
        if same { Shade::Plain } else { Shade::Differs }
    }
}

/// The first ply at which two lines differ, from 1; `None` if one goes on where the other stops, or
/// they are the same.
#[must_use]
pub fn parting(one: &Line, other: &Line) -> Option<usize> {
    let pairs = one.nodes.iter().zip(&other.nodes);
    pairs.into_iter().position(|(a, b)| a != b).map(|index| one.first_ply + index)
}
