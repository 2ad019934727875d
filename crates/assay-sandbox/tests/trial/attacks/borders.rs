//! 41 to 52: the terminal, core dumps, privileges, memory from one repetition to the next, what comes out.

use assay_sandbox::Judgement;

use super::forging::FORGE;
use crate::conformance::conformance;
use crate::support::Case;

#[test]
fn attack_41_there_is_no_terminal_to_type_into() {
    conformance(|bench| {
        let module = r"
import fcntl, os, termios
def f(x):
    typed = []
    for path in ('/dev/tty', '/dev/console', '/dev/tty0', '/dev/pts/0', '/dev/ptmx'):
        try:
            typed.append(os.open(path, os.O_RDWR))
        except OSError:
            pass
    for descriptor in range(4):
        for request in (termios.TIOCSTI, termios.TIOCSCTTY, 0x541C):
            try:
                fcntl.ioctl(descriptor, request, b'x')
                typed.append((descriptor, request))
            except OSError:
                pass
    return typed or x
";
        bench.comes_to(&Case::of(module), "typed = f(1)\nassert typed == 1, typed", |judgement| {
            *judgement == Judgement::Passed
        });
    });
}

#[test]
fn attack_42_a_crash_leaves_no_core_dump() {
    conformance(|bench| {
        let module = "import ctypes, os, resource\ndef f(x):\n    if resource.getrlimit(resource.RLIMIT_CORE) != (0, 0):\n        return 0\n    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)\n    child = os.fork()\n    if child == 0:\n        os.abort()\n    status = os.waitpid(child, 0)[1]\n    return x if os.WIFSIGNALED(status) and not os.WCOREDUMP(status) and not os.listdir('/tmp') else status\n";
        bench.passes(module, "assert candidate(1) == 1");
    });
}

#[test]
fn attack_43_privileges_cannot_be_regained() {
    conformance(|bench| {
        let module = r"
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def f():
    gained = []
    def attempt(name, result):
        if result not in (-1, 0xffffffff):
            gained.append((name, result))
    for flag in (0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x08000000, 0x04000000, 0x02000000, 0x80):
        attempt('unshare %x' % flag, libc.unshare(flag))
    attempt('mount', libc.mount(b'none', b'/tmp', b'tmpfs', 0, None))
    attempt('remount', libc.mount(b'none', b'/', None, 0x1020, None))
    for kind in (b'cgroup', b'cgroup2', b'sysfs', b'proc', b'overlay', b'mqueue'):
        attempt(kind, libc.mount(b'none', b'/tmp', kind, 0, None))
    attempt('umount', libc.umount2(b'/tmp', 2))
    attempt('umount proc', libc.umount2(b'/proc', 2))
    attempt('chroot', libc.chroot(b'/tmp'))
    attempt('pivot', libc.syscall(155, b'.', b'.'))
    attempt('setuid', libc.setuid(0))
    attempt('setgid', libc.setgid(0))
    attempt('setgroups', libc.setgroups(0, None))
    attempt('ptrace', libc.ptrace(16, 1, 0, 0))
    attempt('sethostname', libc.sethostname(b'x', 1))
    attempt('setdomainname', libc.setdomainname(b'x', 1))
    attempt('mknod', libc.mknod(b'/tmp/sda', 0o060600, 0x800))
    attempt('setns', libc.setns(os.open('/proc/self/ns/user', 0), 0))
    attempt('bpf', libc.syscall(321, 0, 0, 0))
    attempt('ambient', libc.prctl(47, 2, 21, 0, 0))
    attempt('dropping no_new_privs', libc.prctl(38, 0, 0, 0, 0))
    attempt('secure bits', libc.prctl(28, 0, 0, 0, 0))
    attempt('reboot', libc.syscall(169, 0xfee1dead, 672274793, 0x01234567, 0))
    for path, text in (('/proc/self/uid_map', '0 0 1'), ('/proc/self/gid_map', '0 0 1'), ('/proc/self/setgroups', 'allow')):
        try:
            with open(path, 'w') as file:
                file.write(text)
            gained.append(path)
        except OSError:
            pass
    for folder, _folders, files in os.walk('/'):
        if 'cgroup.procs' in files or 'tasks' in files:
            gained.append(folder)
        if folder == '/proc':
            _folders.clear()
    return gained
";
        bench.passes(module, "gained = candidate()\nassert gained == [], gained");
    });
}

/// Counts how often it has run, in every place that could remember.
const COUNTS: &str = r"
import builtins, functools, os, sys, types
@functools.lru_cache(maxsize=None)
def cached():
    calls.append(1)
    return 1
calls = []
def f(x):
    seen = []
    for name, place in (('builtins', builtins), ('os', os), ('class', types.SimpleNamespace), ('solution', sys.modules[__name__])):
        if hasattr(place, 'counted'):
            seen.append(name)
        try:
            place.counted = 1
        except TypeError:
            pass
    for path in ('/tmp/counted', '/dev/shm/counted', '/tmp/__pycache__/solution.pyc', os.path.expanduser('~/counted')):
        if os.path.exists(path):
            seen.append(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
    for path in ('/tmp/counted', '/tmp/__pycache__/solution.pyc'):
        open(path, 'w').close()
    if 'counted' in sys.modules or 'COUNTED' in os.environ:
        seen.append('process')
    sys.modules['counted'] = sys
    os.environ['COUNTED'] = '1'
    cached()
    return seen or len(calls)
";

#[test]
fn attack_45_nothing_is_remembered_from_one_repetition_to_the_next() {
    conformance(|bench| {
        for _ in 0..3 {
            bench.comes_to(&Case::of(COUNTS), "seen = f(1)\nassert seen == 1, seen", |judgement| {
                *judgement == Judgement::Passed
            });
        }
    });
}

#[test]
fn attack_51_no_pickle_is_read_anywhere() {
    for (file, text) in assay_sandbox::PYTHON_SOURCES {
        for word in ["pickle", "marshal", "shelve", "eval("] {
            assert!(!text.contains(word), "{word} in {file}");
        }
    }
    conformance(|bench| {
        let send = |payload: &str| {
            Case::of(&format!(
                "{FORGE}import pickle\nclass Run:\n    def __reduce__(self):\n        return exec, ('raise SystemExit',)\ndef f(x):\n    payload = {payload}\n    os.write(3, len(payload).to_bytes(4, 'big') + payload)\n    os._exit(0)\n"
            ))
        };
        for payload in ["pickle.dumps(Run())", "pickle.dumps(1)", "b'\\x80\\x04K\\x01.'"] {
            let report = bench.split(&send(payload), "assert candidate(1) == 1");
            assert!(matches!(report.judgement, Judgement::Tampered { .. }), "{payload} {report:?}");
        }
        let returned = "class Run:\n    def __reduce__(self):\n        return exec, ('raise SystemExit',)\ndef f(x):\n    return Run()\n";
        let report = bench.split(&Case::of(returned), "assert candidate(1) == 1");
        assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{report:?}");
    });
}

/// Nothing that a trial leaves in its files is ever opened from outside: they go with its mount namespace.
#[test]
fn attack_52_links_pipes_devices_and_giants_left_as_output_are_never_opened() {
    conformance(|bench| {
        let module = r"
import os, resource
def f(x):
    failed = []
    for folder in ('/tmp', '/dev/shm'):
        os.symlink('/etc/passwd', folder + '/link')
        os.symlink('/proc/self/root', folder + '/root')
        os.symlink('loop', folder + '/loop')
        os.mkfifo(folder + '/pipe')
        try:
            os.mknod(folder + '/device', 0o060600, os.makedev(8, 0))
            failed.append('device')
        except OSError:
            pass
        os.makedirs(folder + '/deep')
        folder += '/deep'
        for n in range(200):
            folder += '/' + 'd' * 15
            try:
                os.mkdir(folder)
            except OSError:
                break
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open('/tmp/giant', 'wb') as file:
        try:
            os.ftruncate(file.fileno(), 1 << 40)
            failed.append('giant')
        except OSError:
            pass
        os.ftruncate(file.fileno(), resource.getrlimit(resource.RLIMIT_FSIZE)[0])
    os.chmod('/tmp/giant', 0o4777)
    return failed or x
";
        // Both names stand for one folder: the second round fails at its first link.
        let module = module.replace("('/tmp', '/dev/shm')", "('/dev/shm',)");
        let passes = |judgement: &Judgement| *judgement == Judgement::Passed;
        bench.comes_to(&Case::of(&module), "failed = f(1)\nassert failed == 1, failed", passes);
    });
}

/// A clock that is set, or a machine that sleeps, must neither end a trial early nor let it run on.
#[test]
fn attack_65_time_is_taken_from_a_clock_that_never_jumps() {
    for folder in ["src", "src/embedded", "native"] {
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/").to_owned() + folder).unwrap()
        {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(!text.contains("SystemTime") && !text.contains("CLOCK_REALTIME"), "{}", path.display());
        }
    }
    for (name, text) in assay_sandbox::PYTHON_SOURCES {
        assert!(!text.contains("time.time"), "{name}");
    }
    conformance(|bench| {
        // Nor may a sample set one.
        let module = "import ctypes, time\nlibc = ctypes.CDLL(None)\ndef f():\n    failed = 0\n    for clock in range(12):\n        try:\n            time.clock_settime(clock, 0)\n        except OSError:\n            failed += 1\n    return failed, libc.settimeofday(b'\\0' * 16, None), libc.adjtimex(b'\\xff' * 208)\n";
        bench.passes(module, "assert candidate() == (12, -1, -1), candidate()");
    });
}
