//! What a run makes of a server that is ill, of refusals, and of money that is at its end.

use std::fs;

use assay_model_server::{Ending, Play, Reply, Said, Server, answer, too_long};
use serde_json::Value;

use crate::models::{KEY, run_with_key, user_of};

#[test]
fn a_bad_day_ends_well_and_each_attempt_is_in_the_log() {
    let server = Server::start(|asked, before| match before {
        0 => Play::Respond(Reply::json(429, "{}").with("retry-after", "1")),
        1 => Play::Reset,
        2 => Play::Respond(Reply::json(200, "{\"choices\": ")),
        _ => Play::Respond(answer(
            asked,
            Said { text: "```python\npass\n```", reasoning: None, ending: Ending::MaxTokens },
        )),
    })
    .unwrap();
    let user = user_of(&server, "deadline_seconds = 60");
    let (code, said) =
        run_with_key(&user, &["generate", "--protocol", "assay.toml", "--limit", "4", "--out", "a.jsonl"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("7 attempts"), "{said}");
    assert_eq!(server.asked().len(), 7);
    let lines = fs::read_to_string(user.path("a.jsonl")).unwrap();
    assert!(
        lines.lines().count() == 4 && lines.lines().all(|line| line.ends_with(r#""finish":"max_tokens"}"#)),
        "{lines}"
    );
    let listed: Value = serde_json::from_str(&user.run(&["store", "ls", "--json"]).output).unwrap();
    let count = |what: &str| listed["holds"][what]["count"].as_u64().unwrap();
    assert_eq!((count("answers"), count("failed_attempts")), (4, 3));
}

#[test]
fn answers_that_are_cut_are_paid_for_and_a_spend_limit_holds_over_all_runs() {
    // Two thousand tokens to write are 2.048 at most, and what is read is little beside them.
    let price = "price = { input = 1, output = 1000 }";
    let server = Server::start(|asked, _| {
        let said = Said { text: "```python\npass\n```", reasoning: None, ending: Ending::Stop };
        Play::Cut(answer(asked, said), 20)
    })
    .unwrap();
    let user = user_of(&server, "spend_limit = 5.0");
    let text = fs::read_to_string(user.path("assay.toml")).unwrap();
    user.write("assay.toml", format!("{text}{price}\n"));
    for _ in 0..2 {
        let (code, said) = run_with_key(&user, &["generate", "--protocol", "assay.toml"]);
        assert_eq!(code, 3, "{said}");
        assert!(
            said.contains("not asked: the next answer might cost more than spend_limit leaves"),
            "{said}"
        );
        assert_eq!(server.asked().len(), 2, "{said}");
    }
}

#[test]
fn a_spend_limit_that_cannot_be_kept_is_refused_before_anything_is_asked() {
    let server = Server::start(|_, _| Play::Close).unwrap();
    let user = user_of(&server, "spend_limit = 5.0");
    let text = fs::read_to_string(user.path("assay.toml")).unwrap();
    user.write("assay.toml", format!("{text}price = {{ input = 1, output = 1 }}\nomit = [\"max_tokens\"]\n"));
    for command in [
        &["generate", "--protocol", "assay.toml"][..],
        &["generate", "--protocol", "assay.toml", "--dry-run"],
        &["compare", "--protocol", "assay.toml", "hosted", "hosted"],
    ] {
        let (code, said) = run_with_key(&user, command);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("models.hosted.omit keeps"), "{said}");
        assert!(said.contains("protocol.spend_limit cannot be kept"), "{said}");
    }
    assert!(server.asked().is_empty());
}

#[test]
fn answers_that_are_all_too_long_for_their_context_are_warned_of() {
    let server = Server::start(|asked, _| Play::Respond(too_long(asked))).unwrap();
    let user = user_of(&server, "");
    let (code, said) = run_with_key(&user, &["generate", "--protocol", "assay.toml", "--out", "a.jsonl"]);
    assert_eq!(code, 0, "{said}");
    let warning = "all 24 answers of hosted are that the prompt does not fit";
    assert!(said.contains(&format!("warning: {warning}")), "{said}");
    let compare =
        ["compare", "a.jsonl", "a.jsonl", "--benchmark", "starter", "--out", "out", "--aspects", "logic"];
    let compared = user.run(&compare);
    assert_eq!(compared.code, 0, "{}", compared.errors);
    let report: Value = serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    let codes: Vec<_> = report["warnings"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert_eq!(codes.iter().filter(|code| **code == "all_context_too_long").count(), 2, "{codes:?}");
}

#[test]
fn a_question_that_is_not_allowed_costs_its_own_answer_and_the_run_goes_on() {
    let server = Server::start(|asked, before| {
        if before == 2 {
            return Play::Respond(Reply::json(403, r#"{"error": {"message": "not this one"}}"#));
        }
        Play::Respond(answer(asked, Said { text: "x = 1", reasoning: None, ending: Ending::Stop }))
    })
    .unwrap();
    let user = user_of(&server, "");
    let one_at_a_time = fs::read_to_string(user.path("assay.toml")).unwrap();
    user.write("assay.toml", one_at_a_time.replace("concurrency = 2", "concurrency = 1"));
    let (code, said) = run_with_key(&user, &["generate", "--protocol", "assay.toml", "--limit", "6"]);
    assert_eq!(code, 3, "{said}");
    assert!(
        said.contains("5 of 6 answers are there") && said.contains("1  lost: it is not allowed"),
        "{said}"
    );
    assert_eq!(server.asked().len(), 6);
}

#[test]
fn an_expired_key_stops_the_model_at_once_and_says_so() {
    let server = Server::start(|_, _| {
        Play::Respond(Reply::json(
            401,
            r#"{"error": {"message": "the key has expired", "code": "invalid_api_key"}}"#,
        ))
    })
    .unwrap();
    let user = user_of(&server, "");
    let (code, said) = run_with_key(&user, &["generate", "--protocol", "assay.toml"]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("not asked: ") && said.contains("the key has expired"), "{said}");
    assert!(server.asked().len() <= 2, "{}", server.asked().len());
    let (code, said) = run_with_key(&user, &["compare", "--protocol", "assay.toml", "hosted", "hosted"]);
    assert_eq!(code, 3, "{said}");
    assert!(!said.contains(KEY));
}
