//! The variant table: everything that distinguishes one game of the family from another.
//!
//! Board size, promotion zone, pieces with their moves, promotions and royals stand here and
//! nowhere else. Chu Shogi is filled in; a 9x9 relative needs another [`Variant`], no new code.
//!
//! Source of the Chu table: the piece list in the project's rules page (`docs/rules.md`), which
//! agrees with the move lists of an independent implementation (`tests/fixtures`).

use super::square::{Square, SquareSet};
use super::{Kind, Side};

/// Directions as bits, seen by the owner: bit `d` is direction `d` of [`super::Dir`].
mod dirs {
    pub const F: u8 = 1;
    pub const FR: u8 = 1 << 1;
    pub const R: u8 = 1 << 2;
    pub const BR: u8 = 1 << 3;
    pub const B: u8 = 1 << 4;
    pub const BL: u8 = 1 << 5;
    pub const L: u8 = 1 << 6;
    pub const FL: u8 = 1 << 7;
    pub const FORWARD_DIAGONALS: u8 = FR | FL;
    pub const BACKWARD_DIAGONALS: u8 = BR | BL;
    pub const ORTHOGONALS: u8 = F | R | B | L;
    pub const DIAGONALS: u8 = FORWARD_DIAGONALS | BACKWARD_DIAGONALS;
    pub const ALL: u8 = ORTHOGONALS | DIAGONALS;
}
use dirs::{
    ALL, B, BACKWARD_DIAGONALS, BL, BR, DIAGONALS, F, FL, FORWARD_DIAGONALS, FR, L, ORTHOGONALS, R,
};

/// How a piece moves, as sets of directions seen by its owner (bit `d` = direction `d`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// One square.
    pub step: u8,
    /// Any number of squares over empty ones.
    pub slide: u8,
    /// To the second square, over anything.
    pub jump: u8,
    /// Lion power along this line only (horned falcon, soaring eagle).
    pub line_power: u8,
    /// Full lion power: two steps in any directions, or a jump to any square they could reach.
    pub lion_power: bool,
}

/// What a piece is in the eyes of the special rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// No special rule.
    Plain,
    /// Royal: a side that loses all of these loses.
    Royal,
    /// A lion: protected by the lion-trading rules.
    Lion,
    /// Pawn: taken on the way it does not free a lion capture; may have a last-rank second chance.
    Pawn,
    /// Go-between: like the pawn in the lion rules; its own last-rank parameter.
    GoBetween,
    /// Lance: has its own last-rank parameter.
    Lance,
}

/// One kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindSpec {
    /// Lower-case SFEN letter.
    pub letter: char,
    /// True for the promoted form, written `+` before the letter in SFEN.
    pub promoted: bool,
    /// Abbreviation in the TSA notation of the unpromoted piece (`DK`); `+` precedes a promoted one.
    pub abbreviation: &'static str,
    /// English name of what the piece is now.
    pub name: &'static str,
    /// Full Japanese name, two kanji where there are two.
    pub kanji: &'static str,
    /// One-kanji name.
    pub short_kanji: &'static str,
    /// How it moves.
    pub movement: Movement,
    /// Its part in the special rules.
    pub role: Role,
}

/// A game of the family: board and pieces.
#[derive(Debug)]
pub struct Variant {
    /// Name for people.
    pub name: &'static str,
    /// Number of files, at most [`Square::MAX_SIDE`].
    pub files: u8,
    /// Number of ranks, at most [`Square::MAX_SIDE`].
    pub ranks: u8,
    /// Depth of each promotion zone in ranks.
    pub zone_ranks: u8,
    /// Every kind of piece; [`Kind`] is an index into this table. A promoted form shares the
    /// letter of the piece it comes from.
    pub kinds: &'static [KindSpec],
    /// SFEN of the initial position of the game.
    pub start_sfen: &'static str,
}

impl Variant {
    /// All kinds of the variant.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.kinds.len() as u8).map(Kind::from_index)
    }

    /// The table's row for a kind.
    #[must_use]
    pub fn spec(&self, kind: Kind) -> &'static KindSpec {
        &self.kinds[kind.index()]
    }

    /// The kind with this lower-case SFEN letter, if the variant has it.
    #[must_use]
    pub fn find(&self, letter: char, promoted: bool) -> Option<Kind> {
        self.kinds().find(|&kind| {
            let spec = self.spec(kind);
            spec.letter == letter && spec.promoted == promoted
        })
    }

    /// What a kind promotes to; `None` if it never promotes (again).
    #[must_use]
    pub fn promotion(&self, kind: Kind) -> Option<Kind> {
        let spec = self.spec(kind);
        if spec.promoted { None } else { self.find(spec.letter, true) }
    }

    /// True if the square belongs to this board.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank());
        file >= 1 && file <= self.files && rank >= 1 && rank <= self.ranks
    }

    /// The squares of the board, rank a first, highest file first.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = (self.files, self.ranks);
        (1..=ranks)
            .flat_map(move |rank| (1..=files).rev().filter_map(move |f| Square::new(f, rank)))
    }

    /// True if the square lies in the promotion zone of `side`.
    #[must_use]
    pub const fn in_zone(&self, side: Side, square: Square) -> bool {
        match side {
            Side::Black => square.rank() <= self.zone_ranks,
            Side::White => square.rank() > self.ranks - self.zone_ranks,
        }
    }

    /// True if the square lies on the rank farthest from `side`.
    #[must_use]
    pub const fn is_last_rank(&self, side: Side, square: Square) -> bool {
        match side {
            Side::Black => square.rank() == 1,
            Side::White => square.rank() == self.ranks,
        }
    }

    /// The set of all squares of the board.
    #[must_use]
    pub fn board_set(&self) -> SquareSet {
        self.squares().collect()
    }
}

const fn steps(step: u8) -> Movement {
    Movement { step, slide: 0, jump: 0, line_power: 0, lion_power: false }
}

const fn slides(slide: u8, step: u8) -> Movement {
    Movement { step, slide, jump: 0, line_power: 0, lion_power: false }
}

const fn jumps(jump: u8, step: u8) -> Movement {
    Movement { step, slide: 0, jump, line_power: 0, lion_power: false }
}

const fn line_power(line_power: u8) -> Movement {
    Movement { step: 0, slide: ALL & !line_power, jump: 0, line_power, lion_power: false }
}

const LION: Movement = Movement { step: 0, slide: 0, jump: 0, line_power: 0, lion_power: true };

const ROOK: Movement = slides(ORTHOGONALS, 0);
const BISHOP: Movement = slides(DIAGONALS, 0);
const DRAGON_KING: Movement = slides(ORTHOGONALS, DIAGONALS);
const DRAGON_HORSE: Movement = slides(DIAGONALS, ORTHOGONALS);
const FREE_KING: Movement = slides(ALL, 0);
const SIDE_MOVER: Movement = slides(L | R, F | B);
const VERTICAL_MOVER: Movement = slides(F | B, L | R);
const DRUNK_ELEPHANT: Movement = steps(ALL & !B);
const GOLD: Movement = steps(ORTHOGONALS | FORWARD_DIAGONALS);

/// The unpromoted row of a piece.
const fn base(
    letter: char,
    abbreviation: &'static str,
    name: &'static str,
    kanji: (&'static str, &'static str),
    movement: Movement,
    role: Role,
) -> KindSpec {
    KindSpec {
        letter,
        promoted: false,
        abbreviation,
        name,
        kanji: kanji.0,
        short_kanji: kanji.1,
        movement,
        role,
    }
}

/// The promoted row of the piece with this letter and abbreviation.
const fn promoted(
    letter: char,
    abbreviation: &'static str,
    name: &'static str,
    kanji: (&'static str, &'static str),
    movement: Movement,
    role: Role,
) -> KindSpec {
    KindSpec { promoted: true, ..base(letter, abbreviation, name, kanji, movement, role) }
}

/// Chu Shogi: 12x12, four ranks of promotion zone, no drops.
pub static CHU: Variant = Variant {
    name: "Chu Shogi",
    files: 12,
    ranks: 12,
    zone_ranks: 4,
    start_sfen: "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/\
                 PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1",
    kinds: CHU_KINDS,
};

#[rustfmt::skip]
const CHU_KINDS: &[KindSpec] = &[
    base('p', "P", "pawn", ("歩兵", "歩"), steps(F), Role::Pawn),
    base('i', "GB", "go-between", ("仲人", "仲"), steps(F | B), Role::GoBetween),
    base('l', "L", "lance", ("香車", "香"), slides(F, 0), Role::Lance),
    base('a', "RC", "reverse chariot", ("反車", "反"), slides(F | B, 0), Role::Plain),
    base('m', "SM", "side mover", ("横行", "横"), SIDE_MOVER, Role::Plain),
    base('v', "VM", "vertical mover", ("竪行", "竪"), VERTICAL_MOVER, Role::Plain),
    base('r', "R", "rook", ("飛車", "飛"), ROOK, Role::Plain),
    base('b', "B", "bishop", ("角行", "角"), BISHOP, Role::Plain),
    base('h', "DH", "dragon horse", ("龍馬", "馬"), DRAGON_HORSE, Role::Plain),
    base('d', "DK", "dragon king", ("龍王", "龍"), DRAGON_KING, Role::Plain),
    base('q', "FK", "free king", ("奔王", "奔"), FREE_KING, Role::Plain),
    base('n', "Ln", "lion", ("獅子", "獅"), LION, Role::Lion),
    base('o', "Kr", "kirin", ("麒麟", "麒"), jumps(ORTHOGONALS, DIAGONALS), Role::Plain),
    base('x', "Ph", "phoenix", ("鳳凰", "鳳"), jumps(DIAGONALS, ORTHOGONALS), Role::Plain),
    base('e', "DE", "drunk elephant", ("酔象", "象"), DRUNK_ELEPHANT, Role::Plain),
    base('t', "BT", "blind tiger", ("盲虎", "虎"), steps(ALL & !F), Role::Plain),
    base('f', "FL", "ferocious leopard", ("猛豹", "豹"), steps(F | B | DIAGONALS), Role::Plain),
    base('c', "C", "copper general", ("銅将", "銅"), steps(F | B | FORWARD_DIAGONALS), Role::Plain),
    base('s', "S", "silver general", ("銀将", "銀"), steps(F | DIAGONALS), Role::Plain),
    base('g', "G", "gold general", ("金将", "金"), GOLD, Role::Plain),
    base('k', "K", "king", ("玉将", "玉"), steps(ALL), Role::Royal),
    promoted('p', "P", "tokin", ("と金", "と"), GOLD, Role::Plain),
    promoted('i', "GB", "drunk elephant", ("酔象", "象"), DRUNK_ELEPHANT, Role::Plain),
    promoted('l', "L", "white horse", ("白駒", "駒"), slides(F | B | FORWARD_DIAGONALS, 0), Role::Plain),
    promoted('a', "RC", "whale", ("鯨鯢", "鯨"), slides(F | B | BACKWARD_DIAGONALS, 0), Role::Plain),
    promoted('m', "SM", "free boar", ("奔猪", "猪"), slides(L | R | DIAGONALS, 0), Role::Plain),
    promoted('v', "VM", "flying ox", ("飛牛", "牛"), slides(F | B | DIAGONALS, 0), Role::Plain),
    promoted('r', "R", "dragon king", ("龍王", "龍"), DRAGON_KING, Role::Plain),
    promoted('b', "B", "dragon horse", ("龍馬", "馬"), DRAGON_HORSE, Role::Plain),
    promoted('h', "DH", "horned falcon", ("角鷹", "鷹"), line_power(F), Role::Plain),
    promoted('d', "DK", "soaring eagle", ("飛鷲", "鷲"), line_power(FL | FR), Role::Plain),
    promoted('o', "Kr", "lion", ("獅子", "獅"), LION, Role::Lion),
    promoted('x', "Ph", "free king", ("奔王", "奔"), FREE_KING, Role::Plain),
    promoted('e', "DE", "prince", ("太子", "太"), steps(ALL), Role::Royal),
    promoted('t', "BT", "flying stag", ("飛鹿", "鹿"), slides(F | B, L | R | FL | FR | BL | BR), Role::Plain),
    promoted('f', "FL", "bishop", ("角行", "角"), BISHOP, Role::Plain),
    promoted('c', "C", "side mover", ("横行", "横"), SIDE_MOVER, Role::Plain),
    promoted('s', "S", "vertical mover", ("竪行", "竪"), VERTICAL_MOVER, Role::Plain),
    promoted('g', "G", "rook", ("飛車", "飛"), ROOK, Role::Plain),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promoted_form_has_its_base_and_letters_are_unique() {
        for kind in CHU.kinds() {
            let spec = CHU.spec(kind);
            assert_eq!(CHU.find(spec.letter, spec.promoted), Some(kind));
            if spec.promoted {
                let origin = CHU.find(spec.letter, false).expect("base piece");
                assert_eq!(CHU.promotion(origin), Some(kind));
                assert_eq!(CHU.promotion(kind), None);
            }
        }
    }

    #[test]
    fn twenty_one_pieces_of_which_three_never_promote() {
        let base: Vec<Kind> = CHU.kinds().filter(|&kind| !CHU.spec(kind).promoted).collect();
        assert_eq!(base.len(), 21);
        let fixed: String = base
            .iter()
            .filter(|&&kind| CHU.promotion(kind).is_none())
            .map(|&kind| CHU.spec(kind).letter)
            .collect();
        assert_eq!(fixed, "qnk");
    }

    #[test]
    fn zones_are_four_ranks_deep_on_the_far_side() {
        let square = |text: &str| text.parse().unwrap();
        assert!(CHU.in_zone(Side::Black, square("1d")) && !CHU.in_zone(Side::Black, square("1e")));
        assert!(CHU.in_zone(Side::White, square("1i")) && !CHU.in_zone(Side::White, square("1h")));
        assert!(CHU.is_last_rank(Side::White, square("12l")));
        assert_eq!(CHU.squares().count(), 144);
    }
}
