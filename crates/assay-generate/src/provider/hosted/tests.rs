use serde_json::json;

use super::*;
use crate::provider::interface::{interface, object};

const CHAT: &[&str] = &["openai", "anthropic", "gemini", "mistral"];

fn settings(extra: Value, omit: &[&str]) -> HostedSettings {
    HostedSettings {
        model: "m-1".into(),
        extra: object(extra),
        omit: omit.iter().map(ToString::to_string).collect(),
        ..HostedSettings::default()
    }
}

fn request() -> Request {
    let turns = vec![Turn::User("ask \u{1f642}".into()), Turn::Model("begin".into())];
    let sampling = Sampling {
        temperature: 0.1,
        top_p: 0.95,
        max_tokens: 7,
        stop: vec!["\nstop".into()],
        seed: Some(u64::MAX),
    };
    Request { prompt: Prompt::Chat { system: Some("be".into()), turns }, sampling, repetition: 2 }
}

fn body(kind: &str, settings: &HostedSettings) -> Result<String, SettingsError> {
    let wording = Wording::new(interface(kind).expect("an interface"), settings)?;
    Ok(String::from_utf8(wording.body(&request()).expect("a body")).expect("UTF-8"))
}

#[test]
fn bodies_are_as_each_interface_documents_them() {
    let plain = settings(json!({}), &[]);
    assert_eq!(
        body("openai", &plain).expect("a body"),
        r#"{"model":"m-1","messages":[{"role":"system","content":"be"},{"role":"user","content":"ask 🙂"},{"role":"assistant","content":"begin"}],"temperature":0.1,"top_p":0.95,"max_tokens":7,"stop":["\nstop"],"seed":2147483647}"#
    );
    assert_eq!(
        body("mistral", &plain).expect("a body"),
        r#"{"model":"m-1","messages":[{"role":"system","content":"be"},{"role":"user","content":"ask 🙂"},{"role":"assistant","content":"begin"}],"temperature":0.1,"top_p":0.95,"max_tokens":7,"stop":["\nstop"],"random_seed":2147483647}"#
    );
    assert_eq!(
        body("anthropic", &plain).expect("a body"),
        r#"{"model":"m-1","max_tokens":7,"system":"be","messages":[{"role":"user","content":"ask 🙂"},{"role":"assistant","content":"begin"}],"temperature":0.1,"top_p":0.95,"stop_sequences":["\nstop"]}"#
    );
    assert_eq!(
        body("gemini", &plain).expect("a body"),
        r#"{"systemInstruction":{"parts":[{"text":"be"}]},"contents":[{"role":"user","parts":[{"text":"ask 🙂"}]},{"role":"model","parts":[{"text":"begin"}]}],"generationConfig":{"temperature":0.1,"topP":0.95,"maxOutputTokens":7,"stopSequences":["\nstop"],"seed":2147483647}}"#
    );
}

#[test]
fn settings_add_fields_and_leave_fields_out() {
    let changed = settings(json!({"thinking": {"type": "enabled"}}), &["top_p"]);
    let anthropic = body("anthropic", &changed).expect("a body");
    assert!(
        anthropic
            .ends_with(r#""temperature":0.1,"stop_sequences":["\nstop"],"thinking":{"type":"enabled"}}"#)
    );
    let changed = settings(json!({"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}}), &["topP"]);
    let gemini = body("gemini", &changed).expect("a body");
    assert!(gemini.ends_with(
        r#""stopSequences":["\nstop"],"seed":2147483647,"thinkingConfig":{"thinkingBudget":0}}}"#
    ));
    assert!(!gemini.contains("topP"));
}

#[test]
fn settings_cannot_change_the_question_or_ask_for_several_answers() {
    for kind in CHAT {
        for extra in
            [json!({"n": 2}), json!({"stream": true}), json!({"generationConfig": {"candidateCount": 2}})]
        {
            assert!(body(kind, &settings(extra.clone(), &[])).is_err(), "{kind} {extra}");
        }
        for omitted in ["model", "messages", "contents", "no_such_field"] {
            assert!(body(kind, &settings(json!({}), &[omitted])).is_err(), "{kind} {omitted}");
        }
    }
    assert!(body("openai", &settings(json!({"temperature": 2}), &[])).is_err());
    assert!(body("openai", &settings(json!({"temperature": 2}), &["temperature"])).is_ok());
    assert!(body("gemini", &settings(json!({"generationConfig": {"temperature": 2}}), &[])).is_err());
}

#[test]
fn a_model_s_name_cannot_lead_to_another_address() {
    for model in ["", "a b", "../x", "m?key=1", "m#", "m%2f", "m\r\nx: y", "ü"] {
        let settings = HostedSettings { model: model.into(), ..HostedSettings::default() };
        assert!(body("gemini", &settings).is_err(), "{model:?}");
    }
}

#[test]
fn a_text_is_continued_by_one_interface_and_answered_by_the_others() {
    let text = Request { prompt: Prompt::Completion { text: "def f".into() }, ..request() };
    let plain = settings(json!({}), &[]);
    let wording = |kind| {
        Wording::new(interface(kind).expect("an interface"), &plain).unwrap_or_else(|error| panic!("{error}"))
    };
    assert!(
        CHAT.iter()
            .all(|kind| wording(kind).body(&text).is_none() && wording(kind).body(&request()).is_some())
    );
    let body = wording("openai-completion").body(&text).expect("a body");
    assert!(body.starts_with(br#"{"model":"m-1","prompt":"def f","temperature":0.1,"#));
    assert!(wording("openai-completion").body(&request()).is_none());
}
