//! The proof that the fix is not where a model could find it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::trees::Trees;

/// Shorter files are like each other by chance: an empty `__init__.py`, a line of imports.
const SHORTEST: usize = 64;

/// Where a file that the reference patch writes stands already, byte for byte: in the parent's files or below the folder of the
/// environment's packages.
pub(crate) fn fix_inside(trees: &Trees, packages: Option<&Path>) -> io::Result<Option<String>> {
    let sources = trees.written_sources();
    let changed = sources.iter().filter(|(path, content)| {
        let unchanged = trees.parent.0.get(**path).is_some_and(|(_, old)| old == *content);
        content.len() >= SHORTEST && !unchanged
    });
    let contents: BTreeSet<&[u8]> = changed.map(|(_, content)| *content).collect();
    let inside = trees.before.0.iter().find(|(path, (_, content))| {
        // What is put back for every patch is in its own place, and no model sees it.
        let put_back = sources.get(path.as_str()) == Some(&content.as_slice());
        contents.contains(content.as_slice()) && !put_back
    });
    if let Some((path, _)) = inside {
        return Ok(Some(format!("the parent's file {path} is as the fix writes one")));
    }
    let lengths: BTreeSet<u64> = contents.iter().map(|content| content.len() as u64).collect();
    let mut waiting: Vec<PathBuf> = packages.map(Path::to_owned).into_iter().collect();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                waiting.push(entry.path());
            } else if kind.is_file()
                && lengths.contains(&entry.metadata()?.len())
                && contents.contains(fs::read(entry.path())?.as_slice())
            {
                let name = entry.path();
                let name = packages.and_then(|packages| name.strip_prefix(packages).ok()).unwrap_or(&name);
                return Ok(Some(format!(
                    "the environment's file {} is as the fix writes one",
                    name.display()
                )));
            }
        }
    }
    Ok(None)
}
