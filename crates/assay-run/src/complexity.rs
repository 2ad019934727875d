//! Cyclomatic complexity and maintainability index of samples: each distinct judged module measured once, on all
//! processors, and the sides' samples paired by task and repetition.

use std::collections::HashMap;
use std::sync::Arc;

use assay_analyse::{CodeMetrics, PairedSamples};
use assay_python::PythonVersion;
use assay_python::metrics::{Multi, measure};
use assay_types::TaskId;

use crate::check::LabelledSample;
use crate::error::RunError;
use crate::reading::on_all_processors;
use crate::session::Session;

/// Adds to each sample that parses what its code measures, where that is asked for.
pub(crate) fn measure_samples(
    session: &Session,
    labelled: &mut [Vec<LabelledSample>],
) -> Result<(), RunError> {
    if !session.checks.complexity {
        return Ok(());
    }
    let mut known: HashMap<Arc<str>, usize> = HashMap::new();
    let mut texts: Vec<Arc<str>> = Vec::new();
    for module in labelled.iter().flatten().filter_map(|entry| entry.module.as_ref()) {
        known.entry(module.clone()).or_insert_with(|| {
            texts.push(module.clone());
            texts.len() - 1
        });
    }
    let python = session.checks.static_checks.profile.python;
    let measured =
        on_all_processors(texts.len(), &session.cancelled, || |place| metrics_of(&texts[place], python))?;
    for entry in labelled.iter_mut().flatten() {
        let place = entry.module.as_ref().and_then(|module| known.get(module));
        entry.metrics = place.and_then(|place| measured[*place]);
    }
    Ok(())
}

/// What a text measures; nothing where it does not parse, or is beyond the limits of the analysis.
fn metrics_of(text: &Arc<str>, python: PythonVersion) -> Option<CodeMetrics> {
    let metrics = measure(text.clone(), python).ok()?;
    Some(CodeMetrics {
        cyclomatic_complexity: metrics.complexity.total as u64,
        maintainability_index: metrics.maintainability_index(Multi::Comments).ok(),
    })
}

/// The sides' samples in pairs of the same task and repetition, in the baseline's order.
pub(crate) fn paired(baseline: &[LabelledSample], candidate: &[LabelledSample]) -> PairedSamples {
    fn place(sample: &LabelledSample) -> (&TaskId, u32) {
        (&sample.task_id, sample.repetition)
    }
    let mut partners: Vec<&LabelledSample> = candidate.iter().collect();
    partners.sort_unstable_by_key(|sample| place(sample));
    let pair = |sample: &LabelledSample| {
        let found = partners.binary_search_by(|partner| place(partner).cmp(&place(sample))).ok()?;
        Some([sample.metrics, partners[found].metrics])
    };
    let pairs: Vec<_> = baseline.iter().filter_map(pair).collect();
    let unpaired = baseline.len() + candidate.len() - 2 * pairs.len();
    PairedSamples { pairs, unpaired: unpaired as u64 }
}

#[cfg(test)]
mod tests {
    use assay_types::{FieldKind, Sample, Task};

    use super::*;
    use crate::check::label;

    #[test]
    fn what_does_not_parse_has_no_measures_and_what_radon_cannot_split_no_index() {
        let of = |text: &str| metrics_of(&Arc::from(text), PythonVersion::PY311);
        assert_eq!(of("def f(:\n"), None);
        // One, and one for the decision.
        let found = of("def f(x):\n    if x:\n        return x + 1\n    return 2\n").unwrap();
        assert_eq!(found.cyclomatic_complexity, 2);
        assert!(found.maintainability_index.is_some_and(|index| (50.0..100.0).contains(&index)));
        assert_eq!(of("x = 'a\u{c}b'\n").map(|found| found.maintainability_index), Some(None));
        assert_eq!(of("").map(|found| found.maintainability_index), Some(Some(100.0)));
    }

    #[test]
    fn samples_are_paired_by_task_and_repetition_whatever_their_order() {
        let sample = |task: &str, repetition, cyclomatic_complexity| {
            let task = Task::asking(TaskId::new(task).unwrap(), "f", "");
            let raw = "x = 1\n".into();
            let field = FieldKind::Solution;
            let mut labelled = label(
                &task,
                &Sample { task: task.id.clone(), repetition, line: 1, field, raw, finish: None },
            );
            labelled.metrics = Some(CodeMetrics { cyclomatic_complexity, maintainability_index: None });
            labelled
        };
        let baseline = [sample("b", 0, 1), sample("a", 1, 2), sample("a", 0, 3)];
        let candidate = [sample("a", 0, 4), sample("c", 0, 5), sample("a", 1, 6), sample("a", 2, 7)];
        let found = paired(&baseline, &candidate);
        let complexities: Vec<[u64; 2]> = found
            .pairs
            .iter()
            .map(|pair| pair.map(|metrics| metrics.unwrap().cyclomatic_complexity))
            .collect();
        assert_eq!(complexities, [[2, 6], [3, 4]]);
        // One of the baseline's, two of the candidate's.
        assert_eq!(found.unpaired, 3);
    }
}
