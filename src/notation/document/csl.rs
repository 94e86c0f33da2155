//! Lines of Chu Shogi Lite: `SFEN {comment} usi usi (variation)`, one game a line.
//!
//! What the form has no place for stands in comments that the reader takes back: the headers as
//! `{[Id "name"] ...}` before the moves, an end word as `{mate}`.

use super::error::{Failure, TextProblem};
use super::headers::{self, BARRED, COUNTER_STRIKE, from_tag, set_state, squares};
use super::tags::{escape, escaped, tag};
use super::{ReadOptions, WriteOptions, Written};
use crate::notation::end::End;
use crate::notation::game::{Builder, Cursor, Event, Game, GameError, Node};
use crate::notation::moves::{Scanner, resolve_usi};
use crate::notation::sfen;
use crate::notation::usi::{self, UsiError, UsiMove};

/// Reads a line.
pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Game, Failure> {
    let end = fields_end(text);
    let read = sfen::parse(&text[..end], options.rules.variant);
    let mut setup = read.map_err(|error| Failure::sfen(text, 0, error))?.setup;
    let mut scanner = Scanner::new(text);
    scanner.seek(end);
    let mut headers = Vec::new();
    scanner.skip_white();
    let before = scanner.offset();
    if scanner.eat_word("{[") {
        scanner.seek(before + 1);
        while let Ok(Some(tag)) = tag(&mut scanner) {
            headers.push((tag.name, tag.value));
            scanner.skip_white();
        }
        if headers.is_empty() || !scanner.eat_word("}") {
            headers.clear();
            scanner.seek(before);
        }
    }
    headers.retain(|(name, value)| {
        set_state(&mut setup, name, value, options.rules.variant).is_none()
    });
    let builder = Builder::new(setup, options.rules);
    let mut builder = builder.map_err(|error| Failure::new(0, error.into()))?;
    for (name, value) in headers {
        builder.game.add_header(from_tag(&name, false), &value);
    }
    moves(text, &mut scanner, &mut builder)?;
    Ok(builder.game)
}

/// Where the fields of the SFEN end: before a comment, a variation or the first move.
fn fields_end(text: &str) -> usize {
    let mut at = 0;
    for (index, word) in text.split_inclusive(char::is_whitespace).enumerate() {
        let body = word.trim();
        let is_move = || body.parse::<UsiMove>().is_ok();
        if index > 0 && (body == "moves" || body.starts_with(['{', '(']) || is_move()) {
            break;
        }
        // A comment may follow without a space.
        if let Some(brace) = word.find(['{', '(']) {
            return at + brace;
        }
        at += word.len();
    }
    text[..at].trim_end().len()
}

fn moves(text: &str, scanner: &mut Scanner, builder: &mut Builder) -> Result<(), Failure> {
    loop {
        scanner.skip_white();
        let at = scanner.offset();
        let rest = scanner.rest();
        match rest.chars().next() {
            None => break,
            Some('{') => {
                scanner.bump();
                let comment = escaped(scanner, '}');
                let comment = comment
                    .ok_or_else(|| Failure::expected(text, at, "a comment that ends in `}`"))?;
                match End::at_start(&comment) {
                    Some((end, length)) if length == comment.len() => {
                        builder.node().end = Some(end);
                    }
                    _ => builder.node().comments.extend(comment.lines().map(str::to_owned)),
                }
            }
            Some('(') => {
                scanner.bump();
                if !builder.open() {
                    let expected = "a move before the variation that replaces it";
                    return Err(Failure::expected(text, at, expected));
                }
            }
            Some(')') => {
                scanner.bump();
                if !builder.close() {
                    return Err(Failure::expected(text, at, "a move (no variation is open)"));
                }
            }
            Some(_) => {
                let length = rest.find(|c: char| c.is_whitespace() || "(){}".contains(c));
                let word = &rest[..length.unwrap_or(rest.len())];
                scanner.seek(at + word.len());
                if word == "moves" {
                    continue;
                }
                let usi: UsiMove = word.parse().map_err(|error: UsiError| {
                    let inside = word.char_indices().nth(error.column - 1);
                    let place = at + inside.map_or(word.len(), |(offset, _)| offset);
                    Failure::expected(text, place, "a move in USI such as 7g7f")
                })?;
                let ply = builder.cursor().ply() + 1;
                let mv = resolve_usi(usi, builder.cursor().position())
                    .map_err(|error| Failure::new(at, TextProblem::Move { ply, error }))?;
                builder.push(mv);
            }
        }
    }
    if builder.is_open() {
        return Err(Failure::expected(text, text.len(), "`)` at the end of the variation"));
    }
    Ok(())
}

/// Writes a line.
pub(super) fn write(game: &Game, options: &WriteOptions) -> Result<Written, GameError> {
    let mut words = vec![sfen::write(&game.setup, &options.rules)];
    let mut tags: Vec<String> = Vec::new();
    let mut warnings = Vec::new();
    for (name, value) in &game.headers {
        let tag = headers::tag_name(name, false, &[COUNTER_STRIKE, BARRED], &mut warnings);
        tags.extend(tag.map(|tag| format!("[{tag} \"{}\"]", escape(value, '"'))));
    }
    if !game.setup.barred.is_empty() && !options.rules.tracks_barred() {
        tags.push(format!("[{BARRED} \"{}\"]", squares(&game.setup.barred)));
    }
    if !tags.is_empty() {
        words.push(format!("{{{}}}", tags.join(" ")));
    }
    after(&game.nodes[Game::ROOT], &mut words);
    // Playing the moves shows that they can be played.
    let _ = Cursor::new(&game.setup, options.rules)?;
    let mut opened = false;
    for event in game.events() {
        match event {
            Event::Open => opened = true,
            Event::Close => {
                if let Some(last) = words.last_mut() {
                    last.push(')');
                }
            }
            Event::Move(at) => {
                let node = &game.nodes[at];
                let text = node.mv.map(usi::write).unwrap_or_default();
                words.push(format!("{}{text}", if opened { "(" } else { "" }));
                opened = false;
                after(node, &mut words);
            }
        }
    }
    Ok(Written { text: words.join(" ") + "\n", warnings })
}

fn after(node: &Node, words: &mut Vec<String>) {
    if !node.comments.is_empty() {
        words.push(format!("{{{}}}", escape(&node.comments.join("\n"), '}')));
    }
    words.extend(node.end.map(|end| format!("{{{}}}", end.english())));
}
