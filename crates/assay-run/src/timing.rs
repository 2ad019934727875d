//! Where a run's time went.

use std::time::Duration;

use assay_sandbox::Spans;
use serde::Serialize;

/// Where a run's time went. Never part of report.json.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Timing {
    /// Trials that were run.
    pub trials: u64,
    /// Samples whose finding was already stored, or shared with an equal sample.
    pub reused: u64,
    /// Slots that ran at the same time.
    pub slots: usize,
    /// Seconds from the first trial to the last.
    pub seconds: f64,
    /// Sums over all trials, in nanoseconds; spans of worker and judge overlap.
    pub spans: Spans,
}

impl Timing {
    /// Trials per second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.trials as f64 / self.seconds } else { 0.0 }
    }

    /// Mean microseconds of each part of a trial, in the order in which they happen.
    #[must_use]
    pub fn breakdown(&self) -> Vec<(&'static str, f64)> {
        let spans = &self.spans;
        let mean = |sum: u64| sum as f64 / 1e3 / self.trials.max(1) as f64;
        let waiting = spans.waiting.saturating_sub(spans.sample);
        vec![
            ("fork", mean(spans.fork)),
            ("namespaces", mean(spans.namespaces)),
            ("mounts", mean(spans.mounts)),
            ("privileges", mean(spans.privileges)),
            ("judging", mean(spans.judging)),
            ("sample's own", mean(spans.sample)),
            ("judge waiting for the worker, else", mean(waiting)),
            ("kill and reap", mean(spans.reap)),
            ("whole trial", mean(spans.total)),
        ]
    }

    pub(crate) fn add(&mut self, spans: &Spans) {
        self.trials += 1;
        let sums = &mut self.spans;
        for (sum, part) in [
            (&mut sums.fork, spans.fork),
            (&mut sums.namespaces, spans.namespaces),
            (&mut sums.mounts, spans.mounts),
            (&mut sums.privileges, spans.privileges),
            (&mut sums.judging, spans.judging),
            (&mut sums.waiting, spans.waiting),
            (&mut sums.sample, spans.sample),
            (&mut sums.reap, spans.reap),
            (&mut sums.total, spans.total),
        ] {
            *sum += part;
        }
    }

    pub(crate) fn ran_for(&mut self, duration: Duration) {
        self.seconds += duration.as_secs_f64();
    }
}
