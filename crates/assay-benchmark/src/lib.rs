//! Benchmarks and samples as files: formats, loaders, locks. Nothing here runs anything.
//!
//! [`known()`] lists the benchmarks that assay knows by name; [`load`] reads one by name or path; [`read_samples`] reads
//! a model's answers, in any of the formats that [`sample_formats`] lists. Every message names the file and, where there is one, the line; [`limits`] says how much is read.
#![forbid(unsafe_code)]

mod custom;
mod damaged;
mod entry_point;
mod error;
mod expanded;
mod human_eval;
mod known;
pub mod limits;
mod lines;
pub mod maintenance;
mod object;
mod samples;
pub mod surrogates;
mod windows_1252;

use std::path::Path;

use assay_types::{Confidentiality, Digest, Requirements, Task, TaskId};

pub use custom::{made_of_cases, schemas, start};
pub use error::BenchmarkError;
pub use known::{Content, Known, WheelLock, known, known_by_name};
pub use samples::{
    OnBadSample, SampleFormat, read_samples, read_samples_of, sample_formats, without_prompts,
};

/// A set of tasks.
#[derive(Debug, Clone)]
pub struct Benchmark {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Digest of its content.
    pub digest: Digest,
    /// Licence of its content, as an SPDX expression.
    pub license: String,
    /// Who may see its tasks.
    pub confidentiality: Confidentiality,
    /// The packages that its tasks run with; the standard library alone without.
    pub requirements: Option<Requirements>,
    /// The tasks, in the benchmark's own order.
    pub tasks: Vec<Task>,
}

impl Benchmark {
    /// The task of that name.
    #[must_use]
    pub fn task(&self, id: &TaskId) -> Option<&Task> {
        self.tasks.iter().find(|task| task.id == *id)
    }
}

/// Loads a benchmark: one that assay knows (`humaneval`, `starter`), a folder in assay's own format, or a file in
/// HumanEval's. `fetched` is the folder in which fetched benchmarks are kept.
pub fn load(name: &str, fetched: &Path) -> Result<Benchmark, BenchmarkError> {
    if let Some(known) = known_by_name(name) {
        return known.load(fetched);
    }
    let path = Path::new(name);
    if path.is_dir() {
        custom::from_folder(path)
    } else if path.is_file() {
        human_eval::from_file(path)
    } else {
        let names: Vec<&str> = known().iter().map(|known| known.name).collect();
        Err(BenchmarkError::Unknown { name: name.to_owned(), known: names.join(", ") })
    }
}
