//! What every engine must withstand: one test per attack, each in a process of its own, beside an honest sibling.
//!
//! A test calls [`conformance`] and says its attack to the [`Bench`], the only way to run one. For each engine of
//! [`ENGINES`] that means: a process of its own, so that everything left behind there is the attack's; a sibling that
//! judges honest samples in another slot all the while; an honest trial after each attack; and at the end a look at
//! what could have been left ([`Traces`]).

mod groups;
mod guards;
mod sibling;
mod traces;

use std::any::type_name;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use assay_sandbox::{
    EmbeddedEngine, Engine, EnvironmentRoot, Judgement, Judging, Slot, Surroundings, Trial, TrialReport,
};

use self::groups::Groups;
use self::sibling::Sibling;
use self::traces::Traces;
use crate::processes::{descriptors, family, mounts, nesting, own_children};
use crate::support::{Case, ENVIRONMENT, check};

type Make = fn() -> Box<dyn Engine>;

/// Every engine that runs untrusted code. A new one is given to the whole suite by its line here.
const ENGINES: &[(&str, Make)] = &[("embedded", || Box::new(EmbeddedEngine::new()))];

/// Names the environment to a test's own process: path, interpreter and digest, a line each.
const HARNESS: &str = "ASSAY_HARNESS";
/// What is in that process's environment for samples not to find.
pub(crate) const BAIT: [(&str, &str); 6] = [
    ("ASSAY_SECRET", "token-of-the-host"),
    ("AWS_SECRET_ACCESS_KEY", "token-of-the-host"),
    ("LD_PRELOAD", ""),
    ("PYTEST_ADDOPTS", "--collect-only"),
    ("PYTHONPATH", "/tmp/planted"),
    ("PYTHONSTARTUP", "/tmp/planted.py"),
];
/// Wall limit of trials whose test is not about it.
const PATIENT_MILLISECONDS: u64 = 120_000;
/// What is kept of a sample's output, at most.
const OUTPUT_KEPT: usize = 64 << 10;

/// The environment, in a test's own process and outside.
pub(crate) static ROOT: LazyLock<EnvironmentRoot> = LazyLock::new(|| {
    let Ok(told) = std::env::var(HARNESS) else { return ENVIRONMENT.root.clone() };
    let [path, interpreter, digest] = told.lines().collect::<Vec<_>>().try_into().unwrap();
    EnvironmentRoot {
        path: PathBuf::from(path),
        interpreter: interpreter.to_owned(),
        digest: digest.to_owned(),
        warm: Vec::new(),
        surroundings: Surroundings::default(),
    }
});

/// Carries an attack out against every engine, in a process of its own.
pub(crate) fn conformance<Attack: Fn(&mut Bench<'_>)>(attack: Attack) {
    // The type of a closure is named after the function that it stands in.
    let test = type_name::<Attack>().trim_end_matches("::{{closure}}");
    let (_, test) = test.split_once("::").unwrap();
    if std::env::var_os(HARNESS).is_some() {
        for (engine, make) in ENGINES {
            carry_out(&*make(), &format!("{engine} {test}"), &attack);
        }
        return;
    }
    let root = &ENVIRONMENT.root;
    let told = format!("{}\n{}\n{}", root.path.display(), root.interpreter, root.digest);
    let output = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--include-ignored", "--nocapture", "--test-threads=1"])
        .envs(BAIT)
        .env(HARNESS, told)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

fn carry_out(engine: &dyn Engine, name: &str, attack: &impl Fn(&mut Bench<'_>)) {
    // Nothing that loses its parent may leave this process's family.
    nix::sys::prctl::set_child_subreaper(true).unwrap();
    let before = Traces::now();
    let mut told = Vec::new();
    std::thread::scope(|scope| {
        let sibling = Sibling::beside(scope, engine);
        let mut bench = Bench::new(engine);
        attack(&mut bench);
        told = bench.close();
        sibling.end(name);
    });
    before.are_all_that_is_left(&told);
}

/// The same trial with more time, unless the test has set its own: how long a busy machine takes says nothing here.
pub(crate) fn patient(trial: Trial) -> Trial {
    let mut limits = trial.limits;
    if limits.wall_milliseconds == Case::of("").limits.wall_milliseconds {
        limits.wall_milliseconds = PATIENT_MILLISECONDS;
    }
    Trial { limits, ..trial }
}

/// The slot under attack, and what is watched there.
pub(crate) struct Bench<'a> {
    engine: &'a dyn Engine,
    slot: Box<dyn Slot>,
    /// The first processes that serve the slot, each with its number of mounts and descriptors.
    serving: Vec<(u32, usize, usize)>,
    groups: Groups,
    told: Vec<String>,
}

impl<'a> Bench<'a> {
    fn new(engine: &'a dyn Engine) -> Self {
        let slot = engine.open(&ROOT).unwrap();
        let mut bench =
            Self { engine, slot, serving: Vec::new(), groups: Groups::default(), told: Vec::new() };
        bench.honest(&Case::of("def f(x):\n    return [x]\n").trial("assert f(1) == [1]\n"));
        bench.serving = own_children()
            .into_iter()
            .map(|process| (process, mounts(&process.to_string()), descriptors(&process.to_string())))
            .collect();
        bench
    }

    /// The engine, for slots beside the one under attack.
    pub(crate) fn engine(&self) -> &'a dyn Engine {
        self.engine
    }

    /// Runs an attack, and looks at what is left before and after an honest trial of the same mode.
    pub(crate) fn run(&mut self, attack: &Trial) -> TrialReport {
        self.told.push(attack.module.to_string());
        let report = self.slot.run(&patient(attack.clone())).unwrap();
        let kept = report.output.head.len() + report.output.tail.len();
        assert!(kept <= OUTPUT_KEPT, "{kept} bytes of output kept");
        self.nothing_runs_on();
        match &*attack.judging {
            Judging::Split { .. } => {
                self.honest(&Case::of("def f(x):\n    return [x]\n").trial("assert f(1) == [1]\n"));
            }
            Judging::Shared { reference, .. } => {
                self.honest(&Trial {
                    module: reference.clone(),
                    limits: Case::of("").limits,
                    ..attack.clone()
                });
            }
        }
        report
    }

    fn honest(&mut self, trial: &Trial) {
        let report = self.slot.run(&patient(trial.clone())).unwrap();
        assert_eq!(report.judgement, Judgement::Passed, "an honest trial after {:?}", self.told.last());
        self.nothing_runs_on();
    }

    /// Split mode: the sample against `def check(candidate)` with this body.
    pub(crate) fn split(&mut self, case: &Case, body: &str) -> TrialReport {
        self.run(&case.trial(&check(body)))
    }

    /// Shared mode: the sample against one test with this body, which the reference must pass.
    pub(crate) fn shared(&mut self, case: &Case, reference: &str, body: &str) -> TrialReport {
        let tests = check(body).replace("check(candidate)", "test_it()");
        self.run(&case.shared_trial(&tests, reference))
    }

    /// Split mode, and the sample passes.
    pub(crate) fn passes(&mut self, module: &str, body: &str) {
        let report = self.split(&Case::of(module), body);
        assert_eq!(report.judgement, Judgement::Passed, "{module}\n{body}\n{report:?}");
    }

    /// Both modes, and the sample comes to this in each. `f` of the reference returns what it is given.
    pub(crate) fn comes_to(&mut self, case: &Case, body: &str, fits: impl Fn(&Judgement) -> bool) {
        let reference = "def f(x=None):\n    return x\n";
        for report in [self.split(case, body), self.shared(case, reference, body)] {
            assert!(fits(&report.judgement), "{report:?}");
        }
    }

    /// Between trials only what the engine itself keeps is alive: the first processes of its namespaces, and at most
    /// one child of each in the same namespace, alone (a judge that waits for its task's next sample).
    fn nothing_runs_on(&mut self) {
        for first in own_children() {
            let alive = family(&[first]);
            assert!(alive.len() <= 2, "{alive:?} are left");
            for process in &alive {
                assert_eq!(nesting(*process), nesting(first), "{process} is in a trial's namespace");
            }
            self.groups.hold_only(first, &alive);
        }
    }

    /// Ends the slot; tells which samples have run.
    fn close(self) -> Vec<String> {
        for (process, mounted, open) in &self.serving {
            let name = process.to_string();
            assert_eq!(
                (mounts(&name), descriptors(&name)),
                (*mounted, *open),
                "mounts and descriptors of {name}"
            );
        }
        drop(self.slot);
        assert_eq!(own_children(), Vec::<u32>::new());
        self.told
    }
}
