//! A trial as a sentence: `Case::of(sample).judged_by(tests)`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use assay_environment::{Environment, Environments, Interpreter};
use assay_sandbox::{
    EmbeddedEngine, Engine, Judgement, Judging, LimitRule, Limits, Slot, Trial, TrialReport,
};
use assay_types::TrialTime;

use crate::conformance::ROOT;

pub(crate) static INTERPRETER: LazyLock<Interpreter> =
    LazyLock::new(|| Interpreter::find(Path::new("python3")).unwrap());

pub(crate) static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("environments");
    Environments::at(folder).standard_library(&INTERPRETER).unwrap()
});

pub(crate) fn open() -> Box<dyn Slot> {
    EmbeddedEngine::new().open(&ROOT).unwrap()
}

/// A sample that defines `f`, and what it meets.
#[derive(Clone)]
pub(crate) struct Case {
    module: String,
    preamble: String,
    pub(crate) limits: Limits,
}

impl Case {
    pub(crate) fn of(module: &str) -> Self {
        Self {
            module: module.to_owned(),
            preamble: String::new(),
            limits: LimitRule::default().limits(TrialTime::default()),
        }
    }

    /// Both sides get the prompt's code, as they do in a benchmark.
    pub(crate) fn with_prompt(mut self, prompt: &str) -> Self {
        self.module = format!("{prompt}\n{}", self.module);
        prompt.clone_into(&mut self.preamble);
        self
    }

    pub(crate) fn limited(mut self, change: impl FnOnce(&mut Limits)) -> Self {
        change(&mut self.limits);
        self
    }

    pub(crate) fn trial(&self, tests: &str) -> Trial {
        Trial {
            module: Arc::from(self.module.as_str()),
            entry_point: "f".into(),
            judging: Arc::new(Judging::Split {
                key: format!("{}{tests}", self.preamble),
                preamble: Arc::from(self.preamble.as_str()),
                tests: Arc::from(tests),
            }),
            limits: self.limits,
        }
    }

    /// The same sample in one process with tests that the reference passes.
    pub(crate) fn shared_trial(&self, tests: &str, reference: &str) -> Trial {
        Trial {
            judging: Arc::new(Judging::Shared {
                key: format!("{tests}{reference}"),
                tests: Arc::from(tests),
                reference: Arc::from(reference),
            }),
            ..self.trial(tests)
        }
    }

    /// Runs the trial in a slot of its own and makes sure that an honest one passes there afterwards.
    pub(crate) fn judged_by(&self, tests: &str) -> TrialReport {
        self.judged_in(&mut *open(), tests)
    }

    /// The same in a slot that is open already.
    pub(crate) fn judged_in(&self, slot: &mut dyn Slot, tests: &str) -> TrialReport {
        let report = slot.run(&self.trial(tests)).unwrap();
        let honest = Self::of("def f(x):\n    return [x]\n").trial("assert f(1) == [1]\n");
        let after = slot.run(&honest).unwrap();
        assert_eq!(after.judgement, Judgement::Passed, "the trial after {report:?}");
        report
    }

    /// Runs the trial against `def check(candidate)` with this body.
    pub(crate) fn checked_by(&self, body: &str) -> TrialReport {
        self.judged_by(&check(body))
    }

    pub(crate) fn passes(&self, body: &str) {
        let report = self.checked_by(body);
        assert_eq!(report.judgement, Judgement::Passed, "{}\n{body}\n{report:?}", self.module);
    }
}

/// `def check(candidate)` with this body.
pub(crate) fn check(body: &str) -> String {
    let lines: Vec<String> = body.lines().map(|line| format!("    {line}\n")).collect();
    format!("def check(candidate):\n{}", lines.concat())
}

/// Whether this text stands in the evidence.
pub(crate) fn evidence(judgement: &Judgement) -> &str {
    match judgement {
        Judgement::WrongAnswer { evidence, .. }
        | Judgement::SampleRaised { evidence, .. }
        | Judgement::NotPlainData { evidence }
        | Judgement::Tampered { evidence }
        | Judgement::Fault { evidence }
        | Judgement::Killed { evidence } => evidence,
        Judgement::Passed | Judgement::Exited { .. } | Judgement::Limit(_) => "",
    }
}
