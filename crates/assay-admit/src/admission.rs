//! What became of a candidate, as it is written down.

use assay_types::{Category, OracleStrength, Runner, TaskEnvironment, TestId};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

use crate::reason::Reason;
use crate::way::Way;

/// The version of an admission's form. A change that a former reader would misread raises it.
pub const SCHEMA_VERSION: u32 = 1;

/// What became of a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Admission {
    /// The version of this form.
    pub schema_version: u32,
    /// The candidate's id.
    pub candidate: String,
    /// The digest of all that it hangs on beside the candidate: what runs tests, the resolver, the interpreter, the settings.
    pub key: String,
    /// Which kind of maintenance it is.
    pub category: Category,
    /// What became of it.
    pub verdict: Verdict,
}

/// What became of a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is a task.
    Admitted(Box<AdmittedOracle>),
    /// It is none.
    Dropped {
        /// Why.
        reason: Reason,
        /// What was found, in words. Untrusted text stands in it.
        detail: String,
    },
}

/// What a task's patches are judged by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdmittedOracle {
    /// What the tests run in, at both commits.
    pub environment: TaskEnvironment,
    /// Who runs them.
    pub runner: Runner,
    /// Tests that fail before the change and pass after it, in every way.
    pub target_tests: Vec<TestId>,
    /// Tests that pass before and after, in every way.
    pub regression_tests: Vec<TestId>,
    /// Tests that are left out because they do not end the same way each time.
    pub unstable_tests: Vec<Unstable>,
    /// What the tests can tell of a change that is not whole.
    pub strength: OracleStrength,
}

/// A test that does not end the same way each time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unstable {
    /// The test.
    pub test: TestId,
    /// The ways in which it ended otherwise than in file order.
    pub ways: Vec<Way>,
}

/// The JSON Schema of an admission, as text with a final newline. Published as `docs/schema/admission.schema.json`.
#[must_use]
pub fn admission_schema() -> String {
    format!("{:#}\n", schema_for!(Admission).to_value())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Write the files again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-admit schema`.
    #[test]
    fn the_schemas_of_admissions_match_the_published_files() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
        for (name, text) in [("admission", admission_schema()), ("admitted", crate::admitted_schema())] {
            let path = folder.join(format!("{name}.schema.json"));
            if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
                fs::write(&path, &text).unwrap();
            }
            assert!(
                fs::read_to_string(&path).unwrap_or_default() == text,
                "{} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-admit schema",
                path.display()
            );
        }
    }
}
