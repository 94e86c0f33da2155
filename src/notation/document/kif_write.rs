//! Writes KIF files, and boards with lines of moves in Japanese.

use unicode_width::UnicodeWidthStr;

use super::headers::{self, BARRED, COUNTER_STRIKE, to_kif};
use super::{WriteOptions, Written, diagram, kif};
use crate::notation::game::{Cursor, Game, GameError, Node, NodeId};
use crate::notation::moves::{MoveNotation, kif_lines};
use crate::notation::sfen;
use crate::rules::{Move, Side};

/// How moves are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// One a line, with number and origin.
    Kif,
    /// Many on a line, as in books.
    Text,
}

/// Columns of a line of moves.
const WIDTH: usize = 78;

/// Writes a game.
pub(super) fn write(
    game: &Game,
    options: &WriteOptions,
    style: Style,
) -> Result<Written, GameError> {
    let variant = options.rules.variant;
    let mut written =
        Written { text: "#KIF version=2.0 encoding=UTF-8\n".to_owned(), ..Written::default() };
    let text = &mut written.text;
    for (name, value) in &game.headers {
        let lines = value.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.collect();
        if !lines.iter().all(|line| kif::reads_back(to_kif(name), line)) {
            written.warnings.push(headers::left_out(name));
            continue;
        }
        for line in lines {
            text.push_str(&format!("{}：{line}\n", to_kif(name)));
        }
    }
    let start = sfen::parse(variant.start_sfen, variant);
    if start.is_ok_and(|start| start.setup == game.setup) {
        text.push_str(&format!("手合割：{}\n", "中将棋"));
    }
    text.push_str(&diagram::write(&game.setup, variant));
    if game.setup.side == Side::White {
        text.push_str("後手番\n");
    }
    if let Some(square) = game.setup.counter_strike {
        text.push_str(&format!("*{COUNTER_STRIKE}: {square}\n"));
        let warning = "the counter-strike square has no place in KIF and stands in a comment";
        written.warnings.push(warning.to_owned());
    }
    if !game.setup.barred.is_empty() {
        text.push_str(&format!("*{BARRED}: {}\n", headers::squares(&game.setup.barred)));
        let warning = "the barred pieces have no place in KIF and stand in a comment";
        written.warnings.push(warning.to_owned());
    }
    let mut body = Body { text: String::new(), column: 0, style, options };
    if style == Style::Kif {
        body.text.push_str("手数----指手---------消費時間--\n");
    }
    body.after(&game.nodes[Game::ROOT]);
    let mut cursor = Cursor::new(&game.setup, options.rules)?;
    for (number, start) in game.lines().into_iter().enumerate() {
        let ply = game.nodes[start].ply;
        cursor.go_to_ply(ply - 1);
        if number > 0 {
            body.end_line();
            body.text.push_str(&format!("\n変化：{ply}手\n"));
        }
        body.line(game, &mut cursor, start);
    }
    body.end_line();
    written.text.push_str(&body.text);
    written.text.push('\n');
    Ok(written)
}

struct Body<'a> {
    text: String,
    /// Columns used of an open line.
    column: usize,
    style: Style,
    options: &'a WriteOptions,
}

impl Body<'_> {
    /// A line from its first node on.
    fn line(&mut self, game: &Game, cursor: &mut Cursor, start: NodeId) {
        let mut next = Some(start);
        while let Some(at) = next {
            let node = &game.nodes[at];
            if let Some(mv) = node.mv {
                self.mv(mv, cursor);
                cursor.forward(at, mv);
            }
            self.after(node);
            next = node.children.first().copied();
        }
    }

    fn mv(&mut self, mv: Move, cursor: &Cursor) {
        let ply = cursor.ply() + 1;
        let position = cursor.position();
        if self.style == Style::Kif {
            let mark = if position.side() == Side::Black { '▲' } else { '△' };
            for line in kif_lines(mv, position) {
                let (step, rest) = match line.split_once(' ') {
                    Some((step, rest)) if step.ends_with("歩目") => (step, rest),
                    _ => ("", line.as_str()),
                };
                self.text.push_str(&format!("{ply}手目{step} {mark}{rest}\n"));
            }
            return;
        }
        let notation = match self.options.notation {
            Some(notation @ (MoveNotation::Japanese | MoveNotation::Kif)) => notation,
            _ => MoveNotation::JapaneseShort,
        };
        let word = notation.write(mv, position, cursor.last_to());
        if self.column > 0 && self.column + 1 + word.width() > WIDTH {
            self.end_line();
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.column += word.width();
        self.text.push_str(&word);
    }

    /// What follows a move.
    fn after(&mut self, node: &Node) {
        if !node.comments.is_empty() {
            self.end_line();
        }
        for comment in &node.comments {
            self.text.push_str(&format!("*{}\n", comment.trim_end()));
        }
        let Some(end) = node.end else { return };
        self.end_line();
        let mate = end == crate::notation::End::Mate;
        self.text.push_str(&match self.style {
            Style::Kif => format!("{}手目 {}\n", node.ply + 1, end.japanese()),
            Style::Text if mate => format!("まで{}手詰\n", node.ply),
            Style::Text => format!("{}\n", end.japanese()),
        });
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
        }
        self.column = 0;
    }
}
