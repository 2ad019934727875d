//! Where an answer ends early, and what is refused.

use std::fs;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assay_generate::{Context, Digests, Embedded, FaultKind, Finish, Provider as _};

use super::{TinyModel, asked, completion, loaded, loaded_with, settings};

/// It never ends.
fn endless() -> TinyModel {
    TinyModel::new().after(b"a", &[b"a"])
}

#[test]
fn a_prompt_that_leaves_no_room_for_an_answer_is_too_long() {
    let provider = loaded_with(&endless(), |settings| settings.context = NonZeroU32::new(8));
    for text in ["aaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", &"a".repeat(1 << 20)] {
        let answer = asked(&provider, &completion(text)).outcome.unwrap();
        assert_eq!((answer.text.as_str(), answer.finish), ("", Finish::ContextTooLong), "{}", text.len());
    }
}

#[test]
fn an_answer_ends_where_the_context_is_full() {
    let provider = loaded_with(&endless(), |settings| settings.context = NonZeroU32::new(8));
    let answer = asked(&provider, &completion("aaaaa")).outcome.unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("aa", Finish::MaxTokens));
}

#[test]
fn no_more_context_is_used_than_the_model_was_trained_on() {
    let provider = loaded_with(&endless().trained_on(8), |settings| settings.context = NonZeroU32::new(64));
    assert_eq!(asked(&provider, &completion("aaaaa")).outcome.unwrap().text, "aa");
}

#[test]
fn a_prompt_of_many_batches_is_read_whole() {
    let provider = loaded(&endless().with_noise(0.05));
    for length in [62, 63, 64, 65, 127, 128, 1000] {
        let answer = asked(&provider, &completion(&"a".repeat(length))).outcome.unwrap();
        assert_eq!(answer.usage.input, Some(length as u64 + 1));
        assert_eq!(answer.text.len(), 16);
    }
}

#[test]
fn a_deadline_ends_an_answer_between_tokens() {
    let provider = loaded(&endless().trained_on(1 << 20));
    let mut request = completion("a");
    request.sampling.max_tokens = 1 << 19;
    let cancelled = AtomicBool::new(false);
    let deadline = Instant::now() + Duration::from_millis(50);
    let attempt = provider.ask(&request, &Context { deadline, cancelled: &cancelled });
    assert_eq!(attempt.outcome.unwrap_err().kind, FaultKind::Timeout);
    assert!(attempt.exchange.response.is_none());
}

#[test]
fn an_answer_that_nobody_wants_is_not_made() {
    let cancelled = AtomicBool::new(true);
    let deadline = Instant::now() + Duration::from_hours(1);
    let attempt = loaded(&endless()).ask(&completion("a"), &Context { deadline, cancelled: &cancelled });
    assert_eq!(attempt.outcome.unwrap_err().kind, FaultKind::Cancelled);
}

#[test]
fn weights_that_give_no_numbers_are_a_fault_and_no_answer() {
    let provider = loaded(&endless().with_logit(f32::NAN));
    for temperature in [0.0, 1.0] {
        let mut request = completion("a");
        request.sampling.temperature = temperature;
        let fault = asked(&provider, &request).outcome.unwrap_err();
        assert_eq!(fault.kind, FaultKind::BrokenAnswer, "{fault}");
    }
}

#[test]
fn files_that_are_no_models_are_refused_with_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let whole = endless().bytes();
    let refused = |path: &Path| {
        let loaded = Embedded::load(&settings(path), folder.path(), &mut Digests::without_cache());
        loaded.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(refused(Path::new("absent.gguf")).contains("absent.gguf"));
    assert!(refused(&file("text.gguf", b"hello")).contains("does not begin with GGUF"));
    assert!(refused(&file("cut.gguf", &whole[..whole.len() / 2])).contains("llama.cpp does not load it"));
    let renamed = String::from_utf8_lossy(&whole[..200]).find("llama").unwrap();
    let mut other = whole.clone();
    other[renamed..renamed + 5].copy_from_slice(b"ll\x1b[a");
    let message = refused(&file("other.gguf", &other));
    assert!(message.contains(r"architecture ll\u{1b}[a"), "{message}");
    fs::create_dir(folder.path().join("folder")).unwrap();
    file("folder/model.safetensors", b"");
    assert!(refused(&folder.path().join("folder")).contains("llama.cpp does not load it"));
}
