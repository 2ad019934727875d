//! What an answer is made of.

use assay_generate::{FaultKind, Finish, Provider as _, Usage};
use serde_json::Value;

use super::{TinyModel, asked, chat, completion, loaded};

fn spelling() -> TinyModel {
    TinyModel::new().after(b"a", &[b"b"]).after(b"b", &[b"c"]).after(b"c", &[b"</s>"])
}

fn usage(input: u64, output: u64) -> Usage {
    Usage { input: Some(input), output: Some(output), reasoning: None }
}

#[test]
fn a_text_is_continued_until_the_model_ends_it_and_its_mark_is_left_out() {
    let answer = asked(&loaded(&spelling()), &completion("xa")).outcome.unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("bc", Finish::Stop));
    assert_eq!(answer.usage, usage(3, 3), "<s>, x and a; b, c and </s>");
}

#[test]
fn an_answer_ends_at_the_most_tokens() {
    let model = TinyModel::new().after(b"a", &[b"a"]);
    let answer = asked(&loaded(&model), &completion("a")).outcome.unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("aaaaaaaaaaaaaaaa", Finish::MaxTokens));
    assert_eq!(answer.usage, usage(2, 16));
}

#[test]
fn no_tokens_asked_is_no_text() {
    let mut request = completion("a");
    request.sampling.max_tokens = 0;
    let answer = asked(&loaded(&spelling()), &request).outcome.unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("", Finish::MaxTokens));
    assert_eq!(answer.usage, usage(2, 0));
}

#[test]
fn an_answer_ends_before_a_stop_text_that_spans_tokens() {
    let mut request = completion("a");
    request.sampling.stop = vec!["cz".into(), "bc".into()];
    let model =
        TinyModel::new().after(b"a", &[b"x"]).after(b"x", &[b"b"]).after(b"b", &[b"c"]).after(b"c", &[b"d"]);
    let answer = asked(&loaded(&model), &request).outcome.unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("x", Finish::Stop));
    assert_eq!(answer.usage, usage(2, 3));
}

#[test]
fn characters_are_put_together_from_the_bytes_of_several_tokens() {
    let model = TinyModel::new()
        .after(b"a", &[b"\xe2"])
        .after(b"\xe2", &[b"\x82"])
        .after(b"\x82", &[b"\xac"])
        .after(b"\xac", &[b"</s>"]);
    let provider = loaded(&model);
    assert_eq!(asked(&provider, &completion("a")).outcome.unwrap().text, "€");
    let mut cut = completion("a");
    cut.sampling.max_tokens = 2;
    assert_eq!(asked(&provider, &cut).outcome.unwrap().text, "", "a character that is cut is left out");
}

#[test]
fn marks_within_an_answer_are_counted_and_not_shown() {
    let model = TinyModel::new().after(b"a", &[b"<user>"]).after(b"<user>", &[b"b"]).after(b"b", &[b"</s>"]);
    let answer = asked(&loaded(&model), &completion("a")).outcome.unwrap();
    assert_eq!(answer.text, "b");
    assert_eq!(answer.usage, usage(2, 3));
}

const TEMPLATE: &str = "{% if messages[0].role == 'system' %}{{ raise_exception('no system text here') }}{% endif %}\
    {% for message in messages %}<user>{{ message.content }}{% endfor %}<model>";

#[test]
fn a_conversation_is_asked_by_the_models_own_template_with_its_marks_as_one_token_each() {
    let model = TinyModel::new().after(b"<model>", &[b"y"]).after(b"y", &[b"</s>"]).with_template(TEMPLATE);
    let attempt = asked(&loaded(&model), &chat(None, "hi"));
    let answer = attempt.outcome.unwrap();
    assert_eq!(answer.text, "y");
    assert_eq!(answer.usage, usage(5, 2), "<s>, <user>, h, i and <model>");
    let body: Value = serde_json::from_slice(&attempt.exchange.body).unwrap();
    assert_eq!(body["prompt"], "<user>hi<model>");
}

#[test]
fn what_begins_a_text_is_not_put_before_it_twice() {
    let model = TinyModel::new()
        .after(b"<model>", &[b"</s>"])
        .with_template(&format!("{{{{ bos_token }}}}{TEMPLATE}"));
    let attempt = asked(&loaded(&model), &chat(None, "hi"));
    assert_eq!(attempt.outcome.unwrap().usage, usage(5, 1));
    let body: Value = serde_json::from_slice(&attempt.exchange.body).unwrap();
    assert_eq!(body["prompt"], "<s><user>hi<model>");
}

#[test]
fn a_conversation_that_the_template_refuses_is_a_bad_request_and_logged_as_one() {
    let attempt = asked(&loaded(&spelling().with_template(TEMPLATE)), &chat(Some("be brief"), "hi"));
    let fault = attempt.outcome.unwrap_err();
    assert_eq!(fault.kind, FaultKind::BadRequest);
    assert!(fault.message.contains("no system text here"), "{fault}");
    let body: Value = serde_json::from_slice(&attempt.exchange.body).unwrap();
    assert_eq!(body["prompt"], Value::Null);
    assert_eq!(body["conversation"][1]["content"], "hi");
    let response = String::from_utf8(attempt.exchange.response.unwrap().body).unwrap();
    assert!(response.starts_with(r#"{"refused":"#), "{response}");
}

#[test]
fn a_model_without_a_template_only_continues_texts() {
    let provider = loaded(&spelling());
    assert_eq!(provider.identity().chat_template, None);
    let fault = asked(&provider, &chat(None, "hi")).outcome.unwrap_err();
    assert!(fault.message.contains("no chat template"), "{fault}");
}

#[test]
fn a_model_is_identified_by_its_file_its_template_and_its_numbers() {
    let model = spelling().with_template(TEMPLATE);
    let provider = loaded(&model);
    let identity = provider.identity();
    assert_eq!(identity.weights[0].digest, assay_types::Digest::of(&model.bytes()));
    assert_eq!(identity.chat_template, Some(assay_types::Digest::of(TEMPLATE.as_bytes())));
    assert_eq!((identity.quantization.as_deref(), identity.address.as_deref()), (Some("F32"), None));
}

#[test]
fn the_body_is_what_was_asked_and_the_response_what_was_answered() {
    let provider = loaded(&spelling());
    let request = completion("a");
    let attempt = asked(&provider, &request);
    assert_eq!(attempt.exchange.body, provider.body(&request));
    assert_eq!(
        String::from_utf8(attempt.exchange.body).unwrap(),
        r#"{"engine":"llama-cpp-2 0.1.160, llama-cpp-sys-2 0.1.161","model":"tiny","prompt":"a","max_tokens":16,"temperature":0.0,"top_p":1.0,"stop":[],"seed":0,"context":4096,"threads":1,"batch":64}"#
    );
    assert_eq!(
        String::from_utf8(attempt.exchange.response.unwrap().body).unwrap(),
        r#"{"answer":{"text":"bc","finish":"stop","usage":{"input":2,"output":3}}}"#
    );
}
