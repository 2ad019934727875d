//! The command line.

mod admit;
mod checks;
mod generate;
mod grade;
mod judge;
mod mine;
mod mutants;
mod plan;
mod show;
mod store;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use admit::Admit;
pub(crate) use checks::{ChosenChecks, ChosenMeasuring};
pub(crate) use generate::{Extent, Generate, Protocol, ProtocolAction};
pub(crate) use grade::Grade;
pub(crate) use judge::{Judge, JudgeFormat};
pub(crate) use mine::{Mine, MineFormat};
pub(crate) use mutants::Strength;
pub(crate) use plan::Plan;
pub(crate) use show::{Show, ShownSide};
pub(crate) use store::{Collect, Store, StoreAction};

/// Regression tests for models that write code: what got worse, what got better, and what the samples cannot tell.
#[derive(Debug, Parser)]
#[command(name = "assay", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done · 1 the answer is no (a gate that is not met, a benchmark that does not judge
            rightly, a control that does not hold)
            2 wrong usage or input · 3 this machine (sandbox, Python) · 4 storage · 130 interrupted

Start with: assay doctor
            assay compare baseline.jsonl candidate.jsonl --benchmark starter --out out";

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Folder for findings, environments and fetched benchmarks
    #[arg(
        long,
        global = true,
        env = "ASSAY_STORE",
        value_name = "DIR",
        help_heading = "Options of every command"
    )]
    pub(crate) store: Option<PathBuf>,
    /// Python to run samples with (3.11 or later); the distribution's own by default
    #[arg(
        long,
        global = true,
        env = "ASSAY_PYTHON",
        value_name = "PROGRAM",
        help_heading = "Options of every command"
    )]
    pub(crate) python: Option<PathBuf>,
    /// Trials that run at the same time; twice the processors by default
    #[arg(
        long,
        global = true,
        default_value_t = 0,
        hide_default_value = true,
        value_name = "N",
        help_heading = "Options of every command"
    )]
    pub(crate) jobs: usize,
    /// CPU limit of a sample ÷ its reference solution's CPU time [default: 10]
    #[arg(long, global = true, value_parser = positive, value_name = "X", help_heading = "Options of every command")]
    pub(crate) limit_multiple: Option<f64>,
    /// Least CPU limit of a sample, in seconds [default: 2]
    #[arg(long, global = true, value_parser = positive, value_name = "SECONDS", help_heading = "Options of every command")]
    pub(crate) limit_floor: Option<f64>,
    /// Run samples although this isolation control does not hold here; the report says so (repeatable; `assay doctor`
    /// names them)
    #[arg(
        long,
        global = true,
        value_name = "CONTROL",
        value_parser = clap::builder::PossibleValuesParser::new(assay_sandbox::control_names()),
        hide_possible_values = true,
        help_heading = "Options of every command"
    )]
    pub(crate) allow_weak_sandbox: Vec<String>,
    /// No progress, only results
    #[arg(long, short, global = true, help_heading = "Options of every command")]
    pub(crate) quiet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Compare(Box<Compare>),
    Check(Check),
    Generate(Generate),
    Protocol(Protocol),
    Report(Report),
    Show(Show),
    Plan(Plan),
    Judge(Judge),
    Mine(Mine),
    Admit(Admit),
    Grade(Grade),
    Benchmark(Benchmark),
    Store(Store),
    Doctor(Doctor),
}

/// Compare a candidate model's samples with a baseline's: the main job
#[derive(Debug, Args)]
#[command(after_help = with_formats(COMPARE_EXAMPLES))]
#[expect(clippy::struct_excessive_bools, reason = "switches of the command line")]
pub(crate) struct Compare {
    /// The current model's samples: a file or folder in one of the formats below, plain or packed by gzip or zstd; `-` is
    /// standard input. With --protocol also the name of one of its models, which is asked for them
    pub(crate) baseline: PathBuf,
    /// Samples of the model that may replace it; several share one baseline
    #[arg(required = true)]
    pub(crate) candidate: Vec<PathBuf>,
    /// A known benchmark (`assay benchmark list`), a folder in assay's format, or a file in HumanEval's; by default the
    /// protocol's
    #[arg(long, short, value_name = "BENCHMARK", required_unless_present = "protocol")]
    pub(crate) benchmark: Option<String>,
    /// Ask models for their samples by this file (docs/protocol.md), which also says how they are judged unless --config does
    #[arg(long, short, value_name = "FILE")]
    pub(crate) protocol: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) extent: Extent,
    /// Write report.json and report.html here (for several candidates, in a folder of each one's name)
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of everything random in the analysis
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// The least difference that matters, in percentage points
    #[arg(long, default_value_t = 3.0, value_parser = positive, value_name = "POINTS")]
    pub(crate) margin: f64,
    /// The most answers to judge again under each other set of extraction rules, to see whether the verdict hangs on them
    /// [default: 1000]
    #[arg(long, value_name = "N")]
    pub(crate) extraction_trials: Option<u64>,
    #[command(flatten)]
    pub(crate) checks: ChosenChecks,
    #[command(flatten)]
    pub(crate) measuring: ChosenMeasuring,
    /// Break the comparison down by what the benchmark says of its tasks (repeatable); the verdicts stay what they are
    #[arg(long, value_name = "WHAT", value_parser = parts_by())]
    pub(crate) by: Vec<String>,
    /// Write the labelled data sets too, one row a sample: labelled.baseline.jsonl and labelled.candidate.jsonl
    #[arg(long, requires = "out")]
    pub(crate) labelled: bool,
    /// Show the paper's own procedure beside assay's, and write its Table 1 over all candidates (with --out: table1.md)
    #[arg(long)]
    pub(crate) paper: bool,
    /// Try the verdict rule on random halves of each model's own samples (an A/A test): how often does it tell a model from
    /// itself? Takes at least 4 samples of each task; judges nothing again
    #[arg(long)]
    pub(crate) self_check: bool,
    /// Half-splits of each model's samples, up to 100,000
    #[arg(long, requires = "self_check", default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) self_check_splits: u32,
    /// Let samples that cannot be read (broken JSON, bad UTF-8, too large) count as refused instead of ending the run
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// End with exit code 1 unless every report meets this: a file with a clause a line, or a clause (repeatable;
    /// docs/gate.md); --out then also gets summary.md and gate.junit.xml
    #[arg(long, value_name = "FILE|CLAUSE")]
    pub(crate) gate: Vec<String>,
    /// Show where the trials' time went
    #[arg(long)]
    pub(crate) timing: bool,
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  assay compare gpt-4.jsonl gpt-4-reflexion.jsonl --benchmark humaneval --out out
  assay compare base.jsonl tuned.jsonl merged.jsonl --benchmark ./our-tasks --margin 2
  assay compare base.jsonl tuned.jsonl --benchmark starter --by difficulty --by tag
  assay compare base.jsonl tuned.jsonl --benchmark humaneval --aspects static --static-profile paper
  assay compare base.jsonl tuned.jsonl --benchmark humaneval --aspects static --static-engine pylint
  assay compare base.jsonl tuned.jsonl --benchmark humaneval --performance-inputs large.jsonl
  assay compare base.jsonl tuned.jsonl --benchmark starter --aspects logic,static --out out --labelled
  assay compare base.jsonl tuned.jsonl merged.jsonl --benchmark humaneval --paper --out out
  assay compare base.jsonl tuned.jsonl --benchmark humaneval --self-check --self-check-splits 1000
  assay compare base.jsonl tuned.jsonl --benchmark humaneval --aspects static --complexity
  assay compare --protocol assay.toml base tuned --benchmark humaneval --limit 5 --out out
  assay compare base.jsonl tuned.jsonl --benchmark starter --gate 'logic.verdict != \"regression\"'";

const CHECK_EXAMPLES: &str = "\
Examples:
  assay check tuned.jsonl --benchmark humaneval --out labelled.jsonl
  assay check tuned.jsonl --benchmark humaneval --complexity --out labelled.parquet
  zcat samples_humaneval.jsonl.gz | assay check - --benchmark humaneval";

/// Judge one model's samples
#[derive(Debug, Args)]
#[command(after_help = with_formats(CHECK_EXAMPLES))]
pub(crate) struct Check {
    /// The samples: a file or folder in one of the formats below, plain or packed by gzip or zstd; `-` is standard input
    pub(crate) samples: PathBuf,
    /// A known benchmark, a folder in assay's format, or a file in HumanEval's
    #[arg(long, short, value_name = "BENCHMARK")]
    pub(crate) benchmark: String,
    /// Write the labelled data set here, one row a sample: JSON Lines, or Apache Parquet into a file whose name ends in .parquet
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of the interval
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) checks: ChosenChecks,
    /// Let samples that cannot be read (broken JSON, bad UTF-8, too large) count as refused instead of ending the run
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Show where the trials' time went
    #[arg(long)]
    pub(crate) timing: bool,
}

/// Draw a stored report again, in any format
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  assay report 1f0c2b9a77de\n  assay report out/report.json --format html --out report.html\n  assay report out --format parquet --out rows.parquet\n  assay report out --gate gate.txt --format junit --out gate.junit.xml"
)]
pub(crate) struct Report {
    /// A run's id (printed by `assay compare`), a report.json, or a folder that holds one
    pub(crate) run: String,
    /// How to draw it
    #[arg(long, short, default_value = "table", value_name = "FORMAT", value_parser = formats())]
    pub(crate) format: String,
    /// Write it here instead of the terminal; what is no text (parquet) is not shown on one
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// End with exit code 1 unless the report meets this: a file with a clause a line, or a clause (repeatable;
    /// docs/gate.md)
    #[arg(long, value_name = "FILE|CLAUSE")]
    pub(crate) gate: Vec<String>,
}

/// List, fetch and examine benchmarks
#[derive(Debug, Args)]
pub(crate) struct Benchmark {
    #[command(subcommand)]
    pub(crate) action: BenchmarkAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchmarkAction {
    /// The benchmarks that assay knows, and which of them are here
    List,
    /// Get a benchmark by its lock: exact version, checked by SHA-256; no code of the package is run
    Fetch {
        /// Its name, such as `humaneval`
        name: String,
    },
    /// Start a benchmark of your own: a folder with two small tasks to be replaced
    Init {
        /// The folder; it must be new or empty
        folder: PathBuf,
    },
    /// Ask a benchmark whether it judges rightly here: references must pass, always and in any order; wrong solutions must
    /// fail, and so must one that does nothing; every test must judge something
    #[command(after_help = LINT_CODES)]
    Lint {
        /// A known benchmark, a folder in assay's format, or a file in HumanEval's
        benchmark: String,
        /// For programs (docs/schema/lint.schema.json)
        #[arg(long)]
        json: bool,
        /// How often each reference solution is judged again to see whether it always passes, and then with other hash
        /// seeds, seeds of random and time zones; 0 leaves out both
        #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
        repetitions: u16,
        #[command(flatten)]
        strength: Strength,
    },
}

const LINT_CODES: &str = "\
Exit codes: 0 no problem (notes are none) · 1 problems · 2 the benchmark cannot be read, and where
docs/your-own-benchmark.md says what each finding means and what to do.";

/// What this machine can enforce: every isolation control, tried by doing it
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// Examples, and the formats of samples.
fn with_formats(examples: &str) -> String {
    let mut help = "Formats of samples, told by how they begin:\n".to_owned();
    for format in assay_benchmark::sample_formats() {
        help += &format!("  {}: {}\n    ({})\n", format.name, format.taken, format.written_by);
    }
    help + "\n" + examples
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("a number above 0 is needed".to_owned()),
    }
}

/// A whole number from 1 to a million: what a plan is asked for.
fn count(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(value @ 1..=1_000_000) => Ok(value),
        _ => Err("a whole number from 1 to 1000000 is needed".to_owned()),
    }
}

fn parts_by() -> clap::builder::PossibleValuesParser {
    assay_run::PartBy::ALL.map(|(name, _)| name).into()
}

fn formats() -> clap::builder::PossibleValuesParser {
    assay_report::formats().iter().map(|format| format.name()).collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
