//! Progress of candidates that several threads judge.

use std::io::IsTerminal as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use assay_admit::{Admission, Verdict};
use indicatif::ProgressBar;

use super::{LINE_INTERVAL, bar};
use crate::output;

/// Shows how many candidates are judged, from several threads.
pub(crate) struct Judging {
    shown: Mutex<Judged>,
}

struct Judged {
    name: &'static str,
    bar: ProgressBar,
    quiet: bool,
    total: usize,
    done: usize,
    admitted: usize,
    said: Instant,
}

impl Judging {
    pub(crate) fn new(name: &'static str, quiet: bool) -> Self {
        let shown = Judged {
            name,
            bar: ProgressBar::hidden(),
            quiet,
            total: 0,
            done: 0,
            admitted: 0,
            said: Instant::now(),
        };
        Self { shown: Mutex::new(shown) }
    }

    pub(crate) fn end(&self) {
        self.locked().bar.finish_and_clear();
    }

    fn locked(&self) -> MutexGuard<'_, Judged> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl assay_admit::Progress for Judging {
    fn begin(&self, candidates: usize) {
        let mut shown = self.locked();
        shown.total = candidates;
        if !shown.quiet && std::io::stderr().is_terminal() {
            shown.bar = bar(shown.name, candidates);
        }
    }

    fn advance(&self, admission: Option<&Admission>) {
        let mut shown = self.locked();
        shown.done += 1;
        shown.admitted +=
            usize::from(admission.is_some_and(|known| matches!(known.verdict, Verdict::Admitted(_))));
        shown.bar.set_message(format!("{} admitted", shown.admitted));
        shown.bar.inc(1);
        if !shown.quiet && shown.bar.is_hidden() && shown.said.elapsed() >= LINE_INTERVAL {
            shown.said = Instant::now();
            let Judged { name, total, done, admitted, .. } = &*shown;
            output::note(&format!("{name}: {done} of {total}, {admitted} admitted"));
        }
    }
}
