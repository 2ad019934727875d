//! The environments of a store: found by interpreter, built once, named by their content.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use assay_sandbox::{EnvironmentRoot, judge_version};
use assay_types::{Digest, Requirements};

use crate::build::{Builder, LAYOUT, create_folder, failed, write_whole};
use crate::interpreter::Interpreter;
use crate::{Environment, EnvironmentError};

/// Prefix of a folder that is being built.
const UNFINISHED: &str = "building-";

/// The environments kept in a folder of the store.
#[derive(Debug, Clone)]
pub struct Environments {
    folder: PathBuf,
}

impl Environments {
    /// Environments kept below this folder, which is made when needed.
    #[must_use]
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The environment of an interpreter with nothing but its standard library; built the first time.
    pub fn standard_library(&self, interpreter: &Interpreter) -> Result<Environment, EnvironmentError> {
        self.with_packages(interpreter, None)
    }

    /// The environment of an interpreter with its standard library and a benchmark's packages; built the first time.
    pub fn with_packages(
        &self,
        interpreter: &Interpreter,
        requirements: Option<&Requirements>,
    ) -> Result<Environment, EnvironmentError> {
        let identity =
            self.folder.join("by-interpreter").join(identity(interpreter, requirements)?.to_string());
        let known = || fs::read_to_string(&identity).ok().filter(|digest| self.folder.join(digest).is_dir());
        if let Some(digest) = known() {
            return Ok(self.environment(interpreter, requirements, digest));
        }
        create_folder(&self.folder)?;
        // The kernel gives the lock back when its holder dies, however it dies.
        let lock = self.folder.join("lock");
        let _building =
            File::create(&lock).and_then(|file| file.lock().map(|()| file)).map_err(failed(&lock))?;
        if let Some(digest) = known() {
            return Ok(self.environment(interpreter, requirements, digest)); // another run has built it meanwhile
        }
        self.remove_unfinished()?;
        let scratch = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempdir_in(&self.folder)
            .map_err(|source| EnvironmentError::Build { path: self.folder.clone(), source })?;
        let mut builder = Builder::new(scratch.path());
        builder.build(interpreter, requirements)?;
        let digest = builder.digest();
        let home = self.folder.join(&digest);
        fs::set_permissions(scratch.path(), Permissions::from_mode(0o755)).map_err(failed(scratch.path()))?;
        match fs::rename(scratch.path(), &home) {
            Ok(()) => drop(scratch.keep()),
            Err(_) if home.is_dir() => {} // built for another interpreter of the same content
            Err(source) => return Err(EnvironmentError::Build { path: home, source }),
        }
        create_folder(&self.folder.join("by-interpreter"))?;
        write_whole(&identity, digest.as_bytes())?;
        Ok(self.environment(interpreter, requirements, digest))
    }

    /// Removes what a run that was killed left half-built. Only the lock's holder builds, so nobody is at it.
    fn remove_unfinished(&self) -> Result<(), EnvironmentError> {
        for entry in fs::read_dir(&self.folder).map_err(failed(&self.folder))?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                fs::remove_dir_all(entry.path()).map_err(failed(&entry.path()))?;
            }
        }
        Ok(())
    }

    fn environment(
        &self,
        interpreter: &Interpreter,
        requirements: Option<&Requirements>,
        digest: String,
    ) -> Environment {
        let root = EnvironmentRoot {
            path: self.folder.join(&digest),
            interpreter: format!("/opt/python/bin/{}", interpreter.short_name()),
            digest: digest.clone(),
            warm: requirements.map_or_else(Vec::new, |requirements| requirements.warm.clone()),
        };
        Environment { digest, python: interpreter.version_text(), root }
    }
}

/// What tells two builds apart without reading every file: the program, its version, and our own half.
fn identity(
    interpreter: &Interpreter,
    requirements: Option<&Requirements>,
) -> Result<Digest, EnvironmentError> {
    let program = &interpreter.executable;
    let metadata = fs::metadata(program).map_err(failed(program))?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    Ok(Digest::of_parts(&[
        LAYOUT,
        &program.display().to_string(),
        &metadata.len().to_string(),
        &modified.unwrap_or_default().as_nanos().to_string(),
        &interpreter.version_text(),
        &judge_version(),
        requirements.map_or("", |requirements| &*requirements.lock),
        &requirements.map_or_else(String::new, |requirements| requirements.warm.join(" ")),
    ]))
}
