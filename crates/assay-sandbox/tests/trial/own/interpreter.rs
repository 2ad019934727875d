//! Attacks on the interpreter that a sample shares with our worker (and, in shared mode, with its tests).

use assay_sandbox::Judgement;
use assay_types::LimitKind;

use crate::attacks::SEARCH;
use crate::conformance::{Bench, conformance};
use crate::support::{Case, check};

/// The sample's own failure, of whatever kind; never a pass, and never trouble of ours.
fn fails(bench: &mut Bench<'_>, case: &Case) {
    let judgement = bench.split(case, "assert candidate(1) == 2").judgement;
    assert!(
        !matches!(judgement, Judgement::Passed | Judgement::Fault { .. } | Judgement::Killed { .. }),
        "{judgement:?}"
    );
}

#[test]
fn own_13_overwriting_the_machine_code_of_its_process_reaches_only_itself() {
    conformance(|bench| {
        let module = r"
import ctypes
libc = ctypes.CDLL(None)
def f(x):
    code = []
    for line in open('/proc/self/maps'):
        bounds, mode, *rest = line.split()
        if 'x' in mode and rest[-1].startswith('/opt'):
            code.append([int(n, 16) for n in bounds.split('-')])
    written = 0
    for low, high in code:
        try:
            with open('/proc/self/mem', 'r+b', 0) as memory:
                return 'written through /proc'
        except OSError:
            pass
        first = high - 4096 if x else low
        if libc.mprotect(ctypes.c_void_p(first), high - first, 7) == 0:
            ctypes.memset(first, 0xcc, high - first)
            written += 1
    return written > 0
";
        // The last pages of each file's code are replaced: a private copy, of which the next trial sees nothing.
        bench.passes(module, "assert candidate(1) is True");
        let see = "def f(x):\n    for line in open('/proc/self/maps'):\n        bounds, mode, *rest = line.split()\n        if 'x' in mode and rest[-1].startswith('/opt'):\n            with open('/proc/self/mem', 'rb', 0) as memory:\n                memory.seek(int(bounds.split('-')[1], 16) - 4096)\n                if memory.read(4096) == b'\\xcc' * 4096:\n                    return False\n    return True\n";
        bench.passes(see, "assert candidate(1)");
        // All of it: a crash.
        let report = bench.split(&Case::of(module), "assert candidate(0)");
        assert!(matches!(report.judgement, Judgement::Exited { .. }), "{report:?}");
    });
}

#[test]
fn own_14_hooks_of_the_interpreter_that_change_or_break_our_worker_win_nothing() {
    conformance(|bench| {
        for hook in [
            "sys.settrace(lambda frame, event, arg: frame.f_locals.update(value=9))",
            "sys.setprofile(lambda frame, event, arg: 1 / 0)",
            "sys.addaudithook(lambda event, args: 1 / 0 if event.startswith(('socket', 'os', 'open')) else None)",
            "sys.settrace(lambda frame, event, arg: os._exit(0))",
            "threading.settrace(lambda *a: None)\nsys.setswitchinterval(1e-9)",
            "sys.excepthook = sys.unraisablehook = lambda *a: os._exit(0)",
            "gc.callbacks.append(lambda *a: os._exit(0))",
            "signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)\nsignal.signal(signal.SIGALRM, lambda *a: 1 / 0)",
            "sys.set_int_max_str_digits(640)\nsys.setrecursionlimit(60)",
            "import builtins\nbuiltins.isinstance = builtins.issubclass = lambda *a: True\nbuiltins.type = builtins.id = builtins.len = lambda *a: 2",
            "import json, json.encoder, json.decoder\njson.encoder.c_make_encoder = None\njson.encoder.encode_basestring_ascii = lambda s: '\"9\"'",
        ] {
            let module = format!("import gc, os, signal, sys, threading\n{hook}\ndef f(x):\n    return x\n");
            let case = Case::of(&module).limited(|limits| limits.wall_milliseconds = 2_000);
            fails(bench, &case);
        }
    });
}

#[test]
fn own_15_streams_that_are_replaced_or_closed_hold_nothing_up() {
    conformance(|bench| {
        for module in [
            "import sys\nclass Out:\n    def write(self, text): return len(text)\n    def flush(self): raise SystemExit(0)\nsys.stdout = sys.stderr = sys.__stdout__ = Out()\ndef f(x):\n    print('x' * 9_999)\n    return x\n",
            "import io, sys\nsys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, 'w', closefd=False), 1 << 28))\ndef f(x):\n    print('y' * 9_999_999)\n    return x\n",
            "import os, sys\nsys.stdout.close()\nos.close(2)\ndef f(x):\n    return x\n",
            "import fcntl, os\nfcntl.fcntl(1, fcntl.F_SETFL, os.O_NONBLOCK)\nfcntl.fcntl(1, 1031, 4096)\ndef f(x):\n    try:\n        while True:\n            os.write(1, b'z' * 65536)\n    except OSError:\n        return x\n",
            "import os, sys\nos.dup2(os.open('/dev/full', os.O_WRONLY), 1)\nprint('lost')\ndef f(x):\n    return x\n",
        ] {
            let report = bench.split(
                &Case::of(module).limited(|limits| limits.wall_milliseconds = 20_000),
                "assert candidate(1) == 1",
            );
            let flooded = report.judgement == Judgement::Limit(LimitKind::Output);
            assert!(report.judgement == Judgement::Passed || flooded, "{module} {report:?}");
        }
    });
}

#[test]
fn own_16_clocks_that_lie_change_no_verdict() {
    conformance(|bench| {
        let lies = "import time\nfor name in ('time', 'monotonic', 'monotonic_ns', 'perf_counter', 'time_ns', 'process_time'):\n    setattr(time, name, lambda: VALUE)\ndef f(x):\n    return x\n";
        for value in ["-10 ** 30", "10 ** 30", "float('nan')", "'now'", "[]"] {
            // Where our worker's own subtraction fails, that is the sample's end.
            let judgement =
                bench.split(&Case::of(&lies.replace("VALUE", value)), "assert candidate(1) == 2").judgement;
            assert!(
                matches!(judgement, Judgement::WrongAnswer { .. } | Judgement::Exited { .. }),
                "{value} {judgement:?}"
            );
        }
        let report = bench.split(&Case::of(&lies.replace("VALUE", "1")), "assert candidate(1) == 1");
        assert_eq!(report.judgement, Judgement::Passed);
    });
}

#[test]
fn own_17_a_crash_of_the_interpreter_is_the_samples_end() {
    conformance(|bench| {
        let exited = |judgement: &Judgement| matches!(judgement, Judgement::Exited { .. });
        for body in [
            "ctypes.string_at(0)",
            "os.abort()",
            "sys.setrecursionlimit(10 ** 9)\n    x = None\n    for _ in range(10 ** 6):\n        x = [x]\n    def deep(n):\n        return max(map(deep, [n]))\n    deep(1)",
            "os.kill(os.getpid(), signal.SIGSEGV)\n    signal.raise_signal(signal.SIGILL)\n    ctypes.string_at(1)",
            "import types\n    code = f.__code__.replace(co_code=bytes(range(256)) * 4, co_stacksize=1)\n    types.FunctionType(code, {})(1)",
        ] {
            let module = format!("import ctypes, os, signal, sys\ndef f(x):\n    {body}\n    os._exit(3)\n");
            // The deepest of them ends at its stack, or at its memory where that comes first.
            let case = Case::of(&module).limited(|limits| limits.cpu_seconds = 10);
            bench.comes_to(&case, "f(1)", |judgement| {
                exited(judgement) || *judgement == Judgement::Limit(LimitKind::Memory)
            });
        }
        // A handler that returns to the instruction that failed runs until its time is up.
        let handler = "import ctypes, signal\nlibc = ctypes.CDLL(None)\nhandler = ctypes.CFUNCTYPE(None, ctypes.c_int)(lambda n: None)\nlibc.signal(11, handler)\ndef f(x):\n    ctypes.string_at(0)\n";
        let case = Case::of(handler).limited(|limits| limits.cpu_seconds = 1);
        let report = bench.split(&case, "candidate(1)");
        assert!(
            exited(&report.judgement) || report.judgement == Judgement::Limit(LimitKind::Cpu),
            "{report:?}"
        );
    });
}

#[test]
fn own_18_texts_that_burst_the_compiler_are_the_samples_failure() {
    conformance(|bench| {
        let nested = |open: &str, close: &str, count: usize| {
            format!("def f(x):\n    return {}1{}\n", open.repeat(count), close.repeat(count))
        };
        for module in [
            nested("(", ")", 100_000),
            nested("[", "]", 150),
            nested("-", "", 500_000),
            nested("not ", "", 100_000),
            nested("1+", "", 200_000),
            format!("def f(x):\n    return x\n{}", "x = 1 if 1 else 0\n".repeat(20_000)),
            format!("{}\n", "def f(x):\n    return x\n".replace("x)", &"x,".repeat(300))),
            "def f(x):\n    return 10 ** 10 ** 10\n".to_owned(),
            "def f(x):\n    return compile('(' * 5000 + ')' * 5000, '', 'eval')\n".to_owned(),
            "import ast\ndef f(x):\n    node = ast.Constant(1)\n    for _ in range(10 ** 6):\n        node = ast.UnaryOp(ast.USub(), node)\n    return eval(compile(ast.fix_missing_locations(ast.Expression(node)), '', 'eval'))\n".to_owned(),
        ] {
            let case = Case::of(&module).limited(|limits| {
                limits.cpu_seconds = 1;
                limits.memory_bytes = 512 << 20;
            });
            fails(bench, &case);
        }
    });
}

#[test]
fn own_19_a_pattern_that_never_ends_reaches_the_cpu_limit() {
    conformance(|bench| {
        let module = "import re\ndef f(x):\n    return re.match('(a|a)*$', 'a' * 99 + 'b')\n";
        let case = Case::of(module).limited(|limits| limits.cpu_seconds = 1);
        bench.comes_to(&case, "assert f(1) == 1", |judgement| *judgement == Judgement::Limit(LimitKind::Cpu));
    });
}

#[test]
fn own_20_what_runs_at_the_interpreters_end_decides_nothing() {
    conformance(|bench| {
        let last = "import atexit, os, sys, threading, weakref\ndef last(*a):\n    try:\n        os.write(3, b'\\0\\0\\0\\2{}')\n    finally:\n        os._exit(0)\nclass Last:\n    __del__ = last\nkept = Last()\nsys.last = Last()\natexit.register(last)\nweakref.finalize(kept, last)\nthreading._register_atexit(last)\ndef f(x):\n    return ANSWER\n";
        let right = |judgement: &Judgement| *judgement == Judgement::Passed;
        bench.comes_to(&Case::of(&last.replace("ANSWER", "x")), "assert f(1) == 1", right);
        let wrong = |judgement: &Judgement| matches!(judgement, Judgement::WrongAnswer { .. });
        bench.comes_to(&Case::of(&last.replace("ANSWER", "0")), "assert f(1) == 1", wrong);
    });
}

#[test]
fn own_21_objects_that_lie_about_themselves_do_not_cross() {
    conformance(|bench| {
        for class in [
            "class C(list):\n    __class__ = list\n    def __iter__(self): return iter([2])\n",
            "class C(dict):\n    def items(self): return [(1, 2)]\n    def __getitem__(self, key): return 2\n",
            "class C(str):\n    def __eq__(self, other): return True\n    __hash__ = str.__hash__\n",
            "import collections\nclass C(collections.namedtuple('C', 'x')):\n    __slots__ = ()\n    def __eq__(self, other): return True\n    __hash__ = tuple.__hash__\n    def __new__(cls): return super().__new__(cls, 1)\n",
            "class M(type):\n    __eq__ = lambda s, o: True\n    __hash__ = lambda s: hash(int)\nclass C(metaclass=M):\n    pass\n",
            "class M(type):\n    def __getattribute__(cls, name): raise SystemExit(0)\nclass C(metaclass=M):\n    pass\n",
            "class C:\n    __class__ = property(lambda s: int)\n    __module__ = 'builtins'\n    def __next__(self): return 2\n    def __iter__(self): return self\n",
            "import decimal\nclass C(decimal.Decimal):\n    __eq__ = lambda s, o: True\n    __hash__ = lambda s: 0\n",
            "import types, sys\nmodule = types.ModuleType('decimal')\nclass C:\n    __module__ = 'decimal'\n    __eq__ = lambda s, o: True\nmodule.C = C\nsys.modules['decimal'] = module\n",
        ] {
            for value in ["C()", "[C()]", "{1: C()}", "(C(),)", "iter([C()])"] {
                fails(bench, &Case::of(&format!("{class}def f(x):\n    return {value}\n")));
            }
        }
    });
}

/// A shared zygote serves task after task: what it has seen of one, the samples of the next must not find.
#[test]
fn own_22_a_sample_in_shared_mode_finds_nothing_of_other_tasks_tests() {
    conformance(|bench| {
        let secret = "import unittest\nclass TestSecret(unittest.TestCase):\n    secret = 'zq123456789012qz'\n    def test_secret(self):\n        self.assertEqual(f(1), 'zq987654321098qz')\n";
        let reference = "def f(x):\n    return 'zq987654321098qz'\n";
        let report = bench.run(&Case::of(reference).shared_trial(secret, reference));
        assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
        let tests =
            check("assert f('q000000000000qz')[:2] == [['zq000000000000qz']] * 2, f('q000000000000qz')[:2]")
                .replace("check(candidate)", "test_it()");
        // Its own tests' text is in the process, of course: here it holds no text of that shape but the bait's.
        let tests = tests.replace("'zq000000000000qz'", "'z' + 'q000000000000qz'");
        let report = bench.run(&Case::of(SEARCH).shared_trial(&tests, SEARCH));
        assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
    });
}
