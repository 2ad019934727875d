//! Steps of history, looked at by several threads.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gix::ObjectId;

use super::miner::Miner;
use super::{Mining, Progress};
use crate::candidate::Candidate;
use crate::error::MineError;
use crate::history::{History, Step};
use crate::left_out::LeftOut;
use crate::licence::Licences;

/// Steps that a thread takes at once: neighbours share most of their trees.
const BLOCK: usize = 16;

/// What becomes of a step.
pub(super) type Judged = Result<Candidate, LeftOut>;

/// Looks at all steps, and gives what becomes of each in their order.
pub(super) fn judged_steps(
    path: &Path,
    mining: &Mining<'_>,
    steps: &[Step],
    progress: &dyn Progress,
) -> Result<Vec<Judged>, MineError> {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let shared = Shared {
        path,
        mining,
        steps,
        mainline: steps.iter().map(|step| step.id).collect(),
        licences: Mutex::new(Licences::new()),
        next: AtomicUsize::new(0),
    };
    let mut found: Vec<Option<Judged>> = steps.iter().map(|_| None).collect();
    let mut failed: Option<(usize, MineError)> = None;
    std::thread::scope(|scope| {
        let (events, incoming) = channel();
        for _ in 0..processors.min(steps.len().div_ceil(BLOCK)) {
            let (shared, events) = (&shared, events.clone());
            scope.spawn(move || shared.work(&events));
        }
        drop(events);
        for (place, judged) in incoming {
            match judged {
                Ok(judged) => found[place] = Some(judged),
                // Of several, the first one: the same each time that all of them are met.
                Err(error) if failed.as_ref().is_none_or(|(first, _)| place < *first) => {
                    failed = Some((place, error));
                    shared.next.store(steps.len(), Ordering::Relaxed);
                }
                Err(_) => {}
            }
            progress.advance();
        }
    });
    match failed {
        Some((_, error)) => Err(error),
        None => Ok(found.into_iter().flatten().collect()),
    }
}

/// What the threads share.
pub(super) struct Shared<'a> {
    path: &'a Path,
    mining: &'a Mining<'a>,
    steps: &'a [Step],
    pub(super) mainline: HashSet<ObjectId>,
    licences: Mutex<Licences>,
    /// The first step that no thread has taken.
    next: AtomicUsize,
}

impl Shared<'_> {
    /// What is known of licences.
    pub(super) fn licences(&self) -> MutexGuard<'_, Licences> {
        self.licences.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread: takes steps until there are none.
    fn work(&self, events: &Sender<(usize, Result<Judged, MineError>)>) {
        let history = match History::open(self.path) {
            Ok(history) => history,
            Err(error) => return drop(events.send((0, Err(error)))),
        };
        let miner = Miner { history: &history, shared: self, mining: self.mining };
        loop {
            let first = self.next.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= self.steps.len() {
                return;
            }
            for place in first..(first + BLOCK).min(self.steps.len()) {
                let judged = miner.candidate(&self.steps[place], self.steps.get(place + 1));
                let is_over = judged.is_err();
                if events.send((place, judged)).is_err() || is_over {
                    return;
                }
            }
        }
    }
}
