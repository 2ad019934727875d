//! What is read as samples: a file's bytes, standard input's, or a folder's files.

use std::io;
use std::path::{Path, PathBuf};

use assay_types::Digest;

use super::folder::Folder;
use crate::{BenchmarkError, lines};

/// An input, loaded.
pub(crate) struct Input {
    /// What to call it in messages.
    pub(crate) path: PathBuf,
    /// What to call the model.
    pub(crate) name: String,
    /// Digest of the file, or of the folder's archive.
    pub(crate) digest: Digest,
    pub(crate) content: Content,
}

/// What an input holds.
pub(crate) enum Content {
    File(Vec<u8>),
    Folder(Folder),
}

impl Input {
    /// Loads a file, a folder, or standard input where the path is `-`.
    pub(crate) fn load(path: &Path) -> Result<Self, BenchmarkError> {
        if path == Path::new("-") {
            let shown = PathBuf::from("standard input");
            let (bytes, digest) = lines::read_whole(&shown, io::stdin().lock(), 0)?;
            let name = "standard-input".to_owned();
            return Ok(Self { path: shown, name, digest, content: Content::File(bytes) });
        }
        let (digest, content) = if path.is_dir() {
            let folder = Folder::load(path)?;
            (Digest::of(&folder.archive), Content::Folder(folder))
        } else {
            let (bytes, digest) = lines::read_file(path)?;
            // What a store keeps of a folder is its archive.
            let content = if Folder::is_archive(&bytes) {
                Content::Folder(Folder::of_archive(path, bytes)?)
            } else {
                Content::File(bytes)
            };
            (digest, content)
        };
        Ok(Self { path: path.to_owned(), name: name_of(path), digest, content })
    }

    /// A file that is not written yet.
    pub(crate) fn of_bytes(name: &str, bytes: Vec<u8>) -> Self {
        let path = PathBuf::from(format!("{name}.jsonl"));
        Self { path, name: name.to_owned(), digest: Digest::of(&bytes), content: Content::File(bytes) }
    }

    /// The file's bytes; none for a folder.
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::File(bytes) => bytes,
            Content::Folder(_) => &[],
        }
    }
}

/// What to call the model: the file's name without its ending.
fn name_of(path: &Path) -> String {
    let named = path.file_name().map(ToOwned::to_owned);
    // A folder such as `.` has its name only once it is looked up.
    let named = named.or_else(|| Some(path.canonicalize().ok()?.file_name()?.to_owned()));
    let file_name = named.map_or_else(|| "samples".to_owned(), |name| name.to_string_lossy().into_owned());
    let name = file_name.trim_end_matches(".gz").trim_end_matches(".zst");
    let name = name.trim_end_matches(".jsonl").trim_end_matches(".csv");
    // Reports go into folders of this name: what would lead elsewhere stays whole.
    if name.trim_matches('.').is_empty() { file_name } else { name.to_owned() }
}
