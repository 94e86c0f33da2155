//! The obligation that a certificate does not meet, and where.

use crate::notation::usi;
use crate::proof::NEVER;
use crate::rules::Move;

/// An obligation that is not met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {node}: {broken}")]
pub struct Rejection {
    /// The line of the node or claim whose obligation it is, from 1.
    pub line: u64,
    /// The position of that node or claim.
    pub node: String,
    /// The obligation.
    pub broken: Broken,
}

/// An obligation, as it is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A claim must be about a position in which the defender has a royal and the attacker cannot
    /// take all his royals at once.
    NoProblem,
    /// The move must be one of the attacker's checks.
    NotACheck(Move),
    /// The move must be one of the defender's evasions.
    NotAnEvasion(Move),
    /// A mated defender has no node.
    Mated,
    /// The check must mate, but there is an evasion.
    Escapes(Move),
    /// The check must not mate, but there is no evasion.
    Mates(Move),
    /// The next position must be mated in at most so many plies, but its node claims less.
    Upper {
        /// The move that leads there; `None` if a claim asks it of the root.
        mv: Option<Move>,
        /// The next position.
        next: String,
        /// What is asked of its node.
        needed: u32,
        /// What its node claims.
        found: u32,
    },
    /// The next position must not be mated in less than so many plies, but its node claims less.
    Lower {
        /// The move that leads there; `None` if a claim asks it of the root.
        mv: Option<Move>,
        /// The next position.
        next: String,
        /// What is asked of its node.
        needed: u32,
        /// What its node claims.
        found: u32,
    },
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let after = |mv: &Option<Move>| {
            mv.map_or_else(|| "here".to_owned(), |mv| format!("after {}", usi::write(mv)))
        };
        match self {
            Broken::NoProblem => f.write_str(
                "a problem needs a royal of the defender, and not all of them to be taken at once",
            ),
            Broken::NotACheck(mv) => write!(f, "{} is no check here", usi::write(*mv)),
            Broken::NotAnEvasion(mv) => write!(f, "{} is no evasion here", usi::write(*mv)),
            Broken::Mated => f.write_str("the defender is mated here, and that has no node"),
            Broken::Escapes(mv) => {
                write!(f, "{} must mate, but there is an evasion", usi::write(*mv))
            }
            Broken::Mates(mv) => write!(f, "{} must not mate, but it does", usi::write(*mv)),
            Broken::Upper { mv, next, needed, found } => {
                write!(f, "{} the mate must take at most {needed} plies, ", after(mv))?;
                match *found {
                    NEVER => write!(f, "but nothing of the kind is claimed of {next}"),
                    found => write!(f, "but at most {found} are claimed of {next}"),
                }
            }
            Broken::Lower { mv, next, needed, found } => {
                let (after, least) = (after(mv), |plies: u32| format!("at least {plies} plies"));
                match *needed {
                    NEVER => write!(f, "{after} there must never be a mate, ")?,
                    needed => write!(f, "{after} the mate must take {}, ", least(needed))?,
                }
                write!(f, "but {} are claimed of {next}", least(*found))
            }
        }
    }
}
