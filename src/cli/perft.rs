//! `matenro perft`: counts of move paths, the usual test of a move generator.

use std::io::{self, Write};

use super::args::PerftArgs;
use super::engine;
use super::status::Status;
use crate::notation::usi;

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
            counts.push((usi::write(mv), position.perft(args.depth - 1)));
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
            writeln!(out, "{depth} {}", position.perft(depth))?;
        }
    }
    Ok(Status::Established)
}
