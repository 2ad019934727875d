//! The arguments of `assay store`.

use clap::{Args, Subcommand};

/// Look at what is stored, and remove what is no longer needed
#[derive(Debug, Args)]
pub(crate) struct Store {
    #[command(subcommand)]
    pub(crate) action: StoreAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum StoreAction {
    /// What the store holds: how many of each, and how large; may be asked while a run goes on
    #[command(after_help = LIST_EXAMPLES)]
    Ls {
        /// For programs
        #[arg(long)]
        json: bool,
    },
    /// Remove what is no longer needed
    #[command(long_about = COLLECT, after_help = COLLECT_EXAMPLES)]
    Gc(Collect),
}

const LIST_EXAMPLES: &str = "\
Examples:
  assay store ls
  assay store ls --store /data/assay --json";

#[derive(Debug, Args)]
pub(crate) struct Collect {
    /// Only say what would be removed
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,
    /// Keep so many of the newest runs
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) keep_runs: usize,
    /// Remove all findings and calibrations too; whatever is judged next is then judged anew
    #[arg(long)]
    pub(crate) findings: bool,
    /// Remove all answers of models too, and what went over the wire for them: asking again takes time and money, and
    /// brings others
    #[arg(long)]
    pub(crate) answers: bool,
}

const COLLECT: &str = "\
Remove what is no longer needed:

  runs          beyond the newest (--keep-runs); what --out wrote is not touched
  raw answers   of no run that stays; `assay check` alone makes no run
  environments  of no run that stays, but for the one in use now (--python)
  benchmarks    fetched in a version unknown to this assay, of no run that stays
  findings      only with --findings, and then all: nothing says which run used which
  answers       of models that were asked: only with --answers, and then all

Nothing is removed while a run has the store open. What killed runs left half-written goes at \
the start of the next run.";

const COLLECT_EXAMPLES: &str = "\
Examples:
  assay store gc --dry-run
  assay store gc --keep-runs 3
  assay store gc --keep-runs 0 --findings";
