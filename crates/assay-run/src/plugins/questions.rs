//! What plug-ins are asked: each distinct text of a task once, in batches.

use std::sync::Arc;

use assay_types::TaskId;
use serde::Serialize;

/// The most samples that one run of a command gets.
const MOST_SAMPLES: usize = 500;
/// No further sample is added to a run whose code is this long already, in bytes.
const MOST_BYTES: usize = 8 << 20;

/// A text that a plug-in is asked about.
#[derive(Debug, Clone)]
pub(super) struct Question<'a> {
    pub(super) task: &'a TaskId,
    /// Tells the texts of a task apart: 0 for the first, and so on.
    pub(super) sample: u64,
    pub(super) module: Arc<str>,
    pub(super) prompt: &'a str,
}

/// A line of what a command reads. Its keys keep this order, so that a shell script can split it.
#[derive(Serialize)]
struct Line<'a> {
    task_id: &'a TaskId,
    sample: u64,
    code: &'a str,
}

/// The questions in runs of a command.
pub(super) fn batches<'q, 'a>(questions: &'q [Question<'a>]) -> Vec<&'q [Question<'a>]> {
    let mut batches = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (place, question) in questions.iter().enumerate() {
        if place - start == MOST_SAMPLES || bytes >= MOST_BYTES {
            batches.push(&questions[start..place]);
            (start, bytes) = (place, 0);
        }
        bytes += question.module.len();
    }
    if start < questions.len() {
        batches.push(&questions[start..]);
    }
    batches
}

/// What a command reads: a line of JSON for each, in nothing but ASCII, so that programs that count bytes count characters.
pub(super) fn lines(questions: &[Question<'_>]) -> Result<Vec<u8>, serde_json::Error> {
    let mut lines = Vec::new();
    for Question { task, sample, module, .. } in questions {
        let line = serde_json::to_string(&Line { task_id: task, sample: *sample, code: module })?;
        for character in line.chars() {
            if character.is_ascii() && character != '\u{7f}' {
                lines.push(character as u8);
                continue;
            }
            // Only texts hold others, and there an escape means the same.
            for unit in character.encode_utf16(&mut [0; 2]) {
                lines.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
            }
        }
        lines.push(b'\n');
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question<'a>(task: &'a TaskId, sample: u64, module: &str) -> Question<'a> {
        Question { task, sample, module: Arc::from(module), prompt: "" }
    }

    #[test]
    fn a_line_is_ascii_with_its_keys_in_order_and_says_the_same() {
        let task = TaskId::new("HumanEval/0").unwrap();
        let code = "x = 'ä🙂\u{7f}'\n\ty = \"\\\\\"\n";
        let lines = String::from_utf8(lines(&[question(&task, 3, code)]).unwrap()).unwrap();
        assert!(
            lines.starts_with("{\"task_id\":\"HumanEval/0\",\"sample\":3,\"code\":\"x = '\\u00e4\\ud83d")
        );
        assert!(lines.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{lines}");
        let read: serde_json::Value = serde_json::from_str(&lines).unwrap();
        assert_eq!(read["code"], code);
    }

    #[test]
    fn a_run_gets_no_more_than_is_bounded() {
        let task = TaskId::new("t").unwrap();
        let sizes = |questions: &[Question<'_>]| {
            batches(questions).iter().map(|batch| batch.len()).collect::<Vec<_>>()
        };
        let many: Vec<_> = (0..1001).map(|sample| question(&task, sample, "x")).collect();
        assert_eq!(sizes(&many), [500, 500, 1]);
        let long = "x".repeat(MOST_BYTES);
        assert_eq!(sizes(&[question(&task, 0, &long), question(&task, 1, &long)]), [1, 1]);
        assert_eq!(sizes(&[]), [0usize; 0]);
    }
}
