//! A hermetic program: its own home, its own store, nothing of the user's environment.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

/// A user with an empty home.
pub(crate) struct User {
    home: TempDir,
}

/// What a command said.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) output: String,
    pub(crate) errors: String,
}

impl User {
    pub(crate) fn new() -> Self {
        Self { home: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Writes a file into the home.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn store_folder(&self) -> PathBuf {
        self.path(".local/share/assay")
    }

    /// Every stored finding, as it lies in the database.
    pub(crate) fn findings(&self) -> BTreeMap<Vec<u8>, String> {
        let read = || -> rusqlite::Result<BTreeMap<Vec<u8>, String>> {
            let path = self.store_folder().join("store.sqlite");
            let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            let mut statement = connection.prepare("SELECT key, text FROM findings")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        read().unwrap_or_default() // not made yet
    }

    /// Kills a run at the moment at which something is the case; false where it had ended by then.
    pub(crate) fn kill_when(&self, arguments: &[&str], is_the_case: impl Fn() -> bool) -> bool {
        let mut command = self.command(arguments);
        let mut run: Child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while !is_the_case() && run.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_mins(5), "the moment never came");
            std::thread::sleep(Duration::from_millis(1));
        }
        run.kill().unwrap();
        run.wait().unwrap().code().is_none()
    }

    /// Every file below a folder of the home by its path in there, with its bytes.
    pub(crate) fn files(&self, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let root = self.path(folder);
        let mut files = BTreeMap::new();
        let mut waiting = vec![root.clone()];
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let path = entry.path();
                match entry.file_type().unwrap() {
                    kind if kind.is_dir() => waiting.push(path),
                    _ => drop(
                        files.insert(path.strip_prefix(&root).unwrap().to_owned(), fs::read(&path).unwrap()),
                    ),
                }
            }
        }
        files
    }

    /// Every file of the store by its path, with its bytes.
    pub(crate) fn store(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut waiting = vec![self.path(".local/share/assay")];
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                match entry.file_type().unwrap() {
                    kind if kind.is_dir() => waiting.push(entry.path()),
                    _ => drop(files.insert(entry.path(), fs::read(entry.path()).unwrap_or_default())),
                }
            }
        }
        files
    }

    /// The program with these arguments. A comparison that names no aspects leaves out time and memory: measuring takes
    /// longer than all the rest, and never gives the same numbers twice. Of maintenance tasks nothing is measured.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let benchmark = arguments.iter().skip_while(|word| **word != "--benchmark").nth(1);
        let is_of_snippets = benchmark.is_none_or(|name| !self.path(name).join("benchmark.json").exists());
        let unmeasured =
            arguments.first() == Some(&"compare") && !arguments.contains(&"--aspects") && is_of_snippets;
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        command.args(arguments).args(["--aspects", "logic,static"].iter().filter(|_| unmeasured));
        command.current_dir(self.home.path()).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", self.home.path());
        if let Some(python) = std::env::var_os("ASSAY_PYTHON") {
            command.env("ASSAY_PYTHON", python);
        }
        command
    }

    /// A user with both sides of the starter's samples of six tasks, as `baseline.jsonl` and `candidate.jsonl`.
    pub(crate) fn with_samples_of_six_tasks() -> Self {
        let user = Self::new();
        for side in ["baseline", "candidate"] {
            user.write(&format!("{side}.jsonl"), samples_of_six_tasks(side));
        }
        user
    }

    /// Runs the program in the home.
    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        Said::of(self.command(arguments).output().unwrap())
    }

    /// Runs the program in the home, with this file of it as standard input.
    pub(crate) fn run_with_input(&self, arguments: &[&str], file: &str) -> Said {
        let input = fs::File::open(self.path(file)).unwrap();
        Said::of(self.command(arguments).stdin(input).output().unwrap())
    }
}

impl Said {
    fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            output: String::from_utf8(output.stdout).unwrap(),
            errors: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A file of the starter benchmark.
pub(crate) fn starter(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/starter").join(name);
    path.canonicalize().unwrap().display().to_string()
}

/// Six of the starter's tasks: four with samples that are solutions, one with completions, one with answers.
pub(crate) const SIX_TASKS: [&str; 6] =
    ["build_order", "log_sessions", "merge_bookings", "normalize_settings", "parse_duration", "split_amount"];

/// The sixty samples of one side of the starter that belong to these tasks.
pub(crate) fn samples_of_six_tasks(side: &str) -> String {
    let all = fs::read_to_string(starter(&format!("samples/{side}.jsonl"))).unwrap();
    let of_six = |line: &&str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        SIX_TASKS.contains(&record["task_id"].as_str().unwrap())
    };
    all.lines().filter(of_six).fold(String::new(), |lines, line| lines + line + "\n")
}

/// The bytes as gzip packs them.
pub(crate) fn zipped(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
