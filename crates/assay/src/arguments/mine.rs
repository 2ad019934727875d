//! The arguments of `assay mine`.

use std::path::PathBuf;

use assay_mine::Day;
use clap::{Args, ValueEnum};

/// Find changes in a repository's history that may become maintenance tasks
#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Mine {
    /// The folder of a local clone with its full history, bare or not
    pub(crate) repository: PathBuf,
    /// Only changes committed on this day (UTC) or later
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) since: Option<Day>,
    /// Only changes committed before this day (UTC)
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) before: Option<Day>,
    /// Exported issues, a line of JSON each with `number`, `title` and `body`: a change that closes one is asked for in its words
    #[arg(long, value_name = "FILE")]
    pub(crate) issues: Option<PathBuf>,
    /// Write the candidates, the other commits with their reasons, and the numbers here (docs/mining.md)
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// What to print: a table of numbers, or the same for programs (docs/schema/mining.schema.json)
    #[arg(long, short, value_enum, default_value_t = MineFormat::Table, value_name = "FORMAT")]
    pub(crate) format: MineFormat,
}

/// How numbers are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MineFormat {
    Table,
    Json,
}

const ABOUT: &str = "\
Find changes in a repository's history that may become maintenance tasks: commits on the way of first parents, \
merges included, that change source and tests of Python under a permissive licence, whose message says what is \
wanted without giving the solution away, and that are one kind of maintenance. Every other commit is counted with the \
reason why it was left out. Nothing is run, and nothing is written into the repository.";

const EXAMPLES: &str = "\
Examples:
  assay mine ../more-itertools
  assay mine ../more-itertools --since 2024-01-01 --out candidates
  assay mine repo.git --issues issues.jsonl --format json
  gh issue list --state all --limit 9999 --json number,title,body --jq '.[]' > issues.jsonl

docs/mining.md says how changes are chosen, statements are made and categories are told.";
