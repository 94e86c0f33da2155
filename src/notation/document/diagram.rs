//! The board of a KIF file: cells of three columns, `v` before White's pieces.
//!
//! A promoted piece has 成 before the kanji of what it became, 成歩 for the pawn; the eight with a
//! kanji of their own (鹿太駒鯨猪牛鷹鷲) stand alone.

use super::error::{Failure, TextProblem, shogi_hint};
use crate::notation::moves::{fold, kanji_kinds};
use crate::rules::{Kind, Piece, Setup, Side, Square, Variant};

const BORDER: &str = "+------------------------------------------------+\n";
const RANKS: [&str; 12] =
    ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

/// Writes the board with its borders.
pub(super) fn write(setup: &Setup, variant: &Variant) -> String {
    let files: String = (1..=variant.files).rev().map(wide_file).collect();
    let mut text = format!("{}\n{BORDER}", files.trim_end());
    for square in variant.squares() {
        if square.file() == variant.files {
            text.push('|');
        }
        text.push_str(
            &setup.get(square).map_or_else(|| "  ・".to_owned(), |piece| cell(piece, variant)),
        );
        if square.file() == 1 {
            let rank = RANKS.get(usize::from(square.rank()) - 1).copied().unwrap_or_default();
            text.push_str(&format!("|{rank}\n"));
        }
    }
    text + BORDER
}

/// A file's number, four columns.
fn wide_file(file: u8) -> String {
    let digits = file.to_string();
    let wide = digits.chars().map(|digit| char::from_u32(digit as u32 + 0xfee0).unwrap_or(digit));
    let wide: String = wide.collect();
    if digits.len() > 1 { format!(" {wide}") } else { format!(" {wide} ") }
}

/// Three columns and a kanji, or four columns with 成.
fn cell(piece: Piece, variant: &Variant) -> String {
    let spec = variant.spec(piece.kind);
    let side = if piece.side == Side::White { 'v' } else { ' ' };
    let own_name = variant
        .kinds()
        .all(|kind| kind == piece.kind || variant.spec(kind).short_kanji != spec.short_kanji);
    match (spec.promoted, spec.letter) {
        (true, 'p') => format!("{side}成歩"),
        (true, _) if !own_name => format!("{side}成{}", spec.short_kanji),
        _ => format!(" {side}{}", spec.short_kanji),
    }
}

/// A board as it is read.
#[derive(Debug, Default)]
pub(super) struct Board {
    pieces: Vec<(Square, Piece)>,
    /// Ranks read so far.
    pub ranks: usize,
}

impl Board {
    /// Reads the line of a rank, which stands at `offset` of the text and begins with `|`.
    pub fn rank(
        &mut self,
        text: &str,
        offset: usize,
        line: &str,
        variant: &Variant,
    ) -> Result<(), Failure> {
        self.ranks += 1;
        let rank = self.ranks;
        let body = line.trim_start();
        let start = offset + line.len() - body.len() + 1;
        let body = &body[1..];
        let body = body.find('|').map_or(body, |end| &body[..end]);
        let expected = usize::from(variant.files);
        let mut found = 0;
        let mut at = 0;
        let mut side = Side::Black;
        let mut overrun = None;
        while let Some(letter) = body[at..].chars().next() {
            let length = letter.len_utf8();
            match fold(letter) {
                letter if letter.is_whitespace() => side = Side::Black,
                'v' | 'V' => side = Side::White,
                '^' => side = Side::Black,
                '・' | '.' | '･' | '*' => {
                    found += 1;
                    side = Side::Black;
                }
                _ => {
                    let (kind, length) =
                        piece(&body[at..], variant).map_err(|problem| match problem {
                            Some(problem) => Failure::new(start + at, problem),
                            None => Failure::expected(text, start + at, "a piece in kanji or `・`"),
                        })?;
                    let file = (expected as u8).checked_sub(found as u8);
                    let square = file.and_then(|file| Square::new(file, rank as u8));
                    self.pieces.extend(square.map(|square| (square, Piece::new(kind, side))));
                    found += 1;
                    at += length;
                    side = Side::Black;
                    if found > expected {
                        overrun = overrun.or(Some(at - length));
                    }
                    continue;
                }
            }
            at += length;
            if found > expected {
                overrun = overrun.or(Some(at - length));
            }
        }
        if found == expected {
            return Ok(());
        }
        let hint = shogi_hint(found);
        let problem = TextProblem::RankLength { rank, found, expected, hint };
        Err(Failure::new(start + overrun.unwrap_or(body.len()), problem))
    }

    /// The position, Black to move.
    pub fn setup(self, offset: usize, variant: &Variant) -> Result<Setup, Failure> {
        let expected = usize::from(variant.ranks);
        if self.ranks != expected {
            let (found, hint) = (self.ranks, shogi_hint(self.ranks));
            let problem = TextProblem::RankCount { found, expected, hint };
            return Err(Failure::new(offset, problem));
        }
        let mut setup = Setup::empty(Side::Black);
        for (square, piece) in self.pieces {
            setup.set(square, Some(piece));
        }
        Ok(setup)
    }
}

/// The piece that a cell names: the unpromoted one unless 成 or the name says otherwise.
fn piece(text: &str, variant: &Variant) -> Result<(Kind, usize), Option<TextProblem>> {
    let plus = usize::from(text.starts_with('+'));
    let Some(name) = kanji_kinds(&text[plus..], variant) else {
        let base = text.strip_prefix('成').and_then(|rest| kanji_kinds(rest, variant));
        let base = base.and_then(|name| name.kinds.first().copied());
        return Err(base.map(|kind| TextProblem::CannotPromote {
            found: text.chars().take(2).collect(),
            name: variant.spec(kind).name,
        }));
    };
    let is = |kind: &&Kind| variant.spec(**kind).promoted == (plus > 0);
    let kind = name.kinds.iter().find(is).or(name.kinds.first()).copied();
    kind.map(|kind| (kind, plus + name.length)).ok_or(None)
}
