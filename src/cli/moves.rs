//! `matenro moves`: the moves of positions, or why one is illegal.

use std::io::{self, BufRead, Write};

use super::args::{Kind, MovesArgs};
use super::engine;
use super::message;
use super::status::Status;
use crate::notation::usi::{self, UsiMove};
use crate::rules::Rules;

/// `matenro moves`
///
/// # Errors
/// If standard input or output fails. A position that cannot be read is reported, and the rest done.
pub fn run(args: &MovesArgs) -> anyhow::Result<Status> {
    let rules = args.rules.rules();
    let question = match args.why.as_deref() {
        None => Question::Moves(args.kind),
        Some(text) => Question::Why(
            args.kind,
            text.parse().map_err(|error| anyhow::anyhow!("--why: {error}"))?,
        ),
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
    Moves(Kind),
    Why(Kind, UsiMove),
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
            message::error(format_args!("{place}: {error}"));
            (String::new(), Status::Failed)
        });
        writeln!(out, "{answer}")?;
        Ok(status)
    }

    fn answer(&self, sfen: &str, rules: Rules) -> Result<(String, Status), engine::InputError> {
        let position = engine::position_of(sfen, rules)?;
        match self {
            Question::Moves(kind) => {
                let mut moves: Vec<String> =
                    engine::moves(&position, *kind).into_iter().map(usi::write).collect();
                moves.sort();
                Ok((moves.join(" "), Status::Established))
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
