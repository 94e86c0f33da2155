//! Reads documents with headers in brackets, as of chess: `[Id "kinuburui-02"]`, then moves with
//! numbers, comments in braces, variations in parentheses.
//!
//! The headers are followed by moves in the Shogi Association's notation (position in `SFEN` or, as
//! the Middle Shogi Manual's correspondents wrote it, in `Forsyth`) or in that of `XBoard` (position
//! in `FEN`). Each also comes bare, without headers: moves alone, a Forsyth board, or a FEN a line.

use super::error::{Failure, TextProblem};
use super::forsyth::{self, Attacker};
use super::headers::{from_tag, set_state};
use super::{DocumentFormat, ReadOptions};
use crate::notation::end::End;
use crate::notation::game::{Builder, Game};
use crate::notation::moves::{ScanError, Scanner, scan_tsa, scan_wb};
use crate::notation::sfen;
use crate::rules::{Setup, Side};

/// Tells which lines begin a record.
pub(super) fn begins(format: DocumentFormat) -> impl FnMut(&str) -> bool {
    let (mut in_tags, mut blank) = (false, true);
    move |line| {
        let is_tag = line.starts_with('[');
        let bare = !in_tags
            && match format {
                DocumentFormat::Wb => line.matches('/').count() >= 8,
                DocumentFormat::Forsyth => blank && line.contains('/'),
                _ => line.matches('/').count() >= 8 && !line.contains(','),
            };
        let begins = is_tag && !in_tags || bare && !is_tag;
        if !line.is_empty() {
            in_tags = is_tag;
        }
        blank = line.is_empty();
        begins
    }
}

/// A header in brackets.
pub(super) struct Tag {
    pub name: String,
    pub value: String,
    /// Where the value begins, in bytes of the text.
    pub offset: usize,
}

/// Passes a header, if there is one.
pub(super) fn tag(scanner: &mut Scanner) -> Result<Option<Tag>, ScanError> {
    let start = scanner.offset();
    if scanner.eat("[").is_none() {
        return Ok(None);
    }
    scanner.skip_spaces();
    let mut name = String::new();
    while let Some(letter) =
        scanner.rest().chars().next().filter(|c| !c.is_whitespace() && !"\"[]".contains(*c))
    {
        name.push(letter);
        scanner.bump();
    }
    scanner.skip_spaces();
    if name.is_empty() || !scanner.eat_word("\"") {
        scanner.seek(start);
        return Err(scanner.error("a header such as [Id \"name\"]"));
    }
    let offset = scanner.offset();
    let value = escaped(scanner, '"').ok_or_else(|| scanner.error("`\"` behind the value"))?;
    scanner.skip_spaces();
    if scanner.eat("]").is_none() {
        return Err(scanner.error("`]` behind the header"));
    }
    Ok(Some(Tag { name, value, offset }))
}

/// Passes text up to a closing character; `\n` is a line feed, a backslash before the closing
/// character or another backslash stands for that character.
pub(super) fn escaped(scanner: &mut Scanner, closing: char) -> Option<String> {
    let mut text = String::new();
    loop {
        let letter = scanner.rest().chars().next()?;
        scanner.bump();
        let next = scanner.rest().chars().next();
        match (letter, next) {
            (letter, _) if letter == closing => return Some(text),
            ('\\', Some('n')) => text.push('\n'),
            ('\\', Some(next)) if next == closing || next == '\\' => text.push(next),
            (letter, _) => {
                if letter != '\r' {
                    text.push(letter);
                }
                continue;
            }
        }
        scanner.bump();
    }
}

/// The other way round.
pub(super) fn escape(text: &str, closing: char) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\\' => out.push_str("\\\\"),
            letter if letter == closing => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
    }
    out
}

/// Reads one record.
pub(super) fn read(
    text: &str,
    format: DocumentFormat,
    options: &ReadOptions,
) -> Result<Game, Failure> {
    let mut scanner = Scanner::new(text);
    let mut tags = Vec::new();
    loop {
        skip_remarks(&mut scanner);
        match tag(&mut scanner).map_err(|error| Failure::scan(text, &error))? {
            Some(tag) => tags.push(tag),
            None => break,
        }
    }
    let setup = setup(text, &tags, format, options, &mut scanner)?;
    let builder = Builder::new(setup, options.rules);
    let mut builder = builder.map_err(|error| Failure::new(0, error.into()))?;
    let wb = format == DocumentFormat::Wb;
    for tag in &tags {
        if !RESERVED.contains(&tag.name.as_str()) && !is_unset(&tag.name, &tag.value) {
            builder.game.add_header(from_tag(&tag.name, wb), &tag.value);
        }
    }
    read_moves(text, &mut scanner, &mut builder, wb)?;
    Ok(builder.game)
}

/// Headers that say something of the position or the file.
pub(super) const RESERVED: [&str; 9] = [
    "SFEN",
    "FEN",
    "Forsyth",
    "SetUp",
    "Variant",
    "Attacker",
    "SideToMove",
    "CounterStrike",
    "Barred",
];

/// True for the headers that every game record of chess has, without a value (the PGN standard,
/// 8.1.1).
pub(super) fn is_unset(name: &str, value: &str) -> bool {
    ["Event", "Site", "Date", "Round", "White", "Black"].contains(&name)
        && ["?", "-", "????.??.??"].contains(&value)
}

/// Passes white space and lines that begin with `%` or `#`.
fn skip_remarks(scanner: &mut Scanner) {
    loop {
        scanner.skip_white();
        if !scanner.rest().starts_with(['%', '#']) {
            return;
        }
        scanner.line();
    }
}

fn setup(
    text: &str,
    tags: &[Tag],
    format: DocumentFormat,
    options: &ReadOptions,
    scanner: &mut Scanner,
) -> Result<Setup, Failure> {
    let variant = options.rules.variant;
    let find = |name: &str| tags.iter().find(|tag| tag.name == name);
    let parse =
        |value: &str, at| sfen::parse(value, variant).map_err(|e| Failure::sfen(text, at, e));
    let mut setup = if let Some(tag) = find("SFEN") {
        parse(&tag.value, tag.offset)?.setup
    } else if let Some(tag) = find("FEN") {
        fen(text, &tag.value, tag.offset, options)?
    } else if let Some(tag) = find("Forsyth") {
        let white = find("SideToMove").is_some_and(|tag| tag.value == "White");
        let attacker = match find("Attacker").map(|tag| tag.value.as_str()) {
            Some("lower") => Some(Attacker::Lower),
            Some("upper") => Some(Attacker::Upper),
            _ => options.attacker,
        };
        let moved = |failure: Failure| Failure::new(tag.offset + failure.offset, failure.problem);
        let board = forsyth::read(&tag.value, variant).map_err(moved)?;
        let side = if white { Side::White } else { Side::Black };
        forsyth::with_attacker(&board.setup, attacker, side, variant)
            .map_err(|problem| Failure::new(tag.offset, problem))?
    } else {
        bare(text, tags, format, options, scanner)?
    };
    for tag in tags {
        if set_state(&mut setup, &tag.name, &tag.value, variant) == Some(false) {
            return Err(Failure::expected(text, tag.offset, "squares of the board such as 7g"));
        }
    }
    Ok(setup)
}

/// The position of a text without headers for it.
fn bare(
    text: &str,
    tags: &[Tag],
    format: DocumentFormat,
    options: &ReadOptions,
    scanner: &mut Scanner,
) -> Result<Setup, Failure> {
    let variant = options.rules.variant;
    let start = scanner.offset();
    let line = scanner.clone().line();
    if line.matches('/').count() > 1 || format == DocumentFormat::Forsyth {
        if format == DocumentFormat::Forsyth || line.contains(',') {
            let moved = |failure: Failure| Failure::new(start + failure.offset, failure.problem);
            let board = forsyth::read(scanner.rest(), variant).map_err(moved)?;
            scanner.seek(start + board.length);
            return forsyth::with_attacker(&board.setup, options.attacker, Side::Black, variant)
                .map_err(|problem| Failure::new(start, problem));
        }
        let words = line.split_inclusive(char::is_whitespace);
        let is_field = |(index, word): &(usize, &str)| {
            let word = word.trim();
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            *index == 0 || digits || ["w", "b", "-", "[]"].contains(&word)
        };
        let length =
            words.enumerate().take_while(is_field).map(|(_, word)| word.len()).sum::<usize>();
        scanner.seek(start + length);
        let fields = &line[..length];
        if format == DocumentFormat::Wb {
            return fen(text, fields, start, options);
        }
        let read = sfen::parse(fields, variant);
        return Ok(read.map_err(|error| Failure::sfen(text, start, error))?.setup);
    }
    if let Some(setup) = &options.setup {
        return Ok(setup.clone());
    }
    if tags.iter().any(|tag| tag.name == "Variant") {
        let read = sfen::parse(variant.start_sfen, variant);
        return Ok(read.map_err(|error| Failure::sfen(text, start, error))?.setup);
    }
    Err(Failure::new(start, TextProblem::NoPosition))
}

/// The position of a FEN: in it White is the side that moves first, our Black. The fields behind the
/// side say nothing here.
fn fen(text: &str, value: &str, offset: usize, options: &ReadOptions) -> Result<Setup, Failure> {
    let mut words = value.split_whitespace();
    let board = words.next().unwrap_or_default();
    let board = board.split('[').next().unwrap_or_default();
    let at = offset + value.len() - value.trim_start().len();
    let read = sfen::parse(board, options.rules.variant);
    let mut setup = read.map_err(|error| Failure::sfen(text, at, error))?.setup;
    setup.side = match words.next() {
        None | Some("w") => Side::Black,
        Some("b") => Side::White,
        Some(word) => {
            let at = at + value.trim_start().find(word).unwrap_or(0);
            return Err(Failure::expected(text, at, "the side to move, `w` or `b`"));
        }
    };
    Ok(setup)
}

/// The moves with comments and variations.
fn read_moves(
    text: &str,
    scanner: &mut Scanner,
    builder: &mut Builder,
    wb: bool,
) -> Result<(), Failure> {
    loop {
        scanner.skip_white();
        let at = scanner.offset();
        let Some(letter) = scanner.rest().chars().next() else { break };
        if let Some((end, length)) = End::at_start(scanner.rest()) {
            scanner.seek(at + length);
            builder.node().end = Some(end);
            continue;
        }
        if ["1-0", "0-1"].iter().any(|result| scanner.eat_word(result)) {
            continue;
        }
        match letter {
            '{' => {
                scanner.bump();
                let comment = escaped(scanner, '}');
                let comment = comment
                    .ok_or_else(|| Failure::expected(text, at, "a comment that ends in `}`"))?;
                builder.node().comments.extend(comment.lines().map(str::to_owned));
            }
            '(' | '（' => {
                scanner.bump();
                if !builder.open() {
                    let expected = "a move before the variation that replaces it";
                    return Err(Failure::expected(text, at, expected));
                }
            }
            ')' | '）' => {
                scanner.bump();
                if !builder.close() {
                    return Err(Failure::expected(text, at, "a move (no variation is open)"));
                }
            }
            '#' => {
                scanner.bump();
                builder.node().end = Some(End::Mate);
            }
            ',' | ';' | '.' | '…' | '!' | '?' | '*' | '、' => scanner.bump(),
            '+' if scanner.rest()[1..].starts_with(['+', ' ', '\n', ')']) => scanner.bump(),
            '$' => {
                scanner.bump();
                scanner.number();
            }
            _ if letter.is_numeric() && scanner.number().is_some() => {}
            _ => one_move(text, scanner, builder, wb)?,
        }
    }
    if builder.is_open() {
        return Err(Failure::expected(text, text.len(), "`)` at the end of the variation"));
    }
    Ok(())
}

fn one_move(
    text: &str,
    scanner: &mut Scanner,
    builder: &mut Builder,
    wb: bool,
) -> Result<(), Failure> {
    let at = scanner.offset();
    let position = builder.cursor().position();
    let pattern = if wb { scan_wb(scanner, position) } else { scan_tsa(scanner, position) };
    let pattern = pattern.map_err(|error| Failure::scan(text, &error))?;
    let ply = builder.cursor().ply() + 1;
    let mv = pattern
        .resolve(position)
        .map_err(|error| Failure::new(at, TextProblem::Move { ply, error }))?;
    builder.push(mv);
    Ok(())
}
