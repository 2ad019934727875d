//! Reports for tests: realistic ones, an empty one, a big one, and one that attacks its readers.
//!
//! A row's interval comes from the normal distribution here. It only has to look like the analysis'.

use std::collections::BTreeMap;

use assay_analyse::{Aspect, Rate, Row, SideOutcomes, TaskRates, Verdict};
use assay_types::{Digest, OutcomeCounts, TaskId};

use crate::{
    BenchmarkSummary, ChangedTask, EnvironmentSummary, Example, LimitSummary, Report, SCHEMA_VERSION, SideSummary,
    TaskWithoutScore, Warning,
};

mod hostile;

pub(crate) use hostile::hostile;

/// One task: id, and the shares of passing samples of both sides.
type Shares = (String, Option<f64>, Option<f64>);

/// Every fixture by name.
pub(crate) fn all() -> Vec<(&'static str, Report)> {
    vec![
        ("regression", regression()),
        ("improvement", improvement()),
        ("no-difference", no_difference()),
        ("inconclusive", inconclusive()),
        ("many-rows", many_rows()),
        ("empty", empty()),
        ("big", big()),
        ("hostile", hostile()),
    ]
}

/// Three of six tasks lost, with examples.
pub(crate) fn regression() -> Report {
    let shares = [
        ("build_order", 1.0, 0.8),
        ("log_sessions", 0.9, 0.4),
        ("merge_bookings", 1.0, 0.7),
        ("normalize_settings", 1.0, 0.7),
        ("parse_duration", 0.9, 0.3),
        ("split_amount", 0.9, 0.2),
    ];
    let mut report = report("starter", "1.0.0", &shares.map(|(id, b, c)| (id.to_owned(), Some(b), Some(c))), 10);
    report.rows = vec![row(&report.tasks, 0.031_25, Verdict::Regression, "43.3 points worse, and chance alone would rarely do that")];
    report.tasks_lost = vec![log_sessions(), parse_duration(), split_amount()];
    report.outcomes = outcomes(
        &[("pass", 57), ("fail(wrong_answer)", 3)],
        &[("pass", 31), ("fail(wrong_answer)", 17), ("fail(exception)", 8), ("limit(cpu)", 3), ("no_answer(extraction)", 1)],
    );
    report.warnings = vec![Warning {
        code: "few_tasks".into(),
        message: "6 tasks are just enough for a test at all: only a change in the same direction everywhere can show.".into(),
    }];
    report
}

/// A better candidate, on tasks of its own names, with a task that gives no score and one that is lost all the same.
pub(crate) fn improvement() -> Report {
    let shares = spread(40, |place| (0.3 + 0.4 * share(place, 7), 0.55 + 0.45 * share(place, 11)));
    let mut report = report("in-house", "2026.11", &shares, 10);
    report.rows = vec![row(&report.tasks, 0.000_02, Verdict::Improvement, "26.9 points better, and chance alone would rarely do that")];
    let mut gained = parse_duration();
    std::mem::swap(&mut gained.baseline, &mut gained.candidate);
    std::mem::swap(&mut gained.baseline_example, &mut gained.candidate_example);
    report.tasks_gained = vec![gained, bare_change("in-house/7", 0.4, 0.9), bare_change("in-house/12", 0.1, 1.0)];
    report.tasks_without_score = vec![TaskWithoutScore {
        id: id("in-house/41"),
        reason: "its reference solution does not pass here: ModuleNotFoundError: No module named 'numpy'".into(),
    }];
    report.outcomes = outcomes(
        &[("pass", 201), ("fail(wrong_answer)", 161), ("fail(missing_name)", 38)],
        &[("pass", 309), ("fail(wrong_answer)", 88), ("fail(missing_name)", 2), ("infrastructure", 1)],
    );
    report
}

/// Two halves of one model's samples: 164 tasks, 50 samples each.
pub(crate) fn no_difference() -> Report {
    let shares = spread(164, |place| {
        let level = if place % 3 == 0 { 1.0 } else { 0.5 + 0.5 * share(place, 5) };
        let noise = if place % 3 == 0 { 0.0 } else { 0.2 * (share(place, 13) - 0.5) };
        (level, (level + noise).min(1.0))
    });
    let mut report = report("humaneval-plus", "0.1.10", &shares, 50);
    report.rows = vec![row(&report.tasks, 0.612, Verdict::NoDifference, "any difference is within 3.0 points")];
    report.outcomes = outcomes(&[("pass", 6890), ("fail(wrong_answer)", 1310)], &[("pass", 6874), ("fail(wrong_answer)", 1326)]);
    report
}

/// One sample per task: too little to tell.
pub(crate) fn inconclusive() -> Report {
    let shares = spread(164, |place| {
        (f64::from(u8::from(share(place, 3) > 0.25)), f64::from(u8::from(share(place, 3) * 0.8 + share(place, 17) * 0.2 > 0.26)))
    });
    let mut report = report("humaneval-plus", "0.1.10", &shares, 1);
    report.rows = vec![row(
        &report.tasks,
        0.42,
        Verdict::Inconclusive,
        "these 164 tasks tell differences apart only to about ±5.2 points",
    )];
    report.tasks_lost = vec![bare_change("humaneval-plus/9", 1.0, 0.0)];
    report.outcomes = outcomes(&[("pass", 121), ("fail(wrong_answer)", 43)], &[("pass", 124), ("fail(wrong_answer)", 40)]);
    report
}

/// Every verdict at once, with a category.
pub(crate) fn many_rows() -> Report {
    let mut report = regression();
    let tasks = report.tasks.clone();
    let others = [
        ("syntax_error", [0.2, 0.0], 0.012, Verdict::Improvement, "20.0 points better, and chance alone would rarely do that"),
        ("unnecessary_else", [0.5, 0.49], 1.0, Verdict::NoDifference, "any difference is within 3.0 points"),
        ("confusing_variable_naming", [0.5, 0.55], 0.4, Verdict::Inconclusive, "these 6 tasks tell differences apart only to about ±12.0 points"),
    ];
    for (check, [baseline, candidate], p, verdict, reason) in others {
        let mut more = row(&tasks, p, verdict, reason);
        let half = if verdict == Verdict::Inconclusive { 12.0 } else { 1.5 };
        check.clone_into(&mut more.check);
        more.baseline = Rate { count: tidy(6.0 * baseline), rate: baseline };
        more.candidate = Rate { count: tidy(6.0 * candidate), rate: candidate };
        more.difference_percent = tidy(100.0 * (baseline - candidate));
        let around = |half: f64| [tidy(more.difference_percent - half), tidy(more.difference_percent + half)];
        (more.interval, more.interval_90) = (around(half), around(half * 0.84));
        report.rows.push(more);
    }
    let mut unresolved = report.rows[0].clone();
    unresolved.check = "unresolved".into();
    unresolved.category = Some("corrective".into());
    report.rows.push(unresolved);
    report
}

/// Nothing was compared.
pub(crate) fn empty() -> Report {
    let mut report = report("nothing", "0", &[], 0);
    report.rows = vec![Row { interval: [-100.0, 100.0], interval_90: [-100.0, 100.0], smallest_detectable: None,
        ..row(&[], 1.0, Verdict::Inconclusive, "no task has a judged sample on both sides") }];
    report
}

/// A thousand tasks, sixty of them lost, with long code.
pub(crate) fn big() -> Report {
    let mut shares = spread(1000, |place| (share(place, 7), share(place, 7) * 0.8 + share(place, 29) * 0.1));
    shares[5].2 = None;
    let mut report = report("big", "1", &shares, 10);
    report.rows = vec![row(&report.tasks, 0.000_1, Verdict::Regression, "5.2 points worse, and chance alone would rarely do that")];
    report.tasks_lost = (0..60)
        .map(|place| {
            let mut task = split_amount();
            task.id = id(&format!("big/{place}"));
            if let Some(example) = &mut task.candidate_example {
                example.code = "value = 1  # a comment\n".repeat(if place == 0 { 5000 } else { 30 });
            }
            task
        })
        .collect();
    report.tasks_without_score = (0..300)
        .map(|place| TaskWithoutScore { id: id(&format!("big/broken-{place}")), reason: "fail(exception)".into() })
        .collect();
    report
}

fn id(text: &str) -> TaskId {
    TaskId::new(text).expect("a task id")
}

/// A number from 0 to 1, in tenths, that looks arbitrary and is always the same.
fn share(place: usize, salt: usize) -> f64 {
    let mixed = (place + 1).wrapping_mul(2_654_435_761).wrapping_mul(salt) >> 7;
    (mixed % 11) as f64 / 10.0
}

fn spread(tasks: usize, of: impl Fn(usize) -> (f64, f64)) -> Vec<Shares> {
    let task = |place: usize| {
        let (baseline, candidate) = of(place);
        let round = |share: f64| (share * 50.0).round() / 50.0;
        (String::new(), Some(round(baseline)), Some(round(candidate)))
    };
    (0..tasks).map(task).collect()
}

fn report(benchmark: &str, version: &str, shares: &[Shares], repetitions: u64) -> Report {
    let tasks: Vec<TaskRates> = shares
        .iter()
        .enumerate()
        .map(|(place, (name, baseline, candidate))| TaskRates {
            id: id(&if name.is_empty() { format!("{benchmark}/{place}") } else { name.clone() }),
            baseline: *baseline,
            candidate: *candidate,
        })
        .collect();
    let side = |name: &str, rule: &str| SideSummary {
        name: name.into(),
        samples: tasks.len() as u64 * repetitions,
        sha256: Digest::of(name.as_bytes()),
        extraction_rules: BTreeMap::from([(rule.to_owned(), tasks.len() as u64 * repetitions)]),
    };
    let words = "assay compare baseline.jsonl candidate.jsonl --benchmark starter --out report --seed 7";
    Report {
        schema_version: SCHEMA_VERSION,
        assay_version: "0.1.0".into(),
        command: words.split(' ').map(str::to_owned).collect(),
        benchmark: BenchmarkSummary {
            name: benchmark.into(),
            version: version.into(),
            sha256: Digest::of(benchmark.as_bytes()),
            tasks: tasks.len() as u64,
        },
        environment: environment(),
        seed: 7,
        baseline: side("coder-7b-2026-03", "solution"),
        candidate: side("coder-7b-2026-09", "fenced_block"),
        warnings: Vec::new(),
        rows: Vec::new(),
        tasks_lost: Vec::new(),
        tasks_gained: Vec::new(),
        tasks_without_score: Vec::new(),
        outcomes: outcomes(&[], &[]),
        tasks,
    }
}

fn environment() -> EnvironmentSummary {
    EnvironmentSummary {
        python: "3.12.11".into(),
        digest: format!("sha256:{}", Digest::of(b"environment")),
        engine: "embedded".into(),
        controls: ["user namespace", "pivot_root", "no network", "seccomp", "cgroup v2"].map(str::to_owned).to_vec(),
        judge: "1".into(),
        limits: LimitSummary { multiple: 10.0, floor_seconds: 2.0, wall_multiple: 3.0, memory_bytes: 1 << 30 },
    }
}

/// Few enough digits to read back from JSON to the last bit, as the analysis does.
fn tidy(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn row(tasks: &[TaskRates], p: f64, verdict: Verdict, reason: &str) -> Row {
    let both = || tasks.iter().filter_map(|task| Some((task.baseline?, task.candidate?)));
    let count = both().count().max(1) as f64;
    let mean = |of: &dyn Fn((f64, f64)) -> f64| both().map(of).sum::<f64>() / count;
    let difference = mean(&|(baseline, candidate)| candidate - baseline);
    let variance = mean(&|(baseline, candidate)| (candidate - baseline - difference).powi(2));
    let error = 100.0 * (variance / count).sqrt();
    let rate = |passing: f64| match tasks {
        [] => Rate { count: 0.0, rate: 0.0 },
        _ => Rate { count: tidy((1.0 - passing) * count), rate: tidy(1.0 - passing) },
    };
    let around = |quantile: f64| {
        [tidy(100.0 * difference - quantile * error), tidy(100.0 * difference + quantile * error)]
    };
    Row {
        aspect: Aspect::Logic,
        check: "incorrect_code".into(),
        category: None,
        baseline: rate(mean(&|(baseline, _)| baseline)),
        candidate: rate(mean(&|(_, candidate)| candidate)),
        tasks: both().count() as u64,
        difference_percent: tidy(100.0 * difference),
        difference_percent_paper: tidy(100.0 * difference),
        interval: around(1.96),
        interval_90: around(1.645),
        p_value: p,
        p_corrected: p,
        effect: -0.9,
        margin: 3.0,
        smallest_detectable: Some(tidy(2.8 * error)),
        shared_mode_share: 0.0,
        verdict,
        reason: reason.into(),
    }
}

fn outcomes(baseline: &[(&str, u64)], candidate: &[(&str, u64)]) -> SideOutcomes {
    let counts = |side: &[(&str, u64)]| {
        OutcomeCounts(side.iter().map(|(outcome, count)| ((*outcome).to_owned(), *count)).collect())
    };
    SideOutcomes { baseline: counts(baseline), candidate: counts(candidate) }
}

fn bare_change(name: &str, baseline: f64, candidate: f64) -> ChangedTask {
    ChangedTask { id: id(name), baseline, candidate, prompt: String::new(), baseline_example: None, candidate_example: None }
}

fn passing(code: &str) -> Option<Example> {
    Some(Example { repetition: 0, outcome: "pass".into(), code: code.into(), rule: "solution".into(), evidence: None, line: None })
}

fn failing(code: &str, outcome: &str, evidence: &str, line: u32) -> Option<Example> {
    Some(Example {
        repetition: 3,
        outcome: outcome.into(),
        code: code.into(),
        rule: "fenced_block".into(),
        evidence: Some(evidence.into()),
        line: Some(line),
    })
}

fn log_sessions() -> ChangedTask {
    ChangedTask {
        prompt: include_str!("fixtures/log_sessions.prompt.py").into(),
        baseline_example: passing(include_str!("fixtures/log_sessions.baseline.py")),
        candidate_example: failing(
            include_str!("fixtures/log_sessions.candidate.py"),
            "fail(exception)",
            "TypeError: can't compare offset-naive and offset-aware datetimes",
            18,
        ),
        ..bare_change("log_sessions", 0.9, 0.4)
    }
}

fn parse_duration() -> ChangedTask {
    ChangedTask {
        prompt: include_str!("fixtures/parse_duration.prompt.py").into(),
        baseline_example: passing(include_str!("fixtures/parse_duration.baseline.py")),
        candidate_example: failing(
            include_str!("fixtures/parse_duration.candidate.py"),
            "fail(wrong_answer)",
            "AssertionError: '30m 1h' must raise ValueError, and gave 5400",
            66,
        ),
        ..bare_change("parse_duration", 0.9, 0.3)
    }
}

fn split_amount() -> ChangedTask {
    ChangedTask {
        prompt: include_str!("fixtures/split_amount.prompt.py").into(),
        baseline_example: passing(include_str!("fixtures/split_amount.baseline.py")),
        candidate_example: failing(
            include_str!("fixtures/split_amount.candidate.py"),
            "fail(exception)",
            "OverflowError: integer division result too large for a float",
            5,
        ),
        ..bare_change("split_amount", 0.9, 0.2)
    }
}
