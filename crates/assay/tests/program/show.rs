//! Looking at the samples behind a number.

use std::fs;

use serde_json::Value;

use crate::support::{Said, User, starter};

/// A comparison whose candidate answers one task in four ways.
pub(crate) fn compared(user: &User) -> Said {
    let right = "def one():\n    return 1\n";
    user.write("tasks/benchmark.toml", "format = 1\nname = \"own\"\nversion = \"1\"\nlicense = \"MIT\"\n");
    user.write("tasks/tasks/one/task.toml", "entry_point = \"one\"\n");
    user.write("tasks/tasks/one/prompt.py", "def one():\n    \"\"\"Returns 1.\"\"\"\n");
    user.write("tasks/tasks/one/reference.py", right);
    user.write("tasks/tasks/one/tests.py", "assert one() == 1\n");
    let line =
        |field: &str, text: &str| serde_json::json!({"task_id": "one", field: text}).to_string() + "\n";
    user.write("base.jsonl", line("solution", right).repeat(2));
    let answers = [
        line("answer", &format!("Sure:\n```python\n{right}```\nHope it helps.\n")),
        line("solution", "def one():\n    print('\\x1b[2Jhello')\n    return 2\n"),
        line("completion", "    raise ValueError('\u{1b}[2J')\n"),
        line("answer", " "),
        "{\"task_id\": \"one\", \"answer\": \"a\", \"answer\": \"b\"}\n".to_owned(),
    ];
    user.write("tuned.jsonl", answers.concat());
    let said = user.run(&[
        "compare",
        "base.jsonl",
        "tuned.jsonl",
        "--benchmark",
        "./tasks",
        "--out",
        "out",
        "--keep-going",
    ]);
    assert_eq!(said.code, 0, "{}", said.errors);
    said
}

#[track_caller]
fn shown(user: &User, arguments: &[&str]) -> String {
    let said = user.run(&[&["show"], arguments].concat());
    assert_eq!(said.code, 0, "{}{}", said.output, said.errors);
    assert!(!said.output.contains(['\u{1b}', '\r']), "{}", said.output);
    said.output
}

#[test]
fn a_tasks_samples_are_listed_side_by_side_and_nothing_is_run_or_written() {
    let user = User::new();
    compared(&user);
    let before = user.store();
    let list = shown(&user, &["out", "one"]);
    let same: Vec<_> = before.keys().filter(|path| !path.to_string_lossy().contains(".sqlite-")).collect();
    let after = user.store();
    assert!(same.iter().all(|path| after.get(*path) == before.get(*path)));
    let rows: Vec<Vec<&str>> = list
        .lines()
        .filter(|line| line.trim_start().starts_with(|first: char| first.is_ascii_digit()))
        .map(|line| line.split_whitespace().take(3).collect())
        .collect();
    let expected = [
        ["0", "pass", "solution"],
        ["1", "pass", "solution"],
        ["0", "pass", "fenced_module"],
        ["1", "fail(wrong_answer)", "solution"],
        ["2", "fail(exception)", "completion"],
        ["3", "no_answer(empty)", "empty"],
        ["4", "refused(duplicate_key)", "none"],
    ];
    assert_eq!(rows, expected, "{list}");
    assert!(list.contains("baseline base: 2 of 2 samples pass"), "{list}");
    let candidate = shown(&user, &["out", "one", "--side", "candidate"]);
    assert!(!candidate.contains("baseline base"), "{candidate}");
}

#[test]
fn a_run_is_found_by_its_id_too() {
    let user = User::new();
    let said = compared(&user);
    let run = said.errors.split("run ").nth(1).unwrap().split(':').next().unwrap();
    assert_eq!(shown(&user, &[run, "one"]), shown(&user, &["out", "one"]));
}

#[test]
fn a_sample_is_shown_with_what_was_cut_what_was_added_and_where_it_failed() {
    let user = User::new();
    compared(&user);
    let fenced = shown(&user, &["out", "one", "0", "--side", "candidate"]);
    for line in
        ["rule      fenced_module, on an answer", " -      | Sure:", "      1 | def one():", " -      | ```"]
    {
        assert!(fenced.lines().any(|shown| shown == line), "{line:?} in {fenced}");
    }
    let wrong = shown(&user, &["out", "one", "1", "--side", "candidate"]);
    assert!(
        wrong.contains("outcome   fail(wrong_answer)\n") && wrong.contains("line 1 of the tests"),
        "{wrong}"
    );
    assert!(wrong.contains("\ntests     | assert one() == 1\n"), "{wrong}");
    assert!(wrong.contains("it printed:\n  | \\u{1b}[2Jhello\n"), "{wrong}");
    let raised = shown(&user, &["out", "one", "2", "--side", "candidate"]);
    assert!(raised.contains("line 3 of the judged module"), "{raised}");
    assert!(raised.lines().any(|line| line == " +    1 | def one():"), "{raised}");
    assert!(raised.lines().any(|line| line.starts_with(">     3 |     raise ValueError")), "{raised}");
    let refused = shown(&user, &["out", "one", "4"]);
    assert!(refused.contains("refused(duplicate_key)") && refused.contains("line 5"), "{refused}");
}

#[test]
fn json_holds_the_answer_as_it_came_and_acts_on_no_terminal() {
    let user = User::new();
    compared(&user);
    let text = shown(&user, &["out", "one", "2", "--side", "candidate", "--json"]);
    let document: Value = serde_json::from_str(&text).unwrap();
    let sample = &document["samples"][0];
    assert_eq!(sample["raw"], "    raise ValueError('\u{1b}[2J')\n");
    assert_eq!(
        (&sample["outcome"], &sample["evidence_is_of"]),
        (&"fail(exception)".into(), &"module".into())
    );
    assert_eq!(sample["lines"].as_array().unwrap().len(), 3);
    let list: Value = serde_json::from_str(&shown(&user, &["out", "one", "--json"])).unwrap();
    assert_eq!(list["samples"].as_array().unwrap().len(), 7);
}

#[test]
fn a_rerun_says_whether_the_outcome_is_the_same_and_leaves_what_is_stored() {
    let user = User::new();
    compared(&user);
    let findings = || {
        let said = user.run(&["store", "ls", "--json"]);
        serde_json::from_str::<Value>(&said.output).unwrap()["holds"]["findings"].clone()
    };
    let before = findings();
    let again = shown(&user, &["out", "one", "1", "--side", "candidate", "--rerun"]);
    assert!(again.contains("judged again: the same outcome\noutcome   fail(wrong_answer)\n"), "{again}");
    assert!(!again.contains("otherwise "), "{again}");
    assert_eq!(findings(), before);
    let said = user.run(&["show", "out", "one", "3", "--side", "candidate", "--rerun"]);
    assert_eq!(said.code, 2);
    assert!(said.errors.contains("cannot be run: there is no judged module"), "{}", said.errors);
}

#[test]
fn another_outcome_of_a_rerun_is_said_and_ends_with_one() {
    let user = User::new();
    compared(&user);
    // A stored finding that says otherwise, with the digest that belongs to it.
    let database = rusqlite::Connection::open(user.path(".local/share/assay/store.sqlite")).unwrap();
    let rows: Vec<(Vec<u8>, String)> = database
        .prepare("SELECT key, text FROM findings")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    for (key, text) in rows {
        let text = text.replace("wrong_answer", "exited");
        let digest = assay_types::Digest::of_parts(&[key.as_slice(), text.as_bytes()]);
        let row = rusqlite::params![text, digest.as_bytes().as_slice(), key];
        database.execute("UPDATE findings SET text = ?1, digest = ?2 WHERE key = ?3", row).unwrap();
    }
    drop(database);
    let said = user.run(&["show", "out", "one", "1", "--side", "candidate", "--rerun"]);
    assert_eq!(said.code, 1, "{}", said.errors);
    assert!(said.output.contains("outcome   fail(exited)"), "{}", said.output);
    assert!(
        said.output.contains("judged again: ANOTHER OUTCOME\noutcome   fail(wrong_answer)"),
        "{}",
        said.output
    );
}

#[test]
fn samples_that_came_as_a_folder_are_shown_too() {
    let user = User::new();
    compared(&user);
    user.write("folder/one/0.py", "def one():\n    return 1\n");
    user.write("folder/one/1.py", "def one():\n    return 2\n");
    let said = user.run(&["compare", "base.jsonl", "folder", "--benchmark", "tasks", "--out", "folders"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    std::fs::remove_dir_all(user.path("folder")).unwrap();
    let list = shown(&user, &["folders", "one", "--side", "candidate"]);
    assert!(list.contains("candidate folder: 1 of 2 samples pass"), "{list}");
    let one = shown(&user, &["folders", "one", "1", "--side", "candidate"]);
    assert!(one.lines().any(|line| line == "      2 |     return 2"), "{one}");
}

#[test]
fn a_run_of_another_version_is_shown_with_a_caution() {
    let user = User::new();
    compared(&user);
    let text = fs::read_to_string(user.path("out/report.json")).unwrap();
    let version = concat!("\"assay_version\": \"", env!("CARGO_PKG_VERSION"), "\"");
    assert!(text.contains(version));
    user.write("old/report.json", text.replace(version, "\"assay_version\": \"0.0.1\""));
    let old = shown(&user, &["old", "one"]);
    assert!(old.contains("this run was made by assay 0.0.1; what is shown"), "{old}");
    assert!(!shown(&user, &["out", "one"]).contains("this run was made by"));
}

#[test]
fn removed_findings_and_removed_answers_are_told_apart() {
    let user = User::new();
    compared(&user);
    let said = user.run(&["store", "gc", "--findings", "--keep-runs", "1"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let shown = shown(&user, &["out", "one", "0", "--side", "baseline"]);
    assert!(shown.contains("no finding is stored"), "{shown}");
    let said = user.run(&["show", "out", "one", "0", "--side", "baseline", "--rerun"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.output.contains("judged again: nothing to compare with\noutcome   pass"), "{}", said.output);
    let said = user.run(&["store", "gc", "--keep-runs", "0"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let said = user.run(&["show", "out", "one"]);
    assert_eq!(said.code, 2);
    assert!(said.errors.contains("raw answers of the baseline"), "{}", said.errors);
}

#[test]
fn what_is_not_there_is_said() {
    let user = User::new();
    compared(&user);
    for (arguments, message) in [
        (&["nowhere", "one"][..], "no run \"nowhere\""),
        (&["out", "two"], "the benchmark own has no task \"two\" (its tasks are named like one)"),
        (&["out", "one", "9"], "one has no such sample"),
        (&["out", "one", "--rerun"], "<SAMPLE>"),
        (&["out", "one", "--benchmark", &starter("")], "is not what it was when this run was made"),
    ] {
        let said = user.run(&[&["show"], arguments].concat());
        assert_eq!(said.code, 2, "{arguments:?}: {}", said.errors);
        assert!(said.errors.contains(message), "{arguments:?}: {}", said.errors);
    }
    fs::remove_dir_all(user.path("tasks")).unwrap();
    let said = user.run(&["show", "out", "one"]);
    assert_eq!(said.code, 2);
}
