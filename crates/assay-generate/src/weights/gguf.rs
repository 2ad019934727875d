//! The header of a GGUF file, as far as it identifies a model.
//!
//! The format is that of ggml's `docs/gguf.md`: magic, version, two counts, then keys with typed values, all little-endian. What is
//! not asked for is skipped. The file is untrusted, so each length is held against a limit before anything is kept or passed over.

use std::io::{self, BufRead, BufReader, Read};

/// The largest header that is read; those of vocabularies of 262,144 tokens have some 20 MB.
const HEADER_BYTES: u64 = 256 << 20;
/// The most keys; real files have some dozens.
const KEYS: u64 = 1 << 16;
/// The longest key; the format's own limit.
const KEY_BYTES: u64 = 1 << 16;
/// The longest text that is kept; chat templates have some kilobytes.
const TEXT_BYTES: u64 = 1 << 20;

/// What a header says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// `general.architecture`, such as `llama`.
    pub architecture: Option<String>,
    /// `general.file_type`: how most of the numbers are stored.
    pub file_type: Option<u32>,
    /// `tokenizer.chat_template`. Untrusted.
    pub chat_template: Option<String>,
}

/// Why a header is not read.
#[derive(Debug, thiserror::Error)]
pub enum HeaderError {
    /// The file does not begin as GGUF files do.
    #[error("it does not begin with GGUF")]
    Magic,
    /// A version of the format that is not known here.
    #[error("version {0} of GGUF is not known here (2 and 3 are)")]
    Version(u32),
    /// The file ends within its header.
    #[error("it ends within its header")]
    Cut,
    /// A number or a length beyond the limits.
    #[error("its header has {what} of {found}, beyond the limit of {limit}")]
    Limit {
        /// What of.
        what: &'static str,
        /// What the file says.
        found: u64,
        /// The most that is read.
        limit: u64,
    },
    /// A value of a type that the format does not have.
    #[error("its header has a value of the unknown type {0}")]
    Type(u32),
    /// A key or a kept value that is not UTF-8, or not of the type that its key asks for.
    #[error("its header's {0} is not what the format says")]
    Value(&'static str),
    /// The system does not read it.
    #[error("{0}")]
    Read(io::Error),
}

impl From<io::Error> for HeaderError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Cut } else { Self::Read(error) }
    }
}

/// Reads the header of a GGUF file, and nothing behind it.
///
/// # Errors
/// Where it is no such header, or one beyond the limits.
pub fn read_header(file: impl Read) -> Result<Header, HeaderError> {
    let mut reader = Reader(BufReader::new(file.take(HEADER_BYTES)));
    let mut magic = [0; 4];
    reader.0.read_exact(&mut magic).map_err(|_| HeaderError::Magic)?;
    if &magic != b"GGUF" {
        return Err(HeaderError::Magic);
    }
    let version = reader.u32()?;
    if !(2..=3).contains(&version) {
        return Err(HeaderError::Version(version));
    }
    let _tensors = reader.u64()?;
    let keys = within("keys", reader.u64()?, KEYS)?;
    let mut header = Header::default();
    for _ in 0..keys {
        let key = reader.text(KEY_BYTES, "key")?;
        let kind = reader.u32()?;
        match key.as_str() {
            "general.architecture" => header.architecture = Some(reader.value_text(kind, "architecture")?),
            "tokenizer.chat_template" => {
                header.chat_template = Some(reader.value_text(kind, "chat template")?);
            }
            "general.file_type" if kind == U32 => header.file_type = Some(reader.u32()?),
            "general.file_type" => return Err(HeaderError::Value("file type")),
            _ => reader.skip_value(kind)?,
        }
    }
    Ok(header)
}

fn within(what: &'static str, found: u64, limit: u64) -> Result<u64, HeaderError> {
    if found <= limit { Ok(found) } else { Err(HeaderError::Limit { what, found, limit }) }
}

const U32: u32 = 4;
const TEXT: u32 = 8;
const ARRAY: u32 = 9;

/// Bytes of a value of fixed width.
fn width(kind: u32) -> Option<u64> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

struct Reader<File: Read>(BufReader<io::Take<File>>);

impl<File: Read> Reader<File> {
    fn u32(&mut self) -> Result<u32, HeaderError> {
        let mut bytes = [0; 4];
        self.0.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn u64(&mut self) -> Result<u64, HeaderError> {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn text(&mut self, limit: u64, what: &'static str) -> Result<String, HeaderError> {
        let length = within(what, self.u64()?, limit)?;
        let mut bytes = Vec::new();
        // Grows with what is there: a length alone makes no allocation.
        self.0.by_ref().take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != length {
            return Err(HeaderError::Cut);
        }
        String::from_utf8(bytes).map_err(|_| HeaderError::Value(what))
    }

    fn value_text(&mut self, kind: u32, what: &'static str) -> Result<String, HeaderError> {
        if kind == TEXT { self.text(TEXT_BYTES, what) } else { Err(HeaderError::Value(what)) }
    }

    fn skip_value(&mut self, kind: u32) -> Result<(), HeaderError> {
        match kind {
            TEXT => self.skip_text(),
            ARRAY => {
                let kind = self.u32()?;
                let count = self.u64()?;
                if kind == TEXT {
                    // Each takes eight bytes at least, so the end of the header ends this.
                    return (0..count).try_for_each(|_| self.skip_text());
                }
                // Arrays of arrays are in the format's text, but no program writes or reads them.
                let bytes = width(kind).ok_or(HeaderError::Type(kind))?.checked_mul(count);
                self.skip(bytes.unwrap_or(u64::MAX))
            }
            other => self.skip(width(other).ok_or(HeaderError::Type(other))?),
        }
    }

    fn skip_text(&mut self) -> Result<(), HeaderError> {
        let length = self.u64()?;
        self.skip(length)
    }

    fn skip(&mut self, bytes: u64) -> Result<(), HeaderError> {
        let mut left = within("a value", bytes, HEADER_BYTES)?;
        while left > 0 {
            let there = self.0.fill_buf()?.len();
            if there == 0 {
                return Err(HeaderError::Cut);
            }
            let step = usize::try_from(left).unwrap_or(usize::MAX).min(there);
            self.0.consume(step);
            left -= step as u64;
        }
        Ok(())
    }
}
