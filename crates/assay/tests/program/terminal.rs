//! A program at a terminal, and somebody who sits there.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcgetwinsize, tcsetwinsize};

/// How long an answer that must come may take, on a machine that is very busy.
const PATIENCE: Duration = Duration::from_mins(2);

/// A terminal of 30 lines of 77 characters, and the program that has it.
pub(crate) struct Terminal {
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// Held so that the terminal outlives the program and can be asked for its modes.
    device: OwnedFd,
    program: Child,
    modes: String,
    seen: String,
    read: usize,
}

impl Terminal {
    /// Starts the program as the leader of the terminal's session.
    pub(crate) fn start(command: &Command) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let ours = openpt(flags).unwrap();
        unlockpt(&ours).unwrap();
        let device = ioctl_tiocgptpeer(&ours, flags).unwrap();
        let mut leader = Command::new("setsid");
        leader.arg("--ctty").arg(command.get_program()).args(command.get_args()).env_clear();
        leader.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        leader.current_dir(command.get_current_dir().unwrap());
        leader.stdin(device.try_clone().unwrap()).stdout(device.try_clone().unwrap());
        leader.stderr(device.try_clone().unwrap());
        let (send, screen) = channel();
        let mut reader = File::from(ours.try_clone().unwrap());
        let mut terminal = Self {
            keyboard: File::from(ours),
            screen,
            modes: modes(&device),
            device,
            program: {
                let program = leader.spawn().unwrap();
                // Ends with the terminal.
                std::thread::spawn(move || {
                    let mut buffer = [0; 4096];
                    while let Ok(count @ 1..) = reader.read(&mut buffer) {
                        if send.send(buffer[..count].to_vec()).is_err() {
                            return;
                        }
                    }
                });
                program
            },
            seen: String::new(),
            read: 0,
        };
        terminal.resize(30, 77);
        terminal
    }

    pub(crate) fn resize(&mut self, rows: u16, columns: u16) {
        let size = tcgetwinsize(&self.keyboard).unwrap();
        tcsetwinsize(&self.keyboard, Winsize { ws_row: rows, ws_col: columns, ..size }).unwrap();
    }

    pub(crate) fn types(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).unwrap();
    }

    /// Reads on until this has come; says what came before it.
    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> String {
        let began = Instant::now();
        loop {
            if let Some(place) = self.seen[self.read..].find(text) {
                let before = self.seen[self.read..self.read + place].to_owned();
                self.read += place + text.len();
                return before;
            }
            let left = PATIENCE.saturating_sub(began.elapsed());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.seen += &String::from_utf8(bytes).unwrap(),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("no {text:?} in {:?}", self.seen)
                }
            }
        }
    }

    /// Types a line at the prompt and says what came of it.
    #[track_caller]
    pub(crate) fn enters(&mut self, line: &str) -> String {
        self.types(&format!("{line}\r"));
        let came = self.sees("\r\n>>> ");
        came.split_once("\r\n").map_or(String::new(), |(_echo, answer)| answer.to_owned())
    }

    /// The program's number.
    pub(crate) fn process(&self) -> u32 {
        self.program.id()
    }

    /// Whether the terminal's modes are other ones than before the program started.
    pub(crate) fn is_changed(&self) -> bool {
        modes(&self.device) != self.modes
    }

    /// Waits for the program's end and says its exit code.
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        self.program.wait().unwrap().code()
    }
}

impl Drop for Terminal {
    /// A test that fails must not leave a program that waits for ever.
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn modes(device: &OwnedFd) -> String {
    let modes = tcgetattr(device.as_fd()).unwrap();
    format!(
        "{:?}",
        (modes.input_modes, modes.output_modes, modes.control_modes, modes.local_modes, &modes.special_codes)
    )
}
