use super::*;

#[test]
fn the_starter_reads_the_same_from_the_program_and_from_its_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/starter");
    let from_folder = from_folder(&folder).unwrap();
    let included = crate::known_by_name("starter").unwrap().load(Path::new("/nowhere")).unwrap();
    assert_eq!(from_folder.digest, included.digest);
    assert_eq!((included.name.as_str(), included.tasks.len()), ("starter", 6));
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
