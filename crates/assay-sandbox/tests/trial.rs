//! Trials in the real sandbox.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use assay_environment::{Environment, Environments, Interpreter};
use assay_sandbox::{EmbeddedEngine, Engine, Judgement, Judging, LimitRule, Slot, Trial, TrialReport};

static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("environments");
    let interpreter = Interpreter::find(std::path::Path::new("python3")).unwrap();
    Environments::at(folder).standard_library(&interpreter).unwrap()
});

fn trial(module: &str, tests: &str) -> Trial {
    Trial {
        module: Arc::from(module),
        entry_point: "f".into(),
        judging: Judging::Split {
            key: format!("{tests:?}"),
            preamble: Arc::from(""),
            tests: Arc::from(tests),
        },
        limits: LimitRule::default().limits(Duration::ZERO),
    }
}

fn run(module: &str, tests: &str) -> TrialReport {
    let mut slot = EmbeddedEngine::new().open(&ENVIRONMENT.root).unwrap();
    slot.run(&trial(module, tests)).unwrap()
}

#[test]
fn a_correct_sample_passes() {
    let report =
        run("def f(x):\n    return x + 1\n", "def check(candidate):\n    assert candidate(1) == 2\n");
    assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
}
