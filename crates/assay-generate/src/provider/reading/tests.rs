use std::collections::BTreeMap;
use std::time::Duration;

use super::*;

fn read(provider: &str, status: i32, body: &str) -> Result<Answer, Fault> {
    let identity = Identity {
        provider: provider.into(),
        address: Some("https://api.example".into()),
        model: "m".into(),
        weights: Vec::new(),
        chat_template: None,
        quantization: None,
    };
    let response = Response { status, headers: BTreeMap::new(), body: body.as_bytes().to_vec() };
    let exchange = Exchange { body: Vec::new(), response: Some(response), elapsed: Duration::ZERO };
    read_exchange(&identity, &exchange)
}

#[test]
fn an_answer_of_openai_is_read() {
    let body = r#"{"model":"gpt-x-2026-01-01","choices":[{"message":{"role":"assistant","content":"code","reasoning_content":"hm"},"finish_reason":"length"}],"usage":{"prompt_tokens":3,"completion_tokens":9,"completion_tokens_details":{"reasoning_tokens":4}}}"#;
    let answer = read("openai", 200, body).expect("an answer");
    assert_eq!((answer.text.as_str(), answer.reasoning.as_deref()), ("code", Some("hm")));
    assert_eq!((answer.finish, answer.version.as_deref()), (Finish::MaxTokens, Some("gpt-x-2026-01-01")));
    assert_eq!(answer.usage, Usage { input: Some(3), output: Some(9), reasoning: Some(4) });
    let refused = r#"{"choices":[{"message":{"content":null,"refusal":"No."},"finish_reason":"stop"}]}"#;
    let answer = read("openai", 200, refused).expect("an answer");
    assert_eq!((answer.text.as_str(), answer.finish), ("No.", Finish::Refusal));
}

#[test]
fn reasoning_of_each_interface_is_kept_apart() {
    for (provider, body) in [
        ("openai", r#"{"choices":[{"message":{"content":"code","reasoning":"hm"},"finish_reason":"stop"}]}"#),
        (
            "mistral",
            r#"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"code"}]},"finish_reason":"stop"}]}"#,
        ),
        (
            "anthropic",
            r#"{"content":[{"type":"thinking","thinking":"hm","signature":"x"},{"type":"redacted_thinking","data":"x"},{"type":"text","text":"code"}],"stop_reason":"end_turn"}"#,
        ),
        (
            "gemini",
            r#"{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"code"}]},"finishReason":"STOP"}]}"#,
        ),
    ] {
        let answer = read(provider, 200, body).expect("an answer");
        assert_eq!((answer.text.as_str(), answer.reasoning.as_deref()), ("code", Some("hm")), "{provider}");
    }
}

#[test]
fn tokens_are_counted_as_each_interface_counts_them() {
    let body = r#"{"content":[],"stop_reason":"refusal","usage":{"input_tokens":1,"cache_read_input_tokens":10,"cache_creation_input_tokens":100,"output_tokens":5}}"#;
    let answer = read("anthropic", 200, body).expect("an answer");
    assert_eq!(answer.usage, Usage { input: Some(111), output: Some(5), reasoning: None });
    assert_eq!(answer.finish, Finish::Refusal);
    let body = r#"{"candidates":[{"finishReason":"MAX_TOKENS"}],"modelVersion":"gemini-x-001","usageMetadata":{"promptTokenCount":2,"candidatesTokenCount":3,"thoughtsTokenCount":4}}"#;
    let answer = read("gemini", 200, body).expect("an answer");
    assert_eq!(answer.usage, Usage { input: Some(2), output: Some(7), reasoning: Some(4) });
    assert_eq!((answer.text.as_str(), answer.version.as_deref()), ("", Some("gemini-x-001")));
}

#[test]
fn a_prompt_that_does_not_fit_is_the_model_s_answer_however_it_is_said() {
    for (provider, status, body) in [
        (
            "openai",
            400,
            r#"{"error":{"message":"...","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
        ),
        (
            "openai",
            400,
            r#"{"object":"error","message":"This model's maximum context length is 2048 tokens. However, you requested 4000 tokens","type":"BadRequestError","code":400}"#,
        ),
        (
            "openai",
            400,
            r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_ctx":512}}"#,
        ),
        (
            "openai",
            400,
            r#"{"error":{"message":"The input (4000 tokens) is longer than the model's context length (2048 tokens)."}}"#,
        ),
        (
            "openai",
            500,
            r#"{"error":{"message":"Requested tokens (4000) exceed context window of 2048","type":"internal_server_error"}}"#,
        ),
        (
            "anthropic",
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 199999 maximum"}}"#,
        ),
        (
            "gemini",
            400,
            r#"{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#,
        ),
        (
            "mistral",
            400,
            r#"{"object":"error","message":"Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length","type":"invalid_request_error","code":"3051"}"#,
        ),
    ] {
        let answer = read(provider, status, body).unwrap_or_else(|fault| panic!("{body}: {fault}"));
        assert_eq!((answer.finish, answer.text.as_str()), (Finish::ContextTooLong, ""), "{body}");
    }
}

#[test]
fn a_filter_is_the_model_s_answer_wherever_it_stands() {
    for (provider, status, body) in [
        (
            "openai",
            400,
            r#"{"error":{"code":"content_filter","message":"The response was filtered","innererror":{"code":"ResponsibleAIPolicyViolation"},"status":400}}"#,
        ),
        ("openai", 200, r#"{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}"#),
        (
            "openai",
            403,
            r#"{"error":{"code":403,"message":"m requires moderation. Your input was flagged","metadata":{"reasons":["violence"],"flagged_input":"…","provider_name":"p"}}}"#,
        ),
        (
            "openai",
            403,
            r#"{"error":{"code":403,"message":"no","metadata":{"reasons":["violence"],"flagged_input":"…"}}}"#,
        ),
        (
            "openai",
            400,
            r#"{"error":{"code":"invalid_prompt","message":"Invalid prompt: your prompt was flagged as potentially violating our usage policy."}}"#,
        ),
        ("gemini", 200, r#"{"promptFeedback":{"blockReason":"SAFETY"}}"#),
        ("gemini", 200, r#"{"candidates":[{"finishReason":"RECITATION"}]}"#),
    ] {
        assert_eq!(read(provider, status, body).expect("an answer").finish, Finish::ContentFilter, "{body}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn errors_are_told_apart_by_status_code_and_words() {
    for (provider, status, body, kind) in [
        (
            "openai",
            401,
            r#"{"error":{"code":"invalid_api_key","message":"Incorrect API key provided"}}"#,
            FaultKind::Authentication,
        ),
        (
            "openai",
            403,
            r#"{"error":{"code":"unsupported_country_region_territory","message":"x"}}"#,
            FaultKind::NotAllowed,
        ),
        (
            "openai",
            403,
            r#"{"error":{"message":"Your account was flagged for a request that breaks our policy"}}"#,
            FaultKind::NotAllowed,
        ),
        ("openai", 403, r#"{"error":{"code":"invalid_api_key","message":"x"}}"#, FaultKind::Authentication),
        (
            "openai",
            404,
            r#"{"error":{"code":"model_not_found","message":"The model `m` does not exist"}}"#,
            FaultKind::UnknownModel,
        ),
        (
            "openai",
            403,
            r#"{"error":{"code":"model_not_found","message":"Project does not have access to model `m`"}}"#,
            FaultKind::UnknownModel,
        ),
        ("openai", 404, "<html>not found</html>", FaultKind::UnknownModel),
        (
            "openai",
            400,
            r#"{"error":{"message":"Unsupported parameter: 'max_tokens'","code":"unsupported_parameter"}}"#,
            FaultKind::BadRequest,
        ),
        (
            "openai",
            429,
            r#"{"error":{"type":"insufficient_quota","code":"insufficient_quota","message":"You exceeded your current quota"}}"#,
            FaultKind::Quota,
        ),
        (
            "openai",
            429,
            r#"{"error":{"type":"tokens","code":"rate_limit_exceeded","message":"Rate limit reached"}}"#,
            FaultKind::RateLimited,
        ),
        ("openai", 402, "", FaultKind::Quota),
        ("openai", 408, "", FaultKind::Server),
        ("openai", 503, "<html>upstream</html>", FaultKind::Server),
        ("openai", 200, r#"{"error":{"message":"Provider returned error","code":502}}"#, FaultKind::Server),
        ("openai", 200, r#"{"error":{"message":"slow down","code":429}}"#, FaultKind::RateLimited),
        ("openai", 200, "<html>hello</html>", FaultKind::BrokenAnswer),
        ("openai", 200, "", FaultKind::BrokenAnswer),
        ("openai", 200, r#"{"choices":[]}"#, FaultKind::BrokenAnswer),
        (
            "openai",
            200,
            r#"{"choices":[{"message":{"content":"x"},"finish_reason":"teapot"}]}"#,
            FaultKind::BrokenAnswer,
        ),
        ("openai", 307, "", FaultKind::BadRequest),
        ("openai", 407, "", FaultKind::Proxy),
        (
            "anthropic",
            529,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            FaultKind::Server,
        ),
        (
            "anthropic",
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API"}}"#,
            FaultKind::Quota,
        ),
        (
            "anthropic",
            404,
            r#"{"type":"error","error":{"type":"not_found_error","message":"model: m"}}"#,
            FaultKind::UnknownModel,
        ),
        (
            "gemini",
            400,
            r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#,
            FaultKind::Authentication,
        ),
        ("gemini", 200, "{}", FaultKind::BrokenAnswer),
        (
            "mistral",
            400,
            r#"{"object":"error","message":"Invalid model: m","type":"invalid_model","code":"1500"}"#,
            FaultKind::UnknownModel,
        ),
        (
            "mistral",
            422,
            r#"{"object":"error","message":{"detail":[{"msg":"Extra inputs are not permitted"}]},"type":"invalid_request_error"}"#,
            FaultKind::BadRequest,
        ),
        ("mistral", 401, r#"{"detail":"Unauthorized"}"#, FaultKind::Authentication),
    ] {
        let fault = read(provider, status, body).expect_err(body);
        assert_eq!(fault.kind, kind, "{status} {body}: {fault}");
        assert!(fault.message.starts_with("https://api.example: "), "{fault}");
    }
}

#[test]
fn a_prompt_that_fits_without_our_most_tokens_is_not_held_against_the_model() {
    for (provider, body) in [
        (
            "openai",
            r#"{"object":"error","message":"'max_tokens' or 'max_completion_tokens' is too large: 2048. This model's maximum context length is 2048 tokens and your request has 132 input tokens (2048 > 2048 - 132).","type":"BadRequestError","code":400}"#,
        ),
        (
            "openai",
            r#"{"error":{"message":"This model's maximum context length is 4097 tokens. However, you requested 4500 tokens (500 in the messages, 4000 in the completion).","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
        ),
        (
            "anthropic",
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again"}}"#,
        ),
    ] {
        let fault = read(provider, 400, body).expect_err(body);
        assert_eq!(fault.kind, FaultKind::BadRequest, "{body}: {fault}");
        assert!(fault.message.contains("lower max_tokens in the protocol"), "{fault}");
    }
}

#[test]
fn half_characters_and_broken_bytes_in_an_answer_lose_nothing_else() {
    let body = r#"{"choices":[{"message":{"content":"a\ud83d b \ud83d\ude42"},"finish_reason":"stop"}]}"#;
    assert_eq!(read("openai", 200, body).expect("an answer").text, "a\u{fffd} b \u{1f642}");
}

#[test]
fn foreign_words_in_a_message_are_one_harmless_line() {
    let body = format!("\u{1b}[2J\r\n\u{202e}evil {}", "x".repeat(5000));
    let fault = read("openai", 500, &body).expect_err("a fault");
    assert!(fault.message.chars().count() < 400, "{fault}");
    assert!(!fault.message.chars().any(acts_or_hides), "{fault}");
}
