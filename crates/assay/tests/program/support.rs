//! A hermetic program: its own home, its own store, nothing of the user's environment.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
