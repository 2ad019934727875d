//! Asks the twins in `twins.py`, and compares their answers with this crate's.

use std::io::Write;
use std::num::NonZeroU64;
use std::process::{Command, Stdio};

use assay_stats::RandomSource;
use serde_json::{Value, json};

const TOLERANCE: f64 = 1e-9;
/// The floor for numbers that may cancel to nothing, where rounding is left on either side.
pub(crate) const CANCELLING: f64 = 1e-6;
/// The floor for numbers that are right to their last digits however small, such as p-values.
pub(crate) const SMALL: f64 = 1e-290;

/// One case: what the twin is asked, and what this crate answers.
pub(crate) struct Case {
    pub(crate) question: Value,
    pub(crate) answer: Vec<f64>,
}

/// A number below a bound that is above zero.
pub(crate) fn below(source: &mut RandomSource, bound: u32) -> u32 {
    let bound = NonZeroU64::new(u64::from(bound)).expect("a bound above zero");
    u32::try_from(source.below(bound)).expect("below a 32-bit bound")
}

/// Asks the twin every case, prints how far the answers are apart relative to the twin's, and fails beyond the tolerance.
///
/// A twin's number below the floor counts as the floor.
pub(crate) fn compare(procedure: &str, floor: f64, cases: &[Case]) {
    let questions: Vec<&Value> = cases.iter().map(|case| &case.question).collect();
    let replies = ask(&json!({ "procedure": procedure, "cases": questions }));
    assert_eq!(replies.len(), cases.len(), "{procedure}: a reply per case");
    let mut numbers = 0;
    let mut largest: f64 = 0.0;
    for (case, reply) in cases.iter().zip(&replies) {
        assert_eq!(case.answer.len(), reply.len(), "{procedure}: {}", case.question);
        for (ours, twin) in case.answer.iter().zip(reply) {
            let difference = (ours - twin).abs() / twin.abs().max(floor);
            assert!(difference <= TOLERANCE, "{procedure}: {ours} here, {twin} there, for {}", case.question);
            largest = largest.max(difference);
            numbers += 1;
        }
    }
    // Written past the test harness's capture: the figures are the point of the run.
    writeln!(
        std::io::stdout(),
        "{procedure}: {} cases, {numbers} numbers, largest relative difference {largest:.1e}",
        cases.len()
    )
    .expect("standard output is open");
}

fn ask(request: &Value) -> Vec<Vec<f64>> {
    let python = std::env::var_os("ASSAY_ORACLE_PYTHON")
        .expect("set ASSAY_ORACLE_PYTHON to a Python with scipy and statsmodels (`make oracles` makes one)");
    let mut twin = Command::new(&python)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/twins.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ASSAY_ORACLE_PYTHON names a program that starts");
    let mut input = twin.stdin.take().expect("its input is a pipe");
    input.write_all(request.to_string().as_bytes()).expect("the twin reads the whole request");
    drop(input);
    let output = twin.wait_with_output().expect("the twin ends");
    assert!(output.status.success(), "twins.py failed; its message is above");
    serde_json::from_slice(&output.stdout).expect("the twin replies with lists of finite numbers")
}
