//! Collections as plain text: one SFEN a line, and after it the moves of a solution if there is one.
//!
//! `#` begins a comment. The moves begin at the first word that looks like a move (two squares
//! without a break, which no field of an SFEN has) or behind the word `moves`; a whole USI line
//! `position sfen ... moves ...` reads as well.

use super::error::{Record, RecordError, RecordProblem};
use super::fields;
use crate::notation::problem::{Problem, fallback_id};
use crate::notation::text::without_bom;
use crate::rules::Variant;

/// Reads a collection; blank lines are passed over.
#[must_use]
pub fn read(text: &str, label: &str, variant: &Variant) -> Vec<Record> {
    let lines = (1..)
        .zip(without_bom(text).lines())
        .map(|(line, text)| (line, text.split('#').next().unwrap_or_default()))
        .filter(|(_, text)| !text.trim().is_empty());
    (1..)
        .zip(lines)
        .map(|(number, (line, text))| record(text, label, line, number, variant))
        .collect()
}

/// Writes a collection; what the form has no place for is lost, names become comments.
#[must_use]
pub fn write(problems: &[Problem]) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let mut lines = Vec::new();
    for problem in problems {
        lines.push(format!("# {}\n", one_line(&problem.id)));
        let line = format!("{} {}", problem.sfen, fields::text(problem, "solution"));
        lines.push(format!("{}\n", one_line(&line)));
    }
    lines.concat()
}

fn record(text: &str, label: &str, line: usize, number: usize, variant: &Variant) -> Record {
    let (sfen, moves) = split(text);
    let column_of = |part: Part| text[..part.start].chars().count();
    let error = |column, problem| RecordError {
        file: label.to_owned(),
        line,
        column: Some(column),
        number,
        id: None,
        problem,
    };
    let id = fallback_id(label, line);
    let mut problem = Problem::new(&id, sfen.text, variant).map_err(|cause| {
        error(column_of(sfen) + cause.column, RecordProblem::Sfen(cause.problem).into())
    })?;
    problem.solution = fields::moves("solution", "solution", moves.text, column_of(moves))
        .map_err(|cause| error(cause.column.unwrap_or(1), cause.problem))?;
    problem.claim = problem.implied_claim();
    problem.line = Some(line);
    Ok(problem)
}

/// A part of a line.
#[derive(Clone, Copy)]
struct Part<'a> {
    /// Where it begins, in bytes of the line.
    start: usize,
    text: &'a str,
}

/// Tells the position's fields from the moves.
fn split(line: &str) -> (Part<'_>, Part<'_>) {
    let words: Vec<Part> = words(line).collect();
    let skipped = usize::from(words.first().is_some_and(|word| word.text == "position"));
    let board = skipped + usize::from(words.get(skipped).is_some_and(|word| word.text == "sfen"));
    let start = words.get(skipped).map_or(line.len(), |word| word.start);
    let after_board = words.iter().skip(board + 1);
    let first = after_board.clone().find(|word| word.text == "moves" || looks_like_move(word.text));
    let end = first.map_or(line.len(), |word| word.start);
    let moves = first.map_or(line.len(), |word| {
        word.start + if word.text == "moves" { word.text.len() } else { 0 }
    });
    let sfen = Part { start, text: line[start..end].trim_end() };
    (sfen, Part { start: moves, text: &line[moves..] })
}

fn words(line: &str) -> impl Iterator<Item = Part<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].find(|letter: char| !letter.is_whitespace())?;
        let length = line[start..].find(char::is_whitespace).unwrap_or(line.len() - start);
        at = start + length;
        Some(Part { start, text: &line[start..at] })
    })
}

/// True if a word begins with a digit and somewhere a digit follows a letter at once.
fn looks_like_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_digit)
        && bytes.windows(2).any(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::problem::Claim;
    use crate::notation::usi;
    use crate::rules::variant::CHU;

    const BOARD: &str = "12/12/12/12/12/12/12/12/12/12/12/11k";

    fn read_chu(text: &str) -> Vec<Record> {
        read(text, "my.txt", &CHU)
    }

    fn error(text: &str) -> String {
        let records = read_chu(text);
        assert_eq!(records.len(), 1);
        records[0].clone().unwrap_err().to_string()
    }

    #[test]
    fn moves_are_told_from_the_fields_that_precede_them() {
        for fields in ["", "b", "b -", "b 2c", "b - 1", "w 12g 17", "b - 1 -", "b 7g 1 7g,8g"] {
            for moves in ["", "7g7f 12a11b10c", "moves 7g7f 12a11b10c", "moves"] {
                for prefix in ["", "sfen ", "position sfen "] {
                    let text = format!(" {prefix}{BOARD} {fields} {moves} # remark");
                    let problem = read_chu(&text).remove(0).expect(&text);
                    let expected = moves.trim_start_matches("moves").trim_start();
                    assert_eq!(usi::write_line(&problem.solution), expected, "{text}");
                    assert_eq!(
                        problem.setup.barred.len(),
                        if fields.contains(',') { 2 } else { 0 }
                    );
                }
            }
        }
    }

    #[test]
    fn records_are_named_after_their_lines() {
        let text = format!("\u{feff}# mine\r\n\r\n{BOARD}_b_-_1 7g7f\r\n{BOARD}\r\n");
        let problems: Vec<Problem> = read_chu(&text).into_iter().map(Result::unwrap).collect();
        assert_eq!(problems.iter().map(|p| p.id.as_str()).collect::<Vec<&str>>(), ["my-3", "my-4"]);
        assert_eq!((problems[0].claim, problems[1].claim), (Claim::Mate, Claim::None));
        assert_eq!(problems[0].sfen, format!("{BOARD}_b_-_1"));
        assert_eq!(write(&problems), format!("# my-3\n{BOARD}_b_-_1 7g7f\n# my-4\n{BOARD}\n"));
    }

    #[test]
    fn errors_name_line_and_column() {
        assert_eq!(
            error("\n  12/12 b"),
            "my.txt:2:8: record 1: sfen: expected 12 ranks separated by `/`, found 2"
        );
        assert_eq!(
            error(&format!("{BOARD} b - 1 7g7f 7g7z")),
            "my.txt:1:51: record 1: solution: move 2: \
             move `7g7z`, column 3: expected a square such as 7g, found `7z`"
        );
        assert_eq!(
            error(&format!("{BOARD} b - 1 - resign")),
            "my.txt:1:46: record 1: sfen: expected the end of the position, found `resign`"
        );
    }
}
