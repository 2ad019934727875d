use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use assay_types::{FailCause, Finding, Outcome, TaskId};
use serde_json::Value;

use super::*;

fn sample() -> ShownSample {
    ShownSample {
        static_findings: None,
        side: Side::Candidate,
        model: "m".into(),
        task: TaskId::new("t").unwrap(),
        repetition: 1,
        line: 2,
        field: Some(FieldKind::Answer),
        raw: Some(Arc::from("```\nx = '\u{1b}'\n```\n")),
        rule: "answer_fence",
        edits: vec!["tail_cut"],
        module: Some(Arc::from("x = '\u{1b}'\n")),
        finding: Some(Finding {
            outcome: Outcome::Fail { cause: FailCause::Exception },
            evidence: Some("ValueError: x".into()),
            line: Some(1),
            output: String::new(),
            time: TrialTime::default(),
        }),
    }
}

fn names(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Write the file again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-run show`.
#[test]
fn the_schema_of_shown_samples_matches_the_published_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/show.schema.json");
    if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
        fs::write(&path, show_schema()).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == show_schema(),
        "{} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-run show",
        path.display()
    );
}

#[test]
fn the_schema_names_exactly_what_a_sample_holds() {
    let schema: Value = serde_json::from_str(&show_schema()).unwrap();
    let entry = &schema["$defs"]["SampleEntry"];
    let full: Value = serde_json::from_str(&samples_document(&[sample()], &[])).unwrap();
    assert_eq!(names(&full["samples"][0]), names(&entry["properties"]));
    let short: Value = serde_json::from_str(&list_document(&[sample()])).unwrap();
    let always: BTreeSet<&str> =
        entry["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(always.is_subset(&names(&short["samples"][0])), "{always:?}");
    assert!(names(&short["samples"][0]).is_subset(&names(&entry["properties"])));
}

#[test]
fn foreign_text_is_whole_for_a_program_and_acts_on_no_terminal() {
    let text = samples_document(&[sample()], &[]);
    assert!(!text.contains('\u{1b}'), "{text}");
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["samples"][0]["module"], "x = '\u{1b}'\n");
    assert_eq!(document["samples"][0]["lines"][0]["change"], "cut");
}
