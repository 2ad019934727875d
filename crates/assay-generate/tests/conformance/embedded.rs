//! Models in this process: tiny ones that are written here. Nothing goes over a wire, so they meet only what a model can do.

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_generate::{Digests, Embedded, EmbeddedSettings};

use self::tiny_model::TinyModel;
use crate::scene::{Scene, TEXT};
use crate::subject::{Stage, Subject};

#[path = "../embedded/tiny_model.rs"]
#[expect(dead_code, reason = "the embedded provider's own tests use the rest")]
mod tiny_model;

/// A model in this process.
pub(crate) struct EmbeddedSubject;

impl Subject for EmbeddedSubject {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn stage(&self, scene: Scene) -> Option<Stage> {
        let conversing = TinyModel::new()
            .with_template("{% for message in messages %}<user>{{ message.content }}{% endfor %}<model>");
        let says = |pieces: &[&[u8]]| {
            let mut chain: Vec<&[u8]> = vec![b"<model>"];
            chain.extend(pieces);
            chain.push(b"</s>");
            chain.windows(2).fold(conversing.clone(), |model, pair| model.after(pair[0], &pair[1..]))
        };
        let (model, context) = match scene {
            Scene::Answer => (says(&[TEXT.as_bytes()]), None),
            Scene::Empty => (says(&[]), None),
            Scene::TooLong => (says(&[]), NonZeroU32::new(8)),
            Scene::MaxTokens => {
                let model = conversing.clone().after(b"<model>", &[b"def"]).after(b"def", &[b"<user>"]);
                (model.after(b"<user>", &[b"<user>"]), None)
            }
            Scene::HalfCharacter => (says(&[b"a", b"\xf0", b"b"]), None),
            Scene::BadRequest => (conversing.with_template("{{ raise_exception('no') }}"), None),
            _ => return None,
        };
        let folder = tempfile::tempdir().expect("a folder");
        let weights = model.write(folder.path());
        let settings = EmbeddedSettings { model: "tiny".into(), weights, threads: NonZeroU32::MIN, context };
        let provider =
            Embedded::load(&settings, Path::new(""), &mut Digests::without_cache()).expect("a model");
        let cancelled = Arc::new(AtomicBool::new(false));
        Some(Stage { provider: Arc::new(provider), asked: Box::new(|| None), cancelled, _kept: Vec::new() })
    }
}
