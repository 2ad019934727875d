//! Which checks judge samples, and the rows that they make.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use assay_analyse::RateCheck;
use assay_check::static_checks::{CODE_DUPLICATION, StaticChecks};
use assay_python::comments::Thresholds;
use assay_python::{Naming, PythonVersion, Reading, StaticProfile};
use assay_report::StaticSummary;

use crate::performance::PerformanceSettings;
use crate::plugins::Plugin;
use crate::static_engine::{ReferenceTools, StaticEngine, ToolError, ToolPaths};

/// Which checks judge samples.
#[derive(Debug, Clone)]
pub struct Checks {
    /// Whether the tasks' tests run.
    pub logic: bool,
    /// How time and memory of correct samples are measured, if they are.
    pub performance: Option<PerformanceSettings>,
    /// What is read from the code.
    pub static_checks: StaticChecks,
    /// What commands of the user's read from it, in the order of their names.
    pub plugins: Vec<Plugin>,
    /// Whether cyclomatic complexity and maintainability index are compared, too: no row, and no part of a verdict.
    pub complexity: bool,
    /// Who reads it.
    pub static_engine: StaticEngine,
    /// Where the tools of another engine than assay's are.
    pub tools: ToolPaths,
    /// Whether the grammar by which code parses or does not is the environment's, and not that of `static_checks`.
    pub grammar_of_environment: bool,
    /// The least difference that matters to a check, as a share, where it is not that of all.
    pub margins: BTreeMap<String, f64>,
}

impl Default for Checks {
    /// All of them, as in `ReCatcher`.
    fn default() -> Self {
        Self {
            logic: true,
            performance: Some(PerformanceSettings::default()),
            static_checks: StaticChecks::default(),
            plugins: Vec::new(),
            complexity: false,
            static_engine: StaticEngine::default(),
            tools: ToolPaths::default(),
            grammar_of_environment: true,
            margins: BTreeMap::new(),
        }
    }
}

/// What `--aspects` chooses from.
pub const ASPECTS: [&str; 3] = ["logic", "static", "performance"];

impl Checks {
    /// Switches off what is not named; no name keeps all.
    pub fn keep_aspects(&mut self, names: &[String]) {
        let keeps = |name: &str| names.is_empty() || names.iter().any(|named| named == name);
        // Only correct samples are measured: whether they are, their tests say.
        self.logic &= keeps("logic") || keeps("performance");
        if !keeps("performance") {
            self.performance = None;
        }
        if !keeps("static") {
            self.static_checks = StaticChecks::none();
            self.plugins.clear();
        }
    }

    /// Only the tasks' tests.
    #[must_use]
    pub fn only_logic() -> Self {
        Self { static_checks: StaticChecks::none(), performance: None, ..Self::default() }
    }

    /// Has the tools that the static checks stand for read the code, where any of it is read: they are looked for now,
    /// so that one that is missing ends the run before it began.
    pub fn use_reference_tools(&mut self) -> Result<(), ToolError> {
        if self.static_checks.on().next().is_none() {
            return Ok(());
        }
        let duplicates = !self.static_checks.off.contains(CODE_DUPLICATION);
        let tools = ReferenceTools::find(&self.tools, duplicates)?;
        self.static_checks.profile.naming = tools.naming();
        self.static_engine = StaticEngine::Pylint(Arc::new(tools));
        Ok(())
    }

    /// The rows of a report.
    #[must_use]
    pub fn rows(&self) -> Vec<RateCheck> {
        let logic = self.logic.then(RateCheck::incorrect_code);
        let read = self.static_checks.on().map(|check| RateCheck {
            aspect: check.aspect,
            name: check.name.to_owned(),
            margin: None,
        });
        let plugins = self.plugins.iter().map(|plugin| RateCheck {
            aspect: plugin.aspect,
            name: plugin.name.clone(),
            margin: None,
        });
        let mut rows: Vec<RateCheck> = logic.into_iter().chain(read).chain(plugins).collect();
        for row in &mut rows {
            row.margin = self.margins.get(&row.name).copied();
        }
        rows
    }

    /// The checks as they judge samples of an environment, by its Python's version.
    pub(crate) fn in_environment(mut self, python: &str) -> Self {
        if let Some(version) = version(python).filter(|_| self.grammar_of_environment) {
            self.static_checks.profile.python = version;
        }
        self
    }
}

/// The static checks as a report says that they were set; nothing where this version does not
/// know its words, or where other tools than assay read the code: what they saw is not asked again.
pub(crate) fn static_checks_of(summary: &StaticSummary) -> Option<StaticChecks> {
    if summary.engine != StaticEngine::ASSAY {
        return None;
    }
    let reading = Reading::ALL.into_iter().find(|(word, _)| *word == summary.profile)?.1;
    let naming = Naming::ALL.into_iter().find(|(word, _)| *word == summary.naming)?.1;
    let profile = StaticProfile { reading, naming, python: version(&summary.python)? };
    let checks = StaticChecks {
        profile,
        minimum_tokens: usize::try_from(summary.minimum_tokens).ok().and_then(NonZeroUsize::new)?,
        comments: Thresholds {
            ratio: summary.comment_ratio,
            pairs: usize::try_from(summary.comment_pairs).ok()?,
        },
        off: summary.off.iter().cloned().collect(),
    };
    // A run may have had plug-ins alone: then nothing was read that could be read again.
    let reads = checks.on().next().is_some();
    reads.then_some(checks)
}

/// The first two numbers of a version.
pub(crate) fn version(text: &str) -> Option<PythonVersion> {
    let mut parts = text.split('.').map_while(|part| part.parse::<u8>().ok());
    Some(PythonVersion { major: parts.next()?, minor: parts.next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_the_papers_nine_rows_unless_told_otherwise() {
        let names = |checks: Checks| checks.rows().into_iter().map(|row| row.name).collect::<Vec<_>>();
        assert_eq!(
            names(Checks::default()),
            [
                "incorrect_code",
                "syntax_error",
                "missing_declaration_import",
                "code_duplication",
                "comment_duplication",
                "unnecessary_else",
                "unnecessary_conditional_block",
                "confusing_variable_naming",
                "sub_readable_code"
            ]
        );
        assert_eq!(names(Checks::only_logic()), ["incorrect_code"]);
        assert_eq!(names(Checks { logic: false, ..Checks::default() }).len(), 8);
    }

    #[test]
    fn code_parses_by_the_grammar_that_it_runs_with() {
        let python = |version| Checks::default().in_environment(version).static_checks.profile.python;
        assert_eq!(python("3.12.1"), PythonVersion::PY312);
        assert_eq!(python("3.13"), PythonVersion::PY313);
    }
}
