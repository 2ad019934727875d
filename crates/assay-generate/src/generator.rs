//! Asks a model for what is missing: many requests at once, each attempt logged as it ends. An answer counts, and its turn is
//! another's, once it is on disk.

mod back_off;
mod charge;
mod pace;
mod schedule;
mod spend;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use assay_store::{Store, StoreError, Writer};

use crate::estimate::most_tokens;
use crate::log::{Purpose, log};
use crate::protocol::AskingLimits;
use crate::questions::{AskError, Question, Questions};
use crate::{Context, Fault, FaultKind, KnownCost, estimated_tokens};
use charge::Charge;
use schedule::{Next, Schedule, Settled, Terms, Turn, Wanted};

pub use schedule::{Lost, Stop};
pub use spend::Spend;

/// How often a waiting thread looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(100);

/// Told of what happens, on the thread that asks.
pub trait Watch {
    /// A model is going to be asked for so many answers; so many are there already.
    fn begin(&self, model: &str, missing: usize, known: usize);
    /// How far it is. Called after each attempt.
    fn advance(&self, so_far: &Tally);
    /// It is asked no more.
    fn end(&self);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn begin(&self, _: &str, _: usize, _: usize) {}
    fn advance(&self, _: &Tally) {}
    fn end(&self) {}
}

/// What was done so far for a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tally {
    /// Answers that came.
    pub answered: u64,
    /// Answers that are lost to faults that are not the model's.
    pub lost: u64,
    /// Attempts that were made.
    pub attempts: u64,
    /// Tokens that the model read: as it counts them, else estimated.
    pub input_tokens: u64,
    /// Tokens that it wrote, likewise.
    pub output_tokens: u64,
    /// What all that cost, with what was stored of it ([`Spend`]) and what faults cost.
    pub spent: KnownCost,
}

/// What became of a model's questions.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What was done.
    pub tally: Tally,
    /// Answers that were there before.
    pub known: u64,
    /// Answers that nobody asked for, since asking was stopped before.
    pub not_asked: u64,
    /// What was lost, by kind of fault.
    pub lost: BTreeMap<FaultKind, Lost>,
    /// Why asking was stopped.
    pub stop: Option<Stop>,
}

impl Outcome {
    /// How many answers were wanted, one that several questions share counted once.
    #[must_use]
    pub fn wanted(&self) -> u64 {
        self.known + self.tally.answered + self.tally.lost + self.not_asked
    }

    /// Whether every answer is there.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.tally.lost + self.not_asked == 0
    }
}

/// What threads share.
struct Shared<'a> {
    schedule: Mutex<Schedule>,
    changed: Condvar,
    questions: &'a Questions,
    missing: &'a [Question],
    writer: &'a Writer,
    cancelled: &'a AtomicBool,
    start: Instant,
}

/// What a thread tells the one that watches.
enum Event {
    Attempt { tokens: (u64, u64), settled: Settled },
    GaveUp,
    Storage(StoreError),
}

/// Asks a model for what is missing. Every answer is on the disk before it counts, however this ends; a fault of storage ends
/// it. `spend` is what all models of a command share, and knows what was spent before.
pub fn ask(
    questions: &Questions,
    limits: &AskingLimits,
    store: &Store,
    spend: &mut Spend,
    watch: &dyn Watch,
    cancelled: &AtomicBool,
) -> Result<Outcome, AskError> {
    let (missing, _) = questions.missing(store)?;
    let known = questions.distinct() - missing.len();
    watch.begin(&questions.model, missing.len(), known);
    let wanted = missing.iter().map(|question| {
        let request = questions.request(question);
        Wanted::new(estimated_tokens(&request), most_tokens(&questions.provider.body(&request)))
    });
    let terms = Terms {
        limits: limits.clone(),
        most_at_once: questions.provider.most_at_once(),
        price: questions.price,
        max_tokens: questions.sampling.max_tokens,
        seed: questions.sampling.seed.unwrap_or(0),
    };
    let schedule = Schedule::new(wanted.collect(), terms, std::mem::take(spend));
    let threads = schedule.most_under_way().min(missing.len());
    let writer = store.writer()?;
    writer.body(&questions.document)?;
    let shared = Shared {
        schedule: Mutex::new(schedule),
        changed: Condvar::new(),
        questions,
        missing: &missing,
        writer: &writer,
        cancelled,
        start: Instant::now(),
    };
    let told = run(&shared, threads, watch);
    watch.end();
    let schedule = shared.schedule.into_inner().unwrap_or_else(PoisonError::into_inner);
    *spend = schedule.spend.clone();
    // The first error of the store explains the rest.
    writer.finish()?;
    let mut tally = told?;
    tally.spent = spend.spent();
    let not_asked = missing.len() as u64 - tally.answered - tally.lost;
    Ok(Outcome {
        tally,
        known: known as u64,
        not_asked,
        lost: schedule.lost().clone(),
        stop: schedule.stopped().cloned(),
    })
}

/// Runs the threads until nothing is left to do.
fn run(shared: &Shared<'_>, threads: usize, watch: &dyn Watch) -> Result<Tally, StoreError> {
    let (events, incoming) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let events = events.clone();
            scope.spawn(move || work(shared, &events));
        }
        drop(events);
        let (mut tally, mut failed) = (Tally::default(), None);
        loop {
            match incoming.recv_timeout(GLANCE) {
                Ok(Event::Storage(error)) => {
                    shared.stop(Stop::Cancelled);
                    failed.get_or_insert(error);
                }
                Ok(event) => {
                    tally.add(&event);
                    tally.spent = shared.schedule().spend.spent();
                    watch.advance(&tally);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if shared.cancelled.load(Ordering::Relaxed) {
                shared.stop(Stop::Cancelled);
            }
        }
        failed.map_or(Ok(tally), Err)
    })
}

impl Tally {
    fn add(&mut self, event: &Event) {
        match event {
            Event::Attempt { tokens: (input, output), settled } => {
                self.attempts += 1;
                self.input_tokens += input;
                self.output_tokens += output;
                self.answered += u64::from(*settled == Settled::Answered);
                self.lost += u64::from(matches!(settled, Settled::Lost(_)));
            }
            Event::GaveUp => self.lost += 1,
            Event::Storage(_) => {}
        }
    }
}

impl Shared<'_> {
    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self, why: Stop) {
        self.schedule().stop(why);
        self.changed.notify_all();
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

/// One thread: makes attempts until there is nothing more to do.
fn work(shared: &Shared<'_>, events: &Sender<Event>) {
    let mut schedule = shared.schedule();
    loop {
        let now = shared.now();
        match schedule.next(now) {
            Next::Done => break,
            Next::Idle => {
                schedule = shared.changed.wait(schedule).unwrap_or_else(PoisonError::into_inner);
            }
            Next::Wait(until) => {
                let waited = shared.changed.wait_timeout(schedule, until.saturating_sub(now));
                schedule = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            Next::GiveUp(_) => _ = events.send(Event::GaveUp),
            Next::Ask(turn) => {
                drop(schedule);
                let told = attempt(shared, &turn);
                let is_over = matches!(told, Event::Storage(_));
                let _ = events.send(told);
                shared.changed.notify_all();
                if is_over {
                    return;
                }
                schedule = shared.schedule();
            }
        }
    }
    drop(schedule);
    // Others may wait for an attempt that will never be made.
    shared.changed.notify_all();
}

/// Makes an attempt, and waits until it is in the log.
fn attempt(shared: &Shared<'_>, turn: &Turn) -> Event {
    let Shared { questions, .. } = shared;
    let question = &shared.missing[turn.wanted];
    let request = questions.request(question);
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let context = Context { deadline: shared.start + turn.deadline, cancelled: shared.cancelled };
    let made = questions.provider.ask(&request, &context);
    let max_tokens = questions.sampling.max_tokens;
    let charge = Charge::of(&made, estimated_tokens(&request), max_tokens, questions.price);
    let is_cancelled = matches!(&made.outcome, Err(Fault { kind: FaultKind::Cancelled, .. }));
    let purpose = Purpose {
        key: question.key,
        model: &questions.model,
        identity: questions.identity(),
        task: questions.task(question),
        repetition: question.repetition,
        protocol: questions.protocol,
        started: u64::try_from(started.as_millis()).unwrap_or(u64::MAX),
        retries: turn.retries,
        cost: charge.cost,
    };
    // An attempt that the user broke off says nothing of anybody.
    let logged = if is_cancelled { Ok(()) } else { log(shared.writer, &purpose, &made) };
    let settled = shared.schedule().ended(turn, shared.now(), &made.outcome, &charge);
    match logged {
        Ok(()) => Event::Attempt { tokens: charge.tokens.unwrap_or_default(), settled },
        Err(error) => Event::Storage(error),
    }
}

#[cfg(test)]
mod tests;
