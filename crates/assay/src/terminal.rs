//! The user's terminal while a shell has it, or standard input and output where there is none.

use std::io::{self, IsTerminal as _, Read as _, Stdin, Stdout};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_sandbox::{Console, Window};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};

/// The user's side of a shell. A terminal is in raw mode from when this is made until it is dropped, however that comes
/// about: signals that would end the program end the shell instead.
pub(crate) struct UserConsole {
    input: Stdin,
    output: Stdout,
    /// The terminal's modes as they were.
    modes: Option<Termios>,
    news: UnixStream,
    stop: Arc<AtomicBool>,
}

impl UserConsole {
    pub(crate) fn open() -> io::Result<Self> {
        let (news, wake) = UnixStream::pair()?;
        news.set_nonblocking(true)?;
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            // In this order: who is woken finds the flag set.
            signal_hook::flag::register(signal, stop.clone())?;
            signal_hook::low_level::pipe::register(signal, wake.try_clone()?)?;
        }
        signal_hook::low_level::pipe::register(SIGWINCH, wake)?;
        let mut console = Self { input: io::stdin(), output: io::stdout(), modes: None, news, stop };
        if console.input.is_terminal() {
            let modes = tcgetattr(&console.input)?;
            let mut raw = modes.clone();
            raw.make_raw();
            console.modes = Some(modes);
            tcsetattr(&console.input, OptionalActions::Now, &raw)?;
        }
        Ok(console)
    }
}

impl Console for UserConsole {
    fn window(&self) -> Option<Window> {
        self.modes.as_ref()?;
        let size = tcgetwinsize(&self.input).ok();
        Some(size.map_or(Window { rows: 24, columns: 80 }, |size| Window {
            rows: size.ws_row,
            columns: size.ws_col,
        }))
    }

    fn input(&self) -> BorrowedFd<'_> {
        self.input.as_fd()
    }

    fn output(&self) -> BorrowedFd<'_> {
        self.output.as_fd()
    }

    fn news(&self) -> BorrowedFd<'_> {
        self.news.as_fd()
    }

    fn end_is_wanted(&mut self) -> io::Result<bool> {
        loop {
            match self.news.read(&mut [0; 64]) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.stop.load(Ordering::Relaxed))
    }
}

impl Drop for UserConsole {
    fn drop(&mut self) {
        if let Some(modes) = &self.modes {
            // A terminal that has gone away needs nothing.
            let _ = tcsetattr(&self.input, OptionalActions::Now, modes);
        }
    }
}
