//! What is said beside the figures.

use std::collections::BTreeMap;

use assay_generate::KnownCost;
use serde::Serialize;

use super::figures::{number, range};
use super::why;
use crate::analysis::{JudgedComparison, Orders, Stability};
use crate::document::{Cost, JudgeDocument, QuestionResult};
use crate::question::Question;

/// Who judged what; foreign text is shown as `quote` does.
pub(super) fn title(document: &JudgeDocument, quote: fn(&str) -> String) -> String {
    let judge = &document.judge;
    let mut text = format!(
        "{} as a judge of {} against {}\n{} {}: asked as {} ({}), {} answers to each question",
        quote(&judge.name),
        quote(&document.candidate),
        quote(&document.baseline),
        quote(&document.benchmark.name),
        quote(&document.benchmark.version),
        quote(&judge.model),
        quote(judge.address.as_deref().unwrap_or(&judge.provider)),
        document.repeats,
    );
    if !judge.versions.is_empty() {
        let versions: Vec<String> = judge.versions.keys().map(|version| quote(version)).collect();
        text += &format!("; answered as {}", versions.join(", "));
    }
    if let Some(version) = &document.run_assay_version {
        text += &format!(
            "\nthis run was made by assay {}; what was asked about is what this version makes of its answers",
            quote(version)
        );
    }
    text
}

/// What was asked, and what became of the answers.
pub(super) fn before(result: &QuestionResult) -> Vec<String> {
    let mut said = vec![asked(result)];
    if !result.left_out.is_empty() {
        let parts: Vec<String> =
            result.left_out.iter().map(|(reason, count)| format!("{count} ({})", why(*reason))).collect();
        said.push(format!("Left out, {}: {}.", unit(result.question), parts.join(", ")));
    }
    if result.items == 0 {
        return said;
    }
    let answers = &result.answers;
    let discarded: u64 = answers.discarded.values().sum();
    said.push(format!(
        "{} answers wanted: {} with a verdict, {discarded} discarded{}, {} missing.",
        answers.wanted,
        answers.with_verdict,
        kinds(&answers.discarded),
        answers.missing,
    ));
    said.push(format!(
        "Positive class: {} ({}). Figures are over verdicts; intervals are over tasks.",
        result.positive_class, result.positive_means
    ));
    said
}

/// What else is computed.
pub(super) fn after(result: &QuestionResult) -> Vec<String> {
    let mut said = Vec::new();
    let discarded: u64 = result.answers.discarded.values().sum();
    if let Some(accuracy) = result.accuracy_if_discarded_were_wrong.filter(|_| discarded > 0) {
        said.push(format!("Accuracy if the discarded answers were wrong ones: {accuracy:.3}."));
    }
    said.extend(result.orders.as_ref().map(orders));
    said.extend(result.stability.as_ref().map(|stability| stable(stability, result.question)));
    said.extend(result.comparison.as_ref().map(comparison));
    if result.items > 0 {
        said.push(format!("It took {}.", took(&result.cost)));
    }
    said
}

/// What all of it cost.
pub(super) fn cost(document: &JudgeDocument) -> String {
    format!("All questions together took {}.", took(&document.cost))
}

fn asked(result: &QuestionResult) -> String {
    if result.items == 0 {
        return "There is nothing to ask about.".to_owned();
    }
    let what = match result.question {
        Question::Correctness => format!("{} samples", result.items),
        Question::Faster | Question::Leaner => format!("{} pairs in both orders", result.items / 2),
    };
    format!("{what} of {} tasks, {} different prompts.", result.tasks, result.distinct_prompts)
}

fn unit(question: Question) -> &'static str {
    match question {
        Question::Correctness => "in samples",
        Question::Faster | Question::Leaner => "in pairs of correct samples",
    }
}

fn kinds<K: Serialize>(counts: &BTreeMap<K, u64>) -> String {
    let part = |(kind, count): (&K, &u64)| format!("{count} {}", word(kind));
    let parts: Vec<String> = counts.iter().map(part).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// The word of a variant, as it is serialised.
fn word(variant: &impl Serialize) -> String {
    match serde_json::to_value(variant) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

fn orders(orders: &Orders) -> String {
    let Orders { pairs, position_bias, right_in_both, right_in_both_interval, right_each, first_share } =
        orders;
    let interval = range(*right_in_both_interval);
    format!(
        "Both orders: a pair is right only if both verdicts are, {right_in_both:.3}{} of {pairs} (each verdict for itself: \
         {right_each:.3}). Position bias: the side that is named changes with the order in {position_bias:.3} of them; \
         what is shown first is named in {first_share:.3} of the verdicts.",
        if interval.is_empty() { String::new() } else { format!(" ({interval})") },
    )
}

fn stable(stability: &Stability, question: Question) -> String {
    let Stability { repeats, items, one_label_share, fleiss_kappa } = stability;
    let items_are = match question {
        Question::Correctness => "samples",
        Question::Faster | Question::Leaner => "pairs in one order",
    };
    format!(
        "Stability: the same label in all {repeats} answers for {one_label_share:.3} of the {items} {items_are} with a verdict \
         each time; Fleiss' kappa {}.",
        number(*fleiss_kappa)
    )
}

fn comparison(comparison: &JudgedComparison) -> String {
    format!(
        "Incorrect code, baseline minus candidate in points (positive: the candidate improves): measured {:+.2}, judged {:+.2}.",
        comparison.measured_difference_percent, comparison.judged_difference_percent
    )
}

fn took(cost: &Cost) -> String {
    let known = |known| KnownCost { known, without_price: cost.answers_without_price };
    let price = cost.cost.map_or_else(|| "no price is known".to_owned(), |cost| known(cost).said("spent"));
    format!(
        "{} answers, {} tokens read, {} written; {price}",
        cost.answers, cost.input_tokens, cost.output_tokens
    )
}
