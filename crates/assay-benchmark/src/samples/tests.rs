use std::fmt::Write as _;

use assay_types::{LinesNotJudged, RefusedReason, Repair, Sample};
use proptest::prelude::*;

use super::*;
use crate::limits::ANSWER_BYTES;

const TASKS: [&str; 2] = ["parse_duration", "split_amount"];

/// Task, repetition, field, line and text of each sample.
pub(super) fn found(set: &SampleSet) -> Vec<String> {
    let words = |s: &Sample| format!("{} {} {:?} {} {:?}", s.task, s.repetition, s.field, s.line, s.raw);
    set.samples.iter().map(words).collect()
}

pub(super) fn read_as(on_bad: OnBadSample, file: &str, bytes: &[u8]) -> Result<SampleSet, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    std::fs::write(&path, bytes).unwrap();
    let benchmark = crate::load("starter", Path::new("/nowhere")).unwrap();
    let message = |error: BenchmarkError| error.to_string().replace(&path.display().to_string(), file);
    read_samples(&path, &benchmark, on_bad).map_err(message)
}

pub(super) fn read(text: &str) -> Result<SampleSet, String> {
    read_as(OnBadSample::Refuse, "model.jsonl", text.as_bytes())
}

fn keep_going(bytes: &[u8]) -> Result<SampleSet, String> {
    read_as(OnBadSample::KeepGoing, "model.jsonl", bytes)
}

fn line(task: &str, text: &str) -> String {
    format!("{{\"task_id\": \"{task}\", \"solution\": \"{text}\"}}\n")
}

#[test]
fn repetitions_are_counted_per_task_in_file_order() {
    let set = read(&(line(TASKS[0], "a") + &line(TASKS[1], "b") + &line(TASKS[0], "c"))).unwrap();
    let found: Vec<_> =
        set.samples.iter().map(|s| (s.task.as_str(), s.repetition, &*s.raw, s.line)).collect();
    assert_eq!(found, [(TASKS[0], 0, "a", 1), (TASKS[1], 0, "b", 2), (TASKS[0], 1, "c", 3)]);
    assert_eq!(set.name, "model");
}

#[test]
fn wrong_records_are_named_with_their_line() {
    let cases = [
        (
            "{\"task_id\": \"../x\", \"answer\": \"\"}",
            "model.jsonl:1: \"../x\" cannot be a task id: it reads like a path that leads elsewhere",
        ),
        (
            "\n{\"task_id\": \"HumanEval/0\", \"answer\": \"\"}",
            "model.jsonl:2: the benchmark starter has no task HumanEval/0 (its tasks are named like add_working_days)",
        ),
        (
            "{\"task_id\": \"split_amount\"}",
            "model.jsonl:1: the record has none of `solution`, `completion` and `answer`",
        ),
        (
            "{\"task_id\": \"split_amount\", \"answer\": \"\", \"solution\": \"\"}",
            "model.jsonl:1: the record has more than one of `solution`, `completion` and `answer`",
        ),
        (
            "{\"task_id\": \"split_amount\", \"answer\": [\"a\"]}",
            "model.jsonl:1: `answer` must be a text, and is a list",
        ),
        ("{\"task_id\": 5, \"answer\": \"\"}", "model.jsonl:1: `task_id` must be a text, and is a number"),
        ("{\"answer\": \"\"}", "model.jsonl:1: the record has no `task_id`"),
    ];
    for (text, message) in cases {
        let said = read(text).unwrap_err();
        let (first, advice) = said.split_once("\n  ").unwrap();
        assert_eq!(first, message);
        assert!(advice.ends_with("--keep-going"), "{advice}");
    }
    assert!(read("").unwrap_err().starts_with("model.jsonl: the file holds no sample"));
}

#[test]
fn samples_of_two_benchmarks_in_one_file_are_recognised() {
    let said = read(&(line(TASKS[0], "a") + &line("HumanEval/0", "b"))).unwrap_err();
    assert!(said.contains("model.jsonl:2: the benchmark starter has no task HumanEval/0"), "{said}");
    assert!(said.contains("are samples of two benchmarks mixed here?"), "{said}");
}

#[test]
fn an_answer_above_the_limit_is_refused_by_its_size() {
    let said = read(&line(TASKS[0], &"x".repeat(ANSWER_BYTES + 1))).unwrap_err();
    assert!(said.starts_with("model.jsonl:1: the answer has 16777217 bytes, and more than 16 MiB"), "{said}");
    assert_eq!(read(&line(TASKS[0], &"x".repeat(ANSWER_BYTES))).unwrap().samples.len(), 1);
}

#[test]
fn a_name_never_leads_to_another_folder() {
    for (file, name) in [
        ("a.jsonl.gz", "a"),
        ("a.jsonl.zst", "a"),
        ("a.b.jsonl", "a.b"),
        ("...jsonl", "...jsonl"),
        ("..jsonl", "..jsonl"),
        (".jsonl", ".jsonl"),
    ] {
        let set = read_as(OnBadSample::Refuse, file, line(TASKS[0], "a").as_bytes()).unwrap();
        assert_eq!(set.name, name);
    }
}

#[test]
fn bad_samples_of_known_tasks_are_refused_one_by_one_when_keeping_going() {
    let bad: [(&[u8], RefusedReason); 6] = [
        (br#"{"task_id": "split_amount", "solution": "cut"#, RefusedReason::BrokenJson),
        (br#"{"task_id": "split_amount", "solution": NaN}"#, RefusedReason::BrokenJson),
        (b"{\"task_id\": \"split_amount\", \"solution\": \"\xff\"}", RefusedReason::Encoding),
        (br#"{"task_id": "split_amount", "answer": "", "answer": "x"}"#, RefusedReason::DuplicateKey),
        (br#"{"task_id": "split_amount", "answer": "", "solution": ""}"#, RefusedReason::WrongFields),
        (br#"{"task_id": "split_amount"}"#, RefusedReason::WrongFields),
    ];
    let good = line("split_amount", "x").into_bytes();
    let mut file = good.clone();
    for (line, _) in bad {
        file.extend_from_slice(&[line, b"\n"].concat());
    }
    file.extend(good);
    let set = keep_going(&file).unwrap();
    let refused: Vec<_> = set.refused.iter().map(|s| (s.repetition, s.line, s.reason)).collect();
    let expected: Vec<_> =
        bad.iter().zip(1..).map(|((_, reason), place)| (place, u64::from(place) + 1, *reason)).collect();
    assert_eq!(refused, expected);
    let read: Vec<_> = set.samples.iter().map(|sample| (sample.repetition, sample.line)).collect();
    assert_eq!(read, [(0, 1), (7, 8)]);
    assert_eq!(set.lines_not_judged.count, 0);
}

#[test]
fn lines_of_no_known_task_are_counted_and_the_first_listed() {
    let mut file = line(TASKS[0], "a");
    for number in 0..30 {
        writeln!(file, "{{\"task_id\": \"other/{number}\", \"solution\": \"\"}}").unwrap();
    }
    file += "{\"task_id\": \"..\", \"solution\": \"\"}\n{\"solution\": \"\n";
    let set = keep_going(file.as_bytes()).unwrap();
    assert_eq!((set.samples.len(), set.refused.len(), set.lines_not_judged.count), (1, 0, 32));
    assert_eq!(set.lines_not_judged.first.len(), LinesNotJudged::LISTED);
    assert!(
        set.lines_not_judged.first[0].contains("model.jsonl:2: the benchmark starter has no task other/0")
    );
}

#[test]
fn a_file_without_any_known_task_is_refused_even_when_keeping_going() {
    let said = keep_going(line("HumanEval/0", "").as_bytes()).unwrap_err();
    assert!(said.starts_with("model.jsonl: not one of its 1 lines names a task; the first: "), "{said}");
    assert!(said.contains("model.jsonl:1: the benchmark starter has no task HumanEval/0"), "{said}");
}

#[test]
fn halves_of_characters_are_replaced_and_the_answers_that_held_them_counted() {
    let lines = [
        r#"{"task_id": "split_amount", "solution": "whole"}"#,
        r#"{"task_id": "split_amount", "solution": "a\ud800b"}"#,
        r#"{"task_id": "split_amount", "solution": "no half of it", "note": "\udfff"}"#,
        r#"{"note": "\ufffd", "task_id": "split_amount", "solution": "\ufffd\udc00"}"#,
    ];
    let set = read(&lines.join("\n")).unwrap();
    let raw: Vec<&str> = set.samples.iter().map(|sample| &*sample.raw).collect();
    assert_eq!(raw, ["whole", "a\u{fffd}b", "no half of it", "\u{fffd}\u{fffd}"]);
    let repaired = &set.repaired[&Repair::LoneSurrogate];
    assert_eq!((repaired.count, set.repaired.len()), (2, 1));
    assert!(repaired.first.ends_with("model.jsonl:2"), "{}", repaired.first);
}

#[test]
fn a_half_in_a_task_id_or_before_another_fault_is_no_way_around_it() {
    for (line, message) in [
        (r#"{"task_id": "split_amoun\ud800", "solution": ""}"#, "the benchmark starter has no task"),
        (r#"{"task_id": "split_amount", "solution": "\ud800""#, "EOF while parsing an object"),
        (r#"{"task_id": "split_amount", "\ud800": 1, "\ud801": 2}"#, "the same key twice"),
    ] {
        let said = read(line).unwrap_err();
        assert!(said.starts_with(&format!("model.jsonl:1: {message}")), "{said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_valid_file_cut_at_any_byte_is_an_error_with_a_line_or_the_prefix(
        samples in prop::collection::vec((0usize..2, "\\PC{0,12}"), 1..8), part in 0.0f64..1.0
    ) {
        let lines = samples.iter().map(|(task, text)| {
            serde_json::json!({"task_id": TASKS[*task], "answer": text}).to_string() + "\n"
        });
        let file: String = lines.collect();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a short text")]
        let cut = &file.as_bytes()[..(file.len() as f64 * part) as usize];
        let whole_lines = cut.split(|byte| *byte == b'\n').count() - 1;
        match read_as(OnBadSample::Refuse, "model.jsonl", cut) {
            Ok(set) => {
                let raw: Vec<&str> = set.samples.iter().map(|sample| &*sample.raw).collect();
                let expected: Vec<&str> = samples.iter().map(|(_, text)| text.as_str()).take(raw.len()).collect();
                prop_assert_eq!(raw, expected);
                prop_assert!(set.samples.len() >= whole_lines);
            }
            Err(message) if cut.is_empty() => prop_assert!(message.contains("holds no sample")),
            Err(message) => {
                let place = format!("model.jsonl:{}: ", whole_lines + 1);
                prop_assert!(message.starts_with(&place), "{}", message);
            }
        }
        if let Ok(set) = keep_going(cut) {
            prop_assert!(set.samples.len() >= whole_lines);
            prop_assert!(set.refused.len() as u64 + set.lines_not_judged.count <= 1);
        }
    }

    #[test]
    fn any_bytes_are_samples_or_a_message(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(&b"{}\":,\n\\"[..])], 0..300)
    ) {
        for on_bad in [OnBadSample::Refuse, OnBadSample::KeepGoing] {
            let said = read_as(on_bad, "model.jsonl", &bytes).unwrap_err();
            prop_assert!(said.starts_with("model.jsonl:"), "{}", said);
        }
    }
}
