//! Samples that lm-evaluation-harness logs: JSON Lines with `doc`, `resps`, `filter` and `arguments`.
//!
//! lm-evaluation-harness 0.4.13.dev0, commit 4e7e0d4 (`lm_eval/result_schema.py`, `evaluator.py`, `loggers/evaluation_tracker.py`):
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
            written_by: "lm-evaluation-harness 0.4.13.dev0 (`--log_samples`)",
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
        let answers =
            responses(object).map(|texts| texts.into_iter().map(|text| (kind, text.into())).collect());
        let Field::Number(document) = object.take("doc_id") else {
            return Err("the record has no number `doc_id`".to_owned());
        };
        let filter = object.optional_text("filter")?.unwrap_or_default();
        Ok(Record {
            task,
            answers,
            finish: None,
            copy: Some(Copy { document, filter }),
            prompt: None,
            lost: None,
        })
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
    let (Field::Text(prompt), Some(sent)) = (doc.take("prompt"), sent(object)) else { return false };
    let prompt = prompt.trim_end();
    !prompt.is_empty() && sent.trim_end().ends_with(prompt)
}

/// The prompt of the first request. Versions before 0.4.3 logged a list of lists of arguments.
fn sent(object: &mut Object) -> Option<String> {
    let first = match object.take("arguments") {
        Field::Object(mut requests) => match requests.take("gen_args_0") {
            Field::Object(mut request) => request.take("arg_0"),
            _ => return None,
        },
        Field::List(requests) => match requests.into_iter().next()? {
            Field::List(arguments) => arguments.into_iter().next()?,
            _ => return None,
        },
        _ => return None,
    };
    if let Field::Text(sent) = first { Some(sent) } else { None }
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
mod tests;
