//! `matenro report`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::RulesArgs;
use crate::report::lang::Lang;

pub(super) const REPORT_EXAMPLES: &str = "\
Examples:
  matenro verify kinuburui -o results.jsonl
  matenro report results.jsonl -o site/                then open site/index.html
  matenro report mine.csv results.jsonl -o site/       problems of a file with their results
  matenro report msm-dewitt -o site/                   diagrams and published lines only
  matenro report results.jsonl -o paper.md             Markdown; .csv, .json, .kif, .kifu likewise
  matenro report results.jsonl --format kif -o games/  a KIF file for each problem
  matenro report results.jsonl --lang ja -o site/      Japanese headings and moves

Inputs are results of `matenro solve` and `matenro verify` as JSON Lines, and collections as `matenro verify` reads them, in any order. A result belongs to the problem with its id and its diagram: one of the input, else a built-in one. Without either it speaks for itself.

The site works from disk, without a server and without network. In a folder only files that an earlier report has written are replaced (matenro-report.txt lists them); nothing is deleted.";

/// `matenro report`
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Results (JSON Lines), collection file, folder, `-` for standard input, or built-in: collection,
    /// problem id, beginning of ids
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<OsString>,

    /// Rules of problems without a result.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Folder of certificates (ID.mcert.gz) to which the pages link
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Input")]
    pub certificates: Option<PathBuf>,

    /// Form of the report [default: by the ending of --output, else html]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ReportFormat>,

    /// Write to this folder, or this file where one file makes sense (`-` is standard output)
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Language of headings and moves
    #[arg(long, value_enum, value_name = "LANG", default_value = "en", help_heading = "Output")]
    pub lang: LangName,

    /// Only errors on standard error
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// Form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// A static site with boards to play through
    Html,
    /// Markdown, one section a problem
    Md,
    /// A table
    Csv,
    /// Games with variations and comments for a board program
    Kif,
    /// Diagrams
    Svg,
    /// All data as one document
    Json,
}

/// Language of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LangName {
    /// English, with the usual Japanese terms beside
    En,
    /// Japanese
    Ja,
}

impl LangName {
    /// The language meant.
    #[must_use]
    pub const fn lang(self) -> Lang {
        match self {
            LangName::En => Lang::En,
            LangName::Ja => Lang::Ja,
        }
    }
}
