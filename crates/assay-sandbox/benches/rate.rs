//! Trials per second of the embedded engine, with the breakdown of a trial's time.
//!
//! `cargo bench -p assay-sandbox --bench rate -- [TRIALS] [SLOTS]`
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use assay_environment::{Environments, Interpreter};
use assay_sandbox::{EmbeddedEngine, Engine, Judgement, Judging, LimitRule, Spans, Trial};
use assay_types::TrialTime;

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let trials = numbers.first().copied().unwrap_or(2_000);
    let slots = numbers.get(1).copied().unwrap_or(4);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("environments");
    let interpreter =
        Interpreter::find(Path::new(&std::env::var("ASSAY_PYTHON").unwrap_or("/usr/bin/python3".into())))
            .expect("a Python");
    let environment = Environments::at(folder).standard_library(&interpreter).expect("an environment");
    let trial = Trial {
        module: Arc::from(
            "from typing import List\n\ndef double(values: List[int]) -> List[int]:\n    return [2 * v for v in values]\n",
        ),
        entry_point: "double".into(),
        judging: Arc::new(Judging::Split {
            key: "double".into(),
            preamble: Arc::from("from typing import List\n"),
            tests: Arc::from(
                "def check(candidate):\n    for n in range(8):\n        assert candidate([n]) == [2 * n]\n",
            ),
        }),
        limits: LimitRule::default().limits(TrialTime::default()),
    };
    let next = AtomicUsize::new(0);
    let start = Instant::now();
    let spans: Vec<Spans> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..slots)
            .map(|_| {
                scope.spawn(|| {
                    let mut slot = EmbeddedEngine::new().open(&environment.root).expect("a slot");
                    let mut spans = Vec::new();
                    while next.fetch_add(1, Ordering::Relaxed) < trials {
                        let report = slot.run(&trial).expect("a trial");
                        assert_eq!(report.judgement, Judgement::Passed);
                        spans.push(report.spans);
                    }
                    spans
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    let seconds = start.elapsed().as_secs_f64();
    println!("{trials} trials on {slots} slots in {seconds:.2} s: {:.0} trials/s", trials as f64 / seconds);
    for (name, of) in PARTS {
        let mean = spans.iter().map(of).sum::<u64>() as f64 / spans.len() as f64 / 1e3;
        println!("  {name:<12} {mean:>8.0} µs");
    }
}

type Part = (&'static str, fn(&Spans) -> u64);
const PARTS: [Part; 9] = [
    ("fork", |spans| spans.fork),
    ("namespaces", |spans| spans.namespaces),
    ("mounts", |spans| spans.mounts),
    ("privileges", |spans| spans.privileges),
    ("judging", |spans| spans.judging),
    ("waiting", |spans| spans.waiting),
    ("sample", |spans| spans.sample),
    ("reap", |spans| spans.reap),
    ("total", |spans| spans.total),
];
