//! Which of the eight static checks flag each sample, for comparison with a plan of what is planted.
//!
//! Standard input: one JSON object per line, `{"task_id", "solution"}`. Standard output: one JSON array per line, in the same
//! order: the names of the checks that flag the solution, sorted. A text that does not parse has `syntax_error` alone.
#![expect(clippy::print_stdout, reason = "an example's output")]

use std::collections::BTreeSet;
use std::io::BufRead as _;

use assay_python::comments::{self, Thresholds};
use assay_python::duplicates::{self, NotSearched};
use assay_python::{Judgement, Module, StaticProfile, judge_module};
use serde_json::{Value, json};

fn flags(source: &str) -> Result<BTreeSet<&'static str>, Box<dyn std::error::Error>> {
    let profile = StaticProfile::default();
    let Ok(module) = Module::parse(source.into(), profile.python) else {
        return Ok(BTreeSet::from(["syntax_error"]));
    };
    let mut flags: BTreeSet<&str> = match judge_module(&module, profile) {
        Judgement::Judged { findings, .. } => findings.iter().map(|finding| finding.check).collect(),
        Judgement::DoesNotParse(finding) => return Ok(BTreeSet::from([finding.check])),
        Judgement::AnalysisFailed(reason) => return Err(reason.into()),
    };
    match duplicates::find(source, duplicates::MINIMUM_TOKENS) {
        Ok(found) if !found.is_empty() => drop(flags.insert("code_duplication")),
        // What CPD cannot split is not judged, so not flagged either.
        Ok(_) | Err(NotSearched::Lexical { .. }) => {}
        Err(beyond) => return Err(beyond.into()),
    }
    if !comments::duplicated(&module, Thresholds::default())?.is_empty() {
        flags.insert("comment_duplication");
    }
    Ok(flags)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let sample: Value = serde_json::from_str(&line?)?;
        let solution = sample["solution"].as_str().ok_or("a line has no text as its solution")?;
        println!("{}", json!(flags(solution)?));
    }
    Ok(())
}
