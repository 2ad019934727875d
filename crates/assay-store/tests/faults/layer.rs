//! The layer of failing files (`faulty_files.c`), compiled and put under a copy of this program.

use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What happens at the chosen call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// SIGKILL.
    Kill,
    /// ENOSPC.
    NoSpace,
    /// EIO.
    Broken,
}

/// The compiled layer.
pub(crate) struct Layer {
    folder: tempfile::TempDir,
}

/// How a program under the layer ended.
pub(crate) struct Said {
    /// The call that failed, if there was one of that number.
    pub(crate) place: Option<String>,
    pub(crate) succeeded: bool,
    pub(crate) output: String,
}

impl Layer {
    /// Compiles it; an error where there is no compiler.
    pub(crate) fn compile() -> io::Result<Self> {
        let layer = Self { folder: tempfile::tempdir()? };
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/faulty_files.c");
        let mut command = Command::new("cc");
        command.args(["-O1", "-shared", "-fPIC", "-o"]).arg(layer.library()).arg(source).arg("-ldl");
        assert!(command.status()?.success(), "the layer does not compile");
        Ok(layer)
    }

    fn library(&self) -> PathBuf {
        self.folder.path().join("faulty_files.so")
    }

    /// Runs the test `child` of this program on a store with the call of that number failing.
    pub(crate) fn run(&self, home: &Path, variable: &str, store: &Path, number: u32, how: How) -> Said {
        let log = home.join("calls");
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["child", "--exact", "--nocapture", "--test-threads=1"])
            .env(variable, store)
            .env("LD_PRELOAD", self.library())
            .env("FAULTY_FILES_UNDER", store)
            .env("FAULTY_FILES_CALL", "any")
            .env("FAULTY_FILES_WHEN", number.to_string())
            .env(
                "FAULTY_FILES_HOW",
                match how {
                    How::Kill => "KILL",
                    How::NoSpace => "28",
                    How::Broken => "5",
                },
            )
            .env("FAULTY_FILES_LOG", &log)
            .output()
            .unwrap();
        let calls = fs::read_to_string(&log).unwrap_or_default();
        let place = calls.lines().find(|line| line.ends_with("<- here")).map(str::to_owned);
        let was_killed = output.status.signal() == Some(9);
        assert_eq!(was_killed, how == How::Kill && place.is_some());
        Said {
            place,
            succeeded: output.status.success(),
            output: String::from_utf8_lossy(&output.stdout).into_owned(),
        }
    }
}
