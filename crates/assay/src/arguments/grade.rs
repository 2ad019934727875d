//! The arguments of `assay grade`.

use std::path::PathBuf;

use clap::Args;

/// Grade a model's patches for maintenance tasks
#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Grade {
    /// The predictions: SWE-bench's (lines, a list, or an object by ids), or assay's samples, plain or packed by gzip or zstd;
    /// `-` is standard input
    pub(crate) predictions: PathBuf,
    /// The folder of a benchmark of maintenance tasks
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) benchmark: PathBuf,
    /// Write a grade a line (grades.jsonl) and the numbers (grades.json) here (docs/maintenance-tasks.md)
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of the decoys' names and of the intervals
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Let predictions that cannot be read count as refused, and those of other tasks be passed over, instead of ending the run
    #[arg(long)]
    pub(crate) keep_going: bool,
}

const ABOUT: &str = "\
Grade a model's patches for maintenance tasks: a patch is found in each answer and applied strictly, all or nothing; tests and what \
their runner is configured by are put back as the reference has them; the task's tests run in the sandbox, with decoys among them. \
What comes of it is counted by category and by the framework's failure categories. A run that was stopped goes on where it was.";

const EXAMPLES: &str = "\
Examples:
  assay grade predictions.jsonl --benchmark ./tasks
  assay grade all_preds.json --benchmark ./tasks --keep-going --out grades

docs/maintenance-tasks.md says what a task is, what is put back, and in which order outcomes are decided.";
