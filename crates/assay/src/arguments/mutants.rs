//! Arguments of `assay benchmark lint --mutants`.

use std::path::PathBuf;

use clap::Args;

/// What the tests are worth.
#[derive(Debug, Args)]
pub(crate) struct Strength {
    /// Plant small faults in the reference solutions, one at a time, and say how many of these mutants the tests catch.
    /// Some mutants behave as the original does and no test can catch them
    #[arg(long)]
    pub(crate) mutants: bool,
    /// The most mutants of one task
    #[arg(long = "mutants-per-task", default_value_t = 20, value_name = "N", requires = "mutants")]
    pub(crate) per_task: usize,
    /// Seed of the choice of mutants, and of --grow's inputs
    #[arg(long, default_value_t = 0, value_name = "N", requires = "mutants")]
    pub(crate) seed: u64,
    /// Look for inputs that catch the mutants that survive: variations of the tests' own inputs, the reference saying
    /// what is right
    #[arg(long, requires = "mutants")]
    pub(crate) grow: bool,
    /// The most new inputs of one task that --grow tries
    #[arg(long, default_value_t = 40, value_name = "N", requires = "grow")]
    pub(crate) inputs_per_task: usize,
    /// Write --grow's tests here, a file per task
    #[arg(long, short, value_name = "FOLDER", requires = "grow")]
    pub(crate) out: Option<PathBuf>,
}
