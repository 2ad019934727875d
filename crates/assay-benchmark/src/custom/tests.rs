use std::fs;

use assay_types::Isolation;

use super::*;
use crate::limits::{FOLDER_DEPTH, FOLDER_FILE_BYTES};

#[test]
fn the_starter_reads_the_same_from_the_program_and_from_its_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/starter");
    let from_folder = from_folder(&folder).unwrap();
    let included = crate::known_by_name("starter").unwrap().load(Path::new("/nowhere")).unwrap();
    assert_eq!(from_folder.digest, included.digest);
    assert_eq!((included.name.as_str(), included.tasks.len()), ("starter", 24));
    assert!(included.tasks.iter().all(|task| !task.wrong.is_empty()));
}

/// A benchmark in a folder, good but for what is written into it.
struct Own(tempfile::TempDir);

impl Own {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn with_task(name: &str) -> Self {
        let own = Self::new();
        own.write("benchmark.toml", "format = 1\nname = \"x\"\nversion = \"1\"\nlicense = \"MIT\"\n");
        own.task(name);
        own
    }

    fn task(&self, name: &str) {
        self.write(&format!("tasks/{name}/task.toml"), "entry_point = \"f\"\n");
        for file in ["prompt.py", "reference.py", "tests.py"] {
            self.write(&format!("tasks/{name}/{file}"), "");
        }
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn message(&self) -> String {
        from_folder(self.0.path()).unwrap_err().to_string()
    }

    #[track_caller]
    fn is_refused(&self, message: &str) {
        assert!(self.message().contains(message), "{}", self.message());
    }
}

#[test]
fn a_mistake_is_said_with_its_file_and_line() {
    let own = Own::new();
    own.is_refused("no benchmark.toml");
    own.write("benchmark.toml", "format = 1\nname = \"x\"\nversion = \"1\"\nlicence = \"MIT\"\n");
    own.is_refused("benchmark.toml:4: unknown field `licence`");
    own.write("benchmark.toml", "format = 1\nname = \"x\"\nversion = \"1\"\nlicense = \"MIT\"\n");
    own.is_refused("there is no task");
    own.write("tasks/a/task.toml", "entry_point = \"f\"\n");
    own.is_refused("tasks/a/prompt.py: this file of the task is missing");
    own.write("tasks/a/prompt.py", b"\n\n# \xff\n");
    own.is_refused("tasks/a/prompt.py:3: not UTF-8");
}

#[test]
fn an_entry_point_that_python_cannot_define_is_refused_with_its_line() {
    let own = Own::with_task("a");
    own.write("tasks/a/task.toml", "difficulty = \"easy\"\nentry_point = \"f(x); import os\"\n");
    own.is_refused("tasks/a/task.toml:2: `entry_point` must be a name that Python can define");
    own.write("tasks/a/task.toml", "entry_point = \"f\"\nentry_point = \"g\"\n");
    own.is_refused("tasks/a/task.toml:2: duplicate key");
}

#[test]
fn attack_55_a_folder_whose_name_is_no_task_id_is_refused() {
    for name in ["a\\b", "a\u{1b}[2J", "a..b"] {
        Own::with_task(name).is_refused("cannot be a task id");
    }
}

#[test]
fn folders_have_their_limits() {
    let own = Own::with_task("a");
    own.write(&format!("tasks/a/{}x.py", "x/".repeat(FOLDER_DEPTH)), "");
    own.is_refused("more than 8 folders deep");
    let own = Own::with_task("a");
    let large = fs::File::create(own.0.path().join("tasks/a/large.py")).unwrap();
    large.set_len(FOLDER_FILE_BYTES + 1).unwrap();
    own.is_refused("large.py: the file is larger than 64 MiB");
}

#[test]
fn no_task_is_passed_over() {
    let own = Own::with_task("a");
    own.task("tasks");
    let tasks = from_folder(own.0.path()).unwrap().tasks;
    let names: Vec<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
    assert_eq!(names, ["a", "tasks"]);
    let folder = own.0.path().join("tasks/b");
    fs::create_dir(&folder).unwrap();
    own.is_refused("tasks/b: this task's folder holds no file");
    fs::remove_dir(&folder).unwrap();
    std::os::unix::fs::symlink("a", &folder).unwrap();
    own.is_refused("tasks/b: neither a file nor a folder");
}

#[test]
fn a_task_says_its_limits_and_they_are_checked() {
    let own = Own::with_task("a");
    let limits = "[limits]\ntime_multiple = 20\ntime_floor_seconds = 0.5\nmemory_mib = 512\n";
    own.write("tasks/a/task.toml", format!("entry_point = \"f\"\n{limits}"));
    let read = from_folder(own.0.path()).unwrap().tasks[0].limits;
    assert_eq!(
        (read.multiple, read.floor_seconds, read.memory_bytes),
        (Some(20.0), Some(0.5), Some(512 << 20))
    );
    for (limit, message) in [
        ("time_multiple = 0.0", "task.toml:2: `time_multiple` must be above 0 and at most 1000, and is 0"),
        ("time_multiple = nan", "`time_multiple` must be above 0"),
        ("time_floor_seconds = 1e9", "`time_floor_seconds` must be above 0 and at most 3600"),
        ("memory_mib = 1", "`memory_mib` must be from 64 to 65536, and is 1"),
        ("seconds = 1", "task.toml:3: unknown field `seconds`"),
    ] {
        own.write("tasks/a/task.toml", format!("entry_point = \"f\"\n[limits]\n{limit}\n"));
        own.is_refused(message);
    }
}

#[test]
fn an_id_may_differ_from_its_folder_but_not_stand_twice() {
    let own = Own::with_task("a");
    own.task("b");
    own.write("tasks/b/task.toml", "id = \"Team/1\"\nentry_point = \"f\"\n");
    let ids: Vec<String> =
        from_folder(own.0.path()).unwrap().tasks.iter().map(|t| t.id.to_string()).collect();
    assert_eq!(ids, ["a", "Team/1"]);
    own.write("tasks/b/task.toml", "entry_point = \"f\"\nid = \"a\"\n");
    own.is_refused("tasks/b/task.toml:2: the task a is there already, in tasks/a/task.toml");
}

#[test]
fn a_file_that_means_nothing_is_refused() {
    let own = Own::with_task("a");
    own.write("tasks/a/notes.md", "");
    assert!(from_folder(own.0.path()).is_ok());
    own.write("tasks/a/test_more.py", "");
    own.is_refused("tasks/a/test_more.py: a task has no such file");
}

/// The tests that a file of cases becomes.
fn cases(file: &str, text: &str, head: &str) -> Result<String, String> {
    let own = Own::with_task("a");
    fs::remove_file(own.0.path().join("tasks/a/tests.py")).unwrap();
    own.write("tasks/a/task.toml", format!("entry_point = \"f\"\n{head}"));
    own.write(&format!("tasks/a/{file}"), text);
    let read = from_folder(own.0.path()).map_err(|error| error.to_string());
    read.map(|benchmark| benchmark.tasks[0].tests.to_string())
}

#[test]
fn cases_of_both_languages_become_the_same_calls() {
    let toml = "[[cases]]\narguments = [1, \"a\"]\nkeywords = { x = true }\nexpected = [0.5]\n\n\
                [[cases]]\nname = \"bad\"\narguments = [-1]\nraises = \"ValueError\"\narguments_after = [-1]\n";
    let json = r#"{"cases": [
{"arguments": [1, "a"], "keywords": {"x": true}, "expected": [0.5]},



{"name": "bad", "arguments": [-1], "raises": "ValueError", "arguments_after": [-1]}]}"#;
    let from_toml = cases("cases.toml", toml, "tolerance = 1e-6\n").unwrap();
    assert!(from_toml.contains("_ASSAY_TOLERANCE = 1e-6\n"), "{from_toml}");
    let calls = "def check(candidate):\n    \
                 _assay_case(candidate, \"cases.toml:1\", [1, \"a\"], {\"x\": True}, expected=[0.5])\n    \
                 _assay_case(candidate, \"cases.toml:6 (bad)\", [-1], {}, raises=\"ValueError\", after=[-1])\n";
    assert!(from_toml.ends_with(calls), "{from_toml}");
    let from_json = cases("cases.json", json, "").unwrap();
    let calls = calls.replace("toml:1", "json:2").replace("toml:6", "json:6");
    assert!(from_json.ends_with(&calls), "{from_json}");
    let shared = cases("cases.json", json, "isolation = \"shared\"\n").unwrap();
    assert!(shared.contains("def test_case_0002():\n    _assay_case(f, \"cases.json:6 (bad)\""), "{shared}");
}

#[test]
fn a_mistake_in_cases_is_said_with_its_line() {
    for (file, text, message) in [
        ("cases.toml", "[[cases]]\nargument = []\n", "cases.toml:2: unknown field `argument`"),
        ("cases.toml", "\n[[cases]]\narguments = []\n", "cases.toml:2: a case says one of `expected`"),
        (
            "cases.json",
            "{\"cases\": [\n{\"expected\": 1, \"raises\": \"E\"}]}",
            "cases.json:2: a case says one of",
        ),
        ("cases.json", "{\"cases\": [\n{\n\"input\": 1}]}", "cases.json:3: unknown field `input`"),
        ("cases.json", "{\"case\": []}", "cases.json:1: unknown field `case`"),
        ("cases.json", "{\"cases\": [\n{\"raises\": \"a b\"}]}", "`raises` is the name of an exception"),
        (
            "cases.json",
            "{\"cases\": [{\"keywords\": {\"a-b\": 1}, \"expected\": 1}]}",
            "`keywords` are names",
        ),
        ("cases.json", "{\"cases\": [{\"expected\": 1, \"arguments_after\": [1]}]}", "another length"),
    ] {
        let said = cases(file, text, "").unwrap_err();
        assert!(said.contains(message), "{said}");
    }
    // Nothing at all can be expected, too.
    assert!(
        cases("cases.json", "{\"cases\": [{\"expected\": null}]}", "").unwrap().contains("expected=None")
    );
    let own = Own::with_task("a");
    own.write("tasks/a/cases.json", "{\"cases\": []}");
    own.is_refused("cases.json: the tests stand in tests.py already");
    own.write("tasks/a/task.toml", "entry_point = \"f\"\ntolerance = 0.1\n");
    own.is_refused("task.toml:2: `tolerance` is for cases");
}

#[test]
fn files_are_put_in_place_by_tests_beside_the_sample() {
    let own = Own::with_task("a");
    own.write("tasks/a/files/data/one.csv", "a,\"b\"\n");
    own.is_refused("tasks/a/files: only tests beside the sample can put files in its way");
    own.write("tasks/a/task.toml", "entry_point = \"f\"\nisolation = \"shared\"\n");
    let task = from_folder(own.0.path()).unwrap().tasks.remove(0);
    assert_eq!(task.isolation, Isolation::Shared);
    assert!(task.tests.contains("(\"data/one.csv\", \"a,\\\"b\\\"\\n\"),\n"), "{}", task.tests);
}
