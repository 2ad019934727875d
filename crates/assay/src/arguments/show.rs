//! The arguments of `assay show`.

use clap::{Args, ValueEnum};

/// Look at the samples behind a number: answer, judged module, outcome and evidence
#[derive(Debug, Args)]
#[command(long_about = SHOW, after_help = EXAMPLES)]
pub(crate) struct Show {
    /// A run's id (printed by `assay compare`), a report.json, or a folder that holds one
    pub(crate) run: String,
    /// The task
    pub(crate) task: String,
    /// A sample's number among the model's samples of the task, from 0; without it, all of them are listed
    pub(crate) sample: Option<u32>,
    /// Only this side's; both by default
    #[arg(long, value_enum, value_name = "SIDE")]
    pub(crate) side: Option<ShownSide>,
    /// Judge the sample again now, without its stored finding, and say whether the outcome is the same (exit code 1
    /// where it is not)
    #[arg(long, requires = "sample")]
    pub(crate) rerun: bool,
    /// The benchmark of the run, where it is no longer found by the name that the run was given
    #[arg(long, short, value_name = "BENCHMARK")]
    pub(crate) benchmark: Option<String>,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// A side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShownSide {
    /// The model in use
    Baseline,
    /// The model that may replace it
    Candidate,
}

const SHOW: &str = "\
Look at the samples behind a number. For a task: its samples on both sides in a list. For one of them: outcome, \
evidence, what it printed, the rule that extracted it, times, and the judged module, with the lines marked that were \
cut from the answer (-), that come from the prompt (+), and that the evidence is about (>).

Raw answers and findings come from the store; nothing is run unless --rerun says so. A rerun leaves the \
sample's stored finding as it is.";

const EXAMPLES: &str = "\
Examples:
  assay show 1f0c2b9a77de split_amount
  assay show out split_amount 3 --side candidate
  assay show out HumanEval/32 0 --rerun";
