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
    decoys: BTreeMap<String, Decoy>,
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
                    self.decoys.insert(id.clone(), decoy);
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

    /// What a decoy's end shows, if it shows something.
    ///
    /// Fixtures and marks of a whole file act on decoys as on any test there, and may rightly skip them or break their set-up. What nothing
    /// in a file does rightly is to make a test pass that must not, or to fail an empty one.
    fn decoy_evidence(&self) -> Option<String> {
        let outcome = |id: &String| self.results.get(&TestId(id.clone())).and_then(Option::as_ref);
        let shows = |(id, decoy): (&String, &Decoy)| {
            let ended = match outcome(id) {
                None if self.done && self.broken.is_empty() => "never ended",
                None => return None,
                Some(result) => match (decoy, result.outcome) {
                    (Decoy::Fail | Decoy::Skip, TestOutcome::Passed | TestOutcome::PassedUnexpectedly) => {
                        "passed"
                    }
                    (Decoy::Pass, TestOutcome::Failed) => "failed",
                    _ => return None,
                },
            };
            let must = match decoy {
                Decoy::Pass => "pass",
                Decoy::Fail => "fail",
                Decoy::Skip => "be skipped",
            };
            Some(format!("{id}, a test of assay's that must {must}, {ended}"))
        };
        self.decoys.iter().find_map(shows)
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
