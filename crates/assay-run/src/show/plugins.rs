//! What a report holds of the plug-ins' words on a sample. Nobody asks them again: they are the user's, and may be gone.

use assay_report::{CodeFinding, FlaggedRow};

use super::{FinishedRun, ShownSample, Side};

/// A plug-in's word on a sample, as far as the report holds it.
#[derive(Debug)]
pub struct PluginWord<'a> {
    /// The plug-in.
    pub name: &'a str,
    /// Whether the sample is among those that the report names as flagged: of each task and side the first ten.
    pub flagged: bool,
    /// What it flagged, where the sample is one of the report's examples. Untrusted text.
    pub findings: &'a [CodeFinding],
}

impl FinishedRun {
    /// The words of the run's plug-ins on a sample that has a judged module, in the order of their rows.
    #[must_use]
    pub fn words_of_plugins(&self, sample: &ShownSample) -> Vec<PluginWord<'_>> {
        let plugins = self.report.static_analysis.iter().flat_map(|analysis| &analysis.plugins);
        let plugins = plugins.filter(|_| sample.module.is_some());
        plugins
            .map(|plugin| {
                let row = self.report.flagged.iter().find(|row| row.check == plugin.name);
                PluginWord {
                    name: &plugin.name,
                    flagged: row.is_some_and(|row| names(row, sample)),
                    findings: row.map_or(&[], |row| findings(row, sample)),
                }
            })
            .collect()
    }
}

fn names(row: &FlaggedRow, sample: &ShownSample) -> bool {
    let task = row.tasks.iter().find(|task| task.id == sample.task);
    task.is_some_and(|task| {
        let side = match sample.side {
            Side::Baseline => &task.baseline,
            Side::Candidate => &task.candidate,
        };
        side.samples.contains(&sample.repetition)
    })
}

/// Examples are all of the candidate.
fn findings<'a>(row: &'a FlaggedRow, sample: &ShownSample) -> &'a [CodeFinding] {
    let is_it = sample.side == Side::Candidate;
    let mut examples = row.examples.iter().filter(|_| is_it);
    let example =
        examples.find(|example| example.id == sample.task && example.repetition == sample.repetition);
    example.map_or(&[], |example| &example.findings)
}
