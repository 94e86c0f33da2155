//! Bytes to text and back: UTF-8 and Shift_JIS, found out strictly.
//!
//! Strict UTF-8 is tried first (few Shift_JIS texts are UTF-8 by chance), then Shift_JIS without any
//! sniffing of byte-order marks, which would switch to UTF-8 behind our back.

#![allow(clippy::doc_markdown)]

use encoding_rs::SHIFT_JIS;

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

/// Bytes that are no text, or text that has no bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodingError {
    /// Not text of the encoding that was asked for.
    #[error("not {}", .encoding.name())]
    Not {
        /// The encoding.
        encoding: Encoding,
        /// The line where it fails, from 1.
        line: usize,
    },
    /// Neither of the encodings.
    #[error("neither UTF-8 nor Shift_JIS; convert the file to UTF-8 first, for example with iconv")]
    Neither {
        /// The line where UTF-8 fails, from 1.
        line: usize,
    },
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
            EncodingError::Not { line, .. } | EncodingError::Neither { line } => *line,
            EncodingError::NoBytes { .. } => 0,
        }
    }
}

/// Decodes bytes, in the encoding given or else in the one that fits.
///
/// # Errors
/// If the bytes are not of the encoding, or of neither.
pub fn decode(bytes: &[u8], asked: Option<Encoding>) -> Result<(String, Encoding), EncodingError> {
    let shift_jis = |bytes: &[u8]| {
        SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes).map(String::from)
    };
    let utf8 = std::str::from_utf8(bytes);
    let line = utf8
        .err()
        .map_or(1, |error| bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count());
    if asked != Some(Encoding::ShiftJis) {
        match (utf8, asked) {
            (Ok(text), _) => return Ok((text.to_owned(), Encoding::Utf8)),
            (Err(_), Some(encoding)) => return Err(EncodingError::Not { encoding, line }),
            (Err(_), None) => {}
        }
    }
    match (shift_jis(bytes), asked) {
        (Some(text), _) => Ok((text, Encoding::ShiftJis)),
        (None, None) => Err(EncodingError::Neither { line }),
        (None, Some(encoding)) => {
            let mut lines = bytes.split(|&byte| byte == b'\n');
            let line =
                lines.position(|line| shift_jis(line).is_none()).map_or(1, |index| index + 1);
            Err(EncodingError::Not { encoding, line })
        }
    }
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
    fn what_is_neither_names_its_line() {
        assert_eq!(decode(b"a\n\xff\xff", None), Err(EncodingError::Neither { line: 2 }));
        let bytes = encode("詰み", Encoding::ShiftJis).unwrap();
        assert!(decode(&bytes, Some(Encoding::Utf8)).is_err());
        let encoding = Encoding::ShiftJis;
        assert_eq!(
            decode(b"ok\n\x81", Some(encoding)),
            Err(EncodingError::Not { encoding, line: 2 })
        );
    }

    #[test]
    fn a_character_without_bytes_is_named() {
        let error = encode("☗６六鷲", Encoding::ShiftJis).unwrap_err().to_string();
        assert_eq!(error, "Shift_JIS has no character `☗`; write UTF-8 instead");
    }
}
