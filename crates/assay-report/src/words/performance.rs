//! Sentences and numbers of performance rows. Ratios above 1 mean that the candidate takes longer, or needs more memory.

use assay_analyse::{Measure, PerformanceRow, TaskPerformance, TaskVerdict, Verdict};

use super::{grouped, p_relation, percent};

/// The verdict as a few sentences, with what it rests on.
pub(crate) fn sentence(row: &PerformanceRow) -> String {
    let Some(ratio) = row.ratio else { return format!("Cannot tell: {}.", row.reason) };
    let change = change(row.check, ratio[1]);
    let observed = format!("the candidate's correct samples {change}");
    let change = format!("its correct samples {change}");
    let interval = format!("95 % interval {}", range([ratio[0], ratio[2]]));
    let doubt = format!("Chance alone would rarely do that (corrected p {}).", p_relation(row.p_corrected));
    let [worse, better] = match row.check {
        Measure::ExecutionTime => ["is slower", "is faster"],
        Measure::MemoryUsage => ["needs more memory", "needs less memory"],
    };
    let said = match row.verdict {
        Verdict::Regression => format!("The candidate {worse}: {change}, {interval}. {doubt}"),
        Verdict::Improvement => format!("The candidate {better}: {change}, {interval}. {doubt}"),
        Verdict::NoDifference => format!(
            "No difference that matters: {observed}, and the 90 % interval, {}, stays within a factor of {}.",
            range(row.ratio_90.unwrap_or([ratio[0], ratio[2]])),
            times(row.margin)
        ),
        // The reason says already on how few tasks it rests.
        Verdict::Inconclusive => {
            return format!("Cannot tell: {}. Observed: {observed}, {interval}.", row.reason);
        }
    };
    said + &rests_on(row)
}

/// What the candidate's correct samples do.
fn change(measure: Measure, ratio: f64) -> String {
    let times = times(ratio);
    match measure {
        Measure::ExecutionTime => format!("take {times} times as long"),
        Measure::MemoryUsage => format!("take {times} times as much memory"),
    }
}

/// A row is about the tasks that both models solve; where those are few, a reader has to know.
fn rests_on(row: &PerformanceRow) -> String {
    if row.compared_share >= 0.5 {
        return String::new();
    }
    let share = percent(row.compared_share);
    format!(" It rests on {} tasks, {share} of the benchmark's.", grouped(row.tasks))
}

/// The tasks behind a row, in a sentence.
pub(crate) fn tasks(row: &PerformanceRow) -> String {
    let mut sentence = format!(
        "{} tasks compared, {} equal without measuring, {} with too few correct samples",
        grouped(row.tasks_compared),
        grouped(row.tasks_equal),
        grouped(row.tasks_too_few),
    );
    if row.whole_test_share > 0.0 {
        sentence +=
            &format!("; {} of the compared measured with their whole test", percent(row.whole_test_share));
    }
    sentence
}

/// The two ends of a scale of ratios.
pub(crate) fn ends(measure: Measure) -> [&'static str; 2] {
    match measure {
        Measure::ExecutionTime => ["faster", "slower"],
        Measure::MemoryUsage => ["less memory", "more memory"],
    }
}

/// What a task comes to, in a word.
pub(crate) fn task_verdict(task: &TaskPerformance) -> &'static str {
    match task.verdict {
        Some(TaskVerdict::Regressed) => "worse",
        Some(TaskVerdict::Improved) => "better",
        Some(TaskVerdict::Unchanged) | None => "not told apart",
    }
}

/// A ratio with three or so digits: 0.012, 0.98, 1.23, 12.3, 123.
pub(crate) fn times(ratio: f64) -> String {
    match ratio {
        _ if ratio < 0.095 => format!("{ratio:.3}"),
        _ if ratio < 9.995 => format!("{ratio:.2}"),
        _ if ratio < 99.95 => format!("{ratio:.1}"),
        _ if ratio < 1e6 => format!("{ratio:.0}"),
        _ => format!("{ratio:.0e}"),
    }
}

/// "1.15 to 1.31".
pub(crate) fn range([low, high]: [f64; 2]) -> String {
    format!("{} to {}", times(low), times(high))
}

/// A value in a unit that suits its size: "1.23 ms", "4.5 MiB".
pub(crate) fn value(measure: Measure, value: f64) -> String {
    let units: &[(f64, &str)] = match measure {
        Measure::ExecutionTime => &[(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")],
        Measure::MemoryUsage => {
            &[(1_073_741_824.0, "GiB"), (1_048_576.0, "MiB"), (1024.0, "KiB"), (1.0, "bytes")]
        }
    };
    // What would round up to a thousand stands in the next unit.
    let fits = |unit: &&(f64, &str)| value >= 0.9995 * unit.0;
    let (unit, name) = units.iter().find(fits).or(units.last()).copied().unwrap_or((1.0, ""));
    let scaled = value / unit;
    match scaled {
        _ if scaled < 9.995 && unit < 1.0 + f64::EPSILON && name == "bytes" => format!("{scaled:.0} {name}"),
        _ if scaled < 9.995 => format!("{scaled:.2} {name}"),
        _ if scaled < 99.95 => format!("{scaled:.1} {name}"),
        _ => format!("{scaled:.0} {name}"),
    }
}

/// The compared tasks that got worse, by how much, then those that got better, then the others by how far they are apart.
pub(crate) fn by_change(tasks: &[TaskPerformance]) -> Vec<(&TaskPerformance, f64)> {
    let rank = |task: &TaskPerformance| match task.verdict {
        Some(TaskVerdict::Regressed) => 0,
        Some(TaskVerdict::Improved) => 1,
        Some(TaskVerdict::Unchanged) | None => 2,
    };
    let compared = tasks.iter().filter(|task| task.verdict.is_some());
    let mut compared: Vec<(&TaskPerformance, f64)> =
        compared.filter_map(|task| Some((task, task.ratio?))).collect();
    // Stable: tasks that are equally far apart stay in the benchmark's order.
    compared.sort_by(|(one, one_ratio), (other, other_ratio)| {
        let far = |ratio: f64| ratio.ln().abs();
        rank(one).cmp(&rank(other)).then(far(*other_ratio).total_cmp(&far(*one_ratio)))
    });
    compared
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn verdicts_read_as_sentences() {
        let mut rows = fixtures::performance().rows.performance;
        let mut more = rows.clone();
        (more[0].verdict, more[1].verdict) = (Verdict::Improvement, Verdict::Inconclusive);
        (more[0].ratio, more[0].compared_share) = (Some([0.4, 0.5, 0.612]), 0.12);
        rows.extend(more);
        let sentences: Vec<String> = rows.iter().map(sentence).collect();
        insta::assert_snapshot!(sentences.join("\n"));
    }

    #[test]
    fn ratios_have_three_digits_or_so() {
        let ratios = [0.0123, 0.987, 1.234, 9.996, 12.34, 123.4, 1e9];
        assert_eq!(ratios.map(times), ["0.012", "0.99", "1.23", "10.0", "12.3", "123", "1e9"]);
    }

    #[test]
    fn values_stand_in_a_unit_of_their_size() {
        let times = [1.5, 0.099_96, 999.6e-6, 4.2e-8, 0.0];
        let said = times.map(|seconds| value(Measure::ExecutionTime, seconds));
        assert_eq!(said, ["1.50 s", "100 ms", "1.00 ms", "42.0 ns", "0.00 ns"]);
        let said = [3.0, 512.0, 2048.0, 5e6, 3e9].map(|bytes| value(Measure::MemoryUsage, bytes));
        assert_eq!(said, ["3 bytes", "512 bytes", "2.00 KiB", "4.77 MiB", "2.79 GiB"]);
    }

    #[test]
    fn changed_tasks_come_first() {
        let tasks = &fixtures::performance().performance_tasks[0].tasks;
        let order: Vec<&str> = by_change(tasks).iter().map(|(task, _)| task_verdict(task)).collect();
        let mut sorted = order.clone();
        sorted.sort_by_key(|word| ["worse", "better", "not told apart"].iter().position(|one| one == word));
        assert_eq!(order, sorted);
        assert!(order.contains(&"worse") && order.contains(&"better"));
    }
}
