//! What a sample cannot reach. The first five are the ones that every harness of this kind is asked about.

use std::sync::mpsc;
use std::time::Duration;

use assay_sandbox::{EmbeddedEngine, Judgement, probe_controls};

use crate::support::{Case, ENVIRONMENT, check, open};

#[test]
fn a_sample_that_forks_is_bounded_and_leaves_nothing_behind() {
    let module = "import os, time\ndef f(x):\n    for _ in range(10):\n        if os.fork() == 0:\n            os.setsid()\n            if os.fork() == 0:\n                time.sleep(600)\n            os._exit(0)\n    return x\n";
    let mut slot = open();
    let report = Case::of(module).judged_in(&mut *slot, &check("assert candidate(1) == 1"));
    assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
    let alone = "import os\ndef f():\n    return sorted(p for p in os.listdir('/proc') if p.isdigit())\n";
    let report = Case::of(alone).judged_in(&mut *slot, &check("assert candidate() == ['1']"));
    assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
}

#[test]
fn a_sample_that_opens_a_socket_reaches_nothing() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let module = "import socket\ndef f(port):\n    found = []\n    for family, address in ((socket.AF_INET, ('127.0.0.1', port)), (socket.AF_INET, ('192.0.2.1', 80)), (socket.AF_INET6, ('::1', port)), (socket.AF_UNIX, '/var/run/docker.sock'), (socket.AF_UNIX, '/run/docker.sock')):\n        try:\n            with socket.socket(family) as s:\n                s.settimeout(1)\n                s.connect(address)\n            found.append(address)\n        except OSError:\n            pass\n    try:\n        socket.getaddrinfo('example.org', 80)\n        found.append('dns')\n    except OSError:\n        pass\n    return found\n";
    Case::of(module).passes(&format!("assert candidate({port}) == []"));
}

#[test]
fn a_sample_that_reads_etc_shadow_finds_no_such_file() {
    let module = "def f(path):\n    try:\n        return open(path).read()\n    except OSError as e:\n        return e.errno\n";
    Case::of(module).passes("assert candidate('/etc/shadow') == candidate('/root/.ssh/id_rsa') == candidate('/proc/2/environ') == 2\nassert candidate('/proc/1/root/etc/shadow') in (2, 13)\nassert candidate('/proc/kcore') in (1, 2, 13)");
}

#[test]
fn a_sample_that_writes_to_the_host_changes_nothing() {
    let mark = format!("assay-mark-{}", std::process::id());
    let module = "import os\ndef f(mark):\n    written = []\n    for folder in ('/', '/etc', '/opt/assay', '/opt/python/lib', '/dev', '/proc', '/usr', '/tmp', '/dev/shm', '/var/tmp', '/root', '/home'):\n        try:\n            open(folder + '/' + mark, 'w').close()\n            written.append(folder)\n        except OSError:\n            pass\n    for name in ('/proc/sysrq-trigger', '/proc/sys/kernel/hostname', '/proc/sys/vm/drop_caches', '/proc/sys/user/max_user_namespaces'):\n        try:\n            with open(name, 'w') as file:\n                file.write('0')\n            written.append(name)\n        except OSError:\n            pass\n    try:\n        os.remove('/opt/assay/zygote.py')\n        written.append('removed')\n    except OSError:\n        pass\n    return written\n";
    Case::of(module)
        .passes(&format!("written = candidate('{mark}')\nassert written == ['/tmp', '/dev/shm'], written"));
    for folder in ["/tmp", "/dev/shm", "/etc", "/var/tmp", "/"] {
        assert!(!std::path::Path::new(folder).join(&mark).exists(), "{folder}");
    }
}

#[test]
fn attack_30_a_sample_that_signals_other_processes_finds_none() {
    let own = std::process::id();
    let module = "import os, signal\ndef f(own):\n    reached = []\n    for pid in [own, *range(2, 5000)]:\n        try:\n            os.kill(pid, 0)\n            reached.append(pid)\n        except ProcessLookupError:\n            pass\n    try:\n        os.kill(-1, signal.SIGKILL)\n        reached.append(-1)\n    except ProcessLookupError:\n        pass\n    try:\n        signal.pidfd_send_signal(os.pidfd_open(own), 0)\n        reached.append('pidfd')\n    except (ProcessLookupError, OSError):\n        pass\n    return reached, os.getppid()\n";
    Case::of(module).passes(&format!("assert candidate({own}) == ([], 0)"));
}

#[test]
fn every_control_is_in_force_here() {
    let states = probe_controls(&EmbeddedEngine::new(), &ENVIRONMENT.root).unwrap();
    let missing: Vec<_> = states.iter().filter(|state| !state.in_force).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(states.len() >= 15);
}

#[test]
fn attack_43_privileges_cannot_be_regained() {
    let module = r"
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def f():
    gained = []
    def attempt(name, result):
        if result not in (-1, 0xffffffff):
            gained.append((name, result))
    for flag in (0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x08000000, 0x04000000):
        attempt('unshare %x' % flag, libc.unshare(flag))
    attempt('mount', libc.mount(b'none', b'/tmp', b'tmpfs', 0, None))
    attempt('remount', libc.mount(b'none', b'/', None, 0x1020, None))
    attempt('umount', libc.umount2(b'/tmp', 2))
    attempt('umount proc', libc.umount2(b'/proc', 2))
    attempt('chroot', libc.chroot(b'/tmp'))
    attempt('pivot', libc.syscall(155, b'.', b'.'))
    attempt('setuid', libc.setuid(0))
    attempt('ptrace', libc.ptrace(16, 1, 0, 0))
    attempt('sethostname', libc.sethostname(b'x', 1))
    attempt('mknod', libc.mknod(b'/tmp/sda', 0o060600, 0x800))
    attempt('setns', libc.setns(os.open('/proc/self/ns/user', 0), 0))
    attempt('bpf', libc.syscall(321, 0, 0, 0))
    attempt('ambient', libc.prctl(47, 2, 21, 0, 0))
    attempt('dropping no_new_privs', libc.prctl(38, 0, 0, 0, 0))
    attempt('reboot', libc.syscall(169, 0xfee1dead, 672274793, 0x01234567, 0))
    return gained
";
    Case::of(module).passes("gained = candidate()\nassert gained == [], gained");
}

#[test]
fn attack_24_25_26_a_sample_inherits_nothing() {
    let module = r"
import os
def f():
    status = dict(l.split(':\t', 1) for l in open('/proc/self/status').read().splitlines() if ':\t' in l)
    own = os.open('/proc/self/fd', os.O_RDONLY)
    descriptors = sorted(int(d) for d in os.listdir(own))
    links = [os.readlink(f'/proc/self/fd/{d}').split(':')[0] for d in range(4)]
    return dict(os.environ), descriptors, own, links, status['Groups'].strip(), os.getsid(0), os.getcwd()
";
    Case::of(module).passes(
        "environment, descriptors, own, links, groups, session, folder = candidate()\nassert set(environment) == {'HOME', 'LANG', 'LD_LIBRARY_PATH', 'MKL_NUM_THREADS', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'PATH', 'PYTHONDONTWRITEBYTECODE', 'PYTHONHASHSEED', 'TZ'}\nassert [d for d in descriptors if d <= own] == [0, 1, 2, 3, own] and own == 4, descriptors\nassert links == ['/dev/null', 'pipe', 'pipe', 'socket'], links\nassert session == 1 and folder == '/tmp', (session, folder)\nassert set(groups.split()) <= {'65534'}, groups",
    );
}

/// Leaves marks wherever another trial could see them, and reads those that it finds.
const MARKS: &str = r"
import ctypes, os, socket, time
libc = ctypes.CDLL(None, use_errno=True)
KEY = 0x61737361
def found():
    marks = []
    if os.listdir('/tmp') or os.listdir('/dev/shm'):
        marks.append('file')
    if libc.shmget(KEY, 16, 0) != -1:
        marks.append('shared memory')
    if libc.msgget(KEY, 0) != -1:
        marks.append('message queue')
    if libc.semget(KEY, 1, 0) != -1:
        marks.append('semaphore')
    with socket.socket(socket.AF_UNIX) as s:
        try:
            s.connect('\0assay-mark')
            marks.append('abstract socket')
        except OSError:
            pass
    for ring in (-3, -4, -5):
        if libc.syscall(250, 10, ring, b'user', b'assay-mark', 0) > 0:
            marks.append('keyring %d' % ring)
    return marks
kept = []
def leave():
    open('/tmp/mark', 'w').close()
    assert libc.shmget(KEY, 16, 0o1600) != -1
    assert libc.semget(KEY, 1, 0o1600) != -1
    libc.msgget(KEY, 0o1600)
    kept.append(socket.socket(socket.AF_UNIX))
    kept[-1].bind('\0assay-mark')
    kept[-1].listen()
    for ring in (-3, -4, -5):
        libc.syscall(248, b'user', b'assay-mark', b'x', 1, ring)
def f(stay):
    before = found()
    leave()
    after = found()
    time.sleep(stay)
    return before, after
";

#[test]
fn attack_29_a_following_trial_finds_nothing_of_the_former() {
    let mut slot = open();
    for _ in 0..3 {
        let report = Case::of(MARKS).judged_in(
            &mut *slot,
            &check(
                "before, after = candidate(0)\nassert before == [], before\nassert len(after) >= 4, after",
            ),
        );
        assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
    }
}

#[test]
fn attack_29_two_slots_at_once_do_not_see_each_other() {
    let (marked, wait) = mpsc::channel();
    let other = std::thread::spawn(move || {
        let mut slot = open();
        marked.send(()).unwrap();
        Case::of(MARKS)
            .judged_in(&mut *slot, &check("before, after = candidate(1.5)\nassert before == [], before"))
    });
    wait.recv().unwrap();
    let mut slot = open();
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..3 {
        let report = Case::of(MARKS)
            .judged_in(&mut *slot, &check("before, after = candidate(0)\nassert before == [], before"));
        assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
    }
    assert_eq!(other.join().unwrap().judgement, Judgement::Passed);
}

#[test]
fn attack_28_calls_that_no_namespace_bounds_are_refused() {
    let module = r"
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def f():
    opened = []
    for family in (40, 38, 17, 31, 29, 21, 44):
        for kind in (1, 2, 3, 5):
            try:
                socket.socket(family, kind).close()
                opened.append(family)
            except OSError:
                pass
    for number in (425, 248, 250, 101, 298, 310, 321, 323):
        if libc.syscall(number, 0, 0, 0, 0, 0, 0) != -1:
            opened.append(number)
    # The same by x86's other interfaces.
    if os.uname().machine == 'x86_64' and libc.syscall(0x40000000 + 41, 40, 1, 0) != -1:
        opened.append('x32')
    return opened
";
    Case::of(module).passes("opened = candidate()\nassert opened == [], opened");
    let ordinary = "import socket\ndef f():\n    a, b = socket.socketpair()\n    a.send(b'x')\n    return b.recv(1), [name for _, name in socket.if_nameindex()]\n";
    Case::of(ordinary).passes("assert candidate() == (b'x', ['lo'])");
}

#[test]
fn attack_41_42_there_is_no_terminal_and_no_core_dump() {
    let module = "import resource, os\ndef f():\n    try:\n        os.open('/dev/tty', os.O_RDWR)\n        tty = True\n    except OSError:\n        tty = False\n    return tty, resource.getrlimit(resource.RLIMIT_CORE)\n";
    Case::of(module).passes("assert candidate() == (False, (0, 0))");
}
