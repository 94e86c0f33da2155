//! Certificates to text, line by line.

use std::io::{self, Write};

use super::{Header, Node, position_text};

/// Writes a certificate; the same header and nodes give the same bytes.
pub struct Writer<W: Write> {
    output: W,
    header: Header,
    /// The text of the last node's position.
    last: String,
    count: u64,
}

/// A certificate that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The system does not take it.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// The nodes do not come in the order of their text.
    #[error("nodes must come in the order of their text: `{0}` is too late")]
    Order(String),
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If the system does not take it.
    pub fn new(mut output: W, header: Header) -> Result<Writer<W>, WriteError> {
        output.write_all(header.text().as_bytes())?;
        Ok(Writer { output, header, last: String::new(), count: 0 })
    }

    /// Writes a node.
    ///
    /// # Errors
    /// If its position's text does not come after that of the last one.
    pub fn node(&mut self, node: &Node) -> Result<(), WriteError> {
        let text = position_text(&node.position, &self.header.rules);
        if text <= self.last {
            return Err(WriteError::Order(text));
        }
        let line = node.line(&self.header.rules, self.header.root.side);
        writeln!(self.output, "{line}")?;
        self.last = text;
        self.count += 1;
        Ok(())
    }

    /// Writes the end record and gives back the output; without it a certificate is never accepted.
    ///
    /// # Errors
    /// If the system does not take it.
    pub fn finish(mut self) -> Result<W, WriteError> {
        writeln!(self.output, "end {}", self.count)?;
        self.output.flush()?;
        Ok(self.output)
    }
}
