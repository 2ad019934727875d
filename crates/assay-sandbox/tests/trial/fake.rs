//! The engine without a kernel.

use std::path::PathBuf;

use assay_sandbox::{Engine, EnvironmentRoot, FakeEngine, Judgement, SandboxError, Surroundings};

use crate::support::Case;

#[test]
fn a_fake_engine_answers_by_its_script() {
    let nowhere = EnvironmentRoot {
        path: PathBuf::new(),
        interpreter: String::new(),
        digest: String::new(),
        warm: Vec::new(),
        surroundings: Surroundings::default(),
    };
    let engine = FakeEngine::new(|trial| match &*trial.module {
        "good" => Ok(Judgement::Passed),
        "bad" => Ok(Judgement::Exited { exit: 1 }),
        _ => Err(SandboxError::Zygote { role: "worker", problem: "ended".into() }),
    });
    let mut slot = engine.open(&nowhere).unwrap();
    let mut run = |module| slot.run(&Case::of(module).trial("")).map(|report| report.judgement);
    assert_eq!(run("good").unwrap(), Judgement::Passed);
    assert_eq!(run("bad").unwrap(), Judgement::Exited { exit: 1 });
    assert!(run("ugly").is_err());
}
