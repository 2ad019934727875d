//! Plug-ins on a fake engine: what they are asked, how often, and what becomes of their answers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

use assay_benchmark::{Benchmark, OnBadSample, load, read_samples};
use assay_check::static_checks::Flag;
use assay_run::{Checked, Checks, Plugin, RunError, Silent, check};
use assay_sandbox::{
    CapturedOutput, Command, CommandEnd, CommandReport, ControlState, FakeEngine, Judgement,
};
use assay_types::{Aspect, LimitKind};
use serde_json::{Value, json};

use support::session;

mod support;

struct Bench {
    folder: tempfile::TempDir,
    benchmark: Benchmark,
    asked: Arc<Mutex<Vec<Vec<Value>>>>,
}

fn plugin(name: &str) -> Plugin {
    Plugin {
        name: name.to_owned(),
        aspect: Aspect::Readability,
        command: vec![name.to_owned()],
        seconds: 7,
        files: vec![("words".to_owned(), Arc::from(&b"TODO"[..]))],
    }
}

impl Bench {
    fn new() -> Self {
        let mut benchmark = load("starter", Path::new("/nowhere")).unwrap();
        benchmark.tasks.truncate(2);
        Self { folder: tempfile::tempdir().unwrap(), benchmark, asked: Arc::default() }
    }

    /// Checks these modules of the first task by two plug-ins that answer by the given function of what they are asked.
    fn check(
        &self,
        modules: &[String],
        controls: Vec<ControlState>,
        answer: impl Fn(&Value) -> Value + Send + Sync + 'static,
        end: CommandEnd,
    ) -> Result<Checked, RunError> {
        let checks = Checks { plugins: vec![plugin("first"), plugin("second")], ..Checks::default() };
        let asked = self.asked.clone();
        let engine = FakeEngine::new(|_| Ok(Judgement::Passed)).with_command(move |command: &Command| {
            assert_eq!((command.limits.wall_milliseconds, command.files.len()), (7_000, 1));
            let lines = std::str::from_utf8(&command.input).unwrap().lines();
            let questions: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
            let answers: Vec<String> = questions.iter().map(|one| answer(one).to_string() + "\n").collect();
            asked.lock().unwrap().push(questions);
            Ok(CommandReport {
                end,
                output: answers.concat().into_bytes(),
                errors: CapturedOutput::default(),
            })
        });
        let session = session(self.folder.path(), engine, controls, checks);
        let task = &self.benchmark.tasks[0].id;
        let lines =
            modules.iter().map(|module| json!({"task_id": task, "solution": module}).to_string() + "\n");
        let path = self.folder.path().join("samples.jsonl");
        std::fs::write(&path, lines.collect::<Vec<_>>().concat()).unwrap();
        let samples = read_samples(&path, &self.benchmark, OnBadSample::Refuse).unwrap();
        check(&session, &self.benchmark, &samples, &Silent)
    }
}

/// Flags the first line of whatever holds an odd number.
fn odd(question: &Value) -> Value {
    let is_odd = question["code"].as_str().unwrap().trim_end().ends_with(['1', '3', '5', '7', '9']);
    let findings = if is_odd { json!([{"line": 1, "message": "odd"}]) } else { json!([]) };
    json!({"task_id": question["task_id"], "sample": question["sample"], "findings": findings})
}

const WELL: CommandEnd = CommandEnd::Exited { exit: 0 };

#[test]
fn each_distinct_text_is_asked_about_once_in_runs_of_at_most_five_hundred() {
    let bench = Bench::new();
    let modules: Vec<String> = (0..1200).map(|number| format!("x = {}\n", number % 600)).collect();
    let checked = bench.check(&modules, Vec::new(), odd, WELL).unwrap();
    let asked = bench.asked.lock().unwrap();
    assert_eq!(asked.iter().map(Vec::len).collect::<Vec<_>>(), [500, 100, 500, 100]);
    let names: BTreeSet<u64> =
        asked[..2].iter().flatten().map(|one| one["sample"].as_u64().unwrap()).collect();
    assert_eq!(names, (0..600).collect());
    assert_eq!(checked.samples.len(), 1200);
    for (number, sample) in checked.samples.iter().enumerate() {
        let found = sample.static_findings.as_ref().unwrap();
        let expected = if number % 2 == 1 { Flag::Flagged } else { Flag::Clean };
        assert_eq!((found.flag("first"), found.flag("second")), (expected, expected), "{number}");
        assert_eq!(found.of("second").count(), number % 2, "{number}");
        // Behind the built-in ones.
        let order: Vec<&str> = found.flags.iter().map(|(name, _)| &**name).collect();
        assert_eq!((order.len(), &order[8..]), (10, &["first", "second"][..]));
    }
}

#[test]
fn nobody_is_asked_about_what_is_no_code() {
    let bench = Bench::new();
    let modules = ["x = 1\n", "def f(:\n", " "].map(str::to_owned);
    let checked = bench.check(&modules, Vec::new(), odd, WELL).unwrap();
    let flags: Vec<Flag> =
        checked.samples.iter().map(|sample| sample.static_findings.as_ref().unwrap().flag("first")).collect();
    assert_eq!(flags, [Flag::Flagged, Flag::NotJudged, Flag::NotJudged]);
    assert!(bench.asked.lock().unwrap().iter().all(|questions| questions.len() == 1));
    bench.asked.lock().unwrap().clear();
    bench.check(&[" ".to_owned()], Vec::new(), odd, WELL).unwrap();
    assert_eq!(bench.asked.lock().unwrap().len(), 0);
}

#[test]
fn whatever_is_no_whole_answer_ends_the_run_and_says_whose_fault_it_is() {
    let bench = Bench::new();
    let modules = ["x = 1\n".to_owned()];
    let none = |_: &Value| Value::from("");
    for (end, said) in [
        (WELL, "the plug-in first printed a line that is no answer, line 1 of its output"),
        (CommandEnd::Exited { exit: 1 }, "the plug-in first ended with exit code 1"),
        (CommandEnd::Exited { exit: 127 }, "\"first\", or a program that it calls, is not there"),
        (CommandEnd::Exited { exit: -9 }, "was ended by signal 9"),
        (CommandEnd::Limit(LimitKind::Wall), "had not ended after 7 s"),
        (CommandEnd::Limit(LimitKind::Cpu), "had used 7 s of CPU time"),
        (CommandEnd::Limit(LimitKind::Memory), "needed more memory than a trial may have, 2048 MiB"),
    ] {
        let error = bench.check(&modules, Vec::new(), none, end).unwrap_err();
        assert!(matches!(error, RunError::Plugin(_)) && error.to_string().contains(said), "{error}");
    }
    let stopped = bench.check(&modules, Vec::new(), odd, CommandEnd::Stopped);
    assert!(matches!(stopped, Err(RunError::Interrupted)));
}

#[test]
fn no_plugin_runs_without_the_controls() {
    let missing =
        ControlState { name: "read_only_root", purpose: "", remedy: "", in_force: false, evidence: None };
    let bench = Bench::new();
    let refused = bench.check(&["x = 1\n".to_owned()], vec![missing], odd, WELL);
    assert!(matches!(refused, Err(RunError::WeakSandbox { .. })));
    assert_eq!(bench.asked.lock().unwrap().len(), 0);
}
