//! Shared mode: tests and sample in one process. What is stopped there, and what is only reported.

use std::sync::Arc;

use assay_sandbox::{Judgement, Judging, LimitRule, SampleFailure, Trial, TrialReport};
use assay_types::{LimitKind, TrialTime};

use crate::support::open;

const REFERENCE: &str = "class Counter:\n    def __init__(self):\n        self.seen = []\n    def add(self, word):\n        self.seen.append(word)\n        print(word)\n        return len(self.seen)\ndef f():\n    return Counter()\n";

/// Tests that split mode cannot run: instances, captured output, a mock, a fixture, a subtest.
const TESTS: &str = "import contextlib, io, unittest\nfrom unittest import mock\nclass TestCounter(unittest.TestCase):\n    def setUp(self):\n        self.counter = f()\n    def test_counts(self):\n        for n, word in enumerate('abc', 1):\n            with self.subTest(word=word):\n                self.assertEqual(self.counter.add(word), n)\n    def test_prints(self):\n        out = io.StringIO()\n        with contextlib.redirect_stdout(out):\n            self.counter.add('x')\n        self.assertEqual(out.getvalue(), 'x\\n')\n    def test_calls_print(self):\n        with mock.patch('builtins.print') as printed:\n            self.counter.add('y')\n        printed.assert_called_once_with('y')\ndef test_two_counters_share_nothing():\n    first, second = f(), f()\n    first.add('z')\n    assert second.add('z') == 1\n";

fn trial(module: &str, tests: &str, reference: &str) -> Trial {
    Trial {
        module: Arc::from(module),
        entry_point: "f".into(),
        judging: Judging::Shared {
            key: format!("{tests}{reference}"),
            tests: Arc::from(tests),
            reference: Arc::from(reference),
        },
        limits: LimitRule::default().limits(TrialTime::default()),
    }
}

/// Runs a sample against the tests above and makes sure that the reference passes in the same slot afterwards.
fn judged(module: &str) -> TrialReport {
    let mut slot = open();
    let report = slot.run(&trial(module, TESTS, REFERENCE)).unwrap();
    let after = slot.run(&trial(REFERENCE, TESTS, REFERENCE)).unwrap();
    assert_eq!(after.judgement, Judgement::Passed, "the trial after {report:?}");
    report
}

/// The reference, and this at its end.
fn with(attack: &str) -> TrialReport {
    judged(&format!("{}{attack}", wrong()))
}

/// Looks right and is not: counts from nought.
fn wrong() -> String {
    REFERENCE.replace("return len(self.seen)", "return len(self.seen) - 1")
}

fn is_tampered(report: &TrialReport) -> bool {
    matches!(report.judgement, Judgement::Tampered { .. })
}

#[test]
fn tests_that_need_the_sample_in_their_own_process_run_there() {
    assert_eq!(judged(REFERENCE).judgement, Judgement::Passed);
    let report = judged(&wrong());
    let Judgement::WrongAnswer { evidence, line } = report.judgement else { panic!("{report:?}") };
    assert!(evidence.starts_with("TestCounter.test_counts: AssertionError: 0 != 1"), "{evidence}");
    assert_eq!(line, Some(9));
}

#[test]
fn failures_are_named_as_in_split_mode() {
    let failure = |module: &str| match judged(module).judgement {
        Judgement::SampleRaised { failure, .. } => failure,
        other => panic!("{other:?}"),
    };
    assert_eq!(failure("def f(:\n"), SampleFailure::Syntax);
    assert_eq!(failure("import nowhere\ndef f():\n    pass\n"), SampleFailure::MissingName);
    assert_eq!(failure("def g():\n    pass\n"), SampleFailure::MissingName);
    assert_eq!(failure("def f():\n    return None\n"), SampleFailure::Exception);
    assert_eq!(failure("def f():\n    raise SystemExit(0)\n"), SampleFailure::Exited);
}

#[test]
fn attack_03_13_14_leaving_is_never_a_pass() {
    for body in ["import os\nos._exit(0)\n", "import os\ndef f():\n    os._exit(0)\n"] {
        assert_eq!(judged(body).judgement, Judgement::Exited { exit: 0 }, "{body}");
    }
    let at_exit = with("import atexit, os\natexit.register(os._exit, 0)\n");
    assert!(matches!(at_exit.judgement, Judgement::WrongAnswer { .. }), "{at_exit:?}");
}

#[test]
fn attack_05_patching_unittest_whole_is_tampering() {
    for patch in [
        "unittest.TestCase.assertEqual = lambda *a, **k: None\n",
        "unittest.TestCase.fail = lambda *a, **k: None\n",
        "unittest.TestCase.assertTrue = lambda *a, **k: None\n",
        "unittest.TestCase.run = lambda self, result=None: result.addSuccess(self)\n",
        "unittest.TestCase._callTestMethod = lambda self, method: None\n",
        "unittest.TestCase.failureException = type('Never', (BaseException,), {})\n",
        "unittest.TestResult.addFailure = unittest.TestResult.addError = lambda *a: None\nunittest.suite.TestSuite.run = lambda self, result, debug=False: [result.addSuccess(t) for g in self for t in g]\n",
        "import unittest.case\nunittest.case._Outcome.testPartExecutor = __import__('contextlib').contextmanager(lambda self, *a, **k: (yield))\n",
    ] {
        let report = with(&format!("import unittest\n{patch}"));
        assert_ne!(report.judgement, Judgement::Passed, "{patch}");
    }
    // Turning every end into a success is what decoys are for.
    let blanket = "import unittest, sys\nfor frame in (sys._getframe(n) for n in range(9)):\n    result = frame.f_locals.get('result')\n    if result is not None:\n        kind = type(result)\n        kind.addFailure = kind.addError = kind.addSubTest = kind.addSkip = lambda self, test, *a: self.addSuccess(test)\n        break\n";
    let report = with(blanket);
    assert!(is_tampered(&report), "{report:?}");
}

#[test]
fn attack_06_an_empty_or_changed_suite_is_tampering() {
    for patch in [
        "unittest.TestSuite.__iter__ = lambda self: iter(())\n",
        "unittest.suite.TestSuite.run = lambda self, result, debug=False: result\n",
    ] {
        let report = with(&format!("import unittest\n{patch}"));
        assert!(is_tampered(&report), "{patch} {report:?}");
    }
}

#[test]
fn a_sample_that_breaks_our_own_part_fails() {
    let patch = "import unittest\nunittest.TestCase.__init_subclass__ = classmethod(lambda cls, **k: [delattr(cls, n) for n in list(vars(cls)) if n.startswith('test')])\n";
    let report = with(patch);
    assert!(matches!(report.judgement, Judgement::Exited { .. }), "{report:?}");
}

#[test]
fn attack_07_a_skip_is_no_pass() {
    let skips = REFERENCE.replace(
        "        self.seen.append(word)\n",
        "        import unittest\n        raise unittest.SkipTest('done')\n",
    );
    let report = judged(&skips);
    assert!(matches!(report.judgement, Judgement::WrongAnswer { .. }), "{report:?}");
    let in_the_class = with(
        "import unittest\nunittest.TestCase.setUpClass = classmethod(lambda cls: (_ for _ in ()).throw(unittest.SkipTest('done')))\n",
    );
    assert!(!matches!(in_the_class.judgement, Judgement::Passed), "{in_the_class:?}");
}

#[test]
fn attack_11_12_forged_words_on_the_output_decide_nothing() {
    let report = with(
        "print('OK')\nprint('PASSED')\nimport atexit\natexit.register(print, 'Ran 4 tests in 0.001s\\n\\nOK')\n",
    );
    assert!(matches!(report.judgement, Judgement::WrongAnswer { .. }), "{report:?}");
}

#[test]
fn attack_11_a_forged_report_without_its_token_is_tampering() {
    let forged = "import json, os\ntext = json.dumps({'token': '0' * 64, 'loaded': True, 'tests': [], 'decoys': []}).encode()\nos.write(3, len(text).to_bytes(4, 'big') + text)\nos._exit(0)\n";
    assert!(is_tampered(&with(forged)));
    assert!(is_tampered(&with("import os\nos.write(3, b'\\0\\0\\0\\2{]')\nos._exit(0)\n")));
    let endless = with("import os\nwhile True:\n    os.write(3, b'x' * 65536)\n");
    assert!(is_tampered(&endless), "{endless:?}");
}

#[test]
fn attack_17_a_module_that_takes_the_place_of_unittest_is_seen() {
    let shadow = "import sys, types\nfake = types.ModuleType('unittest')\nfake.TestCase = type('TestCase', (), {'assertEqual': lambda *a: None})\nfake.mock = None\nsys.modules['unittest'] = fake\n";
    let report = with(shadow);
    assert!(!matches!(report.judgement, Judgement::Passed), "{report:?}");
}

#[test]
fn attack_31_32_a_sample_that_hangs_or_outlives_is_ended() {
    let hangs = "import os, signal, time\nfor n in range(1, 32):\n    try:\n        signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError):\n        pass\ndef f():\n    while True: pass\n";
    assert_eq!(judged(hangs).judgement, Judgement::Limit(LimitKind::Cpu));
    let outlives =
        format!("import os\nif os.fork() == 0:\n    os.setsid()\n    while True: pass\n{REFERENCE}");
    assert_eq!(judged(&outlives).judgement, Judgement::Passed);
}

#[test]
fn attack_40_an_orphan_that_holds_the_output_holds_nothing_up() {
    let began = std::time::Instant::now();
    let orphan = format!("import os, time\nif os.fork() == 0:\n    time.sleep(600)\n{REFERENCE}");
    assert_eq!(judged(&orphan).judgement, Judgement::Passed);
    assert!(began.elapsed() < std::time::Duration::from_mins(1));
}

#[test]
fn a_test_set_that_the_reference_does_not_pass_is_the_benchmarks_fault() {
    let tests = "def test_it():\n    assert f() == 2\n";
    let mut slot = open();
    let reference = "def f():\n    return 1\n";
    let report = slot.run(&trial("def f():\n    return 2\n", tests, reference)).unwrap();
    assert!(matches!(report.judgement, Judgement::Fault { .. }), "{report:?}");
    let report = slot.run(&trial(reference, tests, reference)).unwrap();
    assert!(matches!(report.judgement, Judgement::WrongAnswer { .. }), "{report:?}");
    let none = slot.run(&trial(reference, "x = 1\n", reference)).unwrap();
    assert!(matches!(none.judgement, Judgement::Fault { .. }), "{none:?}");
}

/// What stays open in shared mode (docs/security.md lists it; a report states the share of tasks that run so): these
/// samples pass although they are wrong. When one of them is stopped, this test says so, and the list gets shorter.
#[test]
fn attack_01_02_04_and_an_aimed_05_stay_open_in_shared_mode() {
    let tests = "import unittest\nclass TestF(unittest.TestCase):\n    expected = [3]\n    def test_f(self):\n        value = f()\n        self.assertEqual(value, self.expected)\n";
    let reference = "def f():\n    return [3]\n";
    for open_attack in [
        // 1: equals everything.
        "class Same:\n    def __eq__(self, other):\n        return True\ndef f():\n    return Same()\n",
        // 2: reads the expected value in the tests' frame.
        "import sys\ndef f():\n    return sys._getframe(1).f_locals['self'].expected\n",
        // 4: changes the expected value.
        "import sys\ndef f():\n    sys._getframe(1).f_locals['self'].expected[:] = [9]\n    return [9]\n",
        // 5, aimed: patches for the one class of tests that it knows.
        "import sys\ndef f():\n    test = sys._getframe(1).f_locals['self']\n    test.assertEqual = lambda *a: None\n    return 0\n",
    ] {
        let report = open().run(&trial(open_attack, tests, reference)).unwrap();
        assert_eq!(report.judgement, Judgement::Passed, "no longer open: {open_attack}");
    }
}
