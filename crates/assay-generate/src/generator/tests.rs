//! Models that are asked for real, by threads and into a store; the model is a fake.

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;

use assay_types::{Confidentiality, Task, TaskId};

use super::*;
use crate::log::RawLog;
use crate::{
    Answer, Asked, Fake, Finish, Play, Protocol, Recorded, Request, Usage, all_wanted_answers, answers,
    write_recording,
};

fn protocol(text: &str) -> Protocol {
    let models = "[models.a]\nprovider = \"command\"\nmodel = \"a\"\ncommand = [\"a\"]\n[models.b]\nprovider = \"command\"\nmodel = \"b\"\ncommand = [\"b\"]\n";
    Protocol::of_text(&format!("{models}[protocol]\n{text}"), Path::new("assay.toml")).unwrap()
}

fn tasks(prompts: &[&str]) -> Vec<Task> {
    let task = |(place, prompt): (usize, &&str)| {
        Task::asking(TaskId::new(&format!("T/{place}")).unwrap(), "f", prompt)
    };
    prompts.iter().enumerate().map(task).collect()
}

fn says(text: &str) -> Play {
    let usage = Usage { input: Some(10), output: Some(5), reasoning: None };
    Play::Answer(Answer {
        text: text.to_owned(),
        reasoning: None,
        finish: Finish::Stop,
        version: Some("a-1".to_owned()),
        usage,
    })
}

fn fault(kind: FaultKind) -> Play {
    Play::Fault(Fault { kind, message: format!("{kind:?} at the fake"), retry_after: None })
}

/// A store, and how a fake is asked into it.
struct Bench {
    folder: tempfile::TempDir,
    tasks: Vec<Task>,
    protocol: Protocol,
    samples: u32,
}

impl Bench {
    fn new(protocol_text: &str, prompts: &[&str], samples: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, tasks: tasks(prompts), protocol: protocol(protocol_text), samples }
    }

    fn questions(&self, model: &str, provider: impl crate::Provider + 'static) -> Questions {
        let tasks: Vec<&Task> = self.tasks.iter().collect();
        let asked = Asked {
            benchmark: "bench",
            confidentiality: &Confidentiality::LocalOnly,
            tasks: &tasks,
            samples_per_task: self.samples,
        };
        Questions::with_provider(&self.protocol, model, Arc::new(provider), &asked).unwrap()
    }

    fn store(&self) -> Store {
        Store::open(self.folder.path()).unwrap()
    }

    fn ask(&self, questions: &Questions) -> Outcome {
        self.ask_watched(questions, &Unwatched, &AtomicBool::new(false))
    }

    fn ask_watched(&self, questions: &Questions, watch: &dyn Watch, cancelled: &AtomicBool) -> Outcome {
        let store = self.store();
        let mut spend = Spend::of(self.protocol.limits.spend_limit, [questions], &store).unwrap();
        ask(questions, &self.protocol.limits, &store, &mut spend, watch, cancelled).unwrap()
    }

    fn lines(&self, questions: &Questions) -> Vec<String> {
        let answers = answers(questions, &self.store()).unwrap();
        String::from_utf8(answers.lines).unwrap().lines().map(str::to_owned).collect()
    }
}

/// Answers that say which request they are to.
fn echo(model: &str) -> Fake {
    Fake::new(model, |request: &Request, _| says(&format!("# {}", request.repetition)))
}

#[test]
fn every_answer_is_asked_for_once_and_more_samples_ask_for_the_rest() {
    let mut bench = Bench::new("", &["one", "two", "three"], 2);
    let first = bench.ask(&bench.questions("a", echo("a")));
    assert_eq!((first.known, first.tally.answered, first.is_whole()), (0, 6, true));
    assert_eq!((first.tally.input_tokens, first.tally.output_tokens), (60, 30));
    let again = bench.ask(&bench.questions("a", Fake::new("a", |_, _| panic!("asked again"))));
    assert_eq!((again.known, again.tally.attempts), (6, 0));
    bench.samples = 5;
    let questions = bench.questions("a", echo("a"));
    let more = bench.ask(&questions);
    assert_eq!((more.known, more.tally.answered), (6, 9));
    let lines = bench.lines(&questions);
    assert_eq!(lines.len(), 15);
    assert_eq!(lines[4], r##"{"task_id":"T/0","answer":"# 4","finish":"stop"}"##);
    assert_eq!(lines[5], r##"{"task_id":"T/1","answer":"# 0","finish":"stop"}"##);
}

#[test]
fn two_models_never_share_an_answer_and_any_byte_of_the_prompt_asks_anew() {
    let bench = Bench::new("", &["one"], 1);
    bench.ask(&bench.questions("a", echo("a")));
    assert_eq!(bench.ask(&bench.questions("b", echo("b"))).tally.answered, 1);
    let folder = bench.folder;
    for (text, prompt) in [
        ("system = \"x\"", "one"),
        ("temperature = 0.2", "one"),
        ("stop = [\"x\"]", "one"),
        ("seed = 1", "one"),
        ("max_tokens = 7", "one"),
        ("", "one "),
        ("", "onf"),
    ] {
        let other = Bench {
            protocol: protocol(text),
            tasks: tasks(&[prompt]),
            samples: 1,
            folder: tempfile::tempdir_in(folder.path()).unwrap(),
        };
        let questions = other.questions("a", echo("a"));
        let store = Store::open(folder.path()).unwrap();
        let mut spend = Spend::default();
        let outcome =
            ask(&questions, &other.protocol.limits, &store, &mut spend, &Unwatched, &AtomicBool::new(false));
        assert_eq!(outcome.unwrap().tally.answered, 1, "{text} {prompt:?}");
    }
}

#[test]
fn equal_texts_are_asked_once_for_each_repetition_and_answer_every_task_that_has_them() {
    let bench = Bench::new("", &["same", "same"], 3);
    let questions = bench.questions("a", echo("a"));
    assert_eq!(questions.estimate(&bench.store()).unwrap().wanted, 3);
    let outcome = bench.ask(&questions);
    assert_eq!((outcome.known, outcome.tally.attempts, outcome.wanted()), (0, 3, 3));
    assert_eq!(bench.lines(&questions).len(), 6);
}

#[test]
fn a_fault_for_all_stops_the_model_and_says_why() {
    let bench = Bench::new("concurrency = 1", &["a", "b", "c", "d"], 10);
    let questions = bench.questions("a", Fake::new("a", |_, _| fault(FaultKind::Authentication)));
    let outcome = bench.ask(&questions);
    assert_eq!((outcome.tally.attempts, outcome.tally.lost, outcome.not_asked), (1, 1, 39));
    assert_eq!(outcome.stop.unwrap().to_string(), "Authentication at the fake");
    assert_eq!(outcome.lost[&FaultKind::Authentication].count, 1);
    let lost = bench.lines(&questions);
    assert_eq!(lost.len(), 1, "what was never asked for is not lost");
    assert!(
        lost[0].ends_with(&format!(r#""lost":"{}"}}"#, FaultKind::Authentication.words())),
        "{}",
        lost[0]
    );
    let all = all_wanted_answers(&questions, &bench.store()).unwrap();
    let lines = String::from_utf8(all.lines).unwrap();
    assert_eq!((lines.lines().count(), all.count, all.missing), (40, 0, 40));
    assert_eq!(lines.matches(r#""lost":"there is no answer yet""#).count(), 39);
}

#[test]
fn a_fault_that_passes_is_logged_before_the_answer_and_one_that_does_not_is_asked_for_next_time() {
    let bench = Bench::new("concurrency = 2", &["passes", "stays"], 1);
    let model = |stays: bool| {
        Fake::new("a", move |request: &Request, before| {
            let text = format!("{:?}", request.prompt);
            match (text.contains("stays"), stays) {
                (true, true) => fault(FaultKind::BadRequest),
                (true, false) => says("at last"),
                (false, _) if before < 2 => fault(FaultKind::Connection),
                (false, _) => says("after all"),
            }
        })
    };
    let questions = bench.questions("a", model(true));
    let outcome = bench.ask(&questions);
    assert_eq!((outcome.tally.answered, outcome.tally.lost, outcome.stop.is_none()), (1, 1, true));
    let log = bench.store().of_key(questions.wanted[0].key).unwrap();
    let kinds: Vec<_> = log.iter().map(|attempt| attempt.fault.as_ref().map(|fault| fault.kind)).collect();
    assert_eq!(kinds, [Some(FaultKind::Connection), None]);
    assert_eq!((log[0].retries, log[1].retries), (0, 1));
    assert_eq!(log[0].protocol, bench.protocol.digest());
    let next = bench.ask(&bench.questions("a", model(false)));
    assert_eq!((next.known, next.tally.answered, next.is_whole()), (1, 1, true));
}

#[test]
fn an_interruption_keeps_what_came_and_asks_for_nothing_more() {
    struct StopAfter<'a>(Cell<u64>, &'a AtomicBool);
    impl Watch for StopAfter<'_> {
        fn begin(&self, _: &str, _: usize, _: usize) {}
        fn advance(&self, so_far: &Tally) {
            self.0.set(so_far.answered);
            self.1.store(so_far.answered >= 3, Ordering::Relaxed);
        }
        fn end(&self) {}
    }
    let bench = Bench::new("concurrency = 1", &["a", "b"], 100);
    let questions = bench.questions("a", echo("a"));
    let cancelled = AtomicBool::new(false);
    let watch = StopAfter(Cell::new(0), &cancelled);
    let outcome = bench.ask_watched(&questions, &watch, &cancelled);
    assert!(outcome.tally.answered >= 3);
    if outcome.tally.answered < 200 {
        assert_eq!(outcome.stop, Some(Stop::Cancelled));
    }
    assert_eq!(outcome.tally.answered + outcome.not_asked, 200);
    assert_eq!(bench.lines(&questions).len() as u64, outcome.tally.answered);
}

#[test]
fn a_hanging_attempt_ends_at_its_deadline_and_is_lost() {
    let bench = Bench::new("attempt_seconds = 1\ndeadline_seconds = 1", &["a"], 1);
    let outcome = bench.ask(&bench.questions("a", Fake::new("a", |_, _| Play::Hang)));
    assert_eq!((outcome.tally.lost, outcome.lost[&FaultKind::Timeout].count), (1, 1));
}

#[test]
fn a_recording_of_the_log_is_read_line_by_line() {
    let bench = Bench::new("", &["a", "b"], 2);
    let questions = bench.questions("a", echo("a"));
    bench.ask(&questions);
    let mut bytes = Vec::new();
    assert_eq!(write_recording(&questions, &bench.store(), &mut bytes).unwrap(), 4);
    let lines: Vec<_> = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    for (line, question) in lines.iter().zip(&questions.wanted) {
        let recorded = Recorded::read(line).unwrap();
        assert_eq!((recorded.key, recorded.attempts.len()), (question.key, 1));
    }
}

#[test]
fn an_estimate_counts_what_is_missing_and_asks_nothing() {
    let bench = Bench::new("max_tokens = 100", &["a", "b"], 2);
    let questions = bench.questions("a", Fake::new("a", |_, _| panic!("asked")));
    let nothing = assay_store::stored_attempts(&bench.folder.path().join("none")).unwrap();
    let estimate = questions.estimate(&nothing).unwrap();
    assert_eq!((estimate.wanted, estimate.missing, estimate.most_output_tokens), (4, 4, 400));
    assert!(estimate.input_tokens > 0 && estimate.most_cost.is_none());
    assert!(!bench.folder.path().join("none").exists());
}

/// A protocol of two models at whose price an answer of the fake costs 0.05, and 0.1 at most.
fn limited(limit: f64) -> Protocol {
    let model = |name: &str| {
        format!(
            "[models.{name}]\nprovider = \"command\"\nmodel = \"{name}\"\ncommand = [\"{name}\"]\n\
             price = {{ input = 0, output = 10000 }}\n"
        )
    };
    let limits = format!("[protocol]\nmax_tokens = 10\nconcurrency = 1\nspend_limit = {limit}\n");
    Protocol::of_text(&(model("a") + &model("b") + &limits), Path::new("assay.toml")).unwrap()
}

#[test]
fn a_spend_limit_stops_before_it_is_passed_and_counts_what_is_stored() {
    let mut bench = Bench::new("", &["a"], 10);
    bench.protocol = limited(0.2);
    let outcome = bench.ask(&bench.questions("a", echo("a")));
    assert_eq!((outcome.tally.answered, outcome.stop), (3, Some(Stop::SpendLimit)));
    bench.protocol = limited(0.3);
    let outcome = bench.ask(&bench.questions("a", echo("a")));
    assert_eq!((outcome.known, outcome.tally.answered), (3, 2));
    assert!((outcome.tally.spent.known - 0.25).abs() < 1e-9);
}

#[test]
fn what_every_model_of_the_protocol_cost_is_known_before_the_first_request() {
    let mut bench = Bench::new("", &["a"], 10);
    bench.protocol = limited(0.2);
    bench.ask(&bench.questions("a", echo("a")));
    // 0.15 is spent: no answer of any model fits.
    let questions = bench.questions("b", Fake::new("b", |_, _| panic!("asked")));
    let outcome = bench.ask(&questions);
    assert_eq!((outcome.tally.attempts, outcome.stop), (0, Some(Stop::SpendLimit)));
    assert!((outcome.tally.spent.known - 0.15).abs() < 1e-9);
    // Another protocol starts anew.
    bench.protocol.system = Some("Be brief.".to_owned());
    assert_eq!(bench.ask(&bench.questions("b", echo("b"))).tally.answered, 3);
}

#[test]
fn a_fault_that_may_have_to_be_paid_counts_with_the_most_now_and_in_the_next_run() {
    let mut bench = Bench::new("", &["a"], 10);
    bench.protocol = limited(0.2);
    let questions = bench.questions("a", Fake::new("a", |_, _| fault(FaultKind::BrokenAnswer)));
    let outcome = bench.ask(&questions);
    assert_eq!((outcome.tally.attempts, &outcome.stop), (2, &Some(Stop::SpendLimit)));
    assert!((outcome.tally.spent.known - 0.2).abs() < 1e-9);
    let log = bench.store().of_key(questions.wanted[0].key).unwrap();
    assert_eq!(log[0].cost, Some(0.1));
    let outcome = bench.ask(&bench.questions("a", Fake::new("a", |_, _| panic!("asked"))));
    assert_eq!((outcome.tally.attempts, outcome.stop), (0, Some(Stop::SpendLimit)));
}

#[test]
fn a_request_that_was_refused_costs_nothing() {
    let mut bench = Bench::new("", &["a"], 10);
    bench.protocol = limited(0.2);
    let outcome = bench.ask(&bench.questions("a", Fake::new("a", |_, _| fault(FaultKind::BadRequest))));
    assert_eq!((outcome.tally.lost, outcome.tally.spent.known), (10, 0.0));
}

#[test]
fn an_answer_counts_once_it_is_on_disk() {
    /// Looks into the store by a connection of its own.
    struct Disk(rusqlite::Connection, Cell<u64>);
    impl Watch for Disk {
        fn begin(&self, _: &str, _: usize, _: usize) {}
        fn advance(&self, so_far: &Tally) {
            let count = "SELECT count(*) FROM attempts WHERE answered";
            let stored: u64 =
                self.0.query_row(count, [], |row| row.get::<_, i64>(0)).unwrap().cast_unsigned();
            assert!(stored >= so_far.answered, "{stored} of {} answers are on disk", so_far.answered);
            self.1.set(so_far.answered);
        }
        fn end(&self) {}
    }
    let bench = Bench::new("concurrency = 64", &["a"], 300);
    bench.store();
    let connection = rusqlite::Connection::open(bench.folder.path().join("store.sqlite")).unwrap();
    let disk = Disk(connection, Cell::new(0));
    bench.ask_watched(&bench.questions("a", echo("a")), &disk, &AtomicBool::new(false));
    assert_eq!(disk.1.get(), 300);
}

#[test]
fn stored_answers_without_a_price_are_unknown_costs_and_not_none() {
    let mut bench = Bench::new("", &["a"], 3);
    bench.ask(&bench.questions("a", echo("a")));
    bench.protocol = Protocol::of_text(
        "[models.a]\nprovider = \"command\"\nmodel = \"a\"\ncommand = [\"a\"]\nprice = { input = 0, output = 10000 }\n",
        Path::new("assay.toml"),
    )
    .unwrap();
    bench.samples = 4;
    let questions = bench.questions("a", echo("a"));
    let estimate = questions.estimate(&bench.store()).unwrap();
    assert_eq!(estimate.spent, KnownCost { known: 0.0, without_price: 3 });
    let spent = bench.ask(&questions).tally.spent;
    assert_eq!(spent.said("spent"), "at least 0.0500 spent; 3 answers without a price");
    assert_eq!(answers(&questions, &bench.store()).unwrap().cost, spent);
}

#[test]
fn a_damaged_answer_is_asked_for_again_and_then_found() {
    let bench = Bench::new("", &["a"], 2);
    let questions = bench.questions("a", echo("a"));
    bench.ask(&questions);
    let connection = rusqlite::Connection::open(bench.folder.path().join("store.sqlite")).unwrap();
    // The bodies stay sealed by their digests, but no answer is in this one any more.
    let response = "SELECT json_extract(text, '$.response.body') FROM attempts LIMIT 1";
    let digest: String = connection.query_row(response, [], |row| row.get(0)).unwrap();
    let damage = "UPDATE bodies SET bytes = zeroblob(5) WHERE lower(hex(digest)) = ?1";
    assert_eq!(connection.execute(damage, [digest]).unwrap(), 1);
    let lines = bench.lines(&questions);
    let is_lost = |line: &String| line.contains(r#""lost":"there is no answer yet""#);
    // The second answer keeps its number.
    assert_eq!(lines.iter().map(is_lost).collect::<Vec<_>>(), [true, false]);
    let mut recording = Vec::new();
    // What is damaged is in no recording, and what it was asked for again by is.
    assert_eq!(write_recording(&questions, &bench.store(), &mut recording).unwrap(), 1);
    assert_eq!(bench.ask(&questions).tally.answered, 1);
    assert_eq!(bench.lines(&questions).iter().map(is_lost).collect::<Vec<_>>(), [false, false]);
    assert_eq!(bench.ask(&questions).tally.answered, 0);
    recording.clear();
    assert_eq!(write_recording(&questions, &bench.store(), &mut recording).unwrap(), 2);
    for line in recording.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let [attempt] = &Recorded::read(line).unwrap().attempts[..] else { panic!("one attempt") };
        let exchange = attempt.exchange(Vec::new()).unwrap();
        assert!(exchange.response.unwrap().body.starts_with(b"{"), "the answer and not what is damaged");
    }
}

#[test]
fn a_fault_of_storage_ends_the_work() {
    let bench = Bench::new("", &["a"], 50);
    let questions = bench.questions("a", echo("a"));
    let store = bench.store();
    let path = bench.folder.path().join("store.sqlite");
    rusqlite::Connection::open(path).unwrap().execute_batch("DROP TABLE bodies").unwrap();
    let mut spend = Spend::default();
    let failed =
        ask(&questions, &bench.protocol.limits, &store, &mut spend, &Unwatched, &AtomicBool::new(false));
    assert!(matches!(failed, Err(AskError::Store(_))), "{failed:?}");
}
