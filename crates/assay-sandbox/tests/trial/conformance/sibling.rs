//! An honest neighbour: what it gets while another slot is under attack must be what it gets alone.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Duration;

use assay_sandbox::{Engine, Judgement, Slot};

use super::{ROOT, patient};
use crate::support::{Case, check};

/// Pairs of trials alone, before the attack: their spread is what the same thing measured twice may differ by.
const ALONE: usize = 8;
/// Pairs of trials that must have run during the attack, however short it was.
const LEAST: usize = 3;
/// A neighbour's median may lie above that spread by this much: caches and memory are shared.
const FACTOR: u64 = 2;
/// From one pair to the next, unless the attack is over: some of the processor is the attack's.
const PACE: Duration = Duration::from_millis(20);
/// Where to put one line per attack, with the wall times that nothing is concluded from.
const EVIDENCE: &str = "ASSAY_SIBLINGS";

/// Judges honest samples in a slot and a thread of its own until it is told to end.
pub(super) struct Sibling<'scope> {
    /// Dropped when the attack is over, also where that is by a panic.
    attack: Sender<()>,
    thread: ScopedJoinHandle<'scope, Times>,
}

/// Of each passing trial: CPU microseconds of its sample, and the engine's nanoseconds for the whole.
#[derive(Default)]
struct Times {
    alone: Vec<(u64, u64)>,
    beside: Vec<(u64, u64)>,
}

impl<'scope> Sibling<'scope> {
    /// Opens a slot, learns what a trial takes there alone, and goes on beside the attack.
    pub(super) fn beside<'environment>(
        scope: &'scope Scope<'scope, 'environment>,
        engine: &'environment dyn Engine,
    ) -> Self {
        let (attack, over) = channel();
        let (ready, wait) = channel();
        let thread = scope.spawn(move || {
            let mut slot = engine.open(&ROOT).unwrap();
            let mut times = Times::default();
            times.alone.extend((0..ALONE).map(|_| pair(&mut *slot)));
            ready.send(()).unwrap();
            while times.beside.len() < LEAST || over.recv_timeout(PACE) == Err(RecvTimeoutError::Timeout) {
                times.beside.push(pair(&mut *slot));
            }
            times
        });
        // An error: the thread has panicked, and joining it says so.
        let _ = wait.recv();
        Self { attack, thread }
    }

    /// Ends it. Its verdicts have been looked at as they came; here its times are.
    pub(super) fn end(self, name: &str) {
        drop(self.attack);
        let times = self.thread.join().unwrap();
        let most_alone = times.alone.iter().map(|(cpu, _)| *cpu).max().unwrap();
        let beside = median(times.beside.iter().map(|(cpu, _)| *cpu));
        note(name, &times);
        assert!(beside <= FACTOR * most_alone, "{beside} us of CPU beside the attack, {most_alone} alone");
    }
}

/// A sample that is right and one that is wrong: neither verdict may change.
fn pair(slot: &mut dyn Slot) -> (u64, u64) {
    let tests = check("assert candidate(3) == 3, 'three'");
    let right = Case::of("def f(x):\n    return sum(range(20_000)) and x\n");
    let right = slot.run(&patient(right.trial(&tests))).unwrap();
    assert_eq!(right.judgement, Judgement::Passed, "a sibling's right sample: {right:?}");
    let wrong = Case::of("def f(x):\n    return x + 1\n");
    let wrong = slot.run(&patient(wrong.trial(&tests))).unwrap();
    let expected = Judgement::WrongAnswer { evidence: "AssertionError: three".into(), line: Some(2) };
    assert_eq!(wrong.judgement, expected, "a sibling's wrong sample");
    (right.worker.cpu_microseconds, right.spans.total)
}

fn median(values: impl Iterator<Item = u64>) -> u64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values[values.len() / 2]
}

fn note(attack: &str, times: &Times) {
    let Ok(file) = std::env::var(EVIDENCE) else { return };
    let line = serde_json::json!({
        "attack": attack,
        "trials": [times.alone.len(), times.beside.len()],
        "cpu_microseconds": [median(times.alone.iter().map(|t| t.0)), median(times.beside.iter().map(|t| t.0))],
        "wall_microseconds":
            [median(times.alone.iter().map(|t| t.1 / 1000)), median(times.beside.iter().map(|t| t.1 / 1000))],
    });
    let mut file = std::fs::File::options().create(true).append(true).open(file).unwrap();
    writeln!(file, "{line}").unwrap();
}
