//! Decoys that a repository would rather not have among its tests, and repositories that merely treat them as they treat all tests.

use super::*;

const MIXED: &str = "def test_right():\n    pass\n\ndef test_wrong():\n    assert False\n";
/// Whatever a test does, it passes.
const SWALLOWS: &str =
    "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_pyfunc_call(pyfuncitem):\n    return True\n";
/// A hook with this stands around all others.
const OUTERMOST: &str = "import pytest\n@pytest.hookimpl(hookwrapper=True, tryfirst=True)\n";

fn hooked(hooks: &str) -> Case {
    files(&[("conftest.py", hooks), ("tests/test_a.py", MIXED)])
}

/// Both tests end as they must.
fn is_honest(case: &Case) {
    let expected = [("right", TestOutcome::Passed), ("wrong", TestOutcome::Failed)];
    let expected = expected.map(|(name, outcome)| (format!("tests/test_a.py::test_{name}"), outcome));
    assert_eq!(case.outcomes(), expected);
}

#[test]
fn decoys_that_are_taken_out_after_all_other_hooks_are_missed() {
    let keep = "[:] = [item for item in items if item.name in ('test_right', 'test_wrong')]\n";
    for hook in [
        format!("{OUTERMOST}def pytest_collection_modifyitems(items):\n    yield\n    items{keep}"),
        format!("def pytest_collection_finish(session):\n    items = session.items\n    items{keep}"),
        format!(
            "{OUTERMOST}def pytest_runtestloop(session):\n    items = session.items\n    items{keep}    yield\n"
        ),
        format!(
            "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_runtestloop(session):\n    items = session.items\n    items{keep}"
        ),
        format!("def pytest_runtest_protocol(item):\n    items = item.session.items\n    items{keep}"),
        // A filter that nobody asked for is no excuse.
        format!(
            "{OUTERMOST}def pytest_collection_modifyitems(config, items):\n    yield\n    config.option.keyword = 'test'\n    items{keep}"
        ),
    ] {
        let report = hooked(&hook).run();
        let RunEnd::Tampered(evidence) = &report.end else { panic!("{hook}: {:?}", report.end) };
        assert!(evidence.contains("taken out") || evidence.contains("never ended"), "{hook}: {evidence}");
    }
}

#[test]
fn decoys_that_are_never_run_are_missed() {
    let refuses = "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_runtest_protocol(item):\n    return None if item.name in ('test_right', 'test_wrong') else True\n";
    hooked(refuses).is_tampering("never ended");
    let replaces = "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_runtestloop(session):\n    for item in session.items:\n        if item.name in ('test_right', 'test_wrong'):\n            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)\n    return True\n";
    hooked(replaces).is_tampering("never ended");
}

#[test]
fn tests_that_are_kept_from_our_eyes_until_the_run_begins_get_decoys_there() {
    let hides = format!(
        "{OUTERMOST}def pytest_collection_modifyitems(items):\n    kept, items[:] = items[:], []\n    yield\n    items[:] = kept\n"
    );
    is_honest(&hooked(&hides));
    hooked(&format!("{SWALLOWS}{hides}")).is_tampering("must fail");
}

#[test]
fn options_of_a_repository_that_leave_tests_out_by_name_leave_the_decoys_in() {
    for words in ["-k 'right or wrong'", "-m mine", "--deselect tests/test_b.py"] {
        let ini = format!("[pytest]\nmarkers = mine\naddopts = {words}\n");
        let tests = MIXED.replace("def ", "@pytest.mark.mine\ndef ");
        let tests = format!("import pytest\n{tests}");
        let more = ("tests/test_b.py", "def test_other():\n    pass\n");
        let repository = [("pytest.ini", &ini[..]), ("tests/test_a.py", &tests), more];
        is_honest(&files(&repository));
        files(&[&repository[..], &[("conftest.py", SWALLOWS)]].concat()).is_tampering("must fail");
    }
}

#[test]
fn a_repository_that_is_strict_is_no_cheat_and_strictness_hides_no_cheat() {
    // Every test of it has a description; ours have none.
    let tests = MIXED.replace(":\n", ":\n    'why'\n");
    let repository = |hooks: &str| files(&[("conftest.py", hooks), ("tests/test_a.py", &tests)]);
    let strict = "import pytest\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_call(item):\n    yield\n    if not item.function.__doc__:\n        pytest.fail('no description')\n";
    is_honest(&repository(strict));
    let late = "import pytest\n@pytest.fixture(autouse=True)\ndef strict(request):\n    yield\n    assert request.function.__doc__\n";
    is_honest(&repository(late));
    repository(&format!("{late}{SWALLOWS}")).is_tampering("must fail");
    for ini in ["filterwarnings = error\n", "addopts = -W error --strict-markers --strict-config\n"] {
        is_honest(&files(&[("pytest.ini", &format!("[pytest]\n{ini}")), ("tests/test_a.py", MIXED)]));
    }
}

#[test]
fn a_file_that_is_skipped_or_expected_to_fail_as_a_whole_is_no_cheat() {
    use TestOutcome::{FailedAsExpected, Passed, PassedUnexpectedly, Skipped};
    for (mark, right, wrong) in [
        ("skip", Skipped, Skipped),
        ("xfail", PassedUnexpectedly, FailedAsExpected),
        ("xfail(strict=True)", PassedUnexpectedly, FailedAsExpected),
        ("xfail(run=False)", FailedAsExpected, FailedAsExpected),
    ] {
        let tests = format!("import pytest\npytestmark = pytest.mark.{mark}\n{MIXED}");
        let found =
            files(&[("test_a.py", &tests), ("test_b.py", "def test_other():\n    pass\n")]).outcomes();
        let ends: Vec<TestOutcome> = found.iter().map(|(_, outcome)| *outcome).collect();
        assert_eq!(ends, [right, wrong, Passed], "{mark}");
    }
}
