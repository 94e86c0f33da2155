//! Records as CSV (RFC 4180, with line feeds), one row a record.
//!
//! The column `sfen` makes the file a collection that matenro reads again. A record that could not
//! be read has the verdict `error` and its message in the last column.

use super::record::Record;

/// The columns.
pub const COLUMNS: [&str; 17] = [
    "id",
    "sfen",
    "rules",
    "verdict",
    "level",
    "at_least",
    "at_most",
    "conventional_at_least",
    "conventional_at_most",
    "line",
    "equals",
    "uniqueness",
    "limit",
    "expanded",
    "nodes",
    "time_s",
    "message",
];

/// The header row.
#[must_use]
pub fn header() -> Vec<u8> {
    write_row(&COLUMNS.map(str::to_owned))
}

/// The row of a record.
#[must_use]
pub fn row(record: &Record) -> Vec<u8> {
    fn text<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let fields: [String; COLUMNS.len()] = match record {
        Record::Solution(solution) => [
            solution.id.clone(),
            solution.sfen.clone(),
            solution.rules.clone(),
            solution.verdict.name().to_owned(),
            solution.level.name().to_owned(),
            text(solution.plies.at_least),
            text(solution.plies.at_most),
            text(solution.plies_conventional.and_then(|plies| plies.at_least)),
            text(solution.plies_conventional.and_then(|plies| plies.at_most)),
            solution.line.join(" "),
            equals(&solution.equals),
            text(solution.soundness.as_ref().map(|soundness| soundness.verdict.name())),
            text(solution.limit.map(super::LimitName::name)),
            solution.expanded.to_string(),
            solution.nodes.to_string(),
            text(solution.time_s),
            String::new(),
        ],
        Record::Error(error) => {
            let mut fields: [String; COLUMNS.len()] = std::array::from_fn(|_| String::new());
            fields[0] = error.id.clone().unwrap_or_default();
            fields[3] = "error".into();
            fields[COLUMNS.len() - 1] = error.to_string();
            fields
        }
    };
    write_row(&fields)
}

/// The counts separated by spaces, `?` where not known.
fn equals(counts: &[Option<u32>]) -> String {
    let words: Vec<String> = counts
        .iter()
        .map(|count| count.map_or_else(|| "?".to_owned(), |count| count.to_string()))
        .collect();
    words.join(" ")
}

pub(super) fn write_row(fields: &[String]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields).expect("invariant: memory takes every row");
    writer.into_inner().expect("invariant: memory takes every row")
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;
    use crate::report::ErrorRecord;

    #[test]
    fn rows_have_the_columns_of_the_header() {
        let error = Record::Error(ErrorRecord {
            id: None,
            file: Some("a.csv".into()),
            line: Some(3),
            message: "expected a piece, found `,`".into(),
        });
        let mut bytes = header();
        bytes.extend(row(&Record::Solution(example())));
        bytes.extend(row(&error));
        insta::assert_snapshot!(String::from_utf8(bytes).unwrap(), @r#"
        id,sfen,rules,verdict,level,at_least,at_most,conventional_at_least,conventional_at_most,line,equals,uniqueness,limit,expanded,nodes,time_s,message
        kinuburui-02,5+R2s2l/12/12/12/12/12/12/12/12/12/12/12 b - 1,historic,mate,searched,,3,,,9h5d+ 6c5d 3e4d,1 2 ?,,,61432,190221,2.417,
        ,,,error,,,,,,,,,,,,,"a.csv:3: expected a piece, found `,`"
        "#);
    }
}
