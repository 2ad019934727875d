//! A run's samples as a judge is asked about them.

use std::collections::HashMap;

use assay_judge::RunSample;
use assay_types::{Side, Task, TaskId};

use super::{FinishedRun, ShowError};
use crate::check::{label, label_lost, label_refused};

impl FinishedRun {
    /// Both sides' samples of the run's tasks, each side's in file order, with what is stored of their tests.
    pub fn judged_samples(&self) -> Result<Vec<RunSample>, ShowError> {
        let compared = self.report.tasks.iter().map(|task| &task.id);
        let without_score = self.report.tasks_without_score.iter().map(|task| &task.id);
        let of_run: HashMap<&TaskId, &Task> = compared
            .chain(without_score)
            .filter_map(|id| self.benchmark.task(id).map(|task| (&task.id, task)))
            .collect();
        let mut found = Vec::new();
        for side in Side::BOTH {
            let set = self.answers(side)?;
            let mut of_side = Vec::new();
            for sample in &set.samples {
                if let Some(task) = of_run.get(&sample.task) {
                    of_side.push(self.with_finding(task, label(task, sample))?);
                }
            }
            let unread = set.refused.iter().map(label_refused).chain(set.lost.iter().map(label_lost));
            of_side.extend(unread.filter(|entry| of_run.contains_key(&entry.task_id)).map(|entry| {
                let finding = Some(entry.finding.clone());
                (entry, finding)
            }));
            of_side.sort_by_key(|(entry, _)| entry.line);
            found.extend(of_side.into_iter().map(|(entry, finding)| RunSample {
                side,
                task: entry.task_id,
                repetition: entry.repetition,
                code: entry.module,
                outcome: finding.map(|finding| finding.outcome),
            }));
        }
        Ok(found)
    }
}
