//! What was done for a candidate, in lines.

use assay_oracle::{RunEnd, TestOutcome, TestReport};

/// The most bytes of a log.
const MOST: usize = 1 << 20;
/// How much of what the tests print is kept of one run.
const OUTPUT: usize = 4000;

/// A log. What comes from a repository is escaped, so that it acts on no terminal.
#[derive(Debug, Default)]
pub(crate) struct Log(String);

impl Log {
    /// One line of ours, with whatever stands in it escaped.
    pub(crate) fn line(&mut self, text: &str) {
        if self.0.len() < MOST {
            self.0.extend(text.chars().flat_map(|character| {
                let acts = character.is_control() || assay_types::acts_or_hides(character);
                let escaped = acts.then(|| character.escape_default());
                let plain = (!acts).then_some(character);
                escaped.into_iter().flatten().chain(plain)
            }));
            self.0.push('\n');
        }
    }

    /// A run: how it ended, how many tests ended how, and of one that did not go well what it printed.
    pub(crate) fn run(&mut self, what: &str, report: &TestReport) {
        let outcomes = [
            (TestOutcome::Passed, "passed"),
            (TestOutcome::Failed, "failed"),
            (TestOutcome::Errored, "errored"),
            (TestOutcome::Skipped, "skipped"),
            (TestOutcome::FailedAsExpected, "failed as expected"),
            (TestOutcome::PassedUnexpectedly, "passed unexpectedly"),
            (TestOutcome::Unfinished, "unfinished"),
        ];
        let count = |outcome| report.results.values().filter(|result| result.outcome == outcome).count();
        let counts: Vec<String> = outcomes
            .iter()
            .filter(|(outcome, _)| count(*outcome) > 0)
            .map(|(outcome, word)| format!("{} {word}", count(*outcome)))
            .collect();
        let end = match &report.end {
            RunEnd::Broken(broken) => format!("{} broken", broken.len()),
            other => format!("{other:?}"),
        };
        self.line(&format!("{what}: {end}; {}", counts.join(", ")));
        if let RunEnd::Broken(broken) = &report.end {
            for (place, detail) in broken.iter().take(5) {
                self.line(&format!("  {place}: {}", tail(detail.as_bytes())));
            }
        }
        for (id, result) in report.results.iter().filter(|(_, result)| !result.detail.is_empty()).take(5) {
            self.line(&format!("  {}: {}", id.0, tail(result.detail.as_bytes())));
        }
        if matches!(report.end, RunEnd::Died(_) | RunEnd::Limit(_)) || report.results.is_empty() {
            let output = &report.output;
            let last = if output.tail.is_empty() { &output.head } else { &output.tail };
            self.line(&format!("  printed: {}", tail(last)));
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// The end of a text.
fn tail(bytes: &[u8]) -> String {
    let start = bytes.len().saturating_sub(OUTPUT);
    String::from_utf8_lossy(&bytes[start..]).trim().to_owned()
}
