//! The fast position: a mailbox with incremental sets and a 128-bit key, changed by make and unmake.

use super::lines::Lines;
use super::square::{Square, SquareSet};
use super::tables::{Code, EMPTY, Tables, area, belongs, code_of, flag, piece_of, tables_of};
use super::{CounterStrike, LastRank, Move, Piece, Rules, Setup, Side, ZonePromotion};

/// A playable position under fixed rules.
///
/// Made only through [`Position::new`]. Either side may lack a royal (tsume custom).
#[derive(Clone)]
pub struct Position {
    pub(super) cells: [Code; Square::SLOTS],
    /// Which cells are not empty.
    pub(super) lines: Lines,
    pub(super) occupied: [SquareSet; 2],
    pub(super) royals: [SquareSet; 2],
    /// Pieces with lion power and pieces that promote to a royal.
    pub(super) specials: [SquareSet; 2],
    /// Full lions of each side.
    pub(super) lions: [u8; 2],
    pub(super) side: Side,
    pub(super) counter_strike: Option<Square>,
    pub(super) barred: SquareSet,
    key: u128,
    pub(super) rules: Rules,
    pub(super) tables: &'static Tables,
}

/// What [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    mv: Move,
    moved: Code,
    captured: Code,
    captured_mid: Code,
    counter_strike: Option<Square>,
    barred: SquareSet,
    key: u128,
}

/// A diagram that is not a playable position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A piece stands outside the board of the variant.
    #[error("a piece stands on {0}, outside the board")]
    OffBoard(Square),
    /// The piece that took a lion must stand on the counter-strike square.
    #[error("counter-strike square {0} must hold the piece of {1} that has just taken a lion")]
    CounterStrike(Square, Side),
    /// A barred square holds nothing that could promote there.
    #[error("barred square {0} must hold a piece that could promote, in its own promotion zone")]
    Barred(Square),
}

impl Position {
    /// Checks a diagram and makes a position of it.
    ///
    /// Under rules without counter-strike or barred pieces that state is dropped, so that equal
    /// positions are equal.
    ///
    /// # Errors
    /// If a piece is off board, or the counter-strike or a barred square contradicts the board.
    pub fn new(setup: &Setup, rules: Rules) -> Result<Position, PositionError> {
        let tables = tables_of(rules.variant);
        let mut position = Position {
            cells: tables.empty_board,
            lines: Lines::of(&tables.empty_board),
            occupied: [SquareSet::EMPTY; 2],
            royals: [SquareSet::EMPTY; 2],
            specials: [SquareSet::EMPTY; 2],
            lions: [0; 2],
            side: setup.side,
            counter_strike: None,
            barred: SquareSet::EMPTY,
            key: if setup.side == Side::White { tables.side_key } else { 0 },
            rules,
            tables,
        };
        for index in 0..=u8::MAX {
            let square = Square::from_index(index);
            if let Some(piece) = setup.get(square) {
                if !rules.variant.contains(square) {
                    return Err(PositionError::OffBoard(square));
                }
                position.put(square, code_of(piece));
            }
        }
        if let Some(square) = setup.counter_strike {
            let taker = setup.side.flip();
            if setup.get(square).is_none_or(|piece| piece.side != taker) {
                return Err(PositionError::CounterStrike(square, taker));
            }
            if rules.counter_strike != CounterStrike::Off {
                position.set_counter_strike(Some(square));
            }
        }
        for square in &setup.barred {
            let promotable = setup.get(square).is_some_and(|piece| {
                rules.variant.promotion(piece.kind).is_some()
                    && rules.variant.in_zone(piece.side, square)
            });
            if !promotable {
                return Err(PositionError::Barred(square));
            }
            if rules.tracks_barred() {
                position.bar(square);
            }
        }
        Ok(position)
    }

    /// The diagram.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.side);
        for side in Side::ALL {
            for square in &self.occupied[side.index()] {
                setup.set(square, self.get(square));
            }
        }
        setup.counter_strike = self.counter_strike;
        setup.barred = self.barred;
        setup
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The piece on a square of the board.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Piece> {
        let code = self.cells[square.index()];
        (code >= 2).then(|| piece_of(code))
    }

    /// The royals of a side.
    #[must_use]
    pub fn royals(&self, side: Side) -> SquareSet {
        self.royals[side.index()]
    }

    /// 128-bit hash of board, side to move, counter-strike square and barred pieces, kept
    /// incrementally. Equal positions have equal keys under every rule set; different ones differ
    /// but for chance (2^-128 a pair).
    #[must_use]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// Plays a move that is pseudo-legal here (not checked).
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let moved = self.cells[mv.from.index()];
        let undo = Undo {
            mv,
            moved,
            captured: if mv.to == mv.from { EMPTY } else { self.cells[mv.to.index()] },
            captured_mid: mv.mid.map_or(EMPTY, |mid| self.cells[mid.index()]),
            counter_strike: self.counter_strike,
            barred: self.barred,
            key: self.key,
        };
        if self.rules.tracks_barred() {
            self.update_barred(&undo);
        }
        self.take(mv.from, moved);
        if let Some(mid) = mv.mid
            && undo.captured_mid != EMPTY
        {
            self.take(mid, undo.captured_mid);
        }
        if undo.captured != EMPTY {
            self.take(mv.to, undo.captured);
        }
        self.put(mv.to, if mv.promote { self.tables.promoted[moved as usize] } else { moved });
        let strikes = self.strikes(moved, undo.captured, undo.captured_mid);
        self.set_counter_strike(strikes.then_some(mv.to));
        self.side = self.side.flip();
        self.key ^= self.tables.side_key;
        undo
    }

    /// The key after a move that is pseudo-legal here (not checked); cheaper than making it.
    #[must_use]
    pub fn key_after(&mut self, mv: Move) -> u128 {
        if self.rules.tracks_barred() {
            let undo = self.make(mv);
            let key = self.key;
            self.unmake(&undo);
            return key;
        }
        let tables = self.tables;
        let moved = self.cells[mv.from.index()];
        let captured = if mv.to == mv.from { EMPTY } else { self.cells[mv.to.index()] };
        let captured_mid = mv.mid.map_or(EMPTY, |mid| self.cells[mid.index()]);
        let arrived = if mv.promote { tables.promoted[moved as usize] } else { moved };
        let mut key = self.key ^ tables.side_key;
        key ^= tables.piece_key(moved, mv.from) ^ tables.piece_key(arrived, mv.to);
        if captured != EMPTY {
            key ^= tables.piece_key(captured, mv.to);
        }
        if let Some(mid) = mv.mid
            && captured_mid != EMPTY
        {
            key ^= tables.piece_key(captured_mid, mid);
        }
        if let Some(old) = self.counter_strike {
            key ^= tables.counter_strike_keys[old.index()];
        }
        if self.strikes(moved, captured, captured_mid) {
            key ^= tables.counter_strike_keys[mv.to.index()];
        }
        key
    }

    /// True if a move of this piece that takes these two forbids to take a lion in return.
    #[inline]
    fn strikes(&self, moved: Code, captured: Code, captured_mid: Code) -> bool {
        let flags = &self.tables.flags;
        let took = flags[captured as usize] | flags[captured_mid as usize];
        took & flag::LION != 0
            && flags[moved as usize] & flag::LION == 0
            && self.rules.counter_strike != CounterStrike::Off
    }

    /// Takes back the last move made.
    #[inline]
    pub fn unmake(&mut self, undo: &Undo) {
        let mv = undo.mv;
        self.side = self.side.flip();
        self.take(mv.to, self.cells[mv.to.index()]);
        if undo.captured != EMPTY {
            self.put(mv.to, undo.captured);
        }
        if let Some(mid) = mv.mid
            && undo.captured_mid != EMPTY
        {
            self.put(mid, undo.captured_mid);
        }
        self.put(mv.from, undo.moved);
        self.counter_strike = undo.counter_strike;
        self.barred = undo.barred;
        self.key = undo.key;
    }

    /// True if the piece of this code may promote by moving so.
    #[inline]
    pub(super) fn may_promote(&self, code: Code, from: Square, to: Square, captures: bool) -> bool {
        if self.tables.promoted[code as usize] == 0 {
            return false;
        }
        let side = code & 1;
        let zone = area::ZONE << side;
        let from_area = self.tables.areas[from.index()];
        let to_area = self.tables.areas[to.index()];
        if (from_area | to_area) & zone == 0 {
            return false;
        }
        if captures || from_area & zone == 0 {
            return true;
        }
        let inside = match self.rules.promotion {
            ZonePromotion::Never => false,
            ZonePromotion::Always => true,
            ZonePromotion::AfterTurn | ZonePromotion::AfterMove => !self.barred.contains(from),
        };
        inside
            || (to_area & area::LAST_RANK << side != 0
                && self.tables.flags[code as usize] & self.second_chance() != 0)
    }

    fn second_chance(&self) -> u8 {
        match self.rules.last_rank {
            LastRank::None => 0,
            LastRank::Pawn => flag::PAWN,
            LastRank::PawnLance => flag::PAWN | flag::LANCE,
            LastRank::PawnGoBetween => flag::PAWN | flag::GO_BETWEEN,
        }
    }

    /// Called before the pieces move.
    fn update_barred(&mut self, undo: &Undo) {
        let mv = undo.mv;
        let mut barred = self.barred;
        let declined = !mv.promote
            && mv.mid.is_none()
            && self.may_promote(undo.moved, mv.from, mv.to, undo.captured != EMPTY);
        if self.rules.promotion == ZonePromotion::AfterTurn {
            for square in &self.barred {
                if belongs(self.cells[square.index()], self.side) {
                    barred.remove(square);
                }
            }
        }
        barred.remove(mv.from);
        barred.remove(mv.to);
        if let Some(mid) = mv.mid
            && undo.captured_mid != EMPTY
        {
            barred.remove(mid);
        }
        let zone = area::ZONE << self.side.index();
        if declined && self.tables.areas[mv.to.index()] & zone != 0 {
            barred.insert(mv.to);
        }
        for square in &self.barred {
            self.key ^= self.tables.barred_keys[square.index()];
        }
        self.barred = SquareSet::EMPTY;
        for square in &barred {
            self.bar(square);
        }
    }

    fn bar(&mut self, square: Square) {
        self.barred.insert(square);
        self.key ^= self.tables.barred_keys[square.index()];
    }

    #[inline]
    fn set_counter_strike(&mut self, square: Option<Square>) {
        if let Some(old) = self.counter_strike {
            self.key ^= self.tables.counter_strike_keys[old.index()];
        }
        if let Some(new) = square {
            self.key ^= self.tables.counter_strike_keys[new.index()];
        }
        self.counter_strike = square;
    }

    #[inline]
    fn put(&mut self, square: Square, code: Code) {
        let side = (code & 1) as usize;
        self.cells[square.index()] = code;
        self.lines.toggle(square);
        self.occupied[side].insert(square);
        self.key ^= self.tables.piece_key(code, square);
        let flags = self.tables.flags[code as usize];
        if flags & flag::ROYAL != 0 {
            self.royals[side].insert(square);
        }
        if flags & flag::SPECIAL != 0 {
            self.specials[side].insert(square);
            self.lions[side] += u8::from(flags & flag::LION != 0);
        }
    }

    #[inline]
    fn take(&mut self, square: Square, code: Code) {
        let side = (code & 1) as usize;
        self.cells[square.index()] = EMPTY;
        self.lines.toggle(square);
        self.occupied[side].remove(square);
        self.key ^= self.tables.piece_key(code, square);
        let flags = self.tables.flags[code as usize];
        if flags & flag::ROYAL != 0 {
            self.royals[side].remove(square);
        }
        if flags & flag::SPECIAL != 0 {
            self.specials[side].remove(square);
            self.lions[side] -= u8::from(flags & flag::LION != 0);
        }
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Position")
            .field("rules", &self.rules)
            .field("setup", &self.setup())
            .finish_non_exhaustive()
    }
}
