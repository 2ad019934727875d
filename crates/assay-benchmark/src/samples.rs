//! A model's answers: JSON Lines with `task_id` and one of `solution`, `completion` or `answer`.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use assay_types::{FieldKind, LinesNotJudged, RefusedReason, RefusedSample, Sample, SampleSet, TaskId};

use crate::limits::{ANSWER_BYTES, LINE_BYTES, LineLimits, size};
use crate::lines::{Line, Lines};
use crate::object::{Fault, Object};
use crate::{Benchmark, BenchmarkError, damaged, lines};

/// What to do about a line that cannot be read as a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnBadSample {
    /// It is an error of the whole file.
    Refuse,
    /// It becomes the outcome of its sample, or is counted where not even its task is known.
    KeepGoing,
}

/// Reads a samples file for a benchmark. Every record must name one of its tasks.
pub fn read_samples(
    path: &Path,
    benchmark: &Benchmark,
    on_bad: OnBadSample,
) -> Result<SampleSet, BenchmarkError> {
    let (bytes, digest) = lines::read_file(path)?;
    let mut set = SampleSet {
        name: name_of(path),
        digest,
        bytes: Arc::new(Vec::new()),
        samples: Vec::new(),
        refused: Vec::new(),
        lines_not_judged: LinesNotJudged::default(),
    };
    let mut reader = Reader::new(benchmark);
    let mut lines = Lines::new(path, &bytes, LineLimits::USUAL);
    while let Some(line) = lines.next()? {
        match (reader.read(&line), on_bad) {
            (Ok(sample), _) => set.samples.push(sample),
            (Err(bad), OnBadSample::Refuse) => {
                return Err(BenchmarkError::sample(path, line.number, bad.problem + bad.hint));
            }
            (Err(bad), OnBadSample::KeepGoing) => reader.keep(path, &line, bad, &mut set),
        }
    }
    drop(lines);
    if set.tasks().next().is_none() {
        return Err(BenchmarkError::file(path, without_samples(&set.lines_not_judged)));
    }
    set.bytes = Arc::new(bytes);
    Ok(set)
}

/// What to call the model: the file's name without its ending.
fn name_of(path: &Path) -> String {
    let file_name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let name = file_name.trim_end_matches(".gz").trim_end_matches(".jsonl");
    // Reports go into folders of this name: what would lead elsewhere stays whole.
    if name.trim_matches('.').is_empty() { file_name } else { name.to_owned() }
}

fn without_samples(lines: &LinesNotJudged) -> String {
    let what = "the file holds no sample: it must have one JSON object a line, with task_id and an answer";
    match lines.first.first() {
        None => what.to_owned(),
        Some(first) => format!("not one of its {} lines names a task; the first: {first}", lines.count),
    }
}

/// Why a line is no sample.
struct Bad {
    /// The task, as far as it is known, and what kind of fault its sample has.
    sample: Option<(TaskId, RefusedReason)>,
    problem: String,
    /// What may have led to it, where it is the first such line.
    hint: &'static str,
}

/// Turns lines into samples, counting each task's.
struct Reader<'a> {
    benchmark: &'a Benchmark,
    tasks: HashMap<&'a str, &'a TaskId>,
    repetitions: HashMap<TaskId, u32>,
    /// Answers by their text: equal ones are kept once.
    texts: HashSet<Arc<str>>,
}

impl<'a> Reader<'a> {
    fn new(benchmark: &'a Benchmark) -> Self {
        let tasks = benchmark.tasks.iter().map(|task| (task.id.as_str(), &task.id)).collect();
        Self { benchmark, tasks, repetitions: HashMap::new(), texts: HashSet::new() }
    }

    fn read(&mut self, line: &Line<'_>) -> Result<Sample, Bad> {
        if line.too_long {
            let problem = format!("the line is longer than {}", size(LINE_BYTES));
            return Err(self.damaged(line, RefusedReason::TooLarge, problem));
        }
        let object = Object::read(line.text, line.indent);
        let mut object = object.map_err(|(fault, problem)| self.damaged(line, reason(fault), problem))?;
        let id = object.text("task_id").map_err(|problem| Bad { sample: None, problem, hint: "" })?;
        let task = self.task(&id)?;
        let (field, raw) = answer(&mut object).map_err(|(reason, problem)| Bad {
            sample: Some((task.clone(), reason)),
            problem,
            hint: "",
        })?;
        let repetition = self.next_repetition(&task);
        Ok(Sample { task, repetition, field, raw: self.shared(raw), line: line.number })
    }

    fn shared(&mut self, text: String) -> Arc<str> {
        if let Some(known) = self.texts.get(text.as_str()) {
            return known.clone();
        }
        let text: Arc<str> = Arc::from(text);
        self.texts.insert(text.clone());
        text
    }

    /// The benchmark's task of that name.
    fn task(&self, id: &str) -> Result<TaskId, Bad> {
        let wrong = |problem: String, hint| Bad { sample: None, problem, hint };
        let id = TaskId::new(id).map_err(|error| wrong(error.to_string(), ""))?;
        if let Some(task) = self.tasks.get(id.as_str()) {
            return Ok((*task).clone());
        }
        let name = &self.benchmark.name;
        let example = self.benchmark.tasks.first().map_or_else(String::new, |task| task.id.to_string());
        let problem = format!("the benchmark {name} has no task {id} (its tasks are named like {example})");
        let hint = if self.repetitions.is_empty() {
            ""
        } else {
            "; the lines before it do name tasks of it: are samples of two benchmarks mixed here?"
        };
        Err(wrong(problem, hint))
    }

    /// A line that is no JSON object: perhaps its task can be told all the same.
    fn damaged(&self, line: &Line<'_>, reason: RefusedReason, problem: String) -> Bad {
        let task = damaged::task_id(line.text).and_then(|id| self.task(&id).ok());
        Bad { sample: task.map(|task| (task, reason)), problem, hint: "" }
    }

    fn next_repetition(&mut self, task: &TaskId) -> u32 {
        let next = self.repetitions.entry(task.clone()).or_default();
        *next += 1;
        *next - 1
    }

    /// Keeps what is known of a bad line.
    fn keep(&mut self, path: &Path, line: &Line<'_>, bad: Bad, set: &mut SampleSet) {
        // Cut, because a file may have millions of such lines.
        let problem: String = bad.problem.chars().take(300).collect();
        match bad.sample {
            Some((task, reason)) => {
                let repetition = self.next_repetition(&task);
                set.refused.push(RefusedSample { task, repetition, line: line.number, reason, problem });
            }
            None => set.lines_not_judged.add(format!("{}:{}: {problem}", path.display(), line.number)),
        }
    }
}

fn reason(fault: Fault) -> RefusedReason {
    match fault {
        Fault::Encoding => RefusedReason::Encoding,
        Fault::BrokenJson => RefusedReason::BrokenJson,
        Fault::LoneSurrogate => RefusedReason::LoneSurrogate,
        Fault::DuplicateKey => RefusedReason::DuplicateKey,
    }
}

fn answer(record: &mut Object) -> Result<(FieldKind, String), (RefusedReason, String)> {
    let fields = [
        (FieldKind::Solution, "solution"),
        (FieldKind::Completion, "completion"),
        (FieldKind::Answer, "answer"),
    ];
    let wrong = |problem: String| (RefusedReason::WrongFields, problem);
    let mut found = None;
    for (kind, name) in fields {
        let Some(text) = record.optional_text(name).map_err(wrong)? else { continue };
        if found.replace((kind, text)).is_some() {
            let problem = "the record has more than one of `solution`, `completion` and `answer`";
            return Err(wrong(problem.to_owned()));
        }
    }
    match found {
        None => Err(wrong("the record has none of `solution`, `completion` and `answer`".to_owned())),
        Some((_, text)) if text.len() > ANSWER_BYTES => {
            let most = size(ANSWER_BYTES as u64);
            let problem = format!("the answer has {} bytes, and more than {most} are not read", text.len());
            Err((RefusedReason::TooLarge, problem))
        }
        Some(found) => Ok(found),
    }
}

#[cfg(test)]
mod tests;
