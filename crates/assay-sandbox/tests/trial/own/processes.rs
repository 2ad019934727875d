//! Attacks with processes, signals and limits.

use assay_sandbox::Judgement;
use assay_types::LimitKind;
use nix::sys::signal::Signal;
use nix::unistd::Pid;

use crate::attacks::FORGE;
use crate::conformance::{ROOT, conformance};
use crate::processes::{MEETING, family, own_children, signal, wait_for};
use crate::support::{Case, check};

#[test]
fn own_23_a_program_that_is_executed_has_no_more_than_the_sample() {
    conformance(|bench| {
        let module = r"
import os, subprocess, sys
REPORT = '''
import os, sys
lines = dict(l.split(':', 1) for l in open('/proc/self/status').read().splitlines())
print({lines[k].strip() for k in lines if k.startswith('Cap') and k != 'CapBnd'},
      lines['NoNewPrivs'].strip(), lines['Seccomp'].strip(), os.getuid(), os.path.exists('/etc/shadow'))
'''
def f():
    program = os.memfd_create('program')
    with open(os.path.realpath(sys.executable), 'rb') as file:
        os.write(program, file.read())
    home = os.environ | {'PYTHONHOME': sys.base_prefix}
    runs = [subprocess.run([name, '-c', REPORT], capture_output=True, text=True, pass_fds=[program], env=home)
            for name in ('/proc/self/exe', f'/proc/self/fd/{program}')]
    return [run.stdout or run.stderr for run in runs]
";
        let body = "said = candidate()\nfor text in said:\n    assert \"{'0000000000000000'} 1 2 1000 False\" in text, text";
        bench.passes(module, body);
        // In place of the worker itself: it still holds the channel, on which it can say what any sample can.
        let place = format!(
            "{FORGE}import sys\ndef f(x):\n    os.execv('/proc/self/exe', [sys.orig_argv[0], '-c', 'import os; os.write(3, ' + repr(reply(9)) + ')'])\n"
        );
        let report = bench.split(&Case::of(&place), "assert candidate(1) == 2");
        assert!(matches!(report.judgement, Judgement::WrongAnswer { .. }), "{report:?}");
    });
}

#[test]
fn own_24_bombs_of_other_kinds_run_into_the_limit_of_processes() {
    conformance(|bench| {
        let spawns = "import os, sys\ndef f(x):\n    for n in range(500):\n        try:\n            os.posix_spawn('/proc/self/exe', [sys.orig_argv[0], '-c', 'import signal; signal.pause()'], os.environ)\n        except OSError:\n            return x\n";
        let clones = "import ctypes, os, platform\nlibc = ctypes.CDLL(None)\nFORK = {'x86_64': 56, 'aarch64': 220}[platform.machine()]\ndef f(x):\n    for n in range(500):\n        process = libc.syscall(FORK, 17, 0, 0, 0, 0)\n        if process == 0:\n            while True:\n                libc.pause()\n        if process < 0:\n            return x\n";
        for module in [spawns, clones] {
            let case = Case::of(module).limited(|limits| limits.cpu_seconds = 20);
            bench.comes_to(&case, "assert f(1) == 1", |judgement| {
                *judgement == Judgement::Limit(LimitKind::Pids)
            });
        }
    });
}

#[test]
fn own_25_a_sample_that_stops_itself_or_its_children_does_not_stop_its_slot() {
    conformance(|bench| {
        let module = "import os, signal, time\ndef f(x):\n    for n in range(5):\n        if os.fork() == 0:\n            os.setpgid(0, 0)\n            os.kill(os.getpid(), signal.SIGSTOP)\n            while True: pass\n    os.kill(os.getpid(), signal.SIGSTOP)\n    signal.raise_signal(signal.SIGTSTP)\n    os.killpg(0, signal.SIGSTOP)\n    return x\n";
        bench.comes_to(&Case::of(module), "assert f(1) == 1", |judgement| *judgement == Judgement::Passed);
        // Vanishing in the kernel: a parent that waits for a child that has stopped before it executes anything.
        let waits = "import ctypes, os, platform, signal\nlibc = ctypes.CDLL(None)\nVFORK = 0x4000 | 0x100 | 17\nNUMBER = {'x86_64': 56, 'aarch64': 220}[platform.machine()]\ndef f(x):\n    if libc.syscall(NUMBER, VFORK, 0, 0, 0, 0) == 0:\n        libc.raise_(19) if hasattr(libc, 'raise_') else libc.kill(libc.getpid(), 19)\n    return x\n";
        let case = Case::of(waits).limited(|limits| limits.wall_milliseconds = 500);
        let report = bench.split(&case, "assert candidate(1) == 2");
        assert_ne!(report.judgement, Judgement::Passed, "{report:?}");
    });
}

#[test]
fn own_26_limits_can_be_lowered_but_not_raised_and_lowering_them_wins_nothing() {
    conformance(|bench| {
        let raise = "import resource\ndef f():\n    raised = []\n    for kind in range(16):\n        soft, hard = resource.getrlimit(kind)\n        if hard == resource.RLIM_INFINITY:\n            continue\n        for limits in ((soft, hard + 1), (-1, -1), (hard + 1, hard + 1)):\n            for change in (lambda: resource.setrlimit(kind, limits), lambda: resource.prlimit(1, kind, limits)):\n                try:\n                    change()\n                    raised.append((kind, limits))\n                except (ValueError, OSError, OverflowError):\n                    pass\n    return raised\n";
        bench.passes(raise, "raised = candidate()\nassert raised == [], raised");
        for name in ["NOFILE", "DATA", "AS", "FSIZE", "NPROC", "STACK", "CORE", "SIGPENDING", "MEMLOCK"] {
            let module = format!(
                "import resource\ndef f(x):\n    resource.setrlimit(resource.RLIMIT_{name}, (0, 0))\n    return [9] * 100_000\n"
            );
            let report = bench.split(&Case::of(&module), "assert candidate(1) == 2");
            assert!(
                !matches!(
                    report.judgement,
                    Judgement::Passed | Judgement::Fault { .. } | Judgement::Killed { .. }
                ),
                "{name} {report:?}"
            );
        }
    });
}

/// The signal that ends a sample with its zygote can be cleared; the namespace that it lives in ends all the same.
#[test]
fn own_27_a_sample_that_clears_its_parent_death_signal_ends_with_its_slot() {
    conformance(|bench| {
        let engine = bench.engine();
        let module = format!(
            "{MEETING}import os\ndef f(x):\n    ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)\n    for n in range(3):\n        if os.fork() == 0:\n            os.setsid()\n            say('daemon')\n            while True: wait()\n    say('running')\n    while True: wait()\n"
        );
        std::thread::scope(|scope| {
            let (open, opened) = std::sync::mpsc::channel();
            let other = scope.spawn(move || {
                let mut slot = engine.open(&ROOT).unwrap();
                open.send(own_children()).unwrap();
                let broken = slot.run(&Case::of(&module).trial(&check("candidate(1)"))).is_err();
                let left = own_children();
                drop(slot);
                (broken, family(&left).len() - left.len(), own_children())
            });
            let zygotes = opened.recv().unwrap();
            wait_for(&zygotes, "running");
            let worker = zygotes.iter().find(|zygote| family(&[**zygote]).len() > 2).unwrap();
            signal(Pid::from_raw(i32::try_from(*worker).unwrap()), Signal::SIGKILL);
            let (broken, judging, left) = other.join().unwrap();
            // A judge may still be sitting when the slot says that it is broken.
            assert!(broken && judging <= 1, "{broken} {judging}");
            assert_eq!(left, Vec::<u32>::new());
        });
    });
}

/// Its score is the highest there is: a group or a machine that runs out of memory finds samples before the rest.
#[test]
fn own_28_a_sample_does_not_hide_from_the_out_of_memory_killer() {
    conformance(|bench| {
        let module = "def f(value):\n    written = []\n    for name in ('oom_score_adj', 'oom_adj'):\n        for place in ('self', 'thread-self', '1', 'self/task/1'):\n            try:\n                with open(f'/proc/{place}/{name}', 'w') as file:\n                    file.write(str(value))\n                written.append((place, name))\n            except OSError:\n                pass\n    return written, int(open('/proc/self/oom_score_adj').read())\n";
        bench.passes(module, "for value in (0, 999, -1000):\n    assert candidate(value) == ([], 1000)");
    });
}

#[test]
fn own_29_a_sample_changes_nobodys_priority_or_processor() {
    conformance(|bench| {
        let module = r"
import ctypes, os, platform
libc = ctypes.CDLL(None)
IOPRIO, SCHEDULER, ATTRIBUTES = {'x86_64': (251, 144, 314), 'aarch64': (30, 119, 274)}[platform.machine()]
def f():
    gained = []
    for attempt in (
        lambda: os.setpriority(os.PRIO_PROCESS, 0, -5), lambda: os.nice(-1), lambda: os.sched_setaffinity(0, range(64)),
        lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1)), lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)),
    ):
        try:
            attempt()
            gained.append(attempt.__code__.co_consts)
        except OSError:
            pass
    # The real-time class; then the lowest priority for all processes of the user, of which others have some.
    if libc.syscall(IOPRIO, 1, 0, 1 << 13) == 0:
        gained.append('ioprio')
    libc.syscall(IOPRIO, 3, 0, 3 << 13)
    for who in (os.PRIO_USER, os.PRIO_PGRP):
        os.setpriority(who, 0, 19)
    return gained
";
        bench.passes(module, "gained = candidate()\nassert gained == [], gained");
        for process in family(&[std::process::id()]) {
            let Ok(text) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { continue };
            let nice = text.rsplit(')').next().unwrap().split_whitespace().nth(16).unwrap().to_owned();
            let own = std::fs::read_to_string("/proc/self/stat").unwrap();
            let own = own.rsplit(')').next().unwrap().split_whitespace().nth(16).unwrap().to_owned();
            assert_eq!(nice, own, "{text}");
        }
    });
}
