//! What the text of a move says, and the legal move that it means.

use crate::notation::usi::{self, UsiMove};
use crate::rules::{Kind, Move, Position, Purpose, Square, explain};

/// Text that is no move, or no legal one here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is no move of the notation.
    #[error("column {column}: expected {expected}, found {found}")]
    Syntax {
        /// Where in the text, in characters from 1.
        column: usize,
        /// What would fit.
        expected: &'static str,
        /// What was read, ready for a message.
        found: String,
    },
    /// The text is a move, but none of the legal ones.
    #[error("not a legal move here: {reason}")]
    Illegal {
        /// Why.
        reason: String,
    },
    /// More than one legal move fits.
    #[error("more than one piece can move so, name the square it comes from: {}", list(origins))]
    Ambiguous {
        /// Where the pieces stand.
        origins: Vec<Square>,
    },
}

fn list(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    names.join(", ")
}

/// What a move does, apart from who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// To a square.
    Simple(Square),
    /// Over a first square to a second one.
    Double(Square, Square),
    /// Takes on this square and comes back.
    Igui(Square),
    /// Leaves everything as it is.
    Pass,
}

/// The shape of a move of the position.
pub(crate) fn shape_of(mv: Move, position: &Position) -> Shape {
    match mv.mid {
        Some(mid) if mv.to != mv.from => Shape::Double(mid, mv.to),
        Some(mid) if position.get(mid).is_some() => Shape::Igui(mid),
        Some(_) => Shape::Pass,
        None => Shape::Simple(mv.to),
    }
}

/// In which direction a piece moves, seen by its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// 上, 行: forward.
    Up,
    /// 引: backward.
    Down,
    /// 寄: neither.
    Across,
    /// 直: one square straight forward.
    Straight,
}

/// Which of several pieces, seen by their owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    /// 左: the one farthest to the left.
    Left,
    /// 右: the one farthest to the right.
    Right,
}

/// What the text of a move says.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// Kinds that the text names; empty if it names none.
    pub kinds: Vec<Kind>,
    /// Kinds that the text may mean if the first ones have no such move.
    pub loose: Vec<Kind>,
    pub from: Option<Square>,
    pub shape: Shape,
    pub promote: bool,
    pub way: Option<Way>,
    pub hand: Option<Hand>,
}

impl Pattern {
    /// A pattern that names nothing but what the move does.
    pub fn new(shape: Shape) -> Pattern {
        Pattern {
            kinds: Vec::new(),
            loose: Vec::new(),
            from: None,
            shape,
            promote: false,
            way: None,
            hand: None,
        }
    }

    /// The legal move that the text means.
    pub fn resolve(&self, position: &Position) -> Result<Move, MoveError> {
        let shape = self.shape_in(position);
        let legal = position.legal_moves();
        let among = |kinds: &[Kind]| {
            let fits = |mv: &&Move| {
                self.from.is_none_or(|from| from == mv.from)
                    && shape_of(**mv, position) == shape
                    && (kinds.is_empty()
                        || kind_at(position, mv.from).is_some_and(|kind| kinds.contains(&kind)))
            };
            legal.iter().filter(fits).copied().collect::<Vec<Move>>()
        };
        let mut moves = among(&self.kinds);
        if moves.is_empty() && !self.loose.is_empty() {
            moves = among(&self.loose);
        }
        let moves = narrowed(&moves, self.way, self.hand, position);
        let mut moves: Vec<Move> =
            moves.into_iter().filter(|mv| mv.promote == self.promote).collect();
        if shape == Shape::Pass && self.from.is_none() {
            // All passes have the same effect.
            moves.truncate(1);
        }
        match moves[..] {
            [mv] => Ok(mv),
            [] => Err(MoveError::Illegal { reason: self.reason(shape, position) }),
            _ => Err(MoveError::Ambiguous { origins: moves.iter().map(|mv| mv.from).collect() }),
        }
    }

    /// The shape in the forms that legal moves have.
    fn shape_in(&self, position: &Position) -> Shape {
        match self.shape {
            Shape::Double(mid, to) => match (position.get(mid), self.from == Some(to)) {
                (None, true) => Shape::Pass,
                (None, false) => Shape::Simple(to),
                (Some(_), true) => Shape::Igui(mid),
                (Some(_), false) => self.shape,
            },
            shape => shape,
        }
    }

    /// Why no legal move fits.
    fn reason(&self, shape: Shape, position: &Position) -> String {
        let variant = position.rules().variant;
        let named = |kind: Kind| {
            let all = self.kinds.iter().chain(&self.loose);
            self.kinds.is_empty() || all.clone().any(|&named| named == kind)
        };
        let setup = position.setup();
        let own: Vec<Square> = setup
            .pieces(variant)
            .filter(|(square, piece)| {
                piece.side == position.side()
                    && named(piece.kind)
                    && self.from.is_none_or(|from| from == *square)
            })
            .map(|(square, _)| square)
            .collect();
        let name = self.kinds.first().map_or("piece", |&kind| variant.spec(kind).name);
        let place = self.from.map_or(String::new(), |from| format!(" on {from}"));
        match own[..] {
            [] => format!("{} has no {name}{place}", position.side()),
            [from] => {
                let (mid, to) = match shape {
                    Shape::Simple(to) => (None, to),
                    Shape::Double(mid, to) => (Some(mid), to),
                    Shape::Igui(mid) => (Some(mid), from),
                    Shape::Pass => (None, from),
                };
                let text = UsiMove { from, mid, to, promote: self.promote };
                let mv = usi::canonical(&text, &setup, variant);
                match explain(&setup, position.rules(), mv, Purpose::Game) {
                    Err(reason) => reason.to_string(),
                    Ok(()) => format!("the {name} on {from} does not move in the way named"),
                }
            }
            _ => format!("no {name} of {} can move so", position.side()),
        }
    }
}

fn kind_at(position: &Position, square: Square) -> Option<Kind> {
    position.get(square).map(|piece| piece.kind)
}

/// The moves that go this way, and of these the ones of the piece farthest to this hand.
pub(crate) fn narrowed(
    moves: &[Move],
    way: Option<Way>,
    hand: Option<Hand>,
    position: &Position,
) -> Vec<Move> {
    let white = position.side() == crate::rules::Side::White;
    let forward = |mv: &Move| {
        let to = match shape_of(*mv, position) {
            Shape::Igui(mid) => mid,
            _ => mv.to,
        };
        let steps = i16::from(mv.from.rank()) - i16::from(to.rank());
        (if white { -steps } else { steps }, mv.from.file() == to.file())
    };
    let goes = |mv: &Move| match (way, forward(mv)) {
        (None, _) => true,
        (Some(Way::Up), (steps, _)) => steps > 0,
        (Some(Way::Down), (steps, _)) => steps < 0,
        (Some(Way::Across), (steps, _)) => steps == 0,
        (Some(Way::Straight), (steps, same_file)) => steps == 1 && same_file,
    };
    let moves: Vec<Move> = moves.iter().copied().filter(goes).collect();
    let Some(hand) = hand else { return moves };
    let leftness = |mv: &Move| {
        let file = i16::from(mv.from.file());
        if white == (hand == Hand::Left) { -file } else { file }
    };
    let most = moves.iter().map(leftness).max();
    moves.into_iter().filter(|mv| Some(leftness(mv)) == most).collect()
}

/// The legal move that a USI text means.
pub(crate) fn resolve_usi(text: UsiMove, position: &Position) -> Result<Move, MoveError> {
    let (setup, variant) = (position.setup(), position.rules().variant);
    let legal = position.legal_moves();
    usi::resolve(&text, &setup, variant, &legal).ok_or_else(|| {
        let mv = usi::canonical(&text, &setup, variant);
        let reason = match explain(&setup, position.rules(), mv, Purpose::Game) {
            Err(reason) => reason.to_string(),
            Ok(()) => format!("`{text}` is not in the list of legal moves"),
        };
        MoveError::Illegal { reason }
    })
}
