//! Plug-ins as a user meets them: the documented ones, and those that misbehave.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use serde_json::Value;

use crate::support::{Said, User};

/// The text of the documentation's only block in a language.
fn documented(language: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/plug-ins.md");
    let page = fs::read_to_string(page).unwrap();
    let mut blocks = page.split("\n```").filter_map(|part| part.strip_prefix(&format!("{language}\n")));
    let block = blocks.next().unwrap().to_owned();
    assert!(blocks.next().is_none(), "two examples in {language}");
    block + "\n"
}

const PROMPT: &str = "def one():\n    # TODO: write this\n    \"\"\"Returns 1.\"\"\"\n";

/// A user with a benchmark of one task and three samples a side.
fn user() -> User {
    let user = User::new();
    user.write("tasks/benchmark.toml", "format = 1\nname = \"own\"\nversion = \"1\"\nlicense = \"MIT\"\n");
    user.write("tasks/tasks/one/task.toml", "entry_point = \"one\"\n");
    user.write("tasks/tasks/one/prompt.py", PROMPT);
    user.write("tasks/tasks/one/reference.py", "def one():\n    return 1\n");
    user.write("tasks/tasks/one/tests.py", "assert one() == 1\n");
    let lines = |modules: [String; 3]| {
        let line = |module| serde_json::json!({"task_id": "one", "solution": module}).to_string() + "\n";
        modules.map(line).concat()
    };
    let right = format!("{PROMPT}    return 1\n");
    user.write("base.jsonl", lines([right.clone(), right.clone(), "def one(:\n".to_owned()]));
    // A hundred characters each, in more bytes, and one of them with one more.
    let hundred = format!("x = '{}\\\\\"ä🙂'  # TODO: less", "-".repeat(75));
    assert_eq!(hundred.chars().count(), 100);
    let long = format!("def one():\n    return 1\n\n\n{hundred}\n{hundred}!\n");
    user.write("tuned.jsonl", lines([right, long.clone(), long]));
    user.write("todo.py", documented("python"));
    user.write("long_lines.sh", documented("sh"));
    user
}

fn compare(user: &User, configuration: &str) -> Said {
    user.write("assay.toml", configuration);
    let arguments = ["compare", "base.jsonl", "tuned.jsonl", "--benchmark", "./tasks", "--aspects", "static"];
    user.run(&[&arguments[..], &["--config", "assay.toml", "--out", "out", "--labelled"]].concat())
}

fn read(user: &User, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(user.path(name)).unwrap()).unwrap()
}

#[test]
fn the_documented_plugins_have_rows_labels_and_examples_like_the_built_in_checks() {
    let user = user();
    let said = compare(&user, &documented("toml"));
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.output.contains("long_lines") && said.output.contains("todo"), "{}", said.output);
    let report = read(&user, "out/report.json");
    let rows = report["rows"].as_array().unwrap();
    let row = |name: &str| rows.iter().find(|row| row["check"] == name).unwrap();
    assert_eq!((rows.len(), &row("long_lines")["aspect"]), (10, &Value::from("readability")));
    assert_eq!(row("todo")["aspect"], "maintainability");
    let flagged = |name: &str| {
        let row = report["flagged"].as_array().unwrap().iter().find(|row| row["check"] == name);
        row.unwrap().clone()
    };
    for name in ["todo", "long_lines"] {
        let task = &flagged(name)["tasks"][0];
        let counts = |side: &str| (task[side]["flagged"].as_u64(), task[side]["judged"].as_u64());
        // The prompt's own comment does not count, and what does not parse is not judged.
        assert_eq!(
            (counts("baseline"), counts("candidate")),
            ((Some(0), Some(2)), (Some(2), Some(3))),
            "{name}"
        );
    }
    let lines = |name: &str| {
        let findings = flagged(name)["examples"][0]["findings"].as_array().unwrap().clone();
        findings
            .iter()
            .map(|finding| (finding["line"].as_u64().unwrap(), finding["message"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(lines("long_lines"), [(6, "101 characters".into())]);
    assert_eq!(
        lines("todo"),
        [(5, "unfinished: # TODO: less".into()), (6, "unfinished: # TODO: less!".into())]
    );
    let plugins = &report["static_analysis"]["plugins"];
    assert_eq!(
        (&plugins[0]["name"], &plugins[1]["files"][0]["path"]),
        (&"long_lines".into(), &"todo.py".into())
    );
    let labelled = fs::read_to_string(user.path("out/labelled.baseline.jsonl")).unwrap();
    let broken: Value = serde_json::from_str(labelled.lines().last().unwrap()).unwrap();
    assert_eq!(broken["static_findings"]["flags"]["todo"], "not_judged");
    let again = compare(&user, &documented("toml"));
    assert_eq!((again.code, &read(&user, "out/report.json")), (0, &report));
    let shown = user.run(&["show", "out", "one", "1", "--side", "candidate"]);
    assert!(
        shown.output.contains("todo: flagged (a plug-in, not run again)\n          line 5: unfinished"),
        "{}",
        shown.output
    );
}

/// A plug-in in Python, and what is said of it: nothing where it answers as it should.
fn said_of(user: &User, program: &str, more: &str) -> String {
    user.write("mine.py", program);
    let table = "[plugins.mine]\ncommand = [\"python3\", \"mine.py\"]\naspect = \"errors\"\n";
    let said = compare(user, &format!("{table}{more}"));
    let has_report = user.path("out/report.json").exists();
    assert_eq!(said.code, if said.errors.contains("the plug-in mine") { 2 } else { 0 }, "{}", said.errors);
    assert_eq!(has_report, said.code == 0, "{}", said.errors);
    assert!(!said.errors.contains('\u{1b}'), "{}", said.errors);
    if said.code == 0 { String::new() } else { said.errors }
}

/// Answers every sample as clean.
const CLEAN: &str = "import json, sys\n\
    for line in sys.stdin:\n    \
        sample = json.loads(line)\n    \
        print(json.dumps({'task_id': sample['task_id'], 'sample': sample['sample'], 'findings': []}))\n";

#[test]
fn a_plugin_that_misbehaves_is_named_and_no_sample_passes_for_clean() {
    let user = user();
    for (program, more, said) in [
        ("print('\\x1b[2Jgarbage')", "", "line 1 of its output: expected value"),
        ("import time\ntime.sleep(1000)", "seconds = 1", "had not ended after 1 s"),
        ("while True: pass", "seconds = 1", "1 s"),
        ("import os\nwhile True: os.fork()", "seconds = 5", "more processes than a trial may have, 64"),
        ("x = 'x' * (1 << 20)\nfor _ in range(1024): print(x)", "", "printed more than 32 MiB"),
        (
            "import sys\nx = 'x' * (1 << 20)\nfor _ in range(1024): print(x, file=sys.stderr)",
            "",
            "printed more than 32 MiB",
        ),
        ("x = bytearray(3 << 30)", "", "MemoryError"),
        (
            "print('{\"task_id\": \"two\", \"sample\": 0, \"findings\": []}')",
            "",
            "not asked about task \"two\", sample 0",
        ),
        ("import sys\nsys.exit('\\x1b[31mI cannot')", "", "ended with exit code 1\n"),
        ("import os\nos.kill(os.getpid(), 9)\nos.abort()", "", "ended"),
        ("", "", "did not answer 2 of the 2 samples"),
        ("import os\nos.execvp('nowhere', ['nowhere'])", "", "FileNotFoundError"),
    ] {
        let errors = said_of(&user, program, more);
        assert!(errors.contains(said), "{program}: {errors}");
        assert!(errors.contains("docs/plug-ins.md"), "{errors}");
    }
    let exits = said_of(&user, "import sys\nsys.exit('\\x1b[31mI cannot')", "");
    assert!(exits.contains("\n  | \\u{1b}[31mI cannot\n"), "{exits}");
    user.write("mine.py", "");
    let missing = compare(&user, "[plugins.mine]\ncommand = [\"ruby\", \"mine.py\"]\naspect = \"errors\"\n");
    assert!(
        missing.code == 2 && missing.errors.contains("\"ruby\", or a program that it calls, is not there"),
        "{}",
        missing.errors
    );
}

#[test]
fn a_plugin_reaches_nothing_but_what_it_is_given() {
    let user = user();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let secret = user.write("secret", "secret");
    let program = format!(
        "{CLEAN}\
         import os, pathlib, socket\n\
         def fails(action):\n    \
             try:\n        action()\n    \
             except OSError:\n        return True\n    \
             return False\n\
         assert fails(lambda: socket.create_connection(('127.0.0.1', {port}), 1)), 'network'\n\
         assert fails(lambda: open({secret:?})), 'files of the user'\n\
         assert fails(lambda: open('/opt/assay/new', 'w')), 'a writable root'\n\
         assert fails(lambda: os.ftruncate(0, 0)), 'a writable input'\n\
         assert os.getpid() == 1 and len(list(pathlib.Path('/proc').glob('[0-9]*'))) == 1, 'processes'\n\
         assert sorted(os.listdir('/tmp')) == ['mine.py'], 'a work folder of its own'\n\
         assert os.getuid() == 1000, 'a user'\n"
    );
    assert_eq!(said_of(&user, &program, ""), "");
}
