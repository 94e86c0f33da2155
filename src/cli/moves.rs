//! `matenro moves`: the moves of positions, or why one is illegal.

use std::io::{self, BufRead, Write};

use super::args::{Kind, MovesArgs};
use super::engine;
use super::message;
use super::status::Status;
use crate::notation::{MoveError, MoveNotation, UsiMove};
use crate::rules::Rules;

/// `matenro moves`
///
/// # Errors
/// If standard input or output fails. A position that cannot be read is reported, and the rest done.
pub fn run(args: &MovesArgs) -> anyhow::Result<Status> {
    let rules = args.rules.rules();
    let question = match args.why.as_deref() {
        None => Question::Moves(args.kind, args.notation),
        Some(text) if args.notation == MoveNotation::Usi => Question::Why(
            args.kind,
            text.parse().map_err(|error| anyhow::anyhow!("--why: {error}"))?,
        ),
        Some(text) => Question::WhyIn(args.kind, args.notation, text.to_owned()),
    };
    let mut out = io::stdout().lock();
    if let Some(sfen) = &args.sfen {
        return Ok(question.answer_line(sfen, "--sfen", rules, &mut out)?);
    }
    let mut status = Status::Established;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        // Not UTF-8: the reader names the column of the first replacement character.
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\n', '\r']);
        let line_status = question.answer_line(text, &format!("-:{number}"), rules, &mut out)?;
        status = status.and(line_status);
    }
    Ok(status)
}

/// What is asked about each position.
enum Question {
    Moves(Kind, MoveNotation),
    Why(Kind, UsiMove),
    WhyIn(Kind, MoveNotation, String),
}

impl Question {
    /// Answers with one line; what cannot be read is named as standing at `place`.
    fn answer_line(
        &self,
        sfen: &str,
        place: &str,
        rules: Rules,
        out: &mut impl Write,
    ) -> io::Result<Status> {
        let (answer, status) = self.answer(sfen, rules).unwrap_or_else(|error| {
            message::error(format_args!("{place}: {error:#}"));
            (String::new(), Status::Failed)
        });
        writeln!(out, "{answer}")?;
        Ok(status)
    }

    fn answer(&self, sfen: &str, rules: Rules) -> anyhow::Result<(String, Status)> {
        let position = engine::position_of(sfen, rules)?;
        match self {
            Question::Moves(kind, notation) => {
                let moves = engine::moves(&position, *kind).into_iter();
                let mut moves: Vec<String> =
                    moves.map(|mv| notation.write(mv, &position, None)).collect();
                moves.sort();
                // A move in KIF has spaces in it.
                let gap = if *notation == MoveNotation::Kif { ", " } else { " " };
                Ok((moves.join(gap), Status::Established))
            }
            Question::WhyIn(kind, notation, text) => {
                let reason = match notation.read(text, &position, None) {
                    Ok(mv) => engine::explain(&position.setup(), &rules, mv.into(), *kind)
                        .err()
                        .map(|reason| reason.to_string()),
                    Err(MoveError::Illegal { reason }) => Some(reason),
                    Err(error) => anyhow::bail!("--why: {error}"),
                };
                Ok(match reason {
                    None => ("legal".to_owned(), Status::Established),
                    Some(reason) => (format!("illegal: {reason}"), Status::Refuted),
                })
            }
            Question::Why(kind, text) => {
                Ok(match engine::explain(&position.setup(), &rules, *text, *kind) {
                    Ok(()) => ("legal".to_owned(), Status::Established),
                    Err(reason) => (format!("illegal: {reason}"), Status::Refuted),
                })
            }
        }
    }
}
