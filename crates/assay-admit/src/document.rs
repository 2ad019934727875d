//! What admission came to, in numbers: for programs, and for the table that people see.

use std::collections::BTreeMap;

use assay_types::Category;
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

use crate::admission::{SCHEMA_VERSION, Verdict};
use crate::admit::Admitted;
use crate::reason::Reason;

/// What admission came to, in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdmissionDocument {
    /// The version of this form and of the admissions'.
    pub schema_version: u32,
    /// The yield of each category.
    pub yields: BTreeMap<Category, Yield>,
    /// Candidates that a fault of this machine left for another time.
    pub unsettled: usize,
}

/// How many candidates of a category became tasks, and why the others did not. They add up to the candidates.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Yield {
    /// Candidates.
    pub candidates: usize,
    /// Tasks.
    pub admitted: usize,
    /// The others.
    pub dropped: BTreeMap<Reason, usize>,
}

impl AdmissionDocument {
    /// Counts what became of candidates.
    #[must_use]
    pub fn of(admitted: &Admitted) -> Self {
        let mut yields: BTreeMap<Category, Yield> = BTreeMap::new();
        for admission in &admitted.admissions {
            let found = yields.entry(admission.category).or_default();
            found.candidates += 1;
            match &admission.verdict {
                Verdict::Admitted(_) => found.admitted += 1,
                Verdict::Dropped { reason, .. } => *found.dropped.entry(*reason).or_default() += 1,
            }
        }
        Self { schema_version: SCHEMA_VERSION, yields, unsettled: admitted.unsettled.len() }
    }
}

/// The JSON Schema of the document, as text with a final newline. Published as `docs/schema/admitted.schema.json`.
#[must_use]
pub fn admitted_schema() -> String {
    format!("{:#}\n", schema_for!(AdmissionDocument).to_value())
}
