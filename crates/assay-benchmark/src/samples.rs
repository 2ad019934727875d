//! A model's answers: JSON Lines with `task_id` and one of `solution`, `completion` or `answer`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use assay_types::{FieldKind, Sample, SampleSet, TaskId};
use serde::Deserialize;

use crate::{Benchmark, BenchmarkError, lines};

#[derive(Deserialize)]
struct Record {
    task_id: String,
    solution: Option<String>,
    completion: Option<String>,
    answer: Option<String>,
}

/// Reads a samples file for a benchmark. Every record must name one of its tasks.
pub fn read_samples(path: &Path, benchmark: &Benchmark) -> Result<SampleSet, BenchmarkError> {
    let (bytes, digest) = lines::read_file(path)?;
    let known: HashMap<&str, &TaskId> =
        benchmark.tasks.iter().map(|task| (task.id.as_str(), &task.id)).collect();
    let mut repetitions: HashMap<TaskId, u32> = HashMap::new();
    let mut samples = Vec::new();
    lines::for_each(path, &bytes, |line, record: Record| {
        let wrong = |problem: String| BenchmarkError::line(path, line, problem);
        let id = TaskId::new(&record.task_id).map_err(|error| wrong(error.to_string()))?;
        let Some(task) = known.get(id.as_str()) else {
            let name = &benchmark.name;
            let example = benchmark.tasks.first().map_or_else(String::new, |task| task.id.to_string());
            return Err(wrong(format!(
                "the benchmark {name} has no task {id} (its tasks are named like {example})"
            )));
        };
        let (field, raw) = answer(record).map_err(wrong)?;
        let repetition = repetitions.entry(id).or_default();
        samples.push(Sample {
            task: (*task).clone(),
            repetition: *repetition,
            field,
            raw: Arc::from(raw),
            line,
        });
        *repetition += 1;
        Ok(())
    })?;
    if samples.is_empty() {
        return Err(BenchmarkError::file(path, "the file holds no sample"));
    }
    let file_name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let name = file_name.trim_end_matches(".gz").trim_end_matches(".jsonl").to_owned();
    Ok(SampleSet { name, digest, bytes: Arc::from(bytes), samples })
}

fn answer(record: Record) -> Result<(FieldKind, String), String> {
    let fields = [
        (FieldKind::Solution, record.solution),
        (FieldKind::Completion, record.completion),
        (FieldKind::Answer, record.answer),
    ];
    let mut present = fields.into_iter().filter_map(|(kind, text)| Some((kind, text?)));
    match (present.next(), present.next()) {
        (Some(found), None) => Ok(found),
        (None, _) => Err("the record has none of `solution`, `completion` and `answer`".into()),
        (Some(_), Some(_)) => {
            Err("the record has more than one of `solution`, `completion` and `answer`".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SampleSet, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.jsonl");
        std::fs::write(&path, text).unwrap();
        let benchmark = crate::load("starter", Path::new("/nowhere")).unwrap();
        let message =
            |error: BenchmarkError| error.to_string().replace(&path.display().to_string(), "model.jsonl");
        read_samples(&path, &benchmark).map_err(message)
    }

    #[test]
    fn repetitions_are_counted_per_task_in_file_order() {
        let line =
            |task: &str, text: &str| format!("{{\"task_id\": \"{task}\", \"solution\": \"{text}\"}}\n");
        let text = line("parse_duration", "a") + &line("split_amount", "b") + &line("parse_duration", "c");
        let set = read(&text).unwrap();
        let found: Vec<_> =
            set.samples.iter().map(|s| (s.task.as_str(), s.repetition, &*s.raw, s.line)).collect();
        assert_eq!(
            found,
            [("parse_duration", 0, "a", 1), ("split_amount", 0, "b", 2), ("parse_duration", 1, "c", 3)]
        );
        assert_eq!(set.name, "model");
    }

    #[test]
    fn wrong_records_are_named_with_their_line() {
        let cases = [
            ("", "model.jsonl: the file holds no sample"),
            (
                "{\"task_id\": \"../x\", \"answer\": \"\"}",
                "model.jsonl:1: \"../x\" cannot be a task id: it reads like a path that leads elsewhere",
            ),
            (
                "\n{\"task_id\": \"HumanEval/0\", \"answer\": \"\"}",
                "model.jsonl:2: the benchmark starter has no task HumanEval/0 (its tasks are named like build_order)",
            ),
            (
                "{\"task_id\": \"split_amount\"}",
                "model.jsonl:1: the record has none of `solution`, `completion` and `answer`",
            ),
            (
                "{\"task_id\": \"split_amount\", \"answer\": \"\", \"solution\": \"\"}",
                "model.jsonl:1: the record has more than one of `solution`, `completion` and `answer`",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(read(text).unwrap_err(), message);
        }
    }
}
