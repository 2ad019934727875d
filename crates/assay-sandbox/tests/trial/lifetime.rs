//! Slots and judges come and go, and leave nothing: no process, no mount. What attacks leave is looked at in `attacks`.

use assay_sandbox::Judgement;
use nix::sys::signal::Signal;
use nix::unistd::Pid;

use crate::processes::{MEETING, family, mounts, own_children, signal, wait_for};
use crate::support::{Case, check, open};

#[test]
fn an_opened_and_closed_slot_leaves_nothing() {
    drop(open());
    let before = mounts("self");
    for _ in 0..3 {
        drop(open());
    }
    assert_eq!((own_children(), mounts("self")), (Vec::new(), before));
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
    assert!(family(&zygotes).len() <= 3, "{:?}", family(&zygotes));
}

#[test]
fn a_slot_whose_zygote_is_killed_says_so_and_the_next_one_works() {
    let mut slot = open();
    for process in own_children() {
        signal(Pid::from_raw(i32::try_from(process).unwrap()), Signal::SIGKILL);
    }
    assert!(slot.run(&Case::of("def f(x):\n    return x\n").trial("assert f(1) == 1\n")).is_err());
    drop(slot);
    Case::of("def f(x):\n    return x\n").passes("assert candidate(1) == 1");
}

#[test]
fn a_worker_killed_from_outside_is_trouble_of_ours_and_not_a_failure() {
    let mut slot = open();
    let case = Case::of(&format!("{MEETING}def f(x):\n    say('running')\n    wait()\n"));
    let zygotes = own_children();
    let killer = std::thread::spawn(move || signal(wait_for(&zygotes, "running"), Signal::SIGKILL));
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
