//! Samples in every format that is read: the same samples give the same outcomes, and what is put right is said.

use std::fmt::Write as _;
use std::fs;

use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::{Value, json};

use crate::support::{Said, User, samples_of_six_tasks, zipped};

/// A sample of the starter's baseline, of one of six tasks: its task, its field and its text.
struct Sample {
    task: String,
    field: &'static str,
    text: String,
}

/// The starter's baseline on six tasks: four with solutions, one with completions, one with answers.
fn samples() -> Vec<Sample> {
    let text = samples_of_six_tasks("baseline");
    let sample = |line: &str| {
        let record: Value = serde_json::from_str(line).unwrap();
        let fields = ["solution", "completion", "answer"];
        let field = *fields.iter().find(|field| record.get(**field).is_some()).unwrap();
        let text = |name: &str| record[name].as_str().unwrap().to_owned();
        Sample { task: text("task_id"), field, text: text(field) }
    };
    text.lines().map(sample).collect()
}

/// Its tasks with solutions, and the ten modules of each.
fn modules() -> Vec<(String, Vec<String>)> {
    let mut tasks: Vec<(String, Vec<String>)> = Vec::new();
    for Sample { task, text, .. } in samples().into_iter().filter(|sample| sample.field == "solution") {
        match tasks.iter_mut().find(|(other, _)| *other == task) {
            Some((_, modules)) => modules.push(text),
            None => tasks.push((task, vec![text])),
        }
    }
    assert_eq!(tasks.iter().map(|(_, modules)| modules.len()).collect::<Vec<_>>(), [10; 4]);
    tasks
}

/// A JSON object for each of the solutions.
fn json_lines(record: impl Fn(&str, &str) -> Value) -> Vec<u8> {
    let lines = samples().into_iter().filter(|sample| sample.field == "solution");
    lines.map(|sample| record(&sample.task, &sample.text).to_string() + "\n").collect::<String>().into()
}

/// ReCatcher's table, with the columns that pandas writes.
fn table() -> Vec<u8> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let names: String = (0..10).fold(String::new(), |names, number| names + &format!(",exp_{number}"));
    let mut table = format!(",task_id,prompt{names}\n");
    for (number, (task, modules)) in modules().iter().enumerate() {
        let cells: Vec<String> = modules.iter().map(|module| quoted(module)).collect();
        writeln!(table, "{number},{task},{},{}", quoted("a \"prompt\"\n"), cells.join(",")).unwrap();
    }
    table.into()
}

/// What lm-evaluation-harness logs of all samples: completions continue the prompt that was sent, others do not.
fn log() -> Vec<u8> {
    let record = |(number, sample): (usize, Sample)| {
        let prompt = format!("def {}():\n", sample.task);
        let sent =
            if sample.field == "completion" { format!("Go on:\n{prompt}\n") } else { "Write it.".into() };
        json!({
            "doc_id": number, "doc": {"task_id": sample.task, "prompt": prompt}, "target": "", "filter": "none",
            "arguments": {"gen_args_0": {"arg_0": sent, "arg_1": {"until": []}}},
            "resps": [[sample.text]], "filtered_resps": [["cut"]], "pass@1": 0.9
        })
    };
    samples()
        .into_iter()
        .enumerate()
        .map(|sample| record(sample).to_string() + "\n")
        .collect::<String>()
        .into()
}

/// Task, repetition and outcome of every sample, sorted.
fn outcomes(user: &User, said: &Said) -> Vec<String> {
    assert_eq!(said.code, 0, "{}", said.errors);
    let labelled = fs::read_to_string(user.path("labelled.jsonl")).unwrap();
    let outcome = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        format!("{} {} {}", row["task_id"], row["repetition"], row["outcome"])
    };
    let mut outcomes: Vec<String> = labelled.lines().map(outcome).collect();
    outcomes.sort();
    outcomes
}

fn check(user: &User, samples: &str) -> Vec<String> {
    let said = user.run(&["check", samples, "--benchmark", "starter", "--out", "labelled.jsonl"]);
    outcomes(user, &said)
}

#[test]
fn the_same_samples_in_any_format_have_the_same_outcomes() {
    let user = User::new();
    user.write("baseline.jsonl", samples_of_six_tasks("baseline"));
    let all = check(&user, "baseline.jsonl");
    user.write("samples_starter.jsonl", log());
    assert_eq!((check(&user, "samples_starter.jsonl"), all.len()), (all.clone(), 60));

    let solution = json_lines(|task, module| json!({"task_id": task, "solution": module}));
    user.write("solution.jsonl", &solution);
    let expected = check(&user, "solution.jsonl");
    assert!(expected.len() == 40 && expected.iter().all(|outcome| all.contains(outcome)));
    let files: [(&str, Vec<u8>); 7] = [
        ("answer.jsonl", json_lines(|task, module| json!({"task_id": task, "answer": module}))),
        (
            "fence.jsonl",
            json_lines(
                |task, module| json!({"task_id": task, "answer": format!("```python\n{module}\n```")}),
            ),
        ),
        (
            "bigcodebench.jsonl",
            json_lines(|task, module| json!({"task_id": task, "solution": module, "raw_solution": "said"})),
        ),
        ("recatcher.csv", table()),
        ("solution.jsonl.gz", zipped(&solution)),
        ("solution.jsonl.zst", compress_to_vec(solution.as_slice(), CompressionLevel::Fastest)),
        ("recatcher.csv.zst", compress_to_vec(table().as_slice(), CompressionLevel::Fastest)),
    ];
    for (file, bytes) in files {
        user.write(file, bytes);
        assert_eq!(check(&user, file), expected, "{file}");
    }
    for (task, modules) in modules() {
        for (number, module) in modules.iter().enumerate() {
            user.write(&format!("evalplus/{task}/{number}.py"), module);
        }
    }
    user.write("evalplus/eval_results.json", "{}");
    assert_eq!(check(&user, "evalplus"), expected, "evalplus");
}

#[test]
fn standard_input_is_read_like_a_file() {
    let user = User::new();
    user.write("plain.jsonl", json_lines(|task, module| json!({"task_id": task, "solution": module})));
    user.write("table.csv.gz", zipped(&table()));
    let expected = check(&user, "plain.jsonl");
    for file in ["plain.jsonl", "table.csv.gz"] {
        let arguments = ["check", "-", "--benchmark", "starter", "--out", "labelled.jsonl"];
        let said = user.run_with_input(&arguments, file);
        assert!(said.output.starts_with("standard-input: 40 samples of 4 tasks"), "{}", said.output);
        assert_eq!(outcomes(&user, &said), expected, "{file}");
    }
    user.write("bad.jsonl", "{\"task_id\": \"split_amount\", \"solution\": ");
    let said = user.run_with_input(&["check", "-", "--benchmark", "starter"], "bad.jsonl");
    assert_eq!(said.code, 2, "{}", said.errors);
    assert!(said.errors.contains("standard input:1: EOF while parsing"), "{}", said.errors);
}

#[test]
fn answers_that_are_put_right_are_judged_and_said() {
    let user = User::new();
    let module = b"# caf\xe9\ndef split_amount(total_cents, weights):\n    return []\n";
    user.write("model/split_amount/0.py", module);
    user.write("model/split_amount/1.py", module);
    user.write("model/split_amount/2.py", "# café\n");
    let said = user.run(&["check", "model", "--benchmark", "starter"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let expected =
        "2 of the answers are not UTF-8, and were read as Windows-1252; the first: model/split_amount/0.py";
    assert!(said.output.contains(expected), "{}", said.output);
    user.write("half.jsonl", "{\"task_id\": \"split_amount\", \"solution\": \"x = '\\ud800'\"}\n");
    let said = user.run(&["compare", "half.jsonl", "model", "--benchmark", "starter", "--out", "out"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let report: Value = serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    let warnings = report["warnings"].as_array().unwrap();
    let repaired: Vec<&str> = warnings
        .iter()
        .filter(|warning| warning["code"] == "answers_repaired")
        .map(|warning| warning["message"].as_str().unwrap())
        .collect();
    assert_eq!(
        repaired,
        [
            "1 of the baseline's answers held halves of characters, which no text can hold, and have U+FFFD in their \
             place; the first: half.jsonl:1",
            "2 of the candidate's answers are not UTF-8, and were read as Windows-1252; the first: \
             model/split_amount/0.py",
        ]
    );
    assert!(said.output.contains("Windows-1252"), "{}", said.output);
}

#[test]
fn help_names_every_format() {
    let user = User::new();
    for command in ["check", "compare"] {
        let said = user.run(&[command, "--help"]);
        for format in
            ["assay: ", "bigcodebench: ", "evalplus-folder: ", "lm-evaluation-harness: ", "recatcher: "]
        {
            assert!(said.output.contains(&format!("  {format}")), "{format} {}", said.output);
        }
    }
}
