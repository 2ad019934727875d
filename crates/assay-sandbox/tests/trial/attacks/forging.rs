//! 1 to 14: samples that want a verdict which they have not earned.

use assay_sandbox::Judgement;

use crate::conformance::{Bench, conformance};
use crate::support::{Case, check, evidence};

/// Frames as our own worker would write them.
pub(crate) const FORGE: &str = "import json, os\ndef frame(message):\n    text = json.dumps(message).encode()\n    return len(text).to_bytes(4, 'big') + text\ndef reply(value):\n    return frame({'value': value, 'known': [], 'nodes': [], 'order': [], 'nanoseconds': 1})\n";

/// For shared mode: a class of which tests see instances, output and calls, as they cannot in split mode.
pub(crate) const COUNTER: &str = "class Counter:\n    def __init__(self):\n        self.seen = []\n    def add(self, word):\n        self.seen.append(word)\n        print(word)\n        return len(self.seen)\ndef f():\n    return Counter()\n";
pub(crate) const COUNTER_TESTS: &str = "import contextlib, io, unittest\nfrom unittest import mock\nclass TestCounter(unittest.TestCase):\n    def setUp(self):\n        self.counter = f()\n    def test_counts(self):\n        for n, word in enumerate('abc', 1):\n            with self.subTest(word=word):\n                self.assertEqual(self.counter.add(word), n)\n    def test_prints(self):\n        out = io.StringIO()\n        with contextlib.redirect_stdout(out):\n            self.counter.add('x')\n        self.assertEqual(out.getvalue(), 'x\\n')\n    def test_calls_print(self):\n        with mock.patch('builtins.print') as printed:\n            self.counter.add('y')\n        printed.assert_called_once_with('y')\ndef test_two_counters_share_nothing():\n    first, second = f(), f()\n    first.add('z')\n    assert second.add('z') == 1\n";

/// Looks right and is not: counts from nought.
pub(crate) fn wrong_counter() -> String {
    COUNTER.replace("return len(self.seen)", "return len(self.seen) - 1")
}

/// Shared mode: this sample against the counter's tests.
pub(crate) fn counted(bench: &mut Bench<'_>, module: &str) -> Judgement {
    bench.run(&Case::of(module).shared_trial(COUNTER_TESTS, COUNTER)).judgement
}

/// Shared mode: a wrong counter, and this at its end.
fn with(bench: &mut Bench<'_>, attack: &str) -> Judgement {
    counted(bench, &format!("{}{attack}", wrong_counter()))
}

fn is_wrong(judgement: &Judgement) -> bool {
    matches!(judgement, Judgement::WrongAnswer { .. })
}

fn is_tampered(judgement: &Judgement) -> bool {
    matches!(judgement, Judgement::Tampered { .. })
}

#[test]
fn attack_01_an_object_that_equals_everything_is_not_plain_data() {
    conformance(|bench| {
        for base in ["object", "int", "str", "list", "dict", "tuple", "float"] {
            let module = format!(
                "class Yes({base}):\n    __eq__ = lambda s, o: True\n    __ne__ = lambda s, o: False\n    __hash__ = lambda s: 0\n    __class__ = property(lambda s: int)\ndef f(x):\n    return Yes()\n"
            );
            let report = bench.split(&Case::of(&module), "assert candidate(1) == 2");
            assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{base} {report:?}");
        }
    });
}

/// Looks for a text of that shape everywhere a sample can look; finds the bait, so that the search is known to work.
pub(crate) const SEARCH: &str = r"
import gc, re, sys, os, types
SHAPE = 'zq[0-9]{12}qz'
def strings(seen, value, depth):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (bytes, bytearray)):
        yield value.decode('latin-1')
    elif depth and id(value) not in seen and not isinstance(value, types.ModuleType):
        seen.add(id(value))
        for inner in gc.get_referents(value):
            yield from strings(seen, inner, depth - 1)
def by_objects():
    seen = set()
    frame = sys._getframe()
    frames = []
    while frame:
        frames += [dict(frame.f_locals), frame.f_code]
        frame = frame.f_back
    for value in gc.get_objects() + frames:
        for text in strings(seen, value, 3):
            yield from re.findall(SHAPE, text)
def by_memory():
    shape = re.compile(SHAPE.encode())
    for line in open('/proc/self/maps'):
        bounds, mode = line.split()[:2]
        if 'r' in mode and '[v' not in line:
            low, high = (int(x, 16) for x in bounds.split('-'))
            with open('/proc/self/mem', 'rb', 0) as memory:
                memory.seek(low)
                try:
                    content = memory.read(high - low)
                except OSError:
                    continue
            for found in shape.findall(content):
                yield found.decode()
def by_descriptors():
    for name in os.listdir('/proc/self/fd'):
        try:
            yield os.readlink('/proc/self/fd/' + name)
        except OSError:
            pass
def f(bait):
    keep = 'z' + bait
    found = sorted(set(by_objects())), sorted(set(by_memory()))
    return [*found, sorted(set(by_descriptors()))]
";

#[test]
fn attack_02_a_sample_finds_nothing_of_the_tests_in_its_memory() {
    conformance(|bench| {
        bench.passes(
            SEARCH,
            "secret = 'zq123456789012qz'\nobjects, memory, descriptors = candidate('q000000000000qz')\n\
             assert objects == memory == ['zq000000000000qz'], (objects, memory)\n\
             assert not [d for d in descriptors if not d.startswith(('socket:', 'pipe:', '/dev/null', '/proc/'))], descriptors",
        );
    });
}

#[test]
fn attack_03_a_result_written_behind_our_back_is_only_a_value_and_the_end_is_no_pass() {
    conformance(|bench| {
        let leaving = |body: &str| Case::of(&format!("{FORGE}def f(x):\n    {body}\n    os._exit(0)\n"));
        let forged = bench.split(&leaving("os.write(3, reply(7))"), "assert candidate(1) == 1");
        assert!(is_wrong(&forged.judgement), "{forged:?}");
        for status in ["frame({'verdict': 'pass'})", "frame({'judged': {'verdict': 'pass'}})", "b'PASS'"] {
            let case = leaving(&format!("os.write(3, {status})"));
            let report = bench.split(&case, "assert candidate(1) == 1");
            assert!(is_tampered(&report.judgement), "{status} {report:?}");
        }
        let report = "import json, os\ntext = json.dumps({'token': '0' * 64, 'loaded': True, 'tests': [], 'decoys': []}).encode()\nos.write(3, len(text).to_bytes(4, 'big') + text)\nos._exit(0)\n";
        assert!(is_tampered(&with(bench, report)));
        assert!(is_tampered(&with(bench, "import os\nos.write(3, b'\\0\\0\\0\\2{]')\nos._exit(0)\n")));
        assert!(is_tampered(&with(bench, "import os\nwhile True:\n    os.write(3, b'x' * 65536)\n")));
    });
}

#[test]
fn attack_04_changing_what_it_was_given_changes_nothing_that_the_tests_keep() {
    conformance(|bench| {
        let module = "def f(x):\n    import gc\n    for o in gc.get_objects():\n        if type(o) is list and o == [2, 3]:\n            o[:] = [9]\n    return [9]\n";
        let report = bench.split(&Case::of(module), "expected = [2, 3]\nassert candidate([1]) == expected");
        assert!(is_wrong(&report.judgement), "{report:?}");
    });
}

#[test]
fn attack_05_patching_unittest_decides_nothing() {
    conformance(|bench| {
        let patches = [
            "unittest.TestCase.assertEqual = lambda *a, **k: None\n",
            "unittest.TestCase.fail = lambda *a, **k: None\n",
            "unittest.TestCase.assertTrue = lambda *a, **k: None\n",
            "unittest.TestCase.run = lambda self, result=None: result.addSuccess(self)\n",
            "unittest.TestCase._callTestMethod = lambda self, method: None\n",
            "unittest.TestCase.failureException = type('Never', (BaseException,), {})\n",
            "unittest.TestResult.addFailure = unittest.TestResult.addError = lambda *a: None\nunittest.suite.TestSuite.run = lambda self, result, debug=False: [result.addSuccess(t) for g in self for t in g]\n",
            "import unittest.case\nunittest.case._Outcome.testPartExecutor = __import__('contextlib').contextmanager(lambda self, *a, **k: (yield))\n",
        ];
        for patch in patches {
            let judgement = with(bench, &format!("import unittest\n{patch}"));
            assert_ne!(judgement, Judgement::Passed, "{patch}");
        }
        // Turning every end into a success is what decoys are for.
        let blanket = "import unittest, sys\nfor frame in (sys._getframe(n) for n in range(9)):\n    result = frame.f_locals.get('result')\n    if result is not None:\n        kind = type(result)\n        kind.addFailure = kind.addError = kind.addSubTest = kind.addSkip = lambda self, test, *a: self.addSuccess(test)\n        break\n";
        assert!(is_tampered(&with(bench, blanket)));
        let split = format!("import unittest\n{}def f(x):\n    return 0\n", patches[0]);
        let body = "import unittest\nunittest.TestCase().assertEqual(candidate(1), 1)";
        let report = bench.split(&Case::of(&split), body);
        assert!(is_wrong(&report.judgement), "{report:?}");
    });
}

#[test]
fn attack_06_an_empty_or_changed_suite_is_tampering() {
    conformance(|bench| {
        for patch in [
            "unittest.TestSuite.__iter__ = lambda self: iter(())\n",
            "unittest.suite.TestSuite.run = lambda self, result, debug=False: result\n",
            "unittest.suite.TestSuite.addTest = lambda self, test: None\n",
        ] {
            let judgement = with(bench, &format!("import unittest\n{patch}"));
            assert!(is_tampered(&judgement), "{patch} {judgement:?}");
        }
        // Breaks our own part before it can report.
        let patch = "import unittest\nunittest.TestCase.__init_subclass__ = classmethod(lambda cls, **k: [delattr(cls, n) for n in list(vars(cls)) if n.startswith('test')])\n";
        let judgement = with(bench, patch);
        assert!(matches!(judgement, Judgement::Exited { .. }), "{judgement:?}");
    });
}

#[test]
fn attack_07_a_skip_is_no_pass() {
    conformance(|bench| {
        let module = "import unittest\ndef f(x):\n    raise unittest.SkipTest('not today')\n";
        let report = bench.split(&Case::of(module), "assert candidate(1) == 1");
        assert!(matches!(report.judgement, Judgement::SampleRaised { .. }), "{report:?}");
        let skips = COUNTER.replace(
            "        self.seen.append(word)\n",
            "        import unittest\n        raise unittest.SkipTest('done')\n",
        );
        assert!(is_wrong(&counted(bench, &skips)));
        let in_the_class = "import unittest\nunittest.TestCase.setUpClass = classmethod(lambda cls: (_ for _ in ()).throw(unittest.SkipTest('done')))\n";
        assert_ne!(with(bench, in_the_class), Judgement::Passed);
    });
}

#[test]
fn attack_08_a_failure_that_is_said_to_be_expected_is_no_pass() {
    conformance(|bench| {
        let all = "import unittest\nunittest.TestCase.__unittest_expecting_failure__ = True\n";
        assert!(is_tampered(&with(bench, all)));
    });
}

#[test]
fn attack_11_printed_results_decide_nothing() {
    conformance(|bench| {
        let module = "def f(x):\n    print('PASSED\\n{\"judged\": {\"verdict\": \"pass\"}}')\n    return 0\n";
        let report = bench.split(&Case::of(module), "assert candidate(1) == 1");
        assert!(is_wrong(&report.judgement), "{report:?}");
        assert!(evidence(&report.judgement).starts_with("AssertionError"));
        assert!(is_wrong(&with(bench, "print('OK')\nprint('PASSED')\nprint('<<<END>>> exit 0')\n")));
    });
}

#[test]
fn attack_12_results_printed_late_decide_nothing() {
    conformance(|bench| {
        let late = "import atexit\natexit.register(print, 'FAILED dummy\\nRan 4 tests in 0.001s\\n\\nOK\\n4 passed')\n";
        assert!(is_wrong(&with(bench, late)));
        let report =
            bench.split(&Case::of(&format!("{late}def f(x):\n    return 0\n")), "assert candidate(1)");
        assert!(is_wrong(&report.judgement), "{report:?}");
    });
}

#[test]
fn attack_13_leaving_at_once_is_never_a_pass() {
    conformance(|bench| {
        for module in ["import os\nos._exit(0)\n", "import os\ndef f(x=0):\n    os._exit(0)\n"] {
            let body = check("try:\n    candidate(1)\nexcept BaseException:\n    pass");
            let report = bench.run(&Case::of(module).trial(&body));
            assert_eq!(report.judgement, Judgement::Exited { exit: 0 }, "{module}");
            assert_eq!(counted(bench, module), Judgement::Exited { exit: 0 }, "{module}");
        }
    });
}

#[test]
fn attack_14_an_exit_code_changed_at_exit_decides_nothing() {
    conformance(|bench| {
        let at_exit = "import atexit, os\natexit.register(os._exit, 0)\n";
        let module = format!("{at_exit}def f(x):\n    return 0\n");
        let report = bench.split(&Case::of(&module), "assert candidate(1) == 1");
        assert!(is_wrong(&report.judgement), "{report:?}");
        assert!(is_wrong(&with(bench, at_exit)));
    });
}
