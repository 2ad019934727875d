//! Attacks on the kernel's less known parts, its memory, and the files of a trial.

use assay_sandbox::Judgement;
use assay_types::LimitKind;

use crate::conformance::conformance;
use crate::support::Case;

#[test]
fn own_30_calls_whose_only_use_here_is_to_look_for_faults_of_the_kernel_are_refused() {
    conformance(|bench| {
        let module = r"
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
CALLS = dict(
    userfaultfd=(323, 282), memfd_secret=(447, 447), process_madvise=(440, 440), kcmp=(312, 272), pidfd_getfd=(438, 438),
    name_to_handle_at=(303, 264), open_by_handle_at=(304, 265), fanotify_init=(300, 262), quotactl=(179, 60),
    perf_event_open=(298, 241), bpf=(321, 280), move_pages=(279, 239), migrate_pages=(256, 238), syslog=(103, 116),
    acct=(163, 89), swapon=(167, 224), init_module=(175, 105), kexec_load=(246, 104), open_tree=(428, 428),
    fsopen=(430, 430), mount_setattr=(442, 442), add_key=(248, 217), io_uring_setup=(425, 425), inotify_init1=(294, 26),
)
def f():
    allowed = []
    for name, numbers in CALLS.items():
        ctypes.set_errno(0)
        result = libc.syscall(numbers[platform.machine() == 'aarch64'], 0, 0, 0, 0, 0, 0)
        if result != -1 or ctypes.get_errno() != 1:
            allowed.append((name, result, ctypes.get_errno()))
    for name in ('/dev/userfaultfd', '/dev/kvm', '/dev/fuse', '/dev/net/tun', '/dev/mem', '/dev/kmsg', '/dev/loop-control'):
        if os.path.exists(name):
            allowed.append(name)
    return allowed
";
        bench.passes(module, "allowed = candidate()\nassert allowed == [], allowed");
    });
}

#[test]
fn own_31_memory_of_other_kinds_is_memory_all_the_same() {
    conformance(|bench| {
        let segments = "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.shmat.restype = ctypes.c_void_p\ndef f(x):\n    for n in range(20):\n        segment = libc.shmget(0, 50 << 20, 0o1600)\n        ctypes.memset(libc.shmat(segment, None, 0), 1, 50 << 20)\n        libc.shmdt(ctypes.c_void_p(libc.shmat(segment, None, 0)))\n    return x\n";
        let files = "import os\ndef f(x):\n    for n in range(20):\n        file = os.memfd_create(str(n))\n        for _ in range(50):\n            os.write(file, bytes(1 << 20))\n    return x\n";
        let pipes = "import fcntl, os, socket\nkept = []\ndef f(x):\n    for n in range(40):\n        if os.fork() == 0:\n            for _ in range(100):\n                a, b = socket.socketpair()\n                a.setblocking(False)\n                try:\n                    while True:\n                        a.send(bytes(1 << 16))\n                except OSError:\n                    kept.append((a, b))\n            import signal\n            signal.pause()\n    for _ in range(40):\n        os.wait()\n    return x\n";
        for module in [segments, files, pipes] {
            let case = Case::of(module).limited(|limits| {
                limits.memory_bytes = 200 << 20;
                limits.cpu_seconds = 20;
            });
            let report = bench.split(&case, "assert candidate(1) == 1");
            assert_eq!(report.judgement, Judgement::Limit(LimitKind::Memory), "{module}");
        }
        let queues = "import ctypes, platform\nlibc = ctypes.CDLL(None, use_errno=True)\nOPEN = {'x86_64': 240, 'aarch64': 180}[platform.machine()]\ndef f():\n    return libc.syscall(OPEN, b'assay', 0o102, 0o600, None)\n";
        bench.passes(queues, "assert candidate() == -1");
    });
}

/// Memory that belongs to no process, taken by a process smaller than our zygote, which is in the same group.
#[test]
fn own_39_a_sample_that_makes_itself_small_does_not_have_its_zygote_killed_in_its_place() {
    conformance(|bench| {
        let module = r"
import ctypes, mmap, os
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
def f(x):
    try:
        with open('/proc/self/oom_score_adj', 'w') as file:
            file.write('0')
    except OSError:
        pass
    for line in open('/proc/self/maps'):
        bounds, mode, *rest = line.split()
        low, high = (int(n, 16) for n in bounds.split('-'))
        # What it has not used yet is not counted; what it has is given back.
        libc.madvise(ctypes.c_void_p(low), high - low, 21)
    for n in range(60):
        segment = libc.shmget(0, 10 << 20, 0o1600)
        place = libc.shmat(segment, None, 0)
        for offset in range(0, 10 << 20, 4096):
            ctypes.memset(place + offset, 1, 1)
            if offset % (1 << 20) == 0:
                libc.madvise(ctypes.c_void_p(place), 10 << 20, 4)
        libc.shmdt(ctypes.c_void_p(place))
    return x
";
        let case = Case::of(module).limited(|limits| {
            limits.memory_bytes = 200 << 20;
            limits.cpu_seconds = 20;
        });
        let report = bench.split(&case, "assert candidate(1) == 1");
        assert_eq!(report.judgement, Judgement::Limit(LimitKind::Memory), "{report:?}");
    });
}

#[test]
fn own_32_address_space_without_memory_is_bounded_too() {
    conformance(|bench| {
        // A page of tables for every two megabytes that one byte is touched in; locked and huge pages.
        let module = "import mmap, ctypes\ndef f(x):\n    kept = []\n    try:\n        while True:\n            kept.append(mmap.mmap(-1, 256 << 20, mmap.MAP_PRIVATE | 0x4000))\n            for place in range(0, 256 << 20, 2 << 20):\n                kept[-1][place] = 1\n    except (OSError, MemoryError):\n        pass\n    libc = ctypes.CDLL(None)\n    locked = libc.mlockall(3) == 0 or libc.mlock(ctypes.create_string_buffer(1 << 20), 1 << 20) == 0\n    return 9 if len(kept) > 20 or locked else x\n";
        let case = Case::of(module).limited(|limits| limits.memory_bytes = 1 << 30);
        let report = bench.split(&case, "value = candidate(1)\nassert value == 1, value");
        assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
    });
}

#[test]
fn own_33_files_without_a_name_and_second_names_count_and_reach_nothing() {
    conformance(|bench| {
        let nameless = "import os\nkept = []\ndef f(x):\n    for n in range(9):\n        kept.append(os.open('/tmp', os.O_TMPFILE | os.O_RDWR, 0o600))\n        os.write(kept[-1], bytes(16 << 20))\n";
        bench.comes_to(&Case::of(nameless), "f(1)", |judgement| {
            *judgement == Judgement::Limit(LimitKind::Disk)
        });
        let deleted = "import os\nkept = []\ndef f(x):\n    for n in range(9):\n        kept.append(open('/tmp/x', 'wb', 0))\n        os.remove('/tmp/x')\n        kept[-1].write(bytes(16 << 20))\n";
        bench.comes_to(&Case::of(deleted), "f(1)", |judgement| {
            *judgement == Judgement::Limit(LimitKind::Disk)
        });
        let module = r"
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
def f(x):
    done = []
    for source in ('/opt/assay/zygote.py', '/dev/null', '/proc/self/exe', '/etc/passwd'):
        for target in ('/tmp/second', '/opt/assay/second', '/second'):
            for attempt in (
                lambda: os.link(source, target), lambda: os.rename(source, target), lambda: os.chmod(source, 0o777),
                lambda: os.utime(source), lambda: os.setxattr(source, 'user.x', b'1'), lambda: os.truncate(source, 0),
                lambda: os.open(source, os.O_WRONLY | os.O_APPEND) if source != '/dev/null' else 1 / 0,
                lambda: os.link(f'/proc/self/fd/{os.open(source, os.O_RDONLY)}', target, follow_symlinks=True),
            ):
                try:
                    attempt()
                    done.append((source, target, attempt.__code__.co_names))
                except (OSError, ZeroDivisionError):
                    pass
    # Immutable and append-only flags, which only root may set.
    file = os.open('/tmp/flags', os.O_CREAT | os.O_RDWR)
    if libc.ioctl(file, 0x40086602, ctypes.byref(ctypes.c_int(0x30))) == 0:
        done.append('flags')
    # Names that surprise whoever lists them.
    for name in ('\n', '\x1b[31m', '..\\x', ' ', 'a' * 255, '\udcff'):
        open('/tmp/' + name, 'w').close()
    return done or x
";
        bench.comes_to(&Case::of(module), "done = f(1)\nassert done == 1, done", |judgement| {
            *judgement == Judgement::Passed
        });
    });
}
