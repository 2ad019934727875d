//! Commands, against a Python program that plays the other side.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use assay_generate::{ProviderSettings, connect};
use serde_json::json;

use crate::scene::Scene;
use crate::subject::{Stage, Subject};

pub(crate) struct CommandSubject;

impl Subject for CommandSubject {
    fn name(&self) -> &'static str {
        "command"
    }

    fn stage(&self, scene: Scene) -> Option<Stage> {
        if !can_meet(scene) {
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let mark = folder.path().join("mark");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/command.py");
        let settings = json!({
            "provider": "command", "model": "m-1",
            "command": ["python3", script, format!("{scene:?}"), mark],
        });
        let settings: ProviderSettings = serde_json::from_value(settings).expect("settings");
        let provider = connect(&settings, folder.path()).expect("a provider").provider;
        let cancelled = Arc::new(AtomicBool::new(false));
        let counted = mark.with_extension("asked");
        if scene == Scene::Cancelled {
            let (flag, mark) = (Arc::clone(&cancelled), mark);
            // The command is another process: a file is its word.
            thread::spawn(move || {
                while !mark.exists() {
                    thread::sleep(Duration::from_millis(2));
                }
                flag.store(true, Ordering::SeqCst);
            });
        }
        let asked = move || Some(fs::read(&counted).map_or(0, |marks| marks.len()));
        Some(Stage { provider, asked: Box::new(asked), cancelled, _kept: vec![Box::new(folder)] })
    }
}

fn can_meet(scene: Scene) -> bool {
    use Scene as S;
    matches!(
        scene,
        S::Answer
            | S::Reasoning
            | S::Empty
            | S::Refusal
            | S::FilteredAnswer
            | S::FilteredPrompt
            | S::TooLong
            | S::MaxTokens
            | S::HalfCharacter
            | S::RateLimitedSeconds
            | S::Quota
            | S::Ill500
            | S::UnknownModel
            | S::ExpiredKey
            | S::BadRequest
            | S::Hang
            | S::Cancelled
            | S::BrokenJson
            | S::CutJson
            | S::Html
            | S::Huge
            | S::Dies
            | S::WrongId
    )
}
