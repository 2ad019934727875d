//! A model's answers to maintenance tasks.

use std::path::Path;

use assay_types::{SampleSet, Task};

use super::MaintenanceBenchmark;
use crate::samples::{self, OnBadSample};
use crate::{Benchmark, BenchmarkError};

/// Reads predictions for a benchmark of maintenance tasks from a file, or from standard input where the path is `-`: SWE-bench's
/// formats (lines, a list, an object by ids), or assay's samples. A patch that stands in a field of its own is a
/// [`assay_types::FieldKind::Solution`], a chat in which one must be looked for an `Answer`. Several records of a task are
/// repetitions.
pub fn read_predictions(
    path: &Path,
    benchmark: &MaintenanceBenchmark,
    on_bad: OnBadSample,
) -> Result<SampleSet, BenchmarkError> {
    // Readers of samples need no more of a benchmark than the names of its tasks.
    let asking = Benchmark {
        name: benchmark.name.clone(),
        version: benchmark.version.clone(),
        digest: benchmark.digest(),
        license: String::new(),
        confidentiality: benchmark.confidentiality.clone(),
        requirements: None,
        tasks: benchmark
            .tasks
            .iter()
            .map(|task| Task::asking(task.id().clone(), "", &task.task.statement))
            .collect(),
    };
    let mut set = samples::read_patches(path, &asking, on_bad)?;
    if let Some(name) = set.name.strip_suffix(".json").filter(|name| !name.is_empty()) {
        set.name = name.to_owned();
    }
    Ok(set)
}
