//! The environments of a store: found by interpreter, built once, named by their content.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use assay_sandbox::{COMMAND_SOURCE, EnvironmentRoot, Surroundings, judge_version};
use assay_store::{create_folder, sync_folder};
use assay_types::{Digest, Requirements};

use crate::build::{Builder, LAYOUT, failed};
use crate::commands;
use crate::interpreter::Interpreter;
use crate::settling::Settling;
use crate::{Environment, EnvironmentError};

/// Prefix of a folder that is being built.
pub(crate) const UNFINISHED: &str = "building-";

/// Folder of the files that name environments.
const IDENTITIES: &str = "by-interpreter";

/// What an environment is for.
#[derive(Debug, Clone, Copy)]
enum Purpose<'a> {
    /// Trials, with a benchmark's packages where it has some.
    Trials(Option<&'a Requirements>),
    /// Commands of the user's, or a repository's tests with the packages that they need.
    Commands(Option<&'a Requirements>),
}

impl<'a> Purpose<'a> {
    fn requirements(self) -> Option<&'a Requirements> {
        match self {
            Self::Trials(requirements) | Self::Commands(requirements) => requirements,
        }
    }
}

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
        let (environment, settling) = self.begin(interpreter, requirements)?;
        settling.wait()?;
        Ok(environment)
    }

    /// The same, usable before it is on the disk for good: putting it there takes longer than building it. Nothing may
    /// be reported from it before the second value says that it is there.
    pub fn begin(
        &self,
        interpreter: &Interpreter,
        requirements: Option<&Requirements>,
    ) -> Result<(Environment, Settling), EnvironmentError> {
        self.begin_for(interpreter, Purpose::Trials(requirements))
    }

    /// The environment in which commands find an interpreter, its standard library, a shell and the programs that
    /// scripts are made of; built the first time.
    pub fn for_commands(&self, interpreter: &Interpreter) -> Result<Environment, EnvironmentError> {
        let (environment, settling) = self.begin_for(interpreter, Purpose::Commands(None))?;
        settling.wait()?;
        Ok(environment)
    }

    /// The environment in which a repository's tests run: that of commands, with the packages of a lock; built the first time.
    pub fn for_tests(
        &self,
        interpreter: &Interpreter,
        requirements: &Requirements,
    ) -> Result<Environment, EnvironmentError> {
        let (environment, settling) = self.begin_for(interpreter, Purpose::Commands(Some(requirements)))?;
        settling.wait()?;
        Ok(environment)
    }

    fn begin_for(
        &self,
        interpreter: &Interpreter,
        purpose: Purpose<'_>,
    ) -> Result<(Environment, Settling), EnvironmentError> {
        let environment = |digest| self.environment(interpreter, purpose, digest);
        if let Some(digest) = self.known_for(interpreter, purpose)? {
            return Ok((environment(digest), Settling::default()));
        }
        let lock = self.lock()?;
        if let Some(digest) = self.known_for(interpreter, purpose)? {
            return Ok((environment(digest), Settling::default())); // another run has built it meanwhile
        }
        self.remove_unfinished()?;
        let scratch = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempdir_in(&self.folder)
            .map_err(|source| EnvironmentError::Build { path: self.folder.clone(), source })?;
        let mut builder = Builder::new(scratch.path());
        match purpose {
            Purpose::Trials(requirements) => builder.build(interpreter, requirements)?,
            Purpose::Commands(requirements) => builder.build_for_commands(interpreter, requirements)?,
        }
        fs::set_permissions(scratch.path(), Permissions::from_mode(0o755)).map_err(failed(scratch.path()))?;
        let environment = environment(builder.digest());
        let home = &environment.root.path;
        // One that is there has a name: it was built for another interpreter of the same content.
        if !home.is_dir() {
            self.forget(&environment.digest)?;
            fs::rename(scratch.path(), home).map_err(failed(home))?;
            drop(scratch.keep());
        }
        let identity = self.identity_file(interpreter, purpose)?;
        let settling = Settling::start(home.clone(), identity, lock);
        Ok((environment, settling))
    }

    /// Digest of an interpreter's environment, where it has been built.
    pub fn known(
        &self,
        interpreter: &Interpreter,
        requirements: Option<&Requirements>,
    ) -> Result<Option<String>, EnvironmentError> {
        self.known_for(interpreter, Purpose::Trials(requirements))
    }

    /// Digest of an interpreter's environment for commands, where it has been built.
    pub fn known_for_commands(&self, interpreter: &Interpreter) -> Result<Option<String>, EnvironmentError> {
        self.known_for(interpreter, Purpose::Commands(None))
    }

    fn known_for(
        &self,
        interpreter: &Interpreter,
        purpose: Purpose<'_>,
    ) -> Result<Option<String>, EnvironmentError> {
        let digest = fs::read_to_string(self.identity_file(interpreter, purpose)?).ok();
        Ok(digest.filter(|digest| is_digest(digest) && self.folder.join(digest).is_dir()))
    }

    /// Digests of all environments that are there, in order.
    #[must_use]
    pub fn digests(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut digests: Vec<String> = names.filter(|name| is_digest(name)).collect();
        digests.sort();
        digests
    }

    /// The folder of the environment of that digest.
    #[must_use]
    pub fn home(&self, digest: &str) -> PathBuf {
        self.folder.join(digest)
    }

    /// Removes an environment. It first loses its names: one that is half gone must not be taken for whole.
    pub fn remove(&self, digest: &str) -> Result<(), EnvironmentError> {
        let _building = self.lock()?;
        self.forget(digest)?;
        let home = self.home(digest);
        fs::remove_dir_all(&home).map_err(failed(&home))
    }

    /// Removes what a killed run left half-built, unless somebody is building.
    pub fn remove_leftovers(&self) -> Result<(), EnvironmentError> {
        let lock = self.folder.join("lock");
        let Ok(file) = File::open(&lock) else { return Ok(()) }; // nothing was ever built
        if file.try_lock().is_ok() { self.remove_unfinished() } else { Ok(()) }
    }

    /// Only one process builds or removes. The kernel gives the lock back when its holder dies, however it dies.
    fn lock(&self) -> Result<File, EnvironmentError> {
        create_folder(&self.folder).map_err(failed(&self.folder))?;
        let lock = self.folder.join("lock");
        File::create(&lock).and_then(|file| file.lock().map(|()| file)).map_err(failed(&lock))
    }

    fn identity_file(
        &self,
        interpreter: &Interpreter,
        purpose: Purpose<'_>,
    ) -> Result<PathBuf, EnvironmentError> {
        Ok(self.folder.join(IDENTITIES).join(identity(interpreter, purpose)?.to_string()))
    }

    /// Files that name an environment as an interpreter's, with the digest that each holds.
    fn identities(&self) -> Vec<(PathBuf, String)> {
        let entries = fs::read_dir(self.folder.join(IDENTITIES)).into_iter().flatten().flatten();
        entries.filter_map(|entry| Some((entry.path(), fs::read_to_string(entry.path()).ok()?))).collect()
    }

    /// Takes an environment's names away, for good: none may outlive it and vouch for another that is not whole yet.
    fn forget(&self, digest: &str) -> Result<(), EnvironmentError> {
        let names = self.identities();
        let mut names = names.iter().filter(|(_, named)| named == digest).peekable();
        if names.peek().is_none() {
            return Ok(());
        }
        for (path, _) in names {
            fs::remove_file(path).map_err(failed(path))?;
        }
        let folder = self.folder.join(IDENTITIES);
        sync_folder(&folder).map_err(failed(&folder))
    }

    /// What has no name yet was left by a run that did not come to put it on the disk. Only the lock's holder builds, so
    /// nobody is at it.
    fn remove_unfinished(&self) -> Result<(), EnvironmentError> {
        let named: BTreeSet<String> = self.identities().into_iter().map(|(_, digest)| digest).collect();
        for entry in fs::read_dir(&self.folder).map_err(failed(&self.folder))?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(UNFINISHED) || is_digest(&name) && !named.contains(&name) {
                fs::remove_dir_all(entry.path()).map_err(failed(&entry.path()))?;
            }
        }
        Ok(())
    }

    fn environment(&self, interpreter: &Interpreter, purpose: Purpose<'_>, digest: String) -> Environment {
        let root = EnvironmentRoot {
            path: self.folder.join(&digest),
            interpreter: format!("/opt/python/bin/{}", interpreter.short_name()),
            digest: digest.clone(),
            warm: purpose.requirements().map_or_else(Vec::new, |requirements| requirements.warm.clone()),
            surroundings: Surroundings::default(),
        };
        Environment { digest, python: interpreter.version_text(), root }
    }
}

fn is_digest(name: &str) -> bool {
    name.parse::<Digest>().is_ok()
}

/// What tells two builds apart without reading every file: the program, its version, and our own half.
fn identity(interpreter: &Interpreter, purpose: Purpose<'_>) -> Result<Digest, EnvironmentError> {
    let requirements = purpose.requirements();
    let mut parts = vec![LAYOUT.to_owned()];
    parts.extend(of_program(&interpreter.executable)?);
    parts.extend([
        interpreter.version_text(),
        judge_version(),
        requirements.map_or_else(String::new, |requirements| requirements.lock.to_string()),
        requirements.map_or_else(String::new, |requirements| requirements.warm.join(" ")),
    ]);
    if let Purpose::Commands(_) = purpose {
        parts.push(COMMAND_SOURCE.1.to_owned());
        for program in commands::programs() {
            parts.extend(of_program(&program.file)?);
        }
    }
    Ok(Digest::of_parts(&parts))
}

/// A program's path, size and time.
fn of_program(program: &Path) -> Result<[String; 3], EnvironmentError> {
    let metadata = fs::metadata(program).map_err(failed(program))?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let modified = modified.unwrap_or_default().as_nanos().to_string();
    Ok([program.display().to_string(), metadata.len().to_string(), modified])
}
