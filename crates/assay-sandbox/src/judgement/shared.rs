//! What a trial in shared mode says: tests and sample ran in one process, and it reports on itself.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Verdict, WORKER_GONE};

/// A test whose end is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Decoy {
    /// Random, like those of the real tests at run time.
    pub(crate) name: String,
    /// What it does: a word of `shared.py`.
    pub(crate) kind: &'static str,
}

/// Each kind of decoy and the end that it must come to.
pub(crate) const DECOYS: [(&str, &str); 6] = [
    ("fail", "failure"),
    ("differ", "failure"),
    ("untrue", "failure"),
    ("error", "error"),
    ("skip", "skip"),
    ("succeed", "success"),
];

/// What the process of the trial reports.
#[derive(Debug, Deserialize)]
pub(crate) struct SharedReport {
    token: String,
    loaded: bool,
    #[serde(default)]
    exception: Option<Raised>,
    /// Modules of the tests' own that the sample had put others in the place of.
    #[serde(default)]
    replaced: Vec<String>,
    #[serde(default)]
    tests: Vec<TestEnd>,
    #[serde(default)]
    decoys: Vec<(String, String)>,
    /// The peak of traced memory, where that was asked for; negative where the tracing was ended.
    #[serde(default)]
    peak: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct Raised {
    kind: String,
    #[serde(rename = "type")]
    class: String,
    text: String,
    line: Option<u32>,
}

#[derive(Debug, Deserialize)]
struct TestEnd {
    id: String,
    end: String,
    evidence: Option<String>,
    line: Option<u32>,
    kind: Option<String>,
}

impl SharedReport {
    /// The peak of traced memory in bytes, if it was traced to the end.
    pub(crate) fn peak(&self) -> Option<u64> {
        self.peak.and_then(|peak| u64::try_from(peak).ok())
    }

    /// The ids of the tests that were found.
    pub(crate) fn ids(&self) -> BTreeSet<String> {
        self.tests.iter().map(|test| test.id.clone()).collect()
    }

    /// The verdict, whatever the process's end then adds. `manifest` holds the tests' ids, known from the reference.
    pub(crate) fn verdict(
        &self,
        token: &str,
        decoys: &[Decoy],
        manifest: Option<&BTreeSet<String>>,
    ) -> Verdict {
        if self.token != token {
            return tampered("a report without its token");
        }
        if !self.loaded {
            let Some(raised) = &self.exception else { return tampered("a failure without description") };
            let evidence = format!("{}: {}", raised.class, raised.text);
            return Verdict::shared("sample_raised", Some(&raised.kind), Some(evidence), raised.line);
        }
        if let Some(module) = self.replaced.first() {
            return tampered(&format!("another module in the place of {module}"));
        }
        if let Some(decoy) = decoys.iter().find(|decoy| !self.decoy_holds(decoy)) {
            return tampered(&format!("a test that must end otherwise ({}) did not", decoy.kind));
        }
        if self.tests.is_empty() {
            return Verdict::shared("fault", None, Some("the tests define no test".to_owned()), None);
        }
        if let Some(manifest) = manifest
            && *manifest != self.ids()
        {
            return tampered("the tests that ran are not those that run with the reference solution");
        }
        match self.tests.iter().find(|test| test.end != "success") {
            None => Verdict::shared("pass", None, None, None),
            Some(test) => test.verdict(),
        }
    }

    fn decoy_holds(&self, decoy: &Decoy) -> bool {
        let wanted = DECOYS.iter().find(|(kind, _)| *kind == decoy.kind).map(|(_, end)| *end);
        let seen = self.decoys.iter().filter(|(name, _)| *name == decoy.name).map(|(_, end)| end.as_str());
        seen.eq(wanted)
    }
}

impl TestEnd {
    /// A skip, an expected failure and a test that did not run are no passes.
    fn verdict(&self) -> Verdict {
        let evidence = match &self.evidence {
            Some(evidence) => format!("{}: {evidence}", self.id),
            None => format!("{}: {}", self.id, self.end),
        };
        match self.kind.as_deref().filter(|_| self.end == "error") {
            Some(kind) => Verdict::shared("sample_raised", Some(kind), Some(evidence), None),
            None => Verdict::shared("wrong_answer", None, Some(evidence), self.line),
        }
    }
}

fn tampered(evidence: &str) -> Verdict {
    Verdict::shared("tampered", None, Some(evidence.to_owned()), None)
}

impl Verdict {
    fn shared(word: &str, kind: Option<&str>, evidence: Option<String>, line: Option<u32>) -> Self {
        Self {
            word: word.to_owned(),
            kind: kind.map(str::to_owned),
            evidence,
            line,
            reusable: false,
            spans: super::JudgeSpans::default(),
            measured: None,
            ends_itself: true,
        }
    }

    /// Nothing whole came: how the process ended says the rest.
    pub(crate) fn gone() -> Self {
        Self::shared(WORKER_GONE, None, None, None)
    }

    /// What came is not what our own code writes.
    pub(crate) fn malformed(problem: &str) -> Self {
        tampered(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoys() -> Vec<Decoy> {
        DECOYS.iter().map(|(kind, _)| Decoy { name: format!("test_{kind}"), kind }).collect()
    }

    fn report(change: impl FnOnce(&mut serde_json::Value)) -> Verdict {
        let ends: Vec<_> = DECOYS.iter().map(|(kind, end)| (format!("test_{kind}"), *end)).collect();
        let mut value = serde_json::json!({
            "token": "t", "loaded": true, "decoys": ends, "tests": [{ "id": "A.one", "end": "success" }],
        });
        change(&mut value);
        let manifest = BTreeSet::from(["A.one".to_owned()]);
        serde_json::from_value::<SharedReport>(value).unwrap().verdict("t", &decoys(), Some(&manifest))
    }

    fn word(change: impl FnOnce(&mut serde_json::Value)) -> String {
        report(change).word
    }

    #[test]
    fn a_pass_needs_token_decoys_and_the_very_tests() {
        assert_eq!(word(|_| {}), "pass");
        assert_eq!(word(|value| value["token"] = "u".into()), "tampered");
        assert_eq!(word(|value| value["decoys"][0][1] = "success".into()), "tampered");
        assert_eq!(word(|value| value["decoys"][4][1] = "success".into()), "tampered");
        assert_eq!(word(|value| value["decoys"] = serde_json::json!([])), "tampered");
        assert_eq!(word(|value| value["replaced"] = serde_json::json!(["unittest"])), "tampered");
        assert_eq!(word(|value| value["tests"][0]["id"] = "A.two".into()), "tampered");
        assert_eq!(word(|value| value["tests"] = serde_json::json!([])), "fault");
    }

    #[test]
    fn a_skip_and_an_expected_failure_are_no_passes() {
        for end in ["skip", "expected_failure", "unexpected_success", "missing", "failure", "nonsense"] {
            assert_eq!(word(|value| value["tests"][0]["end"] = end.into()), "wrong_answer", "{end}");
        }
    }
}
