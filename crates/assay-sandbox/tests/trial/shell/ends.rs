//! However a shell ends, it ends whole; `conformance` looks at what is left.

use assay_sandbox::{SandboxError, ShellEnd};
use assay_types::LimitKind;
use nix::sys::signal::Signal;
use nix::unistd::Pid;

use super::talk::{User, WINDOW, talk, try_to_talk};
use super::{piped, shell};
use crate::conformance::conformance;
use crate::processes::{MEETING, family, signal, wait_for};
use crate::support::Case;

type Way = fn(&mut User);

/// Leaves daemons and files behind, listens to no signal and to no key, and goes on for ever.
const STUBBORN: &str = "import os, signal, termios, time\ndef f(x):\n    for number in range(1, 65):\n        try:\n            signal.signal(number, signal.SIG_IGN)\n        except (OSError, ValueError):\n            pass\n    modes = termios.tcgetattr(0)\n    modes[3] &= ~(termios.ISIG | termios.ICANON | termios.ECHO)\n    termios.tcsetattr(0, termios.TCSANOW, modes)\n    if os.fork() == 0:\n        os.setsid()\n        open('/tmp/mark', 'w').write('x')\n        time.sleep(600)\n    print('stubborn')\n    while True:\n        pass\n";

#[test]
fn a_shell_that_does_not_listen_is_left_all_the_same() {
    conformance(|bench| {
        let ways: [(Way, ShellEnd); 4] = [
            (|user| user.types("\x03\x1d\x1d\x1d"), ShellEnd::Left),
            (User::hangs_up, ShellEnd::Left),
            (User::wants_the_end, ShellEnd::Stopped),
            (
                |user| {
                    user.looks_away();
                    user.types("x");
                },
                ShellEnd::Left,
            ),
        ];
        let module = STUBBORN.replace("        pass\n", "        print(end='.', flush=True)\n");
        for (way, expected) in ways {
            let (end, seen) = talk(bench.engine(), &shell(&Case::of(&module)), Some(WINDOW), |user| {
                user.sees(">>> ");
                user.types("f(1)\r");
                user.sees("stubborn\r\n");
                way(user);
            });
            assert_eq!(end, expected, "{seen}");
        }
    });
}

#[test]
fn a_shell_whose_terminal_takes_nothing_is_left_all_the_same() {
    conformance(|bench| {
        for (name, deed) in [("closed", "os.closerange(0, 3)"), ("unread", "tty.setraw(0)")] {
            let module = format!(
                "{MEETING}import os, tty\ndef f(x):\n    {deed}\n    say('{name}')\n    while True:\n        pass\n"
            );
            let (end, seen) = talk(bench.engine(), &shell(&Case::of(&module)), Some(WINDOW), |user| {
                user.sees(">>> ");
                user.types("f(1)\r");
                wait_for(&family(&[std::process::id()]), name);
                // More than all that is between the keyboard and the shell can hold.
                user.types(&"x".repeat(200 << 10));
                user.types("\x1d\x1d\x1d");
            });
            assert_eq!(end, ShellEnd::Left, "{name}: {seen}");
        }
    });
}

#[test]
fn a_program_that_goes_on_for_ever_ends_when_nobody_reads_it_or_it_is_told_to() {
    conformance(|bench| {
        let program = "while True:\n    print('x' * 1000)\n";
        for (way, expected) in
            [(User::looks_away as Way, ShellEnd::Left), (User::wants_the_end, ShellEnd::Stopped)]
        {
            let shell = shell(&Case::of("def f(x):\n    return x\n"));
            let (end, _) = talk(bench.engine(), &shell, None, |user| {
                user.types(program);
                user.hangs_up();
                user.sees("xxx");
                way(user);
            });
            assert_eq!(end, expected);
        }
    });
}

#[test]
fn limits_of_a_trial_hold_but_those_on_time() {
    conformance(|bench| {
        let module = "import os, signal, time\ndef f(x):\n    while time.process_time() < x:\n        pass\n    return 'done'\ndef memory():\n    kept = bytearray(150 << 20)\n    for n in range(8):\n        if os.fork() == 0:\n            kept = None\n            kept = bytearray(100 << 20)\n            signal.pause()\n    os.waitpid(-1, 0)\n";
        let case = Case::of(module).limited(|limits| {
            (limits.memory_bytes, limits.cpu_seconds, limits.wall_milliseconds) = (200 << 20, 1, 1);
        });
        let shell = shell(&case);
        let time = "f(2.5)\nimport resource\nresource.getrlimit(resource.RLIMIT_CPU)\n";
        let (end, printed) = piped(bench, &shell, time);
        assert_eq!((end, printed.as_str()), (ShellEnd::Exited { exit: 0 }, "'done'\n(-1, -1)\n"));
        let one = "try:\n    bytearray(1 << 30)\nexcept MemoryError:\n    print('no')\n";
        assert_eq!(piped(bench, &shell, one), (ShellEnd::Exited { exit: 0 }, "no\n".to_owned()));
        let disk = "open('/tmp/x', 'wb').write(bytes(1 << 16) * 1040)\n";
        assert!(piped(bench, &shell, disk).1.ends_with("OSError: [Errno 27] File too large\n"));
        let (end, printed) = piped(bench, &shell, "memory()\n");
        assert_eq!(end, ShellEnd::Limit(LimitKind::Memory), "{printed}");
    });
}

#[test]
fn a_process_that_ends_itself_is_told_from_a_user_who_leaves() {
    conformance(|bench| {
        let shell = shell(&Case::of("import os\ndef f(x):\n    os._exit(7)\n"));
        assert_eq!(piped(bench, &shell, "f(1)\n").0, ShellEnd::Exited { exit: 7 });
    });
}

#[test]
fn a_sandbox_that_breaks_under_a_shell_is_an_error_of_ours() {
    conformance(|bench| {
        let module = format!("{MEETING}say('a shell')\ndef f(x):\n    return x\n");
        let (end, seen) = try_to_talk(bench.engine(), &shell(&Case::of(&module)), Some(WINDOW), |user| {
            user.sees(">>> ");
            user.enters(r"print('\x1b[31m')");
            let process = wait_for(&family(&[std::process::id()]), "a shell");
            let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
            let zygote = status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap();
            signal(Pid::from_raw(zygote.trim().parse().unwrap()), Signal::SIGKILL);
        });
        assert!(matches!(end, Err(SandboxError::Zygote { role: "shell", .. })), "{end:?}");
        assert!(seen.contains("\x1b[31m\r\n") && seen.ends_with("\x1b[0m\r\n"), "{seen:?}");
    });
}
