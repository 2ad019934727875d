//! Asking a model to judge.

use std::path::PathBuf;

use assay_judge::Question;
use clap::{Args, ValueEnum};

/// Ask a model whether a run's samples are correct and which are faster or leaner, and hold its verdicts against what the run
/// measured: a baseline to compare measuring with
#[derive(Debug, Args)]
#[command(after_help = JUDGE_EXAMPLES)]
pub(crate) struct Judge {
    /// A run's id (printed by `assay compare`), a report.json, or a folder that holds one; the store must hold its answers
    pub(crate) run: String,
    /// The file that says which model judges, and how it is asked (docs/judge.md)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) protocol: PathBuf,
    /// The model of the protocol that judges; needed where it has several
    #[arg(long, short, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// What it is asked (repeatable); all of them by default
    #[arg(long, value_name = "QUESTION", value_parser = questions())]
    pub(crate) question: Vec<String>,
    /// Answers to each question
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeats: u32,
    /// Ask about so many of the run's tasks, the first in the benchmark's order
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Ask about so many samples of each task and side, the first ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) samples_per_task: Option<u32>,
    /// Ask in the words of this template instead (docs/judge.md); with one --question
    #[arg(long, value_name = "FILE")]
    pub(crate) prompt: Option<PathBuf>,
    /// The benchmark, where it is no longer where the run found it
    #[arg(long, short, value_name = "BENCHMARK")]
    pub(crate) benchmark: Option<String>,
    /// Write judge.json, judge.md and judgements.jsonl (every answer with its explanation) here
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// How to show the figures
    #[arg(long, short, value_enum, default_value = "table", value_name = "FORMAT")]
    pub(crate) format: JudgeFormat,
    /// Seed of the intervals
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Say how much would be asked, and what that takes at most; ask nothing and change nothing
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,
}

/// How figures are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum JudgeFormat {
    /// For a terminal.
    Table,
    /// For a page.
    Markdown,
    /// For programs (docs/schema/judge.schema.json).
    Json,
}

const JUDGE_EXAMPLES: &str = "\
Examples:
  assay judge out --protocol judge.toml --dry-run
  assay judge out --protocol judge.toml --question correctness --limit 5 --repeats 1
  assay judge 1f0c2b9a77de --protocol judge.toml --out judged

Exit codes: 0 every answer is there · 2 wrong usage or protocol · 3 answers are missing, and which and why is said
            4 storage · 130 interrupted";

fn questions() -> clap::builder::PossibleValuesParser {
    Question::ALL.map(Question::name).into()
}
