//! The engine without a kernel.

use std::path::PathBuf;

use assay_sandbox::{
    Engine, EnvironmentRoot, FakeConsole, FakeEngine, Judgement, SandboxError, Shell, ShellEnd, Surroundings,
};

use crate::support::Case;

fn nowhere() -> EnvironmentRoot {
    EnvironmentRoot {
        path: PathBuf::new(),
        interpreter: String::new(),
        digest: String::new(),
        warm: Vec::new(),
        surroundings: Surroundings::default(),
    }
}

#[test]
fn a_fake_engines_shell_is_its_script() {
    let mut console = FakeConsole::new().unwrap();
    let shell = Shell { trial: Case::of("m").trial(""), prompt: "p".into() };
    let engine = FakeEngine::new(|_| Ok(Judgement::Passed));
    assert!(engine.shell(&nowhere(), &shell, &mut console).is_err());
    let engine = engine.with_shell(|shell, console| {
        assert_eq!((console.window(), &*shell.prompt), (None, "p"));
        Ok(ShellEnd::Exited { exit: 4 })
    });
    assert_eq!(engine.shell(&nowhere(), &shell, &mut console).unwrap(), ShellEnd::Exited { exit: 4 });
}

#[test]
fn a_fake_engine_answers_by_its_script() {
    let engine = FakeEngine::new(|trial| match &*trial.module {
        "good" => Ok(Judgement::Passed),
        "bad" => Ok(Judgement::Exited { exit: 1 }),
        _ => Err(SandboxError::Zygote { role: "worker", problem: "ended".into() }),
    });
    let mut slot = engine.open(&nowhere()).unwrap();
    let mut run = |module| slot.run(&Case::of(module).trial("")).map(|report| report.judgement);
    assert_eq!(run("good").unwrap(), Judgement::Passed);
    assert_eq!(run("bad").unwrap(), Judgement::Exited { exit: 1 });
    assert!(run("ugly").is_err());
}
