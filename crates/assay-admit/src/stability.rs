//! Which tests tell the commits apart, and which of them always do.

use std::collections::{BTreeMap, BTreeSet};

use assay_oracle::{TestOutcome, TestReport};
use assay_types::TestId;

use crate::admission::Unstable;
use crate::way::Way;

/// The two states of a repository's source, both with the changed tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Commit {
    /// As a model finds it.
    Before,
    /// As the fix left it.
    After,
}

impl Commit {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}

/// Whether each test passed, in each run. A test that a run did not come to did not pass there.
#[derive(Debug, Default)]
pub(crate) struct Observations {
    /// The tests that passed in each run together.
    together: Vec<(Commit, Way, BTreeSet<TestId>)>,
    /// Runs of single tests.
    alone: BTreeMap<TestId, Vec<(Commit, bool)>>,
}

/// What the observations come to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Settled {
    pub(crate) targets: Vec<TestId>,
    pub(crate) regressions: Vec<TestId>,
    pub(crate) unstable: Vec<Unstable>,
}

/// The tests that passed.
pub(crate) fn passed(report: &TestReport) -> BTreeSet<TestId> {
    let results = report.results.iter();
    results.filter(|(_, result)| result.outcome == TestOutcome::Passed).map(|(id, _)| id.clone()).collect()
}

impl Observations {
    /// Notes a run of all tests.
    pub(crate) fn together(&mut self, commit: Commit, way: Way, report: &TestReport) {
        self.together.push((commit, way, passed(report)));
    }

    /// Notes a run of one test.
    pub(crate) fn alone(&mut self, commit: Commit, test: &TestId, report: &TestReport) {
        let is_passed = passed(report).contains(test);
        self.alone.entry(test.clone()).or_default().push((commit, is_passed));
    }

    fn tests(&self) -> BTreeSet<TestId> {
        self.together.iter().flat_map(|(_, _, passed)| passed.iter().cloned()).collect()
    }

    /// Sorts the tests. What passes in no run is in none of the lists.
    pub(crate) fn settle(&self) -> Settled {
        let mut settled = Settled::default();
        for test in self.tests() {
            let (before, after) = (self.usual(Commit::Before, &test), self.usual(Commit::After, &test));
            let ways = self.ways_that_differ(&test, before, after);
            match (before, after) {
                _ if !ways.is_empty() => settled.unstable.push(Unstable { test, ways }),
                (false, true) => settled.targets.push(test),
                (true, true) => settled.regressions.push(test),
                // A test that the change breaks is no demand on anybody.
                (_, false) => {}
            }
        }
        settled
    }

    /// How a test ends in file order, the first time.
    fn usual(&self, commit: Commit, test: &TestId) -> bool {
        let mut of = self.together.iter().filter(|(of, _, _)| *of == commit);
        of.find(|(_, way, _)| *way == Way::FileOrder).is_some_and(|(_, _, passed)| passed.contains(test))
    }

    fn ways_that_differ(&self, test: &TestId, before: bool, after: bool) -> Vec<Way> {
        let usual = |commit| if commit == Commit::Before { before } else { after };
        let together = self.together.iter();
        let together = together.filter(|(commit, _, passed)| passed.contains(test) != usual(*commit));
        let mut ways: BTreeSet<Way> = together.map(|(_, way, _)| *way).collect();
        let alone = self.alone.get(test).into_iter().flatten();
        if alone.into_iter().any(|(commit, passed)| *passed != usual(*commit)) {
            ways.insert(Way::Alone);
        }
        ways.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use assay_oracle::{RunEnd, TestResult};

    use super::*;

    fn report(passed: &[&str], failed: &[&str]) -> TestReport {
        let result = |outcome| TestResult { outcome, detail: String::new() };
        let of = |names: &[&str], outcome| -> Vec<(TestId, TestResult)> {
            names.iter().map(|name| (id(name), result(outcome))).collect()
        };
        let mut results = of(passed, TestOutcome::Passed);
        results.extend(of(failed, TestOutcome::Failed));
        TestReport {
            end: RunEnd::Completed,
            results: results.into_iter().collect(),
            output: assay_sandbox::CapturedOutput::default(),
            milliseconds: 0,
        }
    }

    fn id(name: &str) -> TestId {
        TestId(name.to_owned())
    }

    #[test]
    fn tests_are_targets_or_regressions_only_if_every_run_says_so() {
        let mut seen = Observations::default();
        for way in Way::TOGETHER {
            let mixed =
                if way == Way::Shuffled { vec!["target", "stays", "mixed"] } else { vec!["target", "stays"] };
            seen.together(Commit::After, way, &report(&mixed, &["broken"]));
            let zone = if way == Way::TimeZone { vec!["lost"] } else { vec!["stays", "lost"] };
            seen.together(Commit::Before, way, &report(&zone, &["target"]));
        }
        seen.alone(Commit::Before, &id("target"), &report(&[], &["target"]));
        seen.alone(Commit::After, &id("target"), &report(&["target"], &[]));
        let settled = seen.settle();
        assert_eq!(settled.targets, [id("target")]);
        assert_eq!(settled.regressions, []);
        let unstable = [(id("mixed"), Way::Shuffled), (id("stays"), Way::TimeZone)];
        assert_eq!(settled.unstable, unstable.map(|(test, way)| Unstable { test, ways: vec![way] }));
        seen.alone(Commit::After, &id("target"), &report(&[], &["target"]));
        let settled = seen.settle();
        assert_eq!(settled.targets, []);
        assert_eq!(settled.unstable[2], Unstable { test: id("target"), ways: vec![Way::Alone] });
    }
}
