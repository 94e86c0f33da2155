//! The reasons why a move is not legal, or not a move of a mating problem.

use std::fmt;

use super::{Side, Square};

/// A piece where it stands, by its English name: `king on 6a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceOn {
    /// English name of the piece.
    pub name: &'static str,
    /// Its square.
    pub square: Square,
}

impl fmt::Display for PieceOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.name, self.square)
    }
}

/// The rule that forbids a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// There is no piece to move.
    #[error("{square} is empty")]
    EmptySquare {
        /// Where the move starts.
        square: Square,
    },
    /// The piece belongs to the other side.
    #[error("the {piece} belongs to {side}")]
    NotOwn {
        /// The piece that was to move.
        piece: PieceOn,
        /// Whose it is.
        side: Side,
    },
    /// One of the mover's own pieces stands where he would land or take.
    #[error("the mover's own {piece} is in the way")]
    OwnPiece {
        /// The piece in the way.
        piece: PieceOn,
    },
    /// The piece never moves like that.
    #[error("the {piece} does not move to {to} like that")]
    NotItsMove {
        /// The piece that was to move.
        piece: PieceOn,
        /// Where it was to go.
        to: Square,
    },
    /// The line to the destination is not free.
    #[error("the way of the {piece} is blocked by the {by}")]
    Blocked {
        /// The piece that was to move.
        piece: PieceOn,
        /// The first piece in its way.
        by: PieceOn,
    },
    /// A two-step move that takes nothing on its first square: written without it, it is a jump.
    #[error("nothing stands on {mid} to be taken on the way")]
    NothingOnTheWay {
        /// The first square.
        mid: Square,
    },
    /// A pass not written in its canonical form.
    #[error("a pass of the {piece} is written by way of {canonical}")]
    OtherPass {
        /// The piece that was to pass.
        piece: PieceOn,
        /// The first empty square that makes the pass legal.
        canonical: Square,
    },
    /// A piece with lion power cannot pass because no square that it could step to and back is empty.
    #[error("the {piece} has no empty square next to it for a pass")]
    NoPass {
        /// The piece that was to pass.
        piece: PieceOn,
    },
    /// A lion may not take a distant lion that could be retaken.
    #[error("the distant lion on {lion} is protected by the {by}")]
    LionProtected {
        /// Where the lion stands.
        lion: Square,
        /// Its protector.
        by: PieceOn,
    },
    /// Counter-strike.
    #[error(
        "counter-strike: a lion was just taken on {struck}, so the {piece} may not take the lion on {lion}"
    )]
    CounterStrike {
        /// The piece that was to move.
        piece: PieceOn,
        /// Where the lion stands.
        lion: Square,
        /// Where the other lion was taken.
        struck: Square,
    },
    /// A kirin that has just become a lion by taking one may not be retaken by a non-lion.
    #[error(
        "the kirin that took a lion and became one on {lion} may not be retaken by the {piece}"
    )]
    SameSquare {
        /// The piece that was to move.
        piece: PieceOn,
        /// Where the new lion stands.
        lion: Square,
    },
    /// The kind of piece has no promotion.
    #[error("the {piece} never promotes")]
    NeverPromotes {
        /// The piece that was to promote.
        piece: PieceOn,
    },
    /// The piece is a promoted one.
    #[error("the {piece} is promoted already")]
    AlreadyPromoted {
        /// The piece that was to promote.
        piece: PieceOn,
    },
    /// The move has nothing to do with the promotion zone.
    #[error("the {piece} neither enters the promotion zone nor takes in it")]
    OutsideZone {
        /// The piece that was to promote.
        piece: PieceOn,
    },
    /// A non-capture that starts in the zone, under rules that never promote it.
    #[error("the {piece} starts in the promotion zone and promotes only by taking")]
    InsideZone {
        /// The piece that was to promote.
        piece: PieceOn,
    },
    /// A non-capture in the zone by a piece that has just declined.
    #[error("the {piece} has declined promotion and is barred from it for now unless it takes")]
    Barred {
        /// The piece that was to promote.
        piece: PieceOn,
    },
    /// The attacker gives no check.
    #[error("gives no check")]
    NoCheck,
    /// The defender has no royal after the move.
    #[error("leaves no royal to give check to")]
    NoRoyal,
    /// The attacker leaves all his royals to one move.
    #[error("leaves the attacker's own {} to the {by}", list(.royals))]
    LeavesAttacker {
        /// All royals of the attacker.
        royals: Vec<PieceOn>,
        /// A piece that could take them.
        by: PieceOn,
    },
    /// The defender leaves all his royals to one move.
    #[error("leaves the {} to the {by}", list(.royals))]
    LeavesDefender {
        /// All royals of the defender.
        royals: Vec<PieceOn>,
        /// A piece that could take them.
        by: PieceOn,
    },
}

fn list(pieces: &[PieceOn]) -> String {
    let names: Vec<String> = pieces.iter().map(ToString::to_string).collect();
    names.join(" and the ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_pieces_and_squares() {
        let piece = |name, square: &str| PieceOn { name, square: square.parse().unwrap() };
        let royals = vec![piece("king", "6a"), piece("prince", "5b")];
        let illegal = Illegal::LeavesDefender { royals, by: piece("lion", "6c") };
        assert_eq!(
            illegal.to_string(),
            "leaves the king on 6a and the prince on 5b to the lion on 6c"
        );
    }
}
