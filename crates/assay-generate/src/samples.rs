//! Answers as a samples file (docs/formats.md).

use std::collections::BTreeMap;

use assay_types::{Finish, TaskId};
use serde::Serialize;

use crate::log::{LoggedAttempt, RawLog, answer_of};
use crate::protocol::Interface;
use crate::questions::{AskError, Questions};
use crate::{Answer, Identity, KnownCost};

/// A line of a samples file.
#[derive(Serialize)]
struct Line<'a> {
    task_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    completion: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finish: Option<Finish>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<&'a str>,
}

/// A model's answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Answers {
    /// The samples file, in the order of tasks and repetitions. Answers that were asked for and lost have a line without one.
    pub lines: Vec<u8>,
    /// How many it holds.
    pub count: u64,
    /// How many are missing.
    pub missing: u64,
    /// Which model it is.
    pub identity: Identity,
    /// The versions that answered, in the provider's words, and how many answers each gave.
    pub versions: BTreeMap<String, u64>,
    /// When the first and the last of them was asked for, in milliseconds since 1970.
    pub dates: Option<[u64; 2]>,
    /// What they cost.
    pub cost: KnownCost,
    /// Why each ended, and how many ended so.
    pub finishes: BTreeMap<Finish, u64>,
}

/// Answers of which all are too long for their context by chance.
const HANDFUL: u64 = 5;

/// A warning where none of a model's answers says anything but that its prompt does not fit, and they are more than a handful: then it
/// is rather the server's context that is too small. `model` is a name, or words in its place.
#[must_use]
pub fn all_too_long(model: &str, too_long: u64, all: u64) -> Option<String> {
    (too_long == all && all > HANDFUL).then(|| {
        format!(
            "all {all} answers of {model} are that the prompt does not fit (context_too_long), which counts against it: look whether it is \
             served with the context that it has"
        )
    })
}

/// What stands for an answer that nobody has asked for.
const NOT_YET: &str = "there is no answer yet";

/// The answers to a model's questions, as far as they are there.
pub fn answers(questions: &Questions, log: &dyn RawLog) -> Result<Answers, AskError> {
    made(questions, log, false)
}

/// As [`answers`], with a line for every answer that is wanted, those that nobody has asked for included: who compares samples must
/// know what is missing.
pub fn all_wanted_answers(questions: &Questions, log: &dyn RawLog) -> Result<Answers, AskError> {
    made(questions, log, true)
}

fn made(questions: &Questions, log: &dyn RawLog, with_unasked: bool) -> Result<Answers, AskError> {
    let mut answers = Answers {
        lines: Vec::new(),
        count: 0,
        missing: 0,
        identity: questions.identity().clone(),
        versions: BTreeMap::new(),
        dates: None,
        cost: KnownCost::default(),
        finishes: BTreeMap::new(),
    };
    // Gaps of the task at hand that nobody has asked about yet.
    let mut unasked: Vec<&TaskId> = Vec::new();
    for question in &questions.wanted {
        let task = questions.task(question);
        unasked.retain(|before| *before == task);
        let line = if let Some(found) = answer_of(log, question.key)? {
            Some(Ok(found))
        } else {
            answers.missing += 1;
            let fault = log.of_key(question.key)?.into_iter().rev().find_map(|attempt| attempt.fault);
            let why = fault.map(|fault| fault.kind.words()).or(with_unasked.then_some(NOT_YET));
            why.map(Err)
        };
        let Some(line) = line else {
            unasked.push(task);
            continue;
        };
        // What follows a gap keeps its number among the task's answers.
        for gap in unasked.drain(..) {
            answers.lose(gap.as_str(), NOT_YET);
        }
        match line {
            Ok((attempt, answer)) => answers.add(task.as_str(), questions.interface, &attempt, &answer),
            Err(why) => answers.lose(task.as_str(), why),
        }
    }
    Ok(answers)
}

impl Answers {
    /// What a reader of these answers should know of them; see [`all_too_long`].
    #[must_use]
    pub fn warning(&self, model: &str) -> Option<String> {
        let too_long = self.finishes.get(&Finish::ContextTooLong).copied().unwrap_or(0);
        all_too_long(model, too_long, self.count)
    }

    /// Notes an answer that was asked for and never came: its place among the task's others stays free.
    fn lose(&mut self, task_id: &str, why: &str) {
        self.push(&Line { task_id, completion: None, answer: None, finish: None, lost: Some(why) });
    }

    fn push(&mut self, line: &Line<'_>) {
        // Nothing of it can fail to be JSON.
        self.lines.extend(serde_json::to_vec(line).unwrap_or_default());
        self.lines.push(b'\n');
    }

    fn add(&mut self, task_id: &str, interface: Interface, attempt: &LoggedAttempt, said: &Answer) {
        let Answer { text, finish, version, .. } = said;
        let (completion, answer) = match interface {
            Interface::Completion => (Some(text.as_str()), None),
            Interface::Chat => (None, Some(text.as_str())),
        };
        let line = Line { task_id, completion, answer, finish: Some(*finish), lost: None };
        self.push(&line);
        self.count += 1;
        *self.finishes.entry(*finish).or_default() += 1;
        self.cost.add(attempt.cost);
        if let Some(version) = version {
            *self.versions.entry(version.clone()).or_default() += 1;
        }
        let [first, last] = self.dates.unwrap_or([attempt.started; 2]);
        self.dates = Some([first.min(attempt.started), last.max(attempt.started)]);
    }
}
