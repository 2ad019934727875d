//! Plans trials, runs them on slots, and joins everything into a report.
//!
//! A [`Session`] holds what all work of one invocation shares: the store, the engine, the environment, the controls in
//! force. [`compare()`] is the main job, [`check()`] its half for one model, [`lint()`] asks whether a benchmark judges
//! rightly. Progress goes to a [`Progress`]; nothing here prints.
#![forbid(unsafe_code)]

mod check;
mod compare;
mod error;
mod examples;
mod judging;
mod lint;
mod machine;
mod progress;
mod references;
mod scheduler;
mod sensitivity;
mod session;
mod storage;
mod timing;
mod warnings;

pub use check::{Checked, LabelledSample, check};
pub use compare::{CompareSettings, compare};
pub use error::RunError;
pub use lint::{Lint, LintProblem, lint};
pub use machine::Machine;
pub use progress::{Phase, Progress, Silent};
pub use session::{Session, SessionSettings};
pub use storage::{CollectSettings, Collection, Inventory, collect, collectable, inventory};
pub use timing::Timing;
