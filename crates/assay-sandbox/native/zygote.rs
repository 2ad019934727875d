//! The loop of a zygote: an order in, a child forked, its end reported.
//!
//! A zygote never runs a line of a sample or of a test itself, and never holds one: what it has once held, every later
//! child could find in its own memory.

use core::ffi::c_int;

use super::filter;
use super::isolation::{
    CHANNEL, Failure, Origin, PROGRAM, confine, drop_privileges, separate_processes, step,
};
use super::record::{Order, ProcessLimits, Report, Step};
use super::system;

/// What `assay_serve` returns: the caller is a child with its descriptors in place, or the supervisor has hung up.
const CHILD: c_int = 0;
const HUNG_UP: c_int = 1;

/// Serves orders on a socket. Returns in every child, and once in the zygote itself: when the supervisor hangs up.
///
/// Call it with the interpreter's lock held, as `ctypes.PyDLL` does, from its only thread.
///
/// `isolate` is 1 for samples: each child gets namespaces of its own and gives up every right. Children for tests share
/// the zygote's namespaces and have no more rights than it has left.
#[unsafe(no_mangle)]
#[allow(unreachable_pub, reason = "exported: the interpreter calls it")]
pub extern "C" fn assay_serve(control: c_int, isolate: c_int) -> c_int {
    let zygote = match Zygote::new(control, isolate != 0) {
        Ok(zygote) => zygote,
        Err(failure) => {
            report_failure(control, &failure);
            return HUNG_UP;
        }
    };
    system::before_fork();
    system::send(control, &Report::Ready.to_bytes());
    loop {
        let Some(received) = system::receive(control) else { return HUNG_UP };
        let descriptors = received.descriptors;
        match Order::from_bytes(&received.bytes) {
            Some(Order::Fork(limits)) => match zygote.fork(&limits, descriptors) {
                Ok(0) => {
                    system::after_fork();
                    return CHILD;
                }
                Ok(child) => {
                    close_all(&descriptors);
                    if zygote.watch(child, &limits).is_none() {
                        return HUNG_UP;
                    }
                }
                Err(failure) => {
                    close_all(&descriptors);
                    report_failure(control, &failure);
                }
            },
            // The child ended by itself before the order came.
            Some(Order::Kill) => close_all(&descriptors),
            None => return HUNG_UP,
        }
    }
}

fn close_all(descriptors: &[c_int]) {
    for descriptor in descriptors.iter().filter(|descriptor| **descriptor >= 0) {
        system::close(*descriptor);
    }
}

fn report_failure(control: c_int, failure: &Failure) {
    let errno = u64::from(failure.errno.unsigned_abs());
    system::send(control, &Report::Failed { step: failure.step as u64, errno }.to_bytes());
}

struct Zygote {
    origin: Origin,
    isolate: bool,
}

impl Zygote {
    fn new(control: c_int, isolate: bool) -> Result<Self, Failure> {
        let null = step(Step::Descriptors, system::open_null())?;
        let own_processes = step(Step::Descriptors, system::open(c"/proc/self/ns/pid"))?;
        system::name_process(c"assay-zygote");
        step(Step::NoNewPrivileges, system::control(system::PR_SET_NO_NEW_PRIVS, 1))?;
        step(Step::SystemCalls, filter::restrict())?;
        if !isolate {
            drop_privileges()?;
        }
        Ok(Self { origin: Origin { control, null, own_processes }, isolate })
    }

    /// 0 in the child, once it is what it is to be.
    fn fork(&self, limits: &ProcessLimits, descriptors: [c_int; 4]) -> Result<c_int, Failure> {
        let ordered = system::now();
        if self.isolate {
            separate_processes(&self.origin)?;
        }
        let child = step(Step::Fork, system::fork())?;
        if child != 0 {
            return Ok(child);
        }
        // Seen from outside, in `ps` and in the kernel's log.
        system::name_process(if self.isolate { c"assay-sample" } else { c"assay-tests" });
        let placed = if self.isolate {
            confine(&self.origin, limits, descriptors, ordered)
        } else {
            seat(&self.origin, descriptors[0])
        };
        if let Err(failure) = placed {
            report_failure(self.origin.control, &failure);
            system::exit(system::BROKEN);
        }
        Ok(0)
    }

    /// Waits for the child's end, for the order to kill it or for its CPU limit, then for all that it left behind.
    ///
    /// Nothing when the supervisor has hung up; the child is killed all the same.
    fn watch(&self, child: c_int, limits: &ProcessLimits) -> Option<()> {
        let Ok(handle) = system::watch(child) else {
            let _ = system::kill(child);
            let _ = system::wait(child);
            return None;
        };
        let mut control = self.origin.control;
        let (mut killed, mut spent, mut hung_up) = (None, false, false);
        loop {
            let left =
                if self.isolate && killed.is_none() { cpu_left(child, limits.cpu_seconds) } else { -1 };
            let Ok((ended, ordered)) = system::ready(handle, control, left) else { continue };
            if ended {
                break;
            }
            if ordered {
                hung_up = system::receive(control).is_none();
                control = -1;
            } else if left < 0 || cpu_left(child, limits.cpu_seconds) > 0 {
                continue;
            } else {
                spent = true;
            }
            killed.get_or_insert_with(system::now);
            let _ = system::kill(child);
        }
        system::close(handle);
        let end = system::wait(child).ok()?;
        if !self.isolate {
            reap_everything();
        }
        let report = Report::Ended {
            exit: end.exit,
            killed: killed.is_some(),
            cpu_limit_reached: spent,
            cpu_microseconds: end.cpu_microseconds,
            peak_kibibytes: end.peak_kibibytes,
            reap: killed.map_or(0, |killed| system::now() - killed),
        };
        system::send(self.origin.control, &report.to_bytes());
        (!hung_up).then_some(())
    }
}

/// A judge's descriptors: its own socket with the supervisor, and nothing else.
fn seat(origin: &Origin, socket: c_int) -> Result<(), Failure> {
    for place in 0..3 {
        step(Step::Descriptors, system::place(origin.null, place))?;
    }
    step(Step::Descriptors, system::place(socket, CHANNEL))?;
    step(Step::Descriptors, system::close_from(PROGRAM))
}

/// Milliseconds until the child can have used its CPU time, or 0 when it has.
///
/// By the process's exact clock. The kernel's own limit counts sampled ticks, and on a busy machine charges a process
/// for a quarter more than it had; it stays behind this one as a backstop.
fn cpu_left(child: c_int, seconds: u64) -> c_int {
    let Some(used) = system::cpu_time(child) else { return 1 };
    let left = seconds.saturating_mul(1_000_000_000).saturating_sub(used);
    if left == 0 {
        return 0;
    }
    // Two threads use it twice as fast.
    c_int::try_from(left / 2_000_000).unwrap_or(c_int::MAX).max(1)
}

/// Kills and reaps what a test left running in this namespace (a worker's namespace dies with its init).
fn reap_everything() {
    if system::kill(-1).is_ok() {
        while system::wait(-1).is_ok() {}
    }
}
