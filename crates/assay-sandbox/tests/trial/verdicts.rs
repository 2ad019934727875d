//! What each kind of honest success and failure comes to.

use assay_sandbox::{Judgement, SampleFailure};

use crate::support::{Case, check, evidence};

fn raised(module: &str, body: &str) -> (SampleFailure, String, Option<u32>) {
    match Case::of(module).checked_by(body).judgement {
        Judgement::SampleRaised { failure, evidence, line } => (failure, evidence, line),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_correct_sample_passes() {
    Case::of("def f(x):\n    return x + 1\n").passes("assert candidate(1) == 2");
}

#[test]
fn tests_that_call_the_entry_point_by_its_name_pass_too() {
    let report = Case::of("def f(x):\n    return x + 1\n").judged_by("assert f(1) == 2\nassert f(2) == 3\n");
    assert_eq!(report.judgement, Judgement::Passed);
}

#[test]
fn a_wrong_answer_names_the_line_of_the_tests() {
    let report = Case::of("def f(x):\n    return x\n")
        .checked_by("assert candidate(1) == 1\nassert candidate(1) == 2, 'one more'");
    let expected = Judgement::WrongAnswer { evidence: "AssertionError: one more".into(), line: Some(3) };
    assert_eq!(report.judgement, expected);
}

#[test]
fn evidence_with_half_a_surrogate_pair_reaches_the_report() {
    let report =
        Case::of("def f():\n    return 'a\\ud800'\n").checked_by("x = candidate()\nassert x == 'a', x");
    assert!(evidence(&report.judgement).contains("\\ud800"), "{report:?}");
}

#[test]
fn an_exception_of_the_sample_names_its_own_line() {
    let (failure, evidence, line) = raised("def f(x):\n    y = 0\n    return x / y\n", "candidate(1)");
    assert_eq!((failure, line), (SampleFailure::Exception, Some(3)));
    assert_eq!(evidence, "ZeroDivisionError: division by zero");
}

#[test]
fn an_assertion_inside_the_sample_is_the_samples_exception() {
    let (failure, _, line) = raised("def f(x):\n    assert x > 1\n", "candidate(1)");
    assert_eq!((failure, line), (SampleFailure::Exception, Some(2)));
}

#[test]
fn missing_names_and_imports_are_told_from_other_exceptions() {
    assert_eq!(raised("def f(x):\n    return y\n", "candidate(1)").0, SampleFailure::MissingName);
    assert_eq!(
        raised("import no_such_module\ndef f(x): pass\n", "candidate(1)").0,
        SampleFailure::MissingName
    );
    assert_eq!(raised("def g(x):\n    return 1\n", "candidate(1)").0, SampleFailure::MissingName);
    assert_eq!(raised("def f(x):\n    x.y\n", "candidate(1)").0, SampleFailure::Exception);
}

#[test]
fn code_that_does_not_parse_is_a_syntax_error_with_its_line() {
    let (failure, _, line) = raised("x = 1\ndef f(x:\n    return 1\n", "candidate(1)");
    assert_eq!((failure, line), (SampleFailure::Syntax, Some(2)));
    assert_eq!(raised("def f(x):\n    return '\0'\n", "candidate(1)").0, SampleFailure::Syntax);
}

#[test]
fn code_that_the_sample_itself_fails_to_parse_is_an_ordinary_exception() {
    let (failure, ..) = raised("def f(x):\n    return eval('1 +')\n", "candidate(1)");
    assert_eq!(failure, SampleFailure::Exception);
}

#[test]
fn a_sample_that_asks_to_exit_is_said_to_have_exited() {
    let module = "import sys\ndef f(x):\n    sys.exit(0)\n";
    assert_eq!(raised(module, "candidate(1)").0, SampleFailure::Exited);
    assert_eq!(raised("raise SystemExit\n", "candidate(1)").0, SampleFailure::Exited);
}

#[test]
fn a_worker_that_crashes_has_exited_with_its_signal() {
    let module = "import ctypes\ndef f(x):\n    ctypes.string_at(0)\n";
    assert_eq!(Case::of(module).checked_by("candidate(1)").judgement, Judgement::Exited { exit: -11 });
}

#[test]
fn values_that_are_not_plain_data_are_an_honest_failure() {
    let mut slot = crate::support::open();
    for value in
        ["C()", "f", "[C()]", "(x for x in [C()])", "open('/dev/null')", "int", "type('I', (int,), {})(1)"]
    {
        let module = format!("class C:\n    pass\ndef f():\n    return {value}\n");
        let report = Case::of(&module).judged_in(&mut *slot, &check("assert candidate()"));
        assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{value}: {report:?}");
    }
}

#[test]
fn tests_that_catch_everything_hide_neither_a_strange_value_nor_a_dead_worker() {
    let swallow = "for _ in range(3):\n    try:\n        x = candidate(1)\n    except:\n        x = 1";
    let strange = Case::of("def f(x):\n    return object()\n").checked_by(swallow);
    assert!(matches!(strange.judgement, Judgement::NotPlainData { .. }), "{strange:?}");
    let dead = Case::of("import os\ndef f(x):\n    os._exit(3)\n").checked_by(swallow);
    assert_eq!(dead.judgement, Judgement::Exited { exit: 3 });
    let deep = Case::of("def f(x):\n    return (n for n in iter(int, 1))\n")
        .checked_by("try:\n    x = list(candidate(1))\nexcept:\n    x = 1\nassert x == 1");
    assert!(matches!(deep.judgement, Judgement::NotPlainData { .. }), "{deep:?}");
}

#[test]
fn tests_that_say_nothing_of_the_sample_are_a_fault_of_the_benchmark() {
    let mut slot = crate::support::open();
    let nothing =
        ["", "def check(candidate):\n    pass\n", "raise ValueError('no')\n", "x = undefined\n", "x = (\n"];
    for tests in nothing.map(str::to_owned).into_iter().chain([check("candidate(object())"), check("1 / 0")])
    {
        let report = Case::of("def f(x):\n    return 1\n").judged_in(&mut *slot, &tests);
        assert!(matches!(report.judgement, Judgement::Fault { .. }), "{tests}: {report:?}");
    }
}

#[test]
fn a_prompt_that_does_not_run_is_a_fault_of_the_benchmark() {
    let prompt = "import __main__\nif __name__ != 'solution':\n    import helper_of_the_prompt\n";
    let report = Case::of("def f(x):\n    return 1\n").with_prompt(prompt).checked_by("candidate(1)");
    assert!(matches!(report.judgement, Judgement::Fault { .. }), "{report:?}");
}

#[test]
fn what_a_sample_prints_is_kept_even_if_it_fails_to_load() {
    let report = Case::of("print('hello')\n1 / 0\n").checked_by("candidate(1)");
    assert_eq!(report.output.head, b"hello\n");
    let report = Case::of(
        "import sys\ndef f(x):\n    print('out')\n    print('err', file=sys.stderr)\n    return x\n",
    )
    .checked_by("assert candidate(1) == 1");
    let text = String::from_utf8(report.output.head).unwrap();
    assert!(text.contains("out\n") && text.contains("err\n"), "{text}");
}
