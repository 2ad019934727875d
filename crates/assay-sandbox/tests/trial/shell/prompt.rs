//! At the prompt, on a terminal.

use assay_sandbox::{Engine, ShellEnd, Window};

use super::shell;
use super::talk::{User, WINDOW, talk};
use crate::conformance::conformance;
use crate::support::Case;

fn at_the_prompt(engine: &dyn Engine, module: &str, user: impl FnOnce(&mut User) + Send) -> String {
    let (end, seen) = talk(engine, &shell(&Case::of(module)), Some(WINDOW), |talking| {
        talking.sees(">>> ");
        user(talking);
        talking.types("exit\r");
    });
    assert_eq!(end, ShellEnd::Exited { exit: 0 }, "{seen}");
    seen
}

#[test]
fn an_interruption_reaches_what_runs_inside_and_the_prompt_is_back() {
    conformance(|bench| {
        let module = "def f(x):\n    print('running')\n    while True:\n        pass\n";
        at_the_prompt(bench.engine(), module, |user| {
            user.types("f(1)\r");
            user.sees("running\r\n");
            user.types("\x03");
            let shown = user.sees("\r\nKeyboardInterrupt\r\n>>> ");
            assert!(shown.contains("in f\r\n"), "{shown}");
            assert_eq!(user.enters("20 + 1"), "21");
        });
    });
}

#[test]
fn an_interruption_while_the_sample_loads_leaves_the_prompt() {
    conformance(|bench| {
        let module = "def f(x):\n    return x\nprint('loading')\nwhile True:\n    pass\n";
        let shell = shell(&Case::of(module));
        let (end, seen) = talk(bench.engine(), &shell, Some(WINDOW), |user| {
            user.sees("loading\r\n");
            user.types("\x03");
            user.sees("KeyboardInterrupt\r\n>>> ");
            assert_eq!(user.enters("f(7)"), "7");
            // The end of input.
            user.types("\x04");
        });
        assert_eq!(end, ShellEnd::Exited { exit: 0 }, "{seen}");
    });
}

#[test]
fn the_window_is_the_users_and_follows_it() {
    conformance(|bench| {
        let module = "import os, signal\nsizes = []\ndef f(x):\n    return tuple(os.get_terminal_size())\ndef wait():\n    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])\n    print('waiting')\n    signal.sigwait([signal.SIGWINCH])\n    return f(0)\n";
        at_the_prompt(bench.engine(), module, |user| {
            assert_eq!(user.enters("f(0)"), "(77, 30)");
            user.types("wait()\r");
            user.sees("waiting\r\n");
            user.resizes(Window { rows: 40, columns: 99 });
            assert_eq!(user.sees("\r\n>>> "), "(99, 40)");
        });
    });
}

#[test]
fn a_sample_that_exits_or_closes_its_streams_does_not_end_the_prompt() {
    conformance(|bench| {
        let module = "import sys\ndef f(x):\n    exit(x)\ndef g():\n    sys.stderr.close()\n    raise ValueError('g')\n";
        at_the_prompt(bench.engine(), module, |user| {
            assert!(user.enters("f(5)").ends_with("SystemExit: 5"));
            assert!(user.enters("g()").ends_with("ValueError: g"));
            assert_eq!(user.enters("1 + 1"), "2");
        });
    });
}

#[test]
fn a_line_is_asked_for_and_edited_as_on_any_terminal() {
    conformance(|bench| {
        at_the_prompt(bench.engine(), "def f(x):\n    return input('? ')\n", |user| {
            user.types("f(1)\r");
            user.sees("? ");
            user.types("abüx\x7fc\r");
            assert_eq!(user.sees("\r\n>>> ").rsplit('\n').next(), Some("'abüc'"));
        });
    });
}
