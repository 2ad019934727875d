//! An engine without a kernel: answers from a script, so that schedulers and checks can be tested quickly.

use std::sync::Arc;

use crate::engine::{
    CapturedOutput, Engine, EnvironmentRoot, ProcessEnd, SandboxError, Slot, Spans, Trial, TrialReport,
};
use crate::judgement::Judgement;

type Script = dyn Fn(&Trial) -> Result<Judgement, SandboxError> + Send + Sync;

/// Answers each trial by a function of it.
#[derive(Clone)]
pub struct FakeEngine {
    script: Arc<Script>,
}

impl FakeEngine {
    /// An engine that answers by the given function.
    #[must_use]
    pub fn new(script: impl Fn(&Trial) -> Result<Judgement, SandboxError> + Send + Sync + 'static) -> Self {
        Self { script: Arc::new(script) }
    }
}

impl Engine for FakeEngine {
    fn open(&self, _environment: &EnvironmentRoot) -> Result<Box<dyn Slot>, SandboxError> {
        Ok(Box::new(self.clone()))
    }
}

impl Slot for FakeEngine {
    fn run(&mut self, trial: &Trial) -> Result<TrialReport, SandboxError> {
        Ok(TrialReport {
            judgement: (self.script)(trial)?,
            worker: ProcessEnd { cpu_microseconds: 1_000, ..ProcessEnd::default() },
            output: CapturedOutput::default(),
            spans: Spans::default(),
        })
    }
}
