//! The oracle that runs tests: a command in the sandbox.

use std::fs::File;
use std::io::{self, Read as _};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use assay_sandbox::{
    COMMAND_SOURCE, Command, CommandFile, Engine, EnvironmentRoot, Limits, SandboxError, judge_version,
};
use assay_types::Digest;

use crate::Oracle;
use crate::order::input;
use crate::read::read;
use crate::report::TestReport;
use crate::run::TestRun;

/// Where the Python half stands in the work folder until it has been loaded.
const FOLDER: &str = "assay";

/// The Python half, by its path below that folder.
const SOURCES: [(&str, &str); 12] = [
    ("begin.py", include_str!("../python/begin.py")),
    ("assay_oracle/__init__.py", include_str!("../python/assay_oracle/__init__.py")),
    ("assay_oracle/channel.py", include_str!("../python/assay_oracle/channel.py")),
    ("assay_oracle/decoys.py", include_str!("../python/assay_oracle/decoys.py")),
    ("assay_oracle/guard.py", include_str!("../python/assay_oracle/guard.py")),
    ("assay_oracle/options.py", include_str!("../python/assay_oracle/options.py")),
    ("assay_oracle/project.py", include_str!("../python/assay_oracle/project.py")),
    ("assay_oracle/pytest_runner.py", include_str!("../python/assay_oracle/pytest_runner.py")),
    ("assay_oracle/recording.py", include_str!("../python/assay_oracle/recording.py")),
    ("assay_oracle/run.py", include_str!("../python/assay_oracle/run.py")),
    ("assay_oracle/unittest_runner.py", include_str!("../python/assay_oracle/unittest_runner.py")),
    ("assay_oracle/unpack.py", include_str!("../python/assay_oracle/unpack.py")),
];

/// Runs tests in the sandbox of an engine, in one environment, which must be one for tests (`Environments::for_tests`).
///
/// The repository's files are the only ones of it that are there: no history, no index, no remote. `import package` finds
/// what is at the repository's root and in `src`, behind the environment's own packages; nothing is installed, but the
/// project's name and version are known to `importlib.metadata` as far as the repository says them as text.
pub struct SandboxedOracle {
    engine: Arc<dyn Engine>,
    environment: EnvironmentRoot,
}

impl SandboxedOracle {
    /// An oracle on this environment.
    #[must_use]
    pub fn new(engine: Arc<dyn Engine>, environment: EnvironmentRoot) -> Self {
        Self { engine, environment }
    }
}

impl Oracle for SandboxedOracle {
    fn run(&self, run: &TestRun, cancelled: &AtomicBool) -> Result<TestReport, SandboxError> {
        let nonce = nonce()?;
        let program = format!("{FOLDER}/begin.py");
        let command = Command {
            // No folder of the user's and not the work folder: only the environment's modules are found at the beginning.
            arguments: ["python3", "-s", "-P", &program].map(str::to_owned).to_vec(),
            files: files(),
            input: Arc::from(input(run, &nonce)?),
            limits: run.limits,
        };
        let environment =
            EnvironmentRoot { surroundings: run.surroundings.clone(), ..self.environment.clone() };
        let begun = Instant::now();
        let report = self.engine.command(&environment, &command, cancelled)?;
        let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(read(report, &nonce, milliseconds))
    }
}

fn files() -> Vec<CommandFile> {
    let file = |(path, text): &(&str, &str)| CommandFile {
        path: format!("{FOLDER}/{path}"),
        content: Arc::from(text.as_bytes()),
    };
    SOURCES.iter().map(file).collect()
}

/// Identifies what runs tests and reads their ends; part of whatever hangs on a report.
#[must_use]
pub fn oracle_version() -> String {
    let runs = [
        ("order.rs", include_str!("order.rs")),
        ("read.rs", include_str!("read.rs")),
        ("sandboxed.rs", include_str!("sandboxed.rs")),
        COMMAND_SOURCE,
    ];
    let sandbox = judge_version();
    let texts = SOURCES.iter().chain(&runs).flat_map(|(path, text)| [*path, *text]).chain([sandbox.as_str()]);
    let texts: Vec<&str> = texts.collect();
    Digest::of_parts(&texts).to_string()
}

/// What a run may use by default: ten minutes of the clock, five of the processor for one process, 2 GiB of memory, 1 GiB of
/// files, of which the repository's own are some.
#[must_use]
pub fn default_limits() -> Limits {
    Limits {
        cpu_seconds: 300,
        judge_cpu_seconds: 1,
        wall_milliseconds: 600_000,
        memory_bytes: 2 << 30,
        processes: 256,
        descriptors: 1024,
        disk_bytes: 1 << 30,
        inodes: 100_000,
        output_bytes: 64 << 20,
    }
}

/// A text that nobody guesses.
fn nonce() -> io::Result<String> {
    let mut bytes = [0; 32];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(Digest::of(&bytes).to_string())
}
