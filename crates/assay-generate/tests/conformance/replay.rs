//! Replays: a scene is met once by the provider itself and recorded, and then met again from the recording.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_generate::{ProviderSettings, Recorded, Request, connect};
use serde_json::json;

use crate::command::CommandSubject;
use crate::hosted::HostedSubject;
use crate::scene::Scene;
use crate::subject::{Stage, Subject};
use crate::{ask, request_for};

/// A replay of what a kind of provider answered.
pub(crate) struct ReplaySubject(pub(crate) &'static str);

impl Subject for ReplaySubject {
    fn name(&self) -> &'static str {
        "replay"
    }

    fn stage(&self, scene: Scene) -> Option<Stage> {
        // A replay is there at once, and never hangs.
        if matches!(scene, Scene::Hang | Scene::HangWithin | Scene::Cancelled) {
            return None;
        }
        let of: Box<dyn Subject> =
            if self.0 == "command" { Box::new(CommandSubject) } else { Box::new(HostedSubject(self.0)) };
        let recorded_scene = if scene == Scene::NotRecorded { Scene::Answer } else { scene };
        let original = of.stage(recorded_scene)?;
        let request = request_for(&*original.provider);
        let attempt = ask(&original, &request);
        let repetition = if scene == Scene::NotRecorded { 99 } else { request.repetition };
        let identity = original.provider.identity();
        let body = original.provider.body(&request);
        let recorded = Recorded::of(identity, &Request { repetition, ..request }, &body, &[attempt]);
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("recording.jsonl"), recorded.line() + "\n").expect("a recording");
        let settings = json!({"provider": "replay", "recording": "recording.jsonl"});
        let settings: ProviderSettings = serde_json::from_value(settings).expect("settings");
        let provider = connect(&settings, folder.path()).expect("a provider").provider;
        assert_eq!(provider.identity(), identity);
        let cancelled = Arc::new(AtomicBool::new(false));
        Some(Stage { provider, asked: Box::new(|| None), cancelled, _kept: vec![Box::new(folder)] })
    }
}
