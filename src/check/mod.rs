//! The judge: does a certificate establish what it claims?
//!
//! Trusted, small, and plain. It does no search, keeps no history and leans on nothing but the
//! reference rules and the grammar of certificates. Every node is justified by its neighbours
//! alone, in one pass: what a node asks of another position is held against that position's node
//! if it was read already, else kept until it is. Positions are told apart by their full text.
//!
//! Why this suffices, by the obligations of `docs/certificate.md`:
//!
//! * upper bounds: every step to a node that they lean on goes to a smaller number, so by induction
//!   the attacker mates in so many plies;
//! * lower bounds: by induction on the number, no mate is shorter. Nodes that *never* mate form a
//!   set in which every check can be answered by a move back into the set; such nodes may lean on
//!   each other in circles, since the defender is content to go round for ever.

mod file;
mod obligations;
mod rejection;

pub use file::{Outcome, check_file};
pub use rejection::{Broken, Rejection};

use std::io::BufRead;

use crate::proof::{Header, ReadError, Reader};
use obligations::Ledger;

/// What an accepted certificate establishes: every claim of its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Established {
    /// Rules, root and claims.
    pub header: Header,
    /// The number of nodes.
    pub nodes: u64,
}

/// Why a certificate establishes nothing.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It is no certificate, or not a whole one.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// It claims what does not follow.
    #[error(transparent)]
    Rejected(#[from] Box<Rejection>),
}

/// Checks a certificate. Time is linear in its length, memory in the number of its nodes.
///
/// # Errors
/// If the text is no certificate, or an obligation is not met.
pub fn check(input: impl BufRead) -> Result<Established, CheckError> {
    let mut reader = Reader::new(input)?;
    let header = reader.header().clone();
    let mut ledger = Ledger::new(header.rules, header.root.side);
    for (index, claim) in header.claims.iter().enumerate() {
        ledger.claim(Header::claim_line(index), &header.root, claim)?;
    }
    let mut nodes = 0;
    while let Some((line, node)) = reader.next_node()? {
        ledger.node(line, &node)?;
        nodes += 1;
    }
    ledger.close()?;
    Ok(Established { header, nodes })
}
