//! Mutated answers: no panic, no parsable code lost, no good answer changed. `examples/mutated.rs` tries many more.
#![allow(clippy::unwrap_used, reason = "a test may end here")]

mod mutation;

use std::fs;
use std::path::Path;

use assay_types::FieldKind;
use mutation::{Seed, checked, mutated};
use proptest::prelude::*;

fn seeds() -> Vec<Seed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let answers = paths.iter().flat_map(|path| {
        let topic: toml::Value = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        topic["answer"].as_array().unwrap().clone()
    });
    let text = |answer: &toml::Value, key: &str| {
        answer.get(key).map_or("", |text| text.as_str().unwrap()).to_owned()
    };
    let field = |answer: &toml::Value| match text(answer, "field").as_str() {
        "solution" => FieldKind::Solution,
        "completion" => FieldKind::Completion,
        _ => FieldKind::Answer,
    };
    let seed = |answer: toml::Value| Seed {
        entry_point: text(&answer, "entry_point"),
        prompt: text(&answer, "prompt"),
        field: field(&answer),
        raw: text(&answer, "raw"),
    };
    answers.map(seed).collect()
}

#[test]
fn whatever_is_done_to_an_answer_no_code_is_lost_and_no_good_answer_changed() {
    let seeds = seeds();
    proptest!(ProptestConfig::with_cases(600), |(number in any::<u64>())| {
        let (seed, raw) = mutated(&seeds, number);
        if let Err(objection) = checked(seed, &raw) {
            return Err(TestCaseError::fail(objection));
        }
    });
}
