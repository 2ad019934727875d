//! What is measured of a sample: truly, or not at all, but never to its advantage.

use assay_sandbox::{Judgement, Measuring, Slot, TrialReport};
use assay_types::Measurement;

use crate::support::{Case, check, open};

/// Ten calls of `f` with these arguments.
fn calls(arguments: &str) -> String {
    check(&format!("for _ in range(10):\n    candidate({arguments})"))
}

/// Of which the least counts.
const TRIALS: usize = 7;

struct Bench(Box<dyn Slot>);

impl Bench {
    fn new() -> Self {
        Self(open())
    }

    fn report(&mut self, module: &str, tests: &str, measuring: Measuring) -> TrialReport {
        self.0.measure(&Case::of(module).trial(tests), measuring).unwrap()
    }

    fn measure(&mut self, module: &str, tests: &str, measuring: Measuring) -> Measurement {
        let report = self.report(module, tests, measuring);
        assert_eq!(report.judgement, Judgement::Passed, "{module}");
        report.measurement.unwrap()
    }

    fn probe(&mut self, module: &str, tests: &str) -> Measurement {
        self.measure(module, tests, Measuring::Probe { transport: 0 })
    }

    /// The least of some trials: whatever else the machine does only adds to a time.
    fn least(&mut self, module: &str, tests: &str, measuring: Measuring) -> f64 {
        let trials = (0..TRIALS).map(|_| self.measure(module, tests, measuring).nanoseconds);
        trials.fold(f64::INFINITY, f64::min)
    }

    /// Seconds of all calls.
    fn seconds(&mut self, module: &str, tests: &str, copies: u32) -> f64 {
        let nothing = self.least("def f(): pass\n", &calls(""), Measuring::Time { copies: 1, transport: 0 });
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "nanoseconds, never below 0"
        )]
        let transport = (nothing / 10.0) as u64;
        self.least(module, tests, Measuring::Time { copies, transport }) / 1e9
    }

    fn peak(&mut self, module: &str, tests: &str) -> u64 {
        let measured = self.measure(module, tests, Measuring::Memory);
        assert!(measured.traced);
        measured.peak_bytes
    }
}

/// Within the noise of a busy machine, which no flattery is.
fn alike(first: f64, second: f64) -> bool {
    let ratio = first / second;
    (0.2..5.0).contains(&ratio)
}

/// Milliseconds of work.
const WORK: &str = "def work(): return sum(i * i for i in range(30_000))\n";

#[test]
fn an_empty_function_reads_microseconds() {
    let seconds = Bench::new().seconds("def f(): pass\n", &calls(""), 100);
    assert!(seconds / 10.0 < 1e-4, "{seconds}");
}

#[test]
fn a_list_of_400_megabytes_reads_400_megabytes() {
    let peak = Bench::new().peak("def f(n): return len([0] * n)\n", "assert f(50_000_000) == 50_000_000\n");
    assert!((400_000_000..401_000_000).contains(&peak), "{peak}");
}

#[test]
fn arguments_and_what_is_free_again_are_no_memory_of_a_call() {
    let mut bench = Bench::new();
    let peak =
        bench.peak("def f(xs): return len(xs)\n", &check("assert candidate([0] * 1_000_000) == 1_000_000"));
    assert!(peak < 10_000, "{peak}");
    let peak = bench.peak("def f(n):\n    for _ in range(9): len([0] * n)\n", &calls("100_000"));
    assert!((800_000..820_000).contains(&peak), "{peak}");
}

#[test]
fn repeated_calls_measure_what_one_call_takes() {
    let mut bench = Bench::new();
    let module = "def f(): return sum(i * i for i in range(3_000))\n";
    assert!(bench.probe(module, &calls("")).repeatable);
    let (once, often) = (bench.seconds(module, &calls(""), 1), bench.seconds(module, &calls(""), 5));
    assert!(alike(once, often), "{once} {often}");
}

#[test]
fn a_function_that_keeps_its_results_is_not_repeated() {
    let mut bench = Bench::new();
    let kept = [
        "import functools\n@functools.lru_cache\ndef f(n): return sum(range(n))\n",
        "known = {}\ndef f(n):\n    if n not in known:\n        known[n] = 0\n        for i in range(n): known[n] += i\n    return known[n]\n",
        "import re\ndef f(n): return re.search('(a|b)*' + 'c' * n, 'abab') is None and sum(range(n))\n",
    ];
    for module in kept {
        let tests = check("assert candidate(60) == 1770");
        assert!(!bench.probe(module, &tests).repeatable, "{module}");
    }
}

#[test]
fn a_function_that_changes_its_arguments_meets_fresh_ones_each_time() {
    let mut bench = Bench::new();
    let module = "def f(xs):\n    n = 0\n    while xs:\n        xs.pop()\n        n += 1\n    return n\n";
    let tests = check("xs = [0] * 2000\nassert candidate(xs) == 2000 and xs == []");
    assert!(bench.probe(module, &tests).repeatable);
    for (made, emptied) in [("bytearray(2000)", "bytearray()"), ("set(range(2000))", "set()")] {
        let tests = check(&format!("xs = {made}\nassert candidate(xs) == 2000 and xs == {emptied}"));
        assert!(bench.probe(module, &tests).repeatable, "{made}");
    }
    // The others would find nothing left to do.
    let (full, empty) = (bench.seconds(module, &tests, 8), bench.seconds(module, &calls("[]"), 8) / 10.0);
    assert!(full > 20.0 * empty, "{full} {empty}");
}

#[test]
fn what_a_generator_does_while_it_is_drawn_is_its_time_and_memory() {
    let mut bench = Bench::new();
    let tests = check("assert len(list(candidate())) == 5");
    let lazy = format!("{WORK}def f():\n    for _ in range(5): yield work()\n");
    let eager = format!("{WORK}def f(): return [work() for _ in range(5)]\n");
    assert!(!bench.probe(&lazy, &tests).repeatable);
    let (drawn, made) = (bench.seconds(&lazy, &tests, 1), bench.seconds(&eager, &tests, 1));
    assert!(alike(drawn, made), "{drawn} {made}");
    let hungry = "def f():\n    for _ in range(5): yield len([0] * 1_000_000)\n";
    assert!(bench.peak(hungry, &tests) >= 8_000_000);
}

#[test]
fn a_list_of_lazy_results_is_not_free_either() {
    let mut bench = Bench::new();
    let tests = check("assert [list(part) for part in candidate()] != []");
    let lazy = format!("{WORK}def f(): return [map(lambda _: work(), [1, 2, 3, 4, 5])]\n");
    let eager = format!("{WORK}def f(): return [[work() for _ in range(5)]]\n");
    let (drawn, made) = (bench.seconds(&lazy, &tests, 1), bench.seconds(&eager, &tests, 1));
    assert!(alike(drawn, made), "{drawn} {made}");
}

#[test]
fn a_sample_that_changes_clocks_or_the_tracing_is_measured_all_the_same() {
    let mut bench = Bench::new();
    let honest = format!("{WORK}def f(): return len([work()] * 1_000_000)\n");
    let patches = "import time, tracemalloc, gc, sys\n\
        for name in ('time', 'perf_counter', 'monotonic', 'process_time', 'perf_counter_ns', 'monotonic_ns'):\n    \
            setattr(time, name, lambda: 0)\n\
        tracemalloc.get_traced_memory = lambda: (0, 0)\n\
        tracemalloc.start = tracemalloc.stop = lambda *_: None\n\
        gc.collect = gc.freeze = lambda *_: 0\n";
    let forged = format!("{patches}{honest}");
    let tests = calls("");
    let (plain, changed) = (bench.seconds(&honest, &tests, 1), bench.seconds(&forged, &tests, 1));
    assert!(alike(plain, changed), "{plain} {changed}");
    assert!(bench.peak(&forged, &tests) >= 8_000_000);
}

#[test]
fn a_sample_that_changes_the_tracing_is_not_measured() {
    let mut bench = Bench::new();
    for call in ["stop", "clear_traces", "reset_peak"] {
        let module = format!(
            "import tracemalloc\ndef f(n):\n    n = len([0] * n)\n    tracemalloc.{call}()\n    return n\n"
        );
        assert!(!bench.measure(&module, &calls("100_000"), Measuring::Memory).traced, "{call}");
    }
}

#[test]
fn a_mark_that_comes_too_early_is_told_from_an_honest_one() {
    let mut bench = Bench::new();
    let early =
        format!("import os\n{WORK}def f():\n    os.write(3, b'd')\n    return [work() for _ in range(20)]\n");
    let report = bench.report(&early, &calls(""), Measuring::Time { copies: 1, transport: 0 });
    assert!(matches!(report.judgement, Judgement::Tampered { .. }), "{report:?}");
    let ahead = "import os\nos.write(3, b'r')\ndef f(): return 1\n";
    let report = bench.report(ahead, &calls(""), Measuring::Time { copies: 1, transport: 0 });
    assert!(matches!(report.judgement, Judgement::Tampered { .. }), "{report:?}");
}

#[test]
fn work_outside_of_the_calls_is_in_the_processes_own_time() {
    let mut bench = Bench::new();
    let tests = check("import time\nfor _ in range(3):\n    time.sleep(0.1)\n    candidate()");
    let busy = "import threading\ndef spin():\n    while True: pass\nthreading.Thread(target=spin, daemon=True).start()\ndef f(): return 1\n";
    let report = bench.report(busy, &tests, Measuring::Time { copies: 1, transport: 0 });
    let measured = report.measurement.map_or(0.0, |measured| measured.nanoseconds);
    assert!(report.worker.cpu_microseconds as f64 > 100_000.0 + measured / 1e3, "{report:?}");
}

#[test]
fn a_module_that_works_ahead_while_it_loads_shows_it() {
    let mut bench = Bench::new();
    let ahead = format!("{WORK}table = [work() for _ in range(20)]\ndef f(): return table\n");
    let now = format!("{WORK}def f(): return [work() for _ in range(20)]\n");
    let tests = check("assert len(candidate()) == 20");
    let loading = (0..TRIALS).map(|_| bench.probe(&ahead, &tests).loading_nanoseconds);
    let loading = loading.min().unwrap() as f64;
    let calling = bench.least(&now, &tests, Measuring::Time { copies: 1, transport: 0 });
    assert!(alike(loading, calling), "{loading} {calling}");
}

#[test]
fn exceptions_that_tests_expect_are_measured_too() {
    let module = format!("{WORK}def f():\n    work()\n    raise ValueError\n");
    let tests = check("try:\n    candidate()\nexcept ValueError:\n    return\nassert False");
    let mut bench = Bench::new();
    let (raising, plain) = (
        bench.seconds(&module, &tests, 4),
        bench.seconds(&format!("{WORK}def f(): work()\n"), &check("candidate()"), 4),
    );
    assert!(alike(raising, plain), "{raising} {plain}");
}

#[test]
fn in_one_process_with_its_tests_the_whole_test_is_measured() {
    let tests = "def test_it():\n    assert len(f(1_000_000)) == 1_000_000\n";
    let module = "def f(n): return [0] * n\n";
    let trial = Case::of(module).shared_trial(tests, module);
    let mut slot = open();
    let measured = slot.measure(&trial, Measuring::Memory).unwrap().measurement.unwrap();
    assert!(measured.traced && measured.peak_bytes >= 8_000_000, "{measured:?}");
    let measured =
        slot.measure(&trial, Measuring::Time { copies: 9, transport: 0 }).unwrap().measurement.unwrap();
    assert!(measured.nanoseconds > 0.0 && !measured.repeatable, "{measured:?}");
}
