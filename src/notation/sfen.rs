//! SFEN: a position on one line.
//!
//! `board side counter-strike move-number [barred]`, as in the project's rules page
//! (`docs/rules.md`, text forms): the board from rank a, each rank from the highest file, `+`
//! before promoted pieces, capitals for Black; the third field is lishogi's use of the hands field
//! for the counter-strike square (a game without drops has no hands).
//!
//! The reader also takes what comes out of web addresses (`_` for spaces, `%2B` for `+`), a leading
//! word `sfen`, and a text that ends early. It checks the drawing, not the game: that a barred
//! square holds a piece, say, is the business of the rules.

mod board;
mod error;
mod glyph;

pub use error::{SfenError, SfenProblem};

use super::text::clip;
use crate::rules::{Rules, Setup, Side, Square, SquareSet, Variant};
use glyph::{Field, unescape};

/// What an SFEN says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sfen {
    /// The position.
    pub setup: Setup,
    /// The move number, if there is one; it means nothing to the rules.
    pub move_number: Option<u32>,
}

/// Reads an SFEN; fields missing at the end count as Black to move and nothing special.
///
/// # Errors
/// With the column (in characters of `text`, from 1) and what was expected there.
pub fn parse(text: &str, variant: &Variant) -> Result<Sfen, SfenError> {
    let glyphs = unescape(text);
    let mut fields = glyphs
        .split(|glyph| glyph.letter == '_' || glyph.letter.is_whitespace())
        .filter(|field| !field.is_empty())
        .map(Field)
        .peekable();
    fields.next_if(|field| field.text() == "sfen");
    let mut setup = Setup::empty(Side::Black);
    let Some(board) = fields.next() else {
        return Err(SfenError { column: text.chars().count() + 1, problem: SfenProblem::Empty });
    };
    board::read(board, variant, &mut setup)?;
    if let Some(field) = fields.next() {
        setup.side = match field.text().as_str() {
            "b" => Side::Black,
            "w" => Side::White,
            _ => return Err(field.error(|found| SfenProblem::Side { found })),
        };
    }
    if let Some(field) = fields.next()
        && field.text() != "-"
    {
        let square = read_square(&field.text(), variant);
        let error = || field.error(|found| SfenProblem::CounterStrike { found });
        setup.counter_strike = Some(square.ok_or_else(error)?);
    }
    let mut move_number = None;
    if let Some(field) = fields.next() {
        let text = field.text();
        let number = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let error = || field.error(|found| SfenProblem::MoveNumber { found });
        move_number = Some(number.ok_or_else(error)?);
    }
    if let Some(field) = fields.next()
        && field.text() != "-"
    {
        setup.barred = read_barred(field, variant)?;
    }
    match fields.next() {
        Some(field) => Err(field.error(|found| SfenProblem::Trailing { found })),
        None => Ok(Sfen { setup, move_number }),
    }
}

/// Writes an SFEN with move number 1; under rules that bar pieces from promotion the barred squares
/// follow as a fifth field.
#[must_use]
pub fn write(setup: &Setup, rules: &Rules) -> String {
    let board = write_board(setup, rules.variant);
    let side = setup.side.letter();
    let counter_strike = setup.counter_strike.map_or("-".to_owned(), |square| square.to_string());
    let mut text = format!("{board} {side} {counter_strike} 1");
    if rules.tracks_barred() {
        let squares: Vec<String> = setup.barred.iter().map(|square| square.to_string()).collect();
        text.push(' ');
        text.push_str(if squares.is_empty() { "-" } else { "" });
        text.push_str(&squares.join(","));
    }
    text
}

/// The board field alone.
fn write_board(setup: &Setup, variant: &Variant) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for square in variant.squares() {
        if square.file() == variant.files && square.rank() > 1 {
            text.push('/');
        }
        if let Some(piece) = setup.get(square) {
            push_gap(&mut text, &mut gap);
            let spec = variant.spec(piece.kind);
            text.push_str(if spec.promoted { "+" } else { "" });
            text.push(match piece.side {
                Side::Black => spec.letter.to_ascii_uppercase(),
                Side::White => spec.letter,
            });
        } else {
            gap += 1;
        }
        if square.file() == 1 {
            push_gap(&mut text, &mut gap);
        }
    }
    text
}

fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        text.push_str(&gap.to_string());
    }
    *gap = 0;
}

fn read_square(text: &str, variant: &Variant) -> Option<Square> {
    text.parse().ok().filter(|&square| variant.contains(square))
}

fn read_barred(field: Field, variant: &Variant) -> Result<SquareSet, SfenError> {
    let mut barred = SquareSet::EMPTY;
    let mut start = 0;
    for part in field.0.split(|glyph| glyph.letter == ',') {
        let column = field.0.get(start).or(field.0.last()).map_or(1, |glyph| glyph.column);
        let text = Field(part).text();
        let error = |problem| SfenError { column, problem };
        let square = read_square(&text, variant)
            .ok_or_else(|| error(SfenProblem::Barred { found: clip(&text) }))?;
        if barred.contains(square) {
            return Err(error(SfenProblem::BarredTwice { found: text }));
        }
        barred.insert(square);
        start += part.len() + 1;
    }
    Ok(barred)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::variant::CHU;
    use crate::rules::{Kind, Piece};

    const EMPTY: &str = "12/12/12/12/12/12/12/12/12/12/12/12";

    fn error(text: &str) -> String {
        parse(text, &CHU).unwrap_err().to_string()
    }

    /// The message for a board whose third rank is `rank`.
    fn rank_error(rank: &str) -> String {
        error(&format!("12/12/{rank}/12/12/12/12/12/12/12/12/12 b - 1"))
    }

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn the_start_position_reads_back_as_written() {
        let sfen = parse(CHU.start_sfen, &CHU).unwrap();
        assert_eq!(sfen.move_number, Some(1));
        assert_eq!(sfen.setup.pieces(&CHU).count(), 92);
        let lance = Piece::new(CHU.find('l', false).unwrap(), Side::White);
        assert_eq!(sfen.setup.get(square("12a")), Some(lance));
        assert_eq!(write(&sfen.setup, &Rules::HISTORIC), CHU.start_sfen);
    }

    #[test]
    fn all_five_fields_are_read_and_written() {
        let text = "12/12/9+Pn1/12/12/12/12/12/12/12/12/11k w 2c 1 3c,1l";
        let Sfen { setup, .. } = parse(text, &CHU).unwrap();
        assert_eq!(setup.side, Side::White);
        assert_eq!(setup.counter_strike, Some(square("2c")));
        assert_eq!(setup.barred, [square("3c"), square("1l")].into_iter().collect());
        assert_eq!(write(&setup, &Rules::MSM), text);
        assert_eq!(write(&setup, &Rules::HISTORIC), text.strip_suffix(" 3c,1l").unwrap());
        let none = write(&Setup::empty(Side::Black), &Rules::MULLER);
        assert_eq!(none, format!("{EMPTY} b - 1 -"));
    }

    #[test]
    fn fields_missing_at_the_end_have_defaults() {
        let full = parse(&format!("{EMPTY} b - 7"), &CHU).unwrap();
        assert_eq!(full.move_number, Some(7));
        for text in [EMPTY.to_owned(), format!("{EMPTY} b"), format!("  {EMPTY} b - ")] {
            let sfen = parse(&text, &CHU).unwrap();
            assert_eq!((sfen.setup, sfen.move_number), (full.setup.clone(), None));
        }
    }

    #[test]
    fn forms_of_web_addresses_are_read() {
        let plain = "5ex1+Pc2/6okt3/3s4X2+H/2+D9/3p+v1+Dpt3/12/12/2+a6q2/12/12/12/12 b - 1";
        let sfen = parse(plain, &CHU).unwrap();
        let escaped = plain.replace('+', "%2B").replace('/', "%2f").replace(' ', "%20");
        for text in [
            &escaped,
            &plain.replace(' ', "_"),
            &format!("sfen {plain}"),
            &format!("sfen%20{escaped}"),
        ] {
            assert_eq!(parse(text, &CHU).as_ref(), Ok(&sfen), "{text}");
        }
    }

    #[test]
    fn columns_count_the_text_as_given() {
        let text = format!("{} b", EMPTY.replacen("12/", "9%2Bj2%2F", 1));
        assert!(error(&text).starts_with("column 5: no piece is written `j`"), "{}", error(&text));
    }

    #[test]
    fn nothing_is_no_board() {
        assert_eq!(error(""), "column 1: expected a board, found nothing");
        assert_eq!(error("  "), "column 3: expected a board, found nothing");
        assert_eq!(error("sfen"), "column 5: expected a board, found nothing");
    }

    #[test]
    fn a_wrong_number_of_ranks_is_counted() {
        assert_eq!(
            error("12/12/12 b - 1"),
            "column 9: expected 12 ranks separated by `/`, found 3"
        );
        assert_eq!(
            error(&format!("{EMPTY}/12 b - 1")),
            "column 36: expected 12 ranks separated by `/`, found 13"
        );
        assert_eq!(
            error("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
            "column 58: expected 12 ranks separated by `/`, found 9 \
             (9 ranks: this is an 81-square board)"
        );
    }

    #[test]
    fn a_rank_of_the_wrong_length_is_named_and_counted() {
        assert_eq!(rank_error("5k5"), "column 10: rank c has 11 squares, expected 12");
        assert_eq!(rank_error("5k5+Pp"), "column 12: rank c has 13 squares, expected 12");
        assert_eq!(rank_error(""), "column 7: rank c has 0 squares, expected 12");
        assert_eq!(rank_error(&"k".repeat(300)), "column 19: rank c has 300 squares, expected 12");
    }

    #[test]
    fn letters_that_look_like_digits_are_pointed_out() {
        assert_eq!(
            rank_error("k1Ok"),
            "column 11: rank c has 4 squares, expected 12 \
             (the letter `O` after `1`: is `10` meant?)"
        );
        assert_eq!(rank_error("l0kk"), "column 8: expected a gap of 1 to 12 squares, found `0`");
        assert_eq!(
            rank_error("l1k"),
            "column 10: rank c has 3 squares, expected 12 \
             (the letter `l` before a digit: is a `1` meant?)"
        );
    }

    #[test]
    fn a_gap_that_fits_no_rank_is_refused() {
        for gap in ["0", "13", "012", "99999999999999999999"] {
            let expected = format!("column 7: expected a gap of 1 to 12 squares, found `{gap}`");
            assert_eq!(rank_error(gap), expected);
        }
    }

    #[test]
    fn an_unknown_letter_lists_those_there_are() {
        assert_eq!(
            rank_error("11j"),
            "column 9: no piece is written `j`, \
             expected a number or one of pilamvrbhdqnoxetfcsgk"
        );
        assert_eq!(
            rank_error("11+0"),
            "column 10: no piece is written `0`, \
             expected a number or one of pilamvrbhdqnoxetfcsgk (a zero; the kirin is the letter `o`)"
        );
    }

    #[test]
    fn a_plus_needs_a_piece_that_promotes() {
        assert_eq!(
            rank_error("11+Q"),
            "column 10: `+Q` does not exist, the free king does not promote"
        );
        assert_eq!(
            rank_error("11k+"),
            "column 11: expected a piece after `+`, found the end of the rank"
        );
    }

    #[test]
    fn a_bad_side_is_refused() {
        assert_eq!(
            error(&format!("{EMPTY} black - 1")),
            "column 37: expected the side to move, `b` or `w`, found `black`"
        );
    }

    #[test]
    fn a_bad_counter_strike_square_is_refused() {
        assert_eq!(
            error(&format!("{EMPTY} b 13a 1")),
            "column 39: expected `-` or the counter-strike square (such as 7g), found `13a`"
        );
    }

    #[test]
    fn a_bad_move_number_is_refused() {
        for number in ["+1", "one", "99999999999"] {
            assert_eq!(
                error(&format!("{EMPTY} b - {number}")),
                format!("column 41: expected a move number, found `{number}`")
            );
        }
    }

    #[test]
    fn bad_barred_squares_are_refused() {
        assert_eq!(
            error(&format!("{EMPTY} b - 1 7d,x,4c")),
            "column 46: expected `-` or the barred squares joined by commas (such as 7d,4c), found `x`"
        );
        assert_eq!(
            error(&format!("{EMPTY} b - 1 7d,")),
            "column 45: expected `-` or the barred squares joined by commas (such as 7d,4c), found ``"
        );
        assert_eq!(
            error(&format!("{EMPTY} b - 1 7d%2C7d")),
            "column 48: barred square 7d is named twice"
        );
    }

    #[test]
    fn trailing_rubbish_is_refused() {
        assert_eq!(
            error(&format!("{EMPTY} b - 1 - 7g7f")),
            "column 45: expected the end of the position, found `7g7f`"
        );
    }

    #[test]
    fn a_reader_for_another_board_asks_for_its_size() {
        let small = Variant { files: 2, ranks: 1, ..CHU };
        assert!(parse("kK", &small).is_ok());
        let message = parse("kK b 3a", &small).unwrap_err().to_string();
        assert!(message.contains("counter-strike"), "{message}");
    }

    /// Any setup of the variant, also absurd ones.
    fn any_setup() -> impl Strategy<Value = Setup> {
        let kinds = CHU.kinds().count() as u8;
        let cell = prop_oneof![2 => Just(None), 1 => (0..kinds, any::<bool>()).prop_map(Some)];
        let cells = prop::collection::vec(cell, 144);
        let square = prop::sample::select(CHU.squares().collect::<Vec<Square>>());
        let barred = prop::collection::vec(square.clone(), 0..5);
        (cells, any::<bool>(), prop::option::of(square), barred).prop_map(
            |(cells, black, counter_strike, barred)| {
                let side = |black| if black { Side::Black } else { Side::White };
                let mut setup = Setup::empty(side(black));
                for (square, cell) in CHU.squares().zip(cells) {
                    let piece =
                        cell.map(|(kind, black)| Piece::new(Kind::from_index(kind), side(black)));
                    setup.set(square, piece);
                }
                setup.counter_strike = counter_strike;
                setup.barred = barred.into_iter().collect();
                setup
            },
        )
    }

    proptest! {
        #[test]
        fn every_setup_reads_back_under_every_preset(setup in any_setup()) {
            for name in Rules::PRESETS {
                let rules = Rules::preset(name).unwrap();
                let mut expected = setup.clone();
                if !rules.tracks_barred() {
                    expected.barred = SquareSet::EMPTY;
                }
                let text = write(&setup, &rules);
                prop_assert_eq!(parse(&text, &CHU).map(|sfen| sfen.setup), Ok(expected), "{}", text);
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,60}|[0-9a-zA-Z+/%_ ,-]{0,80}") {
            let _ = parse(&text, &CHU);
        }

        #[test]
        fn errors_stay_within_the_text(
            at in 0usize..80,
            letter in prop::sample::select("+/0123456789kKO% _-b,é".chars().collect::<Vec<char>>()),
        ) {
            let mut letters: Vec<char> =
                "5ex1+Pc2/6okt3/3s4X2+H/2+D9/12/12/12/2+a6q2/12/12/12/12 b 7g 1 7g,8g".chars().collect();
            let at = at % letters.len();
            letters[at] = letter;
            let text: String = letters.iter().collect();
            if let Err(error) = parse(&text, &CHU) {
                prop_assert!((1..=letters.len() + 1).contains(&error.column), "{}: {}", text, error);
            }
        }
    }
}
