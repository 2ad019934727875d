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
    /// Open an interactive Python in the place of the sample's trial: the same sandbox, its judged module loaded, the task's
    /// tests at hand
    #[arg(long, requires = "sample", conflicts_with_all = ["rerun", "json"])]
    pub(crate) shell: bool,
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

Raw answers and findings come from the store; nothing is run unless --rerun or --shell says so. A rerun leaves the \
sample's stored finding as it is, and of a shell nothing is kept.

A shell is a Python in the very place of a trial: the same files, user, variables and random numbers, no network, and the \
limits on memory, processes, descriptors and files. Not limited are the clock, CPU time and the amount of output. \
The judged module is loaded as `solution` (if it fails, you see why), its names are at hand, and so are `candidate` \
(the entry point), `prompt` and `tests` (the task's texts) and `run_tests()`. Leave by `exit` or Ctrl-D; Ctrl-C interrupts \
what runs inside, and Ctrl-] three times in a row ends a shell that does not listen. What it prints passes a filter: text, \
colours and edits of the line, and everything else as visible escapes. From a pipe it takes a program.";

const EXAMPLES: &str = "\
Examples:
  assay show 1f0c2b9a77de split_amount
  assay show out split_amount 3 --side candidate
  assay show out HumanEval/32 0 --rerun
  assay show out HumanEval/32 0 --side candidate --shell
  echo 'print(candidate(3))' | assay show out split_amount 3 --side candidate --shell

Exit code with --shell: 0 where it was left; 1 where it ended otherwise: by a limit, by the sample, a
program from a pipe by an exception.";
