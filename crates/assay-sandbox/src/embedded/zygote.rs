//! A running zygote: started, waited for, and ended with everything in its PID namespace.

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;

use super::launch::launch;
use super::link::Link;
use crate::engine::{EnvironmentRoot, SandboxError};

/// A zygote. Killed and reaped, with everything in its PID namespace, when dropped.
pub(super) struct Zygote {
    process: Pid,
    pub(super) link: Link,
}

#[derive(serde::Deserialize)]
struct Ready {
    #[serde(rename = "ready")]
    _ready: bool,
}

impl Zygote {
    /// Starts one and waits until it is warm.
    pub(super) fn start(environment: &EnvironmentRoot, role: &'static str) -> Result<Self, SandboxError> {
        let launched = launch(environment, role)?;
        let mut zygote = Self { process: launched.process, link: Link::new(role, launched.control)? };
        while zygote.link.next::<Ready>()?.is_none() {
            let open = zygote.link.receive();
            if !matches!(open, Ok(true)) {
                return Err(zygote.link.broken("did not become ready"));
            }
        }
        Ok(zygote)
    }
}

impl Drop for Zygote {
    fn drop(&mut self) {
        // It is the first process of its PID namespace: the kernel ends everything else in there with it.
        let _ = kill(self.process, Signal::SIGKILL);
        let _ = waitpid(self.process, None);
    }
}
