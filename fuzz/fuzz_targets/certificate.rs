//! Any bytes: the reader and the checker end in an answer, and what was read is written the same.
//!
//! `cargo +nightly fuzz run certificate` (needs `cargo install cargo-fuzz`); a certificate written by
//! `matenro solve --certificate`, unzipped into `fuzz/corpus/certificate/`, is a good start.

#![no_main]

use libfuzzer_sys::fuzz_target;
use matenro::check::check;
use matenro::proof::{Reader, Writer};

fuzz_target!(|bytes: &[u8]| {
    let _ = check(bytes);
    let Ok(mut reader) = Reader::new(bytes) else { return };
    let mut writer = Writer::new(Vec::new(), reader.header().clone()).expect("memory");
    while let Ok(next) = reader.next_node() {
        let Some((_, node)) = next else {
            assert_eq!(writer.finish().expect("memory"), bytes);
            return;
        };
        writer.node(&node).expect("nodes come in order");
    }
});
