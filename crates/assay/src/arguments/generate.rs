//! Asking models.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Ask models for samples, by a protocol; what is stored already is not asked for again
#[derive(Debug, Args)]
#[command(after_help = GENERATE_EXAMPLES)]
pub(crate) struct Generate {
    /// The file that says which models are asked, and how (docs/protocol.md)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) protocol: PathBuf,
    /// Ask this model of the protocol (repeatable); all of them by default
    #[arg(long, short, value_name = "NAME")]
    pub(crate) model: Vec<String>,
    /// The benchmark; by default the protocol's
    #[arg(long, short, value_name = "BENCHMARK")]
    pub(crate) benchmark: Option<String>,
    #[command(flatten)]
    pub(crate) extent: Extent,
    /// Write the answers as a samples file; of several models, NAME.jsonl in this folder
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write passages of 16 bytes or more that an answer repeats of its task's prompt as their place in it: the file then holds no such
    /// passage, and whoever has the benchmark reads the same samples from it
    #[arg(long, requires = "out")]
    pub(crate) without_prompts: bool,
    /// Write every request and response as a recording, from which a provider `replay` answers; of several models,
    /// NAME.jsonl in this folder
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Say how much would be asked, and what that takes at most; ask nothing and change nothing
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,
}

/// How much is asked.
#[derive(Debug, Args)]
#[command(next_help_heading = "How much is asked")]
pub(crate) struct Extent {
    /// Ask about these tasks alone
    #[arg(long, value_name = "TASKS", value_delimiter = ',')]
    pub(crate) tasks: Vec<String>,
    /// Ask about so many tasks, the first of the benchmark
    #[arg(long, value_name = "N", conflicts_with = "tasks", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Answers to each task; by default the protocol's number. More than before asks for the rest
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) samples_per_task: Option<u32>,
    /// Read files of weights again, and refuse one that changed although its size and times did not; else their SHA-256 is
    /// remembered by inode, size and times
    #[arg(long)]
    pub(crate) verify_weights: bool,
}

const GENERATE_EXAMPLES: &str = "\
Examples:
  assay generate --protocol assay.toml --dry-run
  assay generate --protocol assay.toml --model tuned --benchmark humaneval --out tuned.jsonl
  assay generate --protocol assay.toml --samples-per-task 20 --limit 5
  assay generate --protocol assay.toml --model tuned --log tuned.recording.jsonl

Exit codes: 0 every answer is there · 2 wrong usage or protocol · 3 answers are missing, and which and why is said
            4 storage · 130 interrupted";

/// Look at protocols
#[derive(Debug, Args)]
pub(crate) struct Protocol {
    #[command(subcommand)]
    pub(crate) action: ProtocolAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ProtocolAction {
    /// Show what a protocol's models are asked, with everything that it does not say itself, and its digest
    Show {
        /// The file
        protocol: PathBuf,
    },
    /// Show what differs between two protocols, to the byte; of runs, what they were asked by
    #[command(after_help = DIFF_CODES)]
    Diff {
        /// A protocol's file, or a run: its id, a report.json, or a folder that holds one
        first: String,
        /// Another
        second: String,
    },
}

const DIFF_CODES: &str = "\
A run does not say how fast it asked and how often it tried, so that is not compared with it.

Exit codes: 0 nothing differs · 1 something does · 2 one of them cannot be read";
