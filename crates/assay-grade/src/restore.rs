//! The files that tests run on: the prediction's, but for what is not its to decide.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_patch::{Fault, MemoryTree, Mode, Patch, apply};
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

/// The states of a task's repository that a patch is held against, and by them the files that tests run on with it.
///
/// Admission and grading both ask here, so what a task was admitted by is what predictions are judged by.
#[derive(Debug, Clone)]
pub struct Restoration {
    /// As a model finds it.
    parent: Arc<MemoryTree>,
    /// With the reference patch and the reference's tests.
    solved: Arc<MemoryTree>,
    /// Paths that the reference's tests change, whatever they are called.
    of_tests: BTreeSet<String>,
}

impl Restoration {
    /// The states of a parent, its reference patch and the change of tests, if there is one.
    ///
    /// # Errors
    ///
    /// The fault of a patch that does not apply.
    pub fn of(parent: Arc<MemoryTree>, reference: &Patch, tests: Option<&Patch>) -> Result<Self, Fault> {
        let mut solved = parent.with(&apply(reference, &*parent)?);
        let mut of_tests = BTreeSet::new();
        if let Some(tests) = tests {
            let applied = apply(tests, &solved)?;
            of_tests.extend(applied.changes.keys().map(|path| path.as_str().to_owned()));
            solved = solved.with(&applied);
        }
        Ok(Self { parent, solved: Arc::new(solved), of_tests })
    }

    /// The repository with the reference patch and the reference's tests.
    #[must_use]
    pub fn solved(&self) -> &Arc<MemoryTree> {
        &self.solved
    }

    /// The files that tests run on where there is no patch.
    #[must_use]
    pub fn without_patch(&self) -> MemoryTree {
        self.put_back((*self.parent).clone()).0
    }

    /// The files that tests run on with a patch.
    ///
    /// # Errors
    ///
    /// The patch's fault, where it does not apply.
    pub fn with(&self, patch: &Patch) -> Result<MemoryTree, Fault> {
        Ok(self.put_back(self.parent.with(&apply(patch, &*self.parent)?)).0)
    }

    /// Whether the reference's tests change this path.
    pub(crate) fn is_of_tests(&self, path: &str) -> bool {
        self.of_tests.contains(path)
    }

    /// Puts back what is protected, as the solved repository has it, and says which of the patch's changes went with it.
    pub(crate) fn put_back(&self, patched: MemoryTree) -> (MemoryTree, Vec<Overwritten>) {
        restored(patched, self)
    }
}

fn restored(patched: MemoryTree, states: &Restoration) -> (MemoryTree, Vec<Overwritten>) {
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
    // What a link leads to is not known here; bytes that are no text make it differ from a file, and from another link.
    fn content<'a>(file: Option<&'a (Mode, Vec<u8>)>, link: &'a [u8]) -> Option<&'a [u8]> {
        file.map(|(mode, content)| if mode.is_link() { link } else { content })
    }
    let link = if is == must_be { b"\xff" } else { b"\xfe" };
    of_change(path, content(is, b"\xff"), content(must_be, link))
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
        let states = Restoration {
            parent: Arc::new(parent),
            solved: Arc::new(solved),
            of_tests: BTreeSet::from(["check.txt".to_owned()]),
        };
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
    fn attack_9_a_link_to_other_configuration_in_the_place_of_a_link_is_put_back() {
        let link = |target: &str| {
            MemoryTree([("setup.cfg".to_owned(), (Mode::Link, target.as_bytes().to_vec()))].into())
        };
        let states = Restoration {
            parent: Arc::new(link("own.cfg")),
            solved: Arc::new(link("own.cfg")),
            of_tests: BTreeSet::new(),
        };
        let (restored, overwritten) = states.put_back(link("theirs.cfg"));
        assert_eq!(restored, link("own.cfg"));
        assert_eq!(overwritten.len(), 1);
        assert_eq!(states.put_back(link("own.cfg")), (link("own.cfg"), Vec::new()));
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
