//! One thread's slot: jobs run with care, faults of ours told from a sample's.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use assay_sandbox::{
    CapturedOutput, Engine, EnvironmentRoot, Judgement, Measuring, ProcessEnd, SandboxError, Slot, Spans,
    Trial, TrialReport,
};

use super::Job;
use super::pool::Batch;

/// A thread's slot.
pub(super) struct Worker {
    engine: Arc<dyn Engine>,
    environment: EnvironmentRoot,
    /// Held shared while a trial runs; exclusively, so that nothing else runs, to repeat one that ended in a fault.
    company: Arc<RwLock<()>>,
    given_up: Arc<AtomicBool>,
    slot: Option<Box<dyn Slot>>,
}

impl Worker {
    pub(super) fn new(
        engine: Arc<dyn Engine>,
        environment: EnvironmentRoot,
        company: Arc<RwLock<()>>,
        given_up: Arc<AtomicBool>,
    ) -> Self {
        Self { engine, environment, company, given_up, slot: None }
    }

    /// Takes jobs until none is left.
    pub(super) fn run_batch(&mut self, batch: &Batch, cancelled: &AtomicBool) {
        let mut group = None;
        while !cancelled.load(Ordering::Relaxed)
            && let Some(job) = batch.queue.next(group)
        {
            group = Some(job.group);
            let report = self.run_with_care(&job);
            if batch.reports.send((job.number, report)).is_err() {
                return;
            }
        }
    }

    /// Runs a job; repeats it in a fresh slot, alone there, when it ends in a fault of ours. A sample that does so
    /// again while the reference passes in the same slot has found a way to kill its worker: that is its failure.
    ///
    /// An error means that no trial can run here at all.
    fn run_with_care(&mut self, job: &Job) -> Result<TrialReport, SandboxError> {
        match self.run_repeatedly(job) {
            Err(error @ SandboxError::Setup { .. }) => Err(error),
            Err(error) => Ok(report(Judgement::Killed { evidence: error.to_string() })),
            Ok(report) => Ok(report),
        }
    }

    fn run_repeatedly(&mut self, job: &Job) -> Result<TrialReport, SandboxError> {
        let company = self.company.clone();
        let among_others = company.read().unwrap_or_else(PoisonError::into_inner);
        if let Ok(report) = self.run(&job.trial, job.measuring)
            && !is_fault(&report)
        {
            return Ok(report);
        }
        drop(among_others);
        if self.given_up.load(Ordering::Relaxed) {
            return Ok(report(Judgement::Killed { evidence: "the run was given up".into() }));
        }
        let _alone = company.write().unwrap_or_else(PoisonError::into_inner);
        self.slot = None;
        let second = self.run(&job.trial, job.measuring);
        if matches!(&second, Ok(report) if !is_fault(report)) {
            return second;
        }
        let Some(reference) = &job.reference else { return second };
        self.slot = None;
        let reference = self.run(reference, None);
        // No sample follows the reference in its slot: one that fails on purpose must not come near the solution.
        self.slot = None;
        if reference?.judgement != Judgement::Passed {
            return second;
        }
        match self.run(&job.trial, job.measuring) {
            Ok(report) if !is_fault(&report) => Ok(report),
            _ => {
                self.slot = None;
                Ok(report(Judgement::Exited { exit: -9 }))
            }
        }
    }

    fn run(&mut self, trial: &Trial, measuring: Option<Measuring>) -> Result<TrialReport, SandboxError> {
        let slot = match &mut self.slot {
            Some(slot) => slot,
            empty => empty.insert(self.engine.open(&self.environment)?),
        };
        let report = match measuring {
            Some(measuring) => slot.measure(trial, measuring),
            None => slot.run(trial),
        };
        if report.is_err() {
            self.slot = None;
        }
        report
    }
}

fn is_fault(report: &TrialReport) -> bool {
    matches!(report.judgement, Judgement::Killed { .. })
}

/// A report of a trial that left none.
fn report(judgement: Judgement) -> TrialReport {
    TrialReport {
        judgement,
        worker: ProcessEnd::default(),
        output: CapturedOutput::default(),
        spans: Spans::default(),
        measurement: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::tests::job;
    use assay_sandbox::{Command, CommandReport, Console, FakeEngine, Shell, ShellEnd, Surroundings};
    use std::sync::Mutex;
    use std::sync::atomic::AtomicUsize;

    fn nowhere() -> EnvironmentRoot {
        EnvironmentRoot {
            path: std::path::PathBuf::new(),
            interpreter: String::new(),
            digest: String::new(),
            warm: Vec::new(),
            surroundings: Surroundings::default(),
        }
    }

    fn run_one(
        script: impl Fn(&Trial) -> Result<Judgement, SandboxError> + Send + Sync + 'static,
    ) -> TrialReport {
        let engine = Arc::new(FakeEngine::new(script));
        let mut worker = Worker::new(engine, nowhere(), Arc::default(), Arc::default());
        worker.run_with_care(&job(0, 0)).unwrap()
    }

    fn broken() -> SandboxError {
        SandboxError::Zygote { role: "worker", problem: "ended".into() }
    }

    #[test]
    fn a_fault_of_ours_is_retried_and_forgotten() {
        let attempts = AtomicUsize::new(0);
        let report = run_one(move |_| {
            if attempts.fetch_add(1, Ordering::Relaxed) == 0 { Err(broken()) } else { Ok(Judgement::Passed) }
        });
        assert_eq!(report.judgement, Judgement::Passed);
    }

    #[test]
    fn killing_the_worker_again_and_again_is_no_way_out() {
        let report =
            run_one(
                |trial| {
                    if &*trial.module == "reference" { Ok(Judgement::Passed) } else { Err(broken()) }
                },
            );
        assert_eq!(report.judgement, Judgement::Exited { exit: -9 });
    }

    #[test]
    fn where_the_reference_breaks_too_the_fault_stays_ours() {
        let report = run_one(|_| Ok(Judgement::Killed { evidence: "memory".into() }));
        assert!(is_fault(&report));
    }

    /// Notes which module runs in which slot; all but the reference break.
    #[derive(Default)]
    struct Noting {
        opened: AtomicUsize,
        ran: Arc<Mutex<Vec<(usize, String)>>>,
    }

    struct NotingSlot {
        number: usize,
        ran: Arc<Mutex<Vec<(usize, String)>>>,
    }

    impl Engine for Noting {
        fn open(&self, _environment: &EnvironmentRoot) -> Result<Box<dyn Slot>, SandboxError> {
            let number = self.opened.fetch_add(1, Ordering::Relaxed);
            Ok(Box::new(NotingSlot { number, ran: self.ran.clone() }))
        }

        fn shell(
            &self,
            _environment: &EnvironmentRoot,
            _shell: &Shell,
            _console: &mut dyn Console,
        ) -> Result<ShellEnd, SandboxError> {
            Err(broken())
        }

        fn command(
            &self,
            _environment: &EnvironmentRoot,
            _command: &Command,
            _cancelled: &AtomicBool,
        ) -> Result<CommandReport, SandboxError> {
            Err(broken())
        }
    }

    impl Slot for NotingSlot {
        fn measure(&mut self, trial: &Trial, _measuring: Measuring) -> Result<TrialReport, SandboxError> {
            self.run(trial)
        }

        fn run(&mut self, trial: &Trial) -> Result<TrialReport, SandboxError> {
            self.ran.lock().unwrap().push((self.number, trial.module.to_string()));
            let passes = &*trial.module == "reference";
            Ok(report(if passes { Judgement::Passed } else { Judgement::Killed { evidence: String::new() } }))
        }
    }

    #[test]
    fn no_sample_runs_in_a_slot_in_which_the_reference_ran() {
        let engine = Arc::new(Noting::default());
        let mut worker = Worker::new(engine.clone(), nowhere(), Arc::default(), Arc::default());
        for number in 0..2 {
            worker.run_with_care(&job(number, 0)).unwrap();
        }
        let ran = engine.ran.lock().unwrap();
        let of_reference: Vec<usize> =
            ran.iter().filter(|(_, module)| module == "reference").map(|(slot, _)| *slot).collect();
        assert_eq!(of_reference.len(), 2);
        for slot in of_reference {
            let modules: Vec<&str> =
                ran.iter().filter(|(other, _)| *other == slot).map(|(_, module)| module.as_str()).collect();
            assert_eq!(modules, ["reference"]);
        }
    }
}
