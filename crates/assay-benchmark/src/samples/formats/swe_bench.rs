//! Predictions as SWE-bench reads them: records with `instance_id`, `model_name_or_path` and `model_patch`, one a line, in one list,
//! or in one object by their instances' ids.
//!
//! SWE-bench 5.0.2 (`swebench/harness/utils.py`, `get_predictions_from_file`) takes a list or an object from a file whose name ends
//! in `.json`, and a record a line from `.jsonl`; a patch that is null or empty is one that the model did not give. Here the content
//! decides, not the name.

use std::fmt;

use assay_types::FieldKind;
use serde::de::{Deserializer as _, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Beginning, Collector, Content, Format, Input, SampleFormat, records};
use crate::BenchmarkError;
use crate::expanded::expanded;
use crate::limits::{FILE_BYTES, LINES, LineLimits};
use crate::lines::{Lines, damaged, too_much};
use crate::object::{Field, Object};
use crate::samples::collector::TaskName;
use crate::samples::records::{Record, Records};

/// The format.
pub(super) struct SweBench;

impl Format for SweBench {
    fn about(&self) -> SampleFormat {
        SampleFormat {
            name: "swe-bench",
            written_by: "SWE-bench 5.0.2 and what is graded with it",
            taken: "JSON Lines, a list or an object of records: `instance_id` and `model_patch`",
        }
    }

    fn fits(&self, beginning: &Beginning<'_>) -> Result<(), String> {
        let object = beginning.record()?;
        let found = ["instance_id", "model_patch"].iter().any(|name| object.has(name));
        found.then_some(()).ok_or_else(|| "the record has neither `instance_id` nor `model_patch`".to_owned())
    }

    fn read(&self, input: &Input, collector: &mut Collector<'_>) -> Result<(), BenchmarkError> {
        records::read(Self, input, collector)
    }
}

impl Records for SweBench {
    const LEVELS: usize = 0;

    fn record(object: &mut Object) -> Result<Record, String> {
        let task = TaskName::Id(object.text("instance_id")?);
        let answers = if !object.names("model_patch") {
            Err("the record has no `model_patch`".to_owned())
        } else if object.has("task_id") || object.has("answer") || object.has("solution") {
            Err("the record is SWE-bench's and has fields of assay's samples, too".to_owned())
        } else {
            match object.take("model_patch") {
                Field::Text(patch) => Ok(vec![(FieldKind::Solution, patch.into())]),
                Field::Null => Ok(vec![(FieldKind::Solution, String::new().into())]),
                other => Err(format!("`model_patch` must be a text, and is {}", other.kind())),
            }
        };
        Ok(Record { task, answers, finish: None, copy: None, prompt: None, lost: None })
    }
}

/// JSON Lines of what an input holds, where it is one document: a list of records, or an object of them. A record's place counts as
/// its line. Nothing where the input is lines already, or a folder.
pub(in crate::samples) fn in_lines(input: &Input) -> Result<Option<Vec<u8>>, BenchmarkError> {
    let Content::File(bytes) = &input.content else { return Ok(None) };
    if !is_document(input, bytes)? {
        return Ok(None);
    }
    let refused = |problem: String| BenchmarkError::file(&input.path, problem);
    let mut text = Vec::new();
    let read =
        std::io::Read::read_to_end(&mut std::io::Read::take(expanded(bytes), FILE_BYTES + 1), &mut text);
    read.map_err(|error| refused(damaged(&error)))?;
    if text.len() as u64 > FILE_BYTES {
        return Err(refused(too_much(FILE_BYTES)));
    }
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    let text = std::str::from_utf8(text).map_err(|error| {
        let line = text[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        BenchmarkError::line(&input.path, line as u64, "not UTF-8")
    })?;
    let wrong = |error: &serde_json::Error| {
        let problem: String = error.to_string().chars().take(300).collect();
        BenchmarkError::line(&input.path, error.line().max(1) as u64, problem)
    };
    let lines = if text.trim_start().starts_with('[') {
        let list: Vec<&RawValue> = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        list.into_iter().map(|record| on_one_line(record.get())).collect()
    } else {
        let Entries(entries) = Entries::read(text).map_err(|error| wrong(&error))?;
        if entries.iter().any(|(key, _)| matches!(key.as_str(), "instance_id" | "task_id")) {
            vec![on_one_line(text.trim())]
        } else {
            entries
                .iter()
                .map(|(id, record)| with_id(id, record.get()))
                .collect::<Result<_, _>>()
                .map_err(refused)?
        }
    };
    if lines.len() as u64 > LINES {
        return Err(refused(format!("it has more than {LINES} records; split it")));
    }
    Ok(Some(lines.join("\n").into_bytes()))
}

/// Whether an input is one document, by its first line: `[`, `{`, or an object that is no record.
fn is_document(input: &Input, bytes: &[u8]) -> Result<bool, BenchmarkError> {
    let mut lines = Lines::new(&input.path, bytes, LineLimits::USUAL);
    let Some(line) = lines.next()? else { return Ok(false) };
    if line.text.starts_with(b"[") || line.text == b"{" {
        return Ok(true);
    }
    let record = ["instance_id", "model_patch", "task_id", "answer", "solution", "completion"];
    // A line that cannot be read whole is one of many.
    Ok(Object::read(line.text, line.indent).is_ok_and(|object| !record.iter().any(|name| object.names(name))))
}

/// What an object holds under its keys, none of which is there twice.
struct Entries<'text>(Vec<(String, &'text RawValue)>);

impl<'text> Entries<'text> {
    fn read(text: &'text str) -> Result<Self, serde_json::Error> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let entries = reader.deserialize_map(EntriesVisitor)?;
        reader.end().map(|()| entries)
    }
}

struct EntriesVisitor;

impl<'text> Visitor<'text> for EntriesVisitor {
    type Value = Entries<'text>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of predictions by their instances' ids")
    }

    fn visit_map<A: MapAccess<'text>>(self, mut map: A) -> Result<Entries<'text>, A::Error> {
        let mut entries = Vec::new();
        let mut seen = std::collections::HashSet::new();
        while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
            if !seen.insert(key.clone()) {
                let shown: String = key.chars().take(80).collect();
                return Err(A::Error::custom(format_args!("the same key twice: {shown:?}")));
            }
            entries.push((key, value));
        }
        Ok(Entries(entries))
    }
}

/// A record with its instance's id, which is its key unless it names the same itself.
fn with_id(id: &str, record: &str) -> Result<String, String> {
    let shown: String = id.chars().take(80).collect();
    let Some(inner) = record.trim_start().strip_prefix('{') else {
        return Err(format!("under {shown:?} there must be an object with `model_patch`"));
    };
    let one_line = on_one_line(record);
    // What is wrong with a record is said when its line is read.
    let Ok(mut object) = Object::read(one_line.as_bytes(), 0) else { return Ok(one_line) };
    if object.names("instance_id") {
        let named = object.take("instance_id");
        if named != Field::Text(id.to_owned()) {
            return Err(format!("the record under {shown:?} names another `instance_id`"));
        }
        return Ok(one_line);
    }
    let id = serde_json::Value::String(id.to_owned());
    let comma = if inner.trim_start().starts_with('}') { "" } else { "," };
    Ok(format!("{{\"instance_id\": {id}{comma}{}", on_one_line(inner)))
}

/// JSON has line ends only between its parts.
fn on_one_line(json: &str) -> String {
    json.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::samples::tests::found;
    use crate::samples::{OnBadSample, read_patches};

    fn read(text: &str) -> Result<Vec<String>, String> {
        read_as(OnBadSample::Refuse, text)
    }

    fn read_as(on_bad: OnBadSample, text: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.json");
        std::fs::write(&path, text).unwrap();
        let benchmark = crate::load("starter", Path::new("/nowhere")).unwrap();
        let set = read_patches(&path, &benchmark, on_bad)
            .map_err(|error| error.to_string().replace(&path.display().to_string(), "model.json"))?;
        assert_eq!(*set.bytes, text.as_bytes());
        Ok(found(&set))
    }

    const ONE: &str =
        r#"{"instance_id": "split_amount", "model_name_or_path": "m", "model_patch": "diff --git"}"#;
    const OTHER: &str =
        r#"{"instance_id": "parse_duration", "model_name_or_path": "m", "model_patch": null}"#;

    #[test]
    fn lines_a_list_and_an_object_of_predictions_are_the_same() {
        let expected = ["split_amount 0 Solution 1 \"diff --git\"", "parse_duration 0 Solution 2 \"\""];
        let pretty = |text: &str| text.replace(", ", ",\n  ").replace('{', "{\n  ");
        let object = format!(
            r#"{{"split_amount": {ONE}, "parse_duration": {{"model_patch": "", "model_name_or_path": "m"}}}}"#
        );
        let files = [
            format!("{ONE}\n{OTHER}\n"),
            format!("[{ONE}, {OTHER}]"),
            format!("[\n{},\n{}\n]\n", pretty(ONE), pretty(OTHER)),
            pretty(&object),
            object,
        ];
        for file in files {
            assert_eq!(read(&file).unwrap(), expected, "{file}");
        }
    }

    #[test]
    fn assays_own_samples_are_read_too() {
        let text = r#"{"task_id": "split_amount", "answer": "Here:\n```diff\n```"}"#;
        assert_eq!(read(text).unwrap(), ["split_amount 0 Answer 1 \"Here:\\n```diff\\n```\""]);
        assert_eq!(read(&format!("{{\n{}", &text[1..])).unwrap().len(), 1);
    }

    #[test]
    fn attack_54_what_readers_disagree_about_is_refused() {
        let cases = [
            (r#"{"instance_id": "split_amount", "model_patch": "a", "model_patch": "b"}"#, "twice"),
            (r#"[{"instance_id": "split_amount", "model_patch": "a", "model_patch": "b"}]"#, "twice"),
            (r#"{"split_amount": {"model_patch": "a"}, "split_amount": {"model_patch": "b"}}"#, "twice"),
            (r#"{"split_amount": {"model_patch": "a", "model_patch": "b"}}"#, "twice"),
            (r#"{"split_amount": {"instance_id": "parse_duration", "model_patch": "a"}}"#, "another"),
            (r#"{"split_amount": "a"}"#, "must be an object"),
            (r#"{"instance_id": "split_amount", "model_patch": NaN}"#, "NaN"),
            (r#"[{"instance_id": "split_amount", "model_patch": 1}]"#, "and is a number"),
            (r#"[{"instance_id": "split_amount"}]"#, "no `model_patch`"),
            (r#"[{"instance_id": "../../x", "model_patch": ""}]"#, "leads elsewhere"),
            (r#"[{"instance_id": "split_amount", "model_patch": "", "answer": ""}]"#, "has fields of"),
            (r#"[{"instance_id": "django__django-1", "model_patch": ""}]"#, "has no task django__django-1"),
            ("[{", "EOF"),
            ("[]", "no sample"),
            ("{}", "no sample"),
        ];
        for (text, part) in cases {
            let said = read(text).unwrap_err();
            assert!(said.contains(part), "{text}: {said}");
        }
    }

    #[test]
    fn with_keep_going_a_bad_record_of_a_known_task_counts_as_refused_and_the_others_are_read() {
        let text = format!(r#"[{ONE}, {{"instance_id": "split_amount", "model_patch": 1}}, {OTHER}]"#);
        assert_eq!(read_as(OnBadSample::KeepGoing, &text).unwrap().len(), 2);
    }
}
