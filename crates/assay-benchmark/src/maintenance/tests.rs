use std::fs;
use std::path::Path;

use assay_patch::{Mode, RepositoryPath, Side};
use assay_types::{Category, OracleStrength, Runner, TaskEnvironment, TestId};
use proptest::prelude::*;

use super::*;
use crate::OnBadSample;

fn tree(files: &[(&str, &str)]) -> MemoryTree {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), (Mode::File, text.as_bytes().to_vec())));
    MemoryTree(files.collect())
}

fn side<'a>(tree: &'a MemoryTree, path: &'a RepositoryPath) -> Option<Side<'a>> {
    tree.0.get(path.as_str()).map(|(mode, content)| Side { path, mode: *mode, content })
}

/// The patch between two states.
fn patch(old: &MemoryTree, new: &MemoryTree) -> Arc<str> {
    let paths: std::collections::BTreeSet<&String> = old.0.keys().chain(new.0.keys()).collect();
    let paths: Vec<RepositoryPath> =
        paths.into_iter().map(|path| RepositoryPath::new(path.as_bytes()).unwrap()).collect();
    let changes = paths.iter().map(|path| (side(old, path), side(new, path)));
    Arc::from(String::from_utf8(assay_patch::write(changes)).unwrap())
}

fn unnamed(parent: &MemoryTree) -> MaintenanceTask {
    let mut with_reference = parent.clone();
    with_reference.0.insert("shop/cart.py".to_owned(), (Mode::File, b"def total(): return 2\n".to_vec()));
    let mut with_tests = with_reference.clone();
    with_tests.0.insert("tests/test_cart.py".to_owned(), (Mode::File, b"def test_total(): ...\n".to_vec()));
    MaintenanceTask {
        id: TaskId::new("unnamed").unwrap(),
        repository: "toy/shop".to_owned(),
        parent: "1".repeat(40),
        fix: "2".repeat(40),
        parent_committed: "2024-01-01T12:00:00Z".to_owned(),
        fix_committed: "2024-01-02T12:00:00Z".to_owned(),
        category: Category::Corrective,
        licence: "MIT".to_owned(),
        statement: Arc::from("The total is wrong.\n"),
        environment: TaskEnvironment {
            digest: "3".repeat(64),
            python: "3.11.7".to_owned(),
            lock: Arc::from("pytest==8.0.0 --hash=sha256:00\n"),
        },
        runner: Runner::Pytest,
        target_tests: vec![TestId("tests/test_cart.py::test_total".to_owned())],
        regression_tests: vec![TestId("tests/test_a.py::test_b[x y::z]".to_owned())],
        reference_patch: patch(parent, &with_reference),
        test_patch: patch(&with_reference, &with_tests),
        strength: OracleStrength { hunks: 1, noticed: 1 },
    }
}

fn shop() -> MemoryTree {
    tree(&[("shop/cart.py", "def total(): return 1\n"), ("tests/test_a.py", "def test_b(): ...\n")])
}

fn task() -> RepositoryTask {
    RepositoryTask::new(unnamed(&shop()), Arc::new(shop())).unwrap()
}

fn benchmark() -> MaintenanceBenchmark {
    MaintenanceBenchmark {
        name: "toy".to_owned(),
        version: "1".to_owned(),
        confidentiality: Confidentiality::LocalOnly,
        tasks: vec![task()],
    }
}

/// Something that is done to a task.
type Change<'a> = &'a dyn Fn(&mut MaintenanceTask);

/// A written benchmark, with one file changed.
fn after(file: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> String {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &benchmark()).unwrap();
    let path = match file {
        "benchmark.json" => home.path().join(file),
        _ => home.path().join("tasks").join(task().id().as_str()).join(file),
    };
    let changed = change(fs::read(&path).unwrap());
    fs::write(&path, changed).unwrap();
    let said = load(home.path()).unwrap_err().to_string();
    said.replace(&home.path().display().to_string(), "").replace(task().id().as_str(), "ID")
}

fn replaced<'a>(from: &'a str, to: &'a str) -> impl FnOnce(Vec<u8>) -> Vec<u8> + 'a {
    move |bytes| {
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(from), "{text}");
        text.replacen(from, to, 1).into_bytes()
    }
}

#[test]
fn a_benchmark_comes_back_as_it_was_written_and_its_bytes_are_the_same_again() {
    let (home, again) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(home.path(), &benchmark()).unwrap();
    let loaded = load(home.path()).unwrap();
    assert_eq!(loaded, benchmark());
    assert_eq!(loaded.digest(), benchmark().digest());
    write(again.path(), &loaded).unwrap();
    let id = task().id().to_string();
    assert_eq!(fs::read_dir(home.path().join("tasks").join(&id)).unwrap().count(), 6);
    for entry in fs::read_dir(home.path().join("tasks").join(&id)).unwrap() {
        let name = entry.unwrap().file_name();
        let bytes = |home: &Path| fs::read(home.join("tasks").join(&id).join(&name)).unwrap();
        assert!(bytes(home.path()) == bytes(again.path()), "{}", name.display());
    }
}

#[test]
fn a_loaded_benchmark_holds_no_repository_and_one_that_changes_later_is_refused() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &benchmark()).unwrap();
    let loaded = load(home.path()).unwrap();
    let task = &loaded.tasks[0];
    assert_eq!(task.parent().unwrap(), self::task().parent().unwrap());
    let archive = home.path().join("tasks").join(task.id().as_str()).join("repository.tar");
    fs::write(&archive, "another").unwrap();
    assert!(task.parent().unwrap_err().to_string().contains("this file was changed"));
    fs::remove_file(&archive).unwrap();
    task.parent().unwrap_err();
}

#[test]
fn the_id_names_the_repository_and_follows_from_content_and_environment() {
    let id = task().id().to_string();
    assert!(id.starts_with("toy__shop-") && id.len() == "toy__shop-".len() + 32, "{id}");
    let with = |change: Change| {
        let mut task = unnamed(&shop());
        change(&mut task);
        RepositoryTask::new(task, Arc::new(shop())).unwrap().id().to_string()
    };
    assert_eq!(with(&|task| task.id = TaskId::new("another").unwrap()), id);
    let changes: [Change; 6] = [
        &|task| task.environment.digest = "4".repeat(64),
        &|task| task.environment.lock = Arc::from("pytest==8.0.1"),
        &|task| task.statement = Arc::from("Another"),
        &|task| task.category = Category::Adaptive,
        &|task| task.regression_tests.clear(),
        &|task| task.strength.noticed = 0,
    ];
    for change in changes {
        assert_ne!(with(change), id);
    }
    let mut files = shop();
    files.0.insert("README".to_owned(), (Mode::File, Vec::new()));
    assert_ne!(RepositoryTask::new(unnamed(&shop()), Arc::new(files)).unwrap().id().to_string(), id);
}

#[test]
fn attack_60_a_changed_file_is_refused_by_name() {
    for file in ["statement.md", "reference.patch", "tests.patch", "requirements.txt", "repository.tar"] {
        let said = after(file, |bytes| [bytes, b"\n".to_vec()].concat());
        assert!(said.starts_with(&format!("/tasks/ID/{file}: its sha256 is ")), "{said}");
        assert!(said.contains("this file was changed"), "{said}");
    }
    let said = after("task.json", replaced("\"MIT\"", "\"ISC\""));
    assert!(said.starts_with("/tasks/ID/task.json: the id \"ID\" is not that of this content"), "{said}");
}

#[test]
fn a_task_whose_folder_has_another_name_is_refused() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &benchmark()).unwrap();
    let (id, other) = (task().id().to_string(), format!("toy__shop-{}", "0".repeat(32)));
    let tasks = home.path().join("tasks");
    fs::rename(tasks.join(&id), tasks.join(&other)).unwrap();
    let list = home.path().join("benchmark.json");
    fs::write(&list, fs::read_to_string(&list).unwrap().replace(&id, &other)).unwrap();
    assert!(load(home.path()).unwrap_err().to_string().contains("a folder has its task's name"));
    fs::rename(tasks.join(&other), tasks.join(&id)).unwrap();
    fs::write(&list, fs::read_to_string(&list).unwrap().replace(&other, &id)).unwrap();
    fs::create_dir(tasks.join("toy__shop-more")).unwrap();
    assert!(load(home.path()).unwrap_err().to_string().contains("does not list it"));
}

#[test]
fn attack_55_ids_that_lead_elsewhere_are_refused() {
    for id in ["../../etc", "a/b", "..", ".hidden", "a\\\\b", "", "/etc", "a b"] {
        let said = after("benchmark.json", replaced(task().id().as_str(), id));
        assert!(said.contains("cannot be a maintenance task's id"), "{id}: {said}");
    }
    for repository in ["../shop", "toy/..", "a/b/c/d", "toy//shop", "/toy", "toy/sh op", ""] {
        let mut task = unnamed(&shop());
        task.repository = repository.to_owned();
        let said = RepositoryTask::new(task, Arc::new(shop())).unwrap_err().to_string();
        assert!(said.contains("`repository` must be like"), "{said}");
    }
}

#[test]
fn attack_54_what_readers_disagree_about_is_refused_with_its_line() {
    let cases: [(&str, &str, &str); 6] = [
        ("\"hunks\": 1", "\"hunks\": 1, \"more\": 1", "unknown field `more`"),
        ("\"licence\": \"MIT\",", "\"licence\": \"MIT\", \"licence\": \"ISC\",", "duplicate field `licence`"),
        ("\"licence\": \"MIT\",", "\"licence\": \"MIT\", \"license\": \"ISC\",", "unknown field `license`"),
        ("\"hunks\": 1", "\"hunks\": NaN", ""),
        ("\"hunks\": 1", "\"hunks\": -1", "invalid value"),
        ("\"schema_version\": 1", "\"schema_version\": 2", "schema_version 2 is not one"),
    ];
    for (from, to, part) in cases {
        let said = after("task.json", replaced(from, to));
        assert!(said.starts_with("/tasks/ID/task.json:") && said.contains(part), "{said}");
    }
    let said = after("task.json", |bytes| [&bytes[..40], b"\xff", &bytes[40..]].concat());
    assert!(said.contains("task.json:3: not UTF-8"), "{said}");
    let twice = format!("\"{0}\", \"{0}\"", task().id());
    let said = after("benchmark.json", replaced(&format!("\"{}\"", task().id()), &twice));
    assert!(said.ends_with("lists the task ID twice"), "{said}");
}

#[test]
fn a_link_in_place_of_a_file_is_refused() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), &benchmark()).unwrap();
    let statement = home.path().join("tasks").join(task().id().as_str()).join("statement.md");
    let elsewhere = home.path().join("elsewhere");
    fs::rename(&statement, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &statement).unwrap();
    assert!(load(home.path()).unwrap_err().to_string().contains("no link to one"));
}

#[test]
fn a_task_that_cannot_be_judged_is_none() {
    let cases: [(Change, &str); 9] = [
        (&|task| task.target_tests.clear(), "task.json: it has no target test"),
        (&|task| task.regression_tests.clone_from(&task.target_tests), "both a target and a regression"),
        (&|task| task.target_tests.push(task.target_tests[0].clone()), "name each test once"),
        (&|task| task.target_tests[0].0.clear(), "no test's full name"),
        (&|task| task.reference_patch = Arc::from(""), "reference.patch: it does not apply"),
        (&|task| task.test_patch = task.reference_patch.clone(), "tests.patch: it does not apply"),
        (&|task| task.statement = Arc::from(" \n"), "statement.md: it asks for nothing"),
        (&|task| task.parent = "main".to_owned(), "`parent` must be a commit's id"),
        (&|task| task.fix_committed = "2024-01-02".to_owned(), "`fix_committed` must be like"),
    ];
    for (change, part) in cases {
        let mut task = unnamed(&shop());
        change(&mut task);
        let said = RepositoryTask::new(task, Arc::new(shop())).unwrap_err().to_string();
        assert!(said.contains(part), "{said}");
    }
    let link = |target: &str| {
        let mut files = shop();
        files.0.insert("shop/link".to_owned(), (Mode::Link, target.as_bytes().to_vec()));
        RepositoryTask::new(unnamed(&shop()), Arc::new(files)).map(|task| task.id().to_string())
    };
    assert!(link("../tests").is_ok());
    assert!(link("../../etc/passwd").unwrap_err().to_string().contains("lead outside"));
    assert!(link(&"x".repeat(101)).unwrap_err().to_string().contains("100 bytes"));
}

#[test]
fn what_a_killed_writer_left_is_no_task_and_does_not_stop_the_next_one() {
    let home = tempfile::tempdir().unwrap();
    let left = home.path().join("tasks").join(format!(".assay-unfinished-{}", task().id()));
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("task.json"), "{").unwrap();
    fs::write(home.path().join(".assay-unfinished-benchmark.json"), "{").unwrap();
    write(home.path(), &benchmark()).unwrap();
    assert_eq!(load(home.path()).unwrap(), benchmark());
    assert!(!left.exists());
}

#[test]
fn predictions_name_the_benchmarks_tasks() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("model.json");
    let id = task().id().to_string();
    fs::write(&path, format!(r#"[{{"instance_id": "{id}", "model_patch": "diff"}}]"#)).unwrap();
    let set = read_predictions(&path, &benchmark(), OnBadSample::Refuse).unwrap();
    assert_eq!((set.name.as_str(), set.samples.len(), &*set.samples[0].raw), ("model", 1, "diff"));
    assert_eq!(set.samples[0].task, *task().id());
}

/// Real predictions, where they are (tests of the project's own machine; skipped elsewhere).
#[test]
#[expect(clippy::print_stderr, reason = "says that it was skipped")]
fn three_hundred_real_predictions_are_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/patches/aider-lite-predictions.jsonl");
    if !path.exists() {
        eprintln!("skipped: {} is absent", path.display());
        return;
    }
    let text = fs::read_to_string(&path).unwrap();
    let ids = text.lines().map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        record["instance_id"].as_str().unwrap().to_owned()
    });
    let tasks = ids.map(|id| {
        let mut task = task();
        task.task.id = TaskId::new(&id).unwrap();
        task
    });
    let benchmark = MaintenanceBenchmark { tasks: tasks.collect(), ..benchmark() };
    let set = read_predictions(&path, &benchmark, OnBadSample::Refuse).unwrap();
    assert_eq!(set.samples.len(), 300);
    assert_eq!(set.samples.iter().filter(|sample| sample.raw.is_empty()).count(), 10);
}

/// Small repositories with files of every kind.
fn any_tree() -> impl Strategy<Value = MemoryTree> {
    let name = "[a-zä]{1,3}(\\.py)?";
    let path = prop::collection::vec(name, 1..4).prop_map(|parts| format!("more/{}", parts.join("/")));
    let content = prop::collection::vec(any::<u8>(), 0..700);
    let mode = prop_oneof![Just(Mode::File), Just(Mode::Executable), Just(Mode::Link)];
    let file = (path, mode, content).prop_map(|(path, mode, content)| {
        (path, (mode, if mode.is_link() { b"../x".to_vec() } else { content }))
    });
    prop::collection::vec(file, 0..8).prop_map(|files| {
        let mut tree = shop();
        for (path, file) in files {
            let nested = |other: &String| {
                other.starts_with(&format!("{path}/")) || path.starts_with(&format!("{other}/"))
            };
            if !tree.0.keys().any(nested) {
                tree.0.insert(path, file);
            }
        }
        tree
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_task_comes_back_as_it_was_written(
        parent in any_tree(),
        statement in "\\PC*[a-z]\\PC*",
        tests in prop::collection::btree_set("\\PC{0,20}[a-z]\\PC{0,20}", 1..6),
        lock in "\\PC*",
    ) {
        let mut task = unnamed(&shop());
        task.statement = Arc::from(statement);
        task.environment.lock = Arc::from(lock);
        task.regression_tests = tests.into_iter().map(TestId).collect();
        let task = RepositoryTask::new(task, Arc::new(parent)).unwrap();
        let home = tempfile::tempdir().unwrap();
        let folder = write_task(home.path(), &task).unwrap();
        let loaded = load_task(&folder).unwrap();
        prop_assert_eq!(loaded.parent().unwrap(), task.parent().unwrap());
        prop_assert_eq!(loaded, task);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..600), place in 0..6_usize) {
        let home = tempfile::tempdir().unwrap();
        write(home.path(), &benchmark()).unwrap();
        let files = ["task.json", "statement.md", "reference.patch", "tests.patch", "requirements.txt", "repository.tar"];
        let path = home.path().join("tasks").join(task().id().as_str()).join(files[place]);
        fs::write(path, &bytes).unwrap();
        prop_assert!(load(home.path()).is_err());
        fs::write(home.path().join("benchmark.json"), &bytes).unwrap();
        prop_assert!(load(home.path()).is_err());
    }
}
