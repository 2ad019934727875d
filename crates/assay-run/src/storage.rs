//! What a store holds, and what of it may go.

use std::path::{Path, PathBuf};

use assay_benchmark::known;
use assay_store::{Amount, Contents, Garbage, Keep, Store, contents, size};
use serde::Serialize;

use crate::error::RunError;
use crate::machine::{environments, interpreter};

/// What a store holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Inventory {
    /// Runs, findings, calibrations, blobs, benchmarks, and the size of all.
    #[serde(flatten)]
    pub contents: Contents,
    /// Copies of interpreters.
    pub environments: Amount,
}

/// Counts what a store holds. Reads only, so a run may go on meanwhile.
pub fn inventory(store: &Path) -> Result<Inventory, RunError> {
    let environments = environments(store);
    let digests = environments.digests();
    let bytes = digests.iter().map(|digest| size(&environments.home(digest))).sum();
    Ok(Inventory { contents: contents(store)?, environments: Amount { count: digests.len() as u64, bytes } })
}

/// What is to stay.
#[derive(Debug, Clone)]
pub struct CollectSettings {
    /// The store's folder.
    pub store: PathBuf,
    /// The interpreter whose environment is in use; `None` looks for one, as a session does.
    pub python: Option<PathBuf>,
    /// So many of the newest runs stay.
    pub runs: usize,
    /// Whether findings and calibrations stay.
    pub findings: bool,
    /// Whether models' answers stay.
    pub answers: bool,
}

/// What may go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    /// Runs, blobs, benchmarks, findings.
    pub garbage: Garbage,
    /// Digests of environments, and their sizes.
    pub environments: Vec<(String, u64)>,
}

impl Collection {
    /// Bytes that come free.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let Garbage { runs, blobs, benchmarks, findings, answers, .. } = &self.garbage;
        runs.iter().map(|run| run.bytes).sum::<u64>()
            + blobs.iter().map(|(_, bytes)| bytes).sum::<u64>()
            + benchmarks.iter().map(|(_, bytes)| bytes).sum::<u64>()
            + self.environments.iter().map(|(_, bytes)| bytes).sum::<u64>()
            + findings.bytes
            + answers.bytes
    }
}

/// Finds what may go: runs beyond the newest, and the blobs, environments and benchmarks that neither a run which stays
/// refers to nor this assay uses now. Changes nothing, so a run may go on meanwhile.
pub fn collectable(settings: &CollectSettings) -> Result<Collection, RunError> {
    let keep = Keep {
        runs: settings.runs,
        benchmarks: known().iter().map(|known| (known.name.to_owned(), known.version.to_owned())).collect(),
        findings: settings.findings,
        answers: settings.answers,
    };
    let garbage = Garbage::find(&settings.store, &keep)?;
    let environments = environments(&settings.store);
    let current = match interpreter(settings.python.as_deref()) {
        Ok(interpreter) => {
            [environments.known(&interpreter, None)?, environments.known_for_commands(&interpreter)?]
        }
        // No interpreter, so none is in use; one that was named must be there.
        Err(error) if settings.python.is_some() => return Err(error.into()),
        Err(_) => [None, None],
    };
    let unused = environments
        .digests()
        .into_iter()
        .filter(|digest| {
            !garbage.named.contains(digest) && !current.iter().flatten().any(|used| used == digest)
        })
        .map(|digest| {
            let bytes = size(&environments.home(&digest));
            (digest, bytes)
        })
        .collect();
    Ok(Collection { garbage, environments: unused })
}

/// Removes what may go, and says what it was. Nobody else may have the store open.
pub fn collect(settings: &CollectSettings) -> Result<Collection, RunError> {
    let store = Store::open(&settings.store)?;
    let environments = environments(&settings.store);
    environments.remove_leftovers()?;
    let collection = collectable(settings)?;
    collection.garbage.remove(&store)?;
    for (digest, _) in &collection.environments {
        environments.remove(digest)?;
    }
    Ok(collection)
}
