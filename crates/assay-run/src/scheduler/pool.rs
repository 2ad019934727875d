//! Threads with a slot each, and what is handed to them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;

use assay_sandbox::{Engine, EnvironmentRoot, SandboxError, TrialReport};
use crossbeam_channel::{Receiver, Sender, unbounded};

use super::Job;
use super::queue::Queue;
use super::worker::Worker;
use crate::session::Session;

type Reports = Sender<(usize, Result<TrialReport, SandboxError>)>;

/// Jobs that were handed over together, and where their reports go.
pub(super) struct Batch {
    pub(super) queue: Queue,
    pub(super) reports: Reports,
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
    environment: EnvironmentRoot,
    /// Whether trials are to end, whatever their verdict would be.
    given_up: Arc<AtomicBool>,
}

impl Pool {
    /// A pool without threads; they come with the first batch.
    pub(crate) fn new(engine: Arc<dyn Engine>, environment: EnvironmentRoot) -> Self {
        let (batches, waiting) = unbounded();
        Self {
            batches: Some(batches),
            waiting,
            threads: Mutex::default(),
            company: Arc::default(),
            engine,
            environment,
            given_up: Arc::default(),
        }
    }

    /// Hands jobs to so many threads.
    pub(super) fn begin(
        &self,
        slots: usize,
        jobs: Vec<Job>,
        session: &Session,
    ) -> Receiver<(usize, Result<TrialReport, SandboxError>)> {
        let (reports, incoming) = unbounded();
        let batch = Arc::new(Batch { queue: Queue::new(jobs), reports });
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        while threads.len() < slots {
            let (engine, environment) = (self.engine.clone(), self.environment.clone());
            let (waiting, cancelled) = (self.waiting.clone(), session.cancelled.clone());
            let (company, given_up) = (self.company.clone(), self.given_up.clone());
            threads.push(std::thread::spawn(move || {
                let mut worker = Worker::new(engine, environment, company, given_up);
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
    pub(super) fn has_lost_a_thread(&self) -> bool {
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
