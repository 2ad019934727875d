//! A user at a shell: types, reads what comes, changes the window, goes away.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use assay_sandbox::{Console, Engine, SandboxError, Shell, ShellEnd, Window};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use crate::conformance::ROOT;

/// How long an answer that must come may take, on a machine that is very busy.
const PATIENCE: Duration = Duration::from_mins(2);

pub(super) const WINDOW: Window = Window { rows: 30, columns: 77 };

/// The engine's side of the talk.
struct TestConsole {
    input: OwnedFd,
    output: OwnedFd,
    news: UnixStream,
    window: Option<Arc<Mutex<Window>>>,
    stop: Arc<AtomicBool>,
}

impl Console for TestConsole {
    fn window(&self) -> Option<Window> {
        self.window.as_ref().map(|window| *window.lock().unwrap())
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

    fn end_is_wanted(&mut self) -> std::io::Result<bool> {
        self.news.read_exact(&mut [0])?;
        Ok(self.stop.load(Ordering::Relaxed))
    }
}

/// The user's side.
pub(super) struct User {
    keyboard: Option<File>,
    screen: Option<File>,
    wake: UnixStream,
    window: Arc<Mutex<Window>>,
    stop: Arc<AtomicBool>,
    /// Everything that has come.
    seen: String,
    /// How much of it has been waited for.
    read: usize,
}

impl User {
    pub(super) fn types(&mut self, text: &str) {
        let keyboard = self.keyboard.as_mut().unwrap();
        // A pipe that has room takes such a piece at once.
        for piece in text.as_bytes().chunks(4096) {
            let mut watched = [PollFd::new(keyboard.as_fd(), PollFlags::POLLOUT)];
            let timeout = PollTimeout::try_from(PATIENCE).unwrap();
            assert_eq!(poll(&mut watched, timeout), Ok(1), "nobody reads what is typed");
            keyboard.write_all(piece).unwrap();
        }
    }

    /// Reads on until this has come; says what came before it.
    pub(super) fn sees(&mut self, text: &str) -> String {
        let began = Instant::now();
        loop {
            if let Some(place) = self.seen[self.read..].find(text) {
                let before = self.seen[self.read..self.read + place].to_owned();
                self.read += place + text.len();
                return before;
            }
            assert!(began.elapsed() < PATIENCE && self.reads_on(), "no {text:?} in {:?}", self.seen);
        }
    }

    /// Types a line at the prompt and says what came of it.
    pub(super) fn enters(&mut self, line: &str) -> String {
        self.types(&format!("{line}\r"));
        let came = self.sees("\r\n>>> ");
        came.split_once("\r\n").map_or(String::new(), |(_echo, answer)| answer.to_owned())
    }

    pub(super) fn resizes(&mut self, window: Window) {
        *self.window.lock().unwrap() = window;
        self.wake.write_all(b"w").unwrap();
    }

    pub(super) fn wants_the_end(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wake.write_all(b"s").unwrap();
    }

    pub(super) fn hangs_up(&mut self) {
        self.keyboard = None;
    }

    pub(super) fn looks_away(&mut self) {
        self.screen = None;
    }

    /// False at the end.
    fn reads_on(&mut self) -> bool {
        let Some(screen) = &mut self.screen else { return false };
        let mut watched = [PollFd::new(screen.as_fd(), PollFlags::POLLIN)];
        if poll(&mut watched, PollTimeout::from(1000_u16)).unwrap() == 0 {
            return true;
        }
        let mut buffer = [0; 4096];
        let count = screen.read(&mut buffer).unwrap();
        // What the engine passes on is whole characters.
        self.seen += std::str::from_utf8(&buffer[..count]).unwrap();
        count > 0
    }
}

impl Drop for User {
    /// A test that fails must not leave a shell that waits for ever.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stop.store(true, Ordering::Relaxed);
            let _ = self.wake.write_all(b"s");
        }
    }
}

/// As [`try_to_talk`], where the sandbox holds.
pub(super) fn talk(
    engine: &dyn Engine,
    shell: &Shell,
    window: Option<Window>,
    user: impl FnOnce(&mut User) + Send,
) -> (ShellEnd, String) {
    let (end, seen) = try_to_talk(engine, shell, window, user);
    (end.unwrap(), seen)
}

/// Opens a shell, has the user do this, and says how it ended and everything that came. A user who has not hung up then
/// stays to the end.
pub(super) fn try_to_talk(
    engine: &dyn Engine,
    shell: &Shell,
    window: Option<Window>,
    user: impl FnOnce(&mut User) + Send,
) -> (Result<ShellEnd, SandboxError>, String) {
    let (input, keyboard) = nix::unistd::pipe().unwrap();
    let (screen, output) = nix::unistd::pipe().unwrap();
    let (news, wake) = UnixStream::pair().unwrap();
    let size = Arc::new(Mutex::new(window.unwrap_or(WINDOW)));
    let stop = Arc::new(AtomicBool::new(false));
    let mut console =
        TestConsole { input, output, news, window: window.map(|_| size.clone()), stop: stop.clone() };
    let mut talking = User {
        keyboard: Some(keyboard.into()),
        screen: Some(screen.into()),
        wake,
        window: size,
        stop,
        seen: String::new(),
        read: 0,
    };
    std::thread::scope(|scope| {
        let user = scope.spawn(move || {
            user(&mut talking);
            if window.is_none() {
                talking.hangs_up();
            }
            let began = Instant::now();
            while talking.reads_on() {
                assert!(began.elapsed() < PATIENCE, "the shell goes on: {:?}", talking.seen);
            }
            talking
        });
        let end = engine.shell(&ROOT, shell, &mut console);
        drop(console);
        let mut user = user.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (end, std::mem::take(&mut user.seen))
    })
}
