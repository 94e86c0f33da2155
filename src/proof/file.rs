//! Certificates in files: plain text, or gzip if the name ends in `.gz`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

/// Opens a file to read; damaged compression shows while reading.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = BufReader::new(File::open(path)?);
    Ok(if is_gzip(path) { Box::new(unzip(file)) } else { Box::new(file) })
}

/// The text of a compressed stream. What follows the compressed data must be compressed data too.
pub fn unzip(input: impl io::Read) -> impl BufRead {
    BufReader::new(MultiGzDecoder::new(input))
}

/// Compresses what is written. Nothing but the bytes goes in: neither a name nor a time.
pub fn zip<W: Write>(output: W) -> GzEncoder<BufWriter<W>> {
    GzEncoder::new(BufWriter::new(output), Compression::default())
}

/// True if the name says that the file is compressed.
#[must_use]
pub fn is_gzip(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "gz")
}
