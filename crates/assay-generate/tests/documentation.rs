//! What docs/providers.md shows works as it is printed there.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assay_generate::{
    Context, FaultKind, Finish, KINDS, Prompt, ProviderSettings, Request, Sampling, Turn, connect,
};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/providers.md");
    fs::read_to_string(path).expect("docs/providers.md")
}

fn blocks(language: &str) -> Vec<String> {
    let start = format!("```{language}\n");
    page().split(&start).skip(1).filter_map(|rest| rest.split("```").next().map(str::to_owned)).collect()
}

#[test]
fn the_command_in_the_page_answers() {
    let [program] = &blocks("python")[..] else { panic!("one program") };
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("answer.py"), program).expect("written");
    let settings = "provider = 'command'\nmodel = 'mine-1'\ncommand = ['python3', 'answer.py']";
    let settings: ProviderSettings = toml::from_str(settings).expect("settings");
    let provider = connect(&settings, folder.path()).expect("a provider").provider;
    let cancelled = AtomicBool::new(false);
    let context = Context { deadline: Instant::now() + Duration::from_mins(1), cancelled: &cancelled };
    let sampling =
        Sampling { temperature: 0.1, top_p: 0.95, max_tokens: 2048, stop: Vec::new(), seed: Some(7) };
    let chat = Prompt::Chat { system: None, turns: vec![Turn::User("é\n\u{1f642}".into())] };
    for prompt in [chat, Prompt::Completion { text: "é\n\u{1f642}".into() }] {
        let request = Request { prompt, sampling: sampling.clone(), repetition: 0 };
        let answer = provider.ask(&request, &context).outcome.expect("an answer");
        assert_eq!((answer.text.as_str(), answer.finish), ("You said: é\n\u{1f642}", Finish::Stop));
    }
}

#[test]
fn the_request_in_the_page_is_what_a_command_gets() {
    let sampling =
        Sampling { temperature: 0.1, top_p: 0.95, max_tokens: 2048, stop: Vec::new(), seed: Some(7) };
    let prompt = Prompt::Chat { system: None, turns: vec![Turn::User("…".into())] };
    let fake = assay_generate::Fake::new("mine-1", |_, _| assay_generate::Play::Hang);
    let body = assay_generate::Provider::body(&fake, &Request { prompt, sampling, repetition: 0 });
    let mut line: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
    line["id"] = "3f6c…".into();
    assert!(page().contains(&line.to_string()), "{line}");
}

#[test]
fn the_settings_in_the_page_are_settings() {
    let mut found = 0;
    for block in blocks("toml") {
        let file: toml::Table = toml::from_str(&block.replace("{ … }", "{}")).expect("TOML");
        for (name, table) in file["models"].as_table().expect("models") {
            let read: Result<ProviderSettings, _> = table.clone().try_into();
            assert!(read.is_ok(), "{name}: {read:?}");
            found += 1;
        }
    }
    assert_eq!(found, 4);
}

#[test]
fn the_page_has_every_kind_and_every_key() {
    let page = page();
    for kind in KINDS {
        for word in kind.keys.iter().chain([&kind.name]) {
            assert!(page.contains(&format!("`{word}`")) || page.contains(&format!("{word} = ")), "{word}");
        }
    }
}

#[test]
fn the_page_has_every_kind_of_fault() {
    for kind in [
        FaultKind::RateLimited,
        FaultKind::Server,
        FaultKind::Timeout,
        FaultKind::Cut,
        FaultKind::BrokenAnswer,
        FaultKind::NameResolution,
        FaultKind::Connection,
        FaultKind::Proxy,
        FaultKind::Authentication,
        FaultKind::NotAllowed,
        FaultKind::UnknownModel,
        FaultKind::BadRequest,
        FaultKind::Quota,
        FaultKind::NotRecorded,
        FaultKind::RecordedFault,
    ] {
        let name = serde_json::to_string(&kind).expect("JSON").replace('"', "`");
        assert!(page().contains(&name), "{name}");
    }
}
