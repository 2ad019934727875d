//! What the Python half said, believed only as far as it proves that it said it.

use std::collections::BTreeMap;

use assay_sandbox::{CommandEnd, CommandReport};
use assay_types::TestId;
use serde::Deserialize;

use crate::order::Decoy;
use crate::report::{RunEnd, TestOutcome, TestReport, TestResult};

/// The most files that are named as broken, and the most that is kept of why.
const MOST_BROKEN: usize = 1000;

/// A line of the reporter's.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    nonce: String,
    number: u64,
    event: Event,
    id: Option<String>,
    decoy: Option<Decoy>,
    /// The file or module that a decoy stands in.
    host: Option<String>,
    outcome: Option<TestOutcome>,
    detail: Option<String>,
    #[serde(rename = "where")]
    place: Option<String>,
    evidence: Option<String>,
    #[serde(rename = "status")]
    _status: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Event {
    Begun,
    Found,
    Started,
    Ended,
    Broken,
    Tampered,
    Done,
}

/// What has been said so far.
#[derive(Default)]
struct Reading {
    results: BTreeMap<TestId, Option<TestResult>>,
    /// Each decoy's kind and host.
    decoys: BTreeMap<String, (Decoy, String)>,
    broken: Vec<(String, String)>,
    evidence: Option<String>,
    done: bool,
}

/// Makes a report of what a run's command left.
pub(crate) fn read(report: CommandReport, nonce: &str, milliseconds: u64) -> TestReport {
    let mut reading = Reading::default();
    for (number, line) in report.output.split_inclusive(|byte| *byte == b'\n').enumerate() {
        // A line without its end was being written when the process ended.
        let Some(line) = line.strip_suffix(b"\n") else { break };
        let message = serde_json::from_slice::<Message>(line).ok();
        let ours = message.filter(|message| message.nonce == nonce && message.number == number as u64);
        let taken = ours.is_some_and(|message| reading.take(message));
        if !taken {
            reading.tampered(format!("line {} of the results is none of the reporter's", number + 1));
            break;
        }
    }
    let end = reading.end(report.end);
    let unfinished = || TestResult { outcome: TestOutcome::Unfinished, detail: String::new() };
    let results = reading.results.into_iter().filter(|(id, _)| !reading.decoys.contains_key(&id.0));
    let results = results.map(|(id, result)| (id, result.unwrap_or_else(unfinished))).collect();
    TestReport { end, results, output: report.errors, milliseconds }
}

impl Reading {
    /// Takes a message; false if it makes no sense where it stands.
    fn take(&mut self, message: Message) -> bool {
        if self.done {
            return false;
        }
        match (message.event, message.id) {
            (Event::Begun, _) => {}
            (Event::Found, Some(id)) => {
                if let Some(decoy) = message.decoy {
                    self.decoys.insert(id.clone(), (decoy, message.host.unwrap_or_default()));
                }
                self.results.entry(TestId(id)).or_default();
            }
            (Event::Started, Some(id)) => return self.results.contains_key(&TestId(id)),
            (Event::Ended, Some(id)) => {
                let Some(outcome) = message.outcome else { return false };
                let Some(known) = self.results.get_mut(&TestId(id)) else { return false };
                // Two tests of one name pass together or not at all.
                if known.as_ref().is_none_or(|known| known.outcome == TestOutcome::Passed) {
                    *known = Some(TestResult { outcome, detail: message.detail.unwrap_or_default() });
                }
            }
            (Event::Broken, _) => {
                if self.broken.len() < MOST_BROKEN {
                    self.broken.push((message.place.unwrap_or_default(), message.detail.unwrap_or_default()));
                }
            }
            (Event::Tampered, _) => self.tampered(message.evidence.unwrap_or_default()),
            (Event::Done, _) => self.done = true,
            _ => return false,
        }
        true
    }

    /// The first evidence counts.
    fn tampered(&mut self, evidence: String) {
        self.evidence.get_or_insert(evidence);
    }

    /// What the decoys' ends show, if they show something.
    ///
    /// Marks and fixtures of a whole file, and the repository's own strictness, act on decoys as on any test there. So each kind shows
    /// only what none of them does:
    ///
    /// - One that must **pass** is empty, and shows how its file treats a test that is well. However it ends is no evidence: a file may be
    ///   skipped, have fixtures that fail, or turn warnings into errors. Nothing is won by that, for only a pass is a pass.
    /// - One that must **fail** raises, and shows what becomes of a failure. If it passes, failures are hidden, whether or not it was expected
    ///   to fail. If it is skipped or counts as an expected failure, its file may be the reason, but then the empty test beside it was
    ///   not run as any other either; where that one ran, failures are turned into something else.
    /// - One that must be **skipped** shows the same of a skip: if it passes, skips are hidden. It may fail as any test may.
    /// - A decoy that **never ends** although the runner came to its end was taken out. Only where files are broken, so that the run shows no
    ///   pass, may one be missing.
    ///
    /// The Python half adds what only it sees: a failing decoy whose call raised nothing, whatever its clean-up came to.
    fn decoy_evidence(&self) -> Option<String> {
        self.decoys.iter().find_map(|(id, (decoy, host))| {
            let must = match decoy {
                Decoy::Pass => "pass",
                Decoy::Fail => "fail",
                Decoy::Skip => "be skipped",
            };
            let ended = match (decoy, self.outcome_of(id)) {
                (_, None) if self.done && self.broken.is_empty() => "never ended",
                (Decoy::Fail | Decoy::Skip, Some(TestOutcome::Passed | TestOutcome::PassedUnexpectedly)) => {
                    "passed"
                }
                (Decoy::Fail, Some(TestOutcome::Skipped)) if self.runs_tests(host) => "was skipped",
                (Decoy::Fail, Some(TestOutcome::FailedAsExpected)) if self.runs_tests(host) => {
                    "counted as an expected failure"
                }
                _ => return None,
            };
            Some(format!("{id}, a test of assay's that must {must}, {ended}"))
        })
    }

    fn outcome_of(&self, id: &str) -> Option<TestOutcome> {
        self.results.get(&TestId(id.to_owned()))?.as_ref().map(|result| result.outcome)
    }

    /// Whether the empty test of this file was run as any other: neither skipped nor expected to fail nor stopped by a fixture.
    fn runs_tests(&self, host: &str) -> bool {
        self.decoys.iter().any(|(id, (decoy, place))| {
            *decoy == Decoy::Pass
                && place == host
                && matches!(self.outcome_of(id), Some(TestOutcome::Passed | TestOutcome::Failed))
        })
    }

    fn end(&mut self, end: CommandEnd) -> RunEnd {
        let evidence = self.evidence.take().or_else(|| self.decoy_evidence());
        match (end, evidence) {
            (CommandEnd::Stopped, _) => RunEnd::Stopped,
            (_, Some(evidence)) => RunEnd::Tampered(evidence),
            (CommandEnd::Limit(kind), None) => RunEnd::Limit(kind),
            (CommandEnd::Exited { exit }, None) if exit != 0 || !self.done => RunEnd::Died(exit),
            (CommandEnd::Exited { .. }, None) => self.whole(),
        }
    }

    /// The end of a run whose runner came to its own.
    fn whole(&mut self) -> RunEnd {
        let mut broken = std::mem::take(&mut self.broken);
        let unfinished = self
            .results
            .values()
            .filter(|result| result.as_ref().is_none_or(|result| result.outcome == TestOutcome::Unfinished));
        match unfinished.count() {
            0 => {}
            count => broken.push((String::new(), format!("{count} tests did not come to their end"))),
        }
        if broken.is_empty() { RunEnd::Completed } else { RunEnd::Broken(broken) }
    }
}

#[cfg(test)]
mod tests;
