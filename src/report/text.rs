//! Records as text for people: diagram, verdict in plain words, main line.
//!
//! The text carries ANSI styles; who prints it to something that is not a terminal strips them.
//! Whatever comes from the input is cleaned of control characters first.

use anstyle::{AnsiColor, Style};

use super::record::{LimitName, Record, SolutionRecord, VerdictName};
use super::soundness::{PlyRecord, SoundnessRecord, UniquenessName};
use crate::notation::{Folded, text};

/// Columns that the text keeps to.
pub const WIDTH: usize = 80;

pub(super) const HEADING: Style = Style::new().bold();
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const OPEN: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const FAINT: Style = Style::new().dimmed();

/// What the text shows beside the record.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The board, drawn; ends in a line feed.
    pub diagram: String,
    /// Where the problem comes from.
    pub source: Option<String>,
    /// The length that the source claims, in plies.
    pub claimed_plies: Option<u32>,
    /// The main line in another notation than the record's.
    pub line: Option<Vec<String>>,
    /// The soundness part in that notation.
    pub soundness: Option<SoundnessRecord>,
    /// True to write what repeats in the main line once.
    pub fold: bool,
}

/// The text of a record, ending in a line feed.
#[must_use]
pub fn entry(record: &Record, context: &Context) -> String {
    match record {
        Record::Solution(solution) => problem(solution, context),
        Record::Error(error) => format!("{BAD}error{BAD:#}: {}\n", clean(&error.to_string())),
    }
}

fn problem(solution: &SolutionRecord, context: &Context) -> String {
    let mut out = format!("{HEADING}{}{HEADING:#}", clean(&solution.id));
    if let Some(source) = &context.source {
        out += &format!("  {}", clean(source));
    }
    out.push('\n');
    out += &context.diagram;
    out += &format!("{FAINT}{}{FAINT:#}\n", clean(&solution.sfen));
    out += &format!("rules {}\n", solution.rules);
    if let Some(claimed) = context.claimed_plies {
        out += &format!("claimed: mate in {}\n", plies(claimed));
    }
    out += &verdict(solution);
    out += &main_line(context.line.as_ref().unwrap_or(&solution.line), context.fold);
    if let Some(soundness) = context.soundness.as_ref().or(solution.soundness.as_ref()) {
        out += &uniqueness(soundness);
    }
    out += &format!(
        "{} expansions, {} positions",
        grouped(solution.expanded),
        grouped(solution.nodes)
    );
    if let Some(seconds) = solution.time_s {
        out += &format!(", {seconds:.2} s");
    }
    out.push('\n');
    out
}

fn verdict(solution: &SolutionRecord) -> String {
    let (style, words) = match solution.verdict {
        VerdictName::Mate => (GOOD, mate_words(solution)),
        VerdictName::NoMate => (BAD, "no mate: checks alone never mate here".to_owned()),
        VerdictName::Unknown => (OPEN, unknown_words(solution)),
    };
    if solution.verdict == VerdictName::Unknown {
        return format!("{style}{words}{style:#}\n");
    }
    let open = match solution.limit {
        Some(limit) if solution.plies.at_least == solution.plies.at_most => {
            format!("; uniqueness open: {}", limit_words(limit))
        }
        Some(limit) => format!("; exact length open: {}", limit_words(limit)),
        None => String::new(),
    };
    let convention = convention_words(solution);
    format!("{style}{words}{style:#} ({}){open}{convention}\n", solution.level.name())
}

/// The conventional length, if it is another one or is not known exactly.
fn convention_words(solution: &SolutionRecord) -> String {
    let Some(length) = solution.plies_conventional.filter(|&length| length != solution.plies)
    else {
        return String::new();
    };
    match (length.at_least, length.at_most) {
        (Some(low), Some(high)) if low == high => {
            format!("; {} by convention (then only futile interpositions)", plies(high))
        }
        (Some(low), Some(high)) => format!("; {low} to {} by convention", plies(high)),
        _ => String::new(),
    }
}

/// What the other checks along the main line are, tries only counted.
fn uniqueness(soundness: &SoundnessRecord) -> String {
    let (style, words) = match soundness.verdict {
        UniquenessName::Unique => (GOOD, "unique: no other check mates"),
        UniquenessName::UniqueButFor => (GOOD, "unique but for what custom tolerates"),
        UniquenessName::Cooked => (BAD, "cooked"),
        UniquenessName::Undetermined => (OPEN, "uniqueness undetermined"),
    };
    let tries: u32 = soundness.plies.iter().map(PlyRecord::tries).sum();
    let variations: u32 = soundness.plies.iter().map(PlyRecord::variations).sum();
    let mut out = format!(
        "{style}{words}{style:#} ({tries} {}, {variations} shorter {})\n",
        if tries == 1 { "try" } else { "tries" },
        if variations == 1 { "defence" } else { "defences" },
    );
    for step in &soundness.plies {
        let PlyRecord::Attack { ply, mv, alternatives, .. } = step else { continue };
        for other in alternatives {
            let length = match (other.plies.at_least, other.plies.at_most) {
                (Some(low), Some(high)) if low == high => format!(", {}", plies(high)),
                (Some(low), Some(high)) => format!(", {low} to {}", plies(high)),
                _ => String::new(),
            };
            out += &format!("  {ply}. {} for {mv}: {}{length}\n", other.mv, other.kind.name());
        }
    }
    out
}

fn mate_words(solution: &SolutionRecord) -> String {
    match (solution.plies.at_least, solution.plies.at_most) {
        (Some(low), Some(high)) if low == high => format!("mate in exactly {}", plies(high)),
        (Some(low), Some(high)) if low > 1 => format!("mate in {low} to {}", plies(high)),
        (_, Some(high)) => format!("mate in at most {}", plies(high)),
        (Some(low), None) => format!("mate in at least {}", plies(low)),
        (None, None) => "mate".to_owned(),
    }
}

fn unknown_words(solution: &SolutionRecord) -> String {
    let mut words = "unknown".to_owned();
    if let Some(limit) = solution.limit {
        words += ": ";
        words += limit_words(limit);
    }
    if let Some(low) = solution.plies.at_least.filter(|&low| low > 1) {
        words += &format!("; no mate in less than {}", plies(low));
    }
    words
}

/// Which limit was reached, and the flag that raises it.
fn limit_words(limit: LimitName) -> &'static str {
    match limit {
        LimitName::Steps => "out of steps for a single move (--steps-each allows more)",
        LimitName::Nodes => "out of expansions (--nodes allows more)",
        LimitName::Time => "out of time (--time allows more)",
        LimitName::Memory => "out of memory (--memory allows more)",
        LimitName::Interrupted => "interrupted",
    }
}

/// The moves, attacker's moves numbered by ply, wrapped; what repeats only once if they are to be
/// folded.
pub(super) fn main_line(moves: &[String], fold: bool) -> String {
    if fold { Folded::new(moves).text(1, WIDTH) } else { numbered(moves, 1) }
}

/// The same from a ply on; the first move is numbered whoever makes it.
pub(super) fn numbered(moves: &[String], first: u32) -> String {
    let word = |(ply, mv): (u32, &String)| {
        if ply % 2 == 1 || ply == first { format!("{ply}. {mv}") } else { mv.clone() }
    };
    let words: Vec<String> = (first..).zip(moves).map(word).collect();
    text::wrapped(&words, 2, WIDTH)
}

/// Words wrapped to [`WIDTH`], ending in a line feed.
#[must_use]
pub(super) fn wrapped(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    text::wrapped(&words, 0, WIDTH)
}

fn plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// A number with its thousands set apart by commas.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Foreign text without control characters (they could command the terminal).
#[must_use]
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;
    use unicode_width::UnicodeWidthStr;

    use super::super::record::tests::example;
    use super::*;

    fn plain(record: SolutionRecord, context: &Context) -> String {
        strip_str(&entry(&Record::Solution(record), context)).to_string()
    }

    #[test]
    fn a_mate_is_told_with_board_claim_and_numbered_line() {
        let context = Context {
            diagram: "(board)\n".into(),
            source: Some("Chushogi Kinuburui (1818)".into()),
            claimed_plies: Some(15),
            ..Context::default()
        };
        insta::assert_snapshot!(plain(example(), &context), @r"
        kinuburui-02  Chushogi Kinuburui (1818)
        (board)
        5+R2s2l/12/12/12/12/12/12/12/12/12/12/12 b - 1
        rules historic
        claimed: mate in 15 plies
        mate in at most 3 plies (searched)
          1. 9h5d+ 6c5d 3. 3e4d
        61,432 expansions, 190,221 positions, 2.42 s
        ");
    }

    #[test]
    fn a_limit_names_the_flag_that_raises_it() {
        let mut record = example();
        record.verdict = VerdictName::Unknown;
        record.limit = Some(LimitName::Nodes);
        record.line.clear();
        record.time_s = None;
        insta::assert_snapshot!(plain(record, &Context::default()), @r"
        kinuburui-02
        5+R2s2l/12/12/12/12/12/12/12/12/12/12/12 b - 1
        rules historic
        unknown: out of expansions (--nodes allows more)
        61,432 expansions, 190,221 positions
        ");
    }

    #[test]
    fn bounds_are_said_in_words() {
        let mut record = example();
        for (at_least, at_most, words) in [
            (Some(3), Some(3), "mate in exactly 3 plies"),
            (Some(3), Some(5), "mate in 3 to 5 plies"),
            (Some(1), Some(5), "mate in at most 5 plies"),
            (None, Some(1), "mate in at most 1 ply"),
        ] {
            record.plies = crate::report::PlyBounds { at_least, at_most };
            assert_eq!(mate_words(&record), words);
        }
    }

    #[test]
    fn long_lines_wrap_and_lose_no_move() {
        let moves: Vec<String> =
            (0..99).map(|i| format!("{}a{}b", i % 12 + 1, i % 7 + 1)).collect();
        let text = main_line(&moves, false);
        assert!(text.lines().all(|line| line.width() <= WIDTH));
        let read: Vec<&str> = text.split_whitespace().filter(|word| !word.ends_with('.')).collect();
        assert_eq!(read, moves);
    }

    #[test]
    fn control_characters_of_the_input_do_not_reach_the_terminal() {
        let mut record = example();
        record.id = "a\x1b[2Jb\n".into();
        let text = entry(&Record::Solution(record), &Context::default());
        assert!(!text.contains("\x1b[2J"));
        assert!(text.contains("a\u{fffd}[2Jb\u{fffd}"));
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
