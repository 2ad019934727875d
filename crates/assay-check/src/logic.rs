//! Whether the code does what was asked: the task's own tests.

use std::sync::Arc;

use assay_sandbox::{
    CapturedOutput, Judgement, Judging, Limits, SampleFailure, Trial, TrialReport, judge_version,
};
use assay_types::{Digest, FailCause, Finding, Isolation, Outcome, TrialTime};

use crate::{Check, Circumstances, Plan, Subject};

/// Raised whenever the same trial would lead to another finding.
const VERSION: &str = "logic 2";

/// Runs a task's tests.
#[derive(Debug, Clone)]
pub struct LogicCheck {
    judge: String,
}

impl LogicCheck {
    /// The check, with the judging code that this program carries.
    #[must_use]
    pub fn new() -> Self {
        Self::of_judge(judge_version())
    }

    /// The check as a run had it whose judging code was of that version: for looking its findings up, not for judging.
    #[must_use]
    pub fn of_judge(judge: String) -> Self {
        Self { judge }
    }
}

impl Default for LogicCheck {
    fn default() -> Self {
        Self::new()
    }
}

impl Check for LogicCheck {
    fn name(&self) -> &'static str {
        "logic"
    }

    fn key(&self, subject: &Subject<'_>, circumstances: &Circumstances) -> Digest {
        let task = subject.task;
        let isolation = match task.isolation {
            Isolation::Split => "split",
            Isolation::Shared => "shared",
        };
        let rule = &circumstances.limit_rule_of(task);
        // The rule alone leaves out the limits that do not follow from the reference; its time follows from its text.
        let limits = serde_json::to_string(&(rule, rule.limits(TrialTime::default()))).unwrap_or_default();
        Digest::of_parts(&[
            VERSION,
            &self.judge,
            &subject.module,
            &task.entry_point,
            &task.prompt,
            &task.tests,
            &task.reference,
            isolation,
            &circumstances.environment,
            &circumstances.controls.join(" "),
            &limits,
        ])
    }

    fn plan(&self, subject: &Subject<'_>, limits: Limits) -> Plan {
        let task = subject.task;
        Plan::Trial(Trial {
            module: subject.module.clone(),
            entry_point: Arc::from(task.entry_point.as_str()),
            judging: Arc::new(match task.isolation {
                Isolation::Split => Judging::Split {
                    key: Digest::of_parts(&[&*task.prompt, &*task.tests]).to_string(),
                    preamble: task.prompt.clone(),
                    tests: task.tests.clone(),
                },
                Isolation::Shared => Judging::Shared {
                    key: Digest::of_parts(&[&*task.tests, &*task.reference]).to_string(),
                    tests: task.tests.clone(),
                    reference: task.reference.clone(),
                },
            }),
            limits,
        })
    }

    fn read(&self, report: &TrialReport) -> Finding {
        let (outcome, evidence, line) = match report.judgement.clone() {
            Judgement::Passed => (Outcome::Pass, None, None),
            Judgement::WrongAnswer { evidence, line } => (fail(FailCause::WrongAnswer), Some(evidence), line),
            Judgement::SampleRaised { failure, evidence, line } => (raised(failure), Some(evidence), line),
            Judgement::NotPlainData { evidence } => (fail(FailCause::NotPlainData), Some(evidence), None),
            Judgement::Tampered { evidence } => (Outcome::Tampered, Some(evidence), None),
            Judgement::Exited { exit } => {
                (fail(FailCause::Exited), Some(format!("its process ended with {exit}")), None)
            }
            Judgement::Limit(limit) => (Outcome::Limit { limit }, None, None),
            Judgement::Fault { evidence } => (Outcome::NotJudged, Some(evidence), None),
            Judgement::Killed { evidence } => (Outcome::Infrastructure, Some(evidence), None),
        };
        Finding {
            outcome,
            evidence: evidence.map(|evidence| without_addresses(&evidence)),
            line,
            output: printed(&report.output),
            time: TrialTime {
                cpu_microseconds: report.worker.cpu_microseconds,
                judging_microseconds: report.spans.judging / 1_000,
                wall_microseconds: report.spans.total / 1_000,
            },
        }
    }
}

fn fail(cause: FailCause) -> Outcome {
    Outcome::Fail { cause }
}

fn raised(failure: SampleFailure) -> Outcome {
    match failure {
        SampleFailure::Syntax => fail(FailCause::Syntax),
        SampleFailure::MissingName => fail(FailCause::MissingName),
        SampleFailure::Exited => fail(FailCause::Exited),
        SampleFailure::Exception => fail(FailCause::Exception),
    }
}

/// Evidence is part of the report, which two runs must agree on: the address in `<F object at 0x7f00dead0850>` is
/// another one in each of them, and tells nobody anything.
fn without_addresses(text: &str) -> String {
    const BEFORE: &str = " at 0x";
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(BEFORE) {
        let (before, address) = rest.split_at(place + BEFORE.len());
        let digits = address.bytes().take_while(u8::is_ascii_hexdigit).count();
        kept += before;
        kept += if digits >= 6 { "…" } else { &address[..digits] };
        rest = &address[digits..];
    }
    kept + rest
}

/// What was printed, as text, with a note where its middle is missing.
fn printed(output: &CapturedOutput) -> String {
    let head = String::from_utf8_lossy(&output.head);
    if output.tail.is_empty() {
        return head.into_owned();
    }
    let missing = output.total - (output.head.len() + output.tail.len()) as u64;
    let tail = String::from_utf8_lossy(&output.tail);
    if missing == 0 {
        format!("{head}{tail}")
    } else {
        format!("{head}\n[… {missing} bytes left out …]\n{tail}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_sandbox::{LimitRule, ProcessEnd, Spans};
    use assay_types::{LimitKind, Task, TaskId};

    fn task() -> Task {
        Task {
            reference: Arc::from("r"),
            tests: Arc::from("t"),
            ..Task::asking(TaskId::new("t").unwrap(), "f", "p")
        }
    }

    fn key(change: impl FnOnce(&mut Task, &mut String, &mut Circumstances)) -> Digest {
        let mut circumstances = Circumstances {
            environment: "e".into(),
            controls: vec!["c".into()],
            limit_rule: LimitRule::default(),
        };
        let (mut task, mut module) = (task(), "m".to_owned());
        change(&mut task, &mut module, &mut circumstances);
        LogicCheck::new().key(&Subject { task: &task, module: Arc::from(module) }, &circumstances)
    }

    #[test]
    fn whatever_could_change_the_finding_changes_the_key() {
        let keys = [
            key(|_, _, _| {}),
            key(|_, module, _| module.push('x')),
            key(|task, _, _| task.tests = Arc::from("other")),
            key(|task, _, _| task.prompt = Arc::from("other")),
            key(|task, _, _| task.entry_point = "g".into()),
            key(|task, _, _| task.isolation = Isolation::Shared),
            key(|_, _, circumstances| circumstances.environment.push('x')),
            key(|_, _, circumstances| circumstances.controls.clear()),
            key(|_, _, circumstances| circumstances.limit_rule.multiple = 11.0),
            key(|_, _, circumstances| circumstances.limit_rule.floor_seconds = 3.0),
            key(|_, _, circumstances| circumstances.limit_rule.wall_multiple = 6.0),
            key(|_, _, circumstances| circumstances.limit_rule.memory_bytes = 1 << 30),
            key(|task, _, _| task.limits.multiple = Some(3.0)),
            key(|task, _, _| task.limits.floor_seconds = Some(4.0)),
            key(|task, _, _| task.limits.memory_bytes = Some(1 << 29)),
            // Its time sets the sample's limits.
            key(|task, _, _| task.reference = Arc::from("other")),
        ];
        let different: std::collections::HashSet<_> = keys.iter().collect();
        assert_eq!(different.len(), keys.len());
    }

    #[test]
    fn what_cannot_change_the_finding_leaves_the_key() {
        assert_eq!(key(|_, _, _| {}), key(|task, _, _| task.wrong.push(("other".into(), Arc::from("w")))));
        assert_eq!(key(|_, _, _| {}), key(|task, _, _| task.difficulty = Some("hard".into())));
    }

    #[test]
    fn evidence_holds_no_address() {
        let plain = "ValueError: x at 0x1f, <A at 0x9563c0> and <B object at 0x7f00dead0850>";
        assert_eq!(without_addresses(plain), "ValueError: x at 0x1f, <A at 0x…> and <B object at 0x…>");
        assert_eq!(without_addresses("é at 0x"), "é at 0x");
    }

    #[test]
    fn every_judgement_has_its_outcome() {
        let read = |judgement| {
            let report = TrialReport {
                judgement,
                worker: ProcessEnd::default(),
                output: CapturedOutput::default(),
                spans: Spans::default(),
                measurement: None,
            };
            LogicCheck::new().read(&report).outcome.to_string()
        };
        assert_eq!(read(Judgement::Passed), "pass");
        assert_eq!(read(Judgement::Exited { exit: 0 }), "fail(exited)");
        assert_eq!(read(Judgement::Limit(LimitKind::Wall)), "limit(wall)");
        assert_eq!(read(Judgement::Fault { evidence: String::new() }), "not_judged");
        assert_eq!(read(Judgement::Killed { evidence: String::new() }), "infrastructure");
    }
}
