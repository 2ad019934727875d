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

fn found(id: &str) -> Value {
    json!({ "event": "found", "id": id })
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
    let lines = [found("a"), found("b"), ended("a", "passed"), ended("b", "skipped"), done()];
    let whole = report(&lines, WELL);
    assert_eq!(whole.end, RunEnd::Completed);
    assert_eq!(outcomes(&whole), [("a", TestOutcome::Passed), ("b", TestOutcome::Skipped)]);
    let cut = report(&lines[..3], WELL);
    assert_eq!(cut.end, RunEnd::Died(0));
    assert_eq!(outcomes(&cut), [("a", TestOutcome::Passed), ("b", TestOutcome::Unfinished)]);
    assert_eq!(report(&lines, CommandEnd::Exited { exit: 1 }).end, RunEnd::Died(1));
    assert_eq!(report(&lines, CommandEnd::Limit(LimitKind::Memory)).end, RunEnd::Limit(LimitKind::Memory));
    assert_eq!(report(&lines, CommandEnd::Stopped).end, RunEnd::Stopped);
    let unfinished = report(&[found("a"), done()], WELL);
    assert!(matches!(unfinished.end, RunEnd::Broken(_)), "{:?}", unfinished.end);
}

#[test]
fn what_the_reporter_did_not_say_is_tampering() {
    let well = [found("a"), ended("a", "passed"), done()];
    let mut numbered = well.clone();
    numbered[1]["number"] = 7.into();
    let mut later = well.to_vec();
    later.push(ended("a", "passed"));
    let unknown = [found("a"), ended("b", "passed"), done()];
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

/// The end of a run with these decoys, each by its kind and outcome, in files `one`, `two` and so on.
fn with_decoys(hosts: &[&[(&str, &str)]]) -> RunEnd {
    let mut lines = vec![found("a")];
    let mut ends = vec![ended("a", "passed")];
    for (host, decoys) in hosts.iter().enumerate() {
        for (decoy, outcome) in *decoys {
            let id = format!("{host}::{decoy}");
            lines.push(json!({ "event": "found", "id": id, "decoy": decoy, "host": host.to_string() }));
            ends.push(ended(&id, outcome));
        }
    }
    lines.extend(ends);
    lines.push(done());
    let report = report(&lines, WELL);
    assert_eq!(outcomes(&report), [("a", TestOutcome::Passed)]);
    report.end
}

#[test]
fn decoys_show_what_no_file_of_tests_does_rightly() {
    for (decoy, outcome) in [
        ("fail", "passed"),
        ("skip", "passed"),
        ("fail", "passed_unexpectedly"),
        ("skip", "passed_unexpectedly"),
    ] {
        assert!(matches!(with_decoys(&[&[(decoy, outcome)]]), RunEnd::Tampered(_)), "{decoy} {outcome}");
    }
    for (decoy, outcome) in [
        ("fail", "failed"),
        ("fail", "errored"),
        ("skip", "skipped"),
        ("skip", "failed"),
        ("pass", "passed"),
        ("pass", "errored"),
        ("pass", "skipped"),
    ] {
        assert_eq!(with_decoys(&[&[(decoy, outcome)]]), RunEnd::Completed, "{decoy} {outcome}");
    }
}

#[test]
fn a_repository_that_is_strict_with_empty_tests_is_no_cheat_and_hides_none() {
    let strict = [("pass", "failed"), ("fail", "failed"), ("skip", "skipped")];
    assert_eq!(with_decoys(&[&strict]), RunEnd::Completed);
    let hides = [("pass", "failed"), ("fail", "passed"), ("skip", "skipped")];
    for hosts in [[&strict, &hides], [&hides, &strict]] {
        assert!(matches!(with_decoys(&hosts.map(|host| &host[..])), RunEnd::Tampered(_)), "{hosts:?}");
    }
}

#[test]
fn a_failure_that_is_skipped_or_expected_is_evidence_where_an_empty_test_beside_it_ran() {
    for turned in ["skipped", "failed_as_expected"] {
        for ran in ["passed", "failed"] {
            let host = [("pass", ran), ("fail", turned), ("skip", "skipped")];
            assert!(matches!(with_decoys(&[&host]), RunEnd::Tampered(_)), "{ran} {turned}");
        }
        // The whole file is skipped, expected to fail, or not run at all; what another file does is no measure of it.
        for whole in ["skipped", "passed_unexpectedly", "failed_as_expected", "errored"] {
            let host = [("pass", whole), ("fail", turned), ("skip", "skipped")];
            let other = [("pass", "passed"), ("fail", "failed"), ("skip", "skipped")];
            assert_eq!(with_decoys(&[&host, &other]), RunEnd::Completed, "{whole} {turned}");
        }
    }
}

#[test]
fn a_decoy_that_never_ended_was_taken_out_unless_the_run_shows_no_pass_anyway() {
    let taken = json!({ "event": "found", "id": "d", "decoy": "pass", "host": "one" });
    let lines = [found("a"), taken, ended("a", "passed"), done()];
    assert!(matches!(report(&lines, WELL).end, RunEnd::Tampered(_)));
    let broken = json!({ "event": "broken", "where": "b", "detail": "" });
    let lines = [&lines[..3], &[broken, done()]].concat();
    assert!(matches!(report(&lines, WELL).end, RunEnd::Broken(_)));
}

#[test]
fn two_tests_of_one_name_pass_together_or_not_at_all() {
    let both = [["passed", "failed"], ["failed", "passed"]];
    for [one, other] in both {
        let lines = [found("a"), found("a"), ended("a", one), ended("a", other), done()];
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
