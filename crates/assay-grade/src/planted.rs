//! Files that act before any test does.

use assay_patch::{Applied, Body, Change, LineKind, MemoryTree, Patch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Modules of the runner, and those that Python itself runs at its start: whoever makes a file of such a name in a folder from which
/// modules are imported has it run in the place of the tests' runner.
const MODULES: [&str; 7] =
    ["_pytest", "iniconfig", "pluggy", "pytest", "sitecustomize", "unittest", "usercustomize"];

/// Words of code that reaches into a runner.
const INTERNALS: [&str; 5] =
    ["_pytest", "unittest.case", "unittest.loader", "unittest.result", "unittest.runner"];

/// Something about a prediction that people should look at. It has no part in the outcome.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Flag {
    /// What it is.
    pub kind: FlagKind,
    /// In which file. Untrusted text.
    pub path: String,
}

/// What people should look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlagKind {
    /// Source gets a line that names the inside of a tests' runner.
    RunnerInternals,
    /// The file holds tests of the task beside its source, such as in docstrings: they are the prediction's own.
    TestsInSource,
}

/// A new file that stands in for a module of the runner, or that Python runs at its start. A repository that has such a module
/// itself may change it.
pub(crate) fn stand_in(parent: &MemoryTree, applied: &Applied) -> Option<String> {
    let made = applied.changes.iter().filter(|(_, change)| matches!(change, Change::Write { .. }));
    let mut made = made.map(|(path, _)| path.as_str()).filter(|path| !parent.0.contains_key(*path));
    made.find_map(|path| {
        let (root, inner) = path.strip_prefix("src/").map_or(("", path), |inner| ("src/", inner));
        let (module, rest) =
            inner.split_once('/').map_or((inner, None), |(module, rest)| (module, Some(rest)));
        let module = if rest.is_none() { module.split('.').next().unwrap_or(module) } else { module };
        let loadable = rest
            .unwrap_or(inner)
            .rsplit('.')
            .next()
            .is_some_and(|ending| matches!(ending.to_ascii_lowercase().as_str(), "py" | "so" | "pyd"));
        let known = || {
            let folder = format!("{root}{module}/");
            let inside =
                parent.0.range(folder.clone()..).next().is_some_and(|(there, _)| there.starts_with(&folder));
            inside || parent.0.contains_key(&format!("{root}{module}.py"))
        };
        (MODULES.contains(&module) && loadable && !known()).then(|| path.to_owned())
    })
}

/// Source files that get a line which names a runner's inside.
pub(crate) fn naming_internals<'patch>(
    patch: &'patch Patch,
    counts: impl Fn(&str) -> bool + 'patch,
) -> impl Iterator<Item = Flag> + 'patch {
    let names = |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        INTERNALS.iter().any(|word| text.contains(word))
    };
    let files = patch.files.iter().filter(move |file| {
        let Body::Text(hunks) = &file.body else { return false };
        counts(file.path.as_str())
            && hunks
                .iter()
                .flat_map(|hunk| &hunk.lines)
                .any(|line| line.kind == LineKind::Added && names(&line.text))
    });
    files.map(|file| Flag { kind: FlagKind::RunnerInternals, path: file.path.as_str().to_owned() })
}

#[cfg(test)]
mod tests {
    use assay_patch::{Mode, apply, parse};

    use super::*;

    fn tree(paths: &[&str]) -> MemoryTree {
        MemoryTree(paths.iter().map(|path| ((*path).to_owned(), (Mode::File, b"x\n".to_vec()))).collect())
    }

    fn makes(tree: &MemoryTree, path: &str) -> Option<String> {
        let text = format!(
            "diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n"
        );
        stand_in(tree, &apply(&parse(text.as_bytes()).unwrap(), tree).unwrap())
    }

    #[test]
    fn attack_15_and_17_files_that_run_in_the_place_of_the_runner_are_found() {
        let tree = tree(&["shop/cart.py", "README"]);
        for path in [
            "sitecustomize.py",
            "src/usercustomize.py",
            "pytest.py",
            "pytest/__init__.py",
            "_pytest/runner.py",
            "unittest/case.py",
            "pluggy.cpython-311-x86_64-linux-gnu.so",
        ] {
            assert_eq!(makes(&tree, path), Some(path.to_owned()));
        }
        for path in
            ["shop/pytest.py", "docs/unittest/x.py", "pytest.md", "pytester.py", "shop/unittest/case.py"]
        {
            assert_eq!(makes(&tree, path), None, "{path}");
        }
    }

    #[test]
    fn a_repository_may_have_such_a_module_itself() {
        let tree = tree(&["src/_pytest/runner.py", "src/pytest/__init__.py"]);
        assert_eq!(makes(&tree, "src/_pytest/warnings.py"), None);
        assert_eq!(makes(&tree, "_pytest/warnings.py"), Some("_pytest/warnings.py".to_owned()));
    }

    #[test]
    fn attack_10_source_that_names_a_runners_inside_is_flagged() {
        let text = b"--- a/shop/cart.py\n+++ b/shop/cart.py\n@@ -1 +1 @@\n-x\n+from _pytest import runner\n--- a/t.py\n+++ b/t.py\n@@ -1 +1 @@\n-import _pytest\n+x\n";
        let patch = parse(text).unwrap();
        let flags: Vec<Flag> = naming_internals(&patch, |_| true).collect();
        assert_eq!(flags, [Flag { kind: FlagKind::RunnerInternals, path: "shop/cart.py".to_owned() }]);
        assert_eq!(naming_internals(&patch, |_| false).count(), 0);
    }
}
