//! Finished runs: a folder each, which is there whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde_json::Value;

use crate::files::{UNFINISHED, create_folder, finished_names, size, sync_folder, write_file};
use crate::{BenchmarkVersion, StoreError};

/// The document of a run; a folder without one is no run.
const REPORT: &str = "report.json";
/// What is of the run alone: when and how fast.
const DETAILS: &str = "run.json";
const DIGEST_CHARACTERS: usize = 64;

/// A finished run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Its name.
    pub id: String,
    /// When it ended, in seconds since 1970.
    pub finished: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// Every digest that its report names: samples, environment, benchmark.
    pub digests: BTreeSet<String>,
    /// Its benchmark.
    pub benchmark: Option<BenchmarkVersion>,
}

/// The runs of a store.
#[derive(Debug, Clone)]
pub(crate) struct Runs {
    folder: PathBuf,
}

impl Runs {
    pub(crate) fn of(store: &Path) -> Self {
        Self { folder: store.join("runs") }
    }

    /// Keeps a run. The same report has the same id, so only what is of the run alone can differ where it is there.
    pub(crate) fn keep(&self, id: &str, report: &[u8], details: &[u8]) -> Result<(), StoreError> {
        let folder = self.folder.join(id);
        self.write(&folder, id, report, details).map_err(StoreError::file(&folder))
    }

    fn write(&self, folder: &Path, id: &str, report: &[u8], details: &[u8]) -> io::Result<()> {
        if folder.is_dir() {
            if !fs::read(folder.join(REPORT)).is_ok_and(|found| found == report) {
                write_file(&folder.join(REPORT), report)?;
            }
            return write_file(&folder.join(DETAILS), details);
        }
        let scratch = self.folder.join(format!("{UNFINISHED}{id}"));
        create_folder(&self.folder)?;
        write_file(&scratch.join(REPORT), report)?;
        write_file(&scratch.join(DETAILS), details)?;
        fs::rename(&scratch, folder)?;
        sync_folder(&self.folder)
    }

    /// All runs, the newest first.
    pub(crate) fn list(&self) -> Result<Vec<Run>, StoreError> {
        let names = finished_names(&self.folder).map_err(StoreError::file(&self.folder))?;
        let mut runs: Vec<Run> = names.into_iter().filter_map(|id| self.run(id)).collect();
        runs.sort_by(|one, other| other.finished.cmp(&one.finished).then_with(|| one.id.cmp(&other.id)));
        Ok(runs)
    }

    fn run(&self, id: String) -> Option<Run> {
        let folder = self.folder.join(&id);
        // A report that cannot be read names nothing.
        let report = parsed(&folder.join(REPORT))?;
        let details = parsed(&folder.join(DETAILS)).unwrap_or_default();
        let mut digests = BTreeSet::new();
        collect_digests(&report, &mut digests);
        let benchmark = |name: &str| report["benchmark"][name].as_str().map(str::to_owned);
        Some(Run {
            finished: details["finished"].as_u64().unwrap_or_else(|| modified(&folder)),
            bytes: size(&folder),
            digests,
            benchmark: benchmark("name").zip(benchmark("version")),
            id,
        })
    }

    /// Removes a run at once: a folder that is half gone must not be taken for a run.
    pub(crate) fn remove(&self, id: &str) -> Result<(), StoreError> {
        let failed = StoreError::file(&self.folder);
        let scratch = self.folder.join(format!("{UNFINISHED}{id}"));
        fs::rename(self.folder.join(id), &scratch).map_err(&failed)?;
        fs::remove_dir_all(&scratch).map_err(&failed)
    }

    /// Removes what a killed run left half-written. Only for the store's one writer.
    pub(crate) fn remove_unfinished(&self) -> Result<(), StoreError> {
        let failed = StoreError::file(&self.folder);
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(&failed)?,
        };
        for entry in entries.flatten() {
            let path = entry.path();
            // Earlier versions wrote into the folder itself.
            let is_scratch = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
            if path.is_dir() && (is_scratch || finished_names(&path).is_ok_and(|names| names.is_empty())) {
                fs::remove_dir_all(path).map_err(&failed)?;
            }
        }
        Ok(())
    }
}

/// `None` where there is no file; JSON's null where it is not JSON.
fn parsed(path: &Path) -> Option<Value> {
    let bytes = fs::read(path).ok()?;
    Some(serde_json::from_slice(&bytes).unwrap_or_default())
}

/// Every text of the form of a digest, wherever the document has it: later versions may name more than this one knows.
fn collect_digests(value: &Value, digests: &mut BTreeSet<String>) {
    match value {
        Value::String(text)
            if text.len() == DIGEST_CHARACTERS && text.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            digests.insert(text.clone());
        }
        Value::Array(values) => values.iter().for_each(|value| collect_digests(value, digests)),
        Value::Object(fields) => fields.values().for_each(|value| collect_digests(value, digests)),
        _ => {}
    }
}

fn modified(path: &Path) -> u64 {
    let time = fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |duration| duration.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, Runs) {
        let folder = tempfile::tempdir().unwrap();
        let runs = Runs::of(folder.path());
        (folder, runs)
    }

    #[test]
    fn runs_are_listed_newest_first_with_what_their_reports_name() {
        let (_folder, runs) = store();
        let (samples, environment) = ("a".repeat(64), "b".repeat(64));
        let report = serde_json::json!({
            "benchmark": {"name": "starter", "version": "1"},
            "baseline": {"sha256": samples},
            "environment": [{"digest": environment}],
        });
        runs.keep("11", report.to_string().as_bytes(), br#"{"finished": 5}"#).unwrap();
        runs.keep("22", b"no report", br#"{"finished": 9}"#).unwrap();
        runs.keep("22", b"another", br#"{"finished": 7}"#).unwrap();
        let found = runs.list().unwrap();
        assert_eq!(
            found.iter().map(|run| (run.id.as_str(), run.finished)).collect::<Vec<_>>(),
            [("22", 7), ("11", 5)]
        );
        assert_eq!(found[1].digests, [samples, environment].into());
        assert_eq!(found[1].benchmark, Some(("starter".into(), "1".into())));
        assert_eq!(found[0].digests, BTreeSet::new());
        runs.remove("22").unwrap();
        assert_eq!(runs.list().unwrap().len(), 1);
    }

    #[test]
    fn half_written_runs_are_no_runs_and_are_removed() {
        let (folder, runs) = store();
        runs.keep("11", b"{}", b"{}").unwrap();
        for name in [".assay-unfinished-22", "33"] {
            fs::create_dir(folder.path().join("runs").join(name)).unwrap();
        }
        assert_eq!(runs.list().unwrap().len(), 1);
        runs.remove_unfinished().unwrap();
        assert_eq!(fs::read_dir(folder.path().join("runs")).unwrap().count(), 1);
    }
}
