//! Bytes to text and back: UTF-8 and Shift_JIS, found out strictly.
//!
//! Strict UTF-8 is tried first (few Shift_JIS texts are UTF-8 by chance), then Shift_JIS without any
//! sniffing of byte-order marks, which would switch to UTF-8 behind our back. A lone carriage return
//! (the line end of old Macintosh files) becomes a line feed, so that every reader sees the lines.

#![allow(clippy::doc_markdown, reason = "Shift_JIS is a name, not code")]

use encoding_rs::{DecoderResult, SHIFT_JIS};

/// How text is kept in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, with a byte-order mark or without.
    #[default]
    Utf8,
    /// Shift_JIS as in Windows (code page 932), usual for `.kif` files.
    ShiftJis,
}

impl Encoding {
    /// The name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::ShiftJis => "Shift_JIS",
        }
    }
}

/// Where bytes stop being text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The first byte that does not fit.
    pub byte: u8,
}

impl Place {
    /// The place behind the text that could be read.
    fn behind(text: &str, byte: u8) -> Place {
        let line_start = text.rfind('\n').map_or(0, |end| end + 1);
        Place {
            line: text.matches('\n').count() + 1,
            column: text[line_start..].chars().count() + 1,
            byte,
        }
    }
}

/// Bytes that are no text, or text that has no bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodingError {
    /// Not text of the encoding that was asked for.
    #[error("column {}: byte 0x{:02x} is not {}", .place.column, .place.byte, .encoding.name())]
    Not {
        /// The encoding.
        encoding: Encoding,
        /// Where it fails.
        place: Place,
    },
    /// Neither of the encodings.
    #[error(
        "column {}: byte 0x{:02x} is not UTF-8, and the text is not Shift_JIS; convert the file to \
         UTF-8 first, for example with iconv", .place.column, .place.byte
    )]
    Neither {
        /// Where UTF-8 fails.
        place: Place,
    },
    /// UTF-16, by its byte-order mark.
    #[error("column 1: this is UTF-16; convert the file first: iconv -f UTF-16 -t UTF-8")]
    Utf16,
    /// A character that the encoding has not.
    #[error("{} has no character `{letter}`; write UTF-8 instead", .encoding.name())]
    NoBytes {
        /// The encoding.
        encoding: Encoding,
        /// The character.
        letter: char,
    },
}

impl EncodingError {
    /// The line of the input where it fails, from 1; 0 for output.
    #[must_use]
    pub const fn line(&self) -> usize {
        match self {
            EncodingError::Not { place, .. } | EncodingError::Neither { place } => place.line,
            EncodingError::Utf16 => 1,
            EncodingError::NoBytes { .. } => 0,
        }
    }
}

/// Decodes bytes, in the encoding given or else in the one that fits.
///
/// # Errors
/// If the bytes are not of the encoding, or of neither.
pub fn decode(bytes: &[u8], asked: Option<Encoding>) -> Result<(String, Encoding), EncodingError> {
    // No text of either encoding begins so.
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(EncodingError::Utf16);
    }
    let (text, encoding) = match asked {
        Some(encoding) => {
            let text = match encoding {
                Encoding::Utf8 => utf8(bytes),
                Encoding::ShiftJis => shift_jis(bytes),
            };
            (text.map_err(|place| EncodingError::Not { encoding, place })?, encoding)
        }
        None => match utf8(bytes) {
            Ok(text) => (text, Encoding::Utf8),
            Err(place) => {
                let text = shift_jis(bytes).map_err(|_| EncodingError::Neither { place })?;
                (text, Encoding::ShiftJis)
            }
        },
    };
    Ok((with_line_feeds(text), encoding))
}

fn utf8(bytes: &[u8]) -> Result<String, Place> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| {
        let (text, rest) = bytes.split_at(error.valid_up_to());
        Place::behind(&String::from_utf8_lossy(text), rest[0])
    })
}

fn shift_jis(bytes: &[u8]) -> Result<String, Place> {
    let mut decoder = SHIFT_JIS.new_decoder_without_bom_handling();
    let length = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut text = String::with_capacity(length.unwrap_or(bytes.len()));
    match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
        (DecoderResult::Malformed(bad, after), read) => {
            let at = read.saturating_sub(usize::from(bad) + usize::from(after));
            Err(Place::behind(&text, bytes[at]))
        }
        _ => Ok(text),
    }
}

/// A line feed for every carriage return that has none behind it.
fn with_line_feeds(text: String) -> String {
    let mut rest = text.as_bytes();
    let is_lone = |at: usize, rest: &[u8]| rest.get(at + 1) != Some(&b'\n');
    loop {
        match rest.iter().position(|&byte| byte == b'\r') {
            None => return text,
            Some(at) if is_lone(at, rest) => break,
            Some(at) => rest = &rest[at + 1..],
        }
    }
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Encodes a text.
///
/// # Errors
/// If the encoding has not all its characters.
pub fn encode(text: &str, encoding: Encoding) -> Result<Vec<u8>, EncodingError> {
    if encoding == Encoding::Utf8 {
        return Ok(text.as_bytes().to_vec());
    }
    let (bytes, _, failed) = SHIFT_JIS.encode(text);
    if !failed {
        return Ok(bytes.into_owned());
    }
    let lacks = |letter: &char| SHIFT_JIS.encode(letter.encode_utf8(&mut [0; 4])).2;
    Err(EncodingError::NoBytes { encoding, letter: text.chars().find(lacks).unwrap_or('?') })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_told_apart_and_read_back() {
        for text in
            ["1手目 ▲6六飛鷲 （←7五）\r\n", "後手番", "v玉 鯨鯢 奔猪 麒麟 鳳凰 酔象 竪行 仝 じっと"]
        {
            for encoding in [Encoding::Utf8, Encoding::ShiftJis] {
                let bytes = encode(text, encoding).unwrap();
                assert_eq!(decode(&bytes, None), Ok((text.to_owned(), encoding)));
                assert_eq!(decode(&bytes, Some(encoding)), Ok((text.to_owned(), encoding)));
            }
        }
    }

    #[test]
    fn what_is_neither_names_its_place() {
        let error = |bytes: &[u8], asked| decode(bytes, asked).unwrap_err();
        let neither = EncodingError::Neither { place: Place { line: 2, column: 2, byte: 0xff } };
        assert_eq!(error(&["a\n玉".as_bytes(), b"\xff\xff"].concat(), None), neither);
        let bytes = encode("1\n2詰み", Encoding::ShiftJis).unwrap();
        let place = Place { line: 2, column: 2, byte: 0x8b };
        let encoding = Encoding::Utf8;
        assert_eq!(error(&bytes, Some(encoding)), EncodingError::Not { encoding, place });
        let mut bytes = encode("玉\n飛角", Encoding::ShiftJis).unwrap();
        bytes.push(0x81);
        let place = Place { line: 2, column: 3, byte: 0x81 };
        let encoding = Encoding::ShiftJis;
        assert_eq!(error(&bytes, Some(encoding)), EncodingError::Not { encoding, place });
    }

    #[test]
    fn utf_16_is_known_by_its_mark() {
        for bytes in [b"\xff\xfe#\0K\0", b"\xfe\xff\0#\0K"] {
            for asked in [None, Some(Encoding::Utf8), Some(Encoding::ShiftJis)] {
                assert_eq!(decode(bytes, asked), Err(EncodingError::Utf16));
            }
        }
    }

    #[test]
    fn lone_carriage_returns_end_lines() {
        for (bytes, expected) in [
            ("a\rb\r", "a\nb\n"),
            ("a\r\nb\rc\n", "a\nb\nc\n"),
            ("a\r\nb\r\n", "a\r\nb\r\n"),
            ("a\nb", "a\nb"),
        ] {
            assert_eq!(decode(bytes.as_bytes(), None).unwrap().0, expected);
        }
    }

    #[test]
    fn a_character_without_bytes_is_named() {
        let error = encode("☗６六鷲", Encoding::ShiftJis).unwrap_err().to_string();
        assert_eq!(error, "Shift_JIS has no character `☗`; write UTF-8 instead");
    }
}
