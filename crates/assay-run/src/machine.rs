//! This machine: what it runs samples in, what it can enforce, and what tells its timings from another's.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_environment::{Environment, EnvironmentError, Environments, Interpreter, Settling};
use assay_sandbox::{ControlState, EmbeddedEngine, Engine, probe_controls};
use assay_types::Digest;

use crate::error::RunError;
use crate::session::SessionSettings;

/// The distribution's own interpreter comes first: it is built with optimisations and without a shared library, so it
/// runs faster and forks at a third of the cost of one built from source by a version manager (docs/evidence).
const INTERPRETERS: [&str; 2] = ["/usr/bin/python3", "python3"];

/// What a machine can do for samples. Needs no open store: it can be asked while a run goes on.
pub struct Machine {
    pub(crate) engine: Arc<dyn Engine>,
    /// The environment that trials run in.
    pub environment: Environment,
    /// Every control and whether it holds here.
    pub controls: Vec<ControlState>,
    /// Whether the environment is on the disk.
    pub settling: Settling,
}

impl Machine {
    /// Makes the environment where there is none yet, and tries every isolation control.
    pub fn examine(settings: &SessionSettings) -> Result<Self, RunError> {
        let interpreter = interpreter(settings.python.as_deref())?;
        let environments = environments(&settings.store);
        let (environment, settling) = environments.begin(&interpreter, settings.requirements.as_ref())?;
        let engine = Arc::new(EmbeddedEngine::new());
        let controls = probe_controls(engine.as_ref(), &environment.root)?;
        Ok(Self { engine, environment, controls, settling })
    }

    /// A machine with a given engine: the seam for tests and for other engines.
    #[must_use]
    pub fn with_engine(
        engine: Arc<dyn Engine>,
        environment: Environment,
        controls: Vec<ControlState>,
    ) -> Self {
        Self { engine, environment, controls, settling: Settling::default() }
    }

    /// Refuses to run anything while a control does not hold, unless it is one that may be missing.
    pub(crate) fn require_controls(&self, allowed_missing: &[String]) -> Result<(), RunError> {
        require(&self.controls, allowed_missing)
    }
}

/// Refuses to run anything while one of these controls does not hold, unless it is one that may be missing.
pub(crate) fn require(controls: &[ControlState], allowed_missing: &[String]) -> Result<(), RunError> {
    let missing = controls.iter().filter(|control| !control.in_force).map(|control| control.name);
    let missing: Vec<&str> = missing.collect();
    if missing.iter().all(|name| allowed_missing.iter().any(|allowed| allowed == name)) {
        return Ok(());
    }
    let allow = missing.iter().flat_map(|name| [" --allow-weak-sandbox ", name]).collect::<String>();
    Err(RunError::WeakSandbox { names: missing.join(", "), allow })
}

/// The environments of a store.
pub(crate) fn environments(store: &Path) -> Environments {
    Environments::at(store.join("environments"))
}

/// The interpreter to copy: the one that is named, else the first that fits.
pub fn interpreter(named: Option<&Path>) -> Result<Interpreter, EnvironmentError> {
    if let Some(program) = named {
        return Interpreter::find(program);
    }
    let found = INTERPRETERS.iter().find_map(|program| Interpreter::find(program.as_ref()).ok());
    found.map_or_else(|| Interpreter::find(&PathBuf::from("python3")), Ok)
}

/// A digest of the processor's model, the number of processors and the kernel's version: timings from one such machine
/// are not used on another. Verdicts never depend on it.
pub(crate) fn fingerprint() -> Digest {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let processors = read("/proc/cpuinfo");
    let model = processors.lines().find(|line| line.starts_with("model name")).unwrap_or_default();
    let count = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).to_string();
    Digest::of_parts(&[model, &count, &read("/proc/sys/kernel/osrelease")])
}
