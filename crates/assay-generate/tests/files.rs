//! Models behind a server or a command, told apart by their files.

use std::fs;
use std::path::Path;

use assay_generate::{
    Attempt, Connected, Digests, Exchange, Identity, Prompt, ProviderSettings, Recorded, Request, Response,
    Sampling, SettingsError, Turn, answer_key, connect, connect_with_digests, read_exchange,
};
use serde_json::{Value, json};

fn connected(folder: &Path, settings: Value) -> Result<Connected, SettingsError> {
    connect(&serde_json::from_value::<ProviderSettings>(settings).expect("settings"), folder)
}

fn write_weights(folder: &Path, content: &str) {
    fs::create_dir_all(folder.join("weights")).expect("a folder");
    fs::write(folder.join("weights/model.safetensors"), content).expect("written");
}

fn server() -> Value {
    json!({"provider": "openai", "model": "tuned-7b", "base_url": "http://127.0.0.1:8000/v1"})
}

fn command() -> Value {
    json!({"provider": "command", "model": "tuned-7b", "command": ["python3", "answer.py"]})
}

fn with_weights(mut settings: Value) -> Value {
    settings["weights"] = "weights".into();
    settings
}

#[test]
fn a_model_that_was_trained_again_under_its_name_shares_no_answer_with_the_old_one() {
    let folder = tempfile::tempdir().expect("a folder");
    for settings in [server(), command()] {
        let plain = connected(folder.path(), settings.clone()).expect("a provider").provider;
        let mut keys = vec![answer_key(plain.identity(), b"asked", 0)];
        let mut digests = Digests::cached_in(&folder.path().join("cache"));
        for content in ["before", "after"] {
            write_weights(folder.path(), content);
            let settings: ProviderSettings =
                serde_json::from_value(with_weights(settings.clone())).expect("settings");
            let identity = |digests: &mut Digests| -> Identity {
                let connected = connect_with_digests(&settings, folder.path(), digests).expect("a provider");
                connected.provider.identity().clone()
            };
            let first = identity(&mut digests);
            assert_eq!(first.weights[0].name, "model.safetensors");
            assert_eq!(first, identity(&mut digests));
            keys.push(answer_key(&first, b"asked", 0));
        }
        keys.dedup();
        assert_eq!(keys.len(), 3, "{settings}");
    }
}

#[test]
fn a_model_here_that_is_known_by_its_name_alone_is_warned_of() {
    let folder = tempfile::tempdir().expect("a folder");
    write_weights(folder.path(), "numbers");
    let far = json!({"provider": "openai", "model": "m", "base_url": "https://models.example/v1"});
    for (settings, warned) in [
        (server(), true),
        (command(), true),
        (with_weights(server()), false),
        (with_weights(command()), false),
        (far, false),
    ] {
        let warnings = connected(folder.path(), settings.clone()).expect("a provider").warnings;
        let is_warned = warnings.iter().any(|warning| warning.contains("told apart by name alone"));
        assert_eq!(is_warned, warned, "{settings}: {warnings:?}");
    }
}

#[test]
fn weights_that_are_not_there_are_an_error_that_names_the_setting() {
    let folder = tempfile::tempdir().expect("a folder");
    for settings in [with_weights(server()), with_weights(command())] {
        let error = connected(folder.path(), settings).err().expect("no files").to_string();
        assert!(error.starts_with("weights: cannot read "), "{error}");
    }
}

fn request() -> Request {
    let sampling = Sampling { temperature: 0.0, top_p: 1.0, max_tokens: 1, stop: Vec::new(), seed: None };
    Request {
        prompt: Prompt::Chat { system: None, turns: vec![Turn::User("f".into())] },
        sampling,
        repetition: 0,
    }
}

/// A recording of one answer of the server's model with these weights, and who it was.
fn recorded(folder: &Path, content: &str) -> (String, Identity) {
    write_weights(folder, content);
    let provider = connected(folder, with_weights(server())).expect("a provider").provider;
    let body = provider.body(&request());
    let said = json!({"choices": [{"message": {"content": "x"}, "finish_reason": "stop"}]});
    let response = Response {
        status: 200,
        headers: std::collections::BTreeMap::new(),
        body: said.to_string().into_bytes(),
    };
    let exchange =
        Exchange { body: body.clone(), response: Some(response), elapsed: std::time::Duration::ZERO };
    let attempt = Attempt { outcome: read_exchange(provider.identity(), &exchange), exchange };
    let recorded = Recorded::of(provider.identity(), &request(), &body, &[attempt]);
    assert_eq!(recorded.request.line, None, "its settings make its bodies, not its files");
    (recorded.line(), provider.identity().clone())
}

#[test]
fn a_server_s_model_is_replayed_without_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let (line, identity) = recorded(folder.path(), "numbers");
    fs::write(folder.path().join("recording.jsonl"), line).expect("written");
    fs::remove_dir_all(folder.path().join("weights")).expect("removed");
    for settings in [
        json!({"provider": "replay", "recording": "recording.jsonl"}),
        json!({"provider": "replay", "recording": "recording.jsonl", "of": server()}),
        json!({"provider": "replay", "recording": "recording.jsonl", "of": with_weights(server())}),
    ] {
        let provider = connected(folder.path(), settings).expect("a replay").provider;
        assert_eq!(*provider.identity(), identity);
        let cancelled = std::sync::atomic::AtomicBool::new(false);
        let context = assay_generate::Context { deadline: std::time::Instant::now(), cancelled: &cancelled };
        assert_eq!(provider.ask(&request(), &context).outcome.expect("an answer").text, "x");
    }
}

#[test]
fn a_recording_of_two_models_of_one_name_is_not_guessed_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = ["before", "after"].map(|content| recorded(folder.path(), content).0);
    fs::write(folder.path().join("recording.jsonl"), lines.join("\n")).expect("written");
    let settings = json!({"provider": "replay", "recording": "recording.jsonl", "of": server()});
    let error = connected(folder.path(), settings).err().expect("two models").to_string();
    assert!(error.contains("told apart by their files"), "{error}");
}
