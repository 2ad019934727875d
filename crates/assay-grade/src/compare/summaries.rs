//! What a report says of where predictions were graded, and of each side.

use std::collections::{BTreeMap, BTreeSet};

use assay_benchmark::maintenance::MaintenanceBenchmark;
use assay_report::{EnvironmentSummary, LimitSummary, SideSummary};
use assay_types::Digest;

use super::{CompareContext, GradedSide};

pub(super) fn environment(
    benchmark: &MaintenanceBenchmark,
    context: &CompareContext<'_>,
) -> EnvironmentSummary {
    let of = |field: fn(&assay_types::TaskEnvironment) -> &String| {
        benchmark.tasks.iter().map(|task| field(&task.task.environment).clone()).collect::<BTreeSet<_>>()
    };
    let digests: Vec<String> = of(|environment| &environment.digest).into_iter().collect();
    let limits = &context.grading.limits;
    EnvironmentSummary {
        python: of(|environment| &environment.python).into_iter().collect::<Vec<_>>().join(", "),
        digest: match digests.as_slice() {
            [one] => one.clone(),
            several => Digest::of_parts(several).to_string(),
        },
        engine: super::ENGINE.to_owned(),
        controls: Vec::new(),
        judge: context.oracles.version(),
        // The limits hang on no reference's time.
        limits: LimitSummary {
            multiple: 0.0,
            floor_seconds: limits.cpu_seconds as f64,
            wall_multiple: limits.wall_milliseconds as f64 / 1000.0 / limits.cpu_seconds.max(1) as f64,
            memory_bytes: limits.memory_bytes,
        },
    }
}

pub(super) fn side(side: GradedSide<'_>) -> SideSummary {
    let mut rules: BTreeMap<String, u64> = BTreeMap::new();
    for rule in side.graded.grades.iter().flat_map(|grade| &grade.extraction) {
        *rules.entry(rule.clone()).or_default() += 1;
    }
    SideSummary {
        name: side.predictions.name.clone(),
        samples: side.graded.grades.len() as u64,
        refused: side.predictions.refused.len() as u64,
        lines_not_judged: side.predictions.lines_not_judged.count,
        sha256: side.predictions.digest,
        extraction_rules: rules,
    }
}
