//! What makes a text no certificate.

use std::io;

/// A text that is no certificate, as opposed to one that claims what does not follow.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub problem: ReadProblem,
}

/// What is wrong with the text.
#[derive(Debug, thiserror::Error)]
pub enum ReadProblem {
    /// The file or stream cannot be read, or its compression is damaged.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// Bytes that no certificate has.
    #[error("expected lines of printable ASCII, each of at most {0} bytes and with a line feed")]
    NoText(usize),
    /// The first line is another one.
    #[error("expected `{expected}`, found `{found}`")]
    Version {
        /// The line of this version.
        expected: String,
        /// The line read.
        found: String,
    },
    /// The second line names another game.
    #[error("expected `{expected}`, found `{found}`")]
    Game {
        /// The line of the only game.
        expected: String,
        /// The line read.
        found: String,
    },
    /// The rules are not complete, not known or not in order.
    #[error("expected `rules` with every parameter in order, found `{0}`")]
    Rules(String),
    /// The root is no position or not in its only spelling.
    #[error("expected `root` with a position in its only spelling, found `{0}`")]
    Root(String),
    /// Words that claim nothing known.
    #[error("expected a claim in one of its forms, found `{0}`")]
    Claim(String),
    /// Claims are sorted, and each stands once.
    #[error("claims must be in order and each stand once, found `{0}`")]
    ClaimOrder(String),
    /// A claim about a position with the other side to move.
    #[error("the attacker of the root must be to move, found `{0}`")]
    ClaimSide(String),
    /// Nothing is claimed.
    #[error("expected at least one claim, found none")]
    NoClaim,
    /// A line that is no node.
    #[error("expected {expected}, found `{found}`")]
    Node {
        /// What would fit.
        expected: &'static str,
        /// The line read.
        found: String,
    },
    /// A node whose position stood before.
    #[error("the node stands twice: {0}")]
    Duplicate(String),
    /// Nodes are sorted by the text of their positions.
    #[error("nodes must be in the order of their text, this one should stand before: {0}")]
    NodeOrder(String),
    /// The text ends before its end record.
    #[error("the text ends without an end record")]
    NoEnd,
    /// The end record counts other nodes.
    #[error("expected `end {expected}`, found `{found}`")]
    Count {
        /// The nodes read.
        expected: u64,
        /// The line read.
        found: String,
    },
    /// Something after the end record.
    #[error("expected nothing after the end record")]
    Trailing,
    /// A node that another one or a claim leans on is not there. The line is that one's.
    #[error("the node it leans on is missing: {0}")]
    Missing(String),
}
