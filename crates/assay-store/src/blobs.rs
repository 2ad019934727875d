//! Content-addressed files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use assay_types::Digest;

use crate::files::{finished_names, write_file};
use crate::{Amount, StoreError};

/// The blobs of a store.
#[derive(Debug, Clone)]
pub struct Blobs {
    folder: PathBuf,
}

impl Blobs {
    pub(crate) fn of(store: &Path) -> Self {
        Self { folder: store.join("blobs") }
    }

    pub(crate) fn path(&self, digest: Digest) -> PathBuf {
        let name = digest.to_string();
        self.folder.join(&name[..2]).join(&name[2..])
    }

    /// Stores bytes and names them by their digest. A blob that is no longer what it was is replaced.
    pub fn put(&self, bytes: &[u8]) -> Result<Digest, StoreError> {
        let digest = Digest::of(bytes);
        if self.get(digest)?.is_none() {
            let path = self.path(digest);
            write_file(&path, bytes).map_err(StoreError::file(&path))?;
        }
        Ok(digest)
    }

    /// The bytes of that digest; `None` where they are missing or no longer what they were.
    pub fn get(&self, digest: Digest) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.path(digest);
        match fs::read(&path) {
            Ok(bytes) => Ok((Digest::of(&bytes) == digest).then_some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(StoreError::File { path, source }),
        }
    }

    /// Every blob and its size.
    pub(crate) fn list(&self) -> Result<Vec<(Digest, u64)>, StoreError> {
        let failed = StoreError::file(&self.folder);
        let mut blobs = Vec::new();
        for start in finished_names(&self.folder).map_err(&failed)? {
            for rest in finished_names(&self.folder.join(&start)).map_err(&failed)? {
                if let Ok(digest) = format!("{start}{rest}").parse::<Digest>() {
                    let size = fs::metadata(self.path(digest)).map_or(0, |metadata| metadata.len());
                    blobs.push((digest, size));
                }
            }
        }
        Ok(blobs)
    }

    pub(crate) fn amount(&self) -> Result<Amount, StoreError> {
        let blobs = self.list()?;
        Ok(Amount { count: blobs.len() as u64, bytes: blobs.iter().map(|(_, size)| size).sum() })
    }

    pub(crate) fn remove(&self, digest: Digest) -> Result<(), StoreError> {
        let path = self.path(digest);
        fs::remove_file(&path).map_err(StoreError::file(&path))
    }

    /// Removes what a killed run left half-written. Only for the store's one writer.
    pub(crate) fn remove_unfinished(&self) -> Result<(), StoreError> {
        let failed = StoreError::file(&self.folder);
        for start in finished_names(&self.folder).map_err(&failed)? {
            for entry in fs::read_dir(self.folder.join(start)).map_err(&failed)?.flatten() {
                // Every scratch file of this and of earlier versions begins with a dot.
                if entry.file_name().to_string_lossy().starts_with('.') {
                    fs::remove_file(entry.path()).map_err(&failed)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_damage_is_noticed_and_mended() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::of(folder.path());
        let digest = blobs.put(b"answer").unwrap();
        assert_eq!(blobs.put(b"answer").unwrap(), digest);
        assert_eq!(blobs.get(digest).unwrap().as_deref(), Some(&b"answer"[..]));
        assert_eq!(blobs.get(Digest::of(b"other")).unwrap(), None);
        for damaged in [&b"anSwer"[..], b"ans", b""] {
            fs::write(blobs.path(digest), damaged).unwrap();
            assert_eq!(blobs.get(digest).unwrap(), None);
            blobs.put(b"answer").unwrap();
            assert_eq!(blobs.get(digest).unwrap().as_deref(), Some(&b"answer"[..]));
        }
        assert_eq!(blobs.list().unwrap(), [(digest, 6)]);
    }

    #[test]
    fn half_written_blobs_of_this_and_of_earlier_versions_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::of(folder.path());
        let digest = blobs.put(b"answer").unwrap();
        let shelf = blobs.path(digest).parent().unwrap().to_owned();
        for name in [".tmpAbCdEf", ".assay-unfinished-1-0"] {
            fs::write(shelf.join(name), "ans").unwrap();
        }
        blobs.remove_unfinished().unwrap();
        assert_eq!(fs::read_dir(&shelf).unwrap().count(), 1);
        assert_eq!(blobs.get(digest).unwrap().as_deref(), Some(&b"answer"[..]));
    }
}
