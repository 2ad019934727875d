//! Which files of a repository are not a prediction's to decide: tests, what the runner is configured by, caches.

use assay_mine::{Ecosystem as _, FileRole, Python};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::configuration;

/// Why a file is put back before tests run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Protection {
    /// It is a test, or what tests read.
    Tests,
    /// The tests' runner reads it before it runs anything.
    RunnerConfiguration,
    /// Python or the runner may read it in the place of a source file.
    Cache,
    /// It stands where a file must be that is put back.
    InTheWay,
}

/// Files that are nothing but the runner's configuration, as pytest 9 looks for them, and the code that it runs first.
const CONFIGURATION: [&str; 5] = ["conftest.py", "pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml"];

/// Why the files of this path are put back, whatever they hold. Files of which only a part is the runner's are not among them:
/// see [`of_change`].
pub(crate) fn of_path(path: &str) -> Option<Protection> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let compiled = [".pyc", ".pyo"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
    if compiled || path.split('/').any(|part| matches!(part, "__pycache__" | ".pytest_cache")) {
        return Some(Protection::Cache);
    }
    if CONFIGURATION.contains(&name) {
        return Some(Protection::RunnerConfiguration);
    }
    (Python.role(path) == FileRole::Test).then_some(Protection::Tests)
}

/// Why a change of a file, from one content to another, is put back.
pub(crate) fn of_change(path: &str, is: Option<&[u8]>, must_be: Option<&[u8]>) -> Option<Protection> {
    of_path(path).or_else(|| {
        let changes = !configuration::same(path, is, must_be);
        changes.then_some(Protection::RunnerConfiguration)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_configuration_and_caches_are_protected_and_source_is_not() {
        let cases = [
            ("tests/test_cart.py", Some(Protection::Tests)),
            ("tests/data/one.json", Some(Protection::Tests)),
            ("shop/test_cart.py", Some(Protection::Tests)),
            ("conftest.py", Some(Protection::RunnerConfiguration)),
            ("tests/conftest.py", Some(Protection::RunnerConfiguration)),
            ("pytest.ini", Some(Protection::RunnerConfiguration)),
            ("src/.pytest.toml", Some(Protection::RunnerConfiguration)),
            ("__pycache__/test_cart.cpython-311-pytest-8.3.pyc", Some(Protection::Cache)),
            ("shop/cart.PYC", Some(Protection::Cache)),
            ("shop/cart.py", None),
            ("setup.cfg", None),
            ("build/lib/shop.py", None),
        ];
        for (path, protection) in cases {
            assert_eq!(of_path(path), protection, "{path}");
        }
    }

    #[test]
    fn of_files_that_the_runner_shares_only_its_part_is_protected() {
        let metadata = b"[metadata]\nname = shop\n".as_slice();
        let options = b"[tool:pytest]\naddopts = --deselect tests\n".as_slice();
        assert_eq!(of_change("setup.cfg", Some(metadata), None), None);
        assert_eq!(of_change("setup.cfg", Some(options), None), Some(Protection::RunnerConfiguration));
        assert_eq!(of_change("shop/cart.py", Some(options), None), None);
    }
}
