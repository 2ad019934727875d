//! Where a key goes, and where it does not.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assay_generate::{
    Attempt, Connected, Context, Prompt, Provider, ProviderSettings, Request, Sampling, SettingsError, Turn,
    connect,
};
use assay_model_server::{Ending, Play, Reply, Said, Server, answer};
use serde_json::{Value, json};

const KEY: &str = "sk-planted/0123+456=789";
const KINDS: &[&str] = &["openai", "openai-completion", "anthropic", "gemini", "mistral"];

fn connected(folder: &Path, settings: Value) -> Result<Connected, SettingsError> {
    connect(&serde_json::from_value::<ProviderSettings>(settings).expect("settings"), folder)
}

fn key_file(folder: &Path, mode: u32) {
    fs::write(folder.join("key"), format!("{KEY}\n")).expect("a key");
    fs::set_permissions(folder.join("key"), fs::Permissions::from_mode(mode)).expect("its mode");
}

fn ask(provider: &dyn Provider, text: &str) -> Attempt {
    let sampling = Sampling { temperature: 0.0, top_p: 1.0, max_tokens: 1, stop: Vec::new(), seed: None };
    let prompt = if provider.identity().provider == "openai-completion" {
        Prompt::Completion { text: text.into() }
    } else {
        Prompt::Chat { system: None, turns: vec![Turn::User(text.into())] }
    };
    let context =
        Context { deadline: Instant::now() + Duration::from_mins(1), cancelled: &AtomicBool::new(false) };
    provider.ask(&Request { prompt, sampling, repetition: 0 }, &context)
}

fn good_server() -> Server {
    Server::start(|asked, _| {
        Play::Respond(answer(asked, Said { text: "x", reasoning: None, ending: Ending::Stop }))
    })
    .expect("a server")
}

#[test]
fn a_key_goes_into_one_header_and_nowhere_else() {
    let folder = tempfile::tempdir().expect("a folder");
    key_file(folder.path(), 0o600);
    for kind in KINDS {
        let server = good_server();
        let settings =
            json!({"provider": kind, "model": "m", "base_url": server.url("/v1"), "key_file": "key"});
        let Connected { provider, warnings } = connected(folder.path(), settings).expect("a provider");
        assert!(!warnings.iter().any(|warning| warning.contains("key")), "{warnings:?}");
        // A key in a prompt is a mistake, and is not sent on either.
        let attempt = ask(&*provider, &format!("my key is {KEY}"));
        assert_eq!(attempt.outcome.expect("an answer").text, "x");
        let [asked] = &server.asked()[..] else { panic!("asked once") };
        let carrying = asked.headers.values().filter(|value| value.contains(KEY)).count();
        assert_eq!(carrying, 1, "{:?}", asked.headers);
        assert!(!asked.path.contains("planted") && !String::from_utf8_lossy(&asked.body).contains("planted"));
        assert_eq!(asked.body, attempt.exchange.body);
        assert!(!format!("{:?}", provider.identity()).contains("planted"));
    }
}

#[test]
fn a_proxy_does_not_see_the_key() {
    let folder = tempfile::tempdir().expect("a folder");
    key_file(folder.path(), 0o600);
    let proxy = Server::start(|_, _| Play::Respond(Reply::json(403, ""))).expect("a server");
    let settings = json!({"provider": "openai", "model": "m", "key_file": "key", "proxy": proxy.url("")});
    let provider = connected(folder.path(), settings).expect("a provider").provider;
    assert!(ask(&*provider, "x").outcome.is_err());
    let [asked] = &proxy.asked()[..] else { panic!("asked once") };
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("CONNECT", "api.openai.com:443"));
    assert!(!format!("{asked:?}").contains("planted"));
}

#[test]
fn a_key_is_read_from_the_environment() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = good_server();
    // Cargo sets this one for every test.
    let settings = json!({"provider": "openai", "model": "m", "base_url": server.url("/v1"), "key_env": "CARGO_MANIFEST_DIR"});
    let provider = connected(folder.path(), settings).expect("a provider").provider;
    assert!(ask(&*provider, "x").outcome.is_ok());
    let key = env!("CARGO_MANIFEST_DIR");
    assert_eq!(server.asked()[0].headers["authorization"], format!("Bearer {key}"));
}

#[test]
fn without_a_key_none_is_sent() {
    let folder = tempfile::tempdir().expect("a folder");
    for kind in KINDS {
        let server = good_server();
        let settings = json!({"provider": kind, "model": "m", "base_url": server.url("/v1")});
        let provider = connected(folder.path(), settings).expect("a provider").provider;
        assert!(ask(&*provider, "x").outcome.is_ok());
        let headers = &server.asked()[0].headers;
        assert!(
            !["authorization", "x-api-key", "x-goog-api-key"].iter().any(|name| headers.contains_key(*name))
        );
    }
}

#[test]
fn a_key_that_others_may_read_is_warned_of_and_one_that_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    key_file(folder.path(), 0o644);
    let settings = |key: &str, value: &str| json!({"provider": "anthropic", "model": "m", key: value});
    let warnings = connected(folder.path(), settings("key_file", "key")).expect("a provider").warnings;
    assert!(
        matches!(&warnings[..], [one] if one.contains("chmod 600") && !one.contains("planted")),
        "{warnings:?}"
    );
    for (key, value) in [("key_file", "none"), ("key_file", "."), ("key_env", "NO_SUCH_VARIABLE_OF_ASSAY")] {
        let error = connected(folder.path(), settings(key, value)).err().expect("no key").to_string();
        assert!(error.starts_with(key), "{error}");
    }
}

#[test]
fn a_name_that_means_the_newest_model_is_warned_of() {
    let folder = tempfile::tempdir().expect("a folder");
    for (model, warned) in
        [("x-latest", true), ("latest", true), ("x-2026-01-01", false), ("latestage-1", false)]
    {
        let settings = json!({"provider": "mistral", "model": model});
        let warnings = connected(folder.path(), settings).expect("a provider").warnings;
        assert_eq!(!warnings.is_empty(), warned, "{model}");
    }
}

#[test]
fn prompts_surely_stay_here_only_where_no_network_is_used() {
    for (settings, stays) in [
        (json!({"provider": "openai", "model": "m", "base_url": "http://127.0.0.1:8000/v1"}), true),
        (
            json!({"provider": "openai", "model": "m", "base_url": "http://127.0.0.1:8000/v1", "proxy": "http://p:1"}),
            false,
        ),
        (json!({"provider": "openai", "model": "m"}), false),
        (
            json!({"provider": "openai", "model": "m", "base_url": "http://10.0.0.1/v1", "plain_http": true}),
            false,
        ),
        (json!({"provider": "command", "model": "m", "command": ["cat"]}), false),
        (json!({"provider": "command", "model": "m", "command": ["cat"], "stays_here": true}), true),
        (json!({"provider": "replay", "recording": "x"}), true),
    ] {
        let read: ProviderSettings = serde_json::from_value(settings.clone()).expect("settings");
        assert_eq!(read.stays_here(), stays, "{settings}");
    }
}
