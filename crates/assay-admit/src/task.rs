//! An admitted candidate as a task.

use std::sync::Arc;

use assay_mine::Candidate;
use assay_types::{Digest, InvalidTaskId, MaintenanceTask, TaskId};

use crate::admission::AdmittedOracle;

/// Digits of a task's name.
const DIGITS: usize = 16;

impl AdmittedOracle {
    /// The task that a candidate makes with this oracle. `repository` is where it is known, such as `tkem/cachetools`. The name is made of
    /// what the task is and of its environment, not of where anything stands.
    pub fn task(&self, candidate: &Candidate, repository: &str) -> Result<MaintenanceTask, InvalidTaskId> {
        let tests = self.target_tests.iter().map(|test| test.0.as_str());
        let tests = tests.chain([""]).chain(self.regression_tests.iter().map(|test| test.0.as_str()));
        let parts = [candidate.id.as_str(), &self.environment.digest].into_iter().chain(tests);
        let digest = Digest::of_parts(&parts.collect::<Vec<_>>()).to_string();
        Ok(MaintenanceTask {
            id: TaskId::new(&format!("{}-{}", candidate.category.word(), &digest[..DIGITS]))?,
            repository: repository.to_owned(),
            parent: candidate.parent.clone(),
            fix: candidate.fix.clone(),
            parent_committed: candidate.parent_committed.clone(),
            fix_committed: candidate.fix_committed.clone(),
            category: candidate.category,
            licence: candidate.licence.clone(),
            statement: Arc::from(candidate.statement.text.as_str()),
            environment: self.environment.clone(),
            runner: self.runner,
            target_tests: self.target_tests.clone(),
            regression_tests: self.regression_tests.clone(),
            reference_patch: Arc::from(candidate.source_patch.as_str()),
            test_patch: Arc::from(candidate.test_patch.as_str()),
            strength: self.strength,
        })
    }
}
