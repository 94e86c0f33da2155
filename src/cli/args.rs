//! What the user typed. What it means is the jobs' business.

// The comments on the fields are the help text, for the terminal and not for rustdoc.
#![allow(clippy::doc_markdown)]

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use super::values::{self, RuleSetting};
use crate::notation::{Attacker, BoardStyle, DocumentFormat, Encoding, MoveNotation};
use crate::rules::Rules;

/// The exit statuses, as they stand in help, man page and README.
pub const EXIT_STATUS: &str = "\
Exit status:
  0    everything asked is established
  1    an answer, and it is no (no mate, illegal move, certificate rejected)
  2    usage, input, IO or internal error
  3    undetermined: a limit was reached
  130  interrupted

Over a batch: 130 before 2 before 1 before 3 before 0.";

const EXAMPLES: &str = "\
Examples:
  matenro solve kinuburui              a built-in collection
  matenro solve kinuburui-02 msm-A     one problem, and all whose id begins so
  matenro solve mine.csv more/ -       a file, a folder, standard input
  matenro moves --kind checks --sfen '12/7Q4/7N3n/10g1/10P1/9P1k/10+p1/9qt1/12/12/12/12 b - 1'
  matenro list";

const SOLVE_EXAMPLES: &str = "\
Examples:
  matenro solve kinuburui-02
  matenro solve kinuburui --nodes 2M --time 30s
  matenro solve problems/*.csv --format jsonl -o results.jsonl
  matenro solve --rules jcsa --rule promotion=after-turn mine.csv
  matenro solve kinuburui --certificate proofs/ --self-check
  matenro solve --no-timing --threads 1 --nodes 1M msm-A   (reproducible to the byte)

Inputs are collections as CSV (only the column sfen is required) or JSON Lines, plain text with one SFEN a line, or any other form that `matenro convert` reads (KIF in UTF-8 or Shift_JIS among them). A folder stands for its files with known endings (.csv, .jsonl, .sfen, .txt, .kif and so on) in order of name, folders inside included. An existing file wins over a built-in name.

A first Ctrl-C stops the running problems and prints what is known, a second one leaves at once. If the reader of the output goes away, the run ends quietly with the status of what was written until then.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  matenro verify                                       the built-in kinuburui
  matenro verify msm-dewitt -o msm.csv -o msm.md -o msm.jsonl
  matenro verify mine.csv --resume run.jsonl           goes on where a run was stopped
  matenro verify msm-B23 --certificate proofs/         and keeps the certificate
  matenro verify kinuburui --explain kinuburui-02 --notation japanese
  matenro verify --nodes 200k --no-timing kinuburui    (reproducible to the byte)

Every published line is replayed from its diagram; what is found has a kind, a ply and a line that shows it (docs/verify.md explains kinds, statuses and the forms of the results). Inputs are those of `matenro solve`.

The results go to every --output, its form by its ending (.jsonl, .csv, .md, else text); `{collection}` in its name makes one file for each collection. Without one they go to standard output. A first Ctrl-C stops the running problems and keeps what is done; a second one leaves at once.";

const MOVES_EXAMPLES: &str = "\
Examples:
  matenro moves --sfen SFEN
  matenro moves --kind evasions < positions.txt
  matenro moves --sfen SFEN --why 6e4d

One position a line on standard input gives one line of moves: in USI, sorted, equal-effect spellings once. A position that cannot be read gives an empty line and a message.";

const CHECK_EXAMPLES: &str = "\
Examples:
  matenro solve kinuburui-02 --certificate proofs/
  matenro check proofs/kinuburui-02.mcert.gz
  matenro check - < proof.txt

Prints what each certificate establishes: root, rules, claims. The check does no search and uses the plain reference rules; the program `matenro-check` does the same and contains no solver. The format stands in docs/certificate.md. Here status 2 says that a file is no certificate, or not a whole one.";

const CONVERT_EXAMPLES: &str = "\
Examples:
  matenro convert game.kif --to tsa
  matenro convert kinuburui --to kif -o kinuburui.kifu
  matenro convert list.txt --to csv --sfen SFEN      (moves without a position)
  matenro convert msm.txt --from forsyth --attacker upper --to sfen

The form of the input is seen from its content. A bad record is reported with file, line and column, and the rest is done. A file named .kif is written in Shift_JIS, every other one in UTF-8.";

/// Solves tsume chu shogi: mating problems of Chu Shogi, the 12x12 shogi with lions.
#[derive(Debug, Parser)]
#[command(
    name = "matenro",
    version,
    max_term_width = 100,
    after_help = "Exit status: 0 established, 1 no, 2 error, 3 undetermined, 130 interrupted.",
    after_long_help = const_format(&[EXAMPLES, EXIT_STATUS]),
    disable_help_subcommand = true,
    propagate_version = true,
    args_override_self = true
)]
pub struct Cli {
    /// When to use colour (NO_COLOR is honoured too)
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,

    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

fn const_format(parts: &[&str]) -> String {
    parts.join("\n\n")
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve problems: is there a mate, and how long is it?
    #[command(after_long_help = const_format(&[SOLVE_EXAMPLES, EXIT_STATUS]))]
    Solve(SolveArgs),
    /// Check published solutions: what is wrong, cooked, slow or unfinished, and what is right
    #[command(after_long_help = const_format(&[VERIFY_EXAMPLES, EXIT_STATUS]))]
    Verify(VerifyArgs),
    /// Check certificates: does what they claim follow?
    #[command(after_long_help = const_format(&[CHECK_EXAMPLES, EXIT_STATUS]))]
    Check(CheckArgs),
    /// List the moves of a position, or explain why a move is illegal
    #[command(after_long_help = const_format(&[MOVES_EXAMPLES, EXIT_STATUS]))]
    Moves(MovesArgs),
    /// Change games and problems from one form into another
    #[command(after_long_help = const_format(&[CONVERT_EXAMPLES, EXIT_STATUS]))]
    Convert(ConvertArgs),
    /// Show positions with their lines of moves
    #[command(after_long_help = EXIT_STATUS)]
    Show(ShowArgs),
    /// Speak the USI protocol with a board program (go mate)
    #[command(after_long_help = EXIT_STATUS)]
    Usi(UsiArgs),
    /// Count the move paths from a position, depth by depth
    #[command(after_long_help = EXIT_STATUS)]
    Perft(PerftArgs),
    /// List the built-in collections, or the problems of one
    #[command(after_long_help = EXIT_STATUS)]
    List(ListArgs),
    /// Write a completion script for a shell
    Completions(CompletionsArgs),
    /// Write a man page (roff): `matenro man | man -l -`
    Man(ManArgs),
}

/// `matenro solve`
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
    #[arg(long, value_name = "N", value_parser = values::count, default_value = "200k", help_heading = "Limits")]
    pub steps_each: u64,

    /// Give up a problem after so many expansions (2M, 2_000_000)
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Give up a problem after this time (30s, 2min, none) [default: 60s, or none with --nodes]
    #[arg(long, value_name = "DURATION", value_parser = values::duration, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Memory for all searches together, shared out among the threads (4G, 512MiB) [default: half
    /// of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = values::size, help_heading = "Limits")]
    pub memory: Option<u64>,

    /// Problems worked on at the same time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub threads: Option<u16>,

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
}

/// `matenro verify`
// Each flag stands for itself.
#[allow(clippy::struct_excessive_bools)]
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

    /// Memory for all searches together, shared out among the jobs (4G, 512MiB) [default: half of
    /// the machine's]
    #[arg(long, value_name = "SIZE", value_parser = values::size, help_heading = "Limits")]
    pub memory: Option<u64>,

    /// Problems worked on at the same time [default: one per processor]
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

/// `matenro check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Certificates: gzip if the name ends in .gz, else plain text; `-` is standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
}

/// `matenro moves`
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// The position [default: positions from standard input, one a line]
    #[arg(long, value_name = "SFEN")]
    pub sfen: Option<String>,

    /// Which moves
    #[arg(long, value_enum, default_value = "all", value_name = "KIND")]
    pub kind: Kind,

    /// Instead of listing, say whether this move is legal, and why not
    #[arg(long, value_name = "MOVE")]
    pub why: Option<String>,

    /// How moves are written
    #[arg(long, value_name = "NOTATION", value_parser = values::notation(), default_value = "usi")]
    pub notation: MoveNotation,

    /// Rules to play by.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// How documents are read.
#[derive(Debug, Args)]
pub struct ReadArgs {
    /// File, folder, `-` for standard input, or built-in: collection, problem id, beginning of ids
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<OsString>,

    /// Form of the input [default: seen from its content]
    #[arg(long, value_name = "FORMAT", value_parser = values::document_format(), help_heading = "Input")]
    pub from: Option<DocumentFormat>,

    /// Encoding of the input [default: UTF-8 if it is that, else Shift_JIS]
    #[arg(long, value_enum, value_name = "ENCODING", help_heading = "Input")]
    pub encoding: Option<EncodingName>,

    /// Letters of the attacker on a Forsyth board [default: the side without a king]
    #[arg(long, value_enum, value_name = "CASE", help_heading = "Input")]
    pub attacker: Option<Case>,

    /// Position of moves that come without one
    #[arg(long, value_name = "SFEN", help_heading = "Input")]
    pub sfen: Option<String>,

    /// Rules to play by.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// `matenro convert`
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// What to read.
    #[command(flatten)]
    pub read: ReadArgs,

    /// Form of the output [default: by the ending of --output]
    #[arg(long, value_name = "FORMAT", value_parser = values::document_format(), help_heading = "Output")]
    pub to: Option<DocumentFormat>,

    /// Notation of moves where the form leaves it open (text, latin, markdown, japanese)
    #[arg(long, value_name = "NOTATION", value_parser = values::notation(), help_heading = "Output")]
    pub notation: Option<MoveNotation>,

    /// Write to a file (`-` is standard output)
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Encoding of the output [default: Shift_JIS for a .kif file, else UTF-8]
    #[arg(long, value_enum, value_name = "ENCODING", help_heading = "Output")]
    pub output_encoding: Option<EncodingName>,

    /// Only errors on standard error
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// `matenro show`
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// What to read.
    #[command(flatten)]
    pub read: ReadArgs,

    /// How pieces are drawn
    #[arg(long, value_enum, value_name = "PIECES", default_value = "kanji")]
    pub board: Board,

    /// How moves are written [default: japanese-short, or tsa with --board latin]
    #[arg(long, value_name = "NOTATION", value_parser = values::notation())]
    pub notation: Option<MoveNotation>,
}

/// `matenro usi`
#[derive(Debug, Args)]
pub struct UsiArgs {
    /// Memory for the search (4G, 512MiB); the option `USI_Hash` sets it too [default: half of the
    /// machine's]
    #[arg(long, value_name = "SIZE", value_parser = values::size)]
    pub memory: Option<u64>,

    /// Rules to play by.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// `matenro perft`
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// How deep to count
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u8).range(1..))]
    pub depth: u8,

    /// The position [default: the start of the game]
    #[arg(long, value_name = "SFEN")]
    pub sfen: Option<String>,

    /// Count below each move of the position as well
    #[arg(long)]
    pub divide: bool,

    /// Rules to play by.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// `matenro list`
#[derive(Debug, Args)]
pub struct ListArgs {
    /// A built-in collection, a problem id or the beginning of ids
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// `matenro completions`
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `matenro man`
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command whose page is wanted [default: the program's own page]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// Which rules to play by.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// Rules: historic, lishogi, jcsa, muller or msm
    #[arg(
        long = "rules",
        value_name = "PRESET",
        default_value = "historic",
        help_heading = "Rules"
    )]
    preset: Rules,

    /// Set one rule over the preset, such as promotion=always (may be repeated)
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = values::rule_setting, help_heading = "Rules")]
    settings: Vec<RuleSetting>,
}

impl RulesArgs {
    /// The rules meant.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let mut rules = self.preset;
        for setting in &self.settings {
            setting.apply(&mut rules);
        }
        rules
    }
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
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

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Board {
    /// One kanji a piece
    Kanji,
    /// Western abbreviations
    Latin,
}

impl Board {
    /// The style of the diagrams.
    #[must_use]
    pub const fn style(self) -> BoardStyle {
        match self {
            Board::Kanji => BoardStyle::Kanji,
            Board::Latin => BoardStyle::Latin,
        }
    }
}

/// How text is kept in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncodingName {
    /// UTF-8
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// Shift_JIS
    #[value(name = "shift-jis", aliases = ["shift_jis", "sjis", "cp932"])]
    ShiftJis,
}

impl EncodingName {
    /// The encoding meant.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        match self {
            EncodingName::Utf8 => Encoding::Utf8,
            EncodingName::ShiftJis => Encoding::ShiftJis,
        }
    }
}

/// Letters of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Case {
    /// Capitals
    Upper,
    /// Small letters
    Lower,
}

impl Case {
    /// Whose letters.
    #[must_use]
    pub const fn attacker(self) -> Attacker {
        match self {
            Case::Upper => Attacker::Upper,
            Case::Lower => Attacker::Lower,
        }
    }
}

/// Which moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// All legal moves of the game
    All,
    /// The attacker's checks
    Checks,
    /// The defender's evasions
    Evasions,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_of_the_arguments_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn settings_go_over_the_preset() {
        let cli = Cli::parse_from([
            "matenro",
            "solve",
            "x",
            "--rules",
            "jcsa",
            "--rule",
            "promotion=always",
        ]);
        let Command::Solve(args) = cli.command else { panic!("not solve") };
        let rules = args.rules.rules();
        assert_eq!(rules.promotion.name(), "always");
        assert_eq!(rules.counter_strike.name(), "unprotected-allowed");
    }
}
