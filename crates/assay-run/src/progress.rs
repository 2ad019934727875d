//! What a run tells while it works.

use assay_types::Outcome;

/// A part of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Judging the benchmark's own reference solutions.
    References,
    /// Judging the models' samples.
    Samples,
    /// Judging faults planted in the references.
    Mutants,
    /// Asking the references for what new inputs give, and mutants whether they give another thing.
    Inputs,
    /// Judging again the answers that other extraction rules read otherwise.
    Extraction,
    /// Judging wrong solutions, solutions that do nothing, and references under tests in the reverse order.
    Variants,
    /// Judging reference solutions again and elsewhere, to see whether they always pass.
    Repetitions,
    /// Measuring what is known, to know what the instruments read.
    Calibration,
    /// Finding out which samples can be called more than once.
    Probes,
    /// Measuring correct samples' time.
    Time,
    /// Measuring correct samples' memory.
    Memory,
    /// Computing intervals and tests.
    Analysis,
}

/// Listens to a run. Called from one thread.
pub trait Progress {
    /// A phase begins: so many distinct trials to run, so many samples already known.
    fn begin(&self, phase: Phase, trials: usize, known: usize);
    /// One trial of the phase has ended.
    fn advance(&self, outcome: &Outcome);
    /// The phase is over.
    fn end(&self);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _phase: Phase, _trials: usize, _known: usize) {}
    fn advance(&self, _outcome: &Outcome) {}
    fn end(&self) {}
}
