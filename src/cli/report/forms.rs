//! Single forms of a report: one file, standard output, or a folder with a file for each problem.

use std::path::Path;

use anyhow::{Context as _, bail};

use super::folder::Folder;
use crate::cli::args::{ReportArgs, ReportFormat};
use crate::cli::message;
use crate::cli::output::Output;
use crate::notation::{Encoding, encoding};
use crate::report::ErrorRecord;
use crate::report::dossier::Dossier;
use crate::report::forms::kif::{self, Extent};
use crate::report::forms::{csv, json, markdown, svg};
use crate::report::lang::Lang;
use crate::report::names::Names;

/// The form that the ending of a file's name says.
pub fn by_ending(ending: &str) -> Option<ReportFormat> {
    match ending.to_ascii_lowercase().as_str() {
        "md" => Some(ReportFormat::Md),
        "csv" => Some(ReportFormat::Csv),
        "kif" | "kifu" => Some(ReportFormat::Kif),
        "svg" => Some(ReportFormat::Svg),
        "json" => Some(ReportFormat::Json),
        _ => None,
    }
}

/// The ending of the files in a folder.
const fn ending(format: ReportFormat) -> &'static str {
    match format {
        ReportFormat::Html => "html",
        ReportFormat::Md => "md",
        ReportFormat::Csv => "csv",
        ReportFormat::Kif => "kifu",
        ReportFormat::Svg => "svg",
        ReportFormat::Json => "json",
    }
}

/// Writes problems in a form; gives those that cannot be written.
///
/// # Errors
/// If the output cannot be written, or one file makes no sense.
pub fn write(
    dossiers: &[Dossier],
    format: ReportFormat,
    args: &ReportArgs,
) -> anyhow::Result<Vec<ErrorRecord>> {
    let lang = args.lang.lang();
    let output = args.output.as_deref();
    let named = output.and_then(Path::extension).and_then(|end| end.to_str());
    if let Some(folder) = output
        && folder != Path::new("-")
        && (folder.is_dir() || named.and_then(by_ending).is_none())
    {
        return write_folder(dossiers, format, folder, args);
    }
    if format == ReportFormat::Svg && dossiers.len() > 1 {
        bail!("a picture holds one problem, these are {}: --output names a folder", dossiers.len());
    }
    let (text, troubles) = whole(dossiers, format, lang);
    let bytes = if named.is_some_and(|end| end.eq_ignore_ascii_case("kif")) {
        let header = "#KIF version=2.0 encoding=UTF-8\n";
        let text = text.replace(header, "#KIF version=2.0 encoding=Shift_JIS\n");
        encoding::encode(&text, Encoding::ShiftJis).context("a file named .kifu is UTF-8")?
    } else {
        text.into_bytes()
    };
    let mut output = Output::open(output, true).context("--output")?;
    output.write(&bytes)?;
    output.finish()?;
    Ok(troubles)
}

/// All problems in one text.
fn whole(dossiers: &[Dossier], format: ReportFormat, lang: Lang) -> (String, Vec<ErrorRecord>) {
    match format {
        ReportFormat::Csv => {
            (String::from_utf8_lossy(&csv::table(dossiers)).into_owned(), Vec::new())
        }
        ReportFormat::Json => (json::document(dossiers), Vec::new()),
        _ => {
            let (mut text, mut troubles) = (String::new(), Vec::new());
            for dossier in dossiers {
                match one(dossier, format, lang) {
                    Ok(part) if text.is_empty() => text = part,
                    Ok(part) => {
                        text.push('\n');
                        text.push_str(&part);
                    }
                    Err(error) => troubles.push(error),
                }
            }
            (text, troubles)
        }
    }
}

/// One problem, ending in one line feed.
fn one(dossier: &Dossier, format: ReportFormat, lang: Lang) -> Result<String, ErrorRecord> {
    let text = match format {
        ReportFormat::Md => markdown::section(dossier, lang).map_err(|error| error.to_string()),
        ReportFormat::Kif => kif::kif(dossier, Extent::Whole).map_err(|error| error.to_string()),
        ReportFormat::Svg | ReportFormat::Html => Ok(svg::diagram(dossier)),
        ReportFormat::Json => Ok(json::document([dossier])),
        ReportFormat::Csv => Ok(String::from_utf8_lossy(&csv::table([dossier])).into_owned()),
    };
    let text = text.map(|text| text.trim_end().to_owned() + "\n");
    text.map_err(|message| ErrorRecord {
        id: Some(dossier.id().to_owned()),
        file: None,
        line: dossier.problem.line.map(|line| line as u64),
        message,
    })
}

/// A file for each problem, named by its id.
fn write_folder(
    dossiers: &[Dossier],
    format: ReportFormat,
    folder: &Path,
    args: &ReportArgs,
) -> anyhow::Result<Vec<ErrorRecord>> {
    let names = Names::new(dossiers.iter().map(|one| (&*one.collection, one.id())));
    let path = |place: usize| format!("{}.{}", names.stem(place), ending(format));
    let paths: Vec<String> = (0..dossiers.len()).map(path).collect();
    let target = Folder::open(folder, &paths)?;
    let mut troubles = Vec::new();
    for (dossier, path) in dossiers.iter().zip(&paths) {
        match one(dossier, format, args.lang.lang()) {
            Ok(text) => target.write(path, text.as_bytes())?,
            Err(error) => troubles.push(error),
        }
    }
    if !args.quiet {
        let count = dossiers.len() - troubles.len();
        message::note(format_args!("{count} files in {}", folder.display()));
    }
    Ok(troubles)
}
