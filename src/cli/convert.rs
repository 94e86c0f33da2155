//! `matenro convert`: games and problems from one form into another.

use std::path::Path;

use anyhow::{Context as _, bail};

use super::args::{ConvertArgs, EncodingName, ReadArgs};
use super::input::{self, Reading};
use super::message;
use super::output::Output;
use super::status::Status;
use crate::notation::collection::{self, Format};
use crate::notation::document::{self, ReadOptions, WriteOptions};
use crate::notation::{Document, DocumentFormat, Encoding, Problem, encoding, sfen};
use crate::report::ErrorRecord;
use crate::rules::Rules;

/// `matenro convert`
///
/// # Errors
/// If an input that was named cannot be read, or the output cannot be written. A bad record is
/// reported and the rest done.
pub fn run(args: &ConvertArgs) -> anyhow::Result<Status> {
    let ending =
        args.output.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
    let Some(to) = args.to.or_else(|| ending.and_then(DocumentFormat::from_extension)) else {
        bail!("into which form? --to names it, or the ending of --output");
    };
    let reading = reading(&args.read)?;
    let rules = reading.options.rules;
    if let Some(path) = &args.output {
        input::refuse_overwriting(&args.read.inputs, path)?;
    }
    let mut output = Output::open(args.output.as_deref(), true).context("--output")?;
    let encoding = match (args.output_encoding.map(EncodingName::encoding), ending) {
        (Some(encoding), _) => encoding,
        (None, Some(ending)) if ending.eq_ignore_ascii_case("kif") => Encoding::ShiftJis,
        (None, _) => Encoding::Utf8,
    };
    let attacker = args.read.attacker.unwrap_or(super::args::Case::Upper).attacker();
    let mut converter = Converter {
        to,
        options: WriteOptions { rules, notation: args.notation, attacker, fold: false },
        problems: Vec::new(),
        text: String::new(),
        written: 0,
        skipped: 0,
        quiet: args.quiet,
    };
    for source in input::sources(&inputs(&args.read))? {
        let read = reading.records(source);
        if let Some((file, encoding, format)) = &read.form
            && !args.quiet
        {
            message::note(format_args!("{file}: {} in {}", format.name(), encoding.name()));
        }
        let file = read.form.as_ref().map(|form| form.0.as_str());
        for record in read.records {
            match record {
                Ok(document) => converter.record(&document, file),
                Err(fault) => converter.skip(&fault),
            }
        }
    }
    if converter.written + converter.skipped == 0 {
        bail!("no problem in the input");
    }
    let mut text = converter.text();
    if to == DocumentFormat::Kif && encoding == Encoding::ShiftJis {
        text = text
            .replace("#KIF version=2.0 encoding=UTF-8\n", "#KIF version=2.0 encoding=Shift_JIS\n");
    }
    let bytes =
        encoding::encode(&text, encoding).context("--output-encoding utf-8 writes UTF-8")?;
    output.write(&bytes)?;
    output.finish()?;
    if converter.skipped > 0 {
        let (written, skipped) = (converter.written, converter.skipped);
        message::note(format_args!("{written} written, {skipped} skipped"));
        return Ok(Status::Failed);
    }
    Ok(Status::Established)
}

/// The inputs, or standard input.
pub fn inputs(args: &ReadArgs) -> Vec<std::ffi::OsString> {
    if args.inputs.is_empty() { vec!["-".into()] } else { args.inputs.clone() }
}

/// How the options say that sources are read.
///
/// # Errors
/// If the position of `--sfen` is none, or `--from` names a form that cannot be read.
pub fn reading(args: &ReadArgs) -> anyhow::Result<Reading> {
    let rules: Rules = args.rules.rules();
    if let Some(form @ DocumentFormat::Page(_)) = args.from {
        bail!("--from {}: this form is for people and cannot be read back", form.name());
    }
    let setup = match &args.sfen {
        Some(text) => Some(sfen::parse(text, rules.variant).context("--sfen")?.setup),
        None => None,
    };
    let attacker = args.attacker.map(super::args::Case::attacker);
    Ok(Reading {
        from: args.from,
        encoding: args.encoding.map(EncodingName::encoding),
        options: ReadOptions { rules, attacker, setup },
    })
}

/// Takes records in and keeps what is written.
struct Converter {
    to: DocumentFormat,
    options: WriteOptions,
    /// For forms that are written as a whole.
    problems: Vec<Problem>,
    text: String,
    written: usize,
    skipped: usize,
    quiet: bool,
}

impl Converter {
    fn skip(&mut self, fault: &input::Fault) {
        self.skipped += 1;
        complain(fault);
    }

    fn record(&mut self, document: &Document, file: Option<&str>) {
        if let DocumentFormat::Collection(format) = self.to {
            let lost = match document {
                Document::Game { game, .. } => {
                    game.nodes.iter().any(|node| !node.comments.is_empty() || node.end.is_some())
                }
                Document::Problem(_) => false,
            };
            if lost {
                self.warn(document.id(), "comments and end words are left out");
            }
            let problem = document.to_problem(&self.options.rules);
            if format == Format::Lines && !problem.variations.is_empty() {
                self.warn(document.id(), "variations and notes are left out");
            }
            self.problems.push(problem);
            self.written += 1;
            return;
        }
        let game = document.to_game(self.options.rules);
        match game.and_then(|game| document::write(&game, self.to, &self.options)) {
            Ok(written) => {
                for warning in &written.warnings {
                    self.warn(document.id(), warning);
                }
                let gap =
                    if self.text.is_empty() || self.to == DocumentFormat::Csl { "" } else { "\n" };
                self.text.push_str(gap);
                self.text.push_str(written.text.trim_end());
                self.text.push('\n');
                self.written += 1;
            }
            Err(error) => {
                self.skipped += 1;
                message::error(error_of(document, file, error.to_string()));
            }
        }
    }

    fn warn(&self, id: &str, warning: &str) {
        if !self.quiet {
            message::note(format_args!("{id}: {warning}"));
        }
    }

    fn text(&mut self) -> String {
        match self.to {
            DocumentFormat::Collection(format) => collection::write(&self.problems, format),
            _ => std::mem::take(&mut self.text),
        }
    }
}

/// The record of an error with what was read well.
pub fn error_of(document: &Document, file: Option<&str>, message: String) -> ErrorRecord {
    ErrorRecord {
        id: Some(document.id().to_owned()),
        file: file.map(str::to_owned),
        line: file.and(document.line()).map(|line| line as u64),
        message,
    }
}

/// Tells of a bad record, with a caret under the place.
pub fn complain(fault: &input::Fault) {
    let gap = if fault.shown.is_empty() { "" } else { "\n" };
    message::error(format_args!("{}{gap}{}", fault.error, fault.shown));
}
