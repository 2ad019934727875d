use super::*;
use crate::{Finish, Prompt, Sampling};

fn identity() -> Identity {
    Identity {
        provider: "openai".into(),
        address: Some("http://127.0.0.1:1/v1".into()),
        model: "m".into(),
        weights: Vec::new(),
        chat_template: None,
        quantization: None,
    }
}

fn request(repetition: u32) -> Request {
    let sampling = Sampling { temperature: 0.0, top_p: 1.0, max_tokens: 1, stop: Vec::new(), seed: None };
    Request { prompt: Prompt::Completion { text: "def f(".to_owned() }, sampling, repetition }
}

fn attempt(body: &[u8]) -> Attempt {
    let headers = BTreeMap::from([("date".to_owned(), "today".to_owned())]);
    let response = Response { status: 200, headers, body: body.to_vec() };
    let exchange =
        Exchange { body: b"asked".to_vec(), response: Some(response), elapsed: Duration::from_micros(1234) };
    let outcome = read_exchange(&identity(), &exchange);
    Attempt { exchange, outcome }
}

#[test]
fn what_is_recorded_is_read_again_with_the_same_meaning() {
    let good = br#"{"choices":[{"message":{"content":"x"},"finish_reason":"length"}]}"#;
    for body in [&good[..], b"\xff\xfe not UTF-8", b"", b"<html>"] {
        let attempt = attempt(body);
        let recorded = Recorded::of(&identity(), &request(3), b"asked", std::slice::from_ref(&attempt));
        let again = Recorded::read(recorded.line().as_bytes()).expect("a recorded answer");
        assert_eq!(again, recorded);
        let exchange = again.attempts[0].exchange(b"asked".to_vec()).expect("an exchange");
        assert_eq!(exchange, attempt.exchange);
        assert_eq!(again.attempts[0].outcome(&identity(), &exchange), attempt.outcome);
    }
}

#[test]
fn the_form_is_as_it_was_published() {
    let good = br#"{"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]}"#;
    let mut recorded = Recorded::of(&identity(), &request(0), b"asked", &[attempt(good)]);
    recorded.request.body = None;
    assert_eq!(
        recorded.line(),
        r#"{"schema_version":1,"key":"KEY","identity":{"provider":"openai","address":"http://127.0.0.1:1/v1","model":"m","weights":[],"chat_template":null,"quantization":null},"repetition":0,"request":{"sha256":"SHA"},"attempts":[{"elapsed_us":1234,"response":{"status":200,"headers":{"date":"today"},"body":{"text":"{\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}"}}}]}"#
            .replace("KEY", &recorded.key.to_string())
            .replace("SHA", &Digest::of(b"asked").to_string())
    );
    let read = Recorded::read(recorded.line().as_bytes()).expect("a recorded answer");
    let exchange = read.attempts[0].exchange(Vec::new()).expect("an exchange");
    assert_eq!(read.attempts[0].outcome(&identity(), &exchange).expect("an answer").finish, Finish::Stop);
}

#[test]
fn a_line_that_was_changed_is_refused() {
    let recorded = Recorded::of(&identity(), &request(0), b"asked", &[]);
    for (from, to) in
        [("asked", "other"), ("\"repetition\":0", "\"repetition\":1"), ("\"model\":\"m\"", "\"model\":\"n\"")]
    {
        let line = recorded.line().replace(from, to);
        assert_eq!(Recorded::read(line.as_bytes()), Err(RecordedError::Changed), "{line}");
    }
    let later = recorded.line().replace("\"schema_version\":1", "\"schema_version\":2");
    assert_eq!(Recorded::read(later.as_bytes()), Err(RecordedError::Version(2)));
    for line in ["", "{}", "[1]", &recorded.line().replace("attempts", "attempt")] {
        assert!(matches!(Recorded::read(line.as_bytes()), Err(RecordedError::Form(_))), "{line}");
    }
}
