//! Certificates from text, line by line.

use std::io::{BufRead, Read};

use super::header::{game_line, read_root, read_rules, version_line};
use super::{Claim, Header, Node, ReadError, ReadProblem};

/// Bytes of the longest line: no position, however crowded, comes near.
const LINE_LIMIT: usize = 4096;

/// Reads a certificate. It must be used up ([`Reader::next_node`] gives `None`) before anything it
/// said can count: only then is it known to be whole.
pub struct Reader<R> {
    input: R,
    /// The number of the line in `text`.
    line: u64,
    text: String,
    header: Header,
    /// The text of the last node's position.
    last: String,
    count: u64,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not in order.
    pub fn new(mut input: R) -> Result<Reader<R>, ReadError> {
        let mut line = 0;
        let mut text = String::new();
        let header = read_header(&mut input, &mut line, &mut text)
            .map_err(|problem| ReadError { line, problem })?;
        Ok(Reader { input, line, text, header, last: String::new(), count: 0, ended: false })
    }

    /// What the certificate is about.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next node with the number of its line, or `None` at a proper end.
    ///
    /// # Errors
    /// If the next line is not in order, or the text is not whole.
    pub fn next_node(&mut self) -> Result<Option<(u64, Node)>, ReadError> {
        if self.ended {
            return Ok(None);
        }
        let node = self.take().map_err(|problem| ReadError { line: self.line, problem })?;
        self.ended = node.is_none();
        Ok(node)
    }

    /// Reads the line at hand and fetches the next.
    fn take(&mut self) -> Result<Option<(u64, Node)>, ReadProblem> {
        if let Some(count) = self.text.strip_prefix("end ") {
            if count != self.count.to_string() {
                return Err(ReadProblem::Count { expected: self.count, found: self.text.clone() });
            }
            self.line += 1;
            let is_over = self.input.fill_buf()?.is_empty();
            return if is_over { Ok(None) } else { Err(ReadProblem::Trailing) };
        }
        let node = Node::parse(&self.text, &self.header.rules, self.header.root.side)
            .map_err(|expected| ReadProblem::Node { expected, found: self.text.clone() })?;
        let position = self.text.split('\t').next().unwrap_or_default();
        match position.cmp(&self.last) {
            std::cmp::Ordering::Greater => {}
            std::cmp::Ordering::Equal => return Err(ReadProblem::Duplicate(position.into())),
            std::cmp::Ordering::Less => return Err(ReadProblem::NodeOrder(self.last.clone())),
        }
        self.last.clear();
        self.last.push_str(position);
        self.count += 1;
        let line = self.line;
        next_line(&mut self.input, &mut self.line, &mut self.text)?;
        Ok(Some((line, node)))
    }
}

/// Reads up to and with the first line that is no claim, which stays in `text`.
fn read_header(
    input: &mut impl BufRead,
    line: &mut u64,
    text: &mut String,
) -> Result<Header, ReadProblem> {
    next_line(input, line, text)?;
    if *text != version_line() {
        return Err(ReadProblem::Version { expected: version_line(), found: text.clone() });
    }
    next_line(input, line, text)?;
    if *text != game_line() {
        return Err(ReadProblem::Game { expected: game_line(), found: text.clone() });
    }
    next_line(input, line, text)?;
    let rules = read_rules(text)?;
    next_line(input, line, text)?;
    let root = read_root(text, &rules)?;
    let mut claims = Vec::new();
    let mut last = String::new();
    loop {
        next_line(input, line, text)?;
        let Some(words) = text.strip_prefix("claim ") else { break };
        let claim = Claim::parse(words, &rules).ok_or_else(|| ReadProblem::Claim(words.into()))?;
        if words <= last.as_str() {
            return Err(ReadProblem::ClaimOrder(words.into()));
        }
        if claim.position().is_some_and(|position| position.side != root.side) {
            return Err(ReadProblem::ClaimSide(words.into()));
        }
        last.clear();
        last.push_str(words);
        claims.push(claim);
    }
    if claims.is_empty() {
        return Err(ReadProblem::NoClaim);
    }
    Ok(Header { rules, root, claims })
}

/// Reads a line into `text`, without its line feed.
fn next_line(
    input: &mut impl BufRead,
    line: &mut u64,
    text: &mut String,
) -> Result<(), ReadProblem> {
    *line += 1;
    let mut bytes = std::mem::take(text).into_bytes();
    bytes.clear();
    input.take(LINE_LIMIT as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Err(ReadProblem::NoEnd);
    }
    let whole = bytes.pop() == Some(b'\n');
    let plain = bytes.iter().all(|&byte| byte == b'\t' || matches!(byte, b' '..=b'~'));
    match String::from_utf8(bytes) {
        Ok(read) if whole && plain => {
            *text = read;
            Ok(())
        }
        _ => Err(ReadProblem::NoText(LINE_LIMIT)),
    }
}
