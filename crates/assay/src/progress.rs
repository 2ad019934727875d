//! Progress: a bar with an estimate on a terminal, a plain line now and then elsewhere.

mod grading;
mod judging;

use std::cell::RefCell;
use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use assay_generate::{Tally, Watch};
use assay_run::{Phase, Progress};
use assay_types::Outcome;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::output;

pub(crate) use grading::Grading;
pub(crate) use judging::Judging;

/// Between two plain lines.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// Shows progress on standard error.
pub(crate) struct Shown {
    quiet: bool,
    state: RefCell<Option<State>>,
}

struct State {
    name: &'static str,
    bar: Option<ProgressBar>,
    trials: usize,
    done: usize,
    passed: usize,
    began: Instant,
    said: Instant,
}

impl Shown {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, state: RefCell::new(None) }
    }
}

impl Progress for Shown {
    fn begin(&self, phase: Phase, trials: usize, known: usize) {
        let name = match phase {
            Phase::References => "reference solutions",
            Phase::Samples => "samples",
            Phase::Mutants => "mutants",
            Phase::Inputs => "inputs",
            Phase::Variants => "wrong solutions and other variants",
            Phase::Repetitions => "references again",
            Phase::Extraction => "answers read by other rules",
            Phase::Calibration => "calibration",
            Phase::Probes => "probes of time and memory",
            Phase::Time => "execution time",
            Phase::Memory => "memory usage",
            Phase::Analysis => "analysis",
        };
        if self.quiet || (trials == 0 && known == 0) {
            return;
        }
        let bar = (std::io::stderr().is_terminal() && trials > 0).then(|| bar(name, trials));
        if bar.is_none() {
            let already = if known > 0 {
                format!(", {known} known already or the same as another")
            } else {
                String::new()
            };
            output::note(&format!("{name}: {trials} to run{already}"));
        }
        let now = Instant::now();
        *self.state.borrow_mut() =
            Some(State { name, bar, trials, done: 0, passed: 0, began: now, said: now });
    }

    fn advance(&self, outcome: &Outcome) {
        let mut state = self.state.borrow_mut();
        let Some(state) = state.as_mut() else { return };
        state.done += 1;
        state.passed += usize::from(outcome.passed());
        if let Some(bar) = &state.bar {
            bar.set_message(format!("{} pass", state.passed));
            bar.inc(1);
        } else if state.said.elapsed() >= LINE_INTERVAL {
            state.said = Instant::now();
            let seconds = state.began.elapsed().as_secs_f64();
            let left = seconds / state.done as f64 * (state.trials - state.done) as f64;
            output::note(&format!(
                "{}: {} of {}, about {left:.0} s left",
                state.name, state.done, state.trials
            ));
        }
    }

    fn end(&self) {
        if let Some(State { bar: Some(bar), .. }) = self.state.borrow_mut().take() {
            bar.finish_and_clear();
        }
    }
}

/// Shows on standard error how far the asking of models is.
pub(crate) struct Asking {
    quiet: bool,
    state: RefCell<Option<AskingState>>,
}

struct AskingState {
    model: String,
    missing: u64,
    bar: Option<ProgressBar>,
    began: Instant,
    said: Instant,
}

impl Asking {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, state: RefCell::new(None) }
    }
}

impl Watch for Asking {
    fn begin(&self, model: &str, missing: usize, known: usize) {
        if self.quiet {
            return;
        }
        let bar = (std::io::stderr().is_terminal() && missing > 0).then(|| {
            let style = ProgressStyle::with_template("{prefix:>20} {bar:32} {pos}/{len}  {msg}, {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(missing as u64).with_style(style).with_prefix(model.to_owned());
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        if bar.is_none() {
            output::note(&format!("{model}: {missing} answers to ask for, {known} are stored"));
        }
        let now = Instant::now();
        let missing = missing as u64;
        *self.state.borrow_mut() =
            Some(AskingState { model: model.to_owned(), missing, bar, began: now, said: now });
    }

    fn advance(&self, so_far: &Tally) {
        let mut state = self.state.borrow_mut();
        let Some(state) = state.as_mut() else { return };
        let seconds = state.began.elapsed().as_secs_f64().max(1e-3);
        let done = so_far.answered + so_far.lost;
        let lost = if so_far.lost > 0 { format!(", {} lost", so_far.lost) } else { String::new() };
        let rates = format!(
            "{:.1} samples/s, {:.0} tokens/s, {}{lost}",
            so_far.answered as f64 / seconds,
            so_far.output_tokens as f64 / seconds,
            so_far.spent.said("spent"),
        );
        if let Some(bar) = &state.bar {
            bar.set_message(rates);
            bar.set_position(done);
        } else if state.said.elapsed() >= LINE_INTERVAL && done > 0 {
            state.said = Instant::now();
            let left = seconds / done as f64 * state.missing.saturating_sub(done) as f64;
            let AskingState { model, missing, .. } = state;
            output::note(&format!("{model}: {done} of {missing}, {rates}, about {left:.0} s left"));
        }
    }

    fn end(&self) {
        if let Some(AskingState { bar: Some(bar), .. }) = self.state.borrow_mut().take() {
            bar.finish_and_clear();
        }
    }
}

fn bar(name: &'static str, trials: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:>20} {bar:32} {pos}/{len}  {msg}  {rate}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{:.0}/s", state.per_sec());
        });
    let bar = ProgressBar::new(trials as u64).with_style(style).with_prefix(name);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Shows how many of something are done, where nothing passes or fails.
pub(crate) struct Counting {
    name: &'static str,
    quiet: bool,
    state: RefCell<Option<(ProgressBar, usize, Instant)>>,
}

impl Counting {
    pub(crate) fn new(name: &'static str, quiet: bool) -> Self {
        Self { name, quiet, state: RefCell::new(None) }
    }

    pub(crate) fn end(&self) {
        if let Some((bar, ..)) = self.state.borrow_mut().take() {
            bar.finish_and_clear();
        }
    }
}

impl assay_mine::Progress for Counting {
    fn begin(&self, steps: usize) {
        if self.quiet {
            return;
        }
        let shown =
            if std::io::stderr().is_terminal() { bar(self.name, steps) } else { ProgressBar::hidden() };
        shown.set_length(steps as u64);
        *self.state.borrow_mut() = Some((shown, 0, Instant::now()));
    }

    fn advance(&self) {
        let mut state = self.state.borrow_mut();
        let Some((bar, done, said)) = state.as_mut() else { return };
        *done += 1;
        bar.inc(1);
        if bar.is_hidden() && said.elapsed() >= LINE_INTERVAL {
            *said = Instant::now();
            output::note(&format!("{}: {done} of {}", self.name, bar.length().unwrap_or_default()));
        }
    }
}
