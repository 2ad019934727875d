//! Python with pytest or unittest.

use std::sync::LazyLock;

use regex::Regex;

use crate::message::pattern;

use super::{Ecosystem, FileRole};

/// Python with pytest or unittest.
#[derive(Debug, Clone, Copy)]
pub struct Python;

/// Folders of tests, by the names that pytest's and unittest's documents use.
const TEST_FOLDERS: [&str; 3] = ["tests", "test", "testing"];
/// Folders of Python files that are not the library.
const OTHER_FOLDERS: [&str; 9] =
    ["docs", "doc", "examples", "example", "benchmarks", "benchmark", "scripts", "tools", ".github"];
const METADATA: [&str; 8] = [
    "setup.py",
    "setup.cfg",
    "pyproject.toml",
    "tox.ini",
    "noxfile.py",
    "pytest.ini",
    "Pipfile",
    "MANIFEST.in",
];

static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r"[A-Za-z_][A-Za-z0-9_]*"));
static PUBLIC: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*(?:async\s+)?(?:def|class)\s+([A-Za-z][A-Za-z0-9_]*)"));
static ADAPTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"sys\.version_info|sys\.hexversion|\bsix\.|\bPY[23]\b|except (?:ImportError|ModuleNotFoundError)|importlib\.metadata|\w\.__version__",
    )
});
// ASCII alone: a word's border in Unicode keeps the engine off its fast ways.
static PYTEST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?m-u)^\s*(?:import pytest\b|from pytest\b|from _pytest\b)|^(?:async )?def test\w*\(|^class Test\w*(?:\(object\)|\(\))?:",
    )
});
static UNITTEST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?m-u)^\s*(?:import unittest\b|from unittest\b)|\bTestCase\b|^\s*from django\.test\b")
});

impl Ecosystem for Python {
    fn name(&self) -> &'static str {
        "python"
    }

    fn role(&self, path: &str) -> FileRole {
        let mut folders: Vec<&str> = path.split('/').collect();
        let name = folders.pop().unwrap_or_default();
        let (stem, python) = match name.rsplit_once('.') {
            Some((stem, "py" | "pyi" | "pyx")) => (stem, true),
            _ => (name, false),
        };
        let test_name = python
            && (stem.starts_with("test_")
                || stem.ends_with("_test")
                || matches!(stem, "conftest" | "tests" | "test"));
        if test_name || folders.iter().any(|folder| TEST_FOLDERS.contains(folder)) {
            return FileRole::Test;
        }
        let requirements = name.starts_with("requirements")
            && name.rsplit_once('.').is_some_and(|(_, ending)| ending == "txt");
        if METADATA.contains(&name) || requirements {
            return FileRole::Metadata;
        }
        let elsewhere = folders.first().is_some_and(|folder| OTHER_FOLDERS.contains(folder));
        if python && !elsewhere { FileRole::Source } else { FileRole::Other }
    }

    fn runner(&self, tests: &str) -> Option<&'static str> {
        // pytest runs unittest's tests too, but not the other way round.
        if PYTEST.is_match(tests) {
            Some("pytest")
        } else if UNITTEST.is_match(tests) {
            Some("unittest")
        } else {
            None
        }
    }

    fn code(&self, text: &str) -> String {
        without_strings(text)
    }

    fn names<'code>(&self, code: &'code str) -> Vec<&'code str> {
        NAME.find_iter(code).map(|found| found.as_str()).collect()
    }

    fn public_name<'line>(&self, line: &'line str) -> Option<&'line str> {
        PUBLIC.captures(line).and_then(|found| found.get(1)).map(|name| name.as_str())
    }

    fn adapts(&self, line: &str) -> bool {
        ADAPTS.is_match(line)
    }
}

/// A text with spaces for its strings and comments. What stands in the braces of an f-string goes with it.
fn without_strings(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(['#', '"', '\'']) {
        code.push_str(&rest[..place]);
        rest = &rest[place..];
        let length =
            if rest.starts_with('#') { rest.find('\n').unwrap_or(rest.len()) } else { string_length(rest) };
        code.push(' ');
        rest = &rest[length..];
    }
    code + rest
}

/// The length of the string that a text begins with. One that does not end goes to the end of its line, or of all if it has
/// three quotes.
fn string_length(text: &str) -> usize {
    let quote = &text[..1];
    let mark = if text.starts_with(&quote.repeat(3)) { quote.repeat(3) } else { quote.to_owned() };
    let mut place = mark.len();
    while let Some(found) = text[place..].find(['\\', '\n', '"', '\'']) {
        place += found;
        if text[place..].starts_with(&mark) {
            return place + mark.len();
        }
        if mark.len() == 1 && text[place..].starts_with('\n') {
            return place;
        }
        let escaped = usize::from(text[place..].starts_with('\\'));
        place += 1;
        // The character behind a backslash, whatever its length.
        place += text[place..].chars().next().filter(|_| escaped == 1).map_or(0, char::len_utf8);
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_code_alone() {
        let text = "def total(a): # of all\n    \"\"\"The 'sum'\n    of it\"\"\"\n    return a.b + 'it\\'s' + r\"x\"\n";
        let code = Python.code(text);
        assert_eq!(Python.names(&code), ["def", "total", "a", "return", "a", "b", "r"]);
        assert_eq!(Python.names(&Python.code("x = 'open\ny = \"\"\"never ends ä\\")), ["x", "y"]);
    }

    #[test]
    fn files_have_their_roles() {
        let cases = [
            ("shop/cart.py", FileRole::Source),
            ("src/shop/_c.pyi", FileRole::Source),
            ("tests/test_cart.py", FileRole::Test),
            ("shop/tests/data/one.json", FileRole::Test),
            ("test_cart.py", FileRole::Test),
            ("cart_test.py", FileRole::Test),
            ("conftest.py", FileRole::Test),
            ("setup.py", FileRole::Metadata),
            ("requirements-dev.txt", FileRole::Metadata),
            ("docs/conf.py", FileRole::Other),
            ("README.rst", FileRole::Other),
            ("contest.py", FileRole::Source),
        ];
        for (path, role) in cases {
            assert_eq!(Python.role(path), role, "{path}");
        }
    }

    #[test]
    fn runners_are_told_by_what_tests_import() {
        assert_eq!(Python.runner("def test_x():\n    pass\n"), Some("pytest"));
        assert_eq!(
            Python.runner("from unittest import TestCase\nclass A(TestCase): pass\n"),
            Some("unittest")
        );
        assert_eq!(Python.runner("import pytest, unittest\n"), Some("pytest"));
        assert_eq!(Python.runner("x = 1\n"), None);
    }

    #[test]
    fn public_names_are_those_without_an_underscore() {
        assert_eq!(Python.public_name("    def total(self):"), Some("total"));
        assert_eq!(Python.public_name("class Cart:"), Some("Cart"));
        assert_eq!(Python.public_name("def _total():"), None);
        assert_eq!(Python.public_name("x = total()"), None);
    }
}
