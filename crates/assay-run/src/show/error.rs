//! Why a sample cannot be shown, and whose fault that is.

use std::path::PathBuf;

use assay_benchmark::BenchmarkError;
use assay_store::StoreError;
use assay_types::Digest;

use super::ShownSample;
use crate::error::RunError;

/// Why a sample cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// A finding or an answer could not be read, or no trial could run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The task is not one of the benchmark's.
    #[error("the benchmark {benchmark} has no task {task:?} (its tasks are named like {example})")]
    UnknownTask {
        /// The benchmark.
        benchmark: String,
        /// What was asked for.
        task: String,
        /// One that there is.
        example: String,
    },
    /// What the name stands for now is not what the run was made with.
    #[error(
        "the benchmark {name} is not what it was when this run was made: its sha256 was {then} and is {now}\n  name the one of then with --benchmark, or compare again"
    )]
    OtherBenchmark {
        /// Its name.
        name: String,
        /// The digest in the report.
        then: Digest,
        /// The digest now.
        now: Digest,
    },
    /// The raw answers of a side are gone.
    #[error(
        "the raw answers of the {side} (sha256 {digest}) are not in the store {store}, or are damaged there\n  name the run's store with --store; what `assay store gc` has removed comes back when the same samples are compared again",
        store = store.display()
    )]
    NoAnswers {
        /// The side.
        side: &'static str,
        /// The digest in the report.
        digest: Digest,
        /// The store.
        store: PathBuf,
    },
    /// No sample of that number.
    #[error("{task} has no such sample; without a number, all of them are listed")]
    NoSample {
        /// The task.
        task: String,
    },
    /// There is no judged module to run.
    #[error("sample {repetition} of the {side} cannot be run: {reason}")]
    NothingToRun {
        /// The side.
        side: &'static str,
        /// The sample.
        repetition: u32,
        /// Why.
        reason: String,
    },
}

impl ShowError {
    pub(super) fn nothing_to_run(sample: &ShownSample, reason: &str) -> Self {
        Self::NothingToRun {
            side: sample.side.name(),
            repetition: sample.repetition,
            reason: reason.to_owned(),
        }
    }
}

impl From<StoreError> for ShowError {
    fn from(error: StoreError) -> Self {
        Self::Run(error.into())
    }
}

impl From<BenchmarkError> for ShowError {
    fn from(error: BenchmarkError) -> Self {
        Self::Run(error.into())
    }
}
