//! Plug-ins, options and configuration files of honest repositories.

use super::*;

const SETTINGS: (&str, &str) =
    ("conftest.py", "from django.conf import settings\ndef pytest_configure():\n    settings.configure()\n");

const DJANGO: &str = "import asyncio, unittest
import pytest
from django.test import SimpleTestCase

class One(SimpleTestCase):
    def test_right(self):
        self.assertEqual(1, 1)
    def test_wrong(self):
        self.assertEqual(1, 2)
    def test_parts(self):
        for number in (1, 2):
            with self.subTest(number=number):
                self.assertEqual(number, 1)

class Own(unittest.TestCase):
    def run(self, result=None):
        return super().run(result)
    def test_right(self):
        pass

@pytest.mark.asyncio
async def test_waits():
    await asyncio.sleep(0)

@pytest.mark.asyncio
async def test_waits_in_vain():
    assert False
";

#[test]
fn plugins_that_put_functions_of_theirs_in_the_runners_place_are_no_evidence() {
    let case = files(&[SETTINGS, ("tests/test_d.py", DJANGO)]).with_plugins();
    let expected = [
        ("One::test_parts", TestOutcome::Failed),
        ("One::test_right", TestOutcome::Passed),
        ("One::test_wrong", TestOutcome::Failed),
        ("Own::test_right", TestOutcome::Passed),
        ("test_waits", TestOutcome::Passed),
        ("test_waits_in_vain", TestOutcome::Failed),
    ];
    let expected = expected.map(|(name, outcome)| (format!("tests/test_d.py::{name}"), outcome));
    assert_eq!(case.outcomes(), expected);
}

#[test]
fn beside_such_plugins_a_repository_that_replaces_the_same_functions_is_seen() {
    // The second is the plug-in's own code, with other names around it.
    for patch in [
        "from _pytest.unittest import TestCaseFunction\nTestCaseFunction.runtest = lambda self: None\n",
        "import gc, types\nfrom _pytest.unittest import TestCaseFunction\nfunctions = [value for value in gc.get_objects() if isinstance(value, types.FunctionType)]\ncode = next(code for function in functions if function.__module__ == 'pytest_django.plugin' for code in function.__code__.co_consts if getattr(code, 'co_name', '') == 'non_debugging_runtest')\nTestCaseFunction.runtest = types.FunctionType(code, {})\n",
    ] {
        let tests = format!("{patch}{DJANGO}");
        let case = files(&[SETTINGS, ("tests/test_d.py", &tests)]).with_plugins();
        case.is_tampering("_pytest.unittest.TestCaseFunction.runtest");
    }
}

#[test]
fn test_cases_that_run_themselves_in_another_way_are_no_evidence() {
    let tests = "import unittest\nclass A(unittest.TestCase):\n    def run(self, result=None):\n        return super().run(result)\n    def assertEqual(self, *rest):\n        super().assertEqual(*rest)\n    def test_right(self):\n        self.assertEqual(1, 1)\n";
    for runner in [Runner::Pytest, Runner::Unittest] {
        let found = files(&[("test_a.py", tests)]).with(|run| run.runner = runner).outcomes();
        assert!(found.len() == 1 && found[0].1 == TestOutcome::Passed, "{found:?}");
    }
}

const TWO: &str = "def test_a():\n    assert False\ndef test_b():\n    pass\n";
const DOCTEST: (&str, &str) = ("m.py", "def f():\n    '''\n    >>> f()\n    1\n    '''\n    return 1\n");

fn names(found: &[(String, TestOutcome)]) -> Vec<&str> {
    found.iter().map(|(id, _)| id.as_str()).collect()
}

#[test]
fn options_that_are_left_out_take_their_values_along_and_leave_what_is_not_theirs() {
    for words in [
        "-xvs",
        "-vx --max-worker-restart 0",
        "-xn2 --no-cov tests",
        "--cov-report term -qx --maxfail 1 --junit-xml out.xml",
        "--lf tests --maxfail=1",
        "--co --setup-plan --setup-only",
        "-c nowhere.ini --rootdir /tmp -o addopts=-x",
    ] {
        let ini = format!("[pytest]\ntestpaths = tests\naddopts = {words}\n");
        let found =
            files(&[("tox.ini", &ini), ("tests/test_a.py", TWO), ("other/test_m.py", TWO)]).outcomes();
        assert_eq!(names(&found), ["tests/test_a.py::test_a", "tests/test_a.py::test_b"], "{words}");
    }
}

#[test]
fn files_that_are_wanted_are_run_alone_whatever_the_options_name() {
    for words in
        ["tests", "--ignore tests/test_b.py tests", "--durations 3 -k test tests/test_b.py nowhere.py"]
    {
        let ini = format!("[pytest]\naddopts = {words}\n");
        let repository = [("tox.ini", &ini[..]), ("tests/test_a.py", TWO), ("tests/test_b.py", TWO)];
        for found in [
            files(&repository).of_files(&["tests/test_a.py"]).outcomes(),
            files(&repository).of_tests(&["tests/test_a.py::test_a", "tests/test_a.py::test_b"]).outcomes(),
        ] {
            assert_eq!(names(&found), ["tests/test_a.py::test_a", "tests/test_a.py::test_b"], "{words}");
        }
    }
}

#[test]
fn files_that_configure_later_versions_of_pytest_are_read_by_those_alone() {
    let toml = "[pytest]\naddopts = ['-x', '--doctest-modules']\n";
    for name in ["pytest.toml", ".pytest.toml"] {
        let ini = ("pytest.ini", "[pytest]\naddopts = -x\n");
        let repository = [(name, toml), ini, DOCTEST, ("test_a.py", TWO)];
        let later = files(&repository).with_plugins().outcomes();
        assert_eq!(names(&later), ["m.py::m.f", "test_a.py::test_a", "test_a.py::test_b"], "{name}");
        let earlier = files(&repository).outcomes();
        assert_eq!(names(&earlier), ["test_a.py::test_a", "test_a.py::test_b"], "{name}");
    }
}

#[test]
fn files_without_a_wanted_test_are_not_even_loaded() {
    let tests = "import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        pass\n    def test_b(self):\n        pass\n";
    let broken = "raise SystemExit('loaded')\n";
    let repository = [
        ("tests/__init__.py", ""),
        ("tests/test_a.py", tests),
        ("tests/test_b.py", broken),
        ("tests/deep/__init__.py", ""),
        ("tests/deep/test_a.py", broken),
        ("more/test_c.py", tests),
    ];
    let by_pytest = ["more/test_c.py::A::test_b", "tests/test_a.py::A::test_a"];
    let found = files(&repository).of_tests(&by_pytest).outcomes();
    assert_eq!(names(&found), by_pytest);
    let by_unittest = ["test_c.A.test_b", "tests.test_a.A.test_a"];
    let found = files(&repository).by_unittest().of_tests(&by_unittest).outcomes();
    assert_eq!(names(&found), by_unittest);
    // A class that a file of tests imports has the name of the module that it is from.
    let shared =
        [("base.py", tests), ("test_a.py", "from base import A\n"), ("test_b.py", "import unittest\n")];
    let found = files(&shared).by_unittest().of_tests(&["base.A.test_a"]).outcomes();
    assert_eq!(names(&found), ["base.A.test_a"]);
}
