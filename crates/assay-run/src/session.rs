//! What all work of one invocation shares.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_check::{Circumstances, LogicCheck};
use assay_environment::Environment;
use assay_sandbox::{ControlState, Engine, LimitRule};
use assay_store::Store;

use crate::error::RunError;
use crate::machine::{Machine, environments};
use crate::scheduler::Pool;

/// How to open a session.
#[derive(Debug, Clone)]
pub struct SessionSettings {
    /// The store's folder.
    pub store: PathBuf,
    /// The interpreter to copy: a path, or a name on `PATH`; `None` looks for one.
    pub python: Option<PathBuf>,
    /// Slots that run at the same time; 0 chooses.
    pub jobs: usize,
    /// The rule that limits follow.
    pub limit_rule: LimitRule,
}

/// What all work of one invocation shares.
pub struct Session {
    pub(crate) store: Store,
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) environment: Environment,
    pub(crate) circumstances: Circumstances,
    pub(crate) check: LogicCheck,
    pub(crate) jobs: usize,
    pub(crate) pool: Pool,
    pub(crate) cancelled: Arc<AtomicBool>,
    controls: Vec<ControlState>,
}

impl Session {
    /// Opens the store, which nobody else may have open, removes what killed runs left in it, makes the environment
    /// where there is none yet, and tries every isolation control.
    pub fn open(settings: &SessionSettings) -> Result<Self, RunError> {
        let store = Store::open(&settings.store)?;
        environments(&settings.store).remove_leftovers()?;
        let Machine { engine, environment, controls } = Machine::examine(settings)?;
        Ok(Self::with_engine(store, engine, environment, controls, settings))
    }

    /// A session on a given engine: the seam for tests and for other engines.
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
            engine,
            environment,
            circumstances,
            check: LogicCheck::new(),
            jobs,
            pool: Pool::new(),
            cancelled: Arc::new(AtomicBool::new(false)),
            controls,
        }
    }

    /// Refuses to run anything while a control does not hold.
    pub fn require_controls(&self) -> Result<(), RunError> {
        let missing: Vec<&str> =
            self.controls.iter().filter(|control| !control.in_force).map(|control| control.name).collect();
        if missing.is_empty() { Ok(()) } else { Err(RunError::WeakSandbox(missing.join(", "))) }
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

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Set this to stop at the next opportunity; what was judged by then is stored.
    #[must_use]
    pub fn cancellation(&self) -> Arc<AtomicBool> {
        self.cancelled.clone()
    }
}
