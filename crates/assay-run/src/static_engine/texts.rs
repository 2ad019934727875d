//! Texts as files that tools read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use assay_types::Digest;
use tempfile::TempDir;

use super::error::ToolError;

/// Texts as files, each in a folder of its own, below a private one that goes away with this. Number 0 is the control.
pub(super) struct Texts {
    folder: TempDir,
    paths: Vec<PathBuf>,
}

impl Texts {
    /// Writes the control and then the texts.
    pub(super) fn write<'a>(
        control: &'a str,
        texts: impl Iterator<Item = &'a str>,
    ) -> Result<Self, ToolError> {
        let wrong = |source| ToolError::Texts { folder: std::env::temp_dir(), source };
        let folder = tempfile::Builder::new().prefix("assay-static-").tempdir().map_err(wrong)?;
        // The tools are told where the texts are in texts of their own.
        if folder.path().to_str().is_none() {
            return Err(wrong(io::Error::new(io::ErrorKind::InvalidInput, "its name is no UTF-8")));
        }
        let write = |(number, text)| write(folder.path(), number, text);
        let paths = std::iter::once(control).chain(texts).enumerate().map(write);
        let paths = paths.collect::<io::Result<Vec<_>>>().map_err(wrong)?;
        Ok(Self { folder, paths })
    }

    /// The folder above all: where a tool runs.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How many there are, with the control.
    pub(super) fn count(&self) -> usize {
        self.paths.len()
    }

    /// A text's file.
    pub(super) fn path(&self, number: usize) -> &Path {
        &self.paths[number]
    }

    /// Writes a file for a tool beside the texts' folders.
    pub(super) fn add(&self, name: &str, content: &str) -> Result<PathBuf, ToolError> {
        let path = self.folder.path().join(name);
        match fs::write(&path, content) {
            Ok(()) => Ok(path),
            Err(source) => Err(ToolError::Texts { folder: std::env::temp_dir(), source }),
        }
    }
}

/// The name is the content's digest: a text that imports itself, or another, would have to know it.
fn write(folder: &Path, number: usize, text: &str) -> io::Result<PathBuf> {
    let own = folder.join(format!("text_{number}"));
    fs::create_dir(&own)?;
    let digest: String = Digest::of(text.as_bytes()).to_string().chars().take(16).collect();
    let path = own.join(format!("sample_{digest}.py"));
    fs::write(&path, text)?;
    Ok(path)
}
