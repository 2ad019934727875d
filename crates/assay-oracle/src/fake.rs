//! An oracle for tests of what uses one.

use std::sync::atomic::AtomicBool;

use assay_sandbox::SandboxError;

use crate::Oracle;
use crate::report::TestReport;
use crate::run::TestRun;

/// Answers as a function says.
pub struct FakeOracle<Answer>(pub Answer);

impl<Answer> Oracle for FakeOracle<Answer>
where
    Answer: Fn(&TestRun) -> Result<TestReport, SandboxError> + Send + Sync,
{
    fn run(&self, run: &TestRun, _cancelled: &AtomicBool) -> Result<TestReport, SandboxError> {
        (self.0)(run)
    }
}
