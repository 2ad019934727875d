//! Who may be asked: a benchmark's tasks are shown to nobody that it does not allow (DESIGN.md, decision 13).

use assay_types::Confidentiality;

use crate::provider::kinds::is_in_cloud;
use crate::{Identity, ProviderSettings};

/// The makers' own addresses, by the kind of provider that names them.
const MAKERS: [(&str, &str); 5] = [
    ("openai", "api.openai.com"),
    ("openai-completion", "api.openai.com"),
    ("anthropic", "api.anthropic.com"),
    ("gemini", "generativelanguage.googleapis.com"),
    ("mistral", "api.mistral.ai"),
];

/// A benchmark that must not be shown to a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the benchmark {benchmark} is not for {model} ({address}): {rule}; nothing was asked")]
pub struct Confidential {
    benchmark: String,
    model: String,
    address: String,
    rule: String,
}

/// Refuses a model to which the benchmark's tasks must not be shown.
///
/// A model is *local* if it runs in this process, if it is a command whose user says that it sends nothing elsewhere, or if its address is of this machine itself
/// and not reached through a proxy. A provider is named by the host of its address, or by its kind where the address is that
/// kind's maker's own: `openai` is api.openai.com, not whoever speaks OpenAI's interface.
pub(crate) fn require_allowed(
    confidentiality: &Confidentiality,
    benchmark: &str,
    model: &str,
    identity: &Identity,
    settings: &ProviderSettings,
) -> Result<(), Confidential> {
    let refused = |rule: String| Confidential {
        benchmark: benchmark.to_owned(),
        model: model.to_owned(),
        address: identity.address.clone().unwrap_or_else(|| identity.provider.clone()),
        rule,
    };
    if is_local(identity, settings) {
        return Ok(());
    }
    match confidentiality {
        Confidentiality::Public => Ok(()),
        Confidentiality::LocalOnly => {
            let why = if is_in_cloud(&identity.model) {
                ", and Ollama runs a model of such a name in its cloud"
            } else {
                ""
            };
            Err(refused(format!(
                "its tasks must not leave this machine (confidentiality = \"local_only\"){why}"
            )))
        }
        Confidentiality::Providers(names) => {
            let host = host(identity);
            let is_maker = host.is_some_and(|host| MAKERS.contains(&(identity.provider.as_str(), host)));
            let is_named =
                |name: &String| Some(name.as_str()) == host || (is_maker && *name == identity.provider);
            let allowed = names.iter().any(is_named);
            let rule = || refused(format!("its tasks are for these providers alone: {}", names.join(", ")));
            allowed.then_some(()).ok_or_else(rule)
        }
    }
}

/// A command runs here, but may send a prompt anywhere: its user's word is needed that it does not.
fn is_local(identity: &Identity, settings: &ProviderSettings) -> bool {
    identity.address.is_none() || settings.stays_here()
}

/// The host of a hosted model's `scheme://host:port`; an address of IPv6 with its brackets. Nothing else has one: a command's words may
/// hold any address.
fn host(identity: &Identity) -> Option<&str> {
    let is_hosted = MAKERS.iter().any(|(kind, _)| *kind == identity.provider);
    let address = identity.address.as_deref().filter(|_| is_hosted)?;
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split(['/', '?', '#']).next().unwrap_or_default();
    match rest.rfind(']') {
        Some(end) => Some(&rest[..=end]),
        None => rest.split(':').next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HostedSettings, OpenAiSettings};

    fn identity(provider: &str, address: Option<&str>) -> Identity {
        Identity {
            provider: provider.to_owned(),
            address: address.map(str::to_owned),
            model: "m".to_owned(),
            weights: Vec::new(),
            chat_template: None,
            quantization: None,
        }
    }

    fn allowed(
        confidentiality: &Confidentiality,
        provider: &str,
        address: Option<&str>,
        proxy: Option<&str>,
    ) -> bool {
        let settings = ProviderSettings::OpenAiChat(OpenAiSettings {
            base_url: address.map(str::to_owned),
            proxy: proxy.map(str::to_owned),
            ..OpenAiSettings::default()
        });
        require_allowed(confidentiality, "ours", "m", &identity(provider, address), &settings).is_ok()
    }

    #[test]
    fn what_is_for_this_machine_alone_is_shown_to_nobody_else() {
        let local = |address| allowed(&Confidentiality::LocalOnly, "openai", address, None);
        for address in [
            None,
            Some("http://127.0.0.1:8000"),
            Some("http://localhost"),
            Some("http://[::1]:8000"),
            Some("http://127.9.9.9"),
        ] {
            assert!(local(address), "{address:?}");
        }
        for address in [
            "https://api.openai.com",
            "http://10.0.0.1:8000",
            "http://localhost.example.com",
            "http://127.0.0.1.example.com:80",
            "http://[::2]",
        ] {
            assert!(!local(Some(address)), "{address}");
        }
        assert!(!allowed(
            &Confidentiality::LocalOnly,
            "openai",
            Some("http://127.0.0.1"),
            Some("http://proxy.example:3128")
        ));
    }

    #[test]
    fn a_command_is_shown_what_must_stay_here_only_by_its_users_word() {
        for word in [false, true] {
            let settings = serde_json::json!({"provider": "command", "model": "m", "command": ["cat"], "stays_here": word});
            let settings = serde_json::from_value(settings).unwrap();
            let identity = identity("command", Some("command:cat"));
            let shown =
                require_allowed(&Confidentiality::LocalOnly, "ours", "m", &identity, &settings).is_ok();
            assert_eq!(shown, word);
        }
    }

    #[test]
    fn a_named_provider_is_its_host_and_not_whoever_speaks_its_interface() {
        let names =
            |names: &[&str]| Confidentiality::Providers(names.iter().map(ToString::to_string).collect());
        let openai = Some("https://api.openai.com");
        assert!(allowed(&names(&["openai"]), "openai", openai, None));
        assert!(allowed(&names(&["api.openai.com"]), "openai", openai, None));
        assert!(allowed(
            &names(&["models.example.com"]),
            "openai",
            Some("https://models.example.com:8443"),
            None
        ));
        assert!(!allowed(&names(&["openai"]), "openai", Some("https://models.example.com"), None));
        assert!(!allowed(&names(&["anthropic"]), "openai", openai, None));
        assert!(!allowed(&names(&[]), "openai", openai, None));
    }

    #[test]
    fn a_command_is_no_provider_whatever_address_stands_in_its_words() {
        let names = Confidentiality::Providers(vec!["api.openai.com".to_owned(), "openai".to_owned()]);
        let settings = serde_json::json!({"provider": "command", "model": "m", "command": ["cat"]});
        let settings = serde_json::from_value(settings).unwrap();
        let identity = identity("command", Some("command [\"post\", \"https://api.openai.com/v1\"]"));
        assert!(require_allowed(&names, "ours", "m", &identity, &settings).is_err());
    }

    #[test]
    fn what_ollama_runs_in_its_cloud_does_not_stay_here() {
        for (model, stays) in
            [("gpt-oss:120b-cloud", false), ("kimi-k2:CLOUD", false), ("gpt-oss:20b", true), ("cloudy", true)]
        {
            let address = "http://localhost:11434/v1";
            let settings = ProviderSettings::OpenAiChat(OpenAiSettings {
                model: model.to_owned(),
                base_url: Some(address.to_owned()),
                ..OpenAiSettings::default()
            });
            let identity = Identity { model: model.to_owned(), ..identity("openai", Some(address)) };
            let allowed = require_allowed(&Confidentiality::LocalOnly, "ours", "m", &identity, &settings);
            assert_eq!(allowed.is_ok(), stays, "{model}");
            assert!(allowed.err().is_none_or(|refused| refused.to_string().contains("Ollama")), "{model}");
        }
    }

    #[test]
    fn everybody_may_see_what_is_public_and_the_refusal_says_why() {
        assert!(allowed(&Confidentiality::Public, "openai", Some("https://api.openai.com"), None));
        let identity = identity("mistral", Some("https://api.mistral.ai"));
        let settings = ProviderSettings::Mistral(HostedSettings::default());
        let refused = require_allowed(&Confidentiality::LocalOnly, "ours", "large", &identity, &settings);
        let said = refused.unwrap_err().to_string();
        assert!(said.contains("ours is not for large (https://api.mistral.ai)"), "{said}");
        assert!(said.contains("nothing was asked"), "{said}");
    }
}
