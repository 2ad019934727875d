//! Judges many texts and writes what is found, for comparison with other tools.
//!
//! Standard input: one JSON string per line, each a text. Standard output: one JSON object per line, in the same order:
//! `{"findings": [[id, line, column, message, rule, check], …], "undecided": […], "failed": reason or null}`. Arguments:
//! `default`, `paper` or `authors-code`; `pylint3` or `pylint4`.
#![expect(clippy::print_stdout, reason = "an example's output")]

use std::io::BufRead as _;

use assay_python::{Finding, Judgement, Naming, Reading, StaticProfile, judge};
use serde_json::{Value, json};

fn rows(findings: &[Finding]) -> Vec<Value> {
    let row = |finding: &Finding| {
        json!([finding.pylint, finding.line, finding.column, finding.message, finding.rule, finding.check])
    };
    findings.iter().map(row).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut profile = StaticProfile::default();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "default" => profile.reading = Reading::Default,
            "paper" => profile.reading = Reading::Paper,
            "authors-code" => profile.reading = Reading::AuthorsCode,
            "pylint3" => profile.naming = Naming::Pylint3,
            "pylint4" => profile.naming = Naming::Pylint4,
            other => return Err(format!("{other:?} is no setting").into()),
        }
    }
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let object = match judge(text.into(), profile) {
            Judgement::Judged { findings, undecided } => {
                json!({"findings": rows(&findings), "undecided": rows(&undecided), "failed": null})
            }
            Judgement::DoesNotParse(finding) => {
                json!({"findings": rows(&[finding]), "undecided": [], "failed": null})
            }
            Judgement::AnalysisFailed(reason) => json!({"findings": [], "undecided": [], "failed": reason}),
        };
        println!("{object}");
    }
    Ok(())
}
