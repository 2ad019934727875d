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
    let mut partners: HashMap<(&TaskId, u32), &LabelledSample> =
        candidate.iter().map(|sample| (place(sample), sample)).collect();
    let mut alone = 0;
    let mut pairs = Vec::with_capacity(baseline.len());
    for sample in baseline {
        match partners.remove(&place(sample)) {
            Some(partner) => pairs.push([sample.metrics, partner.metrics]),
            None => alone += 1,
        }
    }
    PairedSamples { pairs, unpaired: alone + partners.len() as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
