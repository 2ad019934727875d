//! Shared mode: tests and sample in one process. How honest samples fare there; attacks are in `attacks`.

use assay_sandbox::{Judgement, SampleFailure, Trial, TrialReport};

use crate::attacks::{COUNTER, COUNTER_TESTS, wrong_counter};
use crate::support::{Case, open};

fn trial(module: &str, tests: &str, reference: &str) -> Trial {
    Case::of(module).shared_trial(tests, reference)
}

/// Runs a sample against the counter's tests and makes sure that the reference passes in the same slot afterwards.
fn judged(module: &str) -> TrialReport {
    let mut slot = open();
    let report = slot.run(&trial(module, COUNTER_TESTS, COUNTER)).unwrap();
    let after = slot.run(&trial(COUNTER, COUNTER_TESTS, COUNTER)).unwrap();
    assert_eq!(after.judgement, Judgement::Passed, "the trial after {report:?}");
    report
}

#[test]
fn tests_that_need_the_sample_in_their_own_process_run_there() {
    assert_eq!(judged(COUNTER).judgement, Judgement::Passed);
    let report = judged(&wrong_counter());
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
