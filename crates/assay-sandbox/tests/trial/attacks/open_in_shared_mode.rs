//! What stays open in shared mode. docs/security.md lists it, and each row of a report states its share of such tasks.
//!
//! These samples pass although they are wrong. When one of them is stopped, its test says so, and the list gets shorter.

use assay_sandbox::Judgement;

use crate::conformance::{Bench, conformance};
use crate::support::Case;

const TESTS: &str = "import unittest\nclass TestF(unittest.TestCase):\n    expected = [3]\n    def test_f(self):\n        value = f()\n        self.assertEqual(value, self.expected)\n";
const REFERENCE: &str = "def f():\n    return [3]\n";

fn stays_open(bench: &mut Bench<'_>, module: &str) {
    let report = bench.run(&Case::of(module).shared_trial(TESTS, REFERENCE));
    assert_eq!(report.judgement, Judgement::Passed, "no longer open: {report:?}");
}

#[test]
fn attack_01_stays_open_in_shared_mode() {
    conformance(|bench| {
        let module =
            "class Same:\n    def __eq__(self, other):\n        return True\ndef f():\n    return Same()\n";
        stays_open(bench, module);
    });
}

#[test]
fn attack_02_stays_open_in_shared_mode() {
    conformance(|bench| {
        stays_open(bench, "import sys\ndef f():\n    return sys._getframe(1).f_locals['self'].expected\n");
    });
}

#[test]
fn attack_04_stays_open_in_shared_mode() {
    conformance(|bench| {
        let module =
            "import sys\ndef f():\n    sys._getframe(1).f_locals['self'].expected[:] = [9]\n    return [9]\n";
        stays_open(bench, module);
    });
}

/// Aimed at the one class of tests that it knows: decoys are of another.
#[test]
fn attack_05_aimed_at_one_test_stays_open_in_shared_mode() {
    conformance(|bench| {
        let module = "import sys\ndef f():\n    test = sys._getframe(1).f_locals['self']\n    test.assertEqual = lambda *a: None\n    return 0\n";
        stays_open(bench, module);
    });
}

/// Tells the running test that its failure is expected.
#[test]
fn attack_08_aimed_at_one_test_stays_open_in_shared_mode() {
    conformance(|bench| {
        let module = "import sys\ndef f():\n    test = sys._getframe(1).f_locals['self']\n    test._outcome.expecting_failure = True\n    return 0\n";
        stays_open(bench, module);
    });
}

/// The whole report, token and all, put together from what lies in the process's own frames.
#[test]
fn own_01_a_report_forged_from_our_own_frames_stays_open_in_shared_mode() {
    conformance(|bench| {
        let module = r"
import sys
frame = sys._getframe()
while 'order' not in frame.f_locals or 'send' not in frame.f_locals:
    frame = frame.f_back
order, send = frame.f_locals['order'], frame.f_locals['send']
ends = dict(fail='failure', differ='failure', untrue='failure', error='error', skip='skip', succeed='success')
send({
    'token': order['token'], 'loaded': True, 'tests': [{'id': 'TestF.test_f', 'end': 'success'}],
    'decoys': [[decoy['name'], ends[decoy['kind']]] for decoy in order['decoys']],
})
__import__('os')._exit(0)
";
        stays_open(bench, module);
    });
}
