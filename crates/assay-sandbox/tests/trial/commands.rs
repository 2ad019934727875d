//! A command in the place of a trial: what it is given, how it ends, what it leaves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use assay_environment::{Environment, Environments};
use assay_sandbox::{Command, CommandEnd, CommandFile, CommandReport, Judgement, SandboxError};
use assay_types::LimitKind;
use nix::sys::signal::Signal;

use crate::conformance::{Bench, conformance};
use crate::processes::{MEETING, signal, wait_for_child_of};
use crate::shell::borders::FACTS;
use crate::support::{Case, ENVIRONMENT, INTERPRETER, check};

/// Built before a test's own process looks at what is left.
static ROOT: LazyLock<Environment> = LazyLock::new(|| {
    let folder = ENVIRONMENT.root.path.parent().unwrap().to_owned();
    Environments::at(folder).for_commands(&INTERPRETER).unwrap()
});

fn command(arguments: &[&str]) -> Command {
    let mut limits = Case::of("").limits;
    (limits.cpu_seconds, limits.wall_milliseconds) = (60, 120_000);
    Command {
        arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
        files: Vec::new(),
        input: Arc::from(&b"one\ntwo\n"[..]),
        limits,
    }
}

fn python(program: &str) -> Command {
    command(&["python3", "-c", program])
}

/// What becomes of it; an honest trial passes afterwards, and nothing is left.
fn run(bench: &mut Bench<'_>, command: &Command) -> CommandReport {
    let report = bench.engine().command(&ROOT.root, command, &AtomicBool::new(false)).unwrap();
    bench.passes("def f(x):\n    return x\n", "assert candidate(1) == 1");
    report
}

fn printed(report: &CommandReport) -> (CommandEnd, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (report.end, text(&report.output), text(&report.errors.head))
}

#[test]
fn a_command_reads_its_input_and_its_files_and_both_its_streams_come_back() {
    LazyLock::force(&ROOT);
    conformance(|bench| {
        let file = |path: &str, content: &str| CommandFile {
            path: path.to_owned(),
            content: Arc::from(content.as_bytes()),
        };
        let script = "#!/bin/sh\nsed s/o/0/ && cat words/list && echo \"$0 $1\" >&2 && pwd && exit 3\n";
        let files = vec![file("bin/mine", script), file("words/list", "a\0b")];
        let mine = Command { files, ..command(&["./bin/mine", "it's \u{e4}"]) };
        let expected = "0ne\ntw0\na\0b/tmp\n".to_owned();
        let said = "./bin/mine it's \u{e4}\n".to_owned();
        assert_eq!(printed(&run(bench, &mine)), (CommandEnd::Exited { exit: 3 }, expected, said));
        let (end, _, errors) = printed(&run(bench, &command(&["nowhere"])));
        assert_eq!(end, CommandEnd::Exited { exit: 127 });
        assert!(errors.starts_with("nowhere: [Errno 2]"), "{errors}");
        // A pipe whose reader has gone ends what writes into it, as anywhere.
        let pipe = command(&["sh", "-c", "while echo x; do :; done | head -n 1"]);
        assert_eq!(printed(&run(bench, &pipe)).1, "x\n");
        let large = Command { input: vec![b'x'; 9 << 20].into(), ..command(&["wc", "-c"]) };
        assert_eq!(printed(&run(bench, &large)).1.trim(), (9 << 20).to_string());
    });
}

#[test]
fn a_command_is_where_a_trial_is() {
    LazyLock::force(&ROOT);
    conformance(|bench| {
        let report = bench.run(&Case::of(FACTS).trial(&check("assert candidate() is None")));
        assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
        let told = String::from_utf8(report.output.head).unwrap();
        let (end, here, errors) = printed(&run(bench, &python(&format!("{FACTS}\n__file__ = ''\nf()\n"))));
        assert_eq!(end, CommandEnd::Exited { exit: 0 }, "{errors}");
        // Its own name, its root's folders, and what an interpreter is that did not load a sample.
        let differs = |line: &&str| {
            !["Name ", "folder ", "/ ", "/opt/assay ", "numbers ", "descriptors "]
                .iter()
                .any(|word| line.starts_with(word))
        };
        let (there, here): (Vec<&str>, Vec<&str>) =
            (told.lines().filter(differs).collect(), here.lines().filter(differs).collect());
        assert!(there.len() > 30, "{told}");
        assert_eq!(there, here);
    });
}

#[test]
fn a_command_that_reaches_a_limit_says_which() {
    LazyLock::force(&ROOT);
    conformance(|bench| {
        let mut waits = python("import time\ntime.sleep(1000)");
        waits.limits.wall_milliseconds = 500;
        assert_eq!(run(bench, &waits).end, CommandEnd::Limit(LimitKind::Wall));
        let mut computes = python("while True: pass");
        computes.limits.cpu_seconds = 1;
        assert_eq!(run(bench, &computes).end, CommandEnd::Limit(LimitKind::Cpu));
        let forks = python("import os\nwhile True: os.fork()");
        assert_eq!(run(bench, &forks).end, CommandEnd::Limit(LimitKind::Pids));
        // Each stays below the limit of one process; the kernel kills one for what they have together.
        let mut spreads = python(
            "import os, signal\nfor _ in range(9):\n    if not os.fork():\n        kept = b'x' * (100 << 20)\n        signal.pause()\nos.wait()",
        );
        spreads.limits.memory_bytes = 200 << 20;
        assert_eq!(run(bench, &spreads).end, CommandEnd::Limit(LimitKind::Memory));
        for stream in ["stdout", "stderr"] {
            let mut prints = python(&format!("import sys\nwhile True: sys.{stream}.write('x' * 65536)"));
            prints.limits.output_bytes = 1 << 20;
            let report = run(bench, &prints);
            assert_eq!(report.end, CommandEnd::Limit(LimitKind::Output), "{stream}");
            assert!(report.output.len() <= (1 << 20) + (16 << 10), "{} bytes kept", report.output.len());
        }
        let mut exact = python("print('x' * 1023)");
        exact.limits.output_bytes = 1 << 10;
        assert_eq!(run(bench, &exact).end, CommandEnd::Exited { exit: 0 });
    });
}

#[test]
fn nothing_of_a_command_outlives_it_and_nobody_else_changes_what_it_reads() {
    LazyLock::force(&ROOT);
    conformance(|bench| {
        // What it leaves behind holds both streams open and wants to go on for ever.
        let leaves = python(
            "import os, time\nif not os.fork():\n    os.setsid()\n    time.sleep(1000)\nprint('left')",
        );
        assert_eq!(printed(&run(bench, &leaves)).1, "left\n");
        let changes = python(
            "import os\nfor change in (lambda: os.write(0, b'x'), lambda: os.ftruncate(0, 0), lambda: os.ftruncate(0, 99)):\n    \
                 try:\n        change()\n        print('changed')\n    except PermissionError:\n        print('refused')\n\
             print(os.read(0, 9))",
        );
        assert_eq!(printed(&run(bench, &changes)).1, "refused\nrefused\nrefused\nb'one\\ntwo\\n'\n");
    });
}

#[test]
fn a_command_that_is_not_wanted_any_more_ends() {
    LazyLock::force(&ROOT);
    conformance(|bench| {
        let cancelled = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| cancelled.store(true, Ordering::Relaxed));
            let waits = python("import time\ntime.sleep(1000)");
            let report = bench.engine().command(&ROOT.root, &waits, &cancelled).unwrap();
            assert_eq!(report.end, CommandEnd::Stopped);
        });
        bench.passes("def f(x):\n    return x\n", "assert candidate(1) == 1");
    });
}

#[test]
fn a_command_killed_from_outside_is_trouble_of_ours_and_not_its_end() {
    LazyLock::force(&ROOT);
    conformance(|bench| {
        // A process says its name from inside; the thread that runs the command is the one that has it as a descendant.
        let waits = python(&format!("{MEETING}say('running')\nwait()\n"));
        let thread = nix::unistd::gettid();
        let killer =
            std::thread::spawn(move || signal(wait_for_child_of(thread, "running"), Signal::SIGKILL));
        let ended = bench.engine().command(&ROOT.root, &waits, &AtomicBool::new(false));
        killer.join().unwrap();
        assert!(matches!(ended, Err(SandboxError::Killed { .. })), "{ended:?}");
        bench.passes("def f(x):\n    return x\n", "assert candidate(1) == 1");
    });
}

#[test]
fn a_command_cannot_kill_its_first_process_and_so_cannot_pass_for_killed() {
    LazyLock::force(&ROOT);
    conformance(|bench| {
        let tries = python(
            "import os, signal\nif not os.fork():\n    os.kill(1, 9)\n    os._exit(0)\nos.wait()\nos.kill(os.getpid(), 9)\nos._exit(5)",
        );
        assert_eq!(run(bench, &tries).end, CommandEnd::Exited { exit: 5 });
    });
}
