//! The report's sentences, shared by the formats for people. Positive differences mean that the candidate improves.

use assay_analyse::{Row, ShareBin, Verdict};
use serde::Serialize;

use crate::AnyRow;

pub(crate) mod performance;

/// A verdict as a badge says it.
#[must_use]
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Regression => "regression",
        Verdict::Improvement => "improvement",
        Verdict::NoDifference => "no difference",
        Verdict::Inconclusive => "inconclusive",
    }
}

/// A unit variant's word in the report.
pub(crate) fn word(variant: &impl Serialize) -> String {
    match serde_json::to_value(variant) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// What a check counts, said of samples: "samples that …".
pub(crate) fn flagged(check: &str) -> &'static str {
    match check {
        "incorrect_code" => "do not pass",
        "unresolved" => "do not resolve the task",
        "syntax_error" => "do not parse",
        "missing_declaration_import" => "use a name that is never defined",
        "code_duplication" => "repeat code",
        "comment_duplication" => "repeat comments",
        "unnecessary_else" => "have a needless else or pass",
        "unnecessary_conditional_block" => "return a condition by way of an if",
        "confusing_variable_naming" => "have confusing names",
        "sub_readable_code" => "are harder to read than they need be",
        _ => "are flagged",
    }
}

/// What the rates of a report's rows are of: "samples that …".
pub(crate) fn flagged_by(rows: &[Row]) -> String {
    let flagged: std::collections::BTreeSet<&str> = rows.iter().map(|row| flagged(&row.check)).collect();
    if flagged.len() > 2 {
        return "the check of the row flags".into();
    }
    flagged.into_iter().collect::<Vec<_>>().join(" or ")
}

/// A row's name: the check, and the category where there is one.
pub(crate) fn any_row_name(row: AnyRow) -> String {
    match row {
        AnyRow::Rate(row) => row_name(row),
        AnyRow::Performance(row) => row.check.name().to_owned(),
    }
}

/// The verdict of a row of either kind, as one sentence or two.
pub(crate) fn any_sentence(row: AnyRow) -> String {
    match row {
        AnyRow::Rate(row) => sentence(row),
        AnyRow::Performance(row) => performance::sentence(row),
    }
}

/// A rate row's name: the check, and the category where there is one.
pub(crate) fn row_name(row: &Row) -> String {
    match &row.category {
        None => row.check.clone(),
        Some(category) => format!("{}, {category}", row.check),
    }
}

/// A row of a breakdown: its part, and the check where the report has several.
pub(crate) fn part_name(row: &Row, report: &crate::Report) -> String {
    let part = row.category.as_deref().unwrap_or("all");
    if report.rows.rate.len() > 1 { format!("{part}, {}", row.check) } else { part.to_owned() }
}

/// What to make of a breakdown of so many rows.
pub(crate) fn breakdown_note(rows: usize) -> String {
    format!(
        "For exploring: p is corrected for the {rows} rows of this breakdown alone, and none of them changes a verdict \
         above. A task with several tags counts in several rows."
    )
}

/// The shares of a bin: "0 %", "to 20 %", "under 100 %", "100 %".
pub(crate) fn share_bin(bin: &ShareBin) -> String {
    let exact = (bin.to - bin.from).abs() < f64::EPSILON;
    let to = format!("{:.0}\u{a0}%", 100.0 * bin.to);
    match () {
        () if exact => to,
        () if bin.to >= 1.0 => format!("under\u{a0}{to}"),
        () => format!("to\u{a0}{to}"),
    }
}

/// The verdict as one sentence or two, with what it rests on.
pub(crate) fn sentence(row: &Row) -> String {
    let change = change(row);
    let interval = interval(row.interval);
    let doubt = format!("Chance alone would rarely do that ({}).", p_corrected(row));
    match row.verdict {
        Verdict::Regression => {
            format!("The candidate is worse: {change}, 95 % interval {interval}. {doubt}")
        }
        Verdict::Improvement => {
            format!("The candidate is better: {change}, 95 % interval {interval}. {doubt}")
        }
        Verdict::NoDifference => format!(
            "No difference that matters: {change}, and the 90 % interval, {}, stays within the margin of {} points.",
            self::interval(row.interval_90),
            plain(row.margin),
        ),
        Verdict::Inconclusive if row.tasks == 0 => format!("Cannot tell: {}.", row.reason),
        Verdict::Inconclusive => {
            format!("Cannot tell: {}. Observed: {change}, 95 % interval {interval}.", row.reason)
        }
    }
}

/// The difference in words: which side of zero, and of what.
fn change(row: &Row) -> String {
    let points = format!("{:.1} points", row.difference_percent.abs());
    let worse = row.difference_percent < 0.0;
    if points.starts_with("0.0 ") {
        return match row.check.as_str() {
            "incorrect_code" => "equally many samples pass".into(),
            "unresolved" => "equally many samples resolve their task".into(),
            check => format!("equally many samples {}", flagged(check)),
        };
    }
    let fewer = |is_fewer: bool| if is_fewer { "fewer" } else { "more" };
    match row.check.as_str() {
        "incorrect_code" => format!("{points} {} samples pass", fewer(worse)),
        "unresolved" => format!("{points} {} samples resolve their task", fewer(worse)),
        check => format!("{points} {} samples {}", fewer(!worse), flagged(check)),
    }
}

/// An interval of differences in words: which side of zero its ends are on.
pub(crate) fn interval([low, high]: [f64; 2]) -> String {
    let side = |value: f64| if value < 0.0 { "worse" } else { "better" };
    if low < 0.0 && high >= 0.0 {
        return format!("{:.1} worse to {high:.1} better", low.abs());
    }
    let (near, far) = if low < 0.0 { (high.abs(), low.abs()) } else { (low, high) };
    format!("{near:.1} to {far:.1} points {}", side(low))
}

/// "p = 0.031", after correction.
pub(crate) fn p_corrected(row: &Row) -> String {
    format!("corrected p {}", p_relation(row.p_corrected))
}

/// "= 0.031" or "< 0.001".
pub(crate) fn p_relation(p: f64) -> String {
    if p < 0.001 { "< 0.001".into() } else { format!("= {p:.3}") }
}

/// Our own words around numbers: the spaces that must not break do not.
pub(crate) fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%").replace(" points", "\u{a0}points").replace("p = ", "p\u{a0}=\u{a0}")
}

/// A count with its thousands apart.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A share as a percentage with one decimal.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A difference with its sign, a true minus.
pub(crate) fn signed(points: f64) -> String {
    let text = format!("{:.1}", points.abs());
    match text.as_str() {
        "0.0" => text,
        _ if points < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// A number without needless decimals.
pub(crate) fn plain(value: f64) -> String {
    if (value - value.round()).abs() < 1e-9 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// The nearest whole number of something that is counted.
pub(crate) fn whole(value: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, never below 0")]
    let count = value.round().max(0.0) as u64;
    count
}

/// An outcome for reading: `fail(wrong_answer)` is "wrong answer", `limit(cpu)` is "limit: cpu". Other text stays.
pub(crate) fn outcome(written: &str) -> String {
    if !written.chars().all(|letter| letter.is_ascii_lowercase() || "_()".contains(letter)) {
        return written.to_owned();
    }
    let words = written.replace('_', " ");
    match words.strip_suffix(')').and_then(|open| open.split_once('(')) {
        Some(("fail", cause)) => cause.to_owned(),
        Some((kind, detail)) => format!("{kind}: {detail}"),
        None => words,
    }
}

/// About how many tasks like these would show a difference as small as the margin.
pub(crate) fn tasks_for_margin(row: &Row) -> Option<u64> {
    let detectable = row.smallest_detectable?;
    let needed = row.tasks as f64 * (detectable / row.margin).powi(2);
    // From so few tasks their spread is too uncertain to say; and two digits are all it is good for.
    if row.tasks < 10 || !needed.is_finite() || detectable <= row.margin {
        return None;
    }
    let unit = 10f64.powf(needed.log10().floor() - 1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive whole number")]
    Some(((needed / unit).ceil() * unit) as u64)
}

/// Outcomes of both sides together: pass first, then the most frequent, and our own faults last.
pub(crate) fn outcome_counts(report: &crate::Report) -> Vec<(&str, u64, u64)> {
    let [baseline, candidate] = [&report.outcomes.baseline.0, &report.outcomes.candidate.0];
    let names: std::collections::BTreeSet<&String> = baseline.keys().chain(candidate.keys()).collect();
    let count = |side: &std::collections::BTreeMap<String, u64>, name| side.get(name).copied().unwrap_or(0);
    let mut counts: Vec<(&str, u64, u64)> = names
        .into_iter()
        .map(|name| (name.as_str(), count(baseline, name), count(candidate, name)))
        .collect();
    counts.sort_by_key(|(name, baseline, candidate)| {
        let rank = match *name {
            "pass" => 0,
            "infrastructure" | "not_judged" => 2,
            _ => 1,
        };
        (rank, std::cmp::Reverse(baseline + candidate))
    });
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn verdicts_read_as_sentences() {
        let sentences: Vec<String> = fixtures::many_rows().rows.rate.iter().map(sentence).collect();
        insta::assert_snapshot!(sentences.join("\n"));
    }

    #[test]
    fn intervals_name_the_side_of_zero() {
        assert_eq!(interval([-5.0, -1.0]), "1.0 to 5.0 points worse");
        assert_eq!(interval([1.0, 5.0]), "1.0 to 5.0 points better");
        assert_eq!(interval([-1.0, 5.0]), "1.0 worse to 5.0 better");
    }

    #[test]
    fn differences_that_round_to_nothing_have_no_sign() {
        assert_eq!([signed(-0.04), signed(-0.06), signed(3.0)], ["0.0", "−0.1", "+3.0"]);
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn outcomes_read_as_words() {
        assert_eq!(outcome("fail(wrong_answer)"), "wrong answer");
        assert_eq!(outcome("no_answer(cut_at_max_tokens)"), "no answer: cut at max tokens");
        assert_eq!(outcome("pass"), "pass");
        assert_eq!(outcome("No module named 'my_package' (yet)"), "No module named 'my_package' (yet)");
    }

    #[test]
    fn more_tasks_are_asked_for_only_where_that_can_be_said() {
        let mut row = fixtures::inconclusive().rows.rate.remove(0);
        (row.tasks, row.smallest_detectable, row.margin) = (164, Some(9.0), 3.0);
        assert_eq!(tasks_for_margin(&row), Some(1500));
        row.tasks = 6;
        assert_eq!(tasks_for_margin(&row), None);
    }
}
