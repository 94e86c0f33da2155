//! What a search has found so far, kept so that another run can go on from it.
//!
//! Three lines of text (the form's name and version with the program's version, the rules, the root),
//! the number of expansions (u64), the graph (see [`super::graph::saved`]), the lower bound of each node's length
//! (u32, all bits for "never"), and a CRC-32 of all that as the last four bytes. A file of another version of the program, other rules or another root is refused.
//!
//! The check sum finds damage, not malice: whoever forges a file can make the search believe in a position that has
//! fewer moves than it has, or in a bound that is none. A certificate that comes of it is rejected by [`crate::check`].

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use flate2::{CrcReader, CrcWriter};

use super::bounds::Bounds;
use super::graph::saved::SavedGraphError;
use super::graph::{Graph, NodeId};
use super::induction::NEVER;
use crate::notation::sfen;
use crate::rules::Position;

const FORM: &str = "matenro checkpoint 3";

/// Longest line of text that is read.
const LONGEST_LINE: u64 = 4096;

/// What was found before.
pub struct Found {
    /// All positions met.
    pub graph: Graph,
    /// Lower bounds of the lengths of all nodes, in plies; [`NEVER`]: never won.
    pub least: Vec<u32>,
    /// Attacker's positions expanded.
    pub expanded: u64,
}

/// When and how a running search has its knowledge kept.
pub struct Saver<'a> {
    /// Time between two times.
    pub every: Duration,
    /// At least so many times as long as keeping it took is spent on the search in between: a large
    /// graph on a slow disk must not take most of the time.
    pub rest: u32,
    /// Keeps it: the graph, what is known of its nodes besides, and the number of expansions.
    pub save: &'a (dyn Fn(&Graph, &Bounds, u64) + Sync),
}

/// A file that cannot be gone on from.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("cannot read it: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is no checkpoint of matenro")]
    Form,
    /// It is of another program.
    #[error("it was written by {found}, this is {wanted}")]
    Version {
        /// What wrote it.
        found: String,
        /// What reads it.
        wanted: String,
    },
    /// It is about something else.
    #[error("its {what} is `{found}`, that of the problem is `{wanted}`")]
    Other {
        /// Rules or position.
        what: &'static str,
        /// In the file.
        found: String,
        /// In the problem.
        wanted: String,
    },
    /// It ends too early, goes on after its end, or was changed.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// It does not fit into memory.
    #[error("{0}")]
    TooLarge(String),
}

fn program() -> String {
    format!("version {}", env!("CARGO_PKG_VERSION"))
}

/// Writes what was found of a problem.
///
/// # Errors
/// If the writer fails.
pub fn write(
    graph: &Graph,
    bounds: &Bounds,
    expanded: u64,
    root: &Position,
    out: impl Write,
) -> io::Result<()> {
    let mut out = CrcWriter::new(out);
    writeln!(out, "{FORM}, {}", program())?;
    writeln!(out, "rules {}", root.rules())?;
    writeln!(out, "root {}", sfen::write(&root.setup(), root.rules()))?;
    out.write_all(&expanded.to_le_bytes())?;
    graph.save(&mut out)?;
    for plies in bounds.least(graph) {
        out.write_all(&plies.to_le_bytes())?;
    }
    let sum = out.crc().sum();
    let mut out = out.into_inner();
    out.write_all(&sum.to_le_bytes())?;
    out.flush()
}

/// Reads what was found of this problem.
///
/// # Errors
/// If the file is no checkpoint of it, damaged, or larger than the memory allowed.
pub fn read(
    root: &Position,
    memory_bytes: usize,
    input: impl BufRead,
) -> Result<Found, CheckpointError> {
    let mut input = CrcReader::new(input);
    let first = line(&mut input)?;
    let rest = first.strip_prefix(FORM).ok_or(CheckpointError::Form)?;
    let found = rest.strip_prefix(", ").ok_or(CheckpointError::Form)?;
    if found != program() {
        return Err(CheckpointError::Version { found: found.to_owned(), wanted: program() });
    }
    let wanted =
        [("rules", root.rules().to_string()), ("root", sfen::write(&root.setup(), root.rules()))];
    for (what, wanted) in wanted {
        let text = line(&mut input)?;
        let found = text
            .strip_prefix(what)
            .and_then(|text| text.strip_prefix(' '))
            .ok_or_else(|| CheckpointError::Damaged(format!("no line `{what}`")))?;
        if found != wanted {
            return Err(CheckpointError::Other { what, found: found.to_owned(), wanted });
        }
    }
    let mut number = [0; 8];
    input.read_exact(&mut number).map_err(damaged)?;
    let expanded = u64::from_le_bytes(number);
    let graph = Graph::restore(&mut input, memory_bytes).map_err(|error| match error {
        SavedGraphError::Io(error) => damaged(error),
        SavedGraphError::Node { .. } => CheckpointError::Damaged(error.to_string()),
        SavedGraphError::TooLarge { .. } => CheckpointError::TooLarge(error.to_string()),
    })?;
    let least = read_least(&graph, &mut input)?;
    let sum = input.crc().sum();
    let mut stored = [0; 4];
    input.read_exact(&mut stored).map_err(damaged)?;
    if u32::from_le_bytes(stored) != sum {
        return Err(CheckpointError::Damaged("the check sum differs".to_owned()));
    }
    if input.read(&mut [0])? != 0 {
        return Err(CheckpointError::Damaged("it goes on after its end".to_owned()));
    }
    if graph.find(root.key()) != Some(Graph::ROOT) {
        return Err(CheckpointError::Damaged("its first position is not the root".to_owned()));
    }
    Ok(Found { graph, least, expanded })
}

/// Reads the lower bounds. An attacker's position takes an odd number of plies, a defender's an even one.
fn read_least(graph: &Graph, input: &mut impl Read) -> Result<Vec<u32>, CheckpointError> {
    let mut least = Vec::with_capacity(graph.node_count());
    for id in 0..graph.node_count() as NodeId {
        let mut bytes = [0; 4];
        input.read_exact(&mut bytes).map_err(damaged)?;
        let plies = u32::from_le_bytes(bytes);
        let is_odd = plies % 2 == 1;
        if plies != NEVER && is_odd != graph.node(id).attacker {
            return Err(CheckpointError::Damaged(format!("the lower bound of node {id} is wrong")));
        }
        least.push(plies);
    }
    Ok(least)
}

fn damaged(error: io::Error) -> CheckpointError {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        CheckpointError::Damaged("it ends too early".to_owned())
    } else {
        CheckpointError::Io(error)
    }
}

/// A line without its line feed.
fn line(input: &mut impl BufRead) -> Result<String, CheckpointError> {
    let mut text = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut text)?;
    match text.pop() {
        Some(b'\n') => String::from_utf8(text).map_err(|_| CheckpointError::Form),
        _ => Err(CheckpointError::Form),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::builtin;
    use crate::rules::Rules;
    use crate::search::{Control, Goal, Limits, Question, answer};

    fn root(id: &str, rules: Rules) -> Position {
        Position::new(&builtin::find(id).unwrap()[0].setup, rules).unwrap()
    }

    fn example() -> (Position, Vec<u8>) {
        let position = root("kinuburui-01", Rules::HISTORIC);
        let limits = Limits { expansions: Some(20), ..Limits::default() };
        let question = Question::new(Goal::Mate);
        let (solution, evidence) =
            answer(&position, &question, &limits, &Control::default()).unwrap();
        let mut bytes = Vec::new();
        write(&evidence.graph, &evidence.bounds, solution.expanded, &position, &mut bytes).unwrap();
        (position, bytes)
    }

    fn complaint(position: &Position, bytes: &[u8]) -> String {
        match read(position, usize::MAX, bytes) {
            Ok(_) => "none".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        let (position, bytes) = example();
        let found = read(&position, usize::MAX, bytes.as_slice()).unwrap();
        assert_eq!(found.expanded, 20);
        let mut again = Vec::new();
        let bounds = Bounds::of_least(&found.graph, &found.least);
        write(&found.graph, &bounds, found.expanded, &position, &mut again).unwrap();
        assert_eq!(again, bytes);
    }

    #[test]
    fn a_file_cut_off_anywhere_is_refused() {
        let (position, bytes) = example();
        for length in 0..bytes.len() {
            assert_ne!(complaint(&position, &bytes[..length]), "none", "{length}");
        }
        let longer = [bytes.as_slice(), b"x"].concat();
        assert_eq!(complaint(&position, &longer), "it is damaged: it goes on after its end");
    }

    #[test]
    fn a_changed_bit_anywhere_is_noticed() {
        let (position, bytes) = example();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            assert_ne!(complaint(&position, &changed), "none", "{place}");
        }
    }

    /// With a right check sum, so that only the structure can give it away.
    #[test]
    fn nonsense_with_a_right_check_sum_is_read_or_refused_without_panic() {
        let (position, bytes) = example();
        let body = bytes.len() - 4;
        for place in 0..body {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            let mut sum = flate2::Crc::new();
            sum.update(&changed[..body]);
            changed[body..].copy_from_slice(&sum.sum().to_le_bytes());
            let _ = read(&position, 1 << 30, changed.as_slice());
        }
    }

    #[test]
    fn what_differs_is_named() {
        let (position, bytes) = example();
        assert_eq!(
            complaint(&root("kinuburui-01", Rules::LISHOGI), &bytes),
            "its rules is `historic`, that of the problem is `lishogi`"
        );
        assert!(
            complaint(&root("kinuburui-02", Rules::HISTORIC), &bytes)
                .starts_with("its root is `5ex1"),
        );
        assert_eq!(complaint(&position, b"id,sfen\n"), "it is no checkpoint of matenro");
        let older = [b"matenro checkpoint 3, version 0.0.1\n".as_slice(), &bytes].concat();
        assert_eq!(
            complaint(&position, &older),
            format!("it was written by version 0.0.1, this is {}", program())
        );
    }

    #[test]
    fn a_graph_larger_than_the_memory_allowed_is_refused() {
        let (position, bytes) = example();
        let text = read(&position, 1000, bytes.as_slice()).err().unwrap().to_string();
        assert!(text.contains("--memory allows more"), "{text}");
    }
}
