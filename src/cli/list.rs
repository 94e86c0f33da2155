//! `matenro list`: what is built in.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::args::ListArgs;
use super::input::unknown_name;
use super::status::Status;
use crate::notation::builtin::{self, BUILTIN};

/// `matenro list`
///
/// # Errors
/// If nothing has the name, or standard output does not take the list.
pub fn run(args: &ListArgs) -> anyhow::Result<Status> {
    let rows: Vec<Vec<String>> = match &args.name {
        None => BUILTIN
            .iter()
            .map(|collection| {
                let count = collection.problems().len();
                let about = format!("{}: {}", collection.title, collection.description);
                vec![collection.name.to_owned(), format!("{count:>3} problems"), about]
            })
            .collect(),
        Some(name) => builtin::find(name)
            .ok_or_else(|| unknown_name(name))?
            .into_iter()
            .map(|problem| {
                let plies = problem.claimed_plies.map_or("-".to_owned(), |n| n.to_string());
                vec![problem.id, format!("{plies:>4}"), problem.source, problem.sfen]
            })
            .collect(),
    };
    io::stdout().lock().write_all(table(&rows).as_bytes())?;
    Ok(Status::Established)
}

/// Columns of equal width, two spaces apart.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width - cell.width() + 2));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
