//! Honest runs.

use super::*;
use assay_types::LimitKind;

const PYTEST_FILE: &str = r"
import pytest

@pytest.mark.parametrize('text', ['a b', '[c]', 'd::e', 'ü', 'n\nl', ' '])
def test_parameters(text):
    assert text

def test_fails():
    assert 1 == 2

@pytest.mark.skip
def test_skipped():
    pass

@pytest.mark.xfail
def test_expected():
    assert False

@pytest.mark.xfail
def test_unexpected():
    pass

@pytest.mark.xfail(strict=True)
def test_unexpected_strictly():
    pass

@pytest.fixture
def broken():
    raise ValueError

@pytest.fixture
def broken_at_its_end():
    yield
    raise ValueError

def test_set_up(broken):
    pass

def test_cleaned_up(broken_at_its_end):
    pass
";

#[test]
fn each_test_is_named_in_full_and_told_apart_by_how_it_ended() {
    use TestOutcome::{Errored, Failed, FailedAsExpected, Passed, PassedUnexpectedly, Skipped};
    let ini = "[pytest]\ndisable_test_id_escaping_and_forfeit_all_rights_to_community_support = true\n";
    let found = files(&[("tests/test_a.py", PYTEST_FILE), ("pytest.ini", ini)]).outcomes();
    let expected = [
        ("test_cleaned_up", Errored),
        ("test_expected", FailedAsExpected),
        ("test_fails", Failed),
        ("test_parameters[ ]", Passed),
        ("test_parameters[[c]]", Passed),
        ("test_parameters[a b]", Passed),
        ("test_parameters[d::e]", Passed),
        ("test_parameters[n\nl]", Passed),
        ("test_parameters[ü]", Passed),
        ("test_set_up", Errored),
        ("test_skipped", Skipped),
        ("test_unexpected", PassedUnexpectedly),
        ("test_unexpected_strictly", PassedUnexpectedly),
    ];
    let expected = expected.map(|(name, outcome)| (format!("tests/test_a.py::{name}"), outcome));
    assert_eq!(found, expected);
}

const UNITTEST_FILE: &str = "
import unittest

class One(unittest.TestCase):
    def test_fails(self):
        self.assertEqual(1, 2)

    def test_passes(self):
        pass

    def test_raises(self):
        raise ValueError

    @unittest.skip('why')
    def test_skipped(self):
        pass

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()

    @unittest.expectedFailure
    def test_unexpected(self):
        pass

    def test_parts(self):
        with self.subTest(1):
            self.fail()

class Two(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise ValueError

    def test_set_up(self):
        pass

class Three(unittest.TestCase):
    def setUp(self):
        self.addCleanup(lambda: 1 / 0)

    def test_cleaned_up(self):
        pass
";

#[test]
fn the_same_is_said_of_tests_that_unittest_runs() {
    use TestOutcome::{Errored, Failed, FailedAsExpected, Passed, PassedUnexpectedly, Skipped};
    let found = files(&[("tests/test_u.py", UNITTEST_FILE)]).by_unittest().outcomes();
    let expected = [
        ("One.test_expected", FailedAsExpected),
        ("One.test_fails", Failed),
        ("One.test_parts", Failed),
        ("One.test_passes", Passed),
        ("One.test_raises", Failed),
        ("One.test_skipped", Skipped),
        ("One.test_unexpected", PassedUnexpectedly),
        ("Three.test_cleaned_up", Errored),
        ("Two.test_set_up", Errored),
    ];
    assert_eq!(found, expected.map(|(name, outcome)| (format!("test_u.{name}"), outcome)));
}

#[test]
fn files_that_cannot_be_loaded_are_broken_and_the_others_run() {
    let repository = [
        ("tests/test_a.py", "import nowhere\n"),
        (
            "tests/test_b.py",
            "import unittest\nclass B(unittest.TestCase):\n    def test_b(self):\n        pass\n",
        ),
    ];
    for runner in [Runner::Pytest, Runner::Unittest] {
        let report = files(&repository).with(|run| run.runner = runner).run();
        let RunEnd::Broken(broken) = &report.end else { panic!("{}", shown(&report)) };
        assert_eq!(broken.len(), 1, "{broken:?}");
        assert!(broken[0].0 == "tests/test_a.py" && broken[0].1.contains("No module named 'nowhere'"));
        let passed = report.results.values().filter(|result| result.outcome == TestOutcome::Passed);
        assert_eq!(passed.count(), 1);
    }
}

#[test]
fn a_test_that_was_found_and_does_not_end_is_unfinished() {
    let report = files(&[("test_a.py", "import os\ndef test_a():\n    pass\ndef test_b():\n    os.kill(os.getpid(), 9)\n    os._exit(3)\ndef test_c():\n    pass\n")]).run();
    assert_eq!(report.end, RunEnd::Died(3));
    let expected =
        [("a", TestOutcome::Passed), ("b", TestOutcome::Unfinished), ("c", TestOutcome::Unfinished)];
    assert_eq!(
        outcomes(&report),
        expected.map(|(name, outcome)| (format!("test_a.py::test_{name}"), outcome))
    );
    let waits = files(&[("test_a.py", "import time\ndef test_a():\n    time.sleep(1000)\n")]);
    let report = waits.with(|run| run.limits.wall_milliseconds = 3000).run();
    assert_eq!(report.end, RunEnd::Limit(LimitKind::Wall));
}

#[test]
fn a_run_that_is_killed_from_outside_is_trouble_of_ours_and_no_end_of_the_projects() {
    let name = format!("kill{}", std::process::id());
    let tests = format!(
        "import ctypes, signal\ndef test_a():\n    ctypes.CDLL(None).prctl(15, b'{name}', 0, 0, 0)\n    signal.pause()\n"
    );
    let case = files(&[("test_a.py", &tests)]);
    let killer = std::thread::spawn(move || kill(&name));
    let ended = case.tried();
    killer.join().unwrap();
    assert!(matches!(ended, Err(SandboxError::Killed { .. })), "{ended:?}");
}

/// Kills the process that calls itself so, once there is one.
fn kill(name: &str) {
    let began = std::time::Instant::now();
    loop {
        let mut processes = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        let named = processes
            .find(|path| std::fs::read_to_string(path.join("comm")).is_ok_and(|found| found.trim() == name));
        if let Some(process) = named {
            let number = process.file_name().unwrap();
            let killed = std::process::Command::new("kill").arg("-9").arg(number).status().unwrap();
            assert!(killed.success());
            return;
        }
        assert!(began.elapsed() < std::time::Duration::from_mins(2), "no process calls itself {name}");
        std::thread::yield_now();
    }
}

#[test]
fn tests_are_selected_by_their_whole_ids_and_files_by_their_paths() {
    let two = "import pytest\n@pytest.mark.parametrize('x', ['a', 'a b', 'a::b[c]'])\ndef test_x(x):\n    pass\n\ndef test_x_more():\n    pass\n";
    let repository = [("one/test_a.py", two), ("one/test_b.py", two), ("two/test_c.py", two)];
    let chosen =
        ["one/test_a.py::test_x[a::b[c]]", "two/test_c.py::test_x_more", "two/test_c.py::test_nowhere"];
    let chosen = chosen.map(|id| TestId(id.to_owned())).to_vec();
    let found = files(&repository).with(|run| run.selection = Selection::Tests(chosen)).outcomes();
    let ids: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["one/test_a.py::test_x[a::b[c]]", "two/test_c.py::test_x_more"]);
    let one = Selection::Files(vec!["one/test_b.py".to_owned()]);
    let found = files(&repository).with(|run| run.selection = one).outcomes();
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|(id, _)| id.starts_with("one/test_b.py::")));
    let gone = Selection::Files(vec!["one/test_z.py".to_owned()]);
    let report = files(&repository).with(|run| run.selection = gone).run();
    assert!(matches!(&report.end, RunEnd::Broken(broken) if broken[0].0 == "one/test_z.py"));
}

#[test]
fn a_shuffled_run_has_the_same_tests_in_an_order_that_its_seed_gives() {
    let test = |name: &str| {
        format!(
            "def test_{name}():\n    SEEN.append('{name}')\n    print(SEEN)\n    assert SEEN == sorted(SEEN)\n"
        )
    };
    let module = format!("SEEN = []\n{}", ["a", "b", "c", "d", "e", "f"].map(test).concat());
    let case = |order| files(&[("test_a.py", &module)]).with(|run| run.order = order);
    let all_pass =
        |found: &[(String, TestOutcome)]| found.iter().all(|(_, outcome)| *outcome == TestOutcome::Passed);
    assert!(all_pass(&case(Order::File).outcomes()));
    let mixed = case(Order::Shuffled(1)).outcomes();
    assert!(mixed.len() == 6 && !all_pass(&mixed));
    assert_eq!(mixed, case(Order::Shuffled(1)).outcomes());
    assert_ne!(mixed, case(Order::Shuffled(2)).outcomes());
}

#[test]
fn files_modes_and_links_arrive_as_they_are() {
    let text = "import os, stat
def test_files():
    here = os.path.dirname(__file__)
    assert open(f'{here}/run').read() == 'x' and os.access(f'{here}/run', os.X_OK)
    assert not os.access(__file__, os.X_OK)
    assert os.readlink(f'{here}/link') == 'deep/er/data' and open(f'{here}/link', 'rb').read() == bytes(range(256))
    assert sorted(os.listdir(here)) == ['deep', 'link', 'run', 'test_a.py', '\u{fc} \u{20ac}']
    assert os.listdir('/tmp') != [] and not os.path.exists('/tmp/assay')
";
    let case = files(&[("test_a.py", text), ("ü €", "")]).with(|run| {
        let tree = Arc::make_mut(&mut run.tree);
        tree.0.insert("run".to_owned(), (Mode::Executable, b"x".to_vec()));
        tree.0.insert("link".to_owned(), (Mode::Link, b"deep/er/data".to_vec()));
        tree.0.insert("deep/er/data".to_owned(), (Mode::File, (0..=255).collect()));
    });
    let found = case.outcomes();
    assert_eq!(found, [("test_a.py::test_files".to_owned(), TestOutcome::Passed)]);
}

#[test]
fn a_package_is_imported_where_it_lies_and_its_metadata_are_known() {
    let flat = "import importlib.metadata, flat, sys\ndef test_a():\n    assert importlib.metadata.version('my-flat') == flat.__version__ == '1.5'\n    assert importlib.metadata.entry_points(group='mine')['one'].value == 'flat:f'\n";
    let project =
        "[project]\nname = 'My_Flat'\ndynamic = ['version']\n[project.entry-points.mine]\none = 'flat:f'\n";
    let package = ("flat/__init__.py", "__version__ = '1.5'\n");
    let found = files(&[("tests/test_a.py", flat), package, ("pyproject.toml", project)]).outcomes();
    assert_eq!(found[0].1, TestOutcome::Passed);
    let src = "import subprocess, sys\ndef test_a():\n    import deep\n    assert subprocess.run([sys.executable, '-c', 'import deep, importlib.metadata as m; print(m.version(\"deep\"))'], capture_output=True, text=True).stdout == '2.0\\n'\n";
    let setup = "from setuptools import setup\nsetup(name='deep', version='2.0')\n";
    let found =
        files(&[("tests/test_a.py", src), ("src/deep/__init__.py", ""), ("setup.py", setup)]).outcomes();
    assert_eq!(found[0].1, TestOutcome::Passed);
}

#[test]
fn options_of_the_repository_count_but_for_those_that_change_what_a_run_is() {
    let ini = "[tool.pytest.ini_options]\naddopts = ['--cov=x', '-n', '4', '-x', '--maxfail=1', '--reruns', '3', '--doctest-modules', '-p', 'xdist']\nrequired_plugins = ['pytest-cov']\n";
    let module = "def f():\n    '''\n    >>> f()\n    1\n    '''\n    return 1\n";
    let tests = "def test_a():\n    assert False\ndef test_b():\n    pass\n";
    let found = files(&[("pyproject.toml", ini), ("m.py", module), ("test_a.py", tests)]).outcomes();
    let expected = [
        ("m.py::m.f", TestOutcome::Passed),
        ("test_a.py::test_a", TestOutcome::Failed),
        ("test_a.py::test_b", TestOutcome::Passed),
    ];
    assert_eq!(found, expected.map(|(id, outcome)| (id.to_owned(), outcome)));
}

#[test]
fn surroundings_are_those_asked_for_and_nothing_else_is_there() {
    let text = "import os, sys, time
def test_zone():
    assert time.tzname[0] == 'EAST'
def test_hash():
    assert os.environ['PYTHONHASHSEED'] == '5' and sys.flags.hash_randomization == 1
def test_variables():
    known = {'HOME', 'LANG', 'LD_LIBRARY_PATH', 'MKL_NUM_THREADS', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'PATH', 'PYTHONDONTWRITEBYTECODE', 'PYTHONHASHSEED', 'TZ'}
    assert set(os.environ) - known <= {'PYTEST_DISABLE_PLUGIN_AUTOLOAD', 'PYTEST_CURRENT_TEST', 'PYTEST_VERSION'}
def test_input():
    assert os.read(0, 1) == b''
";
    let surroundings = Surroundings { hash_seed: 5, random_seed: 0, time_zone: "EAST-5".to_owned() };
    let found = files(&[("test_a.py", text)]).with(|run| run.surroundings = surroundings).outcomes();
    assert!(found.iter().all(|(_, outcome)| *outcome == TestOutcome::Passed), "{found:?}");
}

#[test]
fn the_python_half_passes_its_own_tests() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/python");
    let output = std::process::Command::new("python3")
        .args(["-m", "unittest", "discover", "-s", "tests", "-t", "."])
        .current_dir(folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("Ran 0 tests"), "{said}");
}
