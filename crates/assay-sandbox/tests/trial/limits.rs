//! What a sample may use, and what it comes to when it wants more.

use std::time::{Duration, Instant};

use assay_sandbox::Judgement;
use assay_types::LimitKind;

use crate::support::{Case, evidence, open};

#[test]
fn a_sample_that_never_ends_reaches_its_cpu_limit() {
    let case = Case::of("def f(x):\n    while True: pass\n").limited(|limits| limits.cpu_seconds = 1);
    assert_eq!(case.checked_by("candidate(1)").judgement, Judgement::Limit(LimitKind::Cpu));
}

#[test]
fn a_module_that_never_ends_loading_reaches_its_cpu_limit() {
    let case = Case::of("while True: pass\n").limited(|limits| limits.cpu_seconds = 1);
    assert_eq!(case.checked_by("candidate(1)").judgement, Judgement::Limit(LimitKind::Cpu));
}

#[test]
fn attack_31_a_sample_that_ignores_every_signal_still_ends() {
    let module = "import signal, time\nfor number in range(1, 65):\n    try:\n        signal.signal(number, signal.SIG_IGN)\n    except (OSError, ValueError):\n        pass\ndef f(x):\n    time.sleep(60)\n";
    let start = Instant::now();
    let report = Case::of(module).limited(|limits| limits.wall_milliseconds = 300).checked_by("candidate(1)");
    assert_eq!(report.judgement, Judgement::Limit(LimitKind::Wall));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_sample_that_sleeps_for_ever_reaches_its_wall_limit() {
    let module = "import time\ndef f(x):\n    time.sleep(60)\n";
    let report = Case::of(module).limited(|limits| limits.wall_milliseconds = 300).checked_by("candidate(1)");
    assert_eq!(report.judgement, Judgement::Limit(LimitKind::Wall));
    assert!(report.worker.killed);
}

#[test]
fn attack_35_a_flood_of_output_is_stopped_and_its_two_ends_are_kept() {
    let module = "import os\ndef f(x):\n    os.write(1, b'first')\n    while True:\n        os.write(1, b'x' * 65536)\n";
    let report = Case::of(module).limited(|limits| limits.output_bytes = 1 << 20).checked_by("candidate(1)");
    assert_eq!(report.judgement, Judgement::Limit(LimitKind::Output));
    assert!(report.output.head.starts_with(b"first"));
    assert!(report.output.tail.ends_with(b"xxx"));
    assert!(report.output.head.len() + report.output.tail.len() < 100_000);
}

#[test]
fn much_output_below_the_limit_is_no_failure() {
    let module = "def f(x):\n    print('y' * 300_000)\n    print('end')\n    return x\n";
    let report = Case::of(module).checked_by("assert candidate(1) == 1");
    assert_eq!(report.judgement, Judgement::Passed);
    assert_eq!(report.output.total, 300_005);
    assert!(report.output.tail.ends_with(b"end\n"));
}

#[test]
fn a_sample_that_wants_too_much_memory_reaches_its_limit() {
    let case = Case::of("def f(x):\n    return len('x' * (1 << 31))\n")
        .limited(|limits| limits.memory_bytes = 256 << 20);
    assert_eq!(case.checked_by("candidate(1)").judgement, Judgement::Limit(LimitKind::Memory));
    let slowly = "def f(x):\n    kept = []\n    while True:\n        kept.append(bytearray(1 << 20))\n";
    let case = Case::of(slowly).limited(|limits| limits.memory_bytes = 256 << 20);
    assert_eq!(case.checked_by("candidate(1)").judgement, Judgement::Limit(LimitKind::Memory));
}

#[test]
fn memory_that_is_shared_by_name_only_counts_too() {
    let module = "import mmap\ndef f(x):\n    return len(mmap.mmap(-1, 16 << 30))\n";
    let report = Case::of(module).checked_by("candidate(1)");
    assert!(evidence(&report.judgement).contains("Cannot allocate memory"), "{report:?}");
}

#[test]
fn attack_33_a_fork_bomb_runs_into_the_process_limit() {
    let module = "import os\ndef f(x):\n    while True:\n        try:\n            os.fork()\n        except OSError:\n            if os.getpid() == 1:\n                return 1\n";
    let case = Case::of(module).limited(|limits| limits.cpu_seconds = 20);
    assert_eq!(case.checked_by("assert candidate(1) == 1").judgement, Judgement::Limit(LimitKind::Pids));
    let module = "import threading, time\ndef f(x):\n    for n in range(500):\n        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n";
    assert_eq!(Case::of(module).checked_by("candidate(1)").judgement, Judgement::Limit(LimitKind::Pids));
}

#[test]
fn attack_34_memory_spread_over_processes_runs_into_the_memory_limit() {
    // Each stays well below the limit of one process; the sample itself ends well and says what the tests want.
    let module = "import os, time\ndef f(x):\n    children = []\n    for n in range(8):\n        child = os.fork()\n        if child == 0:\n            kept = bytearray(100 << 20)\n            time.sleep(1)\n            os._exit(0)\n        children.append(child)\n    kept = bytearray(100 << 20)\n    for child in children:\n        os.waitpid(child, 0)\n    return x\n";
    let case = Case::of(module).limited(|limits| limits.memory_bytes = 200 << 20);
    assert_eq!(case.checked_by("assert candidate(1) == 1").judgement, Judgement::Limit(LimitKind::Memory));
}

#[test]
fn memory_in_files_without_a_name_counts_too() {
    let module = "import os\ndef f(x):\n    kept = [os.memfd_create(str(n)) for n in range(20)]\n    for file in kept:\n        os.write(file, bytes(60 << 20))\n    return x\n";
    let case = Case::of(module).limited(|limits| {
        limits.memory_bytes = 200 << 20;
        limits.disk_bytes = 64 << 20;
    });
    assert_eq!(case.checked_by("assert candidate(1) == 1").judgement, Judgement::Limit(LimitKind::Memory));
}

#[test]
fn attack_36_a_full_disk_is_the_disk_limit() {
    let fills = "def f():\n    for n in range(9):\n        open(f'/tmp/{n}', 'wb').write(bytes(16 << 20))\n";
    assert_eq!(Case::of(fills).checked_by("candidate()").judgement, Judgement::Limit(LimitKind::Disk));
    let one = "def f():\n    with open('/dev/shm/one', 'wb') as file:\n        for n in range(99):\n            file.write(bytes(1 << 20))\n";
    assert_eq!(Case::of(one).checked_by("candidate()").judgement, Judgement::Limit(LimitKind::Disk));
}

#[test]
fn attack_37_too_many_files_are_the_limit_of_inodes() {
    let module = "def f():\n    for n in range(9999):\n        open(f'/tmp/{n}', 'w').close()\n";
    assert_eq!(Case::of(module).checked_by("candidate()").judgement, Judgement::Limit(LimitKind::Inodes));
}

#[test]
fn attack_38_too_many_open_files_are_the_limit_of_descriptors() {
    let module = "def f():\n    kept = [open('/dev/null') for _ in range(999)]\n";
    assert_eq!(
        Case::of(module).checked_by("candidate()").judgement,
        Judgement::Limit(LimitKind::Descriptors)
    );
}

#[test]
fn attack_40_an_orphan_that_holds_the_output_holds_nothing_up() {
    // Whether it still runs when the verdict comes is chance, so it does not count; that it ends does.
    let module = "import os, time\ndef f(x):\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(600)\n        os._exit(0)\n    return x\n";
    Case::of(module).passes("assert candidate(1) == 1");
}

#[test]
fn attack_39_a_hog_on_the_same_processor_takes_no_neighbours_time() {
    // More slots than processors: some pair shares one. Each hog has forty processes in sessions of their own.
    let count = 2 * std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let hog = "import os\ndef f(x):\n    for n in range(40):\n        if os.fork() == 0:\n            os.setsid()\n            while True: pass\n    while True: pass\n";
    let hog = Case::of(hog).limited(|limits| limits.wall_milliseconds = 4_000);
    let honest = "import time\ndef f(x):\n    while time.process_time() < 0.3: pass\n    return x\n";
    let honest = Case::of(honest).limited(|limits| limits.wall_milliseconds = 3_000);
    let ready = std::sync::Barrier::new(count);
    let judgements: Vec<Judgement> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count)
            .map(|number| {
                let (ready, hog, honest) = (&ready, &hog, &honest);
                scope.spawn(move || {
                    let mut slot = open();
                    ready.wait();
                    let case = if number % 2 == 0 { hog } else { honest };
                    slot.run(&case.trial("assert f(1) == 1\n")).unwrap().judgement
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (number, judgement) in judgements.iter().enumerate() {
        let expected = if number % 2 == 0 { Judgement::Limit(LimitKind::Cpu) } else { Judgement::Passed };
        let wall = number % 2 == 0 && *judgement == Judgement::Limit(LimitKind::Wall);
        assert!(wall || *judgement == expected, "{number}: {judgement:?}");
    }
}

#[test]
fn a_judge_that_compares_for_ever_does_not_hold_its_slot() {
    let body = "x = candidate(1)\nwhile True: pass";
    let case = Case::of("def f(x):\n    return x\n").limited(|limits| limits.wall_milliseconds = 120_000);
    assert_eq!(case.checked_by(body).judgement, Judgement::Limit(LimitKind::Cpu));
    let case = Case::of("def f(x):\n    return x\n").limited(|limits| limits.wall_milliseconds = 300);
    let body = "import time\ncandidate(1)\ntime.sleep(60)";
    assert_eq!(case.checked_by(body).judgement, Judgement::Limit(LimitKind::Wall));
}

#[test]
fn a_small_answer_that_is_huge_when_written_out_does_not_take_the_judges_memory() {
    let module = "def f():\n    x = ['x' * 100]\n    for _ in range(40):\n        x = [x, x]\n    return x\n";
    let report = Case::of(module).checked_by("assert str(candidate()) == ''");
    assert!(matches!(report.judgement, Judgement::WrongAnswer { .. } | Judgement::Limit(_)), "{report:?}");
}
