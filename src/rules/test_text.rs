//! A minimal reader of SFEN and USI for the tests of this layer, which does not see `notation`.

use super::{Move, Piece, Setup, Side, Square, Variant, variant::CHU};

/// The setup of an SFEN; the third field is the counter-strike square, the fifth the barred ones.
pub(crate) fn setup(sfen: &str) -> Setup {
    let fields: Vec<&str> = sfen.split_whitespace().collect();
    let side = if fields[1] == "w" { Side::White } else { Side::Black };
    let mut setup = Setup::empty(side);
    for (rank, row) in (1..).zip(fields[0].split('/')) {
        let (mut file, mut gap, mut promoted) = (CHU.files, 0, false);
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                gap = gap * 10 + digit as u8;
                continue;
            }
            file -= gap;
            gap = 0;
            if letter == '+' {
                promoted = true;
                continue;
            }
            let owner = if letter.is_uppercase() { Side::Black } else { Side::White };
            let kind = CHU.find(letter.to_ascii_lowercase(), promoted).unwrap();
            setup.set(Square::new(file, rank).unwrap(), Some(Piece::new(kind, owner)));
            promoted = false;
            file -= 1;
        }
        assert_eq!(file, gap, "rank {rank} of {sfen}");
    }
    let squares = |text: &&str| text.split(',').filter_map(|s| s.parse().ok()).collect();
    setup.counter_strike = fields.get(2).and_then(|text| text.parse().ok());
    setup.barred = fields.get(4).map(squares).unwrap_or_default();
    setup
}

/// The canonical form of a USI move in this position.
pub(crate) fn usi(setup: &Setup, text: &str) -> Move {
    let (body, promote) = text.strip_suffix('+').map_or((text, false), |body| (body, true));
    let mut starts: Vec<usize> = Vec::new();
    let mut last_was_digit = false;
    for (index, letter) in body.char_indices() {
        if letter.is_ascii_digit() && !last_was_digit {
            starts.push(index);
        }
        last_was_digit = letter.is_ascii_digit();
    }
    starts.push(body.len());
    let squares: Vec<Square> =
        starts.windows(2).map(|ends| body[ends[0]..ends[1]].parse().unwrap()).collect();
    match squares[..] {
        [from, to] => Move::simple(from, to, promote),
        [from, mid, to] if setup.get(mid).is_some() => Move::double(from, mid, to),
        [from, _, to] if from != to => Move::simple(from, to, promote),
        [from, ..] => pass(setup, &CHU, from),
        [] => panic!("no squares in {text}"),
    }
}

/// The pass of the piece on `from`, by a second way than the generator's.
fn pass(setup: &Setup, variant: &Variant, from: Square) -> Move {
    let piece = setup.get(from).unwrap();
    let movement = variant.spec(piece.kind).movement;
    let turned = match piece.side {
        Side::Black => movement.line_power,
        Side::White => movement.line_power.rotate_left(4),
    };
    let lines = if movement.lion_power { 255 } else { turned };
    let mid = (0..8)
        .filter(|dir| lines & 1 << dir != 0)
        .map(|dir| from.step(dir))
        .find(|&mid| variant.contains(mid) && setup.get(mid).is_none())
        .unwrap();
    Move::double(from, mid, from)
}

/// A move as USI, for messages.
pub(crate) fn show(mv: Move) -> String {
    let mid = mv.mid.map(|mid| mid.to_string()).unwrap_or_default();
    format!("{}{mid}{}{}", mv.from, mv.to, if mv.promote { "+" } else { "" })
}
