//! What a candidate's tests run in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use assay_environment::{
    Environment, EnvironmentError, Environments, Interpreter, LockError, Resolver, UV_VERSION,
    is_project_metadata, project_requirements, requirements_reader_version,
};
use assay_oracle::{Oracle, SandboxedOracle, oracle_version};
use assay_patch::MemoryTree;
use assay_sandbox::{Engine, EnvironmentRoot};
use assay_types::{Digest, Requirements, TaskEnvironment};

use crate::error::AdmitError;
use crate::reason::Reason;

/// Makes what a candidate's tests run in.
pub trait Preparation: Send + Sync {
    /// The environment that the fix's own metadata ask for, as it could be had when it was committed (in UTC).
    fn prepare(&self, fix: &MemoryTree, committed: &str) -> Result<Prepared, NotPrepared>;

    /// Identifies how environments are made and tests run, so that another way of it is not taken for the same.
    fn version(&self) -> String;
}

/// What a candidate's tests run in.
pub struct Prepared {
    /// Runs tests there.
    pub oracle: Arc<dyn Oracle>,
    /// What it is.
    pub environment: TaskEnvironment,
    /// The folder of its packages on this machine.
    pub packages: Option<PathBuf>,
}

/// Why there is nothing for a candidate's tests to run in.
#[derive(Debug)]
pub enum NotPrepared {
    /// The project is to blame.
    Project(Reason, String),
    /// This machine is.
    Machine(AdmitError),
}

/// An environment that is made once, by whoever comes first; others that need it wait, and nobody else.
type Making = Arc<Mutex<Option<Environment>>>;

/// Environments locked by uv and installed by pip, kept in a store.
pub struct LockedEnvironments {
    engine: Arc<dyn Engine>,
    environments: Environments,
    interpreter: Interpreter,
    resolver: Resolver,
    /// Where metadata are read.
    reading: EnvironmentRoot,
    /// Those made so far, by their locks: many fixes need the same.
    made: Mutex<BTreeMap<String, Making>>,
}

impl LockedEnvironments {
    /// Environments of an interpreter below a store's folder, whose tests run in this engine.
    pub fn at(store: &Path, interpreter: &Interpreter, engine: Arc<dyn Engine>) -> Result<Self, AdmitError> {
        let environments = Environments::at(store.join("environments"));
        let reading = environments.for_commands(interpreter)?.root;
        let resolver = Resolver::at(&store.join("tools"), interpreter)?;
        let made = Mutex::default();
        Ok(Self { engine, environments, interpreter: interpreter.clone(), resolver, reading, made })
    }

    fn environment(&self, lock: &str) -> Result<Environment, EnvironmentError> {
        made_once(&self.made, lock, || {
            let requirements = Requirements { lock: Arc::from(lock), warm: Vec::new() };
            self.environments.for_tests(&self.interpreter, &requirements)
        })
    }
}

impl Preparation for LockedEnvironments {
    fn prepare(&self, fix: &MemoryTree, committed: &str) -> Result<Prepared, NotPrepared> {
        let metadata = fix.0.iter().filter(|(path, (mode, _))| is_project_metadata(path) && !mode.is_link());
        let files = metadata.map(|(path, (_, content))| (path.clone(), content.clone())).collect();
        let lock = project_requirements(&*self.engine, &self.reading, &files)
            .and_then(|project| self.resolver.lock(&project, committed))
            .map_err(not_locked)?;
        let machine = |error| NotPrepared::Machine(AdmitError::Environment(error));
        let environment = self.environment(&lock).map_err(machine)?;
        let packages = format!("opt/python/lib/{}/site-packages", self.interpreter.short_name());
        Ok(Prepared {
            packages: Some(environment.root.path.join(packages)),
            environment: TaskEnvironment {
                digest: environment.digest.clone(),
                python: environment.python.clone(),
                lock: Arc::from(lock),
            },
            oracle: Arc::new(SandboxedOracle::new(self.engine.clone(), environment.root)),
        })
    }

    fn version(&self) -> String {
        let (oracle, python) = (oracle_version(), self.interpreter.version_text());
        let reader = requirements_reader_version();
        Digest::of_parts(&[oracle.as_str(), &reader, UV_VERSION, &python, &self.reading.digest]).to_string()
    }
}

/// What was made for a key before, or is made now. Other keys do not wait.
fn made_once<Made: Clone, Error>(
    all: &Mutex<BTreeMap<String, Arc<Mutex<Option<Made>>>>>,
    key: &str,
    make: impl FnOnce() -> Result<Made, Error>,
) -> Result<Made, Error> {
    let own = all.lock().unwrap_or_else(PoisonError::into_inner).entry(key.to_owned()).or_default().clone();
    let mut place = own.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(made) = &*place {
        return Ok(made.clone());
    }
    Ok(place.insert(make()?).clone())
}

fn not_locked(error: LockError) -> NotPrepared {
    let reason = match &error {
        LockError::Metadata { .. } => Reason::MetadataUnreadable,
        LockError::Refused { .. } => Reason::RequirementRefused,
        LockError::NoWheel { .. } => Reason::NoWheel,
        LockError::Conflict { .. } => Reason::RequirementsConflict,
        LockError::BringsItself { .. } => Reason::BringsItself,
        LockError::Index { .. }
        | LockError::Resolver { .. }
        | LockError::Unavailable(_)
        | LockError::Sandbox(_) => return NotPrepared::Machine(AdmitError::Lock(error)),
    };
    NotPrepared::Project(reason, error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn different_environments_are_made_at_the_same_time_and_each_once() {
        let all = Mutex::default();
        let (both, made) = (Barrier::new(2), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for key in ["a", "b"] {
                let (all, both, made) = (&all, &both, &made);
                scope.spawn(move || {
                    // Each is under way while the other is: the barrier opens for two alone.
                    let one = || {
                        both.wait();
                        Ok::<usize, ()>(made.fetch_add(1, Ordering::Relaxed))
                    };
                    let first = made_once(all, key, one).unwrap();
                    assert_eq!(made_once(all, key, || Err(())), Ok(first));
                });
            }
        });
        assert_eq!(made.into_inner(), 2);
        assert_eq!(made_once(&all, "c", || Err::<usize, _>("no")), Err("no"));
        assert_eq!(made_once(&all, "c", || Ok::<_, ()>(7)), Ok(7));
    }
}
