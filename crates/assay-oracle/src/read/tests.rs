use assay_sandbox::CapturedOutput;
use assay_types::LimitKind;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn report(lines: &[Value], end: CommandEnd) -> TestReport {
    let mut output = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let mut line = line.clone();
        line["nonce"] = "n".into();
        if line.get("number").is_none() {
            line["number"] = number.into();
        }
        output.extend(format!("{line}\n").into_bytes());
    }
    read(CommandReport { end, output, errors: CapturedOutput::default() }, "n", 0)
}

fn ended(id: &str, outcome: &str) -> Value {
    json!({ "event": "ended", "id": id, "outcome": outcome, "detail": "" })
}

fn found(id: &str, decoy: Option<&str>) -> Value {
    json!({ "event": "found", "id": id, "decoy": decoy })
}

const WELL: CommandEnd = CommandEnd::Exited { exit: 0 };

fn done() -> Value {
    json!({ "event": "done", "status": 0 })
}

fn outcomes(report: &TestReport) -> Vec<(&str, TestOutcome)> {
    report.results.iter().map(|(id, result)| (id.0.as_str(), result.outcome)).collect()
}

#[test]
fn a_run_is_complete_when_every_test_and_the_runner_came_to_their_end() {
    let lines = [found("a", None), found("b", None), ended("a", "passed"), ended("b", "skipped"), done()];
    let whole = report(&lines, WELL);
    assert_eq!(whole.end, RunEnd::Completed);
    assert_eq!(outcomes(&whole), [("a", TestOutcome::Passed), ("b", TestOutcome::Skipped)]);
    let cut = report(&lines[..3], WELL);
    assert_eq!(cut.end, RunEnd::Died(0));
    assert_eq!(outcomes(&cut), [("a", TestOutcome::Passed), ("b", TestOutcome::Unfinished)]);
    assert_eq!(report(&lines, CommandEnd::Exited { exit: 1 }).end, RunEnd::Died(1));
    assert_eq!(report(&lines, CommandEnd::Limit(LimitKind::Memory)).end, RunEnd::Limit(LimitKind::Memory));
    assert_eq!(report(&lines, CommandEnd::Stopped).end, RunEnd::Stopped);
    let unfinished = report(&[found("a", None), done()], WELL);
    assert!(matches!(unfinished.end, RunEnd::Broken(_)), "{:?}", unfinished.end);
}

#[test]
fn what_the_reporter_did_not_say_is_tampering() {
    let well = [found("a", None), ended("a", "passed"), done()];
    let mut numbered = well.clone();
    numbered[1]["number"] = 7.into();
    let mut later = well.to_vec();
    later.push(ended("a", "passed"));
    let unknown = [found("a", None), ended("b", "passed"), done()];
    for lines in [&numbered[..], &later, &unknown] {
        assert!(matches!(report(lines, WELL).end, RunEnd::Tampered(_)), "{lines:?}");
    }
    let forged = CommandReport {
        end: WELL,
        output: b"{\"nonce\":\"m\",\"number\":0,\"event\":\"done\"}\n".to_vec(),
        errors: CapturedOutput::default(),
    };
    assert!(matches!(read(forged, "n", 0).end, RunEnd::Tampered(_)));
}

#[test]
fn decoys_show_what_no_file_of_tests_does_rightly() {
    let with = |decoy, outcome| {
        let lines =
            [found("a", None), found("d", Some(decoy)), ended("a", "passed"), ended("d", outcome), done()];
        let report = report(&lines, WELL);
        assert_eq!(outcomes(&report), [("a", TestOutcome::Passed)]);
        report.end
    };
    for (decoy, outcome) in
        [("fail", "passed"), ("skip", "passed"), ("fail", "passed_unexpectedly"), ("pass", "failed")]
    {
        assert!(matches!(with(decoy, outcome), RunEnd::Tampered(_)), "{decoy} {outcome}");
    }
    for (decoy, outcome) in [
        ("fail", "failed"),
        ("skip", "skipped"),
        ("pass", "passed"),
        ("pass", "errored"),
        ("fail", "skipped"),
    ] {
        assert_eq!(with(decoy, outcome), RunEnd::Completed, "{decoy} {outcome}");
    }
}

#[test]
fn two_tests_of_one_name_pass_together_or_not_at_all() {
    let both = [["passed", "failed"], ["failed", "passed"]];
    for [one, other] in both {
        let lines = [found("a", None), found("a", None), ended("a", one), ended("a", other), done()];
        assert_eq!(outcomes(&report(&lines, WELL)), [("a", TestOutcome::Failed)]);
    }
}

proptest! {
    #[test]
    fn whatever_is_said_there_is_a_report_and_without_the_nonce_nothing_passes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let report = read(CommandReport { end: WELL, output: bytes, errors: CapturedOutput::default() }, "n", 0);
        prop_assert!(report.end != RunEnd::Completed);
        prop_assert!(report.results.is_empty());
    }
}
