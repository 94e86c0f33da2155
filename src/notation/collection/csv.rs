//! Collections as CSV with a header row.
//!
//! Only the column `sfen` is required; columns may stand in any order, and unknown ones are kept.

use std::collections::HashMap;

use serde_json::Value;

use super::error::{Record, RecordError, RecordProblem};
use super::fields::{self, FieldError, KNOWN};
use super::rows::{Row, Rows};
use crate::notation::problem::Problem;
use crate::notation::text::{clip, without_bom};
use crate::rules::Variant;

/// Reads a collection. Without a usable header the only record is the error that says so.
#[must_use]
pub fn read(text: &str, label: &str, variant: &Variant) -> Vec<Record> {
    let mut rows = Rows::new(without_bom(text));
    let columns = match header(rows.next().as_ref(), label) {
        Ok(columns) => columns,
        Err(error) => return vec![Err(error)],
    };
    let table = Table { columns, label, variant };
    (1..).zip(rows).map(|(number, row)| table.record(&row, number)).collect()
}

/// Writes a collection: the known columns, then every extra one.
///
/// # Panics
/// Never: memory can be written.
#[must_use]
pub fn write(problems: &[Problem]) -> String {
    let mut extra: Vec<&str> = Vec::new();
    for (name, _) in problems.iter().flat_map(|problem| &problem.extra) {
        if !extra.contains(&name.as_str()) {
            extra.push(name);
        }
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut put = |row: Vec<String>| {
        writer.write_record(row).expect("invariant: rows of one length go into memory");
    };
    put(KNOWN.iter().chain(&extra).map(|&name| name.to_owned()).collect());
    for problem in problems {
        let known = KNOWN.iter().map(|name| fields::text(problem, name));
        put(known.chain(extra.iter().map(|name| extra_text(problem, name))).collect());
    }
    let bytes = writer.into_inner().expect("invariant: memory can be written");
    String::from_utf8(bytes).expect("invariant: text is written as text")
}

fn extra_text(problem: &Problem, name: &str) -> String {
    match problem.extra.iter().find(|(key, _)| key == name) {
        None | Some((_, Value::Null)) => String::new(),
        Some((_, Value::String(text))) => text.clone(),
        Some((_, value)) => value.to_string(),
    }
}

/// A column of the table.
enum Column {
    Known(&'static str),
    Extra(String),
}

fn header(row: Option<&Row>, label: &str) -> Result<Vec<Column>, RecordError> {
    let line = row.map_or(1, |row| row.line);
    let error = |column, problem: RecordProblem| RecordError {
        file: label.to_owned(),
        line,
        column,
        number: 0,
        id: None,
        problem: problem.into(),
    };
    let row = row.ok_or_else(|| error(None, RecordProblem::NoHeader))?;
    let cells = cells(row).map_err(|problem| error(row.fault().map(|place| place.1), problem))?;
    let mut columns: Vec<Column> = Vec::with_capacity(cells.len());
    for (index, cell) in cells.iter().enumerate() {
        let column = match fields::known(cell) {
            Some(name) => Column::Known(name),
            None => Column::Extra(cell.trim().to_owned()),
        };
        if columns.iter().any(|other| other.name() == column.name()) {
            let problem = RecordProblem::DuplicateColumn { name: clip(column.name()) };
            return Err(error(Some(row.place(index, 1).1), problem));
        }
        columns.push(column);
    }
    if !columns.iter().any(|column| column.name() == "sfen") {
        let names: Vec<String> =
            columns.iter().map(|column| format!("`{}`", clip(column.name()))).collect();
        return Err(error(None, RecordProblem::NoSfenColumn { found: names.join(", ") }));
    }
    Ok(columns)
}

impl Column {
    fn name(&self) -> &str {
        match self {
            Column::Known(name) => name,
            Column::Extra(name) => name,
        }
    }
}

/// The fields of a row.
fn cells(row: &Row) -> Result<Vec<String>, RecordProblem> {
    if row.fault().is_some() {
        return Err(RecordProblem::Quote);
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(row.text.len() + 1)
        .from_reader(row.text.as_bytes());
    match reader.records().next() {
        Some(Ok(record)) => Ok(record.iter().map(str::to_owned).collect()),
        Some(Err(error)) => Err(RecordProblem::Csv(error.to_string())),
        None => Ok(Vec::new()),
    }
}

/// What is needed to read a row.
struct Table<'a> {
    columns: Vec<Column>,
    label: &'a str,
    variant: &'a Variant,
}

impl Table<'_> {
    fn record(&self, row: &Row, number: usize) -> Record {
        let error = |place: Option<(usize, usize)>, id, problem| RecordError {
            file: self.label.to_owned(),
            line: place.map_or(row.line, |place| place.0),
            column: place.map(|place| place.1),
            number,
            id,
            problem,
        };
        let cells = cells(row).map_err(|problem| error(row.fault(), None, problem.into()))?;
        let (expected, found) = (self.columns.len(), cells.len());
        let mut known = HashMap::new();
        let mut extra = Vec::new();
        for (column, cell) in self.columns.iter().zip(cells) {
            match column {
                Column::Known(name) => drop(known.insert(*name, cell)),
                Column::Extra(name) => extra.push((name.clone(), Value::String(cell))),
            }
        }
        let id = known.get("id").filter(|id| !id.trim().is_empty()).map(|id| clip(id.trim()));
        if found != expected {
            return Err(error(None, id, RecordProblem::Fields { expected, found }.into()));
        }
        let problem = fields::problem(&known, self.label, row.line, self.variant);
        let problem = problem.map_err(|FieldError { field, column, problem }| {
            let index = self.columns.iter().position(|column| column.name() == field);
            let place = index.map(|index| row.place(index, column.unwrap_or(1)));
            error(place, id, problem)
        })?;
        Ok(Problem { extra, ..problem })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::problem::Claim;
    use crate::rules::variant::CHU;

    const BOARD: &str = "12/12/12/12/12/12/12/12/12/12/12/11k";

    fn read_chu(text: &str) -> Vec<Record> {
        read(text, "my.csv", &CHU)
    }

    fn error(text: &str) -> String {
        let errors: Vec<RecordError> = read_chu(text).into_iter().filter_map(Result::err).collect();
        assert_eq!(errors.len(), 1, "{errors:?}");
        errors[0].to_string()
    }

    #[test]
    fn only_the_position_is_required_and_columns_stand_in_any_order() {
        let text = format!("\u{feff}level,SFEN , id\r\n3,{BOARD},x\r\n\r\n,{BOARD} w,\r\n");
        let problems: Vec<Problem> = read_chu(&text).into_iter().map(Result::unwrap).collect();
        assert_eq!(problems.len(), 2);
        assert_eq!(problems[0].id, "x");
        assert_eq!(problems[0].extra, [("level".to_owned(), Value::from("3"))]);
        assert_eq!(problems[1].id, "my-4");
        assert_eq!(problems[1].claim, Claim::None);
        assert_eq!(
            problems.iter().map(|problem| problem.line).collect::<Vec<_>>(),
            [Some(2), Some(4)]
        );
        let again = read_chu(&write(&problems)).into_iter().map(|again| again.unwrap().unplaced());
        assert!(again.eq(problems.into_iter().map(Problem::unplaced)));
    }

    #[test]
    fn a_header_must_be_there_and_name_the_position_once() {
        assert_eq!(
            error(""),
            "my.csv:1: expected a header row with a column `sfen`, found nothing"
        );
        assert_eq!(error("id;sfen\n"), "my.csv:1: no column `sfen` in the header, found `id;sfen`");
        assert_eq!(
            error("\nid,sfen,note,Sfen\n"),
            "my.csv:2:14: the header names the column `sfen` twice"
        );
    }

    #[test]
    fn a_row_that_does_not_fit_the_header_is_an_error_of_that_row() {
        let text = format!("id,sfen,note\nx,{BOARD}\ny,{BOARD},\n");
        assert_eq!(error(&text), "my.csv:2: problem x: the row has 2 fields, the header 3");
        assert!(read_chu(&text)[1].is_ok());
    }

    #[test]
    fn an_open_quote_costs_one_record() {
        let text = format!("sfen,note\n{BOARD},\"open\n{BOARD},\"closed\"\n{BOARD},\n");
        assert_eq!(
            error(&text),
            "my.csv:2:38: record 1: a field opens with `\"` and is not closed by `\"` before a comma \
             or the end of the line"
        );
        assert_eq!(read_chu(&text).len(), 3);
    }

    #[test]
    fn an_error_in_a_field_names_line_and_column() {
        assert_eq!(
            error(&format!("id,sfen\nx,{BOARD} z")),
            "my.csv:2:40: problem x: sfen: expected the side to move, `b` or `w`, found `z`"
        );
        assert_eq!(
            error(&format!("note,sfen,solution\n\"two\nlines\",{BOARD},7g7f 7z\n")),
            "my.csv:3:50: record 1: solution: move 2: \
             move `7z`, column 1: expected a square such as 7g, found `7z`"
        );
        assert_eq!(
            error(&format!("sfen,variations\n{BOARD},7g7f|7g\n")),
            "my.csv:2:45: record 1: variations, line 2: move 1: \
             move `7g`, column 3: expected two or three squares, found the end"
        );
        assert_eq!(
            error(&format!("claimed_plies,sfen\n-3,{BOARD}\n")),
            "my.csv:2:1: record 1: claimed_plies: expected a number of plies or nothing, found `-3`"
        );
        assert_eq!(
            error(&format!("claim,sfen\nwin,{BOARD}\n")),
            "my.csv:2:1: record 1: claim: expected `mate`, `none` or nothing, found `win`"
        );
        assert_eq!(
            error("id,sfen\nx,\n"),
            "my.csv:2:3: problem x: no position, expected an SFEN in the field `sfen`"
        );
    }
}
