//! The arguments of `assay plan`.

use clap::Args;

/// How many samples a difference needs, and how small a difference some samples can show
#[derive(Debug, Args)]
#[command(long_about = PLAN, after_help = EXAMPLES)]
pub(crate) struct Plan {
    /// A known benchmark (`assay benchmark list`), a folder in assay's format, or a file in HumanEval's: its tasks
    #[arg(long, short, value_name = "BENCHMARK", required_unless_present = "tasks")]
    pub(crate) benchmark: Option<String>,
    /// Compare so many tasks, instead of the benchmark's
    #[arg(long, value_name = "N", value_parser = super::count)]
    pub(crate) tasks: Option<u64>,
    /// The difference to be found, in percentage points
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub(crate) effect: Option<f64>,
    /// The share of the baseline's samples that pass, from 0 to 1; half of them by default, which needs the most samples
    #[arg(long, value_name = "RATE", value_parser = rate, conflicts_with = "from")]
    pub(crate) baseline_rate: Option<f64>,
    /// Take from this run how much tasks and samples differ (an id, a report.json, or a folder that holds one)
    #[arg(long, value_name = "RUN")]
    pub(crate) from: Option<String>,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// A difference of shares is under a hundred points.
fn points(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value < 100.0 => Ok(value),
        _ => Err("a number above 0 and below 100 is needed".to_owned()),
    }
}

/// Without any spread there is nothing to plan.
fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value < 1.0 => Ok(value),
        _ => Err("a number above 0 and below 1 is needed".to_owned()),
    }
}

const PLAN: &str = "\
How many samples per task a difference needs, and how small a difference 1, 2, 5, 10, 20, 50 and 100 samples per task \
can show: (z(1 - alpha/2) + z(0.80)) times the standard error of the mean difference over tasks, with alpha = 0.05 \
divided by the rows of a report.

The standard error has a part that more samples per task lessen and one that only more tasks lessen. Both come from a \
former run (--from) or from assumptions that are printed. Nothing is run.";

const EXAMPLES: &str = "\
Examples:
  assay plan --benchmark humaneval --effect 5 --baseline-rate 0.85
  assay plan --benchmark humaneval --effect 3 --from 1f0c2b9a77de
  assay plan --tasks 1140";
