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

/// What no control here stops, for whoever reports what a run of tests came to. docs/security.md says the same, and
/// `attack_10_aimed_with_the_reporters_own_channel_stays_open` shows it.
pub const RESIDUAL_RISK: &str = "Tests and the code that they test share one interpreter: code that finds the reporter's own objects in \
memory, or that recognises a single test and answers for it alone, can pass without being right.";

/// Whatever runs tests.
pub trait Oracle: Send + Sync {
    /// Runs tests to their end, or until `cancelled` is set.
    ///
    /// An error is ours and may be tried again; whatever the repository does is in the report. That something outside killed the run
    /// is such an error ([`SandboxError::Killed`]), as far as it can be known: docs/security.md says how far.
    fn run(&self, run: &TestRun, cancelled: &AtomicBool) -> Result<TestReport, SandboxError>;
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_residual_risk_is_written_where_a_reader_looks_for_it() {
        let page = include_str!("../../../docs/security.md").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(super::RESIDUAL_RISK));
    }
}
