//! Answers without the passages that they repeat of their task's prompt: so they can be handed on where the benchmark's text may
//! not be, and whoever has the benchmark has them whole again, byte for byte.

use std::collections::HashMap;

use assay_types::{FieldKind, Finish, SampleSet};
use serde::Serialize;

use crate::Benchmark;

/// Fewest bytes that are taken for a passage of the prompt. Shorter ones are words that two texts share.
const LEAST_BYTES: usize = 16;
/// Places of the prompt that are tried for each place of an answer.
const MOST_PLACES: usize = 64;

/// A part of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Part {
    /// The model's own text.
    Text(String),
    /// Bytes of the prompt, from and to.
    Passage([usize; 2]),
}

/// What a record holds of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Written {
    /// All of it.
    Whole(String),
    /// Its parts.
    Parts(Vec<Part>),
}

impl From<String> for Written {
    fn from(text: String) -> Self {
        Self::Whole(text)
    }
}

impl Written {
    /// Whether a part of it stands in the prompt alone.
    pub(crate) fn has_passage(&self) -> bool {
        matches!(self, Self::Parts(parts) if parts.iter().any(|part| matches!(part, Part::Passage(_))))
    }

    /// The whole answer; else why it cannot be put together, in a sentence.
    pub(crate) fn whole(self, prompt: &str) -> Result<String, String> {
        let parts = match self {
            Self::Whole(text) => return Ok(text),
            Self::Parts(parts) => parts,
        };
        let mut whole = String::new();
        for part in &parts {
            whole += match part {
                Part::Text(text) => text,
                Part::Passage([from, to]) => prompt.get(*from..*to).ok_or_else(|| {
                    format!("the task's prompt has no passage from byte {from} to {to}: is this another version of the benchmark?")
                })?,
            };
            if whole.len() > crate::limits::ANSWER_BYTES {
                break; // refused by its size, whatever follows
            }
        }
        Ok(whole)
    }
}

/// The parts of an answer, the longest passage of the prompt taken at each place, from its beginning on.
fn parts(answer: &str, prompt: &str) -> Vec<Part> {
    let (text, source) = (answer.as_bytes(), prompt.as_bytes());
    let mut places: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (place, window) in source.windows(LEAST_BYTES).enumerate() {
        if prompt.is_char_boundary(place) {
            let known = places.entry(window).or_default();
            if known.len() < MOST_PLACES {
                known.push(place);
            }
        }
    }
    let (mut parts, mut own, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let candidates = text.get(at..at + LEAST_BYTES).filter(|_| answer.is_char_boundary(at));
        let candidates = candidates.and_then(|window| places.get(window)).map_or(&[][..], Vec::as_slice);
        let length = |place: usize| {
            let same =
                text[at..].iter().zip(&source[place..]).take_while(|(one, other)| one == other).count();
            (0..=same).rev().find(|end| answer.is_char_boundary(at + end)).unwrap_or(0)
        };
        // The first of the longest.
        let best = candidates
            .iter()
            .map(|place| (length(*place), *place))
            .max_by_key(|(length, place)| (*length, usize::MAX - place));
        match best.filter(|(length, _)| *length >= LEAST_BYTES) {
            Some((length, place)) => {
                if own < at {
                    parts.push(Part::Text(answer[own..at].to_owned()));
                }
                parts.push(Part::Passage([place, place + length]));
                at += length;
                own = at;
            }
            None => at += 1,
        }
    }
    if own < at || parts.is_empty() {
        parts.push(Part::Text(answer[own..].to_owned()));
    }
    parts
}

/// A line of a file without prompts.
#[derive(Serialize)]
struct Line<'a> {
    task_id: &'a str,
    prompt_sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    completion_parts: Option<Vec<Part>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer_parts: Option<Vec<Part>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution_parts: Option<Vec<Part>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finish: Option<Finish>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<&'a str>,
}

/// Samples as a file that holds no passage of the benchmark's prompts of 16 bytes or more. [`crate::read_samples`] reads it for the
/// same benchmark as the same samples. Samples that cannot be read, and those of other tasks, are left out.
#[must_use]
pub fn without_prompts(samples: &SampleSet, benchmark: &Benchmark) -> Vec<u8> {
    let mut lines = Vec::new();
    for sample in &samples.samples {
        let Some(task) = benchmark.task(&sample.task) else { continue };
        let found = parts(&sample.raw, &task.prompt);
        let of = |kind| (sample.field == kind).then(|| found.clone());
        let line = Line {
            task_id: task.id.as_str(),
            prompt_sha256: digest(&task.prompt),
            completion_parts: of(FieldKind::Completion),
            answer_parts: of(FieldKind::Answer),
            solution_parts: of(FieldKind::Solution),
            finish: sample.finish,
            lost: None,
        };
        lines.push((sample.line, line));
    }
    for sample in &samples.lost {
        let Some(task) = benchmark.task(&sample.task) else { continue };
        let line = Line {
            task_id: task.id.as_str(),
            prompt_sha256: digest(&task.prompt),
            completion_parts: None,
            answer_parts: None,
            solution_parts: None,
            finish: None,
            lost: Some(&sample.why),
        };
        lines.push((sample.line, line));
    }
    lines.sort_by_key(|(place, _)| *place);
    let mut text = Vec::new();
    for (_, line) in lines {
        // Nothing of it can fail to be JSON.
        text.extend(serde_json::to_vec(&line).unwrap_or_default());
        text.push(b'\n');
    }
    text
}

/// What names a prompt.
pub(crate) fn digest(prompt: &str) -> String {
    assay_types::Digest::of(prompt.as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(parts: &[Part]) -> Vec<&str> {
        parts
            .iter()
            .filter_map(|part| if let Part::Text(text) = part { Some(text.as_str()) } else { None })
            .collect()
    }

    #[test]
    fn a_repeated_signature_is_its_place_in_the_prompt() {
        let prompt =
            "def split_amount(total: int, people: int) -> list[int]:\n    \"\"\"Splits an amount.\"\"\"\n";
        let answer = format!("Sure!\n```python\n{prompt}    return [total // people] * people\n```");
        let found = parts(&answer, prompt);
        assert_eq!(texts(&found), ["Sure!\n```python\n", "    return [total // people] * people\n```"]);
        assert_eq!(found[1], Part::Passage([0, prompt.len()]));
    }

    #[test]
    fn an_empty_answer_has_one_empty_part() {
        assert_eq!(parts("", "def f():"), [Part::Text(String::new())]);
    }

    #[test]
    fn a_passage_that_the_prompt_does_not_have_is_refused() {
        for passage in [[0, 99], [5, 2], [1, 2], [usize::MAX, usize::MAX]] {
            let said = Written::Parts(vec![Part::Passage(passage)]).whole("ä").unwrap_err();
            assert!(said.contains("no passage"), "{said}");
        }
    }

    #[test]
    fn passages_over_and_over_end_at_the_size_of_an_answer() {
        let prompt = "x".repeat(1 << 20);
        let parts = vec![Part::Passage([0, prompt.len()]); 100_000];
        assert!(
            Written::Parts(parts).whole(&prompt).unwrap().len() <= crate::limits::ANSWER_BYTES + prompt.len()
        );
    }

    proptest! {
        #[test]
        fn any_answer_comes_back_whole(
            prompt in "[abäß\n ]{0,80}",
            own in "[abäß\n ]{0,30}",
            cuts in proptest::collection::vec((0usize..80, 0usize..80), 0..4),
        ) {
            let mut answer = own.clone();
            for (from, to) in cuts {
                answer += prompt.get(from..to).unwrap_or(&own);
            }
            let found = parts(&answer, &prompt);
            for text in texts(&found) {
                for window in text.as_bytes().windows(LEAST_BYTES) {
                    let text = std::str::from_utf8(window);
                    prop_assert!(!text.is_ok_and(|text| prompt.contains(text)));
                }
            }
            prop_assert_eq!(Written::Parts(found).whole(&prompt).unwrap(), answer);
        }
    }
}
