//! Samples that lm-evaluation-harness logs: JSON Lines with `doc`, `resps`, `filter` and `arguments`.
//!
//! lm-evaluation-harness 0.4.13 (`lm_eval/result_schema.py`, `evaluator.py`, `loggers/evaluation_tracker.py`):
//! - `doc` is the task as its data set has it. `doc.task_id` names it: a text, or a number (MBPP's `11`).
//! - `resps` is what the model wrote, untouched: a list for each request, of as many texts as the request was repeated. A
//!   generating task makes one request. `filtered_resps` is what the harness' filters made of it; it may be the prompt
//!   and the text joined, or only a part of the text, and is not read: extraction is assay's own.
//! - `arguments.gen_args_0.arg_0` is the prompt that was sent. Where it ends with `doc.prompt` the model was made to
//!   continue the task's own prompt (`humaneval` sends it alone, `humaneval_instruct` ends its prefix with it), so the text
//!   is a completion; else it is an answer, in which code may stand among prose.
//! - With several filters a document is logged once for each, with the same `resps`: the file's first filter counts.

use std::collections::HashMap;

use assay_types::FieldKind;

use super::{Beginning, Collector, Format, Input, SampleFormat, records};
use crate::BenchmarkError;
use crate::object::{Field, Object};
use crate::samples::collector::TaskName;
use crate::samples::records::{Copy, Record, Records};

/// The format.
pub(super) struct LmEvaluationHarness;

impl Format for LmEvaluationHarness {
    fn about(&self) -> SampleFormat {
        SampleFormat {
            name: "lm-evaluation-harness",
            written_by: "lm-evaluation-harness 0.4.13 (`--log_samples`)",
            taken: "JSON Lines: `doc.task_id`, and every text of `resps`",
        }
    }

    fn fits(&self, beginning: &Beginning<'_>) -> Result<(), String> {
        let object = beginning.record()?;
        match ["doc", "resps"].iter().find(|name| !object.has(name)) {
            Some(missing) => Err(format!("the record has no `{missing}`")),
            None => Ok(()),
        }
    }

    fn read(&self, input: &Input, collector: &mut Collector<'_>) -> Result<(), BenchmarkError> {
        records::read(Log::default(), input, collector)
    }
}

/// What was read of a log.
#[derive(Default)]
struct Log {
    /// The filter whose records count.
    filter: Option<String>,
    /// The line of each document.
    documents: HashMap<u64, u64>,
}

impl Records for Log {
    /// The prompt is the deepest: `arguments.gen_args_0.arg_0`.
    const LEVELS: usize = 2;

    fn record(object: &mut Object) -> Result<Record, String> {
        let Field::Object(mut doc) = object.take("doc") else {
            return Err("the record has no object `doc`".to_owned());
        };
        let task = match doc.take("task_id") {
            Field::Text(id) => TaskName::Id(id),
            Field::Number(number) => TaskName::Number(number),
            Field::Null => return Err("`doc` has no `task_id`, so its task cannot be told".to_owned()),
            other => {
                return Err(format!("`doc.task_id` must be a text or a number, and is {}", other.kind()));
            }
        };
        let kind = if continues(&mut doc, object) { FieldKind::Completion } else { FieldKind::Answer };
        let answers = responses(object).map(|texts| texts.into_iter().map(|text| (kind, text)).collect());
        let Field::Number(document) = object.take("doc_id") else {
            return Err("the record has no number `doc_id`".to_owned());
        };
        let filter = object.optional_text("filter")?.unwrap_or_default();
        Ok(Record { task, answers, copy: Some(Copy { document, filter }) })
    }

    fn counts(&mut self, record: &Record, line: u64) -> Result<bool, String> {
        let Some(Copy { document, filter }) = &record.copy else { return Ok(true) };
        if *self.filter.get_or_insert_with(|| filter.clone()) != *filter {
            return Ok(false);
        }
        match self.documents.insert(*document, line) {
            None => Ok(true),
            Some(first) => {
                Err(format!("the document {document} stands here a second time (first on line {first})"))
            }
        }
    }
}

/// Whether the prompt that was sent ends with the task's own.
fn continues(doc: &mut Object, object: &mut Object) -> bool {
    let (Field::Text(prompt), Field::Object(mut arguments)) = (doc.take("prompt"), object.take("arguments"))
    else {
        return false;
    };
    let Field::Object(mut request) = arguments.take("gen_args_0") else { return false };
    let Field::Text(sent) = request.take("arg_0") else { return false };
    let prompt = prompt.trim_end();
    !prompt.is_empty() && sent.trim_end().ends_with(prompt)
}

/// The texts of a generating task's only request.
fn responses(object: &mut Object) -> Result<Vec<String>, String> {
    let wrong = "`resps` must be one list of texts, as tasks that generate have it";
    let Field::List(requests) = object.take("resps") else { return Err(wrong.to_owned()) };
    let Ok([Field::List(texts)]) = <[Field; 1]>::try_from(requests) else { return Err(wrong.to_owned()) };
    if texts.is_empty() {
        return Err("`resps` holds no text".to_owned());
    }
    let text = |field| if let Field::Text(text) = field { Ok(text) } else { Err(wrong.to_owned()) };
    texts.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn texts_that_continue_the_prompt_are_completions_and_others_are_answers() {
        let task = json!("split_amount");
        let lines = [
            log(0, &task, "def f():\n", &json!([["    return 1", "    return 2"]])),
            log(1, &json!("parse_duration"), "User: …\n```python\ndef f():\n\n", &json!([["    return 3"]])),
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
                "build_order 0 Answer 3 \"Sure.\"",
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
            (
                log(0, &json!([1]), "", &json!([["a"]])),
                "`doc.task_id` must be a text or a number, and is a list",
            ),
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
}
