//! Reads KIF files and lists of moves in Japanese.
//!
//! The one reader takes both: headers (`name：value`), the board, the side to move, comments (`*`),
//! moves one a line with numbers or many on a line with commas or spaces, `変化：N手`, end words.
//! Without a board the start of the game is meant if the file says so (手合割, numbered moves).

use super::ReadOptions;
use super::diagram::Board;
use super::error::{Failure, TextProblem};
use super::headers::{from_kif, set_state};
use crate::notation::end::End;
use crate::notation::game::{Builder, Game};
use crate::notation::moves::{Scanner, fold, scan_japanese, square_in_kanji};
use crate::notation::sfen;
use crate::rules::{Setup, Side};

/// Tells which lines begin a record: `#KIF`, or headers or a board behind moves.
pub(super) fn begins() -> impl FnMut(&str) -> bool {
    let (mut moves, mut ranks) = (false, 0);
    move |line| {
        let kind = Kind::of(line);
        let begins = line.starts_with("#KIF")
            || moves && matches!(kind, Kind::Header(..) | Kind::Rank | Kind::Border)
            || ranks >= 12 && kind == Kind::Rank;
        if begins {
            (moves, ranks) = (false, 0);
        }
        moves |= kind == Kind::Moves;
        ranks += usize::from(kind == Kind::Rank);
        begins
    }
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'a> {
    Nothing,
    Comment(&'a str),
    Border,
    Rank,
    Side(Side),
    Variation,
    Header(&'a str, &'a str),
    Summary,
    Moves,
}

impl Kind<'_> {
    /// `line` has no white space around it.
    fn of(line: &str) -> Kind<'_> {
        let Some(first) = line.chars().next() else { return Kind::Nothing };
        match first {
            '#' | '&' => return Kind::Nothing,
            '*' | '＊' => return Kind::Comment(&line[first.len_utf8()..]),
            '|' | '｜' => return Kind::Rank,
            '+' if line[1..].starts_with('-') => return Kind::Border,
            _ => {}
        }
        match line {
            "後手番" | "上手番" => return Kind::Side(Side::White),
            "先手番" | "下手番" => return Kind::Side(Side::Black),
            _ if line.starts_with("手数--") => return Kind::Nothing,
            _ if line.starts_with("変化") => return Kind::Variation,
            _ if line.starts_with("まで") => return Kind::Summary,
            _ => {}
        }
        if line.chars().all(|letter| fold(letter).is_ascii_digit() || letter.is_whitespace()) {
            return Kind::Nothing;
        }
        // A half-width colon behind a number is one of a time, `( 0:05)`.
        let numbered = line.starts_with(char::is_numeric);
        let header = line.split_once('：').or_else(|| line.split_once(':').filter(|_| !numbered));
        match header {
            Some((name, value)) if !looks_like_moves(name) => {
                Kind::Header(name.trim(), value.trim())
            }
            _ => Kind::Moves,
        }
    }
}

/// True if a header of this name and value is read as such, and as nothing else.
pub(super) fn reads_back(name: &str, value: &str) -> bool {
    !says_something_else(name, value)
        && Kind::of(&format!("{name}：{value}")) == Kind::Header(name, value)
}

/// True for headers that the reader does not keep: they say something of the position.
fn says_something_else(name: &str, value: &str) -> bool {
    match name {
        "手合割" => !value.contains("その他"),
        "手番" => true,
        _ => name.eq_ignore_ascii_case("sfen") || name.ends_with("の持駒") && value == "なし",
    }
}

fn looks_like_moves(text: &str) -> bool {
    let mut scanner = Scanner::new(text);
    text.contains("手目")
        || text.starts_with(|letter: char| "▲△☗☖▼▽".contains(letter))
        || square_in_kanji(&mut scanner).is_some()
}

/// Reads one record.
pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Game, Failure> {
    let mut reader = Reader {
        text,
        options,
        head: Head {
            at_start: text.contains("手目") || text.contains("手数--"),
            ..Head::default()
        },
        builder: None,
    };
    let mut scanner = Scanner::new(text);
    while !scanner.rest().is_empty() {
        reader.line(&mut scanner)?;
    }
    Ok(reader.builder(text.len())?.game.clone())
}

/// What stands before the moves.
#[derive(Default)]
struct Head {
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    board: Option<(usize, Board)>,
    sfen: Option<Setup>,
    side: Option<Side>,
    /// Names and values of the state beside the board, with their places.
    state: Vec<(usize, String, String)>,
    /// True if the file means the start of the game when it has no board.
    at_start: bool,
}

struct Reader<'a> {
    text: &'a str,
    options: &'a ReadOptions,
    head: Head,
    builder: Option<Builder>,
}

impl Reader<'_> {
    /// Reads a line, or more where a move goes over two lines.
    fn line(&mut self, scanner: &mut Scanner) -> Result<(), Failure> {
        scanner.skip_spaces();
        let offset = scanner.offset();
        let mut ahead = scanner.clone();
        let line = ahead.line().trim_end();
        let variant = self.options.rules.variant;
        match Kind::of(line) {
            Kind::Nothing | Kind::Border => {}
            Kind::Comment(comment) => self.comment(offset, comment),
            Kind::Rank => {
                let (_, board) = self.head.board.get_or_insert_with(|| (offset, Board::default()));
                board.rank(self.text, offset, line, variant)?;
            }
            Kind::Side(side) => self.head.side = Some(side),
            Kind::Header(name, value) => self.header(offset, line, name, value)?,
            Kind::Variation => self.variation(offset)?,
            Kind::Summary => self.summary(offset, line)?,
            Kind::Moves => return self.moves(scanner),
        }
        scanner.seek(ahead.offset());
        Ok(())
    }

    fn comment(&mut self, offset: usize, comment: &str) {
        if let Some(builder) = &mut self.builder {
            builder.node().comments.push(comment.to_owned());
            return;
        }
        match comment.split_once(": ") {
            Some((name @ ("CounterStrike" | "Barred"), value)) => {
                self.head.state.push((offset, name.to_owned(), value.to_owned()));
            }
            _ => self.head.comments.push(comment.to_owned()),
        }
    }

    fn header(
        &mut self,
        offset: usize,
        line: &str,
        name: &str,
        value: &str,
    ) -> Result<(), Failure> {
        let variant = self.options.rules.variant;
        match name {
            "手合割" if value.is_empty() || value == "中将棋" => self.head.at_start = true,
            "手合割" if !line.contains("その他") => {
                let at = offset + line.len() - value.len();
                return Err(Failure::expected(self.text, at, "中将棋 (another game)"));
            }
            // There are no hands in Chu Shogi; board programs write the empty ones.
            _ if name.ends_with("の持駒") && ["", "なし"].contains(&value) => {}
            "手番" => {
                let white = value.starts_with('後') || value.starts_with('上');
                self.head.side = Some(if white { Side::White } else { Side::Black });
            }
            _ if name.eq_ignore_ascii_case("sfen") => {
                let at = offset + line.len() - value.len();
                let read = sfen::parse(value, variant);
                self.head.sfen = Some(read.map_err(|e| Failure::sfen(self.text, at, e))?.setup);
            }
            // Programs write the names of headers that the user has left empty.
            _ if value.is_empty() => {}
            _ => {
                let (name, value) = (from_kif(name).to_owned(), value.to_owned());
                match self.head.headers.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, old)) => *old = format!("{old}\n{value}"),
                    None => self.head.headers.push((name, value)),
                }
            }
        }
        Ok(())
    }

    /// The builder; the first call ends the head.
    fn builder(&mut self, offset: usize) -> Result<&mut Builder, Failure> {
        if self.builder.is_none() {
            let builder = self.start(offset)?;
            self.builder = Some(builder);
        }
        Ok(self.builder.as_mut().expect("invariant: it was just made"))
    }

    fn start(&mut self, offset: usize) -> Result<Builder, Failure> {
        let rules = self.options.rules;
        let head = std::mem::take(&mut self.head);
        let mut place = offset;
        let mut setup = match (head.board, head.sfen, &self.options.setup) {
            (Some((at, board)), ..) => {
                place = at;
                board.setup(at, rules.variant)?
            }
            (None, Some(setup), _) => setup,
            (None, None, Some(setup)) => setup.clone(),
            (None, None, None) if head.at_start => {
                let start = sfen::parse(rules.variant.start_sfen, rules.variant);
                start.map_err(|error| Failure::sfen(self.text, 0, error))?.setup
            }
            (None, None, None) => return Err(Failure::new(offset, TextProblem::NoPosition)),
        };
        setup.side = head.side.unwrap_or(setup.side);
        for (at, name, value) in head.state {
            if set_state(&mut setup, &name, &value, rules.variant) == Some(false) {
                return Err(Failure::expected(self.text, at, "squares of the board such as 7g"));
            }
        }
        let builder = Builder::new(setup, rules);
        let mut builder = builder.map_err(|error| Failure::new(place, error.into()))?;
        builder.game.headers = head.headers;
        builder.node().comments = head.comments;
        Ok(builder)
    }

    /// `変化：N手`
    fn variation(&mut self, offset: usize) -> Result<(), Failure> {
        let mut scanner = Scanner::new(self.text);
        scanner.seek(offset + "変化".len());
        let _ = scanner.eat(":");
        scanner.skip_spaces();
        let found = scanner.number().filter(|&number| number > 0);
        let found = found.ok_or_else(|| {
            Failure::expected(self.text, scanner.offset(), "the number of a move")
        })?;
        let builder = self.builder(offset)?;
        let plies = builder.cursor().ply();
        if found as usize > plies + 1 {
            return Err(Failure::new(offset, TextProblem::Variation { found, plies }));
        }
        builder.go_to_ply(found as usize - 1);
        Ok(())
    }

    /// `まで25手詰`
    fn summary(&mut self, offset: usize, line: &str) -> Result<(), Failure> {
        if line.contains('詰') && !line.contains("不詰") {
            self.end(offset, End::Mate)?;
        }
        Ok(())
    }

    fn end(&mut self, offset: usize, end: End) -> Result<(), Failure> {
        let node = self.builder(offset)?.node();
        node.end = node.end.or(Some(end));
        Ok(())
    }

    /// The moves of a line.
    fn moves(&mut self, scanner: &mut Scanner) -> Result<(), Failure> {
        loop {
            while scanner.eat(",、;。").is_some() || scanner.peek().is_some_and(is_gap) {
                scanner.skip_spaces();
            }
            match scanner.peek() {
                None => return Ok(()),
                Some('\n') => {
                    scanner.bump();
                    return Ok(());
                }
                Some('#') => {
                    scanner.line();
                    return Ok(());
                }
                Some('+') => scanner.bump(),
                Some(_) if scanner.rest().starts_with("まで") => {
                    let offset = scanner.offset();
                    let line = scanner.line();
                    return self.summary(offset, line);
                }
                Some('(') => skip_time(self.text, scanner)?,
                Some(_) => self.one_move(scanner)?,
            }
        }
    }

    /// A move or an end word, with its number if it has one.
    fn one_move(&mut self, scanner: &mut Scanner) -> Result<(), Failure> {
        let start = scanner.offset();
        if square_in_kanji(&mut scanner.clone()).is_none() && scanner.number().is_some() {
            let _ = scanner.eat_word("手目") || scanner.eat(".):").is_some();
            scanner.skip_spaces();
        }
        let at = scanner.offset();
        if let Some((end, length)) = End::at_start(scanner.rest()) {
            scanner.seek(at + length);
            return self.end(start, end);
        }
        let text = self.text;
        let builder = self.builder(start)?;
        // The move before the first one took a lion on the counter-strike square.
        let last_to = match builder.cursor().ply() {
            0 => builder.game.setup.counter_strike,
            _ => builder.cursor().last_to(),
        };
        let position = builder.cursor().position();
        let pattern = scan_japanese(scanner, position, last_to);
        let pattern = pattern.map_err(|error| Failure::scan(text, &error))?;
        let ply = builder.cursor().ply() + 1;
        let mv = pattern
            .resolve(position)
            .map_err(|error| Failure::new(at, TextProblem::Move { ply, error }))?;
        builder.push(mv);
        Ok(())
    }
}

fn is_gap(letter: char) -> bool {
    letter.is_whitespace() && letter != '\n'
}

/// Passes a parenthesis with a time, `( 0:05/00:00:05)`.
fn skip_time(text: &str, scanner: &mut Scanner) -> Result<(), Failure> {
    let start = scanner.offset();
    scanner.bump();
    while scanner.peek().is_some_and(|letter| letter.is_ascii_digit() || " :/.".contains(letter)) {
        scanner.bump();
    }
    match scanner.eat(")") {
        Some(_) => Ok(()),
        None => Err(Failure::expected(text, start, "a move or a time in parentheses")),
    }
}
