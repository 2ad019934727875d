//! Keys, and what must not leave this machine.

use std::path::PathBuf;

use assay_model_server::{Ending, Play, Reply, Said, Server, answer};

use crate::models::{KEY, files_with_key, generate, protocol, run_with_key, user, user_of, words};
use crate::support::User;

#[test]
fn a_key_is_nowhere_but_in_the_request() {
    // A server that says the key back wherever it can.
    let server = Server::start(|asked, before| {
        let key = asked.headers.get("authorization").cloned().unwrap_or_default();
        let text = format!("```python\nkey = '{key}'\n```");
        if before == 1 {
            return Play::Respond(
                Reply::json(500, format!("{{\"error\": \"{key} is ill\"}}")).with("x-request-id", &key),
            );
        }
        Play::Respond(answer(asked, Said { text: &text, reasoning: None, ending: Ending::Stop }))
    })
    .unwrap();
    let user = user_of(&server, "");
    let (code, said) = run_with_key(
        &user,
        &[
            "generate",
            "--protocol",
            "assay.toml",
            "--limit",
            "3",
            "--out",
            "hosted.jsonl",
            "--log",
            "log.jsonl",
        ],
    );
    assert_eq!(code, 0, "{said}");
    let (compared, report) = run_with_key(
        &user,
        &[
            "compare",
            "--protocol",
            "assay.toml",
            "hosted",
            "hosted.jsonl",
            "--limit",
            "3",
            "--out",
            "out",
            "--aspects",
            "logic",
        ],
    );
    assert_eq!(compared, 0, "{report}");
    assert!(report.contains("hosted was asked for as latest"), "{report}");
    assert!(server.asked().iter().all(|asked| asked.headers["authorization"].ends_with(KEY)));
    assert!(!said.contains(KEY) && !report.contains(KEY));
    assert_eq!(files_with_key(&user), Vec::<PathBuf>::new());
}

#[test]
fn what_a_command_says_of_its_key_is_not_shown_and_not_stored() {
    let user = user();
    let program =
        "import os, sys\nsys.stderr.write('cannot log in with ' + os.environ['KEY'] + '\\n')\nsys.exit(3)\n";
    user.write("model.py", program);
    // Long enough for a program to begin on a busy machine, short enough for few attempts.
    user.write("assay.toml", protocol("deadline_seconds = 8"));
    let arguments = generate(&["--limit", "1", "--log", "log.jsonl"]);
    let (code, said) = run_with_key(&user, &words(&arguments));
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("cannot log in with [redacted]") && !said.contains(KEY), "{said}");
    assert_eq!(files_with_key(&user), Vec::<PathBuf>::new());
}

#[test]
fn a_benchmark_that_must_stay_here_is_shown_to_nobody_elsewhere() {
    let user = User::new();
    let task = r#"{"task_id": "T/1", "prompt": "def f():\n", "entry_point": "f", "canonical_solution": "    return 1\n", "test": "def check(candidate):\n    assert candidate() == 1\n"}"#;
    user.write("ours.jsonl", task);
    user.write(
        "assay.toml",
        "[models.far]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"https://models.example.com/v1\"\n",
    );
    for command in [
        &["generate", "--protocol", "assay.toml", "--benchmark", "ours.jsonl"][..],
        &["compare", "--protocol", "assay.toml", "--benchmark", "ours.jsonl", "far", "far"],
    ] {
        let said = user.run(command);
        assert_eq!(said.code, 2, "{}", said.errors);
        assert!(said.errors.contains("must not leave this machine"), "{}", said.errors);
        assert!(said.errors.contains("nothing was asked"), "{}", said.errors);
    }
}
