//! The files that tests run on: the prediction's, but for what is not its to decide.

use std::collections::{BTreeMap, BTreeSet};

use assay_patch::{MemoryTree, Mode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protected::{Protection, of_change};

/// A file that a prediction changes and that was put back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Overwritten {
    /// Its path. Untrusted text.
    pub path: String,
    /// Why.
    pub protection: Protection,
}

/// The three states of a task's repository that a prediction is held against.
pub(crate) struct States<'a> {
    /// As a model finds it.
    pub(crate) parent: &'a MemoryTree,
    /// With the reference patch and the reference's tests.
    pub(crate) solved: &'a MemoryTree,
    /// Paths that the reference's tests change, whatever they are called.
    pub(crate) of_tests: &'a BTreeSet<String>,
}

/// Puts back what is protected, as the solved repository has it, and says which of the prediction's changes went with it.
pub(crate) fn restored(patched: MemoryTree, states: &States<'_>) -> (MemoryTree, Vec<Overwritten>) {
    let mut files = patched.0;
    let mut overwritten: BTreeMap<String, Protection> = BTreeMap::new();
    let all: BTreeSet<String> = files.keys().chain(states.solved.0.keys()).cloned().collect();
    let mut put_back: Vec<&str> = Vec::new();
    for path in &all {
        let (is, must_be) = (files.get(path), states.solved.0.get(path));
        let known = states.of_tests.contains(path).then_some(Protection::Tests);
        let Some(protection) = known.or_else(|| protection(path, is, must_be)) else { continue };
        if must_be.is_some() {
            put_back.push(path);
        }
        if is == must_be {
            continue;
        }
        if is != states.parent.0.get(path) {
            overwritten.insert(path.clone(), protection);
        }
        match must_be {
            Some(file) => _ = files.insert(path.clone(), file.clone()),
            None => _ = files.remove(path),
        }
    }
    // A file or a link where a folder of tests must be would lead them elsewhere.
    for path in put_back {
        for (end, _) in path.match_indices('/') {
            if files.remove(&path[..end]).is_some() {
                overwritten.insert(path[..end].to_owned(), Protection::InTheWay);
            }
        }
        let below = format!("{path}/");
        let inside: Vec<String> = files
            .range(below.clone()..)
            .map(|(name, _)| name.clone())
            .take_while(|name| name.starts_with(&below))
            .collect();
        for name in inside {
            files.remove(&name);
            overwritten.insert(name, Protection::InTheWay);
        }
    }
    let overwritten =
        overwritten.into_iter().map(|(path, protection)| Overwritten { path, protection }).collect();
    (MemoryTree(files), overwritten)
}

/// Why a file is put back. A link in the place of a file is never the same as the file.
fn protection(
    path: &str,
    is: Option<&(Mode, Vec<u8>)>,
    must_be: Option<&(Mode, Vec<u8>)>,
) -> Option<Protection> {
    fn content(file: Option<&(Mode, Vec<u8>)>) -> Option<&[u8]> {
        // What a link leads to is not known here; bytes that are no text make the file differ.
        file.map(|(mode, content)| if mode.is_link() { b"\xff".as_slice() } else { content })
    }
    of_change(path, content(is), content(must_be))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> MemoryTree {
        let files =
            files.iter().map(|(path, text)| ((*path).to_owned(), (Mode::File, text.as_bytes().to_vec())));
        MemoryTree(files.collect())
    }

    fn check(patched: &[(&str, &str)], expected: &[(&str, &str)], put_back: &[(&str, Protection)]) {
        let parent = tree(&[("shop.py", "a"), ("tests/test_a.py", "old"), ("setup.cfg", "[metadata]\n")]);
        let solved = tree(&[
            ("shop.py", "solved"),
            ("tests/test_a.py", "new"),
            ("tests/data/x", "d"),
            ("setup.cfg", "[metadata]\n"),
            ("check.txt", "of tests"),
        ]);
        let states =
            States { parent: &parent, solved: &solved, of_tests: &BTreeSet::from(["check.txt".to_owned()]) };
        let (restored, overwritten) = restored(tree(patched), &states);
        assert_eq!(restored, tree(expected));
        let overwritten: Vec<_> =
            overwritten.iter().map(|file| (file.path.as_str(), file.protection)).collect();
        assert_eq!(overwritten, put_back);
    }

    #[test]
    fn the_references_tests_come_last_and_source_stays() {
        check(
            &[("shop.py", "mine"), ("tests/test_a.py", "old"), ("setup.cfg", "[metadata]\n")],
            &[
                ("shop.py", "mine"),
                ("tests/test_a.py", "new"),
                ("tests/data/x", "d"),
                ("setup.cfg", "[metadata]\n"),
                ("check.txt", "of tests"),
            ],
            &[],
        );
    }

    #[test]
    fn attack_18_edited_deleted_and_added_tests_are_put_back_and_told() {
        check(
            &[
                ("tests/conftest.py", "skip all"),
                ("tests/data/x", "mine"),
                ("pytest.ini", "[pytest]\n"),
                ("setup.cfg", "[metadata]\nname = x\n"),
                ("check.txt", "mine"),
                ("__pycache__/test_a.pyc", "x"),
            ],
            &[
                ("tests/test_a.py", "new"),
                ("tests/data/x", "d"),
                ("setup.cfg", "[metadata]\nname = x\n"),
                ("check.txt", "of tests"),
            ],
            &[
                ("__pycache__/test_a.pyc", Protection::Cache),
                ("check.txt", Protection::Tests),
                ("pytest.ini", Protection::RunnerConfiguration),
                ("tests/conftest.py", Protection::RunnerConfiguration),
                ("tests/data/x", Protection::Tests),
                ("tests/test_a.py", Protection::Tests),
            ],
        );
    }

    #[test]
    fn attack_9_configuration_of_the_runner_in_a_shared_file_takes_the_file_with_it() {
        check(
            &[
                ("shop.py", "mine"),
                ("tests/test_a.py", "old"),
                ("setup.cfg", "[tool:pytest]\naddopts = -k x\n"),
            ],
            &[
                ("shop.py", "mine"),
                ("tests/test_a.py", "new"),
                ("tests/data/x", "d"),
                ("setup.cfg", "[metadata]\n"),
                ("check.txt", "of tests"),
            ],
            &[("setup.cfg", Protection::RunnerConfiguration)],
        );
    }

    #[test]
    fn what_stands_in_the_way_of_tests_goes() {
        check(
            &[("tests", "a file"), ("check.txt/inner", "x"), ("setup.cfg", "[metadata]\n")],
            &[
                ("tests/test_a.py", "new"),
                ("tests/data/x", "d"),
                ("setup.cfg", "[metadata]\n"),
                ("check.txt", "of tests"),
            ],
            &[
                ("check.txt/inner", Protection::InTheWay),
                ("tests", Protection::InTheWay),
                ("tests/test_a.py", Protection::Tests),
            ],
        );
    }
}
