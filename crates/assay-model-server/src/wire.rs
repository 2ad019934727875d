//! HTTP/1.1 as far as it is needed, and as wrong as it is wanted.

use std::collections::BTreeMap;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::net::TcpStream;

use nix::libc::linger;
use nix::sys::socket::{setsockopt, sockopt};

use crate::{Asked, Play, Reply};

/// Reads a request; `None` at the connection's end.
pub(crate) fn request(reader: &mut impl BufRead) -> io::Result<Option<Asked>> {
    match reader.fill_buf()?.first() {
        None => return Ok(None),
        // TLS, for one, begins otherwise.
        Some(first) if !first.is_ascii_uppercase() => return Err(ErrorKind::InvalidData.into()),
        Some(_) => {}
    }
    let start = line(reader)?;
    let mut words = start.split(' ');
    let (Some(method), Some(path)) = (words.next(), words.next()) else {
        return Err(ErrorKind::InvalidData.into());
    };
    let mut headers = BTreeMap::new();
    loop {
        let line = line(reader)?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Some(Asked { method: method.into(), path: path.into(), headers, body }))
}

fn line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    reader.take(64 * 1024).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}

/// Does what is to be done; whether the connection goes on.
pub(crate) fn play(play: &Play, mut stream: &TcpStream) -> io::Result<bool> {
    match play {
        Play::Respond(reply) => {
            stream.write_all(&[start(reply, true), reply.body.clone()].concat())?;
            return Ok(true);
        }
        Play::Chunks(reply) => {
            let mut bytes = start(reply, false);
            for part in reply.body.chunks(1000) {
                bytes.extend_from_slice(format!("{:x}\r\n", part.len()).as_bytes());
                bytes.extend_from_slice(part);
                bytes.extend_from_slice(b"\r\n");
            }
            bytes.extend_from_slice(b"0\r\n\r\n");
            stream.write_all(&bytes)?;
            return Ok(true);
        }
        Play::Cut(reply, length) => {
            stream.write_all(&[start(reply, true), reply.body[..*length].to_vec()].concat())?;
        }
        Play::CutChunk(reply, length) => {
            let size = format!("{:x}\r\n", reply.body.len()).into_bytes();
            stream.write_all(&[start(reply, false), size, reply.body[..*length].to_vec()].concat())?;
        }
        Play::HangWithin(reply, length) => {
            stream.write_all(&[start(reply, true), reply.body[..*length].to_vec()].concat())?;
            wait_for_the_client_to_go(stream);
        }
        Play::Hang => wait_for_the_client_to_go(stream),
        Play::Raw(bytes) => stream.write_all(bytes)?,
        Play::Close => {}
        // A connection that lingers for no time is reset when it is closed.
        Play::Reset => setsockopt(&stream, sockopt::Linger, &linger { l_onoff: 1, l_linger: 0 })?,
    }
    Ok(false)
}

fn start(reply: &Reply, has_length: bool) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {} Played\r\n", reply.status);
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if has_length {
        head.push_str(&format!("content-length: {}\r\n\r\n", reply.body.len()));
    } else {
        head.push_str("transfer-encoding: chunked\r\n\r\n");
    }
    head.into_bytes()
}

fn wait_for_the_client_to_go(mut stream: &TcpStream) {
    while matches!(stream.read(&mut [0; 1024]), Ok(1..)) {}
}
