//! What a model in this process answers, as JSON Lines: `evidence/embedded.py` asks it.
//!
//! usage: `embedded_answers WEIGHTS THREADS AT_ONCE`
//!
//! Each line of standard input is `{"user"?, "system"?, "text"?, "temperature", "top_p", "max_tokens", "seed"}`; each line of output,
//! in the same order, has the bodies of the exchange and the seconds it took. The last line has the seconds of all without loading.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use assay_generate::{
    Context, Digests, Embedded, EmbeddedSettings, Prompt, Provider, Request, Sampling, Turn,
};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [weights, threads, at_once] = &arguments[..] else {
        return Err("usage: embedded_answers WEIGHTS THREADS AT_ONCE".into());
    };
    let settings = EmbeddedSettings {
        model: "model".into(),
        weights: PathBuf::from(weights),
        threads: threads.parse()?,
        context: None,
    };
    let provider = Embedded::load(&settings, Path::new("."), &mut Digests::without_cache())?;
    let mut requests = Vec::new();
    for line in std::io::stdin().lock().lines() {
        requests.push(request(&serde_json::from_str(&line?)?));
    }
    let start = Instant::now();
    let answers = all(&provider, &requests, at_once.parse()?);
    let seconds = start.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    for answer in answers {
        writeln!(out, "{answer}")?;
    }
    writeln!(out, "{}", json!({"seconds": seconds}))?;
    Ok(())
}

fn request(value: &Value) -> Request {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let number = |key: &str| value[key].as_f64().unwrap_or_default();
    let prompt = match text("text") {
        Some(text) => Prompt::Completion { text },
        None => {
            Prompt::Chat { system: text("system"), turns: vec![Turn::User(text("user").unwrap_or_default())] }
        }
    };
    let sampling = Sampling {
        temperature: number("temperature"),
        top_p: number("top_p"),
        max_tokens: value["max_tokens"]
            .as_u64()
            .and_then(|most| u32::try_from(most).ok())
            .unwrap_or_default(),
        stop: Vec::new(),
        seed: value["seed"].as_u64(),
    };
    Request { prompt, sampling, repetition: 0 }
}

/// The answers to all, in order, so many at once.
fn all(provider: &Embedded, requests: &[Request], at_once: usize) -> Vec<Value> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![Value::Null; requests.len()]);
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(request) = requests.get(place) else { return };
            let answer = answer(provider, request);
            if let Ok(mut answers) = answers.lock() {
                answers[place] = answer;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(work);
        }
    });
    answers.into_inner().unwrap_or_default()
}

fn answer(provider: &Embedded, request: &Request) -> Value {
    let deadline = Instant::now() + Duration::from_mins(10);
    let attempt = provider.ask(request, &Context { deadline, cancelled: &AtomicBool::new(false) });
    let body = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    json!({
        "body": body(&attempt.exchange.body),
        "response": attempt.exchange.response.map(|response| body(&response.body)),
        "fault": attempt.outcome.err().map(|fault| fault.message),
        "seconds": attempt.exchange.elapsed.as_secs_f64(),
    })
}
