//! What the Python half is told on its standard input: a line of JSON, then the contents of all files.

use std::io;

use assay_types::{Digest, Runner, TestId};
use serde::Serialize;

use crate::run::{Order, Selection, TestRun};

/// How a decoy must end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Decoy {
    /// It passes.
    Pass,
    /// It fails.
    Fail,
    /// It is skipped.
    Skip,
}

/// Letters in a decoy's name after `test_`.
const LETTERS: usize = 12;

#[derive(Serialize)]
struct Header<'a> {
    nonce: &'a str,
    runner: Runner,
    /// Path, mode as git writes it, and length of each file.
    tree: Vec<(&'a str, &'static str, usize)>,
    files: Option<&'a [String]>,
    tests: Option<&'a [TestId]>,
    seed: Option<u64>,
    decoys: Vec<(String, Decoy)>,
    decoy_seed: u64,
}

/// The bytes that one run's program reads.
pub(crate) fn input(run: &TestRun, nonce: &str) -> io::Result<Vec<u8>> {
    let files = &run.tree.0;
    let header = Header {
        nonce,
        runner: run.runner,
        tree: files.iter().map(|(path, (mode, bytes))| (path.as_str(), mode.octal(), bytes.len())).collect(),
        files: if let Selection::Files(files) = &run.selection { Some(files) } else { None },
        tests: if let Selection::Tests(tests) = &run.selection { Some(tests) } else { None },
        seed: if let Order::Shuffled(seed) = run.order { Some(seed) } else { None },
        decoys: run.decoys.map(decoys).unwrap_or_default(),
        decoy_seed: run.decoys.unwrap_or_default(),
    };
    let mut bytes = serde_json::to_vec(&header)?;
    bytes.push(b'\n');
    bytes.reserve(files.values().map(|(_, content)| content.len()).sum());
    for (_, content) in files.values() {
        bytes.extend_from_slice(content);
    }
    Ok(bytes)
}

/// One decoy of each kind, named by the seed: nothing in the names tells the kinds apart.
fn decoys(seed: u64) -> Vec<(String, Decoy)> {
    let name = |kind: Decoy| {
        let digest = Digest::of_parts(&[seed.to_string(), format!("{kind:?}")]);
        let letter = |byte: &u8| char::from(b'a' + byte % 26);
        format!("test_{}", digest.as_bytes().iter().take(LETTERS).map(letter).collect::<String>())
    };
    [Decoy::Pass, Decoy::Fail, Decoy::Skip].map(|kind| (name(kind), kind)).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoys_have_other_names_under_each_seed_and_the_same_under_one() {
        assert_eq!(decoys(1), decoys(1));
        let mut names: Vec<String> = (0..50).flat_map(decoys).map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 150);
        assert!(names.iter().all(|name| name.len() == 5 + LETTERS));
    }
}
