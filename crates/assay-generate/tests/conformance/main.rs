//! What every provider keeps to, whatever happens to it. Each is brought into each scene that it can meet.

mod command;
#[cfg(feature = "embedded")]
mod embedded;
mod fake;
mod hosted;
mod replay;
mod scene;
mod subject;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use assay_generate::{
    Attempt, Context, FaultKind, Finish, KINDS, Prompt, Prompts, Provider, Recorded, Request, Sampling, Turn,
    answer_key, read_exchange,
};

use crate::hosted::KEY;
use crate::scene::{REASONING, SCENES, Scene, WAIT};
use crate::subject::{Stage, subjects};

/// A request of the kind that a provider takes.
pub(crate) fn request_for(provider: &dyn Provider) -> Request {
    let takes = KINDS.iter().find(|kind| kind.name == provider.identity().provider).map(|kind| kind.prompts);
    let text = "Write f. \u{1f642}\u{0}\"\\".to_owned();
    let prompt = if takes == Some(Prompts::Completion) {
        Prompt::Completion { text }
    } else {
        Prompt::Chat { system: Some("Only code.".into()), turns: vec![Turn::User(text)] }
    };
    let sampling = Sampling {
        temperature: 0.1,
        top_p: 0.95,
        max_tokens: 64,
        stop: vec!["\n\n\n".into()],
        seed: Some(7),
    };
    Request { prompt, sampling, repetition: 3 }
}

/// Asks once. Only what hangs for good meets its deadline.
pub(crate) fn ask(stage: &Stage, request: &Request) -> Attempt {
    let wait = Duration::from_mins(1);
    stage.provider.ask(request, &Context { deadline: Instant::now() + wait, cancelled: &stage.cancelled })
}

fn ask_in(scene: Scene, stage: &Stage) -> Attempt {
    let request = request_for(&*stage.provider);
    if !matches!(scene, Scene::Hang | Scene::HangWithin) {
        return ask(stage, &request);
    }
    let deadline = Instant::now() + Duration::from_millis(400);
    stage.provider.ask(&request, &Context { deadline, cancelled: &stage.cancelled })
}

/// An attempt for a message: all but a long body.
fn shown(attempt: &Attempt) -> String {
    let response = attempt.exchange.response.as_ref().map(|response| {
        let begin = String::from_utf8_lossy(&response.body[..response.body.len().min(1000)]);
        format!("{} {:?} {begin:?}", response.status, response.headers)
    });
    format!("{:?} of {response:?}", attempt.outcome)
}

/// What must come of a scene, and whether the other side says how long to wait. A fault that was recorded is one of its own when it is
/// replayed: nobody can be asked again.
fn expected(name: &str, scene: Scene) -> (Result<(Finish, &'static str), FaultKind>, bool) {
    match scene.expected() {
        Err(kind) if name == "replay" && kind != FaultKind::NotRecorded => {
            (Err(FaultKind::RecordedFault), false)
        }
        expected => (expected, scene.asks_to_wait()),
    }
}

/// Calls a function with every provider in every scene that it can meet, after it was asked.
fn everywhere(check: impl Fn(&str, Scene, &Stage, &Attempt)) {
    let mut met = 0;
    for subject in subjects() {
        for &scene in SCENES {
            let Some(stage) = subject.stage(scene) else { continue };
            let attempt = ask_in(scene, &stage);
            check(&format!("{} in {scene:?}: {}", subject.name(), shown(&attempt)), scene, &stage, &attempt);
            met += 1;
        }
    }
    assert!(met > 250, "only {met} scenes were met");
}

#[test]
fn each_day_becomes_what_it_must_for_every_provider() {
    everywhere(|shown, scene, stage, attempt| {
        let name = shown.split(' ').next().unwrap_or_default();
        let (wanted, asks_to_wait) = expected(name, scene);
        match (wanted, &attempt.outcome) {
            (Ok((finish, text)), Ok(answer)) => {
                assert_eq!((answer.finish, answer.text.as_str()), (finish, text), "{shown}");
                let reasoning = (scene == Scene::Reasoning).then_some(REASONING);
                assert_eq!(answer.reasoning.as_deref(), reasoning, "{shown}");
                // A model in this process counts for itself, and is known by its weights.
                let is_here = stage.provider.identity().provider == "embedded";
                if !is_here && !matches!(scene, Scene::TooLong | Scene::FilteredPrompt) {
                    assert_eq!(answer.version.as_deref(), Some("played-2026-11-30"), "{shown}");
                    assert_eq!((answer.usage.input, answer.usage.output), (Some(11), Some(7)), "{shown}");
                }
            }
            (Err(kind), Err(fault)) => {
                assert_eq!(fault.kind, kind, "{shown}");
                let wait = asks_to_wait.then(|| Duration::from_secs(WAIT));
                assert_eq!(fault.retry_after, wait, "{shown}");
                assert!(!fault.message.is_empty() && fault.message.chars().count() < 700, "{shown}");
                assert!(!fault.message.chars().any(assay_types::acts_or_hides), "{shown}");
            }
            _ => panic!("{shown}"),
        }
        // What is logged is what was to be sent, and it was sent once.
        let request = request_for(&*stage.provider);
        assert_eq!(attempt.exchange.body, stage.provider.body(&request), "{shown}");
        // What hangs may meet its deadline before it begins, on a busy machine.
        let fewest = usize::from(!matches!(scene, Scene::Hang | Scene::HangWithin));
        assert!(
            (stage.asked)().is_none_or(|asked| (fewest..=1).contains(&asked)),
            "asked {:?} times: {shown}",
            (stage.asked)()
        );
        // A log of it says the same again.
        let identity = stage.provider.identity();
        let recorded = Recorded::of(
            identity,
            &Request { repetition: 3, ..request },
            &attempt.exchange.body,
            std::slice::from_ref(attempt),
        );
        let again = Recorded::read(recorded.line().as_bytes()).expect("a recorded answer");
        assert_eq!(again.key, answer_key(identity, &attempt.exchange.body, 3), "{shown}");
        let exchange = again.attempts[0].exchange(attempt.exchange.body.clone()).expect("an exchange");
        let outcome = again.attempts[0].outcome(identity, &exchange);
        assert_eq!(outcome, attempt.outcome, "{shown}");
        let is_read_again = name != "replay" || attempt.outcome.is_ok();
        if scene.is_in_the_bytes() && is_read_again && identity.provider != "fake" {
            assert_eq!(read_exchange(identity, &attempt.exchange), attempt.outcome, "{shown}");
        }
        // The key is nowhere, though the other side repeats it wherever it can.
        assert!(!shown.contains(KEY) && !shown.contains("planted"), "{shown}");
        assert!(!recorded.line().contains("planted"), "{shown}");
    });
}

#[test]
fn what_is_over_before_it_begins_is_not_sent() {
    for subject in subjects() {
        let Some(stage) = subject.stage(Scene::Hang) else { continue };
        let request = request_for(&*stage.provider);
        let cancelled = AtomicBool::new(false);
        let attempt =
            stage.provider.ask(&request, &Context { deadline: Instant::now(), cancelled: &cancelled });
        let fault = attempt.outcome.expect_err("no time is left");
        assert_eq!(fault.kind, FaultKind::Timeout, "{}: {fault}", subject.name());
        assert!((stage.asked)().is_none_or(|asked| asked == 0) || subject.name() == "fake");
    }
}

#[test]
fn bodies_depend_on_every_part_of_the_request_and_on_nothing_else() {
    for subject in subjects() {
        let stage = subject.stage(Scene::Answer).expect("an ordinary day");
        let provider = &*stage.provider;
        let request = request_for(provider);
        let mut others = vec![request.clone()];
        let mut other = |change: fn(&mut Request)| {
            let mut changed = request.clone();
            change(&mut changed);
            others.push(changed);
        };
        other(|request| request.sampling.temperature = 0.2);
        other(|request| request.sampling.top_p = 0.9);
        other(|request| request.sampling.max_tokens = 65);
        other(|request| request.sampling.stop.clear());
        other(|request| match &mut request.prompt {
            Prompt::Chat { turns, .. } => turns.push(Turn::Model("def".into())),
            Prompt::Completion { text } => text.push(' '),
        });
        if provider.identity().provider != "anthropic" {
            other(|request| request.sampling.seed = Some(8));
        }
        let bodies: Vec<_> = others.iter().map(|request| provider.body(request)).collect();
        for (place, body) in bodies.iter().enumerate() {
            assert!(!bodies[..place].contains(body), "{}: {}", subject.name(), String::from_utf8_lossy(body));
            assert_eq!(*body, provider.body(&others[place]));
        }
    }
}

#[test]
fn many_at_once_get_an_answer_each() {
    for subject in subjects() {
        let stage = subject.stage(Scene::Answer).expect("an ordinary day");
        let request = request_for(&*stage.provider);
        let deadline = Instant::now() + Duration::from_mins(2);
        let provider = &*stage.provider;
        let (cancelled, request) = (&stage.cancelled, &request);
        let good = thread::scope(|scope| {
            let asking: Vec<_> = (0..64)
                .map(|_| {
                    scope.spawn(move || {
                        provider.ask(request, &Context { deadline, cancelled }).outcome.is_ok()
                    })
                })
                .collect();
            asking.into_iter().filter_map(|one| one.join().ok()).filter(|good| *good).count()
        });
        assert_eq!(good, 64, "{}", subject.name());
        assert!((stage.asked)().is_none_or(|asked| asked == 64), "{}", subject.name());
        assert!(!stage.cancelled.load(Ordering::SeqCst));
    }
}
