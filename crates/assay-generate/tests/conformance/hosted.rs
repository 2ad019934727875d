//! Hosted interfaces, against a server that plays the other side over real sockets.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_generate::{ProviderSettings, connect};
use assay_model_server::{Asked, Ending, Play, Reply, Said, Server, answer, filtered, too_long};
use serde_json::json;
use tempfile::TempDir;

use crate::scene::{REASONING, Scene, TEXT, WAIT};
use crate::subject::{Stage, Subject};

/// A key with characters that each escaping changes.
pub(crate) const KEY: &str = "sk-planted/0123+456=789";

/// A port where nobody listens (tcpmux, RFC 1078).
const CLOSED_PORT: u16 = 1;

pub(crate) struct HostedSubject(pub(crate) &'static str);

impl Subject for HostedSubject {
    fn name(&self) -> &'static str {
        self.0
    }

    fn stage(&self, scene: Scene) -> Option<Stage> {
        if !self.can_meet(scene) {
            return None;
        }
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        let server = Server::start(move |asked, _| play(scene, asked, &flag)).expect("a server");
        let folder = tempfile::tempdir().expect("a folder");
        let provider =
            connect(&self.settings(scene, &server, &folder), folder.path()).expect("a provider").provider;
        let server = Arc::new(server);
        let counted = Arc::clone(&server);
        let is_reached =
            !matches!(scene, Scene::NoSuchHost | Scene::Refused | Scene::ProxyGone | Scene::NoTrust);
        let asked = move || is_reached.then(|| counted.asked().len());
        Some(Stage {
            provider,
            asked: Box::new(asked),
            cancelled,
            _kept: vec![Box::new(server), Box::new(folder)],
        })
    }
}

impl HostedSubject {
    fn can_meet(&self, scene: Scene) -> bool {
        match scene {
            Scene::Dies | Scene::WrongId | Scene::NotRecorded => false,
            Scene::Reasoning => self.0 != "openai-completion",
            Scene::Refusal => matches!(self.0, "openai" | "mistral" | "anthropic"),
            Scene::FilteredAnswer | Scene::FilteredPrompt => self.0 != "anthropic",
            _ => true,
        }
    }

    fn settings(&self, scene: Scene, server: &Server, folder: &TempDir) -> ProviderSettings {
        let key = folder.path().join("key");
        fs::write(&key, format!("{KEY}\n")).expect("a key");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("its mode");
        let url = match scene {
            // Names have parts of at most 63 characters, so no name server is asked.
            Scene::NoSuchHost => format!("http://{}.invalid/v1", "a".repeat(64)),
            Scene::Refused => format!("http://127.0.0.1:{CLOSED_PORT}/v1"),
            Scene::NoTrust => server.url("/v1").replace("http:", "https:"),
            Scene::ProxyRefuses | Scene::ProxyGone => "http://model.invalid/v1".into(),
            _ => server.url("/v1"),
        };
        let mut settings = json!({"provider": self.0, "model": "m-1", "base_url": url, "key_file": "key"});
        if matches!(scene, Scene::NoSuchHost | Scene::ProxyRefuses | Scene::ProxyGone) {
            settings["plain_http"] = true.into();
        }
        match scene {
            Scene::ProxyRefuses => settings["proxy"] = server.url("").into(),
            Scene::ProxyGone => settings["proxy"] = format!("http://127.0.0.1:{CLOSED_PORT}").into(),
            _ => {}
        }
        serde_json::from_value(settings).expect("settings")
    }
}

fn play(scene: Scene, asked: &Asked, cancelled: &AtomicBool) -> Play {
    let said = |text, ending| answer(asked, Said { text, reasoning: None, ending });
    let good = || said(TEXT, Ending::Stop);
    let error = |status: u16, code: &str| {
        let body =
            json!({"error": {"message": format!("played; your key is {KEY}"), "type": code, "code": code}});
        Reply::json(status, body.to_string()).with("x-request-id", KEY)
    };
    let wait = WAIT.to_string();
    let date = |reply: Reply| {
        reply
            .with("date", "Mon, 30 Nov 2026 23:59:58 GMT")
            .with("retry-after", "Tue, 01 Dec 2026 00:00:05 GMT")
    };
    Play::Respond(match scene {
        Scene::Reasoning => {
            answer(asked, Said { text: TEXT, reasoning: Some(REASONING), ending: Ending::Stop })
        }
        Scene::Empty => said("", Ending::Stop),
        Scene::Refusal => said("No.", Ending::Refusal),
        Scene::FilteredAnswer => said("def", Ending::Filter),
        Scene::FilteredPrompt => filtered(asked).expect("an interface with a filter"),
        Scene::TooLong => too_long(asked),
        Scene::MaxTokens => said("def", Ending::MaxTokens),
        Scene::HalfCharacter => {
            let whole = said("aHALFb", Ending::Stop);
            Reply {
                body: String::from_utf8(whole.body).expect("JSON").replace("HALF", "\\ud83d").into(),
                ..whole
            }
        }
        Scene::Chunked => return Play::Chunks(good()),
        Scene::RateLimitedSeconds => error(429, "rate_limit_exceeded").with("retry-after", &wait),
        Scene::RateLimitedDate => date(error(429, "rate_limit_exceeded")),
        Scene::Quota => error(429, "insufficient_quota"),
        Scene::Ill500 => error(500, "server_error"),
        Scene::Overloaded503 => error(503, "overloaded").with("retry-after", &wait),
        Scene::Overloaded529 => error(529, "overloaded_error"),
        Scene::Hang => return Play::Hang,
        Scene::HangWithin => return Play::HangWithin(good(), 20),
        Scene::Cancelled => {
            cancelled.store(true, Ordering::SeqCst);
            return Play::Hang;
        }
        Scene::Cut => return Play::Cut(good(), 20),
        Scene::CutChunk => return Play::CutChunk(good(), 20),
        Scene::BrokenJson => Reply::json(200, "{\"choices\": [,]}"),
        Scene::CutJson => Reply::json(200, &good().body[..20]),
        Scene::Html => Reply {
            headers: vec![("content-type".into(), "text/html".into())],
            ..Reply::json(200, format!("<html><body>{KEY}</body></html>"))
        },
        Scene::NotHttp => return Play::Raw(b"220 mail.example ESMTP\r\n\r\n".to_vec()),
        Scene::UnknownModel => error(404, "model_not_found"),
        Scene::ExpiredKey => error(401, "invalid_api_key"),
        Scene::NotAllowed => error(403, "permission_denied"),
        Scene::BadRequest => error(400, "invalid_request_error"),
        Scene::Reset => return Play::Reset,
        Scene::Closed => return Play::Close,
        Scene::ProxyRefuses => Reply::json(403, "{}"),
        Scene::Redirect => Reply::json(307, "").with("location", &format!("/elsewhere?key={KEY}")),
        Scene::Huge => Reply::json(200, vec![b' '; 17 * 1024 * 1024]),
        _ => good(),
    })
}
