//! The commands that work on problems: solve and verify.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use super::{Board, RulesArgs};
use crate::cli::values;
use crate::notation::MoveNotation;

pub(super) const SOLVE_EXAMPLES: &str = "\
Examples:
  matenro solve kinuburui-02
  matenro solve kinuburui --nodes 2M --time 30s
  matenro solve problems/*.csv --format jsonl -o results.jsonl
  matenro solve --rules jcsa --rule promotion=after-turn mine.csv
  matenro solve kinuburui --certificate proofs/ --self-check
  matenro solve --no-timing --threads 1 --nodes 1M msm-A   (reproducible to the byte)

Inputs are collections as CSV (only the column sfen is required) or JSON Lines, plain text with one SFEN a line, or any other form that `matenro convert` reads (KIF in UTF-8 or Shift_JIS among them). A folder stands for its files with known endings (.csv, .jsonl, .sfen, .txt, .kif and so on) in order of name, folders inside included. An existing file wins over a built-in name.

A first Ctrl-C stops the running problems and prints what is known, a second one leaves at once. If the reader of the output goes away, the run ends quietly with the status of what was written until then.";

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  matenro verify                                       the built-in kinuburui
  matenro verify msm-dewitt -o msm.csv -o msm.md -o msm.jsonl
  matenro verify mine.csv --resume run.jsonl           goes on where a run was stopped
  matenro verify msm-B23 --certificate proofs/         and keeps the certificate
  matenro verify kinuburui --explain kinuburui-02 --notation japanese
  matenro verify --nodes 200k --no-timing kinuburui    (reproducible to the byte)

Every published line is replayed from its diagram; what is found has a kind, a ply and a line that shows it (docs/verify.md explains kinds, statuses and the forms of the results). Inputs are those of `matenro solve`.

The results go to every --output, its form by its ending (.jsonl, .csv, .md, else text); `{collection}` in its name makes one file for each collection. Without one they go to standard output. A first Ctrl-C stops the running problems and keeps what is done; a second one leaves at once.";

/// `matenro solve`
#[allow(clippy::struct_excessive_bools, reason = "each flag stands for itself")]
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// File, folder, `-` for standard input, or built-in: collection, problem id, beginning of ids
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<OsString>,

    /// Solve this position
    #[arg(long, value_name = "SFEN", conflicts_with = "inputs")]
    pub sfen: Option<String>,

    /// Rules to play by.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// What to find out
    #[arg(long, value_enum, default_value = "shortest", value_name = "GOAL")]
    pub goal: Goal,

    /// How to find it out
    #[arg(long, value_enum, default_value = "auto", value_name = "METHOD")]
    pub method: Method,

    /// Give up the question whether a single move is as good as that of the main line, and with
    /// --goal sound what it is, after so many steps of search
    ///
    /// What keeps the verdict about soundness open is asked again with up to 64 times as many.
    #[arg(long, value_name = "N", value_parser = values::count, default_value = "200k", help_heading = "Limits")]
    pub steps_each: u64,

    /// Give up a problem after so many expansions (2M, 2_000_000)
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Give up a problem after this time (30s, 2min, none) [default: 60s, or none with --nodes]
    #[arg(long, value_name = "DURATION", value_parser = values::duration, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Memory for all searches together (4G, 512MiB) [default: half of the machine's]
    ///
    /// It is shared out among the problems worked on at the same time. A search that has used up its share
    /// forgets what is cheap to find again and goes on.
    #[arg(long, value_name = "SIZE", value_parser = values::size, help_heading = "Limits")]
    pub memory: Option<u64>,

    /// Threads [default: one per processor]
    ///
    /// Each works on a problem of its own. Where there are no more, it helps with one that takes long,
    /// unless --nodes is given: then every problem is searched alike in every run.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub threads: Option<u16>,

    /// Keep what the search of one problem finds in this file, and go on from it if it is there
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        help_heading = "Limits",
        hide_short_help = true
    )]
    pub checkpoint: Option<PathBuf>,

    /// How often the file is written, besides at the end
    #[arg(
        long,
        value_name = "DURATION",
        value_parser = values::duration,
        default_value = "5min",
        requires = "checkpoint",
        help_heading = "Limits",
        hide_short_help = true
    )]
    pub checkpoint_every: Duration,

    /// Write a certificate of each answer into this folder, as ID.mcert.gz
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Certificates")]
    pub certificate: Option<PathBuf>,

    /// Have each certificate checked before the answer counts as certified
    #[arg(long, help_heading = "Certificates")]
    pub self_check: bool,

    /// Form of the results [default: by the ending of --output, else text]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<Format>,

    /// Write the results to a file (`-` is standard output)
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Leave out times, so that equal runs give equal bytes
    #[arg(long, help_heading = "Output")]
    pub no_timing: bool,

    /// No progress and no summary on standard error
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,

    /// How pieces are drawn in text
    #[arg(
        long,
        value_enum,
        value_name = "PIECES",
        default_value = "kanji",
        help_heading = "Output"
    )]
    pub board: Board,

    /// How moves are written in text
    #[arg(long, value_name = "NOTATION", value_parser = values::notation(), default_value = "usi", help_heading = "Output")]
    pub notation: MoveNotation,

    /// Write what repeats in the main line once: `( ... )×41` (text only)
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub fold: bool,
}

/// `matenro verify`
#[allow(clippy::struct_excessive_bools, reason = "each flag stands for itself")]
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// File, folder, `-` for standard input, or built-in: collection, problem id, beginning of ids
    /// [default: kinuburui]
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<OsString>,

    /// Rules to play by.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Compare with all other presets, and with every single change of a rule
    #[arg(long, help_heading = "Rules")]
    pub all_rules: bool,

    /// Give up the question what a single move is worth after so many steps of search
    ///
    /// What keeps the verdict about soundness open is asked again with up to 64 times as many.
    #[arg(long, value_name = "N", value_parser = values::count, default_value = "50k", help_heading = "Limits")]
    pub steps_each: u64,

    /// Give up a problem after so many expansions (2M, 2_000_000)
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Give up a problem after this time (30s, 2min, none) [default: 4s, or none with --nodes]
    #[arg(long, value_name = "DURATION", value_parser = values::duration, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Begin no problem after this time, and stop those that run
    #[arg(long, value_name = "DURATION", value_parser = values::duration, help_heading = "Limits")]
    pub total_time: Option<Duration>,

    /// Memory for all searches together (4G, 512MiB) [default: half of the machine's]
    ///
    /// It is shared out among the problems worked on at the same time. A search that has used up its share
    /// forgets what is cheap to find again and goes on.
    #[arg(long, value_name = "SIZE", value_parser = values::size, help_heading = "Limits")]
    pub memory: Option<u64>,

    /// Threads [default: one per processor]
    ///
    /// Each works on a problem of its own. Where there are no more, it helps with one that takes long,
    /// unless --nodes is given: then every problem is searched alike in every run.
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub jobs: Option<u16>,

    /// Write a certificate of each answer into this folder, as ID.mcert.gz
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Certificates")]
    pub certificate: Option<PathBuf>,

    /// Do not have the answers checked by the independent checker
    #[arg(long, help_heading = "Certificates")]
    pub no_self_check: bool,

    /// Form of the results where no ending says it [default: text]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<VerifyFormat>,

    /// Write the results to a file (`-` is standard output); may be repeated
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Vec<PathBuf>,

    /// Write the contradictions to published claims to a Markdown file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub errata: Option<PathBuf>,

    /// Take over what is finished in this file, and add the rest to it
    #[arg(long, value_name = "FILE.jsonl", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub resume: Option<PathBuf>,

    /// Only this problem, at length: a board at each finding
    #[arg(long, value_name = "ID", conflicts_with_all = ["format", "output", "errata", "resume"], help_heading = "Output")]
    pub explain: Option<String>,

    /// Leave out times, so that equal runs give equal bytes
    #[arg(long, help_heading = "Output")]
    pub no_timing: bool,

    /// No progress and no summary on standard error
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,

    /// How pieces are drawn with --explain
    #[arg(
        long,
        value_enum,
        value_name = "PIECES",
        default_value = "kanji",
        help_heading = "Output"
    )]
    pub board: Board,

    /// How moves are written in text
    #[arg(long, value_name = "NOTATION", value_parser = values::notation(), default_value = "usi", help_heading = "Output")]
    pub notation: MoveNotation,

    /// Write what repeats in the main line once: `( ... )×41` (text and Markdown only)
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub fold: bool,
}

/// Form of verified problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VerifyFormat {
    /// Status, statement and corrected line for people
    Text,
    /// One JSON object a line
    Jsonl,
    /// A table
    Csv,
    /// Markdown, one section a problem
    Md,
}

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Goal {
    /// Whether there is a mate
    Mate,
    /// The exact length, proved from both sides
    Shortest,
    /// The exact length, and whether the solution is unique: duals, cooks, detours
    Sound,
}

/// How the answer is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// The whole check graph if it is tiny, else by search
    Auto,
    /// Proof-number search
    Search,
    /// The whole check graph and one backward pass
    Enumerate,
}

/// Form of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Board, verdict and line for people
    Text,
    /// One JSON object a line
    Jsonl,
    /// A table
    Csv,
}
