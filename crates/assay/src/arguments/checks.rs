//! Which checks judge samples.

use std::path::PathBuf;

use clap::Args;

/// Which checks judge samples.
#[derive(Debug, Args)]
#[command(next_help_heading = "Checks")]
pub(crate) struct ChosenChecks {
    /// What to judge: whether the tests pass (logic), what the code alone tells (static), time and memory of what passes
    /// (performance, which needs logic); all by default
    #[arg(long, value_name = "ASPECTS", value_delimiter = ',', value_parser = assay_run::ASPECTS)]
    pub(crate) aspects: Vec<String>,
    /// Whose reading of the static checks: what their words mean (default), as the paper words them, or as its
    /// authors' program counts them
    #[arg(long, value_name = "PROFILE", value_parser = assay_python::Reading::ALL.map(|(name, _)| name))]
    pub(crate) static_profile: Option<String>,
    /// Who reads the code for the static checks: assay's own rules, or Pylint, PMD and difflib, which those stand for, to hold
    /// one against the other (slower; they run outside of the sandbox, as you, and only parse) [default: assay]
    #[arg(long, value_name = "ENGINE", value_parser = assay_run::StaticEngine::NAMES)]
    pub(crate) static_engine: Option<String>,
    /// Also compare cyclomatic complexity and maintainability index of the samples' code, as the paper's other baseline
    /// does; no row and no part of a verdict
    #[arg(long)]
    pub(crate) complexity: bool,
    /// A file that switches checks on and off and sets their thresholds, and names tools
    /// (docs/configuration.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// How time and memory are measured.
#[derive(Debug, Args)]
#[command(next_help_heading = "Time and memory")]
pub(crate) struct ChosenMeasuring {
    /// Trials of each correct sample, each in a fresh process [default: 5]
    #[arg(long = "performance-repetitions", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repetitions: Option<u32>,
    /// Correct samples of a task and model that are measured at most [default: 10]
    #[arg(long = "performance-samples", value_name = "N", value_parser = clap::value_parser!(u32).range(5..=1000))]
    pub(crate) samples: Option<u32>,
    /// Measure these calls instead of those of the tests: JSON Lines with a `task_id` and arguments, or a call, as Python writes
    /// them (docs/performance.md)
    #[arg(long = "performance-inputs", value_name = "FILE")]
    pub(crate) inputs: Option<PathBuf>,
    /// CPU time that a sample may use for those calls
    #[arg(long = "performance-input-limit", value_name = "SECONDS", default_value_t = 10, requires = "inputs", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) input_limit: u64,
    /// Measure tasks, too, on which both models wrote the same programs: to try out the instruments
    #[arg(long = "performance-measure-equal")]
    pub(crate) measure_equal: bool,
}
