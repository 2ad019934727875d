//! A gate's result for people.

use super::{ClauseResult, GateResult, Look};
use crate::text::one_line;

/// The most rows of a clause that are told of.
const LONGEST_LIST: usize = 30;

impl GateResult {
    /// The result in a line.
    #[must_use]
    pub fn sentence(&self) -> String {
        let all = self.clauses.len();
        let clauses = if all == 1 { "clause" } else { "clauses" };
        match self.failures() {
            0 => format!("The gate is open: {all} {clauses}, none fails."),
            1 => format!("The gate is closed: 1 of {all} {clauses} fails."),
            failures => format!("The gate is closed: {failures} of {all} {clauses} fail."),
        }
    }

    /// Every clause with its result and the values that it saw, and the result of all, as lines of text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for clause in &self.clauses {
            let word = if clause.passes() { "passes" } else { "FAILS " };
            text += &format!(" {word}  {}\n", one_line(&clause.text, 400));
            for line in clause.why() {
                text += &format!("         {line}\n");
            }
        }
        text + " " + &self.sentence() + "\n"
    }
}

impl ClauseResult {
    /// What it saw, a line for each row: of the rows that it fails for, or of all where it passes. Safe to show.
    pub(crate) fn why(&self) -> Vec<String> {
        let fails: Vec<&Look> = self.looks.iter().filter(|look| !look.passes()).collect();
        if fails.is_empty() && self.looks.len() > 1 {
            return vec![format!("holds for each of {} rows", self.looks.len())];
        }
        let looks = if fails.is_empty() { self.looks.iter().collect() } else { fails };
        let mut lines: Vec<String> = looks.iter().take(LONGEST_LIST).map(|look| look.line()).collect();
        if let more @ 1.. = looks.len().saturating_sub(LONGEST_LIST) {
            lines.push(format!("and for {more} more rows"));
        }
        lines
    }

    /// Where it stands: `gate.txt:3`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", one_line(&self.source, 200), self.line)
    }
}

impl Look {
    fn line(&self) -> String {
        let seen: Vec<String> = self.seen.iter().map(|seen| one_line(seen, 300)).collect();
        let mut line = seen.join(", ");
        if self.is_true && !self.not_accepted.is_empty() {
            let names: Vec<String> = self.not_accepted.iter().map(|name| one_line(name, 300)).collect();
            line += &format!(
                ": true, but {} is inconclusive, which the clause does not say that it accepts",
                names.join(", ")
            );
        }
        line
    }
}
