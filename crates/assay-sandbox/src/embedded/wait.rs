//! Waiting until something has happened, or until a time.

use std::io;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollTimeout, poll};

/// Waits until something has happened at a descriptor or the time has come, and says of each whether it has happened there:
/// of none where a signal interrupts. Errors: the kernel refuses to wait.
pub(super) fn ready(watched: &mut [PollFd<'_>], deadline: Option<Instant>) -> io::Result<Vec<bool>> {
    let left = deadline.map_or(PollTimeout::NONE, |deadline| {
        // A millisecond more, so that the time has come by then.
        let left = deadline.saturating_duration_since(Instant::now()) + Duration::from_millis(1);
        PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX)
    });
    match poll(watched, left) {
        Ok(_) | Err(Errno::EINTR) => {}
        Err(error) => return Err(error.into()),
    }
    let happened = |descriptor: &PollFd<'_>| descriptor.revents().is_some_and(|events| !events.is_empty());
    Ok(watched.iter().map(happened).collect())
}
