//! 24 to 30: samples that reach for what is not theirs: memory, secrets, descriptors, the network, each other.

use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::sync::mpsc;

use assay_sandbox::Judgement;
use nix::sys::signal::Signal;

use super::forging::SEARCH;
use crate::conformance::{BAIT, ROOT, conformance};
use crate::processes::{MEETING, own_children, signal, wait_for};
use crate::support::{Case, check};

#[test]
fn attack_24_no_other_process_can_be_read_or_traced() {
    conformance(|bench| {
        let own = std::process::id();
        let zygotes = own_children();
        let module = r"
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def f(others):
    reached = [os.getppid()] if os.getppid() else []
    for process in (0, os.getppid(), *others):
        for name in ('mem', 'maps', 'environ', 'cmdline', 'root/etc/shadow', 'cwd', 'fd/0'):
            if os.path.lexists(f'/proc/{process}/{name}'):
                reached.append((process, name))
        for request in (16, 0x4206):
            if libc.ptrace(request, process, 0, 0) == 0:
                reached.append((process, 'ptrace', request))
    place = ctypes.create_string_buffer(8)
    piece = (ctypes.c_size_t * 2)(ctypes.addressof(place), 8)
    for process in (1, *others):
        for call in (310, 311) if os.uname().machine == 'x86_64' else (270, 271):
            if libc.syscall(call, process, piece, 1, piece, 1, 0) >= 0:
                reached.append((process, call))
    # Being traced takes a tracer; asking for one must not pass for one either.
    return reached, libc.ptrace(0, 0, 0, 0)
";
        let others: Vec<u32> = [own].into_iter().chain(zygotes).collect();
        bench.passes(module, &format!("assert candidate({others:?}) == ([], -1), candidate({others:?})"));
    });
}

#[test]
fn attack_25_there_are_no_secrets_no_credentials_and_no_cached_answers() {
    conformance(|bench| {
        let module = r"
import os, re
PLACES = ('/etc/shadow', '/etc/group-', '/root/.ssh/id_rsa', '/root/.netrc', '/home', '/var/run/secrets', '/run', '/proc/2/environ',
          '/root/.cache', '/proc/1/root/etc/shadow', '/proc/self/cwd/../etc/shadow', '/var/lib', '/proc/kcore', '/proc/kmsg', '/dev/mem', '/proc/sys', '/sys')
def f(word, answer):
    found = [p for p in PLACES if os.path.exists(p)]
    text = open('/proc/self/environ').read() + repr(dict(os.environ))
    if word in text:
        found.append('environment')
    if 'root' in open('/etc/passwd').read():
        found.append('users')
    for folder, _folders, files in os.walk('/opt/assay'):
        for name in files:
            if answer.encode() in open(os.path.join(folder, name), 'rb').read():
                found.append(name)
    return found
";
        let word = BAIT[0].1;
        let body = format!(
            "found = candidate({word:?}, 'answer' + '-of-this-very-test')\nassert found == [], found\nexpected = 'answer-of-this-very-test'"
        );
        bench.passes(module, &body);
    });
}

#[test]
fn attack_26_a_sample_inherits_no_descriptor() {
    conformance(|bench| {
        let module = r"
import os
def f():
    status = dict(l.split(':\t', 1) for l in open('/proc/self/status').read().splitlines() if ':\t' in l)
    own = os.open('/proc/self/fd', os.O_RDONLY)
    descriptors = sorted(int(d) for d in os.listdir(own))
    links = [os.readlink(f'/proc/self/fd/{d}').split(':')[0] for d in range(4)]
    return descriptors, own, links, status['Groups'].strip(), os.getsid(0), os.getcwd()
";
        bench.passes(
            module,
            "descriptors, own, links, groups, session, folder = candidate()\nassert [d for d in descriptors if d <= own] == [0, 1, 2, 3, own] and own == 4, descriptors\nassert links == ['/dev/null', 'pipe', 'pipe', 'socket'], links\nassert session == 1 and folder == '/tmp', (session, folder)\nassert set(groups.split()) <= {'65534'}, groups",
        );
    });
}

#[test]
fn attack_27_no_address_and_no_name_is_reachable() {
    conformance(|bench| {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let module = r"
import socket
def f(port):
    found = []
    for family, address in ((socket.AF_INET, ('127.0.0.1', port)), (socket.AF_INET, ('192.0.2.1', 80)), (socket.AF_INET6, ('::1', port))):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            try:
                with socket.socket(family, kind) as s:
                    s.settimeout(1)
                    s.connect(address)
                    s.send(b'secret')
                found.append((address, kind))
            except OSError:
                pass
    for kind in (socket.SOCK_RAW, socket.SOCK_RAW | socket.SOCK_NONBLOCK):
        try:
            socket.socket(socket.AF_INET, kind, socket.IPPROTO_ICMP)
            found.append('raw')
        except OSError:
            pass
    try:
        socket.getaddrinfo('example.org', 80)
        found.append('dns')
    except OSError:
        pass
    return found
";
        bench.passes(module, &format!("found = candidate({port})\nassert found == [], found"));
        listener.set_nonblocking(true).unwrap();
        assert!(listener.accept().is_err());
    });
}

#[test]
fn attack_28_sockets_and_calls_that_no_namespace_bounds_are_refused() {
    conformance(|bench| {
        let name = format!("assay-host-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(name.as_bytes()).unwrap();
        let _listener = UnixListener::bind_addr(&address).unwrap();
        let module = r"
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def f(name):
    opened = []
    for path in ('\0' + name, '/var/run/docker.sock', '/run/docker.sock', '/run/systemd/private', '/dev/log'):
        with socket.socket(socket.AF_UNIX) as s:
            try:
                s.connect(path)
                opened.append(path)
            except OSError:
                pass
    for family in (40, 38, 17, 31, 29, 21, 44):
        for kind in (1, 2, 3, 5):
            try:
                socket.socket(family, kind).close()
                opened.append(family)
            except OSError:
                pass
    for number in (425, 426, 427, 248, 249, 250, 101, 298, 310, 321, 323) if os.uname().machine == 'x86_64' else (425, 217, 218, 219):
        if libc.syscall(number, 0, 0, 0, 0, 0, 0) != -1:
            opened.append(number)
    # The same by x86's other interfaces.
    if os.uname().machine == 'x86_64' and libc.syscall(0x40000000 + 41, 40, 1, 0) != -1:
        opened.append('x32')
    return opened
";
        bench.passes(module, &format!("opened = candidate({name:?})\nassert opened == [], opened"));
        let ordinary = "import socket\ndef f():\n    a, b = socket.socketpair()\n    a.send(b'x')\n    return b.recv(1), [name for _, name in socket.if_nameindex()]\n";
        bench.passes(ordinary, "assert candidate() == (b'x', ['lo'])");
    });
}

/// Leaves marks wherever another trial could see them, and reads those that it finds.
const MARKS: &str = r"
import ctypes, fcntl, os, socket
libc = ctypes.CDLL(None, use_errno=True)
KEY = 0x61737361
SHARED = '/opt/assay/zygote.py'
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
    with open(SHARED) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            marks.append('lock')
        try:
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        except OSError as error:
            if error.errno == 11:
                marks.append('lease')
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
    kept.append(open(SHARED))
    fcntl.flock(kept[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
    for ring in (-3, -4, -5):
        libc.syscall(248, b'user', b'assay-mark', b'x', 1, ring)
def f(x):
    before = found()
    leave()
    return before, found()
";
const UNMARKED: &str = "before, after = f(1)\nassert before == [], before\nassert len(after) >= 5, after";

#[test]
fn attack_29_a_following_trial_finds_nothing_of_the_former() {
    conformance(|bench| {
        for _ in 0..3 {
            bench.passes(MARKS, UNMARKED);
        }
        // The reference for this one is the sample itself: three trials again.
        let report = bench.shared(&Case::of(MARKS), MARKS, UNMARKED);
        assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
        bench.passes("def f(x):\n    return 'zq987654321098qz'\n", "candidate(1)");
        bench.passes(SEARCH, "assert candidate('q000000000000qz')[:2] == [['zq000000000000qz']] * 2");
    });
}

#[test]
fn attack_29_two_slots_at_once_do_not_see_each_other() {
    conformance(|bench| {
        let (open, opened) = mpsc::channel();
        let stays = format!("{MEETING}{MARKS}")
            .replace("    leave()\n", "    leave()\n    say('marked')\n    wait()\n");
        let engine = bench.engine();
        std::thread::scope(|scope| {
            let other = scope.spawn(move || {
                // Zygotes are found below the thread that opens the slot.
                let mut slot = engine.open(&ROOT).unwrap();
                open.send(own_children()).unwrap();
                slot.run(&Case::of(&stays).trial(&check(UNMARKED))).unwrap()
            });
            let marked = wait_for(&opened.recv().unwrap(), "marked");
            for _ in 0..3 {
                bench.passes(MARKS, UNMARKED);
            }
            signal(marked, Signal::SIGUSR1);
            assert_eq!(other.join().unwrap().judgement, Judgement::Passed);
        });
    });
}

#[test]
fn attack_30_a_sample_that_signals_other_processes_finds_none() {
    conformance(|bench| {
        let others: Vec<u32> = [std::process::id()].into_iter().chain(own_children()).collect();
        let module = r"
import os, signal
def f(others):
    reached = []
    for pid in [*others, *range(2, 5000)]:
        try:
            os.kill(pid, signal.SIGKILL)
            reached.append(pid)
        except ProcessLookupError:
            pass
    for attempt in (lambda: os.kill(-1, signal.SIGKILL), lambda: os.killpg(others[0], signal.SIGKILL)):
        try:
            attempt()
            reached.append('group')
        except ProcessLookupError:
            pass
    for pid in others:
        try:
            signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGKILL)
            reached.append('pidfd')
        except OSError:
            pass
    # Its own folder in /proc stands for the process, too; of others there is none.
    reached += [p for p in os.listdir('/proc') if p.isdigit() and p != '1']
    return reached, os.getppid()
";
        bench.passes(module, &format!("reached = candidate({others:?})\nassert reached == ([], 0), reached"));
    });
}
