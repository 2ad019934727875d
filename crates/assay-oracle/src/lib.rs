//! Runs a repository's own tests in a sandbox and says how each of them ended.
//!
//! A [`TestRun`] is files, a runner and what is chance elsewhere: order, time zone, hash seed. An [`Oracle`] runs it; what comes
//! back is a [`TestReport`], by full test id. Admission asks the same question at two commits and in several ways; grading asks
//! it of a patched repository. Neither knows how tests are run, so both are tested with [`FakeOracle`].
//!
//! [`SandboxedOracle`] runs them. Its Python half (`python/`) is loaded before any file of the repository is there, runs pytest or
//! unittest in the same process, and says each event as a line on a descriptor of its own, with a nonce and its number. What the
//! repository prints goes elsewhere and decides nothing. Tests and repository share an interpreter, so this stops attacks on
//! the whole, not every aimed one (docs/security.md).
#![forbid(unsafe_code)]

mod fake;
mod order;
mod read;
mod report;
mod run;
mod sandboxed;

pub use fake::FakeOracle;
pub use report::{RunEnd, TestOutcome, TestReport, TestResult};
pub use run::{Order, Selection, TestRun};
pub use sandboxed::{SandboxedOracle, default_limits, oracle_version};

use std::sync::atomic::AtomicBool;

use assay_sandbox::SandboxError;

/// Whatever runs tests.
pub trait Oracle: Send + Sync {
    /// Runs tests to their end, or until `cancelled` is set.
    ///
    /// An error is ours and may be tried again; whatever the repository does is in the report.
    fn run(&self, run: &TestRun, cancelled: &AtomicBool) -> Result<TestReport, SandboxError>;
}
