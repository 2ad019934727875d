//! A replay of a model in this process: its files make the bodies of its requests, and are not there any more.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assay_generate::{
    Asked, Attempt, Connected, Context, Digests, Exchange, FaultKind, Identity, Prompt, Protocol, Provider,
    Questions, Request, Response, Sampling, Spend, Turn, Unwatched, WeightFile, answers, ask, connect,
    read_exchange, write_recording,
};
use assay_store::Store;
use assay_types::{Confidentiality, Digest, Task, TaskId};
use serde_json::{Value, json};

/// As a model in this process: its bodies hold the text that its template makes of a conversation.
struct InProcess(Identity);

impl InProcess {
    fn new() -> Self {
        let weights = vec![WeightFile { name: "tiny.gguf".into(), digest: Digest::of(b"weights") }];
        Self(Identity {
            provider: "embedded".into(),
            address: None,
            model: "tiny".into(),
            weights,
            chat_template: Some(Digest::of(b"template")),
            quantization: Some("Q4_1".into()),
        })
    }
}

impl Provider for InProcess {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn body(&self, request: &Request) -> Vec<u8> {
        let Prompt::Chat { turns, .. } = &request.prompt else { panic!("a conversation") };
        let [Turn::User(text)] = &turns[..] else { panic!("one turn") };
        let prompt = format!("<user>{}<model>", text.trim());
        json!({"engine": "e 1", "model": "tiny", "prompt": prompt, "seed": request.repetition})
            .to_string()
            .into_bytes()
    }

    fn ask(&self, request: &Request, _context: &Context<'_>) -> Attempt {
        let body = self.body(request);
        let asked: Value = serde_json::from_slice(&body).expect("JSON");
        let text = format!("{} {}", asked["prompt"], asked["seed"]);
        let said = json!({"answer": {"text": text, "finish": "stop", "usage": {"input": 3, "output": 2}}});
        let response =
            Response { status: 0, headers: BTreeMap::default(), body: said.to_string().into_bytes() };
        let exchange = Exchange { body, response: Some(response), elapsed: Duration::ZERO };
        Attempt { outcome: read_exchange(&self.0, &exchange), exchange }
    }
}

fn protocol(settings: &str, folder: &Path) -> Protocol {
    let text = format!("[protocol]\nsystem = \"be brief\"\n[models.tiny]\n{settings}");
    Protocol::of_text(&text, &folder.join("assay.toml")).expect("a protocol")
}

fn tasks() -> Vec<Task> {
    ["a", "b"]
        .map(|name| Task::asking(TaskId::new(name).expect("an id"), "f", &format!("# {name}\ndef f():\n")))
        .to_vec()
}

fn two_answers_each<'a>(tasks: &'a [&'a Task]) -> Asked<'a> {
    Asked { benchmark: "small", confidentiality: &Confidentiality::LocalOnly, tasks, samples_per_task: 2 }
}

/// A recording of two answers to each of two tasks, and what a samples file says of them.
fn recorded(folder: &Path) -> Vec<u8> {
    let store = Store::open(&folder.join("store")).expect("a store");
    let protocol = protocol("provider = \"embedded\"\nmodel = \"tiny\"\nweights = \"tiny.gguf\"\n", folder);
    let tasks = tasks();
    let asked: Vec<&Task> = tasks.iter().collect();
    let asked = two_answers_each(&asked);
    let questions =
        Questions::with_provider(&protocol, "tiny", Arc::new(InProcess::new()), &asked).expect("questions");
    let cancelled = AtomicBool::new(false);
    ask(&questions, &protocol.limits, &store, &mut Spend::default(), &Unwatched, &cancelled)
        .expect("answers");
    let mut recording = Vec::new();
    assert_eq!(write_recording(&questions, &store, &mut recording).expect("a recording"), 4);
    fs::write(folder.join("tiny.jsonl"), recording).expect("written");
    answers(&questions, &store).expect("answers").lines
}

const PLAIN: &str = "provider = \"replay\"\nrecording = \"tiny.jsonl\"\n";
const OF: &str = "provider = \"replay\"\nrecording = \"tiny.jsonl\"\nof = { provider = \"embedded\", model = \"tiny\", weights = \"gone.gguf\" }\n";

#[test]
fn a_model_in_this_process_is_replayed_without_its_weights_to_the_same_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = recorded(folder.path());
    for (place, settings) in [PLAIN, OF].into_iter().enumerate() {
        let protocol = protocol(settings, folder.path());
        let tasks = tasks();
        let asked: Vec<&Task> = tasks.iter().collect();
        let asked = two_answers_each(&asked);
        let questions =
            Questions::of(&protocol, "tiny", &asked, &mut Digests::without_cache()).expect("a replay");
        assert_eq!(questions.identity(), InProcess::new().identity());
        let store = Store::open(&folder.path().join(place.to_string())).expect("a store");
        let cancelled = AtomicBool::new(false);
        let outcome =
            ask(&questions, &protocol.limits, &store, &mut Spend::default(), &Unwatched, &cancelled);
        assert!(outcome.expect("asked").is_whole());
        assert_eq!(answers(&questions, &store).expect("answers").lines, lines);
        // And what is recorded of the replay is the recording.
        let mut again = Vec::new();
        write_recording(&questions, &store, &mut again).expect("a recording");
        assert_eq!(again, fs::read(folder.path().join("tiny.jsonl")).expect("read"));
    }
}

#[test]
fn what_is_not_recorded_of_it_is_no_answer_and_not_another_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    recorded(folder.path());
    let settings = toml::from_str(PLAIN).expect("settings");
    let Connected { provider, .. } = connect(&settings, folder.path()).expect("a replay");
    let sampling = Sampling { temperature: 0.0, top_p: 1.0, max_tokens: 1, stop: Vec::new(), seed: None };
    let request = |text: &str| Request {
        prompt: Prompt::Chat { system: None, turns: vec![Turn::User(text.into())] },
        sampling: sampling.clone(),
        repetition: 0,
    };
    assert_ne!(provider.body(&request("a")), provider.body(&request("b")));
    let context = Context { deadline: Instant::now(), cancelled: &AtomicBool::new(false) };
    let fault = provider.ask(&request("a"), &context).outcome.expect_err("nothing was recorded");
    assert_eq!(fault.kind, FaultKind::NotRecorded);
}

#[test]
fn faults_that_were_recorded_cost_their_own_answers_alone_and_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    recorded(folder.path());
    let path = folder.path().join("tiny.jsonl");
    let text = fs::read_to_string(&path).expect("read");
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (line, kind) in lines.iter_mut().zip(["rate_limited", "authentication", "server"]) {
        line["attempts"] = json!([{
            "elapsed_us": 1,
            "fault": {"kind": kind, "message": format!("{kind} then"), "retry_after_ms": 3_600_000},
        }]);
    }
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(&path, lines.join("\n")).expect("written");
    let protocol = protocol(PLAIN, folder.path());
    let tasks = tasks();
    let asked: Vec<&Task> = tasks.iter().collect();
    let asked = two_answers_each(&asked);
    let questions =
        Questions::of(&protocol, "tiny", &asked, &mut Digests::without_cache()).expect("a replay");
    let store = Store::open(&folder.path().join("replayed")).expect("a store");
    let cancelled = AtomicBool::new(false);
    let outcome = ask(&questions, &protocol.limits, &store, &mut Spend::default(), &Unwatched, &cancelled)
        .expect("asked");
    assert_eq!((outcome.tally.attempts, outcome.tally.answered, outcome.tally.lost), (4, 1, 3));
    assert_eq!(outcome.stop, None);
    let lost = &outcome.lost[&FaultKind::RecordedFault];
    assert!(lost.count == 3 && lost.example.ends_with(" then"), "{lost:?}");
}

#[test]
fn one_request_under_two_settings_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    recorded(folder.path());
    let path = folder.path().join("tiny.jsonl");
    let text = fs::read_to_string(&path).expect("read");
    let first = text.lines().next().expect("a line");
    let mut other: Value = serde_json::from_str(first).expect("JSON");
    let body = other["request"]["body"]["text"].as_str().expect("a body").replace("e 1", "e 2");
    other["request"]["sha256"] = json!(Digest::of(body.as_bytes()).to_string());
    other["key"] =
        json!(assay_generate::answer_key(InProcess::new().identity(), body.as_bytes(), 0).to_string());
    other["request"]["body"]["text"] = json!(body);
    fs::write(&path, format!("{text}{other}\n")).expect("written");
    let settings = toml::from_str(PLAIN).expect("settings");
    let refused = connect(&settings, folder.path()).err().expect("two settings").to_string();
    assert!(refused.contains("the same request to tiny under different settings"), "{refused}");
}
