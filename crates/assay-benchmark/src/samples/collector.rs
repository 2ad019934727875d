//! Samples as they are found, whatever the format: their tasks, their numbers, and what is wrong with them.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_types::{
    FieldKind, Finish, LinesNotJudged, LostSample, RefusedReason, RefusedSample, Repair, Repaired, Sample,
    SampleSet, Task, TaskId,
};

use super::OnBadSample;
use super::input::Input;
use crate::limits::{ANSWER_BYTES, size};
use crate::{Benchmark, BenchmarkError};

/// Where a sample stands.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place<'a> {
    /// In this line of a file, from 1.
    Line(&'a Path, u64),
    /// In this file, the so-manieth of its folder, from 1.
    File(&'a Path, u64),
}

impl Place<'_> {
    fn number(self) -> u64 {
        match self {
            Self::Line(_, number) | Self::File(_, number) => number,
        }
    }

    fn error(self, problem: String) -> BenchmarkError {
        match self {
            Self::Line(path, line) => BenchmarkError::sample(path, line, problem),
            Self::File(path, _) => BenchmarkError::SampleFile { path: path.to_owned(), problem },
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(path, line) => write!(formatter, "{}:{line}", path.display()),
            Self::File(path, _) => write!(formatter, "{}", path.display()),
        }
    }
}

/// What a record calls its task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TaskName {
    /// By its id.
    Id(String),
    /// By a number alone: the task of that name, or the only one whose id ends with it, such as `Mbpp/11`.
    Number(u64),
}

/// Why something is no sample.
#[derive(Debug)]
pub(crate) struct Bad {
    /// The task, as far as it is known, and what kind of fault its sample has.
    pub(crate) sample: Option<(TaskId, RefusedReason)>,
    pub(crate) problem: String,
    /// What may have led to it, where it is the first such line.
    pub(crate) hint: &'static str,
}

impl Bad {
    /// Not even the task is known.
    pub(crate) fn unknown(problem: String) -> Self {
        Self { sample: None, problem, hint: "" }
    }

    /// The task is known.
    pub(crate) fn of(task: TaskId, reason: RefusedReason, problem: String) -> Self {
        Self { sample: Some((task, reason)), problem, hint: "" }
    }
}

/// Takes samples, counting each task's.
pub(crate) struct Collector<'a> {
    path: PathBuf,
    benchmark: &'a Benchmark,
    on_bad: OnBadSample,
    tasks: HashMap<&'a str, &'a Task>,
    repetitions: HashMap<TaskId, u32>,
    /// Answers by their text: equal ones are kept once.
    texts: HashSet<Arc<str>>,
    set: SampleSet,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(input: &Input, benchmark: &'a Benchmark, on_bad: OnBadSample) -> Self {
        let set = SampleSet {
            name: input.name.clone(),
            digest: input.digest,
            bytes: Arc::default(),
            samples: Vec::new(),
            refused: Vec::new(),
            lost: Vec::new(),
            lines_not_judged: LinesNotJudged::default(),
            repaired: std::collections::BTreeMap::new(),
        };
        Self {
            path: input.path.clone(),
            benchmark,
            on_bad,
            tasks: benchmark.tasks.iter().map(|task| (task.id.as_str(), task)).collect(),
            repetitions: HashMap::new(),
            texts: HashSet::new(),
            set,
        }
    }

    /// The benchmark's tasks.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = &'a TaskId> {
        self.benchmark.tasks.iter().map(|task| &task.id)
    }

    /// The prompt of a task of the benchmark.
    pub(crate) fn prompt(&self, task: &TaskId) -> &'a str {
        self.tasks.get(task.as_str()).map_or("", |task| &task.prompt)
    }

    /// The benchmark's task of that name.
    pub(crate) fn task(&self, name: &TaskName) -> Result<TaskId, Bad> {
        let numbered;
        let id = match name {
            TaskName::Id(id) => id,
            TaskName::Number(number) => {
                numbered = self.numbered(*number);
                &numbered
            }
        };
        if let Some(task) = self.tasks.get(id.as_str()) {
            return Ok(task.id.clone());
        }
        let id = TaskId::new(id).map_err(|error| Bad::unknown(error.to_string()))?;
        Err(self.no_task(&id))
    }

    /// The id of the only task with that number; else the number itself.
    fn numbered(&self, number: u64) -> String {
        let whole = number.to_string();
        let end = format!("/{whole}");
        let mut found = self.tasks().filter(|task| task.as_str().ends_with(&end));
        match (self.tasks.contains_key(whole.as_str()), found.next(), found.next()) {
            (false, Some(task), None) => task.to_string(),
            _ => whole,
        }
    }

    /// What to say of a task that the benchmark does not have.
    pub(crate) fn no_task(&self, id: &dyn fmt::Display) -> Bad {
        let name = &self.benchmark.name;
        let example = self.benchmark.tasks.first().map_or_else(String::new, |task| task.id.to_string());
        let problem = format!("the benchmark {name} has no task {id} (its tasks are named like {example})");
        let hint = if self.repetitions.is_empty() {
            ""
        } else {
            "; the lines before it do name tasks of it: are samples of two benchmarks mixed here?"
        };
        Bad { sample: None, problem, hint }
    }

    /// Takes an answer to a task, of which nobody says why it ended.
    pub(crate) fn add(
        &mut self,
        task: &TaskId,
        answer: (FieldKind, String),
        repair: Option<Repair>,
        place: Place<'_>,
    ) -> Result<(), BenchmarkError> {
        self.add_finished(task, answer, None, repair, place)
    }

    /// Takes an answer to a task.
    pub(crate) fn add_finished(
        &mut self,
        task: &TaskId,
        (field, text): (FieldKind, String),
        finish: Option<Finish>,
        repair: Option<Repair>,
        place: Place<'_>,
    ) -> Result<(), BenchmarkError> {
        if text.len() > ANSWER_BYTES {
            let most = size(ANSWER_BYTES as u64);
            let problem = format!("the answer has {} bytes, and more than {most} are not read", text.len());
            return self.bad(Bad::of(task.clone(), RefusedReason::TooLarge, problem), place);
        }
        if let Some(repair) = repair {
            let first = || Repaired { count: 0, first: place.to_string() };
            self.set.repaired.entry(repair).or_insert_with(first).count += 1;
        }
        let (repetition, raw) = (self.next_repetition(task), self.shared(text));
        let line = place.number();
        self.set.samples.push(Sample { task: task.clone(), repetition, field, raw, finish, line });
        Ok(())
    }

    /// Takes an answer that never came.
    pub(crate) fn lost(&mut self, task: TaskId, why: &str, place: Place<'_>) {
        let (repetition, line) = (self.next_repetition(&task), place.number());
        let why = why.chars().take(200).collect();
        self.set.lost.push(LostSample { task, repetition, line, why });
    }

    /// Takes what is no sample: an error, or something to keep in mind.
    pub(crate) fn bad(&mut self, bad: Bad, place: Place<'_>) -> Result<(), BenchmarkError> {
        if self.on_bad == OnBadSample::Refuse {
            return Err(place.error(bad.problem + bad.hint));
        }
        // Cut, because a file may have millions of such lines.
        let problem = || bad.problem.chars().take(300).collect::<String>();
        // A place in a folder's order says little to people.
        let named = || match place {
            Place::Line(..) => problem(),
            Place::File(path, _) => format!("{}: {}", path.display(), problem()),
        };
        let (others, line) = (&mut self.set.lines_not_judged, place.number());
        match bad.sample {
            Some((task, reason)) => {
                let (problem, repetition) = (named(), self.next_repetition(&task));
                self.set.refused.push(RefusedSample { task, repetition, line, reason, problem });
            }
            None if others.first.len() < LinesNotJudged::LISTED => {
                others.add(format!("{place}: {}", problem()));
            }
            None => others.count += 1,
        }
        Ok(())
    }

    /// All that was taken; an error where there is nothing.
    pub(crate) fn finish(self) -> Result<SampleSet, BenchmarkError> {
        if self.set.tasks().next().is_some() {
            return Ok(self.set);
        }
        let lines = &self.set.lines_not_judged;
        let problem = match lines.first.first() {
            None => NOTHING.to_owned(),
            Some(first) => format!("not one of its {} lines names a task; the first: {first}", lines.count),
        };
        Err(BenchmarkError::file(&self.path, problem))
    }

    fn shared(&mut self, text: String) -> Arc<str> {
        if let Some(known) = self.texts.get(text.as_str()) {
            return known.clone();
        }
        let text: Arc<str> = Arc::from(text);
        self.texts.insert(text.clone());
        text
    }

    fn next_repetition(&mut self, task: &TaskId) -> u32 {
        let next = self.repetitions.entry(task.clone()).or_default();
        *next += 1;
        *next - 1
    }
}

/// What to say of a file without any sample.
pub(crate) const NOTHING: &str =
    "the file holds no sample: docs/formats.md has an example of each format that is read";
