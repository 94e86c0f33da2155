//! `matenro usi`: the protocol that board programs speak with solvers.
//!
//! One search at a time runs on a thread of its own while the commands are read. Every `go` is
//! answered by exactly one `checkmate` line, whatever becomes of the search. Nonsense is told in an
//! `info string` line and passed over. When nobody reads our answers the process ends quietly.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::args::UsiArgs;
use super::batch::Threads;
use super::fence::fenced;
use super::memory;
use super::status::Status;
use crate::notation::text::without_bom;
use crate::notation::{MoveNotation, sfen};
use crate::report::text::clean;
use crate::rules::{Position, Rules};
use crate::search::{self, Control, Goal, Limits, Solution, Verdict};

/// The stack of the search's thread.
const STACK_BYTES: usize = 256 << 20;

/// Greatest number of threads that can be asked for, as for `--threads`.
const MOST_THREADS: u16 = 1024;

/// How often a running search is told of.
const TICK: Duration = Duration::from_secs(1);

/// `matenro usi`
///
/// # Errors
/// If standard input or output fails.
pub fn run(args: &UsiArgs) -> anyhow::Result<Status> {
    let memory_bytes = args.memory.unwrap_or_else(memory::default_bytes);
    let mut engine = Engine {
        rules: args.rules.rules(),
        goal: Goal::Shortest,
        limits: Limits {
            expansions: None,
            time: None,
            memory_bytes: Some(usize::try_from(memory_bytes).unwrap_or(usize::MAX)),
        },
        place: None,
        threads: 1,
        search: None,
    };
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            // Who has no more to say may still wait for the answer of a search that ends by itself.
            engine.finish(engine.search.as_ref().is_some_and(|search| !search.ends));
            return Ok(Status::Established);
        }
        let text = String::from_utf8_lossy(&line);
        if !engine.command(without_bom(&text).trim()) {
            engine.finish(true);
            return Ok(Status::Established);
        }
    }
}

/// Says one line. Without a listener there is nothing left to do.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(i32::from(Status::Established.number()));
    }
}

fn complain(text: impl std::fmt::Display) {
    say(&format!("info string error: {}", clean(&text.to_string())));
}

/// A running search.
struct Running {
    control: Arc<Control>,
    thread: JoinHandle<()>,
    /// True if it ends without being stopped.
    ends: bool,
}

struct Engine {
    rules: Rules,
    goal: Goal,
    limits: Limits,
    threads: u16,
    /// The text of the position; it is read under the rules in force when the search begins.
    place: Option<Position>,
    search: Option<Running>,
}

impl Engine {
    /// Does what a line says; false if it says to quit.
    fn command(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" | "usinewgame" | "gameover" | "ponderhit" => {}
            "usi" => self.introduce(),
            "isready" => say("readyok"),
            "setoption" => {
                if let Err(error) = self.set_option(rest) {
                    complain(error);
                }
            }
            "position" => {
                self.place = None;
                match self.read_position(rest) {
                    Ok(position) => self.place = Some(position),
                    Err(error) => complain(error),
                }
            }
            "go" => self.go(rest),
            "stop" => self.finish(true),
            "quit" => return false,
            _ => complain(format_args!("unknown command `{}`", shorten(word))),
        }
        true
    }

    fn introduce(&self) {
        say(&format!("id name matenro {}", env!("CARGO_PKG_VERSION")));
        say("id author the matenro authors");
        let hash = self.limits.memory_bytes.unwrap_or(0) >> 20;
        say(&format!("option name USI_Hash type spin default {hash} min 1 max 1048576"));
        say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
        let rules = Rules::PRESETS.map(|preset| format!(" var {preset}")).concat();
        say(&format!("option name Rules type combo default {}{rules}", self.rules));
        say("option name Nodes type spin default 0 min 0 max 9223372036854775807");
        say("option name Goal type combo default shortest var shortest var mate");
        say("usiok");
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let text = text.strip_prefix("name").map_or(text, str::trim_start);
        let (name, value) = text.split_once(" value").unwrap_or((text, ""));
        let (name, value) = (name.trim(), value.trim());
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| format!("{name}: expected a number, found `{}`", shorten(value)))
        };
        match name.to_ascii_lowercase().as_str() {
            "usi_hash" | "hash" => {
                let bytes = number()?.max(1).saturating_mul(1 << 20);
                self.limits.memory_bytes = Some(usize::try_from(bytes).unwrap_or(usize::MAX));
            }
            "threads" => {
                self.threads = u16::try_from(number()?)
                    .ok()
                    .filter(|threads| (1..=MOST_THREADS).contains(threads))
                    .ok_or_else(|| {
                        format!("Threads: expected 1 to {MOST_THREADS}, found `{}`", shorten(value))
                    })?;
            }
            "nodes" => self.limits.expansions = Some(number()?).filter(|&nodes| nodes > 0),
            "rules" => {
                self.rules = value.parse().map_err(|error| format!("{error}"))?;
                // The position was read under other rules.
                self.place = None;
            }
            "goal" => match value {
                "mate" => self.goal = Goal::Mate,
                "shortest" => self.goal = Goal::Shortest,
                _ => {
                    return Err(format!(
                        "Goal: expected shortest or mate, found `{}`",
                        shorten(value)
                    ));
                }
            },
            "usi_ponder" | "ponder" => {}
            _ => return Err(format!("unknown option `{}`", shorten(name))),
        }
        Ok(())
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        let (place, moves) = match text.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves),
            None => (text.trim(), ""),
        };
        let place = match place.strip_prefix("startpos").map(str::trim) {
            Some("") => self.rules.variant.start_sfen,
            Some(rest) => {
                let found = shorten(rest);
                return Err(format!("position: expected `moves` or the end, found `{found}`"));
            }
            None => place,
        };
        let setup =
            sfen::parse(place, self.rules.variant).map_err(|e| format!("position: {e}"))?.setup;
        let mut position =
            Position::new(&setup, self.rules).map_err(|e| format!("position: {e}"))?;
        for (number, text) in (1..).zip(moves.split_whitespace()) {
            let mv = MoveNotation::Usi.read(text, &position, None);
            position.make(
                mv.map_err(|e| format!("position: move {number} (`{}`): {e}", shorten(text)))?,
            );
        }
        Ok(position)
    }

    /// `go mate infinite`, `go mate 5000`; any other `go` is taken for the former.
    fn go(&mut self, text: &str) {
        self.finish(true);
        let mut limits = self.limits;
        let mut words = text.split_whitespace().skip_while(|word| *word != "mate").skip(1);
        match words.next() {
            None | Some("infinite") => {}
            Some(word) => match word.parse() {
                Ok(time_ms) => limits.time = Some(Duration::from_millis(time_ms)),
                Err(_) => complain(format_args!(
                    "go mate: expected a time in milliseconds or `infinite`, found `{}`",
                    shorten(word)
                )),
            },
        }
        let Some(position) = self.place.clone() else {
            complain("no position to search");
            say("checkmate notimplemented");
            return;
        };
        // With a limit of nodes a search shall be repeatable.
        let threads = Threads::new(Some(self.threads), 1, limits.expansions.is_some());
        let control = Arc::new(Control { crew: threads.crew, ..Control::default() });
        let goal = self.goal;
        let its_control = Arc::clone(&control);
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || search_and_tell(&position, goal, &limits, &its_control));
        match thread {
            Ok(thread) => {
                let ends = limits.time.is_some() || limits.expansions.is_some();
                self.search = Some(Running { control, thread, ends });
            }
            Err(error) => {
                complain(format_args!("cannot start the search: {error}"));
                say("checkmate notimplemented");
            }
        }
    }

    /// Waits for the running search to answer, having told it to stop if `stop`.
    fn finish(&mut self, stop: bool) {
        if let Some(search) = self.search.take() {
            if stop {
                search.control.stop.store(true, Ordering::Relaxed);
            }
            // A panic was fenced and told already.
            let _ = search.thread.join();
        }
    }
}

/// Runs a search, tells of it while it runs, and answers.
fn search_and_tell(position: &Position, goal: Goal, limits: &Limits, control: &Control) {
    let started = Instant::now();
    let (sender, done) = std::sync::mpsc::channel::<()>();
    let result = thread::scope(|scope| {
        scope.spawn(move || {
            while done.recv_timeout(TICK) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                say(&format!(
                    "info {}",
                    figures(started.elapsed(), control.expanded.load(Ordering::Relaxed))
                ));
            }
        });
        let result = fenced(|| search::solve(position, goal, limits, control));
        drop(sender);
        result
    });
    match result {
        Ok(Ok(solution)) => answer(&solution),
        Ok(Err(error)) => {
            complain(error);
            say("checkmate notimplemented");
        }
        Err(panic) => {
            complain(panic);
            say("checkmate timeout");
        }
    }
}

fn figures(elapsed: Duration, nodes: u64) -> String {
    let nps = (nodes as f64 / elapsed.as_secs_f64().max(0.001)) as u64;
    format!("time {} nodes {nodes} nps {nps}", elapsed.as_millis())
}

fn answer(solution: &Solution) {
    let figures = figures(solution.elapsed, solution.expanded);
    let line: Vec<String> =
        solution.line.moves.iter().map(|&mv| crate::notation::usi::write(mv)).collect();
    let line = line.join(" ");
    match solution.verdict {
        Verdict::Mate => {
            let plies = solution.line.moves.len();
            say(&format!("info depth {plies} {figures} score mate {plies} pv {line}"));
            say(&format!("checkmate {line}"));
        }
        Verdict::NoMate => {
            say(&format!("info {figures}"));
            say("checkmate nomate");
        }
        Verdict::Unknown(_) => {
            say(&format!("info {figures}"));
            say("checkmate timeout");
        }
    }
}

/// Foreign text, cut at a bearable length.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}
