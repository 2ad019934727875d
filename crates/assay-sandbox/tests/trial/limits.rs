//! What a sample may use, and what it comes to when it wants more.

use assay_sandbox::Judgement;
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
fn a_sample_that_sleeps_for_ever_reaches_its_wall_limit() {
    let module = "import time\ndef f(x):\n    time.sleep(60)\n";
    let report = Case::of(module).limited(|limits| limits.wall_milliseconds = 300).checked_by("candidate(1)");
    assert_eq!(report.judgement, Judgement::Limit(LimitKind::Wall));
    assert!(report.worker.killed);
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
fn memory_in_files_without_a_name_counts_too() {
    let module = "import os\ndef f(x):\n    kept = [os.memfd_create(str(n)) for n in range(20)]\n    for file in kept:\n        os.write(file, bytes(60 << 20))\n    return x\n";
    let case = Case::of(module).limited(|limits| {
        limits.memory_bytes = 200 << 20;
        limits.disk_bytes = 64 << 20;
    });
    assert_eq!(case.checked_by("assert candidate(1) == 1").judgement, Judgement::Limit(LimitKind::Memory));
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
