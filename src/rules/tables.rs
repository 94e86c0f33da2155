//! Precomputed per-variant tables of the fast position: what each piece code attacks and may do,
//! what each square is, and the hash keys.

use std::sync::OnceLock;

use super::square::{Square, SquareSet, opposite};
use super::variant::{Movement, Role, Variant};
use super::{Kind, Piece, Side};

/// Content of a mailbox cell: 0 = empty, 1 = off board, else a piece (bit 0 = side).
pub(super) type Code = u8;

pub(super) const EMPTY: Code = 0;
pub(super) const WALL: Code = 1;

/// The code of a piece.
pub(super) const fn code_of(piece: Piece) -> Code {
    (piece.kind.index() as u8 + 1) * 2 + piece.side.index() as u8
}

/// The piece of a code that is neither empty nor wall.
pub(super) const fn piece_of(code: Code) -> Piece {
    let side = if code & 1 == 0 { Side::Black } else { Side::White };
    Piece { kind: Kind::from_index(code / 2 - 1), side }
}

/// True if the code is a piece of this side.
pub(super) const fn belongs(code: Code, side: Side) -> bool {
    code >= 2 && (code & 1) as usize == side.index()
}

/// What a piece attacks, for one side; pieces of the other side, empty and wall are all zero.
pub(super) struct AttackTables {
    /// Directions in which the neighbour is attacked.
    pub contact: [u8; 256],
    /// Directions in which the second square is attacked over anything.
    pub jump: [u8; 256],
    /// Directions in which it slides.
    pub slide: [u8; 256],
    /// 1 if it attacks a knight's move away (a lion).
    pub knight: [u8; 256],
}

/// Properties of pieces as bits.
pub(super) mod flag {
    pub const ROYAL: u8 = 1;
    pub const LION: u8 = 1 << 1;
    /// A pawn or go-between: taking it on the way does not free the capture of a distant lion.
    pub const MINOR: u8 = 1 << 2;
    pub const PAWN: u8 = 1 << 3;
    pub const GO_BETWEEN: u8 = 1 << 4;
    pub const LANCE: u8 = 1 << 5;
    /// Lion power, full or along lines.
    pub const POWER: u8 = 1 << 6;
    /// Promotes to a royal.
    pub const BECOMES_ROYAL: u8 = 1 << 7;
    /// Pieces that parry a check in other ways than by an ordinary move.
    pub const SPECIAL: u8 = POWER | BECOMES_ROYAL;
}

/// Properties of squares as bits; the black one of a pair is shifted left by the side's index.
pub(super) mod area {
    pub const ZONE: u8 = 1;
    pub const LAST_RANK: u8 = 1 << 2;
    /// Next to the zone or in it.
    pub const NEAR_ZONE: u8 = 1 << 4;
}

/// The relation of two squares: see [`relation`].
#[derive(Clone, Copy)]
pub(super) struct Relation {
    /// Direction, or [`Relation::NONE`] or [`Relation::KNIGHT`].
    pub dir: u8,
    /// Distance along the direction.
    pub distance: u8,
}

impl Relation {
    pub const NONE: u8 = 8;
    pub const KNIGHT: u8 = 9;
}

const fn relation_table() -> [Relation; 1024] {
    let mut table = [Relation { dir: Relation::NONE, distance: 0 }; 1024];
    let mut ranks = -11i32;
    while ranks <= 11 {
        let mut files = -11i32;
        while files <= 11 {
            let entry = &mut table[((ranks + 16) * 32 + files + 16) as usize];
            let (r, f) = (ranks.abs(), files.abs());
            let aligned = r == 0 || f == 0 || r == f;
            if aligned && r + f > 0 {
                let dir = match (ranks.signum(), files.signum()) {
                    (-1, 0) => 0,
                    (-1, 1) => 1,
                    (0, 1) => 2,
                    (1, 1) => 3,
                    (1, 0) => 4,
                    (1, -1) => 5,
                    (0, -1) => 6,
                    _ => 7,
                };
                *entry = Relation { dir, distance: if r > f { r as u8 } else { f as u8 } };
            } else if r + f == 3 {
                *entry = Relation { dir: Relation::KNIGHT, distance: 2 };
            }
            files += 1;
        }
        ranks += 1;
    }
    table
}

static RELATIONS: [Relation; 1024] = relation_table();

/// How `to` lies as seen from `from`, both on board.
#[inline]
pub(super) fn relation(from: Square, to: Square) -> Relation {
    RELATIONS[offset(from, to)]
}

/// Index of where `to` lies as seen from `from`, both on board, into tables of 1024 entries.
#[inline]
pub(super) fn offset(from: Square, to: Square) -> usize {
    let (a, b) = (from.index(), to.index());
    let ranks = (b >> 4) + 16 - (a >> 4);
    let files = (b & 15) + 16 - (a & 15);
    (ranks * 32 + files) & 1023
}

/// Column of those out of range in the tables of what is near.
const NEAR_NONE: u8 = 7 * 8;

fn near_index() -> [u8; 1024] {
    std::array::from_fn(|offset| {
        let (ranks, files) = (offset as i32 / 32 - 16, offset as i32 % 32 - 16);
        let near = ranks.abs() <= 3 && files.abs() <= 3;
        if near { ((ranks + 3) * 8 + files + 3) as u8 } else { NEAR_NONE }
    })
}

/// In a set of the squares around a centre (bit `d`: its neighbour in direction `d`) the centre itself.
pub(super) const CENTRE: u16 = 1 << 8;

/// The square of a set around a centre that lies so many ranks and files from it.
fn around(ranks: i32, files: i32) -> u16 {
    if ranks == 0 && files == 0 {
        return CENTRE;
    }
    let step = ranks * 16 + files;
    let near = ranks.abs() <= 1 && files.abs() <= 1;
    let dir = Square::STEPS.iter().position(|&known| i32::from(known) == step);
    dir.filter(|_| near).map_or(0, |dir| 1 << dir)
}

/// For a slider that stands at an [`offset`] from a centre: what it sees of the squares around it.
pub(super) struct Rays {
    /// Directions in which a ray meets them.
    pub dirs: [u8; 1024],
    /// The direction toward the centre itself; 8 = none.
    pub to_centre: [u8; 1024],
    /// For each direction the squares met up to the first, second and third, nine bits each, and from bit 27 on
    /// the distance of the first.
    squares: Box<[[u32; 8]; 1024]>,
}

impl Rays {
    fn new() -> Rays {
        let squares = vec![[0; 8]; 1024].try_into().expect("invariant: 1024 entries");
        let mut rays = Rays { dirs: [0; 1024], to_centre: [8; 1024], squares };
        for offset in 0..1024 {
            let (ranks, files) = (offset as i32 / 32 - 16, offset as i32 % 32 - 16);
            for (dir, &step) in Square::STEPS.iter().enumerate() {
                let down = (i32::from(step) + 24) / 16 - 1;
                let right = i32::from(step) - 16 * down;
                let mut met = Vec::new();
                for distance in 1..16 {
                    let square = around(ranks + down * distance, files + right * distance);
                    if square != 0 {
                        met.push((distance as u32, square));
                    }
                }
                let Some(&(first, _)) = met.first() else { continue };
                rays.dirs[offset] |= 1 << dir;
                if met.iter().any(|&(_, square)| square == CENTRE) {
                    rays.to_centre[offset] = dir as u8;
                }
                let up_to = |count: usize| -> u32 {
                    met.iter().take(count).map(|&(_, square)| u32::from(square)).sum()
                };
                rays.squares[offset][dir] = up_to(1) | up_to(2) << 9 | up_to(3) << 18 | first << 27;
            }
        }
        rays
    }

    /// The squares around the centre that a slider at the offset attacks if it reaches so far.
    #[inline]
    pub fn covered(&self, offset: usize, dir: usize, reach: u8) -> u16 {
        let squares = self.squares[offset & 1023][dir & 7];
        let count = (u32::from(reach) + 1).saturating_sub(squares >> 27).min(3);
        (u64::from(squares) << 9 >> (9 * count)) as u16 & 0x1ff
    }
}

/// The tables of one variant.
pub(super) struct Tables {
    /// By attacking side.
    pub attacks: [AttackTables; 2],
    /// Movement in absolute directions (as Black sees the board).
    pub movement: [Movement; 256],
    /// What sliders see of the squares around a royal.
    pub rays: Rays,
    /// Row of [`Tables::near`] and column, by [`offset`]; the last for those out of range.
    near_index: [u8; 1024],
    near: Box<[[u16; 64]; 256]>,
    /// From where a piece attacks a square without sliding on, as bits of a mailbox with that square on row 2,
    /// column 2.
    near_squares: [u128; 256],
    /// For each side: [`AttackTables`] in one word of contact, jump and slide from bit 0, 8 and 16 on, for the pieces
    /// that parry a check by an ordinary move only.
    pub parry: [[u32; 256]; 2],
    /// Code after promotion, or 0.
    pub promoted: [Code; 256],
    /// Bits of [`flag`].
    pub flags: [u8; 256],
    /// Greatest distance from a royal at which a move of this piece can still attack it.
    pub check_range: [u8; 256],
    /// Steps, where it does not slide, as bits of three rows of three around the piece.
    pub steps_around: [u16; 256],
    /// Cells off board.
    pub walls: SquareSet,
    /// Bits of [`area`].
    pub areas: [u8; 256],
    /// The empty board with its walls.
    pub empty_board: [Code; 256],
    piece_keys: Vec<[u128; 256]>,
    /// Keys of the counter-strike square.
    pub counter_strike_keys: [u128; 256],
    /// Keys of barred squares.
    pub barred_keys: [u128; 256],
    /// Key of White to move.
    pub side_key: u128,
}

/// The tables of a variant, built once.
pub(super) fn tables_of(variant: &'static Variant) -> &'static Tables {
    static CACHE: OnceLock<std::sync::Mutex<Vec<(usize, &'static Tables)>>> = OnceLock::new();
    let cache = CACHE.get_or_init(Default::default);
    let mut cache = cache.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let address = std::ptr::from_ref(variant).addr();
    if let Some(&(_, tables)) = cache.iter().find(|&&(known, _)| known == address) {
        return tables;
    }
    // One leak per variant and process: the tables live as long as the variant, which is static.
    let tables: &'static Tables = Box::leak(Box::new(Tables::new(variant)));
    cache.push((address, tables));
    tables
}

/// Directions seen by the owner as directions seen by Black.
fn absolute(mask: u8, side: Side) -> u8 {
    if side == Side::Black {
        return mask;
    }
    (0..8).filter(|&dir| mask >> dir & 1 != 0).map(|dir| 1 << opposite(dir)).sum()
}

impl Tables {
    fn new(variant: &Variant) -> Tables {
        let mut random = SplitMix(0x6d61_7465_6e72_6f00);
        let attack = || AttackTables {
            contact: [0; 256],
            jump: [0; 256],
            slide: [0; 256],
            knight: [0; 256],
        };
        let mut tables = Tables {
            attacks: [attack(), attack()],
            movement: [Movement::default(); 256],
            rays: Rays::new(),
            near_index: near_index(),
            near: vec![[0; 64]; 256].try_into().expect("invariant: 256 entries"),
            near_squares: [0; 256],
            parry: [[0; 256]; 2],
            promoted: [0; 256],
            flags: [0; 256],
            check_range: [0; 256],
            steps_around: [0; 256],
            walls: (0..=u8::MAX).map(Square::from_index).collect(),
            areas: [0; 256],
            empty_board: [WALL; 256],
            piece_keys: vec![[0; 256]; variant.kinds.len() * 2 + 2],
            counter_strike_keys: std::array::from_fn(|_| random.next_u128()),
            barred_keys: std::array::from_fn(|_| random.next_u128()),
            side_key: random.next_u128(),
        };
        for kind in variant.kinds() {
            for side in Side::ALL {
                tables.fill_piece(variant, Piece::new(kind, side));
            }
        }
        for code in 2..tables.piece_keys.len() {
            tables.piece_keys[code] = std::array::from_fn(|_| random.next_u128());
            tables.check_range[code] = tables.range_of(code as Code);
            tables.near[code] = tables.near_of(code);
            for index in 0..64 {
                if tables.near[code][index] & CENTRE != 0 {
                    tables.near_squares[code] |= 1 << ((index / 8 - 1) * 16 + index % 8 - 1);
                }
            }
        }
        for square in variant.squares() {
            tables.empty_board[square.index()] = EMPTY;
            tables.walls.remove(square);
            for side in Side::ALL {
                let mut bits = 0;
                if variant.in_zone(side, square) {
                    bits |= area::ZONE;
                }
                if variant.is_last_rank(side, square) {
                    bits |= area::LAST_RANK;
                }
                if std::iter::once(square)
                    .chain((0..8).map(|dir| square.step(dir)))
                    .any(|near| variant.contains(near) && variant.in_zone(side, near))
                {
                    bits |= area::NEAR_ZONE;
                }
                tables.areas[square.index()] |= bits << side.index();
            }
        }
        tables
    }

    fn fill_piece(&mut self, variant: &Variant, piece: Piece) {
        let code = code_of(piece) as usize;
        let spec = variant.spec(piece.kind);
        let owner = spec.movement;
        let movement = Movement {
            step: absolute(owner.step, piece.side),
            slide: absolute(owner.slide, piece.side),
            jump: absolute(owner.jump, piece.side),
            line_power: absolute(owner.line_power, piece.side),
            lion_power: owner.lion_power,
        };
        self.movement[code] = movement;
        self.steps_around[code] = (0..8)
            .filter(|&dir| (movement.step & !movement.slide) >> dir & 1 != 0)
            .map(|dir| 1 << [1, 2, 5, 8, 7, 6, 3, 0][dir])
            .sum();
        let promotion = variant.promotion(piece.kind);
        self.promoted[code] = promotion.map_or(0, |kind| code_of(Piece::new(kind, piece.side)));
        let mut flags = match spec.role {
            Role::Plain => 0,
            Role::Royal => flag::ROYAL,
            Role::Lion => flag::LION,
            Role::Pawn => flag::MINOR | flag::PAWN,
            Role::GoBetween => flag::MINOR | flag::GO_BETWEEN,
            Role::Lance => flag::LANCE,
        };
        if movement.lion_power || movement.line_power != 0 {
            flags |= flag::POWER;
        }
        if promotion.is_some_and(|kind| variant.spec(kind).role == Role::Royal) {
            flags |= flag::BECOMES_ROYAL;
        }
        self.flags[code] = flags;
        let lion = if movement.lion_power { 0xff } else { 0 };
        let attacks = &mut self.attacks[piece.side.index()];
        attacks.contact[code] = movement.step | movement.slide | movement.line_power | lion;
        attacks.jump[code] = movement.jump | movement.line_power | lion;
        attacks.slide[code] = movement.slide;
        attacks.knight[code] = u8::from(movement.lion_power);
        if flags & (flag::POWER | flag::ROYAL) == 0 {
            self.parry[piece.side.index()][code] = u32::from(attacks.contact[code])
                | u32::from(attacks.jump[code]) << 8
                | u32::from(attacks.slide[code]) << 16;
        }
    }

    /// For each place near a centre the squares around it that the piece attacks without sliding on.
    fn near_of(&self, code: usize) -> [u16; 64] {
        let attacks = &self.attacks[code & 1];
        std::array::from_fn(|index| {
            let (ranks, files) = (index as i32 / 8 - 3, index as i32 % 8 - 3);
            if index >= NEAR_NONE as usize || files > 3 {
                return 0;
            }
            let mut squares = 0;
            for down in -2i32..=2 {
                for right in -2i32..=2 {
                    let to = around(ranks + down, files + right);
                    let (near, straight) = (
                        down.abs().max(right.abs()) == 1,
                        down.abs() == right.abs() || down * right == 0,
                    );
                    let dir = Square::STEPS
                        .iter()
                        .position(|&step| i32::from(step) == down.signum() * 16 + right.signum());
                    let Some(dir) = dir else { continue };
                    let attacked = if near {
                        attacks.contact[code] >> dir & 1 != 0
                    } else if straight {
                        attacks.jump[code] >> dir & 1 != 0
                    } else {
                        attacks.knight[code] != 0
                    };
                    if attacked {
                        squares |= to;
                    }
                }
            }
            squares
        })
    }

    /// The cells from which a piece of this code attacks the square without sliding on.
    #[inline]
    pub fn near_squares(&self, code: Code, target: Square) -> SquareSet {
        SquareSet::shifted(self.near_squares[code as usize], (target.index() - 34) as u8)
    }

    /// The squares around a centre that a piece of this code at the [`offset`] attacks without sliding on.
    #[inline]
    pub fn near(&self, code: usize, offset: usize) -> u16 {
        self.near[code][(self.near_index[offset & 1023] & 63) as usize]
    }

    /// How far one move and one capture of the piece, promoted or not, can carry; 255 for sliders.
    fn range_of(&self, code: Code) -> u8 {
        let reach = |code: Code| -> u8 {
            let movement = self.movement[code as usize];
            let jumps = movement.jump | movement.line_power != 0 || movement.lion_power;
            match (movement.slide != 0, jumps) {
                (true, _) => 200,
                (false, true) => 2,
                (false, false) => 1,
            }
        };
        let promoted = self.promoted[code as usize];
        let attack = if promoted == 0 { reach(code) } else { reach(code).max(reach(promoted)) };
        reach(code).saturating_add(attack)
    }

    /// The key of a piece on a square.
    #[inline]
    pub fn piece_key(&self, code: Code, square: Square) -> u128 {
        self.piece_keys[code as usize][square.index()]
    }
}

/// The splitmix64 generator (Sebastiano Vigna, public domain description): fixed keys, so that two
/// runs of the program hash alike.
struct SplitMix(u64);

impl SplitMix {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn next_u128(&mut self) -> u128 {
        u128::from(self.next_u64()) << 64 | u128::from(self.next_u64())
    }
}
