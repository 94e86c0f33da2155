//! What the user typed. What it means is the jobs' business.

#![allow(clippy::doc_markdown, reason = "comments on fields are help text, for the terminal")]

mod problems;
mod report;
mod show;
mod words;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

pub use self::problems::{Format, Goal, Method, SolveArgs, VerifyArgs, VerifyFormat};
use self::problems::{SOLVE_EXAMPLES, VERIFY_EXAMPLES};
use self::report::REPORT_EXAMPLES;
pub use self::report::{ReportArgs, ReportFormat};
use self::show::SHOW_EXAMPLES;
pub use self::show::{PictureName, ShowArgs};
pub use self::words::{Board, Case, EncodingName};
use super::values::{self, RuleSetting};
use crate::notation::{DocumentFormat, MoveNotation};
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
    /// Make a site with playable boards of results and problems, or Markdown, CSV, KIF, SVG, JSON
    #[command(after_long_help = const_format(&[REPORT_EXAMPLES, EXIT_STATUS]))]
    Report(ReportArgs),
    /// Check certificates: does what they claim follow?
    #[command(after_long_help = const_format(&[CHECK_EXAMPLES, EXIT_STATUS]))]
    Check(CheckArgs),
    /// List the moves of a position, or explain why a move is illegal
    #[command(after_long_help = const_format(&[MOVES_EXAMPLES, EXIT_STATUS]))]
    Moves(MovesArgs),
    /// Change games and problems from one form into another
    #[command(after_long_help = const_format(&[CONVERT_EXAMPLES, EXIT_STATUS]))]
    Convert(ConvertArgs),
    /// Show positions with their lines of moves, as text or as pictures
    #[command(after_long_help = const_format(&[SHOW_EXAMPLES, EXIT_STATUS]))]
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
