//! Files that are protocols, and files that are not.

use std::fs;
use std::path::Path;

use super::*;

/// The example of docs/protocol.md.
fn documented() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let page = fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once("```toml\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

pub(crate) fn protocol(text: &str) -> Result<Protocol, String> {
    Protocol::of_text(text, Path::new("assay.toml")).map_err(|error| error.to_string())
}

#[test]
fn the_documented_example_is_a_protocol_with_every_key() {
    let text = documented();
    let read = protocol(&text).unwrap();
    assert_eq!(read.models.keys().collect::<Vec<_>>(), ["hosted", "local", "pipeline"]);
    assert_eq!(read.models["local"].interface, Interface::Completion);
    assert!(read.models["hosted"].price.is_some());
    for key in keys::PROTOCOL {
        assert!(
            text.lines().any(|line| line.split(['=', ' ']).next() == Some(key)) || *key == "prompt",
            "{key}"
        );
    }
}

#[test]
fn an_empty_file_has_the_defaults() {
    let read = protocol("").unwrap();
    let SamplingRule { temperature, top_p, max_tokens, stop, seed } = read.sampling;
    assert_eq!((temperature, top_p, max_tokens, stop.len(), seed), (0.1, 0.95, 2048, 0, None));
    assert_eq!((read.samples_per_task, read.chat.name(), read.completion.name()), (10, "chat", "complete"));
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_what_may_have_been_meant() {
    let model = "[models.a]\nprovider = \"openai\"\nmodel = \"m\"\n";
    for (text, said) in [
        ("[protocl]\n", "assay.toml:1: there is no key `protocl`; is `protocol` meant?"),
        (
            "\n[protocol]\ntemprature = 1\n",
            "assay.toml:3: there is no key `protocol.temprature`; is `temperature` meant?",
        ),
        ("[protocol]\nxyzzy = 1\n", "there are benchmark, prompt"),
        (
            "[protocol]\nprompt = { chta = \"chat\" }\n",
            "assay.toml:2: there is no key `protocol.prompt.chta`; is `chat` meant?",
        ),
        (
            &format!("{model}bas_url = \"x\"\n"),
            "assay.toml:4: there is no key `models.a.bas_url`; is `base_url` meant?",
        ),
        (&format!("{model}price = {{ input = 1, ouput = 2 }}\n"), "is `output` meant?"),
        (
            "[models.a]\nprovider = \"replay\"\nrecording = \"r\"\nof = { provider = \"openai\", model = \"m\", bas_url = \"x\" }\n",
            "assay.toml:4: there is no key `models.a.of.bas_url`; is `base_url` meant?",
        ),
        (
            &format!("{model}key_env = \"sk-12345678\"\n"),
            "assay.toml:4: models.a: key_env: is not the name of an environment variable",
        ),
        (
            "[models.a]\nprovider = \"command\"\nmodel = \"m\"\ncommand = [\"x\", \"--api-key\", \"abcdefgh\"]\n",
            "assay.toml:4: models.a: command: word 3 looks like a secret",
        ),
        (
            &format!("{model}price = {{ input = -1, output = 2 }}\n"),
            "assay.toml:4: models.a: a price must be",
        ),
        (
            &format!("{model}interface = \"completion\"\n"),
            "assay.toml:4: models.a: provider \"openai\" has one interface",
        ),
        ("[models.a]\nprovider = \"oracle\"\n", "assay.toml:1: models.a: unknown variant `oracle`"),
        ("[models.\"../a\"]\nprovider = \"openai\"\nmodel = \"m\"", "a model's name is up to 100"),
        (
            "[protocol]\n\ntemperature = 3\n",
            "assay.toml:3: protocol.temperature: it is 3; it must be from 0 to 2",
        ),
        ("[protocol]\ntop_p = 0\n", "above 0"),
        ("[protocol]\ntemperature = \"hot\"\n", "assay.toml:2: invalid type"),
        ("[protocol]\nsamples_per_task = 0\n", "from 1 to 10000"),
        ("[protocol]\nstop = [\"\"]\n", "would end every answer at once"),
        ("[protocol]\ntools = \"search\"\n", "unknown variant `search`"),
        (
            "[protocol]\nprompt.chat = \"missing.jinja\"\n",
            "assay.toml:2: protocol.prompt.chat: \"missing.jinja\" is neither",
        ),
        ("[protocol\n", "assay.toml:1: "),
        ("[protocol]\nspend_limit = 0.0\n", "above 0"),
    ] {
        let problem = protocol(text).unwrap_err();
        assert!(problem.contains(said), "{text}: {problem}");
        assert!(problem.ends_with("docs/protocol.md says what the file can hold"), "{problem}");
    }
}

#[test]
fn tables_of_others_are_passed_over() {
    protocol("[static]\nprofile = \"paper\"\n[checks.syntax_error]\nmargin = 2\n[plugins.a]\nx = 1\n")
        .unwrap();
}

#[test]
fn the_digest_is_of_all_that_can_change_an_answer_and_of_nothing_else() {
    let digest = |text: &str| protocol(text).unwrap().digest();
    let plain = digest("");
    for same in [
        "[protocol]\nconcurrency = 9\nrequests_per_minute = 3\ntokens_per_minute = 5\nspend_limit = 2\ndeadline_seconds = 9",
        "[protocol]\nbenchmark = \"humaneval\"\nsamples_per_task = 3\ntools = \"none\"",
        "[models.a]\nprovider = \"openai\"\nmodel = \"m\"",
        "[protocol]\ntemperature = 0.1\ntop_p = 0.95\nmax_tokens = 2048",
    ] {
        assert_eq!(digest(same), plain, "{same}");
    }
    let mut digests = vec![plain];
    for other in [
        "temperature = 0",
        "top_p = 0.9",
        "max_tokens = 7",
        "seed = 0",
        "system = \"\"",
        "stop = [\"x\"]",
        "prompt.chat = \"complete\"",
        "prompt.completion = \"chat\"",
    ] {
        digests.push(digest(&format!("[protocol]\n{other}")));
    }
    // The keys of stored documents, in their order: another order would be another protocol.
    let keys = |document: Vec<u8>| -> Vec<String> {
        let document: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(&document).unwrap();
        document.keys().cloned().collect()
    };
    let one = protocol("").unwrap();
    assert_eq!(keys(one.document()), ["format", "chat", "completion", "system", "sampling", "tools"]);
    assert_eq!(keys(one.document_with(&one.chat)), ["format", "template", "system", "sampling", "tools"]);
    let count = digests.len();
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), count);
}

#[test]
fn each_repetition_has_a_seed_of_its_own_that_every_provider_takes() {
    let rule = protocol("[protocol]\nseed = 7").unwrap().sampling;
    let mut seeds: Vec<u64> = (0..100).filter_map(|repetition| rule.of_repetition(repetition).seed).collect();
    assert_eq!(rule.of_repetition(3).seed, Some(seeds[3]));
    assert!(seeds.iter().all(|seed| *seed < 1 << 31));
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 100);
    assert_eq!(protocol("").unwrap().sampling.of_repetition(3).seed, None);
}

/// Write the file again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-generate schema`.
#[test]
fn schema_matches_the_published_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/protocol.schema.json");
    if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
        fs::write(&path, protocol_schema()).unwrap();
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    assert!(published == protocol_schema(), "{} is out of date", path.display());
}

#[test]
fn the_schema_has_the_keys_that_are_read() {
    let schema: serde_json::Value = serde_json::from_str(&protocol_schema()).unwrap();
    let keys = |pointer: &str| {
        let properties = schema.pointer(pointer).unwrap().as_object().unwrap();
        let mut keys: Vec<String> = properties.keys().cloned().collect();
        keys.sort();
        keys
    };
    let sorted = |keys: &[&str]| {
        let mut keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
        keys.sort();
        keys
    };
    assert_eq!(keys("/$defs/ProtocolTable/properties"), sorted(keys::PROTOCOL));
    assert_eq!(keys("/$defs/PromptTable/properties"), sorted(keys::PROMPT));
}
