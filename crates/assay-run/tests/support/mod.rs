//! A session on any engine, in an environment that is nowhere: what all these tests begin with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_environment::Environment;
use assay_run::{Checks, Session, SessionSettings};
use assay_sandbox::{ControlState, Engine, EnvironmentRoot, LimitRule, Surroundings};
use assay_store::Store;

/// An environment that no engine needs to look at.
pub(crate) fn environment() -> Environment {
    let root = EnvironmentRoot {
        path: PathBuf::new(),
        interpreter: String::new(),
        digest: "e".into(),
        warm: Vec::new(),
        surroundings: Surroundings::default(),
    };
    Environment { digest: "e".into(), python: "3.11.0".into(), root }
}

/// As [`measuring_session`], without measurements.
pub(crate) fn session(
    folder: &Path,
    engine: impl Engine + 'static,
    controls: Vec<ControlState>,
    checks: Checks,
) -> Session {
    measuring_session(folder, engine, controls, Checks { performance: None, ..checks })
}

/// A session with these checks, whose store is in the folder and which may do without a fair share of the processor.
pub(crate) fn measuring_session(
    folder: &Path,
    engine: impl Engine + 'static,
    controls: Vec<ControlState>,
    checks: Checks,
) -> Session {
    let settings = SessionSettings {
        store: folder.join("store"),
        python: None,
        requirements: None,
        jobs: 3,
        limit_rule: LimitRule::default(),
        allowed_missing: vec!["processor_share".to_owned()],
        checks,
    };
    let store = Store::open(&settings.store).expect("a store");
    Session::with_engine(store, Arc::new(engine), environment(), controls, &settings)
}
