//! After many trials, and after a slot is closed, nothing is left: no process, no mount, no descriptor, no file.

use std::fs;
use std::path::Path;

use assay_sandbox::Judgement;

use crate::support::{Case, ENVIRONMENT, check, open};

/// Leaves a daemon of its own session, a file and a mapped file behind, and answers.
const DAEMON: &str = "import os, time\ndef f(x):\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            open('/tmp/mark', 'w').write('x')\n            time.sleep(600)\n        os._exit(0)\n    return x\n";

/// Processes below this thread that are alive or not yet reaped. Other tests' slots hang below other threads.
fn children_of_this_thread() -> usize {
    let path = "/proc/thread-self/children";
    fs::read_to_string(path).unwrap().split_whitespace().count()
}

/// Descendants of the given processes, themselves included.
fn family(of: &[u32]) -> usize {
    let mut found = of.to_vec();
    let mut place = 0;
    while let Some(process) = found.get(place).copied() {
        place += 1;
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { continue };
        for thread in threads.flatten() {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|number| number.parse::<u32>().ok()));
        }
    }
    found.len()
}

fn own_children() -> Vec<u32> {
    let text = fs::read_to_string("/proc/thread-self/children").unwrap();
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

fn mounts(of: &str) -> usize {
    fs::read_to_string(format!("/proc/{of}/mounts")).unwrap().lines().count()
}

fn descriptors(of: &str) -> usize {
    fs::read_dir(format!("/proc/{of}/fd")).unwrap().count()
}

#[test]
fn attack_32_two_hundred_trials_with_daemons_leave_nothing() {
    let mut slot = open();
    let warm = slot.run(&Case::of(DAEMON).trial(&check("assert candidate(1) == 1"))).unwrap();
    assert_eq!(warm.judgement, Judgement::Passed);
    let zygotes = own_children();
    assert_eq!(zygotes.len(), 2);
    let state = || {
        let of: Vec<_> = zygotes
            .iter()
            .map(|process| (mounts(&process.to_string()), descriptors(&process.to_string())))
            .collect();
        (mounts("self"), family(&zygotes), of)
    };
    let before = state();
    for number in 0..200 {
        let report = slot.run(&Case::of(DAEMON).trial(&check("assert candidate(1) == 1"))).unwrap();
        assert_eq!(report.judgement, Judgement::Passed, "trial {number}: {report:?}");
    }
    assert_eq!(state(), before);
    drop(slot);
    assert_eq!(children_of_this_thread(), 0);
    assert_eq!(fs::read_dir(ENVIRONMENT.root.path.join("tmp")).unwrap().count(), 0);
    assert!(!Path::new("/tmp/mark").exists());
}

#[test]
fn an_opened_and_closed_slot_leaves_nothing() {
    drop(open());
    let before = mounts("self");
    for _ in 0..3 {
        drop(open());
    }
    assert_eq!((children_of_this_thread(), mounts("self")), (0, before));
}

#[test]
fn a_judges_own_leftovers_end_with_it() {
    let mut slot = open();
    let tests = "import os, time\nassert f(1) == 1\nif os.fork() == 0:\n    time.sleep(600)\n";
    let zygotes = own_children();
    for _ in 0..3 {
        Case::of("def f(x):\n    return x\n").judged_in(&mut *slot, tests);
    }
    // One judge may be sitting; everything else is gone.
    assert!(family(&zygotes) <= 3, "{}", family(&zygotes));
}

#[test]
fn a_slot_whose_zygote_is_killed_says_so_and_the_next_one_works() {
    let mut slot = open();
    for process in own_children() {
        nix::sys::signal::kill(
            nix::unistd::Pid::from_raw(i32::try_from(process).unwrap()),
            nix::sys::signal::Signal::SIGKILL,
        )
        .unwrap();
    }
    assert!(slot.run(&Case::of("def f(x):\n    return x\n").trial("assert f(1) == 1\n")).is_err());
    drop(slot);
    Case::of("def f(x):\n    return x\n").passes("assert candidate(1) == 1");
}

#[test]
fn a_worker_killed_from_outside_is_trouble_of_ours_and_not_a_failure() {
    let mut slot = open();
    let case = Case::of("import time\ndef f(x):\n    time.sleep(30)\n");
    let zygotes = own_children();
    let killer = std::thread::spawn(move || {
        for _ in 0..200 {
            std::thread::sleep(std::time::Duration::from_millis(10));
            for zygote in &zygotes {
                let children =
                    fs::read_to_string(format!("/proc/{zygote}/task/{zygote}/children")).unwrap_or_default();
                let name = fs::read_to_string(format!("/proc/{zygote}/cmdline")).unwrap_or_default();
                let worker = children.split_whitespace().next().and_then(|number| number.parse().ok());
                if let (true, Some(worker)) = (name.contains("worker"), worker) {
                    std::thread::sleep(std::time::Duration::from_millis(100));
                    let _ = nix::sys::signal::kill(
                        nix::unistd::Pid::from_raw(worker),
                        nix::sys::signal::Signal::SIGKILL,
                    );
                    return;
                }
            }
        }
    });
    let report = case.judged_in(&mut *slot, &check("candidate(1)"));
    killer.join().unwrap();
    assert!(matches!(report.judgement, Judgement::Killed { .. }), "{report:?}");
}

#[test]
fn tests_that_change_their_interpreter_meet_a_fresh_one_with_every_sample() {
    let mut slot = open();
    let changes = [
        "import decimal\nassert decimal.getcontext().prec == 28\ndecimal.getcontext().prec = 5\ncandidate(1)",
        "import os\nassert 'LEFT' not in os.environ\nos.environ['LEFT'] = '1'\ncandidate(1)",
        "import math\nassert math.pi > 3\nmath.pi = 3\ncandidate(1)",
        "import random\nassert random.random() == 0.8444218515250481\ncandidate(1)",
    ];
    for tests in changes {
        for _ in 0..2 {
            let report = Case::of("def f(x):\n    return x\n").judged_in(&mut *slot, &check(tests));
            assert_eq!(report.judgement, Judgement::Passed, "{tests}: {report:?}");
        }
    }
}
