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
        "{} {}: {}, {}, {}",
        benchmark.name,
        benchmark.version,
        counted(found.references, "reference"),
        counted(found.wrong_solutions, "wrong solution"),
        counted(found.count(Severity::Problem), "problem")
    );
    match found.count(Severity::Note) {
        0 => text + "\n",
        notes => text + &format!(", {}\n", counted(notes, "note")),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn line(finding: &LintFinding) -> String {
    let note = if finding.severity == Severity::Note { "note: " } else { "" };
    let place = finding.line.map_or_else(String::new, |line| format!(" (line {line} of its tests)"));
    // What a sample raised may have many lines; a finding has one.
    let message = finding.message.replace('\n', "\\n");
    format!("{}: {note}{message}{place}\n", finding.task)
}
