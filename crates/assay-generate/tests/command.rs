//! What a command's life looks like from outside.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use assay_generate::{
    Attempt, Context, FaultKind, Prompt, Provider, ProviderSettings, Request, Sampling, connect,
};

fn provider(folder: &Path, program: &str) -> Arc<dyn Provider> {
    fs::write(folder.join("answer.py"), format!("{START}{program}")).expect("written");
    let settings = "provider = 'command'\nmodel = 'm'\ncommand = ['python3', 'answer.py']";
    connect(&toml::from_str::<ProviderSettings>(settings).expect("settings"), folder)
        .expect("a provider")
        .provider
}

const START: &str = r#"
import json, os, pathlib, subprocess, sys, time

def answer(asked, text):
    print(json.dumps({"version": 1, "id": asked["id"], "text": text}), flush=True)

"#;

fn ask(provider: &dyn Provider, text: &str, wait: Duration) -> Attempt {
    let sampling = Sampling { temperature: 0.0, top_p: 1.0, max_tokens: 1, stop: Vec::new(), seed: None };
    let request = Request { prompt: Prompt::Completion { text: text.into() }, sampling, repetition: 0 };
    provider.ask(&request, &Context { deadline: Instant::now() + wait, cancelled: &AtomicBool::new(false) })
}

fn text(attempt: Attempt) -> String {
    attempt.outcome.expect("an answer").text
}

const LONG: Duration = Duration::from_mins(1);

#[test]
fn a_command_lives_on_between_requests() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "for number, line in enumerate(sys.stdin):\n    answer(json.loads(line), f'{os.getpid()} {number}')\n";
    let provider = provider(folder.path(), program);
    let (first, second) = (text(ask(&*provider, "a", LONG)), text(ask(&*provider, "b", LONG)));
    assert_eq!(second, first.replace(" 0", " 1"));
}

#[test]
fn a_command_that_died_is_started_again_and_its_last_words_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = r#"
mark = pathlib.Path("mark")
for line in sys.stdin:
    if not mark.exists():
        mark.touch()
        print("out of memory", file=sys.stderr)
        sys.exit(3)
    answer(json.loads(line), "here again")
"#;
    let provider = provider(folder.path(), program);
    let fault = ask(&*provider, "a", LONG).outcome.expect_err("it died");
    assert_eq!(fault.kind, FaultKind::Server);
    assert!(fault.message.contains("ended with 3") && fault.message.contains("out of memory"), "{fault}");
    assert_eq!(text(ask(&*provider, "a", LONG)), "here again");
}

#[test]
fn a_late_answer_is_not_taken_for_the_next_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = r#"
for line in sys.stdin:
    asked = json.loads(line)
    if asked["prompt"]["completion"]["text"] == "first":
        time.sleep(3600)
    answer(asked, asked["prompt"]["completion"]["text"])
"#;
    let provider = provider(folder.path(), program);
    let fault = ask(&*provider, "first", Duration::from_millis(500)).outcome.expect_err("no answer");
    assert_eq!(fault.kind, FaultKind::Timeout);
    assert_eq!(text(ask(&*provider, "second", LONG)), "second");
}

#[test]
fn a_second_line_for_a_request_does_not_answer_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = r#"
for line in sys.stdin:
    asked = json.loads(line)
    answer(asked, "once")
    answer(asked, "twice")
"#;
    let provider = provider(folder.path(), program);
    assert_eq!(text(ask(&*provider, "first", LONG)), "once");
    let fault = ask(&*provider, "second", LONG).outcome.expect_err("out of step");
    assert_eq!(fault.kind, FaultKind::BrokenAnswer);
    assert_eq!(text(ask(&*provider, "third", LONG)), "once");
}

#[test]
fn what_a_command_started_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = r#"
started = subprocess.Popen(["sleep", "3600"])
for line in sys.stdin:
    answer(json.loads(line), f"{os.getpid()} {started.pid}")
"#;
    let provider = provider(folder.path(), program);
    let pids = text(ask(&*provider, "a", LONG));
    drop(provider);
    let lives = |pid: &str| {
        let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // Whoever inherits it may not have read how it ended.
        !status.is_empty() && !status.contains(") Z ")
    };
    let end = Instant::now() + LONG;
    while pids.split(' ').any(lives) && Instant::now() < end {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(!pids.split(' ').any(lives), "{pids}");
}

#[test]
fn a_command_that_is_not_there_is_said_so_before_anything_is_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in ["['no-such-program']", "['./no-such-program']", "[]", "['']"] {
        let settings = format!("provider = 'command'\nmodel = 'm'\ncommand = {command}");
        let settings: ProviderSettings = toml::from_str(&settings).expect("settings");
        assert!(connect(&settings, folder.path()).is_err(), "{command}");
    }
}

#[test]
fn two_commands_of_one_model_are_two_identities() {
    let folder = tempfile::tempdir().expect("a folder");
    let identity = |command: &str| {
        let settings = format!("provider = 'command'\nmodel = 'm'\ncommand = {command}");
        let settings: ProviderSettings = toml::from_str(&settings).expect("settings");
        connect(&settings, folder.path()).expect("a provider").provider.identity().clone()
    };
    assert_ne!(identity("['python3', 'a.py']"), identity("['python3', 'b.py']"));
    assert_ne!(identity("['python3', 'a.py', 'b']"), identity("['python3', 'a.py b']"));
}
