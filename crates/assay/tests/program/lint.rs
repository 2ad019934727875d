//! Twelve faults of a benchmark, planted, each named by lint; and a benchmark without any.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Said, User};

const HEAD: &str = "format = 1\nname = \"planted\"\nversion = \"1\"\nlicense = \"MIT\"\n";

/// Plants a task: what task.toml says beside the entry point, the reference, and other files.
fn plant(user: &User, name: &str, head: &str, reference: &str, files: &[(&str, &str)]) {
    user.write("planted/benchmark.toml", HEAD);
    let file = |inner: &str| format!("planted/tasks/{name}/{inner}");
    user.write(&file("task.toml"), format!("entry_point = \"f\"\n{head}"));
    user.write(&file("prompt.py"), "");
    user.write(&file("reference.py"), reference);
    for (inner, text) in files {
        user.write(&file(inner), text);
    }
}

/// So often judged, what passes by the toss of a coin does not do so each time.
const OFTEN: &str = "30";
const SHARED: &str = "isolation = \"shared\"\n";
const DOUBLE: &str = "def f(x):\n    return 2 * x\n";

/// The ten faults that the loader cannot see: each one's name is that of its task.
fn plant_all(user: &User) {
    let tests = |text| [("tests.py", text)];
    plant(
        user,
        "duplicate_input",
        "",
        DOUBLE,
        &tests("assert f(1) == 2\nassert f(3) == 6\nassert f(1) == 2\n"),
    );
    let cases = "[[cases]]\narguments = [1]\nexpected = 2\n\n[[cases]]\narguments = [1]\nexpected = 2\n";
    plant(user, "duplicate_case", "", DOUBLE, &[("cases.toml", cases)]);
    let empty = "def test_one():\n    assert f(1) == 2\n\n\ndef test_two():\n    \"\"\"Later.\"\"\"\n";
    plant(user, "empty_test", SHARED, DOUBLE, &tests(empty));
    plant(user, "empty_check", "", DOUBLE, &tests("def check(candidate):\n    pass\n"));
    plant(
        user,
        "never_run",
        "",
        DOUBLE,
        &tests("assert f(1) == 2\n\n\ndef test_two():\n    assert f(2) == 4\n"),
    );
    let silent = "def test_one():\n    assert f(1) == 2\n\n\ndef test_two():\n    print(f(2))\n";
    plant(user, "no_assertion", SHARED, DOUBLE, &tests(silent));
    plant(user, "empty_passes", "", DOUBLE, &tests("assert f(1) != 1\nassert f(2) != 2\n"));
    let class = "class f:\n    def __init__(self, x):\n        self.x = x\n";
    plant(
        user,
        "empty_class_passes",
        SHARED,
        class,
        &tests("def test_one():\n    assert isinstance(f(1), f)\n"),
    );
    plant(user, "reference_fails", "", DOUBLE, &tests("assert f(1) == 3\n"));
    plant(user, "reference_undefined", "", "def g(x):\n    return x\n", &tests("assert f(1) == 1\n"));
    plant(
        user,
        "wrong_passes",
        "",
        DOUBLE,
        &[
            ("tests.py", "assert f(2) == 4\nassert f(0) == 0\n"),
            ("wrong/squares.py", "def f(x):\n    return x * x\n"),
            ("wrong/renamed.py", "def g(x):\n    return x\n"),
        ],
    );
    let counts = "seen = []\n\n\ndef f():\n    seen.append(1)\n    return len(seen)\n";
    plant(
        user,
        "order",
        "",
        counts,
        &tests("def check(candidate):\n    assert candidate() == 1\n    assert candidate() == 2\n"),
    );
    let ordered = "class TestA:\n    def test_a(self):\n        assert f() == 1\n\n    def test_b(self):\n        assert f() == 2\n";
    plant(user, "order_of_methods", SHARED, counts, &tests(ordered));
    let chance = "import os\n\n\ndef f():\n    return os.urandom(1)[0] % 2\n";
    plant(user, "flaky", "", chance, &tests("assert f() == 0\n"));
    // What Python 3.11 and later come to with PYTHONHASHSEED=0, and with none of the seeds 1 to 4.
    let hashed = "def f():\n    return list({\"alpha\", \"beta\", \"gamma\", \"delta\"})\n";
    plant(
        user,
        "hash_seed",
        "",
        hashed,
        &tests("assert f() == [\"alpha\", \"delta\", \"beta\", \"gamma\"]\n"),
    );
    let zone =
        "import datetime\n\n\ndef f(seconds):\n    return datetime.datetime.fromtimestamp(seconds).day\n";
    plant(user, "time_zone", "", zone, &tests("assert f(60 * 60) == 1\nassert f(23 * 60 * 60) == 1\n"));
    let drawn = "import random\n\n\ndef f():\n    return [random.randint(1, 6) for _ in range(9)]\n";
    plant(user, "random_seed", SHARED, drawn, &tests("def test_one():\n    assert f()[:3] == [4, 4, 1]\n"));
}

/// What was found of each task: its codes, in order.
fn found(document: &Value) -> BTreeMap<&str, Vec<&str>> {
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for finding in document["findings"].as_array().unwrap() {
        found.entry(finding["task"].as_str().unwrap()).or_default().push(finding["code"].as_str().unwrap());
    }
    found
}

fn document(said: &Said) -> Value {
    serde_json::from_str(&said.output).unwrap()
}

#[test]
fn every_planted_fault_is_named() {
    let user = User::new();
    plant_all(&user);
    let said = user.run(&["benchmark", "lint", "planted", "--json", "--repetitions", OFTEN]);
    assert_eq!(said.code, 1, "{}", said.errors);
    let document = document(&said);
    let planted = [
        ("duplicate_case", "duplicate_input"),
        ("duplicate_input", "duplicate_input"),
        ("empty_check", "empty_tests"),
        ("empty_class_passes", "empty_solution_passes"),
        ("empty_passes", "empty_solution_passes"),
        ("empty_test", "empty_tests"),
        ("flaky", "reference_flaky"),
        ("hash_seed", "depends_on_hash_seed"),
        ("never_run", "empty_tests"),
        ("no_assertion", "no_assertion"),
        ("order", "depends_on_order"),
        ("order_of_methods", "depends_on_order"),
        ("random_seed", "depends_on_random_seed"),
        ("reference_fails", "reference_fails"),
        ("reference_undefined", "reference_fails"),
        ("time_zone", "depends_on_time_zone"),
        ("wrong_passes", "wrong_solution_passes"),
    ];
    let mut expected: BTreeMap<&str, Vec<&str>> = planted.map(|(task, code)| (task, vec![code])).into();
    expected.get_mut("wrong_passes").unwrap().push("wrong_solution_defines_nothing");
    assert_eq!(found(&document), expected, "{}", said.output);
    assert_eq!((&document["problems"], &document["notes"]), (&15.into(), &3.into()));
    let line = |task: &str| {
        let findings = document["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["task"] == task).unwrap()["line"].clone()
    };
    assert_eq!(
        (line("empty_test"), line("never_run"), line("duplicate_case")),
        (5.into(), 4.into(), Value::Null)
    );
}

#[test]
fn findings_read_as_sentences_and_notes_alone_are_no_problem() {
    let user = User::new();
    plant_all(&user);
    let said = user.run(&["benchmark", "lint", "planted", "--repetitions", OFTEN]);
    assert_eq!(said.code, 1, "{}", said.errors);
    for sentence in [
        "duplicate_case: note: the same input with the same expectation stands more than once (cases.toml:1, cases.toml:5): [1]\n",
        "duplicate_input: note: the same input with the same expectation stands more than once (lines 1, 3): f(1) == 2 (line 1 of its tests)\n",
        "empty_check: check tests nothing: there is nothing in it that runs (line 1 of its tests)\n",
        "empty_passes: a solution that does nothing passes: def f(*arguments, **keywords): pass\n",
        "hash_seed: the reference solution does not pass with PYTHONHASHSEED=1, and does with 0: fail(wrong_answer)",
        "never_run: test_two is never run: ",
        "no_assertion: test_two has no assertion: whatever is returned, it passes (line 5 of its tests)\n",
        "order: the reference solution does not pass when the tests run in the reverse order: fail(wrong_answer)",
        "reference_undefined: the reference solution does not define f, which is the task's entry_point\n",
        "time_zone: the reference solution does not pass in the time zone TZ=<",
        "wrong_passes: the wrong solution squares passes\n",
        "wrong_passes: note: the wrong solution renamed looks wrong at once, and so tells nothing: NameError: ",
        "planted 1: 17 references, 2 wrong solutions, 15 problems, 3 notes\n",
    ] {
        assert!(said.output.contains(sentence), "{sentence}\n{}", said.output);
    }
    let noted = User::new();
    plant(&noted, "t", "", DOUBLE, &[("tests.py", "assert f(1) == 2\nassert f(1) == 2\n")]);
    let said = noted.run(&["benchmark", "lint", "planted"]);
    assert_eq!(said.code, 0, "{}{}", said.output, said.errors);
    assert!(said.output.ends_with("0 problems, 1 note\n"), "{}", said.output);
}

#[test]
fn two_tasks_of_one_id_and_unknown_keys_and_files_are_refused_with_their_places() {
    let user = User::new();
    let tests = [("tests.py", "assert f(1) == 2\n")];
    plant(&user, "a", "id = \"one\"\n", DOUBLE, &tests);
    plant(&user, "b", "id = \"one\"\n", DOUBLE, &tests);
    let refused = |message: &str| {
        let said = user.run(&["benchmark", "lint", "planted"]);
        assert_eq!(said.code, 2, "{}", said.output);
        assert!(said.errors.contains(message), "{}", said.errors);
    };
    refused("planted/tasks/b/task.toml:2: the task one is there already, in tasks/a/task.toml");
    user.write("planted/tasks/b/task.toml", "entry_point = \"f\"\ntimeout = 3\n");
    refused("planted/tasks/b/task.toml:2: unknown field `timeout`");
    user.write("planted/tasks/b/task.toml", "entry_point = \"f\"\n");
    user.write("planted/tasks/b/test.py", "assert f(1) == 2\n");
    refused("planted/tasks/b/test.py: a task has no such file");
}

#[test]
fn of_a_sound_benchmark_nothing_is_said_with_its_mutants_in_the_same_report() {
    let user = User::new();
    assert_eq!(user.run(&["benchmark", "init", "sound"]).code, 0);
    let said = user.run(&["benchmark", "lint", "sound", "--json", "--mutants"]);
    assert_eq!(said.code, 0, "{}{}", said.output, said.errors);
    let document = document(&said);
    assert_eq!((&document["findings"], &document["schema_version"]), (&serde_json::json!([]), &2.into()));
    assert!(document["mutants"]["total"]["judged"].as_u64().unwrap() > 0, "{document}");
    let text = user.run(&["benchmark", "lint", "sound", "--mutants", "--repetitions", "0"]);
    assert!(
        text.output.starts_with("sound 1: 2 references, 2 wrong solutions, 0 problems\n"),
        "{}",
        text.output
    );
    assert!(text.output.contains("mutants of 2 tasks are caught"), "{}", text.output);
}
