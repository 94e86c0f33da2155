//! `matenro solve`: problems in, records out.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::args::{Board, Format, Goal, Method, SolveArgs};
use super::batch::{self, Event, Reorder, Threads};
use super::certify::Certifier;
use super::checkpoint::Checkpoint;
use super::input::{self, Item, Task};
use super::interrupt::Interrupt;
use super::output::{self, Output};
use super::progress::{Counts, Progress};
use super::running::Running;
use super::status::Status;
use super::{memory, message};
use crate::notation::{MoveNotation, board, sfen, usi};
use crate::report::{self, LimitName, Record, SolutionRecord, SoundnessRecord, Tally, VerdictName};
use crate::rules::{Position, Rules};
use crate::search::bounds::Bounds;
use crate::search::certificate::Evidence;
use crate::search::checkpoint::Saver;
use crate::search::graph::Graph;
use crate::search::{self, Control, Limits, Question, Solution};

/// What `matenro solve` was asked to do.
#[derive(Debug)]
struct Job {
    items: Vec<Item>,
    goal: search::Goal,
    method: search::Method,
    steps_each: u64,
    rules: Rules,
    limits: Limits,
    threads: Threads,
    format: Format,
    output: Option<PathBuf>,
    board: Board,
    notation: MoveNotation,
    fold: bool,
    timing: bool,
    quiet: bool,
    certifier: Certifier,
    checkpoint: Option<Checkpoint>,
}

/// Time for a problem if the user names no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// `matenro solve`
///
/// # Errors
/// If an input that was named cannot be read, or the results cannot be written. A bad record among
/// the problems is reported and the rest done.
pub fn run(args: &SolveArgs) -> anyhow::Result<Status> {
    Job::new(args)?.run()
}

impl Job {
    fn new(args: &SolveArgs) -> anyhow::Result<Job> {
        let rules = args.rules.rules();
        let items = match &args.sfen {
            Some(text) => vec![Item::Task(input::single(text, rules).context("--sfen")?)],
            None if args.inputs.is_empty() => bail!(
                "nothing to solve: name a file, a folder, `-` for standard input or a built-in \
                 collection (`matenro list`), or give a position with --sfen"
            ),
            None => input::read_all(&args.inputs, rules)?,
        };
        if items.is_empty() {
            bail!("no problem in the input");
        }
        if let Some(path) = &args.output {
            input::refuse_overwriting(&args.inputs, path)?;
        }
        let threads = Threads::new(args.threads, items.len(), args.nodes.is_some());
        let memory = memory::for_each_of(threads.count, args.memory);
        let format = args.format.unwrap_or_else(|| format_of(args.output.as_ref()));
        if args.fold && format != Format::Text {
            bail!("--fold is for text: csv and jsonl hold every move");
        }
        let ids = items.iter().map(Item::id);
        if args.checkpoint.is_some() && items.len() != 1 {
            bail!("--checkpoint is for a single problem; the input has {}", items.len());
        }
        let same =
            |path: &PathBuf| args.output.as_ref().is_some_and(|output| is_same(output, path));
        if args.checkpoint.as_ref().is_some_and(same) {
            bail!("--output and --checkpoint go to the same place");
        }
        let checkpoint = args
            .checkpoint
            .clone()
            .map(|path| {
                input::refuse_overwriting(&args.inputs, &path)?;
                Checkpoint::new(path, args.checkpoint_every)
            })
            .transpose()?;
        Ok(Job {
            rules,
            checkpoint,
            certifier: Certifier::new(args.certificate.as_deref(), args.self_check, ids)?,
            goal: match args.goal {
                Goal::Mate => search::Goal::Mate,
                Goal::Shortest => search::Goal::Shortest,
                Goal::Sound => search::Goal::Sound,
            },
            method: match args.method {
                Method::Auto => search::Method::Auto,
                Method::Search => search::Method::Search,
                Method::Enumerate => search::Method::Enumerate,
            },
            steps_each: args.steps_each,
            limits: Limits {
                expansions: args.nodes,
                time: args.time.or(args.nodes.is_none().then_some(DEFAULT_TIME)),
                memory_bytes: Some(memory),
            },
            threads,
            format,
            output: args.output.clone(),
            board: args.board,
            notation: args.notation,
            fold: args.fold,
            timing: !args.no_timing,
            quiet: args.quiet,
            items,
        })
    }

    fn run(&self) -> anyhow::Result<Status> {
        let output =
            Output::open(self.output.as_deref(), self.format == Format::Csv).context("--output")?;
        let running = Arc::new(Running::with_crew(self.threads.crew.clone()));
        let interrupt = Interrupt::install(Arc::clone(&running), output.unfinished())?;
        let progress = Progress::new(self.items.len(), self.quiet);
        let mut printer = Printer {
            job: self,
            styled: output.wants_colour(),
            output,
            progress,
            running: Arc::clone(&running),
            tally: Tally::default(),
            status: Status::Established,
            trouble: None,
        };
        if self.format == Format::Csv {
            printer.write(&report::csv::header());
        }
        let mut order = Reorder::new();
        batch::run(
            self.items.len(),
            &self.threads,
            |index| self.work(index, &running),
            |event| {
                if let Event::Finished(index, result) = event {
                    order.insert(index, result);
                    while let Some((index, result)) = order.pop() {
                        printer.record(index, result);
                    }
                }
                let tally = &printer.tally;
                let counts = Counts {
                    finished: tally.total(),
                    decided: tally.decided(),
                    expanded: tally.expanded,
                };
                printer.progress.update(counts, &running);
            },
        )
        .context("cannot start the threads; --threads asks for fewer")?;
        for (index, result) in order.drain() {
            printer.record(index, result);
        }
        printer.finish(interrupt.is_set())
    }

    /// Works on one item; `None` once everything was told to stop.
    fn work(&self, index: usize, running: &Running) -> Option<Record> {
        if running.is_stopped() {
            return None;
        }
        match &self.items[index] {
            Item::Bad(error) => Some(Record::Error(error.clone())),
            Item::Task(task) => {
                let place = running.enter(index, &task.id)?;
                Some(self.solve(index, task, place.control()))
            }
        }
    }

    fn solve(&self, index: usize, task: &Task, control: &Control) -> Record {
        let bad = |error: String| Record::Error(task.error(error));
        let position = match Position::new(&task.setup, self.rules) {
            Ok(position) => position,
            Err(error) => return bad(error.to_string()),
        };
        let question = Question {
            goal: self.goal,
            method: self.method,
            published: usi::playable(&task.published, &position),
            steps_each: self.steps_each,
        };
        let (solution, evidence) = match self.answer(&position, &question, control) {
            Ok(found) => found,
            Err(error) => return bad(format!("{error:#}")),
        };
        let level = match self.certifier.certify(index, &position, &solution, &evidence) {
            Ok(level) => level,
            Err(error) => return bad(format!("{error:#}")),
        };
        Record::Solution(SolutionRecord::new(
            task.id.clone(),
            sfen::write(&task.setup, &self.rules),
            self.rules.to_string(),
            &solution,
            level,
            usi::write,
            self.timing,
        ))
    }
}

impl Job {
    /// Asks the search, with the checkpoint if there is one.
    fn answer(
        &self,
        position: &Position,
        question: &Question,
        control: &Control,
    ) -> anyhow::Result<(Solution, Evidence)> {
        let Some(checkpoint) = &self.checkpoint else {
            return Ok(search::answer(position, question, &self.limits, control)?);
        };
        let memory = self.limits.memory_bytes.unwrap_or(usize::MAX);
        let found = checkpoint.read(position, memory)?;
        let save = |graph: &Graph, bounds: &Bounds, expanded: u64| {
            checkpoint.keep(graph, bounds, expanded, position);
        };
        let saver = Saver { every: checkpoint.every, rest: 4, save: &save };
        let answer =
            search::answer_from(position, question, &self.limits, control, found, Some(&saver))?;
        save(&answer.1.graph, &answer.1.bounds, answer.0.expanded);
        Ok(answer)
    }

    /// The main line and the soundness part in the notation asked for; `None` if that is the record's
    /// own.
    fn notated(
        &self,
        task: &Task,
        solution: &SolutionRecord,
    ) -> Option<(Vec<String>, Option<SoundnessRecord>)> {
        if self.notation == MoveNotation::Usi {
            return None;
        }
        let mut position = Position::new(&task.setup, self.rules).ok()?;
        let mut last_to = None;
        let mut texts = Vec::with_capacity(solution.line.len());
        let mut soundness = solution.soundness.clone();
        for (ply, text) in solution.line.iter().enumerate() {
            let read = |text: &str| MoveNotation::Usi.read(text, &position, last_to).ok();
            let write = |mv| self.notation.write(mv, &position, last_to);
            let mv = read(text)?;
            let here = soundness.as_mut().and_then(|soundness| soundness.plies.get_mut(ply));
            if let Some(here) = here {
                here.rewrite(|text| read(text).map(write))?;
            }
            texts.push(write(mv));
            position.make(mv);
            last_to = Some(mv.to);
        }
        Some((texts, soundness))
    }
}

/// True if the two name the same file, which need not exist yet.
fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        fs_err::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_default()
    };
    whole(one) == whole(other)
}

fn format_of(output: Option<&PathBuf>) -> Format {
    match output.and_then(|path| path.extension()).and_then(|ending| ending.to_str()) {
        Some("csv") => Format::Csv,
        Some("jsonl" | "ndjson") => Format::Jsonl,
        _ => Format::Text,
    }
}

/// What a record adds to the status of the run.
fn status_of(record: &Record) -> Status {
    match record {
        Record::Error(_) => Status::Failed,
        // A limit on a mate: its exact length was asked for and is still open.
        Record::Solution(solution) => match (solution.verdict, solution.limit) {
            (_, Some(LimitName::Interrupted)) => Status::Interrupted,
            (_, Some(_)) | (VerdictName::Unknown, None) => Status::Undetermined,
            (VerdictName::Mate, None) => Status::Established,
            (VerdictName::NoMate, None) => Status::Refuted,
        },
    }
}

/// Writes the records in order and keeps the count.
struct Printer<'a> {
    job: &'a Job,
    output: Output,
    styled: bool,
    progress: Progress,
    running: Arc<Running>,
    tally: Tally,
    status: Status,
    /// Why nothing more can be written.
    trouble: Option<io::Error>,
}

impl Printer<'_> {
    fn record(&mut self, index: usize, result: Result<Record, String>) {
        let item = &self.job.items[index];
        let record = result.unwrap_or_else(|panic| Record::Error(item.error(panic)));
        if let Record::Error(error) = &record {
            self.progress.suspend(|| message::error(error));
        }
        let bytes = match self.job.format {
            Format::Jsonl => report::record::json_line(&record).into_bytes(),
            Format::Csv => report::csv::row(&record),
            Format::Text => self.text(item, &record).into_bytes(),
        };
        self.write(&bytes);
        if self.trouble.is_none() {
            self.status = self.status.and(status_of(&record));
            self.tally.add(&record);
        }
    }

    /// The record as text; errors are told on standard error only.
    fn text(&self, item: &Item, record: &Record) -> String {
        let (Item::Task(task), Record::Solution(solution)) = (item, record) else {
            return String::new();
        };
        let (line, soundness) = self.job.notated(task, solution).unzip();
        let context = report::text::Context {
            diagram: board::diagram(&task.setup, self.job.rules.variant, self.job.board.style()),
            source: task.source.clone(),
            claimed_plies: task.claimed_plies,
            line,
            soundness: soundness.flatten(),
            fold: self.job.fold,
        };
        let gap = if self.tally.total() > self.tally.errors { "\n" } else { "" };
        let text = format!("{gap}{}", report::text::entry(record, &context));
        if self.styled { text } else { anstream::adapter::strip_str(&text).to_string() }
    }

    /// After the first failure nothing is written any more and the run winds down.
    fn write(&mut self, bytes: &[u8]) {
        if self.trouble.is_some() || bytes.is_empty() {
            return;
        }
        let output = &mut self.output;
        if let Err(error) = self.progress.suspend(|| output.write(bytes)) {
            self.running.stop();
            self.trouble = Some(error);
        }
    }

    fn finish(self, interrupted: bool) -> anyhow::Result<Status> {
        self.progress.finish();
        let elapsed = self.progress.elapsed();
        if output::reader_went_away(self.trouble)? {
            return Ok(self.status);
        }
        self.output.finish()?;
        if !self.job.quiet {
            let mut line = self.tally.line(self.job.timing.then_some(elapsed));
            let left = self.job.items.len() - self.tally.total();
            if left > 0 {
                line += &format!("; {left} not begun");
            }
            message::note(line);
        }
        let mut status = self.status;
        if self.job.checkpoint.as_ref().is_some_and(Checkpoint::has_failed) {
            status = status.and(Status::Failed);
        }
        if self.job.certifier.has_missed() {
            status = status.and(Status::Undetermined);
        }
        Ok(if interrupted { status.and(Status::Interrupted) } else { status })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_the_output_chooses_the_format() {
        let of = |path: &str| format_of(Some(&PathBuf::from(path)));
        assert_eq!(of("a.csv"), Format::Csv);
        assert_eq!(of("a.jsonl"), Format::Jsonl);
        assert_eq!(of("a.txt"), Format::Text);
        assert_eq!(of("-"), Format::Text);
        assert_eq!(format_of(None), Format::Text);
    }

    #[test]
    fn a_panic_is_an_error_record_of_its_problem_and_a_failure() {
        let task = input::single("12/12/12/12/12/12/12/12/12/12/12/12", Rules::default());
        let item = Item::Task(task.unwrap());
        let error = item.error("internal error: overflow (src/search/x.rs:7)".to_owned());
        assert_eq!(error.to_string(), "sfen: internal error: overflow (src/search/x.rs:7)");
        assert_eq!(status_of(&Record::Error(error)), Status::Failed);
    }
}
