//! Trials on slots: each slot a thread, each task's trials together where possible, faults of ours retried.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use assay_sandbox::{
    CapturedOutput, Engine, EnvironmentRoot, Judgement, ProcessEnd, SandboxError, Slot, Spans, Trial,
    TrialReport,
};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use crate::error::RunError;
use crate::session::Session;
use crate::timing::Timing;

/// How often a run looks whether it has been cancelled.
const CANCEL_INTERVAL: Duration = Duration::from_millis(50);

/// One trial to run.
pub(crate) struct Job {
    /// The caller's number for it.
    pub(crate) number: usize,
    /// Jobs of equal group share a judge while they run on one slot.
    pub(crate) group: usize,
    /// The trial.
    pub(crate) trial: Trial,
    /// The task's reference solution as a trial, to tell a broken slot from a sample that breaks slots.
    pub(crate) reference: Option<Arc<Trial>>,
}

/// Runs all jobs and hands each report over as it comes.
pub(crate) fn run(
    session: &Session,
    jobs: Vec<Job>,
    timing: &mut Timing,
    mut done: impl FnMut(usize, TrialReport) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let waiting = jobs.len();
    let slots = session.jobs.min(waiting);
    let start = Instant::now();
    timing.slots = timing.slots.max(slots);
    let incoming = session.pool.begin(slots, jobs, session);
    let mut left = waiting;
    while left > 0 {
        match incoming.recv_timeout(CANCEL_INTERVAL) {
            Ok((number, report)) => {
                let report = report?;
                timing.add(&report.spans);
                done(number, report)?;
                left -= 1;
            }
            Err(RecvTimeoutError::Disconnected | RecvTimeoutError::Timeout)
                if session.pool.has_lost_a_thread() =>
            {
                return Err(RunError::ThreadLost);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(RunError::Interrupted),
        }
        if session.cancelled.load(Ordering::Relaxed) {
            return Err(RunError::Interrupted);
        }
    }
    timing.ran_for(start.elapsed());
    Ok(())
}

type Reports = Sender<(usize, Result<TrialReport, SandboxError>)>;

/// Jobs that were handed over together, and where their reports go.
struct Batch {
    queue: Queue,
    reports: Reports,
}

/// Threads with a slot each, kept from one batch to the next: a slot takes longer to open than fifty trials to run.
///
/// When the pool is dropped they end, each with its slot. A run that is given up must not wait for a trial that may take
/// its whole limit, so whatever still runs then is stopped first.
pub(crate) struct Pool {
    /// Nothing once the pool is being dropped.
    batches: Option<Sender<Arc<Batch>>>,
    waiting: Receiver<Arc<Batch>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    company: Arc<RwLock<()>>,
    engine: Arc<dyn Engine>,
    /// Whether trials are to end, whatever their verdict would be.
    given_up: Arc<AtomicBool>,
}

impl Pool {
    /// A pool without threads; they come with the first batch.
    pub(crate) fn new(engine: Arc<dyn Engine>) -> Self {
        let (batches, waiting) = unbounded();
        Self {
            batches: Some(batches),
            waiting,
            threads: Mutex::default(),
            company: Arc::default(),
            engine,
            given_up: Arc::default(),
        }
    }

    /// Hands jobs to so many threads.
    fn begin(
        &self,
        slots: usize,
        jobs: Vec<Job>,
        session: &Session,
    ) -> Receiver<(usize, Result<TrialReport, SandboxError>)> {
        let (reports, incoming) = unbounded();
        let batch = Arc::new(Batch { queue: Queue::new(jobs), reports });
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        while threads.len() < slots {
            let (engine, environment) = (session.engine.clone(), session.environment.root.clone());
            let (waiting, cancelled) = (self.waiting.clone(), session.cancelled.clone());
            let (company, given_up) = (self.company.clone(), self.given_up.clone());
            threads.push(std::thread::spawn(move || {
                let mut worker = Worker { engine, environment, company, given_up, slot: None };
                for batch in waiting {
                    worker.run_batch(&batch, &cancelled);
                }
            }));
        }
        for _ in 0..slots {
            // Cannot fail: this pool holds a receiver.
            let _ = self.batches.as_ref().map(|batches| batches.send(batch.clone()));
        }
        incoming
    }

    /// Whether a thread has ended, which only a panic can make it do.
    fn has_lost_a_thread(&self) -> bool {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).iter().any(JoinHandle::is_finished)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.batches = None;
        let busy = self.company.try_write().is_err();
        if busy {
            self.given_up.store(true, Ordering::Relaxed);
            self.engine.stop();
        }
        let threads = self.threads.get_mut().unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            // One that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

/// Jobs by group. A slot stays with its group while there is something left of it, then takes one that nobody has
/// begun, then helps where most is left.
struct Queue {
    state: Mutex<QueueState>,
}

struct QueueState {
    fresh: VecDeque<usize>,
    groups: BTreeMap<usize, VecDeque<Job>>,
}

impl Queue {
    fn new(jobs: Vec<Job>) -> Self {
        let mut groups: BTreeMap<usize, VecDeque<Job>> = BTreeMap::new();
        for job in jobs {
            groups.entry(job.group).or_default().push_back(job);
        }
        let fresh = groups.keys().copied().collect();
        Self { state: Mutex::new(QueueState { fresh, groups }) }
    }

    fn next(&self, current: Option<usize>) -> Option<Job> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        let group = current
            .filter(|group| state.groups.contains_key(group))
            .or_else(|| state.fresh.pop_front())
            .or_else(|| state.groups.iter().max_by_key(|(_, jobs)| jobs.len()).map(|(group, _)| *group))?;
        let jobs = state.groups.get_mut(&group)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            state.groups.remove(&group);
        }
        job
    }
}

/// A thread's slot.
struct Worker {
    engine: Arc<dyn Engine>,
    environment: EnvironmentRoot,
    /// Held shared while a trial runs; exclusively, so that nothing else runs, to repeat one that ended in a fault.
    company: Arc<RwLock<()>>,
    given_up: Arc<AtomicBool>,
    slot: Option<Box<dyn Slot>>,
}

impl Worker {
    /// Takes jobs until none is left.
    fn run_batch(&mut self, batch: &Batch, cancelled: &AtomicBool) {
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
        if let Ok(report) = self.run(&job.trial)
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
        let second = self.run(&job.trial);
        if matches!(&second, Ok(report) if !is_fault(report)) {
            return second;
        }
        let Some(reference) = &job.reference else { return second };
        self.slot = None;
        let reference = self.run(reference);
        // No sample follows the reference in its slot: one that fails on purpose must not come near the solution.
        self.slot = None;
        if reference?.judgement != Judgement::Passed {
            return second;
        }
        match self.run(&job.trial) {
            Ok(report) if !is_fault(&report) => Ok(report),
            _ => {
                self.slot = None;
                Ok(report(Judgement::Exited { exit: -9 }))
            }
        }
    }

    fn run(&mut self, trial: &Trial) -> Result<TrialReport, SandboxError> {
        let slot = match &mut self.slot {
            Some(slot) => slot,
            empty => empty.insert(self.engine.open(&self.environment)?),
        };
        let report = slot.run(trial);
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_sandbox::{FakeEngine, Judging, LimitRule};
    use assay_types::TrialTime;
    use std::sync::atomic::AtomicUsize;

    fn trial(module: &str) -> Trial {
        Trial {
            module: Arc::from(module),
            entry_point: "f".into(),
            judging: Arc::new(Judging::Split {
                key: String::new(),
                preamble: Arc::from(""),
                tests: Arc::from(""),
            }),
            limits: LimitRule::default().limits(TrialTime::default()),
        }
    }

    fn job(number: usize, group: usize) -> Job {
        Job { number, group, trial: trial("sample"), reference: Some(Arc::new(trial("reference"))) }
    }

    fn nowhere() -> EnvironmentRoot {
        EnvironmentRoot {
            path: std::path::PathBuf::new(),
            interpreter: String::new(),
            digest: String::new(),
            warm: Vec::new(),
        }
    }

    fn run_one(
        script: impl Fn(&Trial) -> Result<Judgement, SandboxError> + Send + Sync + 'static,
    ) -> TrialReport {
        let engine = Arc::new(FakeEngine::new(script));
        let mut worker = Worker {
            engine,
            environment: nowhere(),
            company: Arc::default(),
            given_up: Arc::default(),
            slot: None,
        };
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
    }

    impl Slot for NotingSlot {
        fn run(&mut self, trial: &Trial) -> Result<TrialReport, SandboxError> {
            self.ran.lock().unwrap().push((self.number, trial.module.to_string()));
            let passes = &*trial.module == "reference";
            Ok(report(if passes { Judgement::Passed } else { Judgement::Killed { evidence: String::new() } }))
        }
    }

    #[test]
    fn no_sample_runs_in_a_slot_in_which_the_reference_ran() {
        let engine = Arc::new(Noting::default());
        let mut worker = Worker {
            engine: engine.clone(),
            environment: nowhere(),
            company: Arc::default(),
            given_up: Arc::default(),
            slot: None,
        };
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

    #[test]
    fn slots_stay_with_a_task_and_then_help_where_most_is_left() {
        let queue = Queue::new(vec![job(0, 0), job(1, 0), job(2, 0), job(3, 1), job(4, 2), job(5, 2)]);
        let mut order = Vec::new();
        let mut group = None;
        let first = queue.next(None).unwrap();
        while let Some(job) = queue.next(group) {
            group = Some(job.group);
            order.push(job.number);
        }
        assert_eq!((first.number, order), (0, vec![3, 4, 5, 1, 2]));
    }
}
