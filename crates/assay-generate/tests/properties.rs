//! Whatever another side says is read without a panic, to the same meaning each time, and shown harmlessly.

use std::collections::BTreeMap;
use std::time::Duration;

use assay_generate::{Exchange, Identity, Recorded, RecordedBytes, Response, read_exchange};
use proptest::prelude::*;
use serde_json::{Value, json};

const PROVIDERS: &[&str] =
    &["openai", "openai-completion", "anthropic", "gemini", "mistral", "command", "nobody"];

/// Names that mean something to one interface or another.
const NAMES: &[&str] = &[
    "choices",
    "message",
    "content",
    "text",
    "finish_reason",
    "stop_reason",
    "type",
    "error",
    "code",
    "status",
    "details",
    "reason",
    "candidates",
    "parts",
    "thought",
    "thinking",
    "promptFeedback",
    "blockReason",
    "usage",
    "usageMetadata",
    "prompt_tokens",
    "retryDelay",
    "refusal",
    "version",
    "id",
    "fault",
    "kind",
    "finish",
    "model",
];
const WORDS: &[&str] = &[
    "",
    "stop",
    "length",
    "thinking",
    "text",
    "end_turn",
    "STOP",
    "context_length_exceeded",
    "-1s",
    "1e999s",
    "\u{202e}",
    "rate_limited",
    "maximum context length",
];

fn some_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(WORDS).prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(NAMES), inner), 0..5).prop_map(|fields| fields
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect()),
        ]
    })
}

fn some_body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => some_json().prop_map(|json| json.to_string().into_bytes()),
        2 => some_json().prop_map(|json| json!({"choices": [{"message": json, "text": "", "finish_reason": "stop"}]}).to_string().into_bytes()),
        2 => some_json().prop_map(|json| json!({"error": json}).to_string().into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..200),
    ]
}

fn identity(provider: &str) -> Identity {
    Identity {
        provider: provider.into(),
        address: Some("https://api.example/v1".into()),
        model: "m".into(),
        weights: Vec::new(),
        chat_template: None,
        quantization: None,
    }
}

proptest! {
    #[test]
    fn any_response_is_read(
        provider in prop::sample::select(PROVIDERS), status in prop_oneof![Just(200), Just(0), Just(400), Just(429), -1..700],
        wait in ".*", body in some_body(),
    ) {
        let headers = BTreeMap::from([("retry-after".to_owned(), wait.clone()), ("date".to_owned(), wait)]);
        let response = Response { status, headers, body };
        let exchange = Exchange { body: b"{\"id\":\"1\"}".to_vec(), response: Some(response), elapsed: Duration::ZERO };
        let outcome = read_exchange(&identity(provider), &exchange);
        prop_assert_eq!(&outcome, &read_exchange(&identity(provider), &exchange));
        if let Err(fault) = outcome {
            prop_assert!(fault.message.chars().count() < 700);
            prop_assert!(!fault.message.chars().any(assay_types::acts_or_hides), "{:?}", fault.message);
        }
    }

    #[test]
    fn bytes_are_recorded_and_come_back(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        prop_assert_eq!(RecordedBytes::of(&bytes).bytes(), Ok(bytes));
    }

    #[test]
    fn any_line_is_a_recorded_answer_or_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), json in some_json()) {
        prop_assert!(Recorded::read(&bytes).is_err());
        prop_assert!(Recorded::read(json.to_string().as_bytes()).is_err());
    }
}
