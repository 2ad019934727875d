//! 31 to 40: samples that take more than they may have, or stay longer.

use assay_sandbox::Judgement;
use assay_types::LimitKind;

use crate::conformance::{Bench, conformance};
use crate::support::Case;

/// Comes to this limit in both modes.
fn limit(bench: &mut Bench<'_>, case: &Case, limit: LimitKind) {
    bench.comes_to(case, "assert f(1) == 1", |judgement| *judgement == Judgement::Limit(limit));
}

#[test]
fn attack_31_a_sample_that_ignores_every_signal_still_ends() {
    conformance(|bench| {
        let ignores = "import signal, time\nfor number in range(1, 65):\n    try:\n        signal.signal(number, signal.SIG_IGN)\n    except (OSError, ValueError):\n        pass\n";
        let waits = Case::of(&format!("{ignores}def f(x):\n    time.sleep(60)\n"));
        limit(bench, &waits.limited(|limits| limits.wall_milliseconds = 300), LimitKind::Wall);
        let spins = Case::of(&format!("{ignores}def f(x):\n    while True: pass\n"));
        limit(bench, &spins.limited(|limits| limits.cpu_seconds = 1), LimitKind::Cpu);
    });
}

/// Leaves a daemon of its own session, a file and a child of the daemon behind, and answers.
const DAEMON: &str = "import os, time\ndef f(x):\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            open('/tmp/mark', 'w').write('x')\n            time.sleep(600)\n        os._exit(0)\n    return x\n";

#[test]
fn attack_32_daemons_end_with_their_trial() {
    conformance(|bench| {
        for _ in 0..20 {
            bench
                .comes_to(&Case::of(DAEMON), "assert f(1) == 1", |judgement| *judgement == Judgement::Passed);
        }
        let alone =
            "import os\ndef f(x):\n    return sorted(p for p in os.listdir('/proc') if p.isdigit())\n";
        bench.passes(alone, "assert candidate(1) == ['1']");
    });
}

#[test]
fn attack_33_a_bomb_of_forks_or_threads_runs_into_the_limit_of_processes() {
    conformance(|bench| {
        let forks = "import os\ndef f(x):\n    while True:\n        try:\n            os.fork()\n        except OSError:\n            if os.getpid() == 1:\n                return 1\n";
        limit(bench, &Case::of(forks).limited(|limits| limits.cpu_seconds = 20), LimitKind::Pids);
        let threads = "import threading, time\ndef f(x):\n    for n in range(100_000):\n        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n";
        limit(bench, &Case::of(threads), LimitKind::Pids);
    });
}

#[test]
fn attack_34_memory_spread_over_processes_runs_into_the_memory_limit() {
    conformance(|bench| {
        // Each stays well below the limit of one process; the sample itself ends well and says what the tests want.
        let module = "import os, signal\ndef f(x):\n    children = []\n    for n in range(8):\n        child = os.fork()\n        if child == 0:\n            kept = bytearray(100 << 20)\n            signal.pause()\n        children.append(child)\n    kept = bytearray(100 << 20)\n    os.waitpid(-1, 0)\n    return x\n";
        let case = Case::of(module).limited(|limits| limits.memory_bytes = 200 << 20);
        limit(bench, &case, LimitKind::Memory);
    });
}

#[test]
fn attack_35_a_flood_of_output_is_stopped_and_its_two_ends_are_kept() {
    conformance(|bench| {
        let module = "import os\ndef f(x):\n    os.write(1, b'first')\n    while True:\n        os.write(1 + x % 2, b'x' * 65536)\n";
        let case = Case::of(module).limited(|limits| limits.output_bytes = 1 << 20);
        limit(bench, &case, LimitKind::Output);
        let report = bench.split(&case, "candidate(1)");
        assert!(report.output.head.starts_with(b"first"));
        assert!(report.output.tail.ends_with(b"xxx"));
    });
}

#[test]
fn attack_36_a_full_disk_is_the_disk_limit() {
    conformance(|bench| {
        let fills =
            "def f(x):\n    for n in range(9):\n        open(f'/tmp/{n}', 'wb').write(bytes(16 << 20))\n";
        limit(bench, &Case::of(fills), LimitKind::Disk);
        let one = "def f(x):\n    with open('/dev/shm/one', 'wb') as file:\n        for n in range(99):\n            file.write(bytes(1 << 20))\n";
        limit(bench, &Case::of(one), LimitKind::Disk);
    });
}

#[test]
fn attack_37_too_many_files_are_the_limit_of_inodes() {
    conformance(|bench| {
        let module = "def f(x):\n    for n in range(9999):\n        open(f'/tmp/{n}', 'w').close()\n";
        limit(bench, &Case::of(module), LimitKind::Inodes);
    });
}

#[test]
fn attack_38_too_many_open_files_are_the_limit_of_descriptors() {
    conformance(|bench| {
        let module = "def f(x):\n    kept = [open('/dev/null') for _ in range(999)]\n";
        limit(bench, &Case::of(module), LimitKind::Descriptors);
    });
}

/// More slots than processors: some pair shares one. Each hog has forty processes in sessions of their own; the
/// sibling, too, must share its processor with one.
#[test]
fn attack_39_a_hog_on_the_same_processor_takes_no_neighbours_time() {
    conformance(|bench| {
        let count = 2 * std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let hog = "import os\ndef f(x):\n    for n in range(40):\n        if os.fork() == 0:\n            os.setsid()\n            while True: pass\n    while True: pass\n";
        let hog = Case::of(hog).limited(|limits| limits.wall_milliseconds = 4_000);
        let honest = "import time\ndef f(x):\n    while time.process_time() < 0.3: pass\n    return x\n";
        let honest = Case::of(honest).limited(|limits| limits.wall_milliseconds = 12_000);
        let ready = std::sync::Barrier::new(count);
        let engine = bench.engine();
        let judgements: Vec<Judgement> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..count)
                .map(|number| {
                    let (ready, hog, honest) = (&ready, &hog, &honest);
                    scope.spawn(move || {
                        let mut slot = engine.open(&crate::conformance::ROOT).unwrap();
                        ready.wait();
                        let case = if number % 2 == 0 { hog } else { honest };
                        slot.run(&case.trial("assert f(1) == 1\n")).unwrap().judgement
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for (number, judgement) in judgements.iter().enumerate() {
            let expected: &[Judgement] = if number % 2 == 0 {
                &[Judgement::Limit(LimitKind::Cpu), Judgement::Limit(LimitKind::Wall)]
            } else {
                &[Judgement::Passed]
            };
            assert!(expected.contains(judgement), "{number}: {judgement:?}");
        }
    });
}

/// The list wants `limit(leak)`; here the orphan ends with its namespace, so nothing leaks and nobody waits for it.
#[test]
fn attack_40_an_orphan_that_holds_the_output_holds_nothing_up() {
    conformance(|bench| {
        let orphan = "import os, signal\ndef f(x):\n    if os.fork() == 0:\n        os.setsid()\n        while True:\n            signal.pause()\n    print('before')\n    return x\n";
        let case = Case::of(orphan).limited(|limits| limits.wall_milliseconds = 60_000);
        bench.comes_to(&case, "assert f(1) == 1", |judgement| *judgement == Judgement::Passed);
        // The same by a sample that leaves while its orphan holds output and channel: the channel is not the orphan's
        // to keep open.
        let leaves =
            "import os, signal\ndef f(x):\n    if os.fork():\n        os._exit(7)\n    signal.pause()\n";
        let exited = |judgement: &Judgement| *judgement == Judgement::Exited { exit: 7 };
        bench.comes_to(&Case::of(leaves), "assert f(1) == 1", exited);
    });
}
