//! Progress of predictions that several threads grade.

use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use assay_grade::GradeProgress;
use indicatif::ProgressBar;

use super::{LINE_INTERVAL, bar};
use crate::output;

/// Shows how many predictions are graded.
pub(crate) struct Grading {
    quiet: bool,
    state: Mutex<Option<(ProgressBar, Instant)>>,
}

impl Grading {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, state: Mutex::new(None) }
    }

    pub(crate) fn end(&self) {
        if let Some((bar, _)) = self.state.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
    }
}

impl GradeProgress for Grading {
    fn graded(&self, done: usize, all: usize) {
        if self.quiet {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (bar, said) = state.get_or_insert_with(|| {
            let terminal = std::io::stderr().is_terminal();
            (if terminal { bar("predictions", all) } else { ProgressBar::hidden() }, Instant::now())
        });
        bar.set_position(done as u64);
        if bar.is_hidden() && said.elapsed() >= LINE_INTERVAL {
            *said = Instant::now();
            output::note(&format!("predictions: {done} of {all}"));
        }
    }
}
