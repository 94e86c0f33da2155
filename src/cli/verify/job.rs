//! What `matenro verify` was asked to do, and the work on one problem.

use std::collections::HashMap;
use std::ffi::OsString;
use std::time::{Duration, Instant};

use anyhow::bail;

use super::resume::Resume;
use crate::cli::args::{Board, VerifyArgs};
use crate::cli::batch::Threads;
use crate::cli::certify::Certifier;
use crate::cli::input::{self, Item, Task};
use crate::cli::memory;
use crate::cli::running::Running;
use crate::notation::usi::write_line;
use crate::notation::{Builtin, MoveNotation, builtin, sfen, usi};
use crate::report::verification::{Heading, Known, explain};
use crate::report::{VerificationRecord, VerifyRecord};
use crate::rules::{Move, Position, Rules, Setup};
use crate::search::Limits;
use crate::verify::{self, Published, Settings};

/// The collection that is verified if none is named.
const DEFAULT_INPUT: &str = "kinuburui";

/// Time for a problem if the user names no limit: the 67 of the default collection on two
/// processors end within two minutes.
const DEFAULT_TIME: Duration = Duration::from_secs(4);

/// What `matenro verify` was asked to do.
#[derive(Debug)]
pub struct Job {
    /// The records of the input.
    pub items: Vec<Item>,
    /// Problems worked on at the same time.
    pub threads: Threads,
    /// Whether nothing is said on standard error but errors.
    pub quiet: bool,
    /// Whether what repeats in main lines is written once, in forms for people.
    pub fold: bool,
    /// Whether times are told.
    pub timing: bool,
    rules: Rules,
    settings: Settings,
    limits: Limits,
    begun: Instant,
    total_time: Option<Duration>,
    board: Board,
    notation: MoveNotation,
    diagrams: HashMap<String, Setup>,
    certifier: Certifier,
}

impl Job {
    /// What the arguments mean.
    ///
    /// # Errors
    /// If an input cannot be read, or an output would overwrite one.
    pub fn new(args: &VerifyArgs) -> anyhow::Result<Job> {
        let rules = args.rules.rules();
        let default = [OsString::from(args.explain.as_deref().unwrap_or(DEFAULT_INPUT))];
        let inputs = if args.inputs.is_empty() { &default[..] } else { &args.inputs };
        let items = input::read_all(inputs, rules)?;
        if items.is_empty() {
            bail!("no problem in the input");
        }
        for path in args.output.iter().chain(&args.errata).chain(&args.resume) {
            input::refuse_overwriting(&args.inputs, path)?;
        }
        let threads = Threads::new(args.jobs, items.len(), args.nodes.is_some());
        let memory = memory::for_each_of(threads.count, args.memory);
        let ids = items.iter().map(Item::id);
        let certifier = Certifier::new(args.certificate.as_deref(), !args.no_self_check, ids)?;
        let mut job = Job {
            certifier,
            rules,
            settings: Settings { rules, steps_each: args.steps_each, all_rules: args.all_rules },
            limits: Limits {
                expansions: args.nodes,
                time: args.time.or(args.nodes.is_none().then_some(DEFAULT_TIME)),
                memory_bytes: Some(memory),
            },
            threads,
            begun: Instant::now(),
            total_time: args.total_time,
            board: args.board,
            notation: args.notation,
            fold: args.fold,
            timing: !args.no_timing,
            quiet: args.quiet,
            diagrams: HashMap::new(),
            items,
        };
        job.diagrams = job.diagrams();
        Ok(job)
    }

    /// The diagrams that problems may name as their own: those of the input and the built-in ones.
    fn diagrams(&self) -> HashMap<String, Setup> {
        let is_asked = self.tasks().any(|task| !task.same_as.is_empty());
        let collections = builtin::BUILTIN.iter().filter(|_| is_asked);
        let built_in = collections.flat_map(Builtin::problems);
        let mut diagrams: HashMap<String, Setup> =
            built_in.map(|problem| (problem.id, problem.setup)).collect();
        diagrams.extend(self.tasks().map(|task| (task.id.clone(), task.setup.clone())));
        diagrams
    }

    fn tasks(&self) -> impl Iterator<Item = &Task> {
        self.items.iter().filter_map(|item| match item {
            Item::Task(task) => Some(task),
            Item::Bad(_) => None,
        })
    }

    /// The collection that an item belongs to.
    #[must_use]
    pub fn collection(item: &Item) -> &str {
        match item {
            Item::Task(task) => &task.collection,
            Item::Bad(_) => "",
        }
    }

    /// The names of the collections in the order in which they come.
    #[must_use]
    pub fn collections(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for task in self.tasks() {
            if !names.contains(&task.collection) {
                names.push(task.collection.clone());
            }
        }
        names
    }

    /// The place of the problem with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<usize> {
        self.items.iter().position(|item| matches!(item, Item::Task(task) if task.id == id))
    }

    /// For every item the record that an earlier run has of it.
    #[must_use]
    pub fn taken_over(&self, resume: Option<&Resume>) -> Vec<Option<VerifyRecord>> {
        let of = |item: &Item| {
            let Item::Task(task) = item else { return None };
            let rules = self.rules.to_string();
            let mut record = resume?
                .find(&task.id, &fingerprint(task, self.rules), &rules, self.settings.all_rules)?
                .clone();
            if !self.timing {
                record.time_s = None;
            }
            Some(VerifyRecord::Verification(Box::new(record)))
        };
        self.items.iter().map(of).collect()
    }

    /// Works on one item; `None` once everything was told to stop or the time for all is over.
    #[must_use]
    pub fn work(&self, index: usize, running: &Running) -> Option<VerifyRecord> {
        let left = self.total_time.map(|total| total.saturating_sub(self.begun.elapsed()));
        if running.is_stopped() || left == Some(Duration::ZERO) {
            return None;
        }
        let task = match &self.items[index] {
            Item::Bad(error) => return Some(VerifyRecord::Error(error.clone())),
            Item::Task(task) => task,
        };
        let time = [self.limits.time, left].into_iter().flatten().min();
        let limits = Limits { time, ..self.limits };
        let place = running.enter(index, &task.id)?;
        let elsewhere = self.elsewhere(task);
        let published = Published {
            setup: &task.setup,
            main: &task.published,
            variations: &task.variations,
            claim: task.claim,
            claimed_plies: task.claimed_plies,
            elsewhere: &elsewhere,
        };
        let found =
            verify::verify_with_evidence(&published, &self.settings, &limits, place.control());
        let record = found.map_err(anyhow::Error::from).and_then(|(verification, evidence)| {
            let root = Position::new(&task.setup, self.rules)?;
            let claims = verify::claims::claims(&root, &verification);
            let (level, has_checks) =
                self.certifier.certify_claims(index, &root, &claims, &evidence)?;
            let known = Known { level, has_checks };
            Ok(VerificationRecord::new(self.heading(task), &verification, known, self.timing))
        });
        Some(match record {
            Ok(record) => VerifyRecord::Verification(Box::new(record)),
            Err(error) => VerifyRecord::Error(task.error(format!("{error:#}"))),
        })
    }

    fn heading(&self, task: &Task) -> Heading {
        Heading {
            id: task.id.clone(),
            collection: task.collection.clone(),
            source: task.source.clone(),
            sfen: sfen::write(&task.setup, &self.rules),
            rules: self.rules.to_string(),
            input: fingerprint(task, self.rules),
            claim: task.claim,
            claimed_plies: task.claimed_plies,
        }
    }

    /// The diagrams that the problem says are its own. A name may leave out the collection's part of
    /// an id (`B34` for `msm-B34`) if only one id ends so.
    fn elsewhere(&self, task: &Task) -> Vec<(String, Setup)> {
        let find = |name: &String| {
            if let Some(setup) = self.diagrams.get(name) {
                return Some((name.clone(), setup.clone()));
            }
            let ending = format!("-{name}");
            let mut all = self.diagrams.iter().filter(|(id, _)| id.ends_with(&ending));
            match (all.next(), all.next()) {
                (Some((id, setup)), None) => Some((id.clone(), setup.clone())),
                _ => None,
            }
        };
        task.same_as.iter().filter_map(find).collect()
    }

    /// A line of USI moves in the notation asked for.
    #[must_use]
    pub fn notated(&self, task: &Task, line: &[String]) -> Vec<String> {
        let Ok(position) = Position::new(&task.setup, self.rules) else { return line.to_vec() };
        match explain::moves(line) {
            Some(moves) if self.notation != MoveNotation::Usi => {
                let moves: Vec<Move> = moves;
                self.notation.write_line(&moves, &position)
            }
            _ => line.to_vec(),
        }
    }

    /// One problem at length.
    #[must_use]
    pub fn explanation(&self, index: usize, record: &VerificationRecord) -> String {
        let Item::Task(task) = &self.items[index] else { return String::new() };
        let style =
            explain::Style { board: self.board.style(), notation: self.notation, fold: self.fold };
        explain::text(record, &task.setup, self.rules, style)
    }
}

/// Sixteen hexadecimal digits that change with all of a problem that its verification looks at
/// (FNV-1a).
fn fingerprint(task: &Task, rules: Rules) -> String {
    let variations: Vec<String> = task.variations.iter().map(|line| write_line(line)).collect();
    let text = format!(
        "{}\n{}\n{}\n{}\n{:?}",
        sfen::write(&task.setup, &rules),
        usi::write_line(&task.published),
        variations.join("|"),
        task.claim.name(),
        task.claimed_plies
    );
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
