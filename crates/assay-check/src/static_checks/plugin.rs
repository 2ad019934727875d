//! What a plug-in says, made what a static check says: the same rules for what is judged and what counts.

use std::sync::Arc;

use assay_python::{Judgement, Module, judge_parsed};

use super::copied::CopiedLines;
use super::finding::{Flag, StaticFinding};
use super::judge::MOST_FINDINGS;
use super::settings::StaticChecks;

/// A place that a plug-in names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginFinding {
    /// Line of the judged module, from 1.
    pub line: usize,
    /// What is wrong there. Untrusted text.
    pub message: String,
}

impl StaticChecks {
    /// Whether a plug-in is asked about a module: it must parse, as for every other check. The error is what is said of it
    /// unasked.
    pub fn is_for_plugins(&self, module: &Arc<str>) -> Result<(), Flag> {
        let parsed = Module::parse(module.clone(), self.profile.python);
        match judge_parsed(&parsed, self.profile) {
            Judgement::Judged { .. } => Ok(()),
            Judgement::DoesNotParse(_) => Err(Flag::NotJudged),
            // That limits of ours are reached says nothing of the plug-in's where the tree is there.
            Judgement::AnalysisFailed(_) if parsed.is_ok() => Ok(()),
            Judgement::AnalysisFailed(_) => Err(Flag::AnalysisFailed),
        }
    }
}

/// The word of the plug-in of that name on a module. What it names on lines that are copied from the prompt does not count.
#[must_use]
pub fn of_plugin(
    name: &str,
    mut found: Vec<PluginFinding>,
    module: &str,
    prompt: &str,
) -> (Flag, Vec<StaticFinding>) {
    let copied = CopiedLines::new(prompt, module);
    found.sort_by_key(|finding| finding.line);
    let own = found.into_iter().filter(|finding| !copied.all(finding.line..=finding.line));
    let findings: Vec<StaticFinding> = own
        .take(MOST_FINDINGS)
        .map(|PluginFinding { line, message }| StaticFinding {
            check: name.to_owned().into(),
            rule: name.to_owned().into(),
            pylint: None,
            line,
            column: None,
            message,
        })
        .collect();
    (if findings.is_empty() { Flag::Clean } else { Flag::Flagged }, findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize) -> PluginFinding {
        PluginFinding { line, message: "TODO".to_owned() }
    }

    #[test]
    fn what_the_prompt_says_does_not_count_and_the_rest_is_in_order_of_lines() {
        let prompt = "def f():  # TODO\n";
        let module = "def f():  # TODO\n    x = 1  # TODO\n    return x  # TODO\n";
        let (flag, findings) = of_plugin("todo", vec![at(3), at(1), at(2)], module, prompt);
        let lines: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
        assert_eq!((flag, lines), (Flag::Flagged, vec![2, 3]));
        assert_eq!(of_plugin("todo", vec![at(1)], module, prompt), (Flag::Clean, Vec::new()));
    }

    #[test]
    fn no_plugin_is_asked_about_code_that_does_not_parse() {
        let asked = |module: &str| StaticChecks::none().is_for_plugins(&Arc::from(module));
        assert_eq!(asked("def f():\n    return 1\n"), Ok(()));
        assert_eq!(asked("def f(:\n"), Err(Flag::NotJudged));
        assert_eq!(asked(&format!("x = {}1", "-".repeat(100_000))), Err(Flag::AnalysisFailed));
    }
}
