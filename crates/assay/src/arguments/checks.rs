//! Which checks judge samples.

use std::path::PathBuf;

use clap::Args;

/// Which checks judge samples.
#[derive(Debug, Args)]
#[command(next_help_heading = "Checks")]
pub(crate) struct ChosenChecks {
    /// What to judge: whether the tests pass (logic), what the code alone tells (static); both by default
    #[arg(long, value_name = "ASPECTS", value_delimiter = ',', value_parser = assay_run::ASPECTS.map(|(name, _)| name))]
    pub(crate) aspects: Vec<String>,
    /// Whose reading of the static checks: what their words mean (default), as the paper words them, or as its
    /// authors' program counts them
    #[arg(long, value_name = "PROFILE", value_parser = assay_python::Reading::ALL.map(|(name, _)| name))]
    pub(crate) static_profile: Option<String>,
    /// Who reads the code for the static checks: assay's own rules, or Pylint, PMD and difflib, which those stand for, to hold
    /// one against the other (slower; they run outside of the sandbox, as you, and only parse)
    #[arg(long, value_name = "ENGINE", default_value = assay_run::StaticEngine::NAMES[0], value_parser = assay_run::StaticEngine::NAMES)]
    pub(crate) static_engine: String,
    /// Also compare cyclomatic complexity and maintainability index of the samples' code, as the paper's other baseline
    /// does; no row and no part of a verdict
    #[arg(long)]
    pub(crate) complexity: bool,
    /// A file that switches checks on and off and sets their thresholds, and names tools
    /// (docs/configuration.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}
