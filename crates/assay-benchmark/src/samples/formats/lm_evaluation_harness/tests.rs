use crate::samples::OnBadSample;
use crate::samples::tests::{found, read, read_as};
use serde_json::{Value, json};

fn log(document: u64, task: &Value, sent: &str, resps: &Value) -> Value {
    json!({
        "doc_id": document,
        "doc": {"task_id": task, "prompt": "def f():\n", "test": "", "entry_point": "f"},
        "target": "check(f)",
        "arguments": {"gen_args_0": {"arg_0": sent, "arg_1": {"until": ["\ndef"], "max_gen_toks": 1024}}},
        "resps": resps,
        "filtered_resps": [["def f():\n    return 1"]],
        "filter": "create_test",
        "metrics": ["pass@1"],
        "doc_hash": "0", "prompt_hash": "0", "target_hash": "0",
        "pass@1": 1.0
    })
}

/// The record as it was before arguments had names.
fn older(record: &Value) -> Value {
    let mut older = record.clone();
    let request = &record["arguments"]["gen_args_0"];
    older["arguments"] = json!([[request["arg_0"], request["arg_1"]]]);
    older
}

#[test]
fn texts_that_continue_the_prompt_are_completions_and_others_are_answers() {
    let task = json!("split_amount");
    let lines = [
        log(0, &task, "def f():\n", &json!([["    return 1", "    return 2"]])),
        log(1, &json!("parse_duration"), "User: …\n```python\ndef f():\n\n", &json!([["    return 3"]])),
        older(&log(3, &task, "def f():\n", &json!([["    return 4"]]))),
        log(
            2,
            &json!("build_order"),
            "[{\"role\": \"user\", \"content\": \"def f():\\n\"}]",
            &json!([["Sure."]]),
        ),
    ];
    let set = read(&lines.map(|line| line.to_string()).join("\n")).unwrap();
    assert_eq!(
        found(&set),
        [
            "split_amount 0 Completion 1 \"    return 1\"",
            "split_amount 1 Completion 1 \"    return 2\"",
            "parse_duration 0 Completion 2 \"    return 3\"",
            "split_amount 2 Completion 3 \"    return 4\"",
            "build_order 0 Answer 4 \"Sure.\"",
        ]
    );
}

#[test]
fn a_document_counts_once_however_many_filters_there_are() {
    let line = log(0, &json!("split_amount"), "", &json!([["x"]])).to_string();
    let other = line.replace("create_test", "other");
    assert_eq!(read(&[line.as_str(), &other].join("\n")).unwrap().samples.len(), 1);
    let said = read(&[line.as_str(), &other, &line].join("\n")).unwrap_err();
    assert!(
        said.starts_with("model.jsonl:3: the document 0 stands here a second time (first on line 1)"),
        "{said}"
    );
}

#[test]
fn what_is_wrong_with_a_record_is_said_with_its_line() {
    let cases = [
        (
            log(0, &json!("split_amount"), "", &json!([[["-1.5", "True"]]])),
            "`resps` must be one list of texts",
        ),
        (log(0, &json!("split_amount"), "", &json!([["a"], ["b"]])), "`resps` must be one list of texts"),
        (log(0, &json!("split_amount"), "", &json!([[]])), "`resps` holds no text"),
        (log(0, &json!(null), "", &json!([["a"]])), "`doc` has no `task_id`"),
        (log(0, &json!([1]), "", &json!([["a"]])), "`doc.task_id` must be a text or a number, and is a list"),
        (log(0, &json!(7), "", &json!([["a"]])), "the benchmark starter has no task 7"),
    ];
    for (line, message) in cases {
        let said = read(&line.to_string()).unwrap_err();
        assert!(said.starts_with(&format!("model.jsonl:1: {message}")), "{said}");
    }
}

#[test]
fn a_response_with_half_of_a_character_is_put_right_and_counted() {
    let line = log(0, &json!("split_amount"), "", &json!([["whole", "half X"]])).to_string();
    let line = line.replace('X', "\\ud800");
    let set = read_as(OnBadSample::Refuse, "model.jsonl", line.as_bytes()).unwrap();
    assert_eq!(found(&set)[1], "split_amount 1 Answer 1 \"half \u{fffd}\"");
    assert_eq!(set.repaired.values().map(|repaired| repaired.count).collect::<Vec<_>>(), [1]);
}
