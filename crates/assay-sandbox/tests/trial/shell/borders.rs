//! What separates a shell from the host is what separates a trial, and a terminal changes nothing about it.

use assay_sandbox::{Judgement, ShellEnd};

use super::talk::{WINDOW, talk};
use super::{piped, shell};
use crate::conformance::conformance;
use crate::support::{Case, check};

/// Prints what a process can know of where it is.
pub(crate) const FACTS: &str = r"
import os, random, resource, socket, sys, time
def f():
    lines = [line.split(':', 1) for line in open('/proc/self/status')]
    status = {name: text.split() for name, text in lines}
    for name in ('Name', 'Uid', 'Gid', 'Groups', 'Pid', 'NSpid', 'CapInh', 'CapPrm', 'CapEff', 'CapAmb', 'NoNewPrivs',
                 'Seccomp', 'Seccomp_filters', 'Threads', 'SigBlk', 'Mems_allowed'):
        print(name, status.get(name))
    print('environment', sorted(os.environ.items()))
    print('folder', os.getcwd(), os.umask(0o22), sys.path, sys.argv, sys.flags)
    for folder in ('/', '/dev', '/proc', '/tmp', '/etc', '/opt', '/opt/assay'):
        print(folder, sorted(name for name in os.listdir(folder)))
    for line in open('/proc/self/mountinfo'):
        fields = line.split()
        print('mount', fields[4], fields[5], [field.split(',uid=')[0] for field in fields[6:]])
    print('maps', open('/proc/self/uid_map').read().split(), os.uname().nodename)
    for name in dir(resource):
        if name.startswith('RLIMIT_') and name != 'RLIMIT_CPU':
            print(name, resource.getrlimit(getattr(resource, name)))
    print('numbers', random.random(), hash('text'), time.tzname, time.localtime(0)[:5])
    print('interfaces', socket.if_nameindex())
    try:
        socket.create_connection(('127.0.0.1', 80), 1)
    except OSError as error:
        print('network', error)
    print('descriptors', [name for name in os.listdir('/proc/self/fd') if int(name) < 3], __name__, __file__)
";

#[test]
fn a_shell_is_where_a_trial_is() {
    conformance(|bench| {
        let case = Case::of(FACTS);
        let report = bench.run(&case.trial(&check("assert candidate() is None")));
        assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
        let told = String::from_utf8(report.output.head).unwrap();
        assert!(told.contains("\nNoNewPrivs ['1']\n") && told.contains("\nnetwork [Errno "), "{told}");
        let (end, printed) = piped(bench, &shell(&case), "f()\n");
        assert_eq!(end, ShellEnd::Exited { exit: 0 }, "{printed}");
        similar(&told, &printed);
        let (_, seen) = talk(bench.engine(), &shell(&case), Some(WINDOW), |user| {
            user.sees(">>> ");
            similar(&told, &(user.enters("f()").replace("\r\n", "\n") + "\n"));
            user.types("exit\r");
        });
        assert!(!seen.contains('\u{1b}'), "{seen:?}");
    });
}

#[track_caller]
fn similar(told: &str, printed: &str) {
    for (there, here) in told.lines().zip(printed.lines()) {
        assert_eq!(there, here);
    }
    assert_eq!(told.lines().count(), printed.lines().count());
}

#[test]
fn a_sample_recurses_as_deep_in_a_shell_as_in_a_trial() {
    conformance(|bench| {
        let module = "def deep(n):\n    try:\n        return deep(n + 1)\n    except RecursionError:\n        return n\nLOADED = deep(0)\ndef f():\n    return LOADED, deep(1)\n";
        let case = Case::of(&module.replace("LOADED, deep(1)", "print((LOADED, deep(1)))"));
        let report = bench.run(&case.trial(&check("assert candidate() is None")));
        let told = String::from_utf8(report.output.head).unwrap();
        assert!(told.starts_with("(99"), "{told}");
        assert_eq!(piped(bench, &shell(&Case::of(module)), "f()\n").1, told);
        talk(bench.engine(), &shell(&Case::of(module)), Some(WINDOW), |user| {
            user.sees(">>> ");
            for _ in 0..2 {
                assert_eq!(user.enters("f()"), told.trim_end());
            }
            user.types("exit\r");
        });
    });
}

#[test]
fn a_terminal_of_ones_own_gives_no_hold_on_the_users() {
    conformance(|bench| {
        let module = r"
import fcntl, os, termios
def f(x):
    refused = []
    for request in (termios.TIOCSTI, 0x541C, 0x5423):
        for again in range(2):
            try:
                fcntl.ioctl(0, request, b'x\0\0\0')
            except OSError as error:
                refused.append(error.errno)
    for path in ('/dev/tty', '/dev/console', '/dev/ptmx', '/dev/pts', '/proc/self/fd/0'):
        try:
            os.open(path, os.O_RDWR)
        except OSError as error:
            refused.append(error.errno)
    return refused, os.isatty(0), os.getsid(0), os.tcgetpgrp(0)
def title():
    print('\x1b]0;title\x07\x1b]52;c;aGk=\x07\x1b[c\x1b[6n\x1b[2J\x1b[31mred')
";
        talk(bench.engine(), &shell(&Case::of(module)), Some(WINDOW), |user| {
            user.sees(">>> ");
            assert_eq!(user.enters("f(1)"), "([1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 13], True, 1, 1)");
            let shown =
                "\\u{1b}]0;title\\u{7}\\u{1b}]52;c;aGk=\\u{7}\\u{1b}[c\\u{1b}[6n\\u{1b}[2J\u{1b}[31mred";
            assert_eq!(user.enters("title()"), shown);
            user.types("exit\r");
        });
    });
}
