//! The published schema of `report.json`.

use schemars::schema_for;

use crate::Report;

/// The JSON Schema of a report, as text with a final newline. Published as `docs/schema/report.schema.json`.
#[must_use]
pub fn schema() -> String {
    // Indented JSON, whose keys schemars orders itself; a schema has no value that JSON lacks.
    format!("{:#}\n", schema_for!(Report).to_value())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Write the file again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-report schema`.
    #[test]
    fn schema_matches_the_published_file() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/report.schema.json");
        if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, schema()).unwrap();
        }
        let published = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            published == schema(),
            "{} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-report schema",
            path.display()
        );
    }

    #[test]
    fn schema_requires_what_the_design_promises() {
        let schema: serde_json::Value = serde_json::from_str(&schema()).unwrap();
        let required = schema["required"].as_array().unwrap();
        for name in ["schema_version", "command", "benchmark", "rows", "tasks_lost", "outcomes", "warnings"] {
            assert!(required.iter().any(|entry| entry == name), "{name}");
        }
    }
}
