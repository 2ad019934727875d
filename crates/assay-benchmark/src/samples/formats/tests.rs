use crate::expanded::tests::{gzipped, zstandard};
use crate::samples::OnBadSample;
use crate::samples::tests::{found, read_as};

use super::*;

#[test]
fn each_format_says_what_it_is() {
    let mut names: Vec<&str> = FORMATS.iter().map(|format| format.about().name).collect();
    for format in FORMATS {
        let SampleFormat { name, written_by, taken } = format.about();
        assert!(!name.contains(char::is_whitespace) && !taken.is_empty(), "{name}");
        assert!(written_by.contains(|character: char| character.is_ascii_digit()), "{name} names no version");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), FORMATS.len());
}

#[test]
fn every_format_of_lines_is_read_plain_and_compressed() {
    let files = [
        r#"{"task_id": "split_amount", "solution": "x"}"#,
        r#"{"task_id": "split_amount", "solution_parts": ["x"]}"#,
        r#"{"task_id": "split_amount", "solution": "x", "raw_solution": "y"}"#,
        r#"{"doc_id": 0, "doc": {"task_id": "split_amount"}, "resps": [["x"]], "filter": "none"}"#,
        "task_id,exp_0\r\nsplit_amount,x",
    ];
    for file in files {
        let plain = read_as(OnBadSample::Refuse, "model.txt", file.as_bytes()).unwrap();
        let marked = ["\u{feff}", &file.replace('\n', "\r\n"), "\r\n"].concat();
        for other in [marked.into_bytes(), gzipped(file.as_bytes()), zstandard(file.as_bytes())] {
            let set = read_as(OnBadSample::Refuse, "model.txt", &other).unwrap();
            assert_eq!(found(&set), found(&plain), "{file}");
        }
    }
}

#[test]
fn a_file_of_no_format_names_all_of_them_and_why_they_do_not_fit() {
    let said = read_as(OnBadSample::KeepGoing, "model.txt", b"\ndef f(): pass\n").unwrap_err();
    let expected = "model.txt:2: these are no samples in a format that assay reads; tried, in this order:
    lm-evaluation-harness: a line must hold one JSON object, such as {\"task_id\": …}
    bigcodebench: a line must hold one JSON object, such as {\"task_id\": …}
    assay-without-prompts: a line must hold one JSON object, such as {\"task_id\": …}
    assay: a line must hold one JSON object, such as {\"task_id\": …}
    recatcher: its first line names no column `task_id`
    evalplus-folder: this is a file
  docs/formats.md has an example of each";
    assert_eq!(said, expected);
    let said = read_as(OnBadSample::Refuse, "model.txt", b"{\"prompt\": \"\"}\n").unwrap_err();
    for line in [
        "model.txt:1: these are no samples",
        "lm-evaluation-harness: the record has no `doc`",
        "bigcodebench: the record has no `task_id`",
        "assay-without-prompts: the record has none of `solution_parts`",
        "assay: the record has neither `task_id` nor any of",
        "recatcher: the line is one of JSON",
    ] {
        assert!(said.contains(line), "{said}");
    }
}

#[test]
fn damaged_first_lines_do_not_hide_the_format() {
    let good = r#"{"task_id": "split_amount", "solution": "x", "raw_solution": "y", "completion": "z"}"#;
    for bad in ["nothing like JSON", r#"{"task_id": "split_amount", "sol"#, "{}"] {
        let file = [bad, "\n", good].concat();
        let set = read_as(OnBadSample::KeepGoing, "model.txt", file.as_bytes()).unwrap();
        assert_eq!(set.samples.len(), 1, "{bad}");
        let said = read_as(OnBadSample::Refuse, "model.txt", file.as_bytes()).unwrap_err();
        assert!(said.starts_with("model.txt:1: "), "{said}");
    }
}
