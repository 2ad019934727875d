//! Reports for tests: realistic ones, an empty one, a big one, and one that attacks its readers.

use std::sync::LazyLock;

use assay_analyse::{
    CodeMetric, Complexity, Measure, MetricComparison, ModelSelfCheck, PaperComparison, PaperPerformance,
    PaperRate, PassAtK, Rate, Row, RunnableCorrectness, RunnableRate, SelfCheck, SelfCheckRow, SidePassAtK,
    SignedRankMethod, TaskRates, Verdict,
};

use crate::{Report, TaskWithoutScore, Warning};

mod asked;
mod hostile;
mod parts;
mod performance;

pub(crate) use asked::asked;
pub(crate) use hostile::hostile;
use parts::{
    bare_change, flagged, id, log_sessions, outcomes, parse_duration, report, row, share, split_amount,
    spread, static_summary, tidy,
};
pub(crate) use performance::performance;

/// Every fixture by name.
pub(crate) fn all() -> Vec<(&'static str, Report)> {
    vec![
        ("regression", regression()),
        ("improvement", improvement()),
        ("no-difference", no_difference()),
        ("inconclusive", inconclusive()),
        ("many-rows", many_rows()),
        ("broken-down", broken_down()),
        ("performance", performance()),
        ("self-check", self_check()),
        ("paper", paper()),
        ("complexity", complexity()),
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
    let mut report =
        report("starter", "1.0.0", &shares.map(|(id, b, c)| (id.to_owned(), Some(b), Some(c))), 10);
    report.rows.rate = vec![row(
        &report.tasks,
        0.031_25,
        Verdict::Regression,
        "43.3 points worse, and chance alone would rarely do that",
    )];
    report.tasks_lost = vec![log_sessions(), parse_duration(), split_amount()];
    report.outcomes = outcomes(
        &[("pass", 57), ("fail(wrong_answer)", 3)],
        &[
            ("pass", 31),
            ("fail(wrong_answer)", 17),
            ("fail(exception)", 8),
            ("limit(cpu)", 3),
            ("no_answer(extraction)", 1),
        ],
    );
    report.runnable_correctness = Some(RunnableCorrectness {
        tasks: 6,
        baseline: RunnableRate { runnable: 60, passing: 57, rate: 0.95 },
        candidate: RunnableRate { runnable: 59, passing: 31, rate: 0.518_518 },
        difference_percent: -43.148_148,
        interval: [-58.3, -28.1],
    });
    let pass_at = |value: f64, interval| SidePassAtK {
        tasks: 6,
        value: Some(value),
        interval: Some(interval),
        reason: None,
    };
    report.pass_at_k = vec![
        PassAtK { k: 1, baseline: pass_at(0.95, [0.91, 0.98]), candidate: pass_at(0.516_667, [0.34, 0.69]) },
        PassAtK {
            k: 10,
            baseline: pass_at(1.0, [0.45, 1.0]),
            candidate: SidePassAtK {
                tasks: 6,
                value: None,
                interval: None,
                reason: Some("pass@10 takes 10 judged samples of every task, and split_amount has 9 (1 of 6 tasks have too few)".into()),
            },
        },
    ];
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
    report.rows.rate = vec![row(
        &report.tasks,
        0.000_02,
        Verdict::Improvement,
        "26.9 points better, and chance alone would rarely do that",
    )];
    let mut gained = parse_duration();
    std::mem::swap(&mut gained.baseline, &mut gained.candidate);
    std::mem::swap(&mut gained.baseline_example, &mut gained.candidate_example);
    report.tasks_gained =
        vec![gained, bare_change("in-house/7", 0.4, 0.9), bare_change("in-house/12", 0.1, 1.0)];
    report.tasks_without_score = vec![TaskWithoutScore {
        id: id("in-house/41"),
        reason: "its reference solution does not pass here: ModuleNotFoundError: No module named 'numpy'"
            .into(),
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
    report.rows.rate =
        vec![row(&report.tasks, 0.612, Verdict::NoDifference, "any difference is within 3.0 points")];
    report.outcomes = outcomes(
        &[("pass", 6890), ("fail(wrong_answer)", 1310)],
        &[("pass", 6874), ("fail(wrong_answer)", 1326)],
    );
    report
}

/// One sample per task: too little to tell.
pub(crate) fn inconclusive() -> Report {
    let shares = spread(164, |place| {
        let passes = share(place, 3) > 0.25;
        (f64::from(u8::from(passes)), f64::from(u8::from(passes != (place % 13 == 4))))
    });
    let mut report = report("humaneval-plus", "0.1.10", &shares, 1);
    let reason = "these 164 tasks tell differences apart only to about ±4.1 points";
    report.rows.rate = vec![row(&report.tasks, 0.581, Verdict::Inconclusive, reason)];
    let changed = |from: f64, to: f64| {
        let of = |task: &&TaskRates| (task.baseline, task.candidate) == (Some(from), Some(to));
        report.tasks.iter().filter(of).map(|task| bare_change(task.id.as_str(), from, to)).collect()
    };
    (report.tasks_lost, report.tasks_gained) = (changed(1.0, 0.0), changed(0.0, 1.0));
    report.outcomes =
        outcomes(&[("pass", 121), ("fail(wrong_answer)", 43)], &[("pass", 124), ("fail(wrong_answer)", 40)]);
    report
}

/// Every verdict at once, with a category.
pub(crate) fn many_rows() -> Report {
    let mut report = regression();
    let tasks = report.tasks.clone();
    let others = [
        (
            "syntax_error",
            [0.2, 0.0],
            0.012,
            Verdict::Improvement,
            "20.0 points better, and chance alone would rarely do that",
        ),
        ("unnecessary_else", [0.5, 0.49], 1.0, Verdict::NoDifference, "any difference is within 3.0 points"),
        (
            "confusing_variable_naming",
            [0.5, 0.55],
            0.4,
            Verdict::Inconclusive,
            "these 6 tasks tell differences apart only to about ±12.0 points",
        ),
    ];
    for (check, [baseline, candidate], p, verdict, reason) in others {
        let mut more = row(&tasks, p, verdict, reason);
        let half = if verdict == Verdict::Inconclusive { 12.0 } else { 1.5 };
        check.clone_into(&mut more.check);
        more.baseline = Rate { count: tidy(6.0 * baseline), rate: baseline, ..Rate::default() };
        more.candidate = Rate { count: tidy(6.0 * candidate), rate: candidate, ..Rate::default() };
        more.difference_percent = tidy(100.0 * (baseline - candidate));
        let around = |half: f64| [tidy(more.difference_percent - half), tidy(more.difference_percent + half)];
        (more.interval, more.interval_90) = (around(half), around(half * 0.84));
        report.rows.rate.push(more);
    }
    let mut unresolved = report.rows.rate[0].clone();
    unresolved.check = "unresolved".into();
    unresolved.category = Some("corrective".into());
    report.rows.rate.push(unresolved);
    report.static_analysis = Some(static_summary());
    report.flagged = vec![flagged("confusing_variable_naming")];
    report
}

/// One comparison of many tasks, broken down by difficulty and by tag.
pub(crate) fn broken_down() -> Report {
    let mut report = improvement();
    let parts = [
        ("difficulty: easy", 0..14, 1.0, Verdict::Inconclusive),
        ("difficulty: hard", 14..40, 0.000_02, Verdict::Improvement),
        ("tag: dates", 0..9, 0.3, Verdict::Inconclusive),
        ("tag: nested data", 5..31, 0.012, Verdict::Improvement),
        ("tag: parsing", 31..40, 0.021, Verdict::Regression),
        ("tag: text", 38..40, 1.0, Verdict::Inconclusive),
    ];
    report.breakdown = parts
        .into_iter()
        .map(|(name, tasks, p, verdict)| {
            let reason =
                format!("these {} tasks tell differences apart only to about ±20.0 points", tasks.len());
            let mut tasks = report.tasks[tasks].to_vec();
            if verdict == Verdict::Regression {
                for task in &mut tasks {
                    std::mem::swap(&mut task.baseline, &mut task.candidate);
                }
            }
            Row { category: Some(name.into()), ..row(&tasks, p, verdict, &reason) }
        })
        .collect();
    report
}

/// Many rows, of which the candidate's last one is told from itself too often.
pub(crate) fn self_check() -> Report {
    let mut report = many_rows();
    let checks: Vec<String> = report.rows.rate.iter().take(4).map(|row| row.check.clone()).collect();
    let side = |alarms: [u64; 4], any_row: u64| ModelSelfCheck {
        tasks: 6,
        samples: 60,
        any_row,
        more_than_allowed: any_row > 1_070,
        rows: (checks.iter().zip(alarms))
            .map(|(check, alarms)| SelfCheckRow {
                check: check.clone(),
                regressions: alarms / 2,
                improvements: alarms - alarms / 2,
                over_margin: 1_300 + alarms,
                paper_changes: 19_000,
                not_compared: if check == "syntax_error" { 20_000 } else { 0 },
                largest_difference_percent: 7.5,
                more_than_allowed: alarms > 1_070,
            })
            .collect(),
    };
    report.self_check = Some(SelfCheck {
        splits: 20_000,
        alpha: 0.05,
        allowed: 1_070,
        baseline: side([210, 0, 12, 3], 223),
        candidate: side([190, 0, 7, 1_402], 1_590),
    });
    report
}

/// By the paper's procedure too, with performance rows.
pub(crate) fn paper() -> Report {
    let mut report = many_rows();
    report.rows.rate.truncate(4);
    let performance = |measure, tasks_improved: u32, tasks_regressed: u32| PaperPerformance {
        measure,
        tasks_compared: 5,
        tasks_improved: tasks_improved.into(),
        tasks_regressed: tasks_regressed.into(),
        improvement_percent: tidy(100.0 * f64::from(tasks_improved) / 6.0),
        regression_percent: tidy(100.0 * f64::from(tasks_regressed) / 6.0),
    };
    let rate = |row: &Row| PaperRate {
        aspect: row.aspect,
        check: row.check.clone(),
        baseline_count: row.baseline.count,
        candidate_count: row.candidate.count,
        percent: row.difference_percent_paper,
    };
    report.paper = Some(PaperComparison {
        benchmark_tasks: 6,
        rates: report.rows.rate.iter().map(rate).collect(),
        performance: vec![performance(Measure::ExecutionTime, 2, 1), performance(Measure::MemoryUsage, 0, 0)],
    });
    report
}

/// With the paper's other baseline beside its verdict.
pub(crate) fn complexity() -> Report {
    let metric = |metric, [baseline, candidate]: [f64; 2], z: f64| MetricComparison {
        metric,
        pairs: 1619,
        zeros: 312,
        baseline_median: baseline,
        candidate_median: candidate,
        difference_of_medians: tidy(candidate - baseline),
        difference_of_medians_percent: Some(tidy(100.0 * (candidate - baseline) / baseline)),
        median_of_differences: 0.0,
        positive_ranks: 300_000.5,
        negative_ranks: 554_777.5,
        z,
        p_value: 0.000_000_1,
        p_method: SignedRankMethod::Asymptotic,
        r_over_all_pairs: tidy(z / 1619_f64.sqrt()),
        r_over_differing_pairs: Some(tidy(z / 1307_f64.sqrt())),
        rank_biserial: Some(-0.298_057),
    };
    let metrics = vec![
        metric(CodeMetric::CyclomaticComplexity, [11.0, 10.0], -12.5),
        metric(CodeMetric::MaintainabilityIndex, [71.25, 67.5], -9.25),
    ];
    Report {
        complexity: Some(Complexity { pairs: 4_100, pairs_not_parsed: 2_481, unpaired: 20, metrics }),
        ..no_difference()
    }
}

/// Nothing was compared.
pub(crate) fn empty() -> Report {
    let mut report = report("nothing", "0", &[], 0);
    report.rows.rate = vec![Row {
        interval: [-100.0, 100.0],
        interval_90: [-100.0, 100.0],
        smallest_detectable: None,
        ..row(&[], 1.0, Verdict::Inconclusive, "no task has a judged sample on both sides")
    }];
    report
}

/// A thousand tasks, sixty of them lost, with long code, and measured.
pub(crate) fn big() -> Report {
    static BIG: LazyLock<Report> = LazyLock::new(make_big);
    BIG.clone()
}

fn make_big() -> Report {
    let mut shares = spread(1000, |place| (share(place, 7), share(place, 7) * 0.8 + share(place, 29) * 0.1));
    shares[5].2 = None;
    let mut report = report("big", "1", &shares, 10);
    report.rows.rate = vec![row(
        &report.tasks,
        0.000_1,
        Verdict::Regression,
        "5.2 points worse, and chance alone would rarely do that",
    )];
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
    performance::measure(&mut report);
    report.tasks_without_score = (0..300)
        .map(|place| TaskWithoutScore {
            id: id(&format!("big/broken-{place}")),
            reason: "fail(exception)".into(),
        })
        .collect();
    report
}
