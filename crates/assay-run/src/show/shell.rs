//! A shell in the place of a sample's trial.

use assay_check::{Check as _, Plan, Subject};
use assay_sandbox::{Console, Shell, ShellEnd};
use assay_types::TrialTime;

use super::{FinishedRun, ShowError, ShownSample};
use crate::error::RunError;
use crate::machine::Machine;

impl FinishedRun {
    /// What is otherwise on this machine now than it was in the run, in a phrase each.
    #[must_use]
    pub fn otherwise(&self, machine: &Machine) -> Vec<String> {
        let in_force = machine.controls.iter().filter(|control| control.in_force);
        let controls: Vec<String> = in_force.map(|control| control.name.to_owned()).collect();
        self.changes(&machine.environment, &controls)
    }

    /// Opens a shell in the place of a sample's trial, and stays until it has ended. Nothing is judged there and nothing
    /// of it is stored, so a run may go on meanwhile: the store is not held. Controls that do not hold must be among
    /// those that are allowed to be missing.
    ///
    /// The task's reference need not pass, or have been timed: the limits that hold in a shell do not hang on its time.
    pub fn shell(
        &self,
        machine: Machine,
        allowed_missing: &[String],
        sample: &ShownSample,
        console: &mut dyn Console,
    ) -> Result<ShellEnd, ShowError> {
        let Some(module) = &sample.module else {
            return Err(ShowError::nothing_to_run(sample, "there is no judged module"));
        };
        machine.require_controls(allowed_missing)?;
        machine.settling.wait().map_err(RunError::from)?;
        let task = self.task(sample.task.as_str())?;
        let limits = self.circumstances.limit_rule_of(task).limits(TrialTime::default());
        let subject = Subject { task, module: module.clone() };
        let Plan::Trial(trial) = self.check.plan(&subject, limits) else {
            return Err(ShowError::nothing_to_run(sample, "it is judged without a trial"));
        };
        let shell = Shell { trial, prompt: task.prompt.clone() };
        let end = machine.engine.shell(&machine.environment.root, &shell, console);
        Ok(end.map_err(RunError::from)?)
    }
}
