//! JSON Lines, plain or gzipped, with limits.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use assay_types::Digest;
use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;

use crate::BenchmarkError;

/// The longest line that is read.
const LINE_BYTES: u64 = 256 << 20;
/// The most that a compressed file may unpack to.
const UNPACKED_BYTES: u64 = 8 << 30;

/// A file's bytes and their digest.
pub(crate) fn read_file(path: &Path) -> Result<(Vec<u8>, Digest), BenchmarkError> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(BenchmarkError::read(path))?;
    let digest = Digest::of(&bytes);
    Ok((bytes, digest))
}

/// Parses each line that is not blank as a record, and hands it over with its number, from 1.
pub(crate) fn for_each<Record: DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
    take: impl FnMut(u64, Record) -> Result<(), BenchmarkError>,
) -> Result<(), BenchmarkError> {
    for_each_within(UNPACKED_BYTES, path, bytes, take)
}

fn for_each_within<Record: DeserializeOwned>(
    most: u64,
    path: &Path,
    bytes: &[u8],
    mut take: impl FnMut(u64, Record) -> Result<(), BenchmarkError>,
) -> Result<(), BenchmarkError> {
    let packed = bytes.starts_with(&[0x1f, 0x8b]);
    let mut reader: Box<dyn BufRead> = if packed {
        // One byte more than allowed, so that a file that is cut there is not taken for one that ends there.
        Box::new(BufReader::new(MultiGzDecoder::new(Cursor::new(bytes)).take(most + 1)))
    } else {
        Box::new(Cursor::new(bytes))
    };
    let mut unpacked = 0;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = reader.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line);
        let count = read.map_err(|error| {
            BenchmarkError::line(
                path,
                number,
                format!("the compressed file breaks off or is damaged here: {error}"),
            )
        })?;
        if count == 0 {
            return Ok(());
        }
        unpacked += count as u64;
        if packed && unpacked > most {
            return Err(BenchmarkError::file(path, format!("the file unpacks to more than {most} bytes")));
        }
        if count as u64 == LINE_BYTES {
            return Err(BenchmarkError::line(path, number, "the line is longer than 256 MiB"));
        }
        // A byte order mark is no part of the first record.
        let text = line.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 1).unwrap_or(&line);
        let text = text.trim_ascii();
        if text.is_empty() {
            continue;
        }
        if let Err(error) = std::str::from_utf8(text) {
            let at = error.valid_up_to() + 1;
            return Err(BenchmarkError::line(path, number, format!("not UTF-8 at byte {at} of the line")));
        }
        if text[0] != b'{' {
            return Err(BenchmarkError::line(
                path,
                number,
                "a line must hold one JSON object, such as {\"task_id\": …}",
            ));
        }
        let record = serde_json::from_slice(text)
            .map_err(|error| BenchmarkError::line(path, number, describe(&error)))?;
        take(number, record)?;
    }
    Ok(())
}

/// serde's message without its own line number, which counts within the line.
fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text);
    format!("{message} (column {})", error.column())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[derive(serde::Deserialize)]
    struct Record {
        n: u64,
    }

    fn numbers(bytes: &[u8]) -> Result<Vec<(u64, u64)>, String> {
        let mut found = Vec::new();
        for_each(Path::new("x.jsonl"), bytes, |line, record: Record| {
            found.push((line, record.n));
            Ok(())
        })
        .map_err(|error| error.to_string())?;
        Ok(found)
    }

    fn zipped(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn blank_lines_and_a_missing_last_newline_are_fine() {
        assert_eq!(numbers(b"{\"n\":1}\r\n\n {\"n\":2}"), Ok(vec![(1, 1), (3, 2)]));
        assert_eq!(numbers(b"\xef\xbb\xbf{\"n\":1}\n"), Ok(vec![(1, 1)]));
        assert_eq!(numbers(&zipped(b"{\"n\":1}\n{\"n\":2}\n")), Ok(vec![(1, 1), (2, 2)]));
        assert_eq!(numbers(b""), Ok(vec![]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(
            numbers(b"{\"n\":1}\n{\"n\":\n").unwrap_err(),
            "x.jsonl:2: EOF while parsing a value (column 5)"
        );
        assert_eq!(numbers(b"\n\xff\n").unwrap_err(), "x.jsonl:2: not UTF-8 at byte 1 of the line");
        let message = numbers(b"[1]\n").unwrap_err();
        assert!(message.starts_with("x.jsonl:1: a line must hold one JSON object"), "{message}");
        let cut = zipped(&b"{\"n\":1}\n".repeat(100_000));
        let message = numbers(&cut[..cut.len() / 2]).unwrap_err();
        assert!(message.contains("breaks off or is damaged"), "{message}");
    }

    #[test]
    fn a_file_that_unpacks_to_too_much_is_refused_not_cut() {
        let within = |most| {
            let mut lines = 0;
            for_each_within(
                most,
                Path::new("x.jsonl.gz"),
                &zipped(b"{}\n{}\n"),
                |line, _: serde_json::Value| {
                    lines = line;
                    Ok(())
                },
            )
            .map(|()| lines)
            .map_err(|error| error.to_string())
        };
        assert_eq!(within(6), Ok(2));
        assert_eq!(within(5), Err("x.jsonl.gz: the file unpacks to more than 5 bytes".to_owned()));
    }
}
