//! Wrong inputs: one clear message that says where, exit 2, nothing written.

use crate::support::{Said, User, starter, zipped};

fn compare(user: &User, samples: &str) -> Said {
    user.run(&[
        "compare",
        &starter("samples/baseline.jsonl"),
        samples,
        "--benchmark",
        "starter",
        "--out",
        "out",
    ])
}

#[track_caller]
fn is_refused(user: &User, said: &Said, message: &str) {
    assert_eq!(said.code, 2, "{}", said.errors);
    assert!(said.errors.contains(message), "{}", said.errors);
    assert!(!user.path("out").exists());
    assert!(!user.path(".local").exists(), "nothing may be stored before the input is read");
}

#[test]
fn a_missing_file() {
    let user = User::new();
    is_refused(
        &user,
        &compare(&user, "no-such.jsonl"),
        "cannot read no-such.jsonl: No such file or directory",
    );
}

#[test]
fn a_folder_without_a_sample() {
    let user = User::new();
    user.write("folder/model.jsonl", "");
    is_refused(&user, &compare(&user, "folder"), "evalplus-folder: there is no folder of a task in it");
}

#[test]
fn standard_input_twice() {
    let user = User::new();
    let said = user.run(&["compare", "-", "-", "--benchmark", "starter", "--out", "out"]);
    is_refused(&user, &said, "standard input (-) can be read only once");
}

/// A good line and what is added to it.
fn after_good_lines(count: usize, line: &[u8]) -> Vec<u8> {
    let good = "{\"task_id\": \"split_amount\", \"solution\": \"x\"}\n".repeat(count);
    [good.as_bytes(), line, b"\n"].concat()
}

#[test]
fn bad_samples_are_refused_with_file_and_line_and_leave_nothing_behind() {
    let large = format!("{{\"task_id\": \"split_amount\", \"answer\": \"{}\"}}", "x".repeat((16 << 20) + 1));
    let packed = zipped(&after_good_lines(50_000, b""));
    let cases: [(&str, Vec<u8>, &str); 18] = [
        ("empty.jsonl", Vec::new(), "empty.jsonl: the file holds no sample"),
        ("blank.jsonl", b"\n \n".to_vec(), "blank.jsonl: the file holds no sample"),
        (
            "far.jsonl",
            after_good_lines(816, b"{\"task_id\": \"split_amount\", \"solution\": "),
            "far.jsonl:817: EOF while parsing a value (column ",
        ),
        (
            "bytes.jsonl",
            after_good_lines(1, b"{\"task_id\": \"\xff\"}"),
            "bytes.jsonl:2: not UTF-8 at byte 14",
        ),
        (
            "utf16.jsonl",
            b"\xff\xfe{\0}\0".to_vec(),
            "utf16.jsonl:1: these are no samples in a format that assay reads; tried, in this order:\n    \
             lm-evaluation-harness: not UTF-8 at byte 1",
        ),
        (
            "mixed.jsonl",
            after_good_lines(2, br#"{"task_id": "HumanEval/0", "completion": "x"}"#),
            "mixed.jsonl:3: the benchmark starter has no task HumanEval/0",
        ),
        (
            "up.jsonl",
            after_good_lines(1, br#"{"task_id": "../a", "answer": ""}"#),
            "up.jsonl:2: \"../a\" cannot be",
        ),
        (
            "root.jsonl",
            after_good_lines(1, br#"{"task_id": "/a", "answer": ""}"#),
            "root.jsonl:2: \"/a\" cannot be",
        ),
        (
            "nan.jsonl",
            after_good_lines(1, br#"{"task_id": "split_amount", "x": NaN}"#),
            "nan.jsonl:2: expected value",
        ),
        (
            "twice.jsonl",
            after_good_lines(1, br#"{"task_id": "split_amount", "answer": "", "answer": ""}"#),
            "twice.jsonl:2: the same key twice: \"answer\" (column ",
        ),
        (
            "deep.jsonl",
            after_good_lines(1, br#"{"task_id": "split_amount", "answer": "", "x": [{"a": 1, "a": 2}]}"#),
            "deep.jsonl:2: the same key twice: \"a\"",
        ),
        (
            "none.jsonl",
            after_good_lines(1, br#"{"task_id": "split_amount"}"#),
            "none.jsonl:2: the record has none of",
        ),
        (
            "two.jsonl",
            after_good_lines(1, br#"{"task_id": "split_amount", "answer": "", "solution": ""}"#),
            "two.jsonl:2: the record has more than one of",
        ),
        (
            "table.jsonl",
            b"task_id,solution\n".to_vec(),
            "recatcher: its first line names no columns `exp_0`, `exp_1`, …",
        ),
        (
            "large.jsonl",
            after_good_lines(1, large.as_bytes()),
            "large.jsonl:2: the answer has 16777217 bytes",
        ),
        (
            "cut.jsonl.gz",
            packed[..packed.len() - 9].to_vec(),
            "the compressed file breaks off or is damaged here",
        ),
        ("packed.jsonl", b"PK\x03\x04".to_vec(), "packed.jsonl: this is a zip archive: unpack it"),
        ("nested.jsonl", after_good_lines(1, "[".repeat(9_999).as_bytes()), "nested.jsonl:2: "),
    ];
    for (file, bytes, message) in cases {
        let user = User::new();
        user.write(file, bytes);
        is_refused(&user, &compare(&user, file), message);
        is_refused(&user, &user.run(&["check", file, "--benchmark", "starter", "--out", "out"]), message);
    }
}

#[test]
fn bad_tasks_are_refused_with_file_and_line_and_leave_nothing_behind() {
    let task = |id: &str, name: &str| {
        serde_json::json!({
            "task_id": id, "prompt": "", "entry_point": name, "canonical_solution": "", "test": ""
        })
        .to_string()
    };
    let good = task("a", "f");
    let cases = [
        (String::new(), "own.jsonl: the file holds no task"),
        (format!("{good}\n{good}"), "own.jsonl:2: the task a stands here a second time (first on line 1)"),
        (format!("{good}\n{}", task("a/../b", "f")), "own.jsonl:2: \"a/../b\" cannot be a task id"),
        (format!("{good}\n{}", task("b", "f()")), "own.jsonl:2: `entry_point` must be a name"),
        (format!("{good}\n{{\"task_id\": \"b\"}}"), "own.jsonl:2: the record has no `entry_point`"),
        (format!("{good}\n{}", good.replace("\"f\"", "-Infinity")), "own.jsonl:2: "),
        (good.replace('{', "{\"prompt\": \"\", "), "own.jsonl:1: the same key twice: \"prompt\""),
        (format!("{good}\n\n{}", &good[..20]), "own.jsonl:3: EOF while parsing"),
    ];
    for (text, message) in cases {
        let user = User::new();
        user.write("own.jsonl", text);
        let samples = starter("samples/baseline.jsonl");
        let said = user.run(&["compare", &samples, &samples, "--benchmark", "own.jsonl", "--out", "out"]);
        is_refused(&user, &said, message);
        assert!(
            said.errors.contains("the file holds no task")
                || said.errors.contains("the benchmark is at fault")
        );
    }
}

#[test]
fn a_bad_task_of_a_folder_is_refused_with_file_and_line() {
    let user = User::new();
    user.write("own/benchmark.toml", "format = 1\nname = \"own\"\nversion = \"1\"\nlicense = \"MIT\"\n");
    for file in ["prompt.py", "reference.py", "tests.py"] {
        user.write(&format!("own/tasks/a/{file}"), "");
    }
    for (head, message) in [
        ("tags = []\nentry_point = \"a.b\"\n", "own/tasks/a/task.toml:2: `entry_point` must be a name"),
        ("entry_point = \"f\"\ntags = [\n", "own/tasks/a/task.toml:"),
        ("entry_point = \"f\"\nentry = 1\n", "own/tasks/a/task.toml:2: unknown field `entry`"),
    ] {
        user.write("own/tasks/a/task.toml", head);
        is_refused(&user, &user.run(&["benchmark", "lint", "own"]), message);
    }
}

#[test]
fn a_bad_baseline_is_found_before_a_good_candidate_is_judged() {
    let user = User::new();
    user.write("bad.jsonl", "{\"task_id\": 1}\n");
    let good = starter("samples/candidate.jsonl");
    let said = user.run(&["compare", "bad.jsonl", &good, "--benchmark", "starter", "--out", "out"]);
    is_refused(&user, &said, "bad.jsonl:1: `task_id` must be a text, and is a number");
}

#[test]
fn a_store_that_is_there_is_left_as_it_was() {
    let user = User::new();
    user.write("good.jsonl", "{\"task_id\": \"split_amount\", \"solution\": \"x\"}\n");
    assert_eq!(user.run(&["compare", "good.jsonl", "good.jsonl", "--benchmark", "starter"]).code, 0);
    let before = user.store();
    assert!(before.iter().any(|(path, _)| path.ends_with("report.json")));
    user.write("bad.jsonl", "{\"task_id\": \"split_amount\", \"solution\": \"\n");
    let said = user.run(&["compare", "good.jsonl", "bad.jsonl", "--benchmark", "starter", "--out", "out"]);
    assert_eq!(said.code, 2, "{}", said.errors);
    assert!(user.store() == before && !user.path("out").exists());
}

#[test]
fn a_damaged_report_is_refused_with_file_and_line() {
    let user = User::new();
    for (text, message) in [
        ("", "report.json:1: EOF while parsing"),
        ("task_id,solution\n", "report.json:1: expected"),
        ("{\n\"schema_version\": 1,\n\"seed\": NaN}", "report.json:3: expected value"),
        (
            "{\n\"schema_version\": 1,\n\"schema_version\": 1}",
            "report.json:3: duplicate field `schema_version`",
        ),
        ("{\"schema_version\": 1}", "report.json:1: missing field"),
        ("{}", "report.json: this is not a report.json of assay"),
    ] {
        user.write("report.json", text);
        is_refused(&user, &user.run(&["report", "report.json", "--format", "html", "--out", "out"]), message);
    }
}

#[test]
fn an_unknown_benchmark() {
    let user = User::new();
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "humanevil"]);
    is_refused(&user, &said, "no benchmark \"humanevil\"");
}

#[test]
fn a_benchmark_that_is_not_here_yet() {
    let user = User::new();
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "humaneval"]);
    is_refused(&user, &said, "`assay benchmark fetch humaneval` gets it");
}

#[test]
fn a_run_that_does_not_exist() {
    let user = User::new();
    is_refused(&user, &user.run(&["report", "abcdef012345"]), "no run \"abcdef012345\"");
}

#[test]
fn a_report_of_a_later_version() {
    let user = User::new();
    user.write("report.json", "{\"schema_version\": 99}");
    is_refused(&user, &user.run(&["report", "report.json"]), "has schema version 99");
}

#[test]
fn an_absurd_limit() {
    let user = User::new();
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "starter", "--limit-floor", "-1"]);
    assert_eq!(said.code, 2, "{}", said.errors);
}

#[test]
fn a_folder_that_cannot_be_written_is_a_fault_of_storage() {
    let user = User::new();
    user.write("file", "not a folder");
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "starter", "--store", "file/store"]);
    assert_eq!(said.code, 4, "{}", said.errors);
    assert!(said.errors.contains("choose another folder with --store"), "{}", said.errors);
}

#[test]
fn a_python_that_is_none_is_a_fault_of_this_machine() {
    let user = User::new();
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "starter", "--python", "/bin/true"]);
    assert_eq!(said.code, 3, "{}", said.errors);
    assert!(said.errors.contains("no usable Python at \"/bin/true\""), "{}", said.errors);
}
