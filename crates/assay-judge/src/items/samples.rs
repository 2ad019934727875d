//! Samples with what their tests came to: the truth of `correctness`.

use assay_report::Report;
use assay_types::{Outcome, Task};

use super::{Found, Item, LeftOut, RunSample, Selection, Subject};

/// Adds a task's samples of both sides: incorrect is every judged sample that does not pass, as in a report's `incorrect_code`.
pub(super) fn add<'a>(
    found: &mut Found<'a>,
    report: &Report,
    task: &Task,
    samples: &[&'a RunSample],
    selection: &Selection,
) {
    let gives_no_score = report.tasks_without_score.iter().any(|entry| entry.id == task.id);
    let mut chosen: Vec<&'a RunSample> =
        samples.iter().copied().filter(|sample| selection.holds(sample)).collect();
    chosen.sort_by_key(|sample| (sample.repetition, sample.side));
    for sample in chosen {
        match truth(sample) {
            _ if gives_no_score => found.leave_out(LeftOut::WithoutScore),
            Err(why) => found.leave_out(why),
            Ok((truth, code)) => {
                let item = Item {
                    task: task.id.clone(),
                    repetition: sample.repetition,
                    subject: Subject::Sample(sample.side),
                    truth,
                };
                found.items.push((item, vec![code]));
            }
        }
    }
}

fn truth(sample: &RunSample) -> Result<(&'static str, &str), LeftOut> {
    let Some(outcome) = &sample.outcome else { return Err(LeftOut::NoFinding) };
    match outcome {
        Outcome::Infrastructure => return Err(LeftOut::Infrastructure),
        Outcome::NotJudged => return Err(LeftOut::NotJudged),
        _ => {}
    }
    let code = sample.code.as_deref().ok_or(LeftOut::NoCode)?;
    Ok((if outcome.passed() { "correct" } else { "incorrect" }, code))
}
