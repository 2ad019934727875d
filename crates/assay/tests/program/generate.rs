//! Models are asked for what is missing, and for nothing else.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::models::{asked, generate, protocol, stored, user, words};

#[test]
fn what_is_stored_is_not_asked_for_again_and_more_samples_ask_for_the_rest() {
    let user = user();
    let first = user.run(&words(&generate(&["--limit", "3", "--out", "good.jsonl"])));
    assert_eq!(first.code, 0, "{}", first.errors);
    assert!(first.output.contains("good: 6 of 6 answers are there, 6 of them new"), "{}", first.output);
    assert_eq!(asked(&user).len(), 6);
    let again = user.run(&words(&generate(&["--limit", "3", "--out", "again.jsonl"])));
    assert!(again.output.contains("6 of 6 answers are there, 0 of them new"), "{}", again.output);
    assert_eq!(asked(&user).len(), 6);
    let bytes = |name: &str| fs::read(user.path(name)).unwrap();
    assert_eq!(bytes("good.jsonl"), bytes("again.jsonl"));
    let more = user.run(&words(&generate(&["--limit", "3", "--samples-per-task", "4"])));
    assert!(more.output.contains("12 of 12 answers are there, 6 of them new"), "{}", more.output);
    let requests = asked(&user);
    assert_eq!(requests.iter().collect::<BTreeSet<_>>().len(), requests.len(), "{requests:?}");
    let listed = user.run(&["store", "ls", "--json"]);
    let listed: Value = serde_json::from_str(&listed.output).unwrap();
    assert_eq!(listed["holds"]["answers"]["count"], 12);
    user.run(&["store", "gc", "--keep-runs", "0", "--findings"]);
    assert_eq!(stored(&user).len(), 12);
    user.run(&["store", "gc", "--answers"]);
    assert_eq!(stored(&user).len(), 0);
}

#[test]
fn a_dry_run_says_what_would_be_asked_and_changes_nothing() {
    let user = user();
    let said = user.run(&words(&generate(&["--dry-run"])));
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.output.contains("good: 48 requests; 0 of 48 answers are stored"), "{}", said.output);
    assert!(said.output.contains("costs at most"), "{}", said.output);
    assert!(said.output.contains("nothing was asked, and nothing was changed"), "{}", said.output);
    assert!(asked(&user).is_empty() && !user.store_folder().exists());
}

#[test]
fn a_recording_answers_in_the_models_place() {
    let user = user();
    user.run(&words(&generate(&["--limit", "2", "--out", "good.jsonl", "--log", "recording.jsonl"])));
    let replay = "[protocol]\nbenchmark = \"starter\"\nprompt.chat = \"prompt.jinja\"\nsamples_per_task = 2\nseed = 1\n\
                  [models.good]\nprovider = \"replay\"\nrecording = \"recording.jsonl\"\n";
    user.write("replay.toml", replay);
    let said = user.run(&[
        "generate",
        "--protocol",
        "replay.toml",
        "--limit",
        "2",
        "--out",
        "replayed.jsonl",
        "--store",
        "other",
    ]);
    assert_eq!(said.code, 0, "{} {}", said.output, said.errors);
    assert_eq!(asked(&user).len(), 4);
    let bytes = |name: &str| fs::read(user.path(name)).unwrap();
    assert!(bytes("good.jsonl") == bytes("replayed.jsonl"));
}

#[test]
fn answers_without_prompts_are_the_same_samples_where_the_benchmark_is_at_hand() {
    let user = user();
    let whole = user.run(&words(&generate(&["--limit", "3", "--out", "whole.jsonl"])));
    let parted = user.run(&words(&generate(&["--limit", "3", "--out", "parted.jsonl", "--without-prompts"])));
    assert_eq!((whole.code, parted.code), (0, 0), "{}", parted.errors);
    let text = fs::read_to_string(user.path("parted.jsonl")).unwrap();
    assert!(text.contains("\"answer_parts\":") && !text.contains("\"answer\":"), "{text}");
    let outcomes = |file: &str, out: &str| {
        let said = user.run(&["check", file, "--benchmark", "starter", "--aspects", "logic", "--out", out]);
        assert_eq!(said.code, 0, "{}", said.errors);
        fs::read_to_string(user.path(out)).unwrap()
    };
    assert_eq!(
        outcomes("whole.jsonl", "whole.labels.jsonl"),
        outcomes("parted.jsonl", "parted.labels.jsonl")
    );
}

#[test]
fn a_command_without_its_models_files_is_warned_of_and_one_with_them_asks_anew_when_they_change() {
    let user = user();
    let said = user.run(&words(&generate(&["--limit", "1"])));
    assert!(
        said.errors.contains("warning: good: answers of good-1 are told apart by name alone"),
        "{}",
        said.errors
    );
    fs::create_dir(user.path("weights")).unwrap();
    user.write("weights/model.safetensors", "as it was");
    user.write("assay.toml", protocol("").replace("processes = 2", "processes = 2\nweights = \"weights\""));
    for (content, new) in [("as it was", 2), ("as it was", 0), ("trained again", 2)] {
        user.write("weights/model.safetensors", content);
        let said = user.run(&words(&generate(&["--limit", "1"])));
        assert!(
            said.output.contains(&format!("2 of 2 answers are there, {new} of them new")),
            "{}",
            said.output
        );
        assert!(!said.errors.contains("by name alone"), "{}", said.errors);
    }
}

#[test]
fn what_is_wrong_with_a_protocol_is_said_before_anything_is_asked() {
    let user = user();
    user.write("bad.toml", protocol("temprature = 1"));
    let said = user.run(&["generate", "--protocol", "bad.toml"]);
    assert_eq!(said.code, 2);
    assert!(
        said.errors.contains("bad.toml:6: there is no key `protocol.temprature`; is `temperature` meant?"),
        "{}",
        said.errors
    );
    let said = user.run(&["generate", "--protocol", "assay.toml", "--model", "god"]);
    assert_eq!(said.code, 2);
    assert!(said.errors.contains("has no model \"god\"; is `good` meant?"), "{}", said.errors);
    let said = user.run(&["generate", "--protocol", "assay.toml", "--tasks", "nothing"]);
    assert_eq!(said.code, 2);
    assert!(said.errors.contains("starter has no task nothing"), "{}", said.errors);
    assert!(asked(&user).is_empty());
}
