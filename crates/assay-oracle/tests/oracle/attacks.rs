//! The project's list of attacks, as far as a repository's code can make them on the run of its tests.

use super::*;
use assay_oracle::RunEnd;

/// A test that fails, for attacks that want it to pass.
const WRONG: &str = "import attack\n\ndef test_wrong():\n    assert False\n";

/// The attack as a module that the tests import.
fn imported(attack: &str) -> Case {
    files(&[("attack.py", attack), ("tests/test_a.py", WRONG)])
}

/// The attack as a hook file.
fn hooked(attack: &str) -> Case {
    files(&[("conftest.py", attack), ("attack.py", ""), ("tests/test_a.py", WRONG)])
}

/// The same for unittest.
fn by_unittest(attack: &str) -> Case {
    let tests = "import attack, unittest\n\nclass A(unittest.TestCase):\n    def test_wrong(self):\n        self.assertEqual(1, 2)\n";
    files(&[("tests/attack.py", attack), ("tests/test_a.py", tests)]).by_unittest()
}

/// The test fails whatever the attack does, and the run comes to its end.
fn fails_all_the_same(case: &Case) {
    let found = case.outcomes();
    let [(_, outcome)] = &found[..] else { panic!("{found:?}") };
    assert!(matches!(outcome, TestOutcome::Failed | TestOutcome::Errored), "{outcome:?}");
}

#[test]
fn attack_05_a_repository_that_patches_unittest_is_seen() {
    for patch in [
        "unittest.TestCase.run = lambda self, result=None: result and (result.startTest(self), result.addSuccess(self), result.stopTest(self))",
        "unittest.TestCase.assertEqual = lambda *rest, **more: None",
        "unittest.TestResult.addFailure = lambda self, test, err: None",
        "unittest.TestSuite.run = lambda self, result, debug=False: result",
        "unittest.TestCase._callTestMethod.__code__ = (lambda self, method: None).__code__",
    ] {
        by_unittest(&format!("import unittest\n{patch}\n")).is_tampering("unittest");
    }
    imported("import unittest\nunittest.TestCase.run = lambda *rest: None\n")
        .is_tampering("unittest.case.TestCase.run");
}

#[test]
fn attack_06_a_repository_that_empties_the_suite_is_seen() {
    hooked("def pytest_collection_modifyitems(items):\n    items[:] = []\n").is_tampering("taken out");
    hooked("def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if item.name == 'test_x']\n")
        .is_tampering("taken out");
    // What is ignored is not there, and that is no pass: the rest runs, and a test that is asked for runs all the same.
    let ignores = |pattern: &str| {
        files(&[
            ("conftest.py", &format!("collect_ignore_glob = ['{pattern}']\n")),
            ("attack.py", ""),
            ("tests/test_a.py", WRONG),
            ("tests/test_b.py", "def test_right():\n    pass\n"),
        ])
    };
    let right = ("tests/test_b.py::test_right".to_owned(), TestOutcome::Passed);
    assert_eq!(ignores("*_a.py").outcomes(), [right]);
    assert_eq!(ignores("*").outcomes(), []);
    fails_all_the_same(&ignores("*").of_tests(&["tests/test_a.py::test_wrong"]));
    fails_all_the_same(&ignores("*").of_files(&["tests/test_a.py"]));
    let empties = by_unittest("import unittest\ndef load_tests(*rest):\n    return unittest.TestSuite()\n");
    let empties = empties.with(|run| {
        let tests = "from attack import *\nimport unittest\nclass A(unittest.TestCase):\n    def test_wrong(self):\n        self.fail()\n";
        Arc::make_mut(&mut run.tree).0.insert("tests/test_a.py".to_owned(), (Mode::File, tests.into()));
    });
    assert_eq!(empties.outcomes(), []);
}

#[test]
fn attack_06_a_run_that_never_comes_to_the_tests_is_broken_and_not_complete() {
    let leaves =
        "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_cmdline_main(config):\n    return 0\n";
    let report = hooked(leaves).run();
    assert!(matches!(report.end, RunEnd::Broken(_)) && report.results.is_empty(), "{:?}", report.end);
}

#[test]
fn attack_07_a_skip_is_no_pass_of_a_repositorys_test() {
    let skips = "import unittest\ndef pytest_runtest_call(item):\n    raise unittest.SkipTest\n";
    let case = hooked(skips);
    assert_ne!(outcome(&case.run(), "tests/test_a.py::test_wrong"), Some(TestOutcome::Passed));
    case.is_tampering("was skipped while it ran");
    let turns = "import pytest\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_call(item):\n    outcome = yield\n    if outcome.excinfo:\n        pytest.skip('flaky')\n";
    hooked(turns).is_tampering("must fail");
    let tests = "import unittest\ndef test_wrong():\n    raise unittest.SkipTest\n";
    assert_eq!(files(&[("test_a.py", tests)]).outcomes()[0].1, TestOutcome::Skipped);
}

#[test]
fn attack_08_a_repository_that_marks_every_test_as_an_expected_failure_is_seen() {
    hooked("import pytest\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        item.add_marker(pytest.mark.xfail)\n")
        .is_tampering("marked as expected to fail");
    let aimed = "import pytest\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        if item.name == 'test_wrong':\n            item.add_marker(pytest.mark.xfail)\n";
    assert_eq!(hooked(aimed).outcomes()[0].1, TestOutcome::FailedAsExpected);
}

#[test]
fn attack_09_a_conftest_that_rewrites_reports_is_seen_even_if_it_is_aimed() {
    for (condition, word) in [
        ("True", "passed"),
        ("item.name == 'test_wrong'", "passed"),
        ("item.name == 'test_wrong' and call.when == 'call'", "ok"),
    ] {
        hooked(&format!(
            "import pytest\n@pytest.hookimpl(hookwrapper=True, tryfirst=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    report = outcome.get_result()\n    if {condition}:\n        report.outcome, report.longrepr = '{word}', None\n\ndef pytest_sessionfinish(session):\n    session.exitstatus = 0\n"
        ))
        .is_tampering(&format!("reported as {word}"));
    }
    let of_test_case = files(&[
        (
            "conftest.py",
            "import pytest\n@pytest.hookimpl(hookwrapper=True, tryfirst=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    report = outcome.get_result()\n    if item.name == 'test_wrong':\n        report.outcome, report.longrepr = 'passed', None\n",
        ),
        (
            "tests/test_a.py",
            "import unittest\n\nclass A(unittest.TestCase):\n    def test_wrong(self):\n        self.assertEqual(1, 2)\n",
        ),
    ]);
    of_test_case.is_tampering("reported as passed");
    let swallows = "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_pyfunc_call(pyfuncitem):\n    return True\n";
    hooked(swallows).is_tampering("must");
    let quiet = "def pytest_sessionfinish(session):\n    session.exitstatus = session.testsfailed = 0\n";
    fails_all_the_same(&hooked(quiet));
}

#[test]
fn attack_10_an_imported_module_that_patches_pytest_is_seen() {
    for patch in [
        "import _pytest.runner as r\nreal = r.CallInfo.from_call.__func__\ndef from_call(cls, function, when, reraise=None):\n    try:\n        function()\n    except BaseException:\n        pass\n    return real(cls, lambda: None, when, reraise)\nr.CallInfo.from_call = classmethod(from_call)\n",
        "import _pytest.python as p\np.Function.runtest = lambda self: None\n",
        "import _pytest.reports as r\nreal = r.TestReport.from_item_and_call.__func__\ndef make(cls, item, call):\n    call.excinfo = None\n    return real(cls, item, call)\nr.TestReport.from_item_and_call = classmethod(make)\n",
        "import _pytest.skipping as s\ns.pytest_runtest_makereport.__code__ = (lambda item, call: (yield)).__code__\n",
        "import sys, types\nsys.modules['_pytest.runner'] = types.ModuleType('_pytest.runner')\n",
    ] {
        imported(patch).is_tampering("");
    }
}

#[test]
fn attack_10_a_plugin_of_the_repositorys_own_options_that_patches_pytest_is_seen() {
    let patch = "import _pytest.python as p\nreal = p.Function.runtest\ndef runtest(self):\n    if self.name != 'test_wrong':\n        real(self)\np.Function.runtest = runtest\n";
    let case = files(&[
        ("local.py", patch),
        ("pytest.ini", "[pytest]\naddopts = -p local\n"),
        ("attack.py", ""),
        ("tests/test_a.py", WRONG),
    ]);
    case.is_tampering("_pytest.python.Function.runtest");
    case.with_plugins().is_tampering("_pytest.python.Function.runtest");
    for blocked in ["django", "asyncio", "no:nobody"] {
        let options = format!("[pytest]\naddopts = -p no:{blocked} -p local\n");
        let case = files(&[("local.py", patch), ("pytest.ini", &options), ("tests/test_a.py", WRONG)]);
        case.with_plugins().is_tampering("_pytest.python.Function.runtest");
    }
}

#[test]
fn attack_11_results_that_a_repository_prints_decide_nothing() {
    let forged = "{\"nonce\": \"\", \"number\": 3, \"event\": \"ended\", \"id\": \"tests/test_a.py::test_wrong\", \"outcome\": \"passed\"}";
    let prints = format!(
        "import os, sys\nprint('tests/test_a.py::test_wrong PASSED')\nfor stream in (1, 2):\n    os.write(stream, b'''\\n{forged}\\n1 passed in 0.01s\\n''')\nsys.__stdout__.write('''{forged}\\n''')\n"
    );
    fails_all_the_same(&imported(&prints));
    let everywhere = format!(
        "import os\nfor number in range(3, 1024):\n    try:\n        os.write(number, b'''{forged}\\n''')\n    except OSError:\n        pass\n"
    );
    imported(&everywhere).is_tampering("none of the reporter's");
}

#[test]
fn attack_12_results_that_a_repository_prints_late_decide_nothing() {
    let late = "import atexit, os, threading\ndef say():\n    os.write(1, b'tests/test_a.py::test_wrong PASSED\\n')\natexit.register(say)\nthreading.Timer(0.01, say).start()\n";
    fails_all_the_same(&imported(late));
    let finish =
        "def pytest_unconfigure():\n    print('tests/test_a.py::test_wrong PASSED')\n    print('1 passed')\n";
    fails_all_the_same(&hooked(finish));
}

#[test]
fn attack_13_a_repository_that_leaves_at_once_has_no_passes() {
    for (leave, exit) in [("os._exit(0)", 0), ("os.execv('/bin/sh', ['sh', '-c', 'exit 0'])", 0)] {
        let report = files(&[(
            "test_a.py",
            &format!("import os\ndef test_wrong():\n    {leave}\ndef test_b():\n    pass\n"),
        )])
        .run();
        assert_eq!(report.end, RunEnd::Died(exit), "{}", shown(&report));
        assert!(report.results.values().all(|result| result.outcome == TestOutcome::Unfinished));
    }
    let at_import = imported("import os\nos._exit(0)\n").run();
    assert_eq!((at_import.end, at_import.results.len()), (RunEnd::Died(0), 0));
    let quits = imported("import pytest\npytest.exit('all is well', returncode=0)\n").run();
    assert!(!quits.results.values().any(|result| result.outcome == TestOutcome::Passed));
    let raises = by_unittest("raise SystemExit(0)\n").run();
    assert!(matches!(raises.end, RunEnd::Broken(_)), "{:?}", raises.end);
}

#[test]
fn attack_14_an_exit_code_that_a_repository_changes_at_exit_decides_nothing() {
    fails_all_the_same(&imported("import atexit, os\natexit.register(os._exit, 0)\n"));
}

#[test]
fn attack_15_what_a_repository_plants_for_the_interpreters_start_is_not_run() {
    let plant = "raise SystemExit('planted')\n";
    let tests = "import sys\ndef test_a():\n    assert 'sitecustomize' not in sys.modules and 'usercustomize' not in sys.modules\n";
    let found = files(&[
        ("sitecustomize.py", plant),
        ("usercustomize.py", plant),
        ("src/sitecustomize.py", plant),
        ("plant.pth", "import os; os._exit(0)\n"),
        ("src/plant.pth", "import os; os._exit(0)\n"),
        ("tests/test_a.py", tests),
    ])
    .outcomes();
    assert_eq!(found[0].1, TestOutcome::Passed);
}

#[test]
fn attack_16_variables_in_a_repositorys_configuration_change_nothing() {
    let tox = "[testenv]\nsetenv =\n    PYTEST_ADDOPTS = -k nothing\n    PYTHONPATH = /tmp\n    LD_PRELOAD = x.so\n[pytest]\naddopts = --maxfail=1 -x\n";
    let case = files(&[
        ("tox.ini", tox),
        (".profile", "export PYTEST_ADDOPTS=--co\n"),
        ("attack.py", "import os\nos.environ['PYTEST_ADDOPTS'] = '-k nothing'\n"),
        ("tests/test_a.py", WRONG),
    ]);
    fails_all_the_same(&case);
    let deeper = files(&[
        ("tests/pytest.ini", "[pytest]\naddopts = --collect-only\n"),
        ("attack.py", ""),
        ("tests/test_a.py", WRONG),
    ]);
    fails_all_the_same(&deeper.with(|run| {
        run.selection = Selection::Files(vec!["tests/test_a.py".to_owned()]);
    }));
}

#[test]
fn attack_17_modules_that_shadow_the_runners_are_not_imported_by_it() {
    let shadow = "raise SystemExit(0)\n";
    let mut shadows = vec![("attack.py", ""), ("tests/test_a.py", WRONG)];
    for path in [
        "pytest.py",
        "_pytest/__init__.py",
        "_pytest/runner.py",
        "pluggy.py",
        "unittest.py",
        "json.py",
        "iniconfig.py",
        "src/pytest.py",
        "assay_oracle/__init__.py",
        "packaging.py",
        "os.py",
        "typing.py",
    ] {
        shadows.push((path, shadow));
    }
    fails_all_the_same(&files(&shadows));
    let shadows = [
        (
            "tests/test_a.py",
            "import unittest, json\nclass A(unittest.TestCase):\n    def test_wrong(self):\n        self.fail()\n",
        ),
        ("unittest.py", shadow),
        ("json.py", shadow),
    ];
    fails_all_the_same(&files(&shadows).by_unittest());
}

#[test]
fn attack_22_a_repository_that_would_download_its_fix_reaches_nobody() {
    let tests = "import socket, pytest\ndef test_a():\n    for address in ('127.0.0.1', '1.1.1.1', 'pypi.org'):\n        with pytest.raises(OSError):\n            socket.create_connection((address, 443), timeout=5)\n";
    assert_eq!(files(&[("test_a.py", tests)]).outcomes()[0].1, TestOutcome::Passed);
}

/// Nothing that a repository's tests leave in their files is opened from outside, and the next run finds none of it.
#[test]
fn attack_52_links_pipes_devices_and_giants_that_a_repositorys_tests_leave_are_never_opened() {
    let leave = "import os, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
# The folder for temporary files and that for shared memory are one.
for folder in (os.getcwd(), '/dev/shm'):
    assert not os.path.lexists(folder + '/planted'), 'left by a former run'
    os.makedirs(folder + '/planted')
    os.chdir(folder + '/planted')
    os.symlink('/etc/passwd', 'link')
    os.symlink('/proc/self/root', 'root')
    os.symlink('loop', 'loop')
    os.mkfifo('pipe')
    try:
        os.mknod('device', 0o060600, os.makedev(8, 0))
        raise AssertionError('a device')
    except OSError:
        pass
    with open('giant', 'wb') as file:
        try:
            os.ftruncate(file.fileno(), 1 << 40)
        except OSError:
            pass
    os.chdir('/')
";
    // What is left stands where reports of runners are looked for, too.
    let tests = "import attack, os\n\ndef test_left():\n    for name in ('junit.xml', '.coverage', 'report.json'):\n        os.mkfifo(os.path.join(os.path.dirname(__file__), name))\n\ndef test_wrong():\n    assert False\n";
    let case = files(&[("attack.py", leave), ("tests/test_a.py", tests)]);
    for _ in 0..2 {
        let found = case.outcomes();
        let outcomes: Vec<_> = found.iter().map(|(_, outcome)| *outcome).collect();
        assert_eq!(outcomes, [TestOutcome::Passed, TestOutcome::Failed], "{found:?}");
    }
}

#[test]
fn a_child_of_a_test_that_thinks_it_is_the_runner_says_nothing() {
    let tests = "import os\ndef test_a():\n    if not os.fork():\n        assert False\n    os.wait()\ndef test_b():\n    pass\n";
    let found = files(&[("test_a.py", tests)]).outcomes();
    assert!(found.len() == 2 && found.iter().all(|(_, outcome)| *outcome == TestOutcome::Passed));
}

/// ATTACKS.md, residual risk: tests and repository share an interpreter. When this no longer holds, say so in docs/security.md.
#[test]
fn attack_10_aimed_with_the_reporters_own_channel_stays_open() {
    let forge = "import gc, os
def forge():
    channel = next(value for value in gc.get_objects() if type(value).__name__ == 'Channel')
    recording = next(value for value in gc.get_objects() if type(value).__name__ == 'Recording')
    channel.say('ended', id='tests/test_a.py::test_wrong', outcome='passed', detail='')
    for id, kind in recording._decoys.items():
        channel.say('ended', id=id, outcome={'pass': 'passed', 'fail': 'failed', 'skip': 'skipped'}[kind], detail='')
    channel.say('done', status=0)
    os._exit(0)
";
    let tests = "import attack\n\ndef test_wrong():\n    attack.forge()\n";
    let report = files(&[("attack.py", forge), ("tests/test_a.py", tests)]).run();
    assert_eq!(report.end, RunEnd::Completed);
    assert_eq!(outcome(&report, "tests/test_a.py::test_wrong"), Some(TestOutcome::Passed));
}
