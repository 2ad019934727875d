//! assay's own format for answers that are handed on without their benchmark's text: as `assay`, with `solution_parts`,
//! `completion_parts` or `answer_parts`, a list of texts and of passages of the task's prompt, `[from, to]` in bytes.

use assay_types::FieldKind;

use super::answers::own_record;
use super::{Beginning, Collector, Format, Input, SampleFormat, records};
use crate::BenchmarkError;
use crate::object::{Field, Object};
use crate::samples::passages::{Part, Written};
use crate::samples::records::{Record, Records};

/// The fields that hold an answer.
const FIELDS: [(FieldKind, &str); 3] = [
    (FieldKind::Solution, "solution_parts"),
    (FieldKind::Completion, "completion_parts"),
    (FieldKind::Answer, "answer_parts"),
];

/// The format.
pub(super) struct WithoutPrompts;

impl Format for WithoutPrompts {
    fn about(&self) -> SampleFormat {
        SampleFormat {
            name: "assay-without-prompts",
            written_by: concat!("assay ", env!("CARGO_PKG_VERSION"), ", generate --without-prompts"),
            taken: "JSON Lines: `task_id`, `prompt_sha256`, one of `solution_parts`, `completion_parts` and `answer_parts`, and `finish`",
        }
    }

    fn fits(&self, beginning: &Beginning<'_>) -> Result<(), String> {
        let object = beginning.record()?;
        let found = FIELDS.iter().any(|(_, name)| object.has(name));
        let missing = "the record has none of `solution_parts`, `completion_parts` and `answer_parts`";
        found.then_some(()).ok_or_else(|| missing.to_owned())
    }

    fn read(&self, input: &Input, collector: &mut Collector<'_>) -> Result<(), BenchmarkError> {
        records::read(Self, input, collector)
    }
}

impl Records for WithoutPrompts {
    /// Each part may be a list.
    const LEVELS: usize = 2;

    fn record(object: &mut Object) -> Result<Record, String> {
        let prompt = object.optional_text("prompt_sha256")?;
        let mut record = own_record(object, &FIELDS.map(|(_, name)| name), answer)?;
        let has_passage = |(_, written): &(FieldKind, Written)| written.has_passage();
        if prompt.is_none() && record.answers.iter().flatten().any(has_passage) {
            record.answers =
                Err("`prompt_sha256` is missing: it says which prompt the passages are of".to_owned());
        }
        Ok(Record { prompt, ..record })
    }
}

/// The only answer of a record.
fn answer(record: &mut Object) -> Result<(FieldKind, Written), String> {
    let mut found = None;
    for (kind, name) in FIELDS {
        let list = match record.take(name) {
            Field::Null => continue,
            Field::List(list) => list,
            other => return Err(format!("`{name}` must be a list, and is {}", other.kind())),
        };
        let parts = list.into_iter().map(|field| part(field, name)).collect::<Result<_, _>>()?;
        if found.replace((kind, Written::Parts(parts))).is_some() {
            return Err(
                "the record has more than one of `solution_parts`, `completion_parts` and `answer_parts`"
                    .to_owned(),
            );
        }
    }
    found.ok_or_else(|| {
        "the record has none of `solution_parts`, `completion_parts` and `answer_parts`".to_owned()
    })
}

fn part(field: Field, name: &str) -> Result<Part, String> {
    let wrong = || format!("`{name}` must hold texts and passages of the prompt, [from, to] in bytes");
    match field {
        Field::Text(text) => Ok(Part::Text(text)),
        Field::List(ends) => match ends.as_slice() {
            [Field::Number(from), Field::Number(to)] => {
                let place = |number: u64| usize::try_from(number).map_err(|_| wrong());
                Ok(Part::Passage([place(*from)?, place(*to)?]))
            }
            _ => Err(wrong()),
        },
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::samples::tests::{found, read};
    use crate::{load, read_samples_of, without_prompts};

    /// Answers that repeat all of a prompt, some of it, and nothing of it.
    fn repeating() -> (crate::Benchmark, Vec<u8>) {
        let benchmark = load("starter", Path::new("/nowhere")).unwrap();
        let prompt = benchmark.tasks[0].prompt.clone();
        let lines = [
            ("completion", "    return 1".to_owned(), "stop"),
            ("completion", format!("{prompt}    return 1"), "max_tokens"),
            ("completion", prompt[..40].to_owned(), "stop"),
            ("completion", String::new(), "refusal"),
        ];
        let line = |(field, text, finish): (&str, String, &str)| {
            let task = benchmark.tasks[0].id.as_str();
            serde_json::json!({"task_id": task, field: text, "finish": finish}).to_string() + "\n"
        };
        let text: String = lines.into_iter().map(line).collect();
        (benchmark, text.into_bytes())
    }

    #[test]
    fn samples_without_prompts_are_read_as_the_same_samples() {
        let (benchmark, lines) = repeating();
        let whole = read_samples_of("model", lines, &benchmark).unwrap();
        let written = without_prompts(&whole, &benchmark);
        let text = String::from_utf8(written.clone()).unwrap();
        assert!(!text.contains(&benchmark.tasks[0].prompt[..20]), "{text}");
        let again = read_samples_of("model", written, &benchmark).unwrap();
        assert_eq!(found(&again), found(&whole));
        let finishes =
            |set: &assay_types::SampleSet| set.samples.iter().map(|sample| sample.finish).collect::<Vec<_>>();
        assert_eq!(finishes(&again), finishes(&whole));
    }

    #[test]
    fn answers_to_another_version_of_the_prompt_are_refused() {
        let (benchmark, lines) = repeating();
        let whole = read_samples_of("model", lines, &benchmark).unwrap();
        let written = String::from_utf8(without_prompts(&whole, &benchmark)).unwrap();
        let digest = written.split('"').nth(7).unwrap().to_owned();
        let said = read(&written.replace(&digest, &"0".repeat(64))).unwrap_err();
        assert!(said.contains("another version of the benchmark"), "{said}");
    }

    #[test]
    fn parts_of_another_kind_are_named() {
        let line = |parts: &str| format!(r#"{{"task_id": "split_amount", "answer_parts": {parts}}}"#);
        for parts in ["[1]", "[[1]]", "[[1, 2, 3]]", "[[-1, 2]]", "[{}]", r#"[["a", "b"]]"#] {
            let said = read(&line(parts)).unwrap_err();
            assert!(said.contains("texts and passages of the prompt"), "{parts}: {said}");
        }
        assert!(read(&line("\"text\"")).unwrap_err().contains("must be a list, and is a text"));
        assert!(read(&line("[[0, 9]]")).unwrap_err().contains("`prompt_sha256` is missing"));
    }
}
