//! The arguments of `assay admit`.

use std::path::PathBuf;

use assay_types::Confidentiality;
use clap::Args;

use super::MineFormat;

/// Run candidates' tests at both commits until only stable ones are left, and keep those that make tasks
#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Admit {
    /// candidates.jsonl of `assay mine`
    pub(crate) candidates: PathBuf,
    /// The folder of the local clone that they were mined from
    #[arg(long, short, value_name = "DIR")]
    pub(crate) repository: PathBuf,
    /// Where results and logs are kept; what is there already is not done again
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Where the repository is known, such as tkem/cachetools; it is in each task's id. By default its folder's name
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Who may see the tasks: `public`, `local_only`, or `providers:NAME,NAME`
    #[arg(long, default_value = "public", value_name = "WHO")]
    pub(crate) confidentiality: Confidentiality,
    /// How often tests run in each way, at each commit
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100), value_name = "N")]
    pub(crate) repetitions: u32,
    /// Seed of orders and of the names of decoys
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// What to print: a table of the yield, or the same for programs
    #[arg(long, short, value_enum, default_value_t = MineFormat::Table, value_name = "FORMAT")]
    pub(crate) format: MineFormat,
}

const ABOUT: &str = "\
Run candidates' tests in the sandbox, in an environment that is locked from the fix's own metadata as the package index \
was on its day: once at both commits, to see whether a test tells them apart; then in file order, each target alone, \
shuffled, in another time zone and with another hash seed. What does not end the same way each time leaves the oracle. \
A candidate without a stable test that fails before and passes after is dropped, with its reason and its log; so is one \
whose tests notice no hunk of the reference that is left out.";

const EXAMPLES: &str = "\
Examples:
  assay mine ../cachetools --out mined
  assay admit mined/candidates.jsonl --repository ../cachetools --name tkem/cachetools --out admitted
  assay grade predictions.jsonl --benchmark admitted/benchmark

The package index is needed for the locks. docs/admission.md says how tests are run and what each reason means.";
