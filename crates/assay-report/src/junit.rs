//! `junit`: test cases for CI services.
//!
//! Without a gate each row is a case: a regression fails, what is inconclusive is skipped (it is neither good nor bad, and
//! `JUnit` has no other third state), the rest passes. With a gate each clause is a case and the rows are none: the gate
//! alone says what fails.
//!
//! The elements are those that Jenkins, GitLab and others read: `testsuites`, `testsuite`, `testcase`, `failure`,
//! `skipped`.

use assay_analyse::Verdict;
use maud::{Markup, PreEscaped, html};

use crate::format::{Format, FormatError};
use crate::gate::{ClauseResult, GateResult};
use crate::text::{escape_where, one_line};
use crate::words::{self, word};
use crate::{AnyRow, Report};

/// The rows, or a gate's clauses, as test cases.
#[derive(Debug, Clone, Copy)]
pub struct JUnit;

impl Format for JUnit {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn media_type(&self) -> &'static str {
        "application/xml"
    }

    fn render(&self, report: &Report) -> Result<Vec<u8>, FormatError> {
        let rows = &report.rows;
        let counts =
            [rows.len(), rows.with_verdict(Verdict::Regression), rows.with_verdict(Verdict::Inconclusive)];
        Ok(document(report, counts, &html! { @for row in rows.iter() { (row_case(row)) } }))
    }

    fn render_with_gate(&self, report: &Report, gate: &GateResult) -> Result<Vec<u8>, FormatError> {
        let counts = [gate.clauses.len(), gate.failures(), 0];
        Ok(document(report, counts, &html! { @for clause in &gate.clauses { (clause_case(clause)) } }))
    }
}

/// The file, with the counts of all cases, of failures and of skipped ones.
fn document(report: &Report, [tests, failures, skipped]: [usize; 3], cases: &Markup) -> Vec<u8> {
    let name = foreign(&format!(
        "{} against {}, {} {}",
        report.candidate.name, report.baseline.name, report.benchmark.name, report.benchmark.version
    ));
    let document = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name="assay" tests=(tests) failures=(failures) errors="0" skipped=(skipped) {
            (PreEscaped("\n"))
            testsuite name=(name) tests=(tests) failures=(failures) errors="0" skipped=(skipped) {
                (PreEscaped("\n"))
                (cases)
            }
            (PreEscaped("\n"))
        }
        (PreEscaped("\n"))
    };
    document.into_string().into_bytes()
}

fn row_case(row: AnyRow) -> Markup {
    let sentence = foreign(&words::any_sentence(row));
    html! {
        testcase classname=(format!("assay.{}", word(&row.aspect()))) name=(foreign(&words::any_row_name(row))) {
            @match row.verdict() {
                Verdict::Regression => failure type="regression" message=(sentence) { (sentence) },
                Verdict::Inconclusive => skipped message=(sentence) {},
                Verdict::Improvement | Verdict::NoDifference => system-out { (sentence) },
            }
        }
        (PreEscaped("\n"))
    }
}

fn clause_case(clause: &ClauseResult) -> Markup {
    let why = clause.why().iter().map(|line| foreign(line)).collect::<Vec<String>>();
    html! {
        testcase classname="assay.gate" name=(foreign(&clause.text)) {
            @if clause.passes() {
                system-out { (why.join("\n")) }
            } @else {
                failure type="gate" message=(foreign(&format!("{}: {}", clause.place(), why.join("; ")))) {
                    (why.join("\n"))
                }
            }
        }
        (PreEscaped("\n"))
    }
}

/// Foreign text of which every character may stand in XML; maud escapes its marks.
fn foreign(text: &str) -> String {
    // What XML 1.0 lacks beside the controls, which are gone already.
    escape_where(&one_line(text, 1000), |character, _| matches!(character, '\u{fffe}' | '\u{ffff}'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::gate::Gate;

    #[test]
    fn every_row_is_a_case() {
        let text = String::from_utf8(JUnit.render(&fixtures::many_rows()).unwrap()).unwrap();
        insta::assert_snapshot!(text);
    }

    #[test]
    fn performance_rows_are_cases_too() {
        let text = String::from_utf8(JUnit.render(&fixtures::performance()).unwrap()).unwrap();
        insta::assert_snapshot!(text);
    }

    #[test]
    fn with_a_gate_every_clause_is_a_case_and_no_row() {
        let report = fixtures::many_rows();
        let gate = Gate::parse("gate.txt", "syntax_error.verdict != \"regression\"\nall.interval.low > -30")
            .unwrap();
        let gate = gate.evaluate(&report).unwrap();
        let text = String::from_utf8(JUnit.render_with_gate(&report, &gate).unwrap()).unwrap();
        insta::assert_snapshot!(text);
    }

    #[test]
    fn what_xml_has_no_character_for_is_written_as_an_escape() {
        assert_eq!(foreign("a\u{0}\u{fffe}\u{ffff}\u{1b}b"), r"a\x00\ufffe\uffff\x1bb");
    }
}
