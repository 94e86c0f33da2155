//! `matenro perft`: counts of move paths, the usual test of a move generator.

use std::io::{self, Write};

use super::args::PerftArgs;
use super::engine;
use super::status::Status;
use crate::notation::usi;
use crate::rules::Position;

/// `matenro perft`
///
/// # Errors
/// If the position cannot be read, or standard output does not take the counts.
pub fn run(args: &PerftArgs) -> anyhow::Result<Status> {
    let rules = args.rules.rules();
    let sfen = args.sfen.as_deref().unwrap_or(rules.variant.start_sfen);
    let mut position = engine::position_of(sfen, rules).map_err(|error| {
        anyhow::anyhow!("{}{error}", if args.sfen.is_some() { "--sfen: " } else { "" })
    })?;
    let mut out = io::stdout().lock();
    if args.divide {
        let mut counts: Vec<(String, u64)> = Vec::new();
        for mv in position.legal_moves() {
            let undo = position.make(mv);
            counts.push((usi::write(mv), paths(&mut position, args.depth - 1)));
            position.unmake(&undo);
        }
        counts.sort();
        for (mv, count) in &counts {
            writeln!(out, "{mv} {count}")?;
        }
        let total: u64 = counts.iter().map(|&(_, count)| count).sum();
        writeln!(out, "{} {total}", args.depth)?;
    } else {
        for depth in 1..=args.depth {
            writeln!(out, "{depth} {}", paths(&mut position, depth))?;
        }
    }
    Ok(Status::Established)
}

/// Paths of `depth` moves; the last moves are counted without being made.
fn paths(position: &mut Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves {
        let undo = position.make(mv);
        count += paths(position, depth - 1);
        position.unmake(&undo);
    }
    count
}
