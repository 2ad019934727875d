//! What all work of one invocation shares.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use assay_check::{Circumstances, LogicCheck};
use assay_environment::{Environment, Settling};
use assay_sandbox::{ControlState, Engine, LimitRule};
use assay_store::Store;
use assay_types::{Requirements, SampleSet};

use crate::checks::Checks;
use crate::error::RunError;
use crate::machine::{Machine, environments, interpreter, require};
use crate::scheduler::Pool;
use crate::static_engine::StaticEngine;

/// How to open a session.
#[derive(Debug, Clone)]
pub struct SessionSettings {
    /// The store's folder.
    pub store: PathBuf,
    /// The interpreter to copy: a path, or a name on `PATH`; `None` looks for one.
    pub python: Option<PathBuf>,
    /// The packages that the benchmark's tasks run with.
    pub requirements: Option<Requirements>,
    /// Slots that run at the same time; 0 chooses.
    pub jobs: usize,
    /// The rule that limits follow.
    pub limit_rule: LimitRule,
    /// Controls without which samples may run all the same, by name.
    pub allowed_missing: Vec<String>,
    /// Which checks judge samples.
    pub checks: Checks,
}

/// What all work of one invocation shares.
pub struct Session {
    pub(crate) store: Store,
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) environment: Environment,
    pub(crate) environment_of_plugins: Environment,
    pub(crate) circumstances: Circumstances,
    pub(crate) check: LogicCheck,
    pub(crate) checks: Checks,
    pub(crate) jobs: usize,
    pub(crate) pool: Pool,
    pub(crate) cancelled: Arc<AtomicBool>,
    controls: Vec<ControlState>,
    settling: Mutex<Settling>,
    allowed_missing: Vec<String>,
}

impl Session {
    /// Opens the store, which nobody else may have open, removes what killed runs left in it, makes the environment
    /// where there is none yet, and tries every isolation control.
    pub fn open(settings: &SessionSettings) -> Result<Self, RunError> {
        let store = Store::open(&settings.store)?;
        environments(&settings.store).remove_leftovers()?;
        let Machine { engine, environment, controls, settling } = Machine::examine(settings)?;
        let environment_of_plugins = if settings.checks.plugins.is_empty() {
            environment.clone()
        } else {
            environments(&settings.store).for_commands(&interpreter(settings.python.as_deref())?)?
        };
        let session = Self::with_engine(store, engine, environment, controls, settings);
        Ok(Self { settling: Mutex::new(settling), environment_of_plugins, ..session })
    }

    /// A session on a given engine: the seam for tests and for other engines. Plug-ins run in the environment of trials.
    #[must_use]
    pub fn with_engine(
        store: Store,
        engine: Arc<dyn Engine>,
        environment: Environment,
        controls: Vec<ControlState>,
        settings: &SessionSettings,
    ) -> Self {
        let in_force = controls.iter().filter(|control| control.in_force);
        let circumstances = Circumstances {
            environment: environment.digest.clone(),
            controls: in_force.map(|control| control.name.to_owned()).collect(),
            limit_rule: settings.limit_rule,
        };
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // Twice the processors: a trial waits for its other process about as long as it computes.
        let jobs = if settings.jobs == 0 { 2 * processors } else { settings.jobs };
        Self {
            store,
            pool: Pool::new(engine.clone(), environment.root.clone()),
            checks: settings.checks.clone().in_environment(&environment.python),
            environment_of_plugins: environment.clone(),
            environment,
            circumstances,
            check: LogicCheck::new(),
            jobs,
            engine,
            cancelled: Arc::new(AtomicBool::new(false)),
            controls,
            settling: Mutex::default(),
            allowed_missing: settings.allowed_missing.clone(),
        }
    }

    /// Refuses to run anything while a control does not hold, unless it was named as one that may be missing.
    pub fn require_controls(&self) -> Result<(), RunError> {
        require(&self.controls, &self.allowed_missing)
    }

    /// Waits until the environment is on the disk. Nothing may be reported before.
    pub(crate) fn settle(&self) -> Result<(), RunError> {
        let mut settling = self.settling.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::take(&mut *settling).wait()?)
    }

    /// The controls that do not hold here.
    pub fn missing_controls(&self) -> impl Iterator<Item = &'static str> {
        self.controls.iter().filter(|control| !control.in_force).map(|control| control.name)
    }

    /// Every control and whether it holds here.
    #[must_use]
    pub fn controls(&self) -> &[ControlState] {
        &self.controls
    }

    /// The environment that trials run in.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// What a reader should know of the tools that read samples' code, where they are not assay's own rules.
    #[must_use]
    pub fn static_engine_warnings(&self) -> Vec<String> {
        match &self.checks.static_engine {
            StaticEngine::Assay => Vec::new(),
            StaticEngine::Pylint(tools) => tools.warnings(self.checks.static_checks.profile.python),
        }
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Stores the answers as they came, under the digest that the report names, and lets go of the file: of many samples
    /// it is the largest part. Nothing is stored for a run that will be refused.
    pub fn keep_answers(&self, set: &mut SampleSet) -> Result<(), RunError> {
        self.require_controls()?;
        self.store.blobs().put(&set.bytes)?;
        set.bytes = Arc::default();
        Ok(())
    }

    /// Set this to stop at the next opportunity; what was judged by then is stored.
    #[must_use]
    pub fn cancellation(&self) -> Arc<AtomicBool> {
        self.cancelled.clone()
    }
}
