//! Where patches are graded: each task's tests in an environment of its own.

use std::sync::Arc;

use assay_benchmark::maintenance::RepositoryTask;
use assay_environment::{Environments, Interpreter};
use assay_grade::{OpenedOracle, OracleError, Oracles};
use assay_oracle::{SandboxedOracle, oracle_version};
use assay_sandbox::Engine;
use assay_types::{Digest, Requirements};

use crate::machine::environments;
use crate::session::Session;

/// Oracles that run tests in a session's sandbox.
pub struct TaskOracles {
    engine: Arc<dyn Engine>,
    environments: Environments,
    interpreter: Interpreter,
    version: String,
}

impl TaskOracles {
    /// Oracles that copy this interpreter. Environments are made in the session's store when a task needs them.
    #[must_use]
    pub fn of(session: &Session, interpreter: Interpreter) -> Self {
        let in_force = session.controls().iter().filter(|control| control.in_force);
        let parts: Vec<String> =
            [oracle_version()].into_iter().chain(in_force.map(|control| control.name.to_owned())).collect();
        Self {
            engine: session.engine.clone(),
            environments: environments(session.store().folder()),
            interpreter,
            version: Digest::of_parts(&parts).to_string(),
        }
    }
}

impl Oracles for TaskOracles {
    fn open(&self, task: &RepositoryTask) -> Result<OpenedOracle, OracleError> {
        let requirements = Requirements { lock: task.task.environment.lock.clone(), warm: Vec::new() };
        let environment = self.environments.for_tests(&self.interpreter, &requirements)?;
        Ok(OpenedOracle {
            environment: environment.digest,
            oracle: Arc::new(SandboxedOracle::new(self.engine.clone(), environment.root)),
        })
    }

    fn version(&self) -> String {
        self.version.clone()
    }
}
