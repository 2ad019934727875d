//! A model server for tests: it answers in the words of each hosted interface, and plays each bad day. No model is in it.
//!
//! Real HTTP/1.1 over real sockets, a thread for each connection, so that what a client makes of a fault is what it will make of
//! it in earnest. It listens on loopback alone.
#![forbid(unsafe_code)]

mod dialect;
mod wire;

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

pub use dialect::{Ending, Said, answer, filtered, too_long};

/// A request that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// `POST`, or `CONNECT` where the server is taken for a proxy.
    pub method: String,
    /// The path.
    pub path: String,
    /// The headers, names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
}

/// A response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// Headers besides `content-length`.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// What the server does with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Play {
    /// It responds.
    Respond(Reply),
    /// It responds in chunks.
    Chunks(Reply),
    /// It says nothing and waits for the client to go.
    Hang,
    /// It promises a whole body, sends that many bytes of it, and closes.
    Cut(Reply, usize),
    /// It begins a chunk, sends that many bytes of it, and closes.
    CutChunk(Reply, usize),
    /// It begins a body, and then says nothing.
    HangWithin(Reply, usize),
    /// It closes without a byte.
    Close,
    /// It resets the connection.
    Reset,
    /// It sends these bytes, whatever they are, and closes.
    Raw(Vec<u8>),
}

impl Reply {
    /// A response of JSON.
    #[must_use]
    pub fn json(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: vec![("content-type".into(), "application/json".into())], body: body.into() }
    }

    /// With one more header.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }
}

type Script = dyn Fn(&Asked, usize) -> Play + Send + Sync;

/// What connections share.
struct Stage {
    script: Box<Script>,
    asked: Mutex<Vec<Asked>>,
    over: AtomicBool,
    keeps: bool,
}

impl Stage {
    fn asked(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running server; it stops listening when dropped.
pub struct Server {
    address: SocketAddr,
    stage: Arc<Stage>,
}

impl Server {
    /// Starts a server that does as a function says of a request and of the number of requests before it, and keeps all requests.
    pub fn start(script: impl Fn(&Asked, usize) -> Play + Send + Sync + 'static) -> io::Result<Self> {
        Self::listen(0, true, script)
    }

    /// As [`start`](Self::start), at a port, keeping requests or only counting them.
    pub fn listen(
        port: u16,
        keeps: bool,
        script: impl Fn(&Asked, usize) -> Play + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let stage = Arc::new(Stage {
            script: Box::new(script),
            asked: Mutex::default(),
            over: AtomicBool::new(false),
            keeps,
        });
        let shared = Arc::clone(&stage);
        thread::spawn(move || {
            let before = Arc::new(AtomicUsize::new(0));
            for stream in listener.incoming() {
                if shared.over.load(Ordering::SeqCst) {
                    return;
                }
                let (Ok(stream), stage, before) = (stream, Arc::clone(&shared), Arc::clone(&before)) else {
                    continue;
                };
                // A client that goes is part of the play.
                thread::spawn(move || serve(&stream, &stage, &before).ok());
            }
        });
        Ok(Self { address, stage })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its address with a path, such as `/v1`.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The requests that came whole, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.stage.asked().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stage.over.store(true, Ordering::SeqCst);
        // Wakes the listener, which then sees that it is over.
        let _ = TcpStream::connect(self.address);
    }
}

fn serve(stream: &TcpStream, stage: &Stage, before: &AtomicUsize) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = io::BufReader::new(stream);
    while let Some(asked) = wire::request(&mut reader)? {
        let nth = before.fetch_add(1, Ordering::SeqCst);
        if stage.keeps {
            stage.asked().push(asked.clone());
        }
        if !wire::play(&(stage.script)(&asked, nth), stream)? {
            return Ok(());
        }
    }
    Ok(())
}
