//! `assay benchmark lint`: whether a benchmark judges rightly, and what its tests are worth.

use std::process::ExitCode;

use assay_benchmark::Benchmark;
use assay_run::{Lint, LintDocument, LintFinding, LintSettings, Severity, lint};

use super::{mutants, setting, timing};
use crate::arguments::{Common, Strength};
use crate::failure::Failure;
use crate::output;
use crate::progress::Shown;

pub(super) fn run(
    name: &str,
    settings: LintSettings,
    json: bool,
    strength: &Strength,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let benchmark = setting::benchmark(name, common)?;
    if let Some(folder) = &strength.out {
        output::prepare_folder(folder)?;
    }
    let session = setting::session(common, Some(&benchmark))?;
    let found = lint(&session, &benchmark, settings, &Shown::new(common.quiet))?;
    timing::show(&found.timing, common.quiet, false);
    let measured =
        strength.mutants.then(|| mutants::measure(&session, &benchmark, strength, common)).transpose()?;
    let text = if json {
        let document = LintDocument::new(&session, &benchmark, &found);
        match measured {
            Some(measured) => measured.document(document).text(),
            None => document.text(),
        }
    } else {
        let worth = measured.map_or_else(String::new, |measured| measured.text(&benchmark));
        output::harmless(&(text(&benchmark, &found) + &worth))
    };
    output::print(text.as_bytes())?;
    Ok(if found.count(Severity::Problem) == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn text(benchmark: &Benchmark, found: &Lint) -> String {
    let mut text: String = found.findings.iter().map(line).collect();
    text += &format!(
        "{} {}: {} references, {} wrong solutions, {} problems",
        benchmark.name,
        benchmark.version,
        found.references,
        found.wrong_solutions,
        found.count(Severity::Problem)
    );
    match found.count(Severity::Note) {
        0 => text + "\n",
        notes => text + &format!(", {notes} notes\n"),
    }
}

fn line(finding: &LintFinding) -> String {
    let note = if finding.severity == Severity::Note { "note: " } else { "" };
    let place = finding.line.map_or_else(String::new, |line| format!(" (line {line} of its tests)"));
    // What a sample raised may have many lines; a finding has one.
    let message = finding.message.replace('\n', "\\n");
    format!("{}: {note}{message}{place}\n", finding.task)
}
