//! The rows of a CSV text and the places of their fields.
//!
//! Parsing is the csv crate's work. This only finds where rows begin and end, for two things the
//! crate cannot give: the column of a field, and going on after a quote that is never closed, which
//! would otherwise swallow the rest of the file.

/// One row as it stands in the text.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// The row without the end of its line.
    pub text: &'a str,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Where each field's content begins, in bytes of `text`.
    starts: Vec<usize>,
    /// A bad quote, in bytes of `text`. The row then ends with its first line.
    fault: Option<usize>,
}

impl Row<'_> {
    /// Line and column of a character of a field, both from 1; `column` counts in the field.
    pub fn place(&self, field: usize, column: usize) -> (usize, usize) {
        let start = self.starts.get(field).map_or(0, |&start| start.min(self.text.len()));
        let (line, base) = self.position(start);
        (line, base + column - 1)
    }

    /// Line and column of the bad quote, if there is one.
    pub fn fault(&self) -> Option<(usize, usize)> {
        self.fault.map(|offset| self.position(offset.min(self.text.len())))
    }

    fn position(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset];
        let line_start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        (self.line + line_ends(before), before[line_start..].chars().count() + 1)
    }
}

/// The rows of a text; lines of white space are passed over.
pub(super) struct Rows<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Rows<'a> {
    pub fn new(text: &'a str) -> Rows<'a> {
        Rows { rest: text, line: 1 }
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        while !self.rest.is_empty() {
            let mut row = scan(self.rest, self.line);
            if row.fault.is_some() {
                let end = row.text.find(['\n', '\r']).unwrap_or(row.text.len());
                row.text = &row.text[..end];
            }
            let rest = &self.rest[row.text.len()..];
            self.rest = ["\r\n", "\n", "\r"]
                .into_iter()
                .find_map(|end| rest.strip_prefix(end))
                .unwrap_or(rest);
            self.line += line_ends(row.text) + 1;
            if !row.text.trim().is_empty() {
                return Some(row);
            }
        }
        None
    }
}

/// The ends of lines in a text: `\n`, `\r\n` and `\r` alike.
fn line_ends(text: &str) -> usize {
    text.matches(['\n', '\r']).count() - text.matches("\r\n").count()
}

/// Finds the end of the first row.
fn scan(text: &str, line: usize) -> Row<'_> {
    let bytes = text.as_bytes();
    let mut row = Row { text, line, starts: Vec::new(), fault: None };
    let mut at = 0;
    loop {
        if bytes.get(at) == Some(&b'"') {
            row.starts.push(at + 1);
            let closing = closing_quote(bytes, at + 1);
            match closing.map(|end| (end, bytes.get(end + 1))) {
                Some((end, None | Some(b',' | b'\n' | b'\r'))) => at = end + 1,
                // A quote on a later line is that line's own: the one not closed is ours.
                other => {
                    let same_line = other.filter(|(end, _)| line_ends(&text[at..*end]) == 0);
                    row.fault = Some(same_line.map_or(at, |(end, _)| end));
                    return row;
                }
            }
        } else {
            row.starts.push(at);
            let length = text[at..].find([',', '\n', '\r']).unwrap_or(text.len() - at);
            at += length;
        }
        if bytes.get(at) != Some(&b',') {
            row.text = &text[..at];
            return row;
        }
        at += 1;
    }
}

/// The quote that closes a field whose content begins at `from`; a doubled one is content.
fn closing_quote(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += bytes[at..].iter().position(|&byte| byte == b'"')?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_where_lines_end_outside_quotes() {
        let text = "a,b\r\n\"x\ny\",\"\"\"\"\n\n  \r1,2";
        let rows: Vec<(&str, usize)> = Rows::new(text).map(|row| (row.text, row.line)).collect();
        assert_eq!(rows, [("a,b", 1), ("\"x\ny\",\"\"\"\"", 2), ("1,2", 6)]);
    }

    #[test]
    fn a_field_has_a_line_and_a_column() {
        let row = Rows::new("\n\"x\ny\",\"é\",k,").next().unwrap();
        assert_eq!(row.place(0, 1), (2, 2));
        assert_eq!(row.place(1, 1), (3, 5));
        assert_eq!(row.place(2, 3), (3, 10));
        assert_eq!(row.place(3, 1), (3, 10));
    }

    #[test]
    fn a_bad_quote_costs_its_line_only() {
        let rows: Vec<Row> = Rows::new("a,\"b\nc,\"d\" e\nf,g").collect();
        assert_eq!(
            rows.iter().map(|row| row.text).collect::<Vec<&str>>(),
            ["a,\"b", "c,\"d\" e", "f,g"]
        );
        assert_eq!(rows[0].fault(), Some((1, 3)));
        assert_eq!(rows[1].fault(), Some((2, 5)));
        assert_eq!(rows[2].fault(), None);
    }
}
