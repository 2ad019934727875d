//! What the formats say of a self-check: each model's own samples against themselves.

use assay_analyse::{ModelSelfCheck, SelfCheck, SelfCheckRow};

use crate::words;

/// What was done.
pub(crate) fn subject(found: &SelfCheck) -> String {
    format!(
        "Each model against itself: its own samples, task by task, in two random halves, {} times.",
        words::grouped(found.splits)
    )
}

/// What to make of it.
pub(crate) fn note(found: &SelfCheck) -> String {
    let not_compared = rows(found).map(|row| row.not_compared).sum::<u64>();
    let unsaid = if not_compared == 0 {
        String::new()
    } else {
        format!(
            " {} comparisons of a row could not be made: too few samples are left to judge.",
            words::grouped(not_compared)
        )
    };
    format!(
        "False alarms are splits that the verdict rule calls a regression or an improvement: at most {} on average at a \
         level of {}, and up to {} are ordinary (binomial, 95 % for all counts together). Over margin are splits whose \
         difference is at least the margin, whatever the verdict; by the paper are those whose percentage is not 0, which the \
         paper reads as a change.{unsaid}",
        words::grouped(words::whole(found.alpha * found.splits as f64)),
        found.alpha,
        words::grouped(found.allowed),
    )
}

/// The conclusion in a sentence.
pub(crate) fn conclusion(found: &SelfCheck) -> String {
    let sides = [("baseline", &found.baseline), ("candidate", &found.candidate)];
    let too_many =
        |side: &ModelSelfCheck| side.more_than_allowed || side.rows.iter().any(|row| row.more_than_allowed);
    let bad: Vec<&str> = sides.iter().filter(|(_, side)| too_many(side)).map(|(name, _)| *name).collect();
    if bad.is_empty() {
        let [ours, theirs] = sides.map(|(_, side)| words::grouped(side.any_row));
        return format!(
            "The verdict rule tells no model from itself more often than chance allows: {ours} of the baseline’s splits and \
             {theirs} of the candidate’s have a false alarm in any row."
        );
    }
    format!(
        "The verdict rule tells the {} from itself more often than chance allows: do not believe it here.",
        bad.join(" and the ")
    )
}

/// A row's name and, for the baseline and for the candidate, its false alarms and the splits over the margin.
pub(crate) struct Line<'a> {
    pub(crate) name: &'a str,
    pub(crate) alarms: [String; 2],
    /// Nothing for all rows together, of which each has a margin of its own.
    pub(crate) over_margin: [String; 2],
    /// Nothing for all rows together, which the paper does not sum up.
    pub(crate) by_paper: [String; 2],
}

/// The rows, and all of them together.
pub(crate) fn lines(found: &SelfCheck) -> Vec<Line<'_>> {
    let alarms = |count: u64, too_many: bool| {
        format!("{}{}", words::grouped(count), if too_many { " (too many)" } else { "" })
    };
    let of_row = |row: &SelfCheckRow| alarms(row.regressions + row.improvements, row.more_than_allowed);
    let mut lines: Vec<Line<'_>> = (found.baseline.rows.iter().zip(&found.candidate.rows))
        .map(|(ours, theirs)| Line {
            name: &ours.check,
            alarms: [of_row(ours), of_row(theirs)],
            over_margin: [ours, theirs].map(|row| words::grouped(row.over_margin)),
            by_paper: [ours, theirs].map(|row| words::grouped(row.paper_changes)),
        })
        .collect();
    let any = |side: &ModelSelfCheck| alarms(side.any_row, side.more_than_allowed);
    lines.push(Line {
        name: "any of them",
        alarms: [any(&found.baseline), any(&found.candidate)],
        over_margin: [String::new(), String::new()],
        by_paper: [String::new(), String::new()],
    });
    lines
}

fn rows(found: &SelfCheck) -> impl Iterator<Item = &SelfCheckRow> {
    found.baseline.rows.iter().chain(&found.candidate.rows)
}
