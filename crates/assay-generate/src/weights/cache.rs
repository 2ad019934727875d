//! Digests of large files, remembered.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use assay_types::Digest;
use serde::{Deserialize, Serialize};

use super::WeightsError;
use crate::WeightFile;

/// The cache's file in the folder that the caller names.
const FILE: &str = "weights.json";
/// Another format's file is nobody's, and made anew.
const FORMAT: u32 = 1;
/// The most files that are remembered; the oldest are forgotten first.
const ENTRIES: usize = 1000;
/// The largest cache that is read.
const FILE_BYTES: u64 = 4 << 20;

/// Digests of files, read from the files or remembered from the last time.
///
/// A file is taken for the one that was read before if device, inode, size, and the times of its last change to content and
/// inode are the same. Whoever can set those can deceive it, so it is read again where that matters ([`Digests::anew`]).
#[derive(Debug)]
pub struct Digests {
    path: Option<PathBuf>,
    entries: Vec<Entry>,
    anew: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Cache {
    format: u32,
    files: Vec<Entry>,
}

/// One file as it was when it was read.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Entry {
    state: State,
    sha256: Digest,
}

/// What changes when a file does. Times are whole seconds and nanoseconds of the epoch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl State {
    fn of(metadata: &Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

impl Digests {
    /// Remembers nothing: each file is read.
    #[must_use]
    pub fn without_cache() -> Self {
        Self { path: None, entries: Vec::new(), anew: true }
    }

    /// Remembers in a file of this folder, which is made when there is something to keep. A cache that cannot be understood is empty.
    #[must_use]
    pub fn cached_in(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let small = path.metadata().is_ok_and(|metadata| metadata.len() <= FILE_BYTES);
        let text = small.then(|| std::fs::read(&path).ok()).flatten().unwrap_or_default();
        let cache = serde_json::from_slice::<Cache>(&text).ok().filter(|cache| cache.format == FORMAT);
        Self { path: Some(path), entries: cache.map(|cache| cache.files).unwrap_or_default(), anew: false }
    }

    /// Keeps what it finds out to itself: nothing on the disk changes.
    #[must_use]
    pub fn unwritten(mut self) -> Self {
        self.path = None;
        self
    }

    /// Reads every file again, and holds it against what is remembered.
    #[must_use]
    pub fn anew(mut self) -> Self {
        self.anew = true;
        self
    }

    /// A file by its name and digest.
    ///
    /// # Errors
    /// Where it cannot be read or is written to meanwhile, where it has another content than is remembered of it, and where the cache
    /// cannot be written.
    pub fn weight_file(&mut self, path: &Path) -> Result<WeightFile, WeightsError> {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(WeightFile { name, digest: self.digest(path)? })
    }

    fn digest(&mut self, path: &Path) -> Result<Digest, WeightsError> {
        let mut file = File::open(path).map_err(WeightsError::read(path))?;
        let state = State::of(&file.metadata().map_err(WeightsError::read(path))?);
        let known = self.entries.iter().find(|entry| entry.state == state).map(|entry| entry.sha256);
        if let (Some(digest), false) = (known, self.anew) {
            return Ok(digest);
        }
        let sha256 = Digest::of_reader(&mut file).map_err(WeightsError::read(path))?;
        let changed = |problem: String| WeightsError::Changed { path: path.to_owned(), problem };
        if State::of(&file.metadata().map_err(WeightsError::read(path))?) != state {
            return Err(changed("it was written to while it was read".into()));
        }
        if let Some(known) = known {
            let problem =
                || changed(format!("its sha256 is {sha256}, and was {known} at the same size and times"));
            return if known == sha256 { Ok(sha256) } else { Err(problem()) };
        }
        self.remember(Entry { state, sha256 })?;
        Ok(sha256)
    }

    fn remember(&mut self, entry: Entry) -> Result<(), WeightsError> {
        let same = |state: &State| (state.device, state.inode) == (entry.state.device, entry.state.inode);
        self.entries.retain(|older| !same(&older.state));
        self.entries.push(entry);
        let surplus = self.entries.len().saturating_sub(ENTRIES);
        self.entries.drain(..surplus);
        let Some(path) = &self.path else { return Ok(()) };
        let cache = Cache { format: FORMAT, files: self.entries.clone() };
        let failed = |source| WeightsError::Write { path: path.clone(), source };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let text = serde_json::to_vec_pretty(&cache).map_err(|error| failed(io::Error::other(error)))?;
        assay_store::write_file(path, &text).map_err(failed)
    }
}
