//! Why a run ended without its result, and whose fault that is.

use assay_benchmark::BenchmarkError;
use assay_check::performance::NothingMeasured;
use assay_environment::EnvironmentError;
use assay_generate::AskError;
use assay_sandbox::SandboxError;
use assay_store::StoreError;
use assay_types::TaskId;

use crate::plugins::PluginError;
use crate::static_engine::ToolError;

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
        "these isolation controls do not hold on this machine: {names}\n  `assay doctor` says what that means and what helps; nothing was run\n  to run all the same, and have it said in the report:{allow}"
    )]
    WeakSandbox {
        /// The controls.
        names: String,
        /// The arguments that allow it.
        allow: String,
    },
    /// A reference solution could not be run, so that nothing can be said of its task: not the benchmark's fault, and
    /// no reason to leave the task out.
    #[error(
        "the reference solution of {task} could not be run on this machine: {problem}\n  what was judged so far is stored; free some memory, or use fewer --jobs, and run the same command again"
    )]
    Reference {
        /// The task.
        task: TaskId,
        /// What happened.
        problem: String,
    },
    /// A command of the user's that is to judge samples.
    #[error(transparent)]
    Plugin(#[from] PluginError),
    /// Time or memory cannot be measured here.
    #[error("{0}\n  `--aspects logic,static` leaves performance out")]
    Measuring(#[from] NothingMeasured),
    /// A program of ours whose cost is known could not be measured.
    #[error(
        "a program of assay's own could not be measured in the sandbox: {0}\n  `assay doctor` says what this machine can enforce; `--aspects logic,static` leaves performance out"
    )]
    Calibration(String),
    /// A thread of this program panicked.
    #[error(
        "a thread of assay ended before its work did, which is a fault of assay: its message is above\n  what was judged so far is stored, and the same command goes on from there"
    )]
    ThreadLost,
    /// A tool of the reference engine.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Models cannot be asked as told.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// There is not one answer of a model.
    #[error(
        "{model} gave not one answer, and there is nothing to compare: {why}\n  the same command asks it again"
    )]
    ModelStopped {
        /// The model.
        model: String,
        /// Why.
        why: String,
    },
    /// A benchmark has no such task.
    #[error("the benchmark {benchmark} has no task {task} (its tasks are named like {example})")]
    NoTask {
        /// The benchmark.
        benchmark: String,
        /// What was named.
        task: String,
        /// A task that there is.
        example: String,
    },
    /// The user stopped it. Everything judged so far is stored.
    #[error("interrupted; what was judged so far is stored, and the same command goes on from there")]
    Interrupted,
}
