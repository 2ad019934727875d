//! Binary content: base 85, deflate, deltas, and the ids of objects, all as git has them.

use std::io::Read as _;

use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use sha1::Sha1;
use sha2::{Digest as _, Sha256};

/// git's digits of base 85 (`base85.c`).
const DIGITS: &[u8; 85] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/// Appends the bytes of one line: a letter for their number (A to Z: 1 to 26, a to z: 27 to 52), then five digits for each four.
pub(crate) fn decode_line(line: &[u8], into: &mut Vec<u8>) -> Option<()> {
    let (first, digits) = line.split_first()?;
    let length = match first {
        b'A'..=b'Z' => first - b'A' + 1,
        b'a'..=b'z' => first - b'a' + 27,
        _ => return None,
    };
    let length = usize::from(length);
    if digits.len() != length.div_ceil(4) * 5 {
        return None;
    }
    let start = into.len();
    for group in digits.chunks(5) {
        let mut value: u64 = 0;
        for digit in group {
            let place = DIGITS.iter().position(|known| known == digit)?;
            value = value * 85 + place as u64;
        }
        into.extend_from_slice(&u32::try_from(value).ok()?.to_be_bytes());
    }
    into.truncate(start + length);
    Some(())
}

/// Writes content as a literal part: its size, its lines, an empty line. Nothing is compressed.
pub(crate) fn encode(content: &[u8], text: &mut Vec<u8>) {
    let mut deflated = Vec::new();
    // Reading from memory into memory does not fail.
    let _ = ZlibEncoder::new(content, Compression::none()).read_to_end(&mut deflated);
    text.extend_from_slice(format!("literal {}\n", content.len()).as_bytes());
    for line in deflated.chunks(52) {
        let length = u8::try_from(line.len()).unwrap_or_default();
        text.push(if length <= 26 { b'A' + length - 1 } else { b'a' + length - 27 });
        for group in line.chunks(4) {
            let mut bytes = [0; 4];
            bytes[..group.len()].copy_from_slice(group);
            let mut value = u32::from_be_bytes(bytes) as usize;
            let mut digits = [0; 5];
            for digit in digits.iter_mut().rev() {
                *digit = DIGITS[value % 85];
                value /= 85;
            }
            text.extend_from_slice(&digits);
        }
        text.push(b'\n');
    }
    text.push(b'\n');
}

/// Inflates to exactly so many bytes.
pub(crate) fn inflate(deflated: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut reader = ZlibDecoder::new(deflated).take(size as u64 + 1);
    reader.read_to_end(&mut bytes).ok()?;
    (bytes.len() == size).then_some(bytes)
}

/// Carries out a delta (gitformat-pack(5), "Deltified representation"), if its result has at most so many bytes.
pub(crate) fn apply_delta(delta: &[u8], source: &[u8], most: usize) -> Option<Vec<u8>> {
    let (source_size, rest) = size(delta)?;
    let (result_size, mut rest) = size(rest)?;
    if source_size != source.len() || result_size > most {
        return None;
    }
    let mut result = Vec::new();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if first & 0x80 == 0 {
            let length = usize::from(*first);
            if length == 0 {
                return None;
            }
            result.extend_from_slice(rest.get(..length)?);
            rest = &rest[length..];
        } else {
            let (offset, after) = numbers(rest, first & 0x0f)?;
            let (length, after) = numbers(after, (first >> 4) & 0x07)?;
            rest = after;
            let length = if length == 0 { 0x10000 } else { length };
            result.extend_from_slice(source.get(offset..offset.checked_add(length)?)?);
        }
        if result.len() > result_size {
            return None;
        }
    }
    (result.len() == result_size).then_some(result)
}

/// A size: seven bits a byte, the lowest first.
fn size(mut text: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0_usize;
    for shift in (0..56).step_by(7) {
        let (byte, rest) = text.split_first()?;
        text = rest;
        value |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some((value, text));
        }
    }
    None
}

/// A number whose bytes are written where a bit is set, the lowest first.
fn numbers(mut text: &[u8], bits: u8) -> Option<(usize, &[u8])> {
    let mut value = 0;
    for place in 0..4 {
        if bits & (1 << place) != 0 {
            let (byte, rest) = text.split_first()?;
            text = rest;
            value |= usize::from(*byte) << (8 * place);
        }
    }
    Some((value, text))
}

/// The id of a blob: SHA-1 for 40 digits, SHA-256 for 64.
pub(crate) fn blob_id(content: &[u8], digits: usize) -> String {
    let head = format!("blob {}\0", content.len());
    let hexadecimal = |bytes: &[u8]| bytes.iter().fold(String::new(), |id, byte| id + &format!("{byte:02x}"));
    if digits == 64 {
        hexadecimal(&Sha256::new().chain_update(head).chain_update(content).finalize())
    } else {
        hexadecimal(&Sha1::new().chain_update(head).chain_update(content).finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_gits() {
        assert_eq!(blob_id(b"", 40), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(blob_id(b"", 64), "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813");
    }

    #[test]
    fn a_delta_copies_and_inserts() {
        // Of 6 bytes make 7: four from 2 on, then "xyz".
        let delta = [6, 7, 0x91, 2, 4, 3, b'x', b'y', b'z'];
        assert_eq!(apply_delta(&delta, b"abcdef", 100).as_deref(), Some(&b"cdefxyz"[..]));
        assert_eq!(apply_delta(&delta, b"abcde", 100), None, "another source");
        assert_eq!(apply_delta(&delta, b"abcdef", 6), None, "over the limit");
        assert_eq!(apply_delta(&delta[..5], b"abcdef", 100), None, "cut off");
        assert_eq!(apply_delta(&[6, 7, 0x91, 5, 4], b"abcdef", 100), None, "beyond the source");
    }

    #[test]
    fn lines_of_another_length_are_refused() {
        let mut bytes = Vec::new();
        assert_eq!(decode_line(b"A00000", &mut bytes), Some(()));
        assert_eq!(bytes, [0]);
        for line in [&b""[..], b"A", b"A0000", b"E00000", b"100000", b"A0000 ", b"D~~~~~"] {
            assert_eq!(decode_line(line, &mut bytes), None);
        }
    }
}
