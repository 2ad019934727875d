//! What a sample may use, and what it comes to when it wants more.

use std::time::{Duration, Instant};

use assay_sandbox::{Judgement, SampleFailure};
use assay_types::LimitKind;

use crate::support::{Case, evidence};

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
    let report =
        Case::of(module).limited(|limits| limits.cpu_seconds = 1).checked_by("assert candidate(1) == 1");
    // Where its children leave it time enough it may even pass; the honest trial that follows is not touched.
    assert!(
        matches!(report.judgement, Judgement::Passed | Judgement::Limit(_) | Judgement::Exited { .. }),
        "{report:?}"
    );
}

#[test]
fn attack_36_37_38_disk_inodes_and_descriptors_are_bounded() {
    let fails_with = |module: &str, word: &str| {
        let report = Case::of(module).checked_by("candidate()");
        let Judgement::SampleRaised { failure: SampleFailure::Exception, .. } = report.judgement else {
            panic!("{report:?}")
        };
        assert!(evidence(&report.judgement).contains(word), "{report:?}");
    };
    fails_with(
        "def f():\n    for n in range(9):\n        open(f'/tmp/{n}', 'wb').write(bytes(16 << 20))\n",
        "No space left",
    );
    fails_with(
        "def f():\n    for n in range(9999):\n        open(f'/tmp/{n}', 'w').close()\n",
        "No space left",
    );
    fails_with("def f():\n    kept = [open('/dev/null') for _ in range(999)]\n", "Too many open files");
}

#[test]
fn a_judge_that_compares_for_ever_does_not_hold_its_slot() {
    let body = "x = candidate(1)\nwhile True: pass";
    let case = Case::of("def f(x):\n    return x\n").limited(|limits| limits.cpu_seconds = 1);
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
