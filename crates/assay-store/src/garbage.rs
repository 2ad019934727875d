//! What may go: runs beyond the newest, and what neither a run that stays nor anything current refers to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assay_types::Digest;

use crate::blobs::Blobs;
use crate::files::{finished_names, size};
use crate::runs::{Run, Runs};
use crate::{Amount, DATABASE, Store, StoreError, attempts, counts};

/// Name and version of a benchmark.
pub type BenchmarkVersion = (String, String);

/// What stays whatever refers to it.
#[derive(Debug, Clone, Default)]
pub struct Keep {
    /// So many of the newest runs.
    pub runs: usize,
    /// Benchmarks that this assay knows.
    pub benchmarks: BTreeSet<BenchmarkVersion>,
    /// Whether findings, calibrations and measurements stay. Nothing says which of them a run used, so it is all or none.
    pub findings: bool,
    /// Whether models' answers stay: asking again costs time and money, and does not get the same.
    pub answers: bool,
}

/// Parts of a store that may go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Garbage {
    /// Runs, newest first.
    pub runs: Vec<Run>,
    /// Blobs and their sizes.
    pub blobs: Vec<(Digest, u64)>,
    /// Folders of fetched benchmarks and their sizes.
    pub benchmarks: Vec<(PathBuf, u64)>,
    /// Findings, calibrations and measurements.
    pub findings: Amount,
    /// Models' answers, attempts that failed, and what went over the wire; the bytes are of all.
    pub answers: Amount,
    /// Every digest that a run which stays names.
    pub named: BTreeSet<String>,
}

impl Garbage {
    /// Finds what may go. Changes nothing.
    pub fn find(store: &Path, keep: &Keep) -> Result<Self, StoreError> {
        let mut stay = Runs::of(store).list()?;
        let runs = stay.split_off(keep.runs.min(stay.len()));
        let named: BTreeSet<String> = stay.iter().flat_map(|run| run.digests.iter().cloned()).collect();
        let mut blobs = Blobs::of(store).list()?;
        blobs.retain(|(digest, _)| !named.contains(&digest.to_string()));
        let used: BTreeSet<&BenchmarkVersion> =
            stay.iter().filter_map(|run| run.benchmark.as_ref()).collect();
        let mut benchmarks = benchmarks(store)?;
        benchmarks.retain(|(name, _)| !keep.benchmarks.contains(name) && !used.contains(name));
        let benchmarks = benchmarks.into_iter().map(|(_, path)| (path.clone(), size(&path))).collect();
        let findings = if keep.findings {
            Amount::default()
        } else {
            let amounts = counts(store)?;
            Amount {
                count: amounts.iter().map(|amount| amount.count).sum(),
                bytes: amounts.iter().map(|amount| amount.bytes).sum(),
            }
        };
        let answers = if keep.answers { Amount::default() } else { logged(store)? };
        Ok(Self { runs, blobs, benchmarks, findings, answers, named })
    }

    /// Removes it from the store in which it was found. Broken off in the middle, it leaves a whole store behind.
    pub fn remove(&self, store: &Store) -> Result<(), StoreError> {
        for run in &self.runs {
            Runs::of(store.folder()).remove(&run.id)?;
        }
        for (digest, _) in &self.blobs {
            store.blobs().remove(*digest)?;
        }
        for (path, _) in &self.benchmarks {
            fs::remove_dir_all(path).map_err(StoreError::file(path))?;
        }
        if self.answers.bytes > 0 {
            store.forget_answers()?;
        }
        if self.findings.count > 0 { store.forget_findings() } else { Ok(()) }
    }
}

/// Answers, and the bytes of the whole raw log.
fn logged(store: &Path) -> Result<Amount, StoreError> {
    let [answers, failed, bodies] = attempts::amounts(&store.join(DATABASE))?;
    Ok(Amount { count: answers.count, bytes: answers.bytes + failed.bytes + bodies.bytes })
}

/// Every fetched benchmark: its name and version, and its folder.
pub(crate) fn benchmarks(store: &Path) -> Result<Vec<(BenchmarkVersion, PathBuf)>, StoreError> {
    let folder = store.join("benchmarks");
    let failed = StoreError::file(&folder);
    let mut found = Vec::new();
    for name in finished_names(&folder).map_err(&failed)? {
        for version in finished_names(&folder.join(&name)).map_err(&failed)? {
            let path = folder.join(&name).join(&version);
            found.push(((name.clone(), version), path));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(samples: Digest, benchmark: &str) -> Vec<u8> {
        let report = serde_json::json!({
            "benchmark": {"name": benchmark, "version": "1"}, "baseline": {"sha256": samples},
        });
        report.to_string().into_bytes()
    }

    #[test]
    fn what_no_run_that_stays_and_nothing_current_refers_to_goes_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let blobs = ["old", "new", "of no run"].map(|text| store.blobs().put(text.as_bytes()).unwrap());
        store.keep_run("01d", &report(blobs[0], "dropped"), br#"{"finished": 1}"#).unwrap();
        store.keep_run("4e3", &report(blobs[1], "kept"), br#"{"finished": 2}"#).unwrap();
        for name in ["dropped", "kept", "current"] {
            fs::create_dir_all(folder.path().join("benchmarks").join(name).join("1")).unwrap();
        }
        let current = [("current".to_owned(), "1".to_owned())].into();
        let keep = Keep { runs: 1, benchmarks: current, findings: true, answers: true };
        let garbage = Garbage::find(folder.path(), &keep).unwrap();
        garbage.remove(&store).unwrap();
        let runs: Vec<String> = store.runs().unwrap().into_iter().map(|run| run.id).collect();
        assert_eq!(runs, ["4e3"]);
        assert_eq!(store.blobs().list().unwrap(), [(blobs[1], 3)]);
        let left: Vec<String> =
            benchmarks(folder.path()).unwrap().into_iter().map(|((name, _), _)| name).collect();
        assert_eq!(left, ["current", "kept"]);
        let again = Garbage::find(folder.path(), &keep).unwrap();
        assert_eq!((again.runs, again.blobs, again.benchmarks), (Vec::new(), Vec::new(), Vec::new()));
    }
}
