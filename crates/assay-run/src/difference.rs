//! What extraction did to an answer, line by line.

use schemars::JsonSchema;
use serde::Serialize;
use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// More lines than this on a side are not compared: the cost grows with lines times differences, and the answer is
/// untrusted.
const MOST_LINES: usize = 4_000;

/// What became of a line of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineChange {
    /// It is part of the judged module.
    Kept,
    /// It was left out of the judged module.
    Cut,
    /// It is in the judged module and not in the answer: it comes from the prompt.
    Added,
}

/// A line, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChangedLine {
    /// What became of it.
    pub change: LineChange,
    /// Its number in the judged module, from 1; none where it was cut.
    pub number: Option<usize>,
    /// Its text, without its end. Untrusted.
    pub text: String,
}

/// The lines of the judged module in their order, and between them those of the answer that were cut (the shortest such
/// list: Myers 1986, "An O(ND) Difference Algorithm and Its Variations"). `None` where there are too many lines.
#[must_use]
pub fn difference(raw: &str, module: &str) -> Option<Vec<ChangedLine>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (raw.lines().collect(), module.lines().collect());
    // Equal texts cost nothing, whatever their length.
    if old.len().max(new.len()) > MOST_LINES && old != new {
        return None;
    }
    let mut lines = Vec::new();
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        for change in operation.iter_changes(&old, &new) {
            let kind = match change.tag() {
                ChangeTag::Equal => LineChange::Kept,
                ChangeTag::Delete => LineChange::Cut,
                ChangeTag::Insert => LineChange::Added,
            };
            let number = change.new_index().map(|index| index + 1);
            lines.push(ChangedLine { change: kind, number, text: change.value().to_owned() });
        }
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(raw: &str, module: &str) -> String {
        let line = |line: ChangedLine| {
            let sign = match line.change {
                LineChange::Kept => ' ',
                LineChange::Cut => '-',
                LineChange::Added => '+',
            };
            format!("{sign}{}", line.text)
        };
        difference(raw, module).unwrap().into_iter().map(line).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn prose_around_code_is_cut_and_a_prompt_before_it_added() {
        assert_eq!(drawn("Here:\n```\nx = 1\n```\nDone.", "x = 1\n"), "-Here:|-```| x = 1|-```|-Done.");
        assert_eq!(drawn("    return 1\n", "def f():\n    return 1\n"), "+def f():|     return 1");
        assert_eq!(drawn("a\nb", "a\nb"), " a| b");
        assert_eq!(drawn("", ""), "");
    }

    #[test]
    fn lines_count_in_the_judged_module() {
        let lines = difference("cut\nkept", "added\nkept").unwrap();
        let numbers: Vec<(LineChange, Option<usize>)> =
            lines.iter().map(|line| (line.change, line.number)).collect();
        assert_eq!(
            numbers,
            [(LineChange::Cut, None), (LineChange::Added, Some(1)), (LineChange::Kept, Some(2))]
        );
    }

    #[test]
    fn too_many_lines_are_not_compared_unless_they_are_the_same() {
        let long = "x\n".repeat(MOST_LINES + 1);
        assert_eq!(difference(&long, "y"), None);
        assert_eq!(difference(&long, &long).unwrap().len(), MOST_LINES + 1);
    }
}
