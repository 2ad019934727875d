//! Content-addressed files: written whole, synced, then renamed into place.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use assay_types::Digest;

use crate::StoreError;

/// The blobs of a store.
#[derive(Debug, Clone)]
pub struct Blobs {
    folder: PathBuf,
}

impl Blobs {
    pub(crate) fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn path(&self, digest: Digest) -> PathBuf {
        let name = digest.to_string();
        self.folder.join(&name[..2]).join(&name[2..])
    }

    /// Stores bytes and names them by their digest.
    pub fn put(&self, bytes: &[u8]) -> Result<Digest, StoreError> {
        let digest = Digest::of(bytes);
        let path = self.path(digest);
        if !path.exists() {
            self.write(&path, bytes).map_err(|source| StoreError::Folder { path, source })?;
        }
        Ok(digest)
    }

    fn write(&self, path: &std::path::Path, bytes: &[u8]) -> io::Result<()> {
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut scratch = tempfile::NamedTempFile::new_in(folder)?;
        scratch.write_all(bytes)?;
        scratch.as_file().sync_all()?;
        scratch.persist(path)?;
        fs::File::open(folder)?.sync_all()
    }

    /// The bytes of that digest; `None` where they are missing or no longer what they were.
    pub fn get(&self, digest: Digest) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.path(digest);
        match fs::read(&path) {
            Ok(bytes) => Ok((Digest::of(&bytes) == digest).then_some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(StoreError::Folder { path, source }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::at(folder.path().join("blobs"));
        let digest = blobs.put(b"answer").unwrap();
        assert_eq!(blobs.put(b"answer").unwrap(), digest);
        assert_eq!(blobs.get(digest).unwrap().as_deref(), Some(&b"answer"[..]));
        assert_eq!(blobs.get(Digest::of(b"other")).unwrap(), None);
        fs::write(blobs.path(digest), b"anSwer").unwrap();
        assert_eq!(blobs.get(digest).unwrap(), None);
    }
}
