//! Forsyth boards as in the Middle Shogi Manual's correspondence: `1,+sm,7,ph,2 / 8,G,B,K,1 / ...`.
//!
//! Ranks from the top, cells joined by commas, numbers for empty squares, abbreviations of the Shogi
//! Association. The case of the letters tells the sides apart, but not which side is the attacker:
//! where one side only has a king it is the defender.

use super::error::{Failure, TextProblem, shogi_hint};
use crate::notation::moves::{Scanner, tsa_piece};
use crate::rules::{Piece, Role, Setup, Side, Square, Variant};

/// The letters of the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attacker {
    /// Capitals.
    #[default]
    Upper,
    /// Small letters.
    Lower,
}

/// A board as read: White's pieces are the ones in small letters.
pub(super) struct Board {
    pub setup: Setup,
    /// Bytes of the text.
    pub length: usize,
}

/// Reads the board at the start of a text.
pub(super) fn read(text: &str, variant: &Variant) -> Result<Board, Failure> {
    let mut scanner = Scanner::new(text);
    let mut setup = Setup::empty(Side::Black);
    let (files, ranks) = (usize::from(variant.files), usize::from(variant.ranks));
    let mut rank = 1;
    loop {
        let mut found = 0;
        let start = scanner.offset();
        loop {
            scanner.skip_white();
            let at = scanner.offset();
            if let Some(gap) = scanner.number() {
                if gap == 0 || gap as usize > files {
                    return Err(Failure::expected(text, at, "a gap of 1 to 12 squares"));
                }
                found += gap as usize;
            } else {
                let small = scanner
                    .rest()
                    .trim_start_matches('+')
                    .starts_with(|letter: char| letter.is_ascii_lowercase());
                let side = if small { Side::White } else { Side::Black };
                let kind =
                    tsa_piece(&mut scanner, variant).ok_or_else(|| no_piece(text, at, variant))?;
                let file = files.checked_sub(found).and_then(|file| u8::try_from(file).ok());
                if let Some(square) = file.and_then(|file| Square::new(file, rank as u8)) {
                    setup.set(square, Some(Piece::new(kind, side)));
                }
                found += 1;
            }
            let end = scanner.offset();
            scanner.skip_spaces();
            if scanner.eat(",").is_some() {
                continue;
            }
            if found != files {
                let rank_text = text[start..].split('/').next().unwrap_or_default();
                let hint = match shogi_hint(found) {
                    "" if rank_text.contains("1O") || rank_text.contains("1o") => {
                        " (the letter `O` after `1`: is `10` meant?)"
                    }
                    hint => hint,
                };
                let problem = TextProblem::RankLength { rank, found, expected: files, hint };
                return Err(Failure::new(end, problem));
            }
            break;
        }
        let before = scanner.offset();
        scanner.skip_white();
        if scanner.eat("/").is_none() || rank == ranks {
            scanner.seek(before);
            break;
        }
        rank += 1;
    }
    if rank != ranks {
        let problem =
            TextProblem::RankCount { found: rank, expected: ranks, hint: shogi_hint(rank) };
        return Err(Failure::new(scanner.offset(), problem));
    }
    Ok(Board { setup, length: scanner.offset() })
}

fn no_piece(text: &str, at: usize, variant: &Variant) -> Failure {
    let rest = &text[at..];
    let plain = rest.strip_prefix('+').and_then(|rest| tsa_piece(&mut Scanner::new(rest), variant));
    match plain {
        Some(kind) => {
            let found = rest.split([',', '/', ' ']).next().unwrap_or_default().to_owned();
            Failure::new(at, TextProblem::CannotPromote { found, name: variant.spec(kind).name })
        }
        None => Failure::expected(text, at, "a piece (such as p, +SM, Ln) or a number of squares"),
    }
}

/// The board with the attacker's pieces as those of the side to move.
pub(super) fn with_attacker(
    board: &Setup,
    attacker: Option<Attacker>,
    side: Side,
    variant: &Variant,
) -> Result<Setup, TextProblem> {
    let has_royal = |side: Side| {
        let mut pieces = board.pieces(variant);
        pieces.any(|(_, piece)| piece.side == side && variant.spec(piece.kind).role == Role::Royal)
    };
    let attacker = match (attacker, has_royal(Side::Black), has_royal(Side::White)) {
        (Some(attacker), ..) => attacker,
        (None, true, false) => Attacker::Lower,
        (None, false, true) => Attacker::Upper,
        (None, ..) => return Err(TextProblem::Attacker),
    };
    let swap = (attacker == Attacker::Upper) != (side == Side::Black);
    let mut setup = Setup::empty(side);
    for (square, piece) in board.pieces(variant) {
        let owner = if swap { piece.side.flip() } else { piece.side };
        setup.set(square, Some(Piece::new(piece.kind, owner)));
    }
    Ok(setup)
}

/// Writes a board; the side to move is the attacker.
pub(super) fn write(setup: &Setup, attacker: Attacker, variant: &Variant) -> String {
    let mut ranks: Vec<Vec<String>> = vec![Vec::new()];
    let mut gap = 0;
    for square in variant.squares() {
        let cells = ranks.last_mut().expect("invariant: there is a rank");
        match setup.get(square) {
            None => gap += 1,
            Some(piece) => {
                if gap > 0 {
                    cells.push(gap.to_string());
                }
                gap = 0;
                let spec = variant.spec(piece.kind);
                let upper = (piece.side == setup.side) == (attacker == Attacker::Upper);
                let name = if upper {
                    spec.abbreviation.to_uppercase()
                } else {
                    spec.abbreviation.to_lowercase()
                };
                cells.push(format!("{}{name}", if spec.promoted { "+" } else { "" }));
            }
        }
        if square.file() == 1 {
            if gap > 0 {
                cells.push(gap.to_string());
            }
            gap = 0;
            if square.rank() < variant.ranks {
                ranks.push(Vec::new());
            }
        }
    }
    let ranks: Vec<String> = ranks.iter().map(|cells| cells.join(",")).collect();
    ranks.join(" / ")
}
