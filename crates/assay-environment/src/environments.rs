//! The environments of a store: found by interpreter, built once, named by their content.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use assay_sandbox::{EnvironmentRoot, judge_version};
use assay_store::{create_folder, sync_folder, write_file};
use assay_types::{Digest, Requirements};

use crate::build::{Builder, LAYOUT, failed};
use crate::interpreter::Interpreter;
use crate::{Environment, EnvironmentError};

/// Prefix of a folder that is being built.
pub(crate) const UNFINISHED: &str = "building-";

/// The environments kept in a folder of the store.
#[derive(Debug, Clone)]
pub struct Environments {
    folder: PathBuf,
}

/// An environment that can be used, but will not be found again before it is finished.
#[derive(Debug)]
pub struct Begun<'a> {
    environment: Environment,
    environments: &'a Environments,
    built: Option<Built>,
}

/// What has been built and is not in its place yet.
#[derive(Debug)]
struct Built {
    scratch: tempfile::TempDir,
    identity: PathBuf,
    /// Nobody else builds meanwhile.
    _lock: File,
}

impl Begun<'_> {
    /// The environment, where it is now.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Puts every file on the disk. One call for all: none may be taken for whole that a loss of power would tear.
    pub fn sync(&self) -> Result<(), EnvironmentError> {
        let Some(built) = &self.built else { return Ok(()) };
        File::open(built.scratch.path())
            .and_then(|folder| nix::unistd::syncfs(folder).map_err(io::Error::from))
            .map_err(failed(built.scratch.path()))
    }

    /// Puts the environment, once it is synced, where later runs find it.
    pub fn finish(mut self) -> Result<Environment, EnvironmentError> {
        let Some(built) = self.built else { return Ok(self.environment) };
        let home = self.environments.folder.join(&self.environment.digest);
        match fs::rename(built.scratch.path(), &home) {
            Ok(()) => drop(built.scratch.keep()),
            Err(_) if home.is_dir() => {} // built for another interpreter of the same content
            Err(source) => return Err(EnvironmentError::Build { path: home, source }),
        }
        let folder = &self.environments.folder;
        sync_folder(folder).map_err(failed(folder))?;
        let digest = self.environment.digest.as_bytes();
        write_file(&built.identity, digest).map_err(failed(&built.identity))?;
        self.environment.root.path = home;
        Ok(self.environment)
    }
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
        let begun = self.begin(interpreter, requirements)?;
        begun.sync()?;
        begun.finish()
    }

    /// The same, usable before it is on the disk for good: putting it there takes longer than building it.
    pub fn begin(
        &self,
        interpreter: &Interpreter,
        requirements: Option<&Requirements>,
    ) -> Result<Begun<'_>, EnvironmentError> {
        let begun = |digest: String, built| Begun {
            environment: self.environment(interpreter, requirements, digest),
            environments: self,
            built,
        };
        if let Some(digest) = self.known(interpreter, requirements)? {
            return Ok(begun(digest, None));
        }
        let lock = self.lock()?;
        if let Some(digest) = self.known(interpreter, requirements)? {
            return Ok(begun(digest, None)); // another run has built it meanwhile
        }
        self.remove_unfinished()?;
        let scratch = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempdir_in(&self.folder)
            .map_err(|source| EnvironmentError::Build { path: self.folder.clone(), source })?;
        let mut builder = Builder::new(scratch.path());
        builder.build(interpreter, requirements)?;
        fs::set_permissions(scratch.path(), Permissions::from_mode(0o755)).map_err(failed(scratch.path()))?;
        let identity = self.identity_file(interpreter, requirements)?;
        let mut begun = begun(builder.digest(), None);
        scratch.path().clone_into(&mut begun.environment.root.path);
        begun.built = Some(Built { scratch, identity, _lock: lock });
        Ok(begun)
    }

    /// Digest of an interpreter's environment, where it has been built.
    pub fn known(
        &self,
        interpreter: &Interpreter,
        requirements: Option<&Requirements>,
    ) -> Result<Option<String>, EnvironmentError> {
        let digest = fs::read_to_string(self.identity_file(interpreter, requirements)?).ok();
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

    /// Removes an environment. It first loses its name: one that is half gone must not be taken for whole.
    pub fn remove(&self, digest: &str) -> Result<(), EnvironmentError> {
        let _building = self.lock()?;
        let remains = self.folder.join(format!("{UNFINISHED}{digest}"));
        fs::rename(self.folder.join(digest), &remains).map_err(failed(&remains))?;
        fs::remove_dir_all(&remains).map_err(failed(&remains))
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
        requirements: Option<&Requirements>,
    ) -> Result<PathBuf, EnvironmentError> {
        Ok(self.folder.join("by-interpreter").join(identity(interpreter, requirements)?.to_string()))
    }

    /// Only the lock's holder builds, so nobody is at what is half-built.
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

fn is_digest(name: &str) -> bool {
    name.parse::<Digest>().is_ok()
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
