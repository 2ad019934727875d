//! What a file holds once it is unpacked: plain bytes, gzip (RFC 1952) or Zstandard (RFC 8878), told by how it begins.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// Reads the file's content. How much is read is for the caller to limit: a small file may unpack to any size.
pub(crate) fn expanded(bytes: &[u8]) -> Box<dyn BufRead + '_> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        Box::new(BufReader::new(MultiGzDecoder::new(Cursor::new(bytes))))
    } else if is_zstandard(bytes) {
        Box::new(BufReader::new(Frames { rest: bytes, current: None, spare: None }))
    } else {
        Box::new(Cursor::new(bytes))
    }
}

/// Whether a file begins with a frame of Zstandard, or with one that is to be skipped, as pzstd writes.
fn is_zstandard(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x28\xb5\x2f\xfd") || matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// The content of all frames of a Zstandard file, one after the other. A frame's window is held to the 128 MiB that the
/// decoder allows by default.
struct Frames<'a> {
    rest: &'a [u8],
    current: Option<StreamingDecoder<&'a [u8], FrameDecoder>>,
    /// The decoder of the last frame: its tables are large, and files may have millions of frames.
    spare: Option<FrameDecoder>,
}

impl Frames<'_> {
    fn next_frame(&mut self) -> io::Result<()> {
        let decoder = self.spare.take().unwrap_or_default();
        match StreamingDecoder::new_with_decoder(self.rest, decoder) {
            Ok(frame) => self.current = Some(frame),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                // Magic number and length have four bytes each.
                let after = 8 + usize::try_from(length).map_err(io::Error::other)?;
                self.rest = self.rest.get(after..).ok_or(io::ErrorKind::UnexpectedEof)?;
            }
            Err(error) => return Err(io::Error::other(error)),
        }
        Ok(())
    }
}

impl Read for Frames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(mut frame) = self.current.take() {
                let count = frame.read(buffer)?;
                if count > 0 {
                    self.current = Some(frame);
                    return Ok(count);
                }
                let (rest, decoder) = frame.into_parts();
                let written = decoder.get_checksum_from_data();
                if written.is_some() && written != decoder.get_calculated_checksum() {
                    return Err(io::Error::other("a frame's checksum is not that of its content"));
                }
                (self.rest, self.spare) = (rest, Some(decoder));
            } else if self.rest.is_empty() {
                return Ok(0);
            } else {
                self.next_frame()?;
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Write as _;

    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// The bytes as gzip packs them.
    pub(crate) fn gzipped(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// The bytes as one frame of Zstandard.
    pub(crate) fn zstandard(bytes: &[u8]) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }

    fn content(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        expanded(bytes).read_to_end(&mut content).map(|_| content)
    }

    #[test]
    fn frames_follow_one_another_and_those_to_be_skipped_are() {
        let skipped = [b"\x5a\x2a\x4d\x18\x03\0\0\0".as_slice(), b"abc"].concat();
        let file =
            [skipped.clone(), zstandard(b"one "), skipped.clone(), zstandard(b"two"), skipped].concat();
        assert_eq!(content(&file).unwrap(), b"one two");
        assert_eq!(content(&zstandard(b"")).unwrap(), b"");
    }

    #[test]
    fn a_frame_that_the_zstd_program_wrote_is_read() {
        // printf 'a line\n' | zstd --check (version 1.5.4)
        let file = b"(\xb5/\xfd\x04X9\0\0a line\n)y\xad\xa0";
        let checked = content(file).map_err(|error| error.to_string());
        // The last four bytes are the checksum of what stands before them: another one is no such file.
        let mut other = file.to_vec();
        *other.last_mut().unwrap() ^= 1;
        assert!(content(&other).is_err());
        assert_eq!(checked.as_deref(), Ok(b"a line\n".as_slice()));
    }

    #[test]
    fn a_file_that_breaks_off_or_goes_on_with_something_else_is_an_error() {
        let packed = zstandard(&b"a line of text\n".repeat(1_000));
        for length in 4..packed.len() {
            assert!(content(&packed[..length]).is_err(), "{length}");
        }
        assert!(content(&[packed.as_slice(), b"else"].concat()).is_err());
        assert!(content(b"\x5a\x2a\x4d\x18\x03\0\0\0ab").is_err());
    }

    proptest! {
        #[test]
        fn what_was_packed_is_unpacked(parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..2_000), 0..4)) {
            let plain = parts.concat();
            let zstandard: Vec<u8> = parts.iter().flat_map(|part| zstandard(part)).collect();
            let gzip: Vec<u8> = parts.iter().flat_map(|part| gzipped(part)).collect();
            prop_assert_eq!(&content(&zstandard).unwrap(), &plain);
            prop_assert_eq!(&content(&gzip).unwrap(), &plain);
        }

        #[test]
        fn any_bytes_are_content_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = content(&[b"\x28\xb5\x2f\xfd".as_slice(), &bytes].concat()).map(|content| content.len());
        }
    }
}
