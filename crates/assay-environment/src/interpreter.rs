//! Finding an interpreter on this machine and asking it where its parts are.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::EnvironmentError;

/// Written for `python -I -c`: prints where the interpreter's parts are.
const QUESTION: &str = "\
import json, os, sys, sysconfig
print(json.dumps({
    'executable': os.path.realpath(sys.executable),
    'version': list(sys.version_info[:3]),
    'standard_library': sysconfig.get_path('stdlib'),
    'platform_library': sysconfig.get_path('platstdlib'),
    'implementation': sys.implementation.name,
}))";

/// A Python interpreter of this machine.
#[derive(Debug, Clone, Deserialize)]
pub struct Interpreter {
    /// The program, links resolved.
    pub executable: PathBuf,
    /// Version: major, minor, micro.
    pub version: [u32; 3],
    /// Folder of the standard library.
    pub standard_library: PathBuf,
    /// Folder of its compiled parts, where that is another one.
    pub platform_library: PathBuf,
    implementation: String,
}

impl Interpreter {
    /// Asks a program (a path, or a name on `PATH`) what it is.
    pub fn find(program: &Path) -> Result<Self, EnvironmentError> {
        let unusable =
            |problem: String| EnvironmentError::Interpreter { program: program.to_owned(), problem };
        let output = Command::new(program)
            .args(["-I", "-c", QUESTION])
            .output()
            .map_err(|error| unusable(error.to_string()))?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(unusable(errors.lines().last().unwrap_or("it ended with an error").to_owned()));
        }
        let found: Self = serde_json::from_slice(&output.stdout)
            .map_err(|_| unusable("it does not answer as Python does".into()))?;
        if found.implementation != "cpython" || found.version < [3, 11, 0] {
            let version = found.version_text();
            return Err(unusable(format!(
                "it is {} {version}; CPython 3.11 or later is needed",
                found.implementation
            )));
        }
        Ok(found)
    }

    /// The version as text, such as `3.11.7`.
    #[must_use]
    pub fn version_text(&self) -> String {
        self.version.map(|part| part.to_string()).join(".")
    }

    /// Name of its program and of its library's folder, such as `python3.11`.
    #[must_use]
    pub fn short_name(&self) -> String {
        format!("python{}.{}", self.version[0], self.version[1])
    }
}
