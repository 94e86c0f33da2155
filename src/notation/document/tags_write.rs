//! Writes documents with headers in brackets.

use super::forsyth::{self, Attacker};
use super::headers::{self, BARRED, COUNTER_STRIKE};
use super::tags::{RESERVED, escape, is_unset};
use super::{DocumentFormat, WriteOptions, Written};
use crate::notation::game::{Cursor, Event, Game, GameError, Node};
use crate::notation::moves::MoveNotation;
use crate::notation::sfen;
use crate::rules::Side;

/// Columns of a line of moves.
const WIDTH: usize = 80;

/// Writes a game.
pub(super) fn write(
    game: &Game,
    format: DocumentFormat,
    options: &WriteOptions,
) -> Result<Written, GameError> {
    let wb = format == DocumentFormat::Wb;
    let mut tags = Vec::new();
    let mut warnings = Vec::new();
    let mut put =
        |name: &str, value: &str| tags.push(format!("[{name} \"{}\"]\n", escape(value, '"')));
    for (name, value) in &game.headers {
        match headers::tag_name(name, wb, &RESERVED, &mut warnings) {
            Some(tag) if is_unset(&tag, value) => warnings.push(headers::left_out(name)),
            Some(tag) => put(&tag, value),
            None => {}
        }
    }
    let setup = &game.setup;
    let full = sfen::write(setup, &options.rules);
    let board = full.split(' ').next().unwrap_or_default();
    match format {
        DocumentFormat::Wb => {
            put("Variant", "chu");
            put("SetUp", "1");
            let side = if setup.side == Side::Black { 'w' } else { 'b' };
            put("FEN", &format!("{board} {side} 0 1"));
        }
        DocumentFormat::Forsyth => {
            put("Forsyth", &forsyth::write(setup, options.attacker, options.rules.variant));
            put("Attacker", if options.attacker == Attacker::Upper { "upper" } else { "lower" });
            if setup.side == Side::White {
                put("SideToMove", "White");
            }
        }
        _ => put("SFEN", &full),
    }
    let in_sfen = !wb && format != DocumentFormat::Forsyth;
    if let Some(square) = setup.counter_strike.filter(|_| !in_sfen) {
        put(COUNTER_STRIKE, &square.to_string());
        let name = if wb { "a FEN" } else { "a Forsyth board" };
        warnings.push(format!(
            "the counter-strike square has no place in {name} and stands in a header"
        ));
    }
    if !setup.barred.is_empty() && (!in_sfen || !options.rules.tracks_barred()) {
        put(BARRED, &headers::squares(&setup.barred));
    }
    let notation = if wb { MoveNotation::Wb } else { MoveNotation::Tsa };
    let words = words(game, options, notation)?;
    let text = format!("{}\n{}\n", tags.concat(), wrapped(&words));
    Ok(Written { text, warnings })
}

/// The moves with numbers, comments, variations and end words.
pub(super) fn words(
    game: &Game,
    options: &WriteOptions,
    notation: MoveNotation,
) -> Result<Vec<String>, GameError> {
    let mut cursor = Cursor::new(&game.setup, options.rules)?;
    let mut words = Vec::new();
    let mut taken = Vec::new();
    let mut opened = false;
    // Where the reader must be told again whose move comes.
    let mut fresh = true;
    after(&game.nodes[Game::ROOT], &mut words);
    for event in game.events() {
        match event {
            Event::Open => {
                taken.extend(cursor.back());
                opened = true;
            }
            Event::Close => {
                if let Some(last) = words.last_mut() {
                    last.push(')');
                }
                if let Some((node, mv)) = taken.pop() {
                    cursor.go_to_ply(game.nodes[node].ply - 1);
                    cursor.forward(node, mv);
                }
                fresh = true;
            }
            Event::Move(at) => {
                let node = &game.nodes[at];
                let Some(mv) = node.mv else { continue };
                let number = node.ply.div_ceil(2);
                let number = match node.ply % 2 {
                    1 => format!("{number}. "),
                    _ if fresh || opened => format!("{number}... "),
                    _ => String::new(),
                };
                let text = notation.write(mv, cursor.position(), cursor.last_to());
                let paren = if opened { "(" } else { "" };
                words.push(format!("{paren}{number}{text}"));
                cursor.forward(at, mv);
                (opened, fresh) = (false, after(node, &mut words));
            }
        }
    }
    Ok(words)
}

/// Adds what follows a move; true if that is a comment.
fn after(node: &Node, words: &mut Vec<String>) -> bool {
    if !node.comments.is_empty() {
        words.push(format!("{{{}}}", escape(&node.comments.join("\n"), '}')));
    }
    words.extend(node.end.map(|end| end.english().to_owned()));
    !node.comments.is_empty()
}

/// Lines of words; `*` ends the record.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words.iter().map(String::as_str).chain(["*"]) {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text + "\n"
}
