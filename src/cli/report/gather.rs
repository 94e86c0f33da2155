//! Problems and results of all inputs, joined.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;

use super::records::{self, Content, Found};
use crate::cli::input::{self, Reading, Source};
use crate::notation::document::ReadOptions;
use crate::notation::{Claim, Problem, builtin, encoding, sfen};
use crate::report::dossier::{Dossier, read};
use crate::report::twins::Diagrams;
use crate::report::{ErrorRecord, VerificationRecord};
use crate::rules::{Rules, Setup};

/// What all inputs come to.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Problems with their results, in order.
    pub dossiers: Vec<Dossier>,
    /// Records that could not be read or joined.
    pub errors: Vec<ErrorRecord>,
    /// Problems that an earlier run could not work on, as its results say.
    pub failed: Vec<ErrorRecord>,
}

/// Reads and joins all inputs.
///
/// # Errors
/// If an input names nothing or cannot be read.
pub fn gather(inputs: &[OsString], rules: Rules) -> anyhow::Result<Gathered> {
    let options = ReadOptions { rules, ..ReadOptions::default() };
    let reading = Reading { options, ..Reading::default() };
    let mut gathered = Gathered::default();
    let mut results = Vec::new();
    for source in input::sources(inputs)? {
        match results_of(&source) {
            Some(read) => results.extend(read),
            None => gathered.add_problems(source, &reading, rules),
        }
    }
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    for (place, dossier) in gathered.dossiers.iter().enumerate() {
        places.entry(dossier.id().to_owned()).or_default().push(place);
    }
    let built_in = BuiltIn::new();
    for result in results {
        let joined = result.and_then(|found| gathered.join(found, &mut places, &built_in));
        gathered.errors.extend(joined.err());
    }
    gathered.find_twins(&built_in);
    Ok(gathered)
}

/// The results in a source; `None` if it holds problems.
fn results_of(source: &Source) -> Option<Vec<Result<Found, ErrorRecord>>> {
    let Source::Bytes(name, bytes) = source else { return None };
    let (text, _) = encoding::decode(bytes, None).ok()?;
    records::is_results(&text).then(|| records::read(&text, name))
}

/// The problems that come with the program, by id, with their collections.
struct BuiltIn(HashMap<String, (Problem, &'static str)>);

impl BuiltIn {
    fn new() -> BuiltIn {
        let collections = builtin::BUILTIN.iter();
        let problems = collections.flat_map(|builtin| {
            let problems = builtin.problems().into_iter();
            problems.map(|problem| (problem.id.clone(), (problem, builtin.name)))
        });
        BuiltIn(problems.collect())
    }
}

impl Gathered {
    fn add_problems(&mut self, source: Source, reading: &Reading, rules: Rules) {
        let file = match &source {
            Source::Bytes(name, _) => Some(name.clone()),
            Source::Unreadable(..) | Source::Builtin(_) => None,
        };
        for record in reading.records(source).records {
            match record {
                Ok(document) => {
                    let problem = document.to_problem(&rules);
                    let collection = input::collection_of(&problem.id, file.as_deref());
                    self.dossiers.push(Dossier::new(problem, collection, rules));
                }
                Err(fault) => self.errors.push(fault.error),
            }
        }
    }

    /// Puts a result to its problem: one of the input with its id and diagram, else a built-in one,
    /// else one that the result itself describes.
    fn join(
        &mut self,
        found: Found,
        places: &mut HashMap<String, Vec<usize>>,
        built_in: &BuiltIn,
    ) -> Result<(), ErrorRecord> {
        let (id, text, rules) = match &found.content {
            Content::Error(error) => {
                self.failed.push(error.clone());
                return Ok(());
            }
            Content::Solution(record) => (&record.id, &record.sfen, &record.rules),
            Content::Verification(record) => (&record.id, &record.sfen, &record.rules),
        };
        let rules: Rules = rules.parse().map_err(|error| found.error(format!("rules: {error}")))?;
        let setup = sfen::parse(text, rules.variant)
            .map_err(|error| found.error(format!("sfen: {error}")))?
            .setup;
        let known = places.get(id).into_iter().flatten().copied();
        let known = known.into_iter().find(|&place| self.dossiers[place].problem.setup == setup);
        let place = if let Some(place) = known {
            place
        } else {
            let dossier = match built_in.0.get(id).filter(|(one, _)| one.setup == setup) {
                Some((problem, home)) => Dossier::new(problem.clone(), (*home).to_owned(), rules),
                None => described(&found, setup, rules)?,
            };
            places.entry(id.clone()).or_default().push(self.dossiers.len());
            self.dossiers.push(dossier);
            self.dossiers.len() - 1
        };
        let dossier = &mut self.dossiers[place];
        match found.content {
            // Of two records of a problem the later one is the better one.
            Content::Solution(record) => {
                if dossier.verification.is_none() {
                    dossier.rules = rules;
                }
                dossier.solution = Some(record);
            }
            Content::Verification(record) => {
                dossier.rules = rules;
                dossier.verification = Some(record);
            }
            Content::Error(_) => {}
        }
        Ok(())
    }

    fn find_twins(&mut self, built_in: &BuiltIn) {
        let mut diagrams = Diagrams::default();
        for dossier in &self.dossiers {
            diagrams.add(dossier.id(), &dossier.problem.setup);
        }
        for (problem, _) in built_in.0.values() {
            diagrams.add(&problem.id, &problem.setup);
        }
        for dossier in &mut self.dossiers {
            dossier.twins = diagrams.twins(&dossier.problem, dossier.rules.variant);
        }
    }
}

/// The problem as far as its result describes it.
fn described(found: &Found, setup: Setup, rules: Rules) -> Result<Dossier, ErrorRecord> {
    let stem = Path::new(&found.file).file_stem().and_then(|stem| stem.to_str());
    let stem = stem.filter(|stem| *stem != "-").unwrap_or("stdin");
    let (id, text, verified): (&str, &str, Option<&VerificationRecord>) = match &found.content {
        Content::Solution(record) => (&record.id, &record.sfen, None),
        Content::Verification(record) => (&record.id, &record.sfen, Some(&**record)),
        Content::Error(_) => return Err(found.error("an error has no problem".to_owned())),
    };
    let problem = Problem::new(id, text, rules.variant)
        .map_err(|error| found.error(format!("sfen: {error}")))?;
    let mut problem = Problem { setup, ..problem };
    let Some(record) = verified else { return Ok(Dossier::new(problem, stem.to_owned(), rules)) };
    problem.source = record.source.clone().unwrap_or_default();
    problem.claimed_plies = record.claimed_plies;
    problem.claim = if record.claim == Claim::Mate.name() { Claim::Mate } else { Claim::None };
    let mut played = record.played.iter().map(|line| read(line));
    problem.solution = played.next().unwrap_or_default();
    problem.variations = played.filter(|line| !line.is_empty()).collect();
    Ok(Dossier::new(problem, record.collection.clone(), rules))
}
