//! Why admission ends, or a candidate is left for another time.

use std::io;
use std::path::PathBuf;

use assay_benchmark::BenchmarkError;
use assay_environment::{EnvironmentError, LockError};
use assay_mine::MineError;
use assay_sandbox::SandboxError;

/// Why admission ends, or a candidate is left for another time: never a candidate's doing.
#[derive(Debug, thiserror::Error)]
pub enum AdmitError {
    /// The file of candidates cannot be read.
    #[error("{}:{line}: {problem}\n  `assay mine REPOSITORY --out DIR` writes candidates.jsonl", path.display())]
    Candidates {
        /// The file.
        path: PathBuf,
        /// Its line, from 1; 0 for the whole.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// The repository cannot be read.
    #[error(transparent)]
    Repository(#[from] MineError),
    /// No environment could be made.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// The requirements could not be asked for or locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The environment of a candidate could not be looked through.
    #[error("the environment in {} cannot be looked through: {source}", path.display())]
    Packages {
        /// The folder of its packages.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// What was admitted makes no task.
    #[error("the candidate {candidate} was admitted, and makes no task: {problem}")]
    NoTask {
        /// The candidate's id.
        candidate: String,
        /// What is wrong.
        problem: String,
    },
    /// The benchmark could not be read or written.
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
    /// A result could not be stored.
    #[error("{}: {source}", path.display())]
    Storage {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// Whoever started it wanted its end.
    #[error("stopped; what was admitted and dropped so far is kept, and the same command goes on from there")]
    Stopped,
}
