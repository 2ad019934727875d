//! What is an answer, and what is said of what is none.

use std::sync::Arc;

use assay_types::TaskId;

use super::*;

fn read_two(output: &str) -> Result<Vec<Vec<PluginFinding>>, String> {
    let (one, two) = (TaskId::new("one").unwrap(), TaskId::new("two").unwrap());
    let module: Arc<str> = Arc::from("x = 1\ny = 2\n");
    let questions = [
        Question { task: &one, sample: 0, module: module.clone(), prompt: "" },
        Question { task: &two, sample: 4, module, prompt: "" },
    ];
    read(output.as_bytes(), &questions)
}

const ONE: &str = r#"{"task_id": "one", "sample": 0, "findings": []}"#;
const TWO: &str = r#"{"task_id": "two", "sample": 4, "findings": [{"line": 2, "message": "TODO"}]}"#;

#[test]
fn answers_may_come_in_any_order_with_empty_lines_between() {
    let todo = PluginFinding { line: 2, message: "TODO".to_owned() };
    assert_eq!(read_two(&format!("\n{TWO}\r\n\n{ONE}")), Ok(vec![vec![], vec![todo]]));
}

#[test]
fn what_is_no_answer_is_named_with_its_line() {
    let long = "x".repeat(501);
    let many = vec![r#"{"line":1,"message":"m"}"#; 10_001].join(",");
    let finding = |finding: &str| format!(r#"{{"task_id":"one","sample":0,"findings":[{finding}]}}"#);
    for (line, said) in [
        ("garbage".to_owned(), "line 2 of its output: expected value"),
        (r#"["one", 0, []]"#.to_owned(), "invalid type: sequence, expected an object"),
        (finding(r#"[1, "m"]"#), "invalid type: sequence, expected an object"),
        (r#"{"task_id": "one", "sample": 0}"#.to_owned(), "missing field `findings`"),
        (r#"{"task_id": "one", "sample": 0, "findings": [], "note": 1}"#.to_owned(), "unknown field `note`"),
        (r#"{"task_id": "one", "sample": -1, "findings": []}"#.to_owned(), "invalid value"),
        (
            r#"{"task_id": "two", "sample": 0, "findings": []}"#.to_owned(),
            "not asked about task \"two\", sample 0",
        ),
        (TWO.to_owned(), "answered task \"two\", sample 4 before"),
        (finding(r#"{"line":0,"message":"m"}"#), "there is no line 0; its code has lines 1 to 3"),
        (finding(r#"{"line":4,"message":"m"}"#), "there is no line 4"),
        (finding(r#"{"line":1,"message":""}"#), "is empty"),
        (finding(r#"{"line":1,"message":"m","column":2}"#), "unknown field `column`"),
        (finding(&format!(r#"{{"line":1,"message":"{long}"}}"#)), "has 501 characters"),
        (finding(&many), "10001 findings"),
        ("[".repeat(1_000_000), "expected an object"),
        (finding(r#"{"line":1,"line":2,"message":"m"}"#), "duplicate field `line`"),
    ] {
        let problem = read_two(&format!("{TWO}\n{line}\n")).unwrap_err();
        assert!(problem.contains(said), "{line:.100}: {problem:.300}");
        assert!(problem.chars().count() < 500, "{problem:.1000}");
    }
}

#[test]
fn a_sample_without_an_answer_is_never_clean() {
    let said = "did not answer 1 of the 2 samples of this run, the first of them task \"two\", sample 4";
    assert_eq!(read_two(ONE), Err(said.to_owned()));
    assert!(read_two("").unwrap_err().contains("did not answer 2 of the 2 samples"));
}

#[test]
fn what_is_no_text_is_named_with_its_line() {
    let task = TaskId::new("one").unwrap();
    let question = Question { task: &task, sample: 0, module: Arc::from("x"), prompt: "" };
    let problem = read(b"{}\n\xff\xfe", &[question]).unwrap_err();
    assert!(problem.contains("line 2 of its output"), "{problem}");
}

#[test]
fn lines_end_where_pythons_do() {
    for (module, count) in [("", 1), ("x", 1), ("x\n", 2), ("x\r\ny\rz\n", 4), ("x\u{c}y\u{2028}z", 1)] {
        assert_eq!(lines(module), count, "{module:?}");
    }
}
