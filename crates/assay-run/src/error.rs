//! Why a run ended without its result, and whose fault that is.

use assay_benchmark::BenchmarkError;
use assay_environment::EnvironmentError;
use assay_sandbox::SandboxError;
use assay_store::StoreError;

/// Why a run ended without its result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file of the user's.
    #[error(transparent)]
    Input(#[from] BenchmarkError),
    /// This machine's Python or tools.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// No trial can run here.
    #[error("{0}\n  `assay doctor` says what this machine can enforce")]
    Sandbox(#[from] SandboxError),
    /// A control that every trial needs does not hold here.
    #[error(
        "these isolation controls do not hold on this machine: {0}\n  `assay doctor` says what that means; nothing was run"
    )]
    WeakSandbox(String),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The user stopped it. Everything judged so far is stored.
    #[error("interrupted; what was judged so far is stored, and the same command goes on from there")]
    Interrupted,
}
