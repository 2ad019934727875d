//! What a plug-in answers, read within limits: nobody has to trust it.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use assay_check::static_checks::PluginFinding;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::questions::Question;

/// The most findings on a sample: more is not an answer, but a mistake.
const MOST_FINDINGS: usize = 10_000;
/// The longest message, in characters.
const LONGEST_MESSAGE: usize = 500;
/// How much of a line that cannot be read is shown, in characters.
const SHOWN: usize = 80;

/// A line of what a command prints.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    task_id: String,
    sample: u64,
    findings: Vec<Object<Found>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Found {
    line: usize,
    message: String,
}

/// What is written as an object: serde would also take its values in a list.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = T;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, members: M) -> Result<T, M::Error> {
                T::deserialize(MapAccessDeserializer::new(members))
            }
        }

        deserializer.deserialize_map(Members(PhantomData)).map(Self)
    }
}

/// The findings on each question, in the questions' order; the error says what the command did wrong.
pub(super) fn read(output: &[u8], questions: &[Question<'_>]) -> Result<Vec<Vec<PluginFinding>>, String> {
    let text = std::str::from_utf8(output).map_err(|error| {
        let line = output[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        format!("printed something else than text (UTF-8) in line {line} of its output")
    })?;
    let places: HashMap<(&str, u64), usize> = questions
        .iter()
        .enumerate()
        .map(|(place, question)| ((question.task.as_str(), question.sample), place))
        .collect();
    let mut answers: Vec<Option<Vec<PluginFinding>>> = questions.iter().map(|_| None).collect();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |problem: String| {
            let shown: String = line.chars().take(SHOWN).collect();
            let rest = if shown.len() < line.len() { " …" } else { "" };
            format!(
                "printed a line that is no answer, line {} of its output: {problem}\n  | {shown}{rest}",
                number + 1
            )
        };
        let Object(answer): Object<Answer> =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let sample = format!("task {:?}, sample {}", answer.task_id, answer.sample);
        let place = places.get(&(answer.task_id.as_str(), answer.sample));
        let place = *place.ok_or_else(|| wrong(format!("it was not asked about {sample}")))?;
        if answers[place].is_some() {
            return Err(wrong(format!("it has answered {sample} before")));
        }
        let found = findings(answer.findings, &questions[place].module);
        answers[place] = Some(found.map_err(|problem| wrong(format!("{sample}: {problem}")))?);
    }
    let missing = answers.iter().filter(|answer| answer.is_none()).count();
    if let Some(place) = answers.iter().position(Option::is_none) {
        let Question { task, sample, .. } = &questions[place];
        return Err(format!(
            "did not answer {missing} of the {} samples of this run, the first of them task {:?}, sample {sample}",
            questions.len(),
            task.as_str()
        ));
    }
    Ok(answers.into_iter().flatten().collect())
}

fn findings(found: Vec<Object<Found>>, module: &str) -> Result<Vec<PluginFinding>, String> {
    if found.len() > MOST_FINDINGS {
        return Err(format!(
            "{} findings are more than the {MOST_FINDINGS} that a sample can have",
            found.len()
        ));
    }
    let lines = lines(module);
    let finding = |Object(Found { line, message }): Object<Found>| {
        if line == 0 || line > lines {
            return Err(format!("there is no line {line}; its code has lines 1 to {lines}"));
        }
        match message.chars().count() {
            0 => Err(format!("the message on line {line} is empty")),
            1..=LONGEST_MESSAGE => Ok(PluginFinding { line, message }),
            length => Err(format!(
                "the message on line {line} has {length} characters; {LONGEST_MESSAGE} are the most"
            )),
        }
    };
    found.into_iter().map(finding).collect()
}

/// Lines of a module as Python counts them. Only what ends a line in its grammar does, so never more than a plug-in may find by
/// splitting at line feeds.
fn lines(module: &str) -> usize {
    module.replace("\r\n", "\n").split(['\n', '\r']).count()
}

#[cfg(test)]
mod tests;
