//! The published schemas of `judge.json` and of a line of `judgements.jsonl`.

use schemars::schema_for;

use crate::document::JudgeDocument;
use crate::judgement::Judgement;

/// The JSON Schema of `judge.json`, as text with a final newline. Published as `docs/schema/judge.schema.json`.
#[must_use]
pub fn judge_schema() -> String {
    format!("{:#}\n", schema_for!(JudgeDocument).to_value())
}

/// The JSON Schema of a line of `judgements.jsonl`, likewise. Published as `docs/schema/judgement.schema.json`.
#[must_use]
pub fn judgement_schema() -> String {
    format!("{:#}\n", schema_for!(Judgement).to_value())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Write the files again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-judge schema`.
    #[test]
    fn the_schemas_match_the_published_files() {
        for (name, schema) in [("judge", judge_schema()), ("judgement", judgement_schema())] {
            let path =
                Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/schema/{name}.schema.json"));
            if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
                fs::write(&path, &schema).unwrap();
            }
            assert!(
                fs::read_to_string(&path).unwrap_or_default() == schema,
                "{} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-judge schema",
                path.display()
            );
        }
    }
}
