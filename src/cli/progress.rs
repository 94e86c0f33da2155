//! Progress on standard error: only on a terminal, and only if it is wanted.

use std::fmt::Write as _;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::running::Running;
use crate::report::text::{clean, grouped};

/// How many names of running problems are shown.
const NAMES: usize = 3;

/// How far a batch has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Problems finished.
    pub finished: usize,
    /// Those of them with an answer.
    pub decided: usize,
    /// Attacker's positions expanded for them.
    pub expanded: u64,
}

/// A bar with problems done, decided, speed, time left and what is running.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
}

impl Progress {
    /// A bar for so many problems; nothing is drawn if `quiet` or not on a terminal.
    ///
    /// # Panics
    /// Never: the template is constant.
    #[must_use]
    pub fn new(problems: usize, quiet: bool) -> Progress {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(problems as u64) };
        bar.set_style(
            ProgressStyle::with_template("{bar:20} {pos}/{len} {wide_msg}")
                .expect("invariant: the template is constant"),
        );
        Progress { bar, begun: Instant::now() }
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Draws the state anew.
    pub fn update(&self, finished: Counts, running: &Running) {
        if self.bar.is_hidden() {
            return;
        }
        let mut expanded = finished.expanded;
        let mut names = Vec::new();
        for entry in running.snapshot() {
            expanded += entry.control.expanded.load(Ordering::Relaxed);
            names.push((clean(&entry.name), entry.since.elapsed()));
        }
        let total = self.bar.length().unwrap_or_default();
        self.bar.set_position(finished.finished as u64);
        self.bar.set_message(message(finished, total, expanded, self.elapsed(), &names));
    }

    /// Runs `print` with the bar out of the way.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn message(
    finished: Counts,
    total: u64,
    expanded: u64,
    elapsed: Duration,
    names: &[(String, Duration)],
) -> String {
    let seconds = elapsed.as_secs_f64();
    let speed = if seconds > 0.0 { (expanded as f64 / seconds) as u64 } else { 0 };
    let mut text = format!("decided {}, {} exp/s", finished.decided, grouped(speed));
    let done = finished.finished as u64;
    if done > 0 && total > done {
        let left = seconds * (total - done) as f64 / done as f64;
        let left = humantime::format_duration(Duration::from_secs(left.ceil() as u64));
        let _ = write!(text, ", about {left} left");
    }
    for (index, (name, since)) in names.iter().take(NAMES).enumerate() {
        let _ = write!(text, "{}{name}", if index == 0 { "; running " } else { ", " });
        if since.as_secs() >= 2 {
            let _ = write!(text, " ({} s)", since.as_secs());
        }
    }
    if names.len() > NAMES {
        let _ = write!(text, " and {} more", names.len() - NAMES);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_tells_speed_time_left_and_names() {
        let finished = Counts { finished: 4, decided: 4, expanded: 0 };
        let names = [("msm-B28", 42), ("a", 0), ("b", 1), ("c", 9)]
            .map(|(name, since)| (name.to_owned(), Duration::from_secs(since)));
        assert_eq!(
            message(finished, 10, 500_000, Duration::from_secs(40), &names),
            "decided 4, 12,500 exp/s, about 1m left; running msm-B28 (42 s), a, b and 1 more"
        );
        assert_eq!(message(Counts::default(), 10, 0, Duration::ZERO, &[]), "decided 0, 0 exp/s");
    }
}
