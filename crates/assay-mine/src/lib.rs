//! From a repository's history to candidates for maintenance tasks (docs/mining.md).
//!
//! [`mine()`] walks the first parents of a local repository's newest commit, looks at each step as one change, and either makes a
//! [`Candidate`] of it or counts the reason why not ([`LeftOut`]). Nothing is run, and nothing of the repository is believed: it is
//! read with [`gix`], without its configuration's programs, its hooks or a work tree. What a change does to files is written and
//! read again by `assay-patch`, so a candidate holds no patch that could not be applied.
#![forbid(unsafe_code)]

mod candidate;
mod category;
mod change;
mod dates;
mod document;
mod ecosystem;
mod error;
mod history;
mod issues;
mod left_out;
mod licence;
mod message;
mod mine;
mod snapshot;
mod statement;
#[cfg(any(test, feature = "toy"))]
pub mod toy;

pub use assay_types::Category;
pub use candidate::{
    Candidate, Evidence, Leak, SCHEMA_VERSION, Statement, StatementSource, candidate_lines, candidate_schema,
};
pub use dates::{Day, InvalidDay};
pub use document::{LeftOutLine, MiningDocument, left_out_lines, mining_schema};
pub use ecosystem::{Ecosystem, FileRole, Python, ecosystems};
pub use error::MineError;
pub use issues::Issues;
pub use left_out::LeftOut;
pub use mine::{Mined, Mining, Progress, Silent, mine};
pub use snapshot::Snapshots;
