//! `matenro verify`: published problems in, findings out.

mod job;
mod printer;
mod resume;
mod sinks;

use std::sync::Arc;

use anyhow::{Context as _, bail};

use super::args::VerifyArgs;
use super::batch::{self, Event, Reorder};
use super::interrupt::Interrupt;
use super::output::Output;
use super::running::Running;
use super::status::Status;
use crate::report::VerifyRecord;
use job::Job;
use printer::Printer;
use resume::Resume;
use sinks::Sinks;

/// `matenro verify`
///
/// # Errors
/// If an input that was named cannot be read, or the results cannot be written. A bad record among
/// the problems is reported and the rest done.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Status> {
    let job = Job::new(args)?;
    if let Some(id) = &args.explain {
        return explain(&job, id);
    }
    let resume = args.resume.as_deref().map(Resume::open).transpose().context("--resume")?;
    let taken_over = job.taken_over(resume.as_ref());
    let sinks = Sinks::open(&args.output, args.format, &job.collections(), args.fold)?;
    let errata = args.errata.as_deref().map(|path| Output::open(Some(path), true));
    let errata = errata.transpose().context("--errata")?;
    let running = Arc::new(Running::with_crew(job.threads.crew.clone()));
    let temporary = errata.iter().filter_map(Output::unfinished).chain(sinks.unfinished());
    let interrupt = Interrupt::install(Arc::clone(&running), temporary.collect::<Vec<_>>())?;
    let mut printer = Printer::new(&job, sinks, resume, Arc::clone(&running));
    let mut order = Reorder::new();
    batch::run(
        job.items.len(),
        &job.threads,
        |index| match &taken_over[index] {
            Some(record) => Some(record.clone()),
            None => job.work(index, &running),
        },
        |event| {
            if let Event::Finished(index, result) = event {
                order.insert(index, result);
                while let Some((index, result)) = order.pop() {
                    printer.record(index, result, taken_over[index].is_some());
                }
            }
            printer.update();
        },
    )
    .context("cannot start the threads; --jobs asks for fewer")?;
    for (index, result) in order.drain() {
        printer.record(index, result, taken_over[index].is_some());
    }
    printer.finish(interrupt.is_set(), errata)
}

/// Prints one problem at length.
fn explain(job: &Job, id: &str) -> anyhow::Result<Status> {
    let Some(index) = job.find(id) else {
        bail!("--explain: no problem of the input has the id `{id}`");
    };
    let running = Arc::new(Running::with_crew(job.threads.crew.clone()));
    let interrupt = Interrupt::install(Arc::clone(&running), [])?;
    let Some(record) = job.work(index, &running) else { return Ok(Status::Interrupted) };
    let status = printer::status_of(&record);
    match &record {
        VerifyRecord::Error(error) => super::message::error(error),
        VerifyRecord::Verification(record) => {
            let mut output = Output::open(None, false)?;
            let text = job.explanation(index, record);
            let styled = output.wants_colour();
            let plain = || anstream::adapter::strip_str(&text).to_string();
            output.write(if styled { text.clone() } else { plain() }.as_bytes())?;
        }
    }
    Ok(if interrupt.is_set() { status.and(Status::Interrupted) } else { status })
}
