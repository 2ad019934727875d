//! Attacks on other slots through what the kernel counts per user, or keeps per file, for the whole machine.

use assay_sandbox::Judgement;
use nix::sys::signal::Signal;

use crate::conformance::{Bench, ROOT, conformance};
use crate::processes::{MEETING, own_children, signal, wait_for};
use crate::support::{Case, check};

/// Runs one sample until it says that it holds all it can get; then another one, in another slot, must pass with what
/// it is used to.
fn beside(bench: &mut Bench<'_>, holds: &str, honest: &str) {
    let engine = bench.engine();
    // What it comes to alone.
    bench.passes(honest, "seen = candidate()\nassert seen == 'as ever', seen");
    let module =
        format!("{MEETING}{holds}\ndef f(x):\n    hold()\n    say('holding')\n    wait()\n    return x\n");
    std::thread::scope(|scope| {
        let (open, opened) = std::sync::mpsc::channel();
        let other = scope.spawn(move || {
            let mut slot = engine.open(&ROOT).unwrap();
            open.send(own_children()).unwrap();
            let case = Case::of(&module).limited(|limits| {
                limits.wall_milliseconds = 60_000;
                limits.cpu_seconds = 20;
            });
            slot.run(&case.trial(&check("assert candidate(1) == 1"))).unwrap()
        });
        let holding = wait_for(&opened.recv().unwrap(), "holding");
        let report = bench.split(&Case::of(honest), "seen = candidate()\nassert seen == 'as ever', seen");
        signal(holding, Signal::SIGUSR1);
        let held = other.join().unwrap();
        assert_eq!(report.judgement, Judgement::Passed, "beside {held:?}");
        assert_eq!(held.judgement, Judgement::Passed);
    });
}

/// What is counted per user can only be kept apart by users, and only root has those to give (docs/security.md).
fn has_a_user_per_slot() -> bool {
    nix::unistd::geteuid().is_root()
}

#[test]
fn own_34_locks_and_watches_on_the_shared_root_reach_no_other_slot() {
    conformance(|bench| {
        let holds = "import fcntl, os\nkept = []\ndef hold():\n    for folder, _folders, files in os.walk('/opt/assay'):\n        for name in files:\n            kept.append(open(os.path.join(folder, name)))\n            fcntl.flock(kept[-1], fcntl.LOCK_EX)\n            try:\n                fcntl.fcntl(kept[-1], fcntl.F_SETLEASE, fcntl.F_RDLCK)\n            except OSError:\n                pass\n";
        let honest = "import fcntl, os\ndef f():\n    for folder, _folders, files in os.walk('/opt/assay'):\n        for name in files:\n            with open(os.path.join(folder, name)) as file:\n                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)\n    return 'as ever'\n";
        beside(bench, holds, honest);
    });
}

#[test]
fn own_35_pending_signals_of_one_trial_leave_the_others_theirs() {
    conformance(|bench| {
        let holds = "import os, signal\nlibc = ctypes.CDLL(None)\ndef hold():\n    signal.pthread_sigmask(signal.SIG_BLOCK, [40])\n    for n in range(300_000):\n        if libc.sigqueue(os.getpid(), 40, None):\n            break\n";
        let honest = "import ctypes, os, signal\nlibc = ctypes.CDLL(None)\ndef f():\n    signal.pthread_sigmask(signal.SIG_BLOCK, [40])\n    sent = sum(libc.sigqueue(os.getpid(), 40, None) == 0 for _ in range(100))\n    return 'as ever' if sent == 100 else sent\n";
        beside(bench, holds, honest);
    });
}

#[test]
fn own_36_pipes_of_one_trial_leave_the_others_theirs() {
    conformance(|bench| {
        if !has_a_user_per_slot() {
            return;
        }
        let holds = "import fcntl, os\nkept = []\ndef hold():\n    try:\n        for n in range(120):\n            kept.append(os.pipe())\n            fcntl.fcntl(kept[-1][1], 1031, 1 << 20)\n    except OSError:\n        pass\n";
        let honest = "import fcntl, os\ndef f():\n    room = fcntl.fcntl(os.pipe()[1], 1032)\n    return 'as ever' if room == 65536 else room\n";
        beside(bench, holds, honest);
    });
}

#[test]
fn own_37_descriptors_in_flight_of_one_trial_leave_the_others_theirs() {
    conformance(|bench| {
        if !has_a_user_per_slot() {
            return;
        }
        let holds = "import array, os, socket\nkept = []\ndef hold():\n    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [0] * 200))]\n    try:\n        for n in range(50):\n            kept.append(socket.socketpair())\n            kept[-1][0].sendmsg([b'x'], rights)\n    except OSError:\n        pass\n";
        let honest = "import socket\ndef f():\n    a, b = socket.socketpair()\n    try:\n        socket.send_fds(a, [b'x'], [0])\n    except OSError as error:\n        return str(error)\n    return 'as ever'\n";
        beside(bench, holds, honest);
    });
}

#[test]
fn own_38_watches_of_one_trial_leave_the_others_theirs() {
    conformance(|bench| {
        // Refused, so that there is nothing to share: the kernel has 128 for all processes of a user.
        let holds = "libc = ctypes.CDLL(None)\nkept = []\ndef hold():\n    for n in range(200):\n        kept.append(libc.inotify_init1(0))\n    assert max(kept) == -1\n";
        let honest = "import ctypes\ndef f():\n    return 'as ever' if ctypes.CDLL(None).inotify_init() == -1 else 'watches'\n";
        beside(bench, holds, honest);
        // What waits for files to change without the kernel's help, or for descriptors, works as ever.
        let ordinary = "import os, select\ndef f():\n    poll = select.epoll()\n    r, w = os.pipe()\n    poll.register(r)\n    os.write(w, b'x')\n    return len(poll.poll(0))\n";
        bench.passes(ordinary, "assert candidate() == 1");
    });
}
