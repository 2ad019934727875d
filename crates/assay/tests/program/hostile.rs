//! Attack 54: what others wrote is escaped wherever it is shown, on a terminal and on the page.

use std::fs;

use crate::support::User;

const MARKUP: &str = "<script>alert(1)</script>";
const TERMINAL: &str = "\u{1b}[2J\u{9b}31m\u{202e}";

/// A benchmark, two models and their file names, all of which attack whoever shows them.
fn write_attacks(user: &User) {
    let task = serde_json::json!({
        "task_id": "<img src=x onerror=alert(1)>",
        "prompt": format!("def f(x):\n    \"\"\"{MARKUP} {TERMINAL}\"\"\"\n"),
        "entry_point": "f",
        "canonical_solution": "    return x\n",
        "test": "def check(candidate):\n    assert candidate(1) == 1\n",
    });
    user.write("own<b>\u{1b}[2J.jsonl", task.to_string());
    let sample = |code: String| serde_json::json!({"task_id": task["task_id"], "solution": code}).to_string();
    user.write("base<b>\u{1b}[2J.jsonl", sample(format!("# {MARKUP}\ndef f(x):\n    return x\n")));
    let raises = format!(
        "def f(x):\n    print('''{MARKUP}{TERMINAL}''')\n    raise ValueError('''{MARKUP}{TERMINAL}''')\n"
    );
    user.write("new\u{202e}.jsonl", sample(raises));
}

#[track_caller]
fn is_harmless(what: &str, text: &str) {
    for character in ['\u{1b}', '\u{9b}', '\u{202e}'] {
        assert!(!text.contains(character), "{what} passes on {character:?}");
    }
}

#[test]
fn attack_54_nothing_foreign_acts_on_a_terminal_or_a_page() {
    let user = User::new();
    write_attacks(&user);
    let benchmark = ["--benchmark", "own<b>\u{1b}[2J.jsonl"];
    let files = ["base<b>\u{1b}[2J.jsonl", "new\u{202e}.jsonl"];
    let compared = user.run(&["compare", files[0], files[1], benchmark[0], benchmark[1], "--out", "out"]);
    assert_eq!(compared.code, 0, "{}", compared.errors);
    let checked = user.run(&["check", files[1], benchmark[0], benchmark[1]]);
    let linted = user.run(&["benchmark", "lint", benchmark[1]]);
    for said in [&compared, &checked, &linted] {
        is_harmless("the output", &said.output);
        is_harmless("the messages", &said.errors);
    }
    let report = fs::read_to_string(user.path("out/report.json")).unwrap();
    let page = fs::read_to_string(user.path("out/report.html")).unwrap();
    for (what, text) in [("report.json", &report), ("report.html", &page)] {
        is_harmless(what, text);
        for markup in ["<script", "<img", "own<b>", "base<b>"] {
            assert!(!text.contains(markup), "{what} passes on {markup}");
        }
    }
    // Shown all the same: the exception's text reached the page as text.
    assert!(page.contains("&lt;script&gt;alert(1)"));
    let tasks: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(tasks["tasks_lost"][0]["id"], "<img src=x onerror=alert(1)>");
}

#[test]
fn attack_54_a_message_about_bad_input_does_not_act_either() {
    let user = User::new();
    write_attacks(&user);
    user.write("bad\u{1b}[2J.jsonl", "{\"task_id\": \"\\u001b[2J\\u202e\", \"answer\": \"\"}\n");
    let said = user.run(&["check", "bad\u{1b}[2J.jsonl", "--benchmark", "starter"]);
    assert_eq!(said.code, 2, "{}", said.errors);
    assert!(said.errors.contains("cannot be a task id: it holds a control character"), "{}", said.errors);
    is_harmless("the message", &said.errors);
}
