//! Plans trials, runs them on slots, and joins everything into a report.
//!
//! A [`Session`] holds what all work of one invocation shares: the store, the engine, the environment, the controls in
//! force. [`compare()`] is the main job, [`check()`] its half for one model, [`lint()`] asks whether a benchmark judges
//! rightly, [`mutate()`] what its tests are worth, [`grow()`] for inputs that make them worth more, a [`FinishedRun`]
//! shows one sample behind a number. Progress goes to a [`Progress`]; nothing here prints.
#![forbid(unsafe_code)]

mod asking;
mod check;
mod checks;
mod compare;
mod complexity;
mod configuration;
mod difference;
mod error;
mod examples;
mod flagged;
mod grading;
mod growth;
mod input;
mod judging;
mod labelled;
mod labelled_table;
mod lint;
mod machine;
mod mutation;
mod parts;
mod performance;
mod plugins;
mod progress;
mod reading;
mod references;
mod scheduler;
mod self_check;
mod sensitivity;
mod session;
mod show;
mod static_engine;
mod storage;
mod timing;
mod warnings;

pub use asking::{
    AskedModel, AskedTasks, ask_model, only_tasks, protocol_summary, questions, samples_without_prompts,
};
pub use check::{Checked, LabelledSample, check};
pub use checks::{ASPECTS, Checks};
pub use compare::{
    CompareSettings, Compared, JudgedModels, compare, compare_and_label, judge_models, report_on,
};
pub use configuration::{ConfigurationError, read_configuration};
pub use difference::{ChangedLine, LineChange, difference};
pub use error::RunError;
pub use grading::TaskOracles;
pub use growth::{GrownTask, Growth, GrowthSettings, grow};
pub use labelled::{labelled_schema, write_labelled};
pub use labelled_table::write_labelled_table;
pub use lint::{Lint, LintCode, LintDocument, LintFinding, LintSettings, Severity, lint, lint_schema};
pub use machine::{Machine, interpreter};
pub use mutation::{Mutation, MutationSettings, Survivor, Tally, TaskStrength, mutate};
pub use parts::{PartBy, parts};
pub use performance::{InputsError, LargeInputs, PerformanceSettings};
pub use plugins::{Plugin, PluginError};
pub use progress::{Phase, Progress, Silent};
pub use self_check::{SelfCheckRefused, require_halves};
pub use session::{Session, SessionSettings};
pub use show::{
    FinishedRun, PluginWord, Rerun, ShowError, ShownSample, Side, benchmark_of, evidence_is_of_tests,
    limit_rule, list_document, samples_document, show_schema,
};
pub use static_engine::{ReferenceTools, StaticEngine, ToolError, ToolPaths};
pub use storage::{CollectSettings, Collection, Inventory, collect, collectable, inventory};
pub use timing::Timing;
