use proptest::prelude::*;

use super::*;
use crate::expanded::tests::{gzipped as zipped, zstandard};

const SMALL: LineLimits = LineLimits { file_bytes: 4096, line_bytes: 64, lines: 100 };

/// Number, text and whether it is too long, of each line; or the message.
fn lines_within(limits: LineLimits, bytes: &[u8]) -> Result<Vec<(u64, String, bool)>, String> {
    let mut lines = Lines::new(Path::new("x.jsonl"), bytes, limits);
    let mut found = Vec::new();
    while let Some(line) = lines.next().map_err(|error| error.to_string())? {
        let text = String::from_utf8_lossy(line.text).into_owned();
        found.push((line.number, text, line.too_long));
        // A vector doubles its room when it grows.
        assert!(lines.line.capacity() as u64 <= 2 * (limits.line_bytes + (1 << 16) + 1));
    }
    Ok(found)
}

fn lines(bytes: &[u8]) -> Result<Vec<(u64, String, bool)>, String> {
    lines_within(LineLimits::USUAL, bytes)
}

fn whole(number: u64, text: &str) -> (u64, String, bool) {
    (number, text.to_owned(), false)
}

#[test]
fn blank_lines_and_a_missing_last_newline_are_fine() {
    assert_eq!(lines(b"a\r\n\n b"), Ok(vec![whole(1, "a"), whole(3, "b")]));
    assert_eq!(lines(b"\xef\xbb\xbfa\n"), Ok(vec![whole(1, "a")]));
    assert_eq!(lines(&zipped(b"a\nb\n")), Ok(vec![whole(1, "a"), whole(2, "b")]));
    let two_members = [zipped(b"a\n"), zipped(b"b\n")].concat();
    assert_eq!(lines(&two_members), Ok(vec![whole(1, "a"), whole(2, "b")]));
    assert_eq!(lines(b""), Ok(vec![]));
}

#[test]
fn a_compressed_file_that_breaks_off_is_no_shorter_file() {
    let plain = b"a line of text\n".repeat(100_000);
    for packed in [zipped(&plain), zstandard(&plain)] {
        for length in [packed.len() / 2, packed.len() - 1] {
            let message = lines(&packed[..length]).unwrap_err();
            assert!(message.contains("breaks off or is damaged"), "{message}");
            assert!(message.split(':').nth(1).unwrap().parse::<u64>().unwrap() > 1_000, "{message}");
        }
    }
}

#[test]
fn a_file_that_unpacks_to_too_much_is_refused_not_cut() {
    for packed in [zipped(b"{}\n{}\n"), zstandard(b"{}\n{}\n")] {
        let within = |file_bytes| lines_within(LineLimits { file_bytes, ..SMALL }, &packed);
        assert_eq!(within(6).unwrap().len(), 2);
        let message = within(5).unwrap_err();
        assert!(message.starts_with("x.jsonl:2: the file unpacks to more than 5 bytes"), "{message}");
    }
}

#[test]
fn a_bomb_costs_no_more_than_its_limit() {
    let blank = vec![b' '; 4 << 20];
    for bomb in [zipped(&blank), zstandard(&blank)] {
        let message =
            lines_within(LineLimits { file_bytes: 1 << 20, line_bytes: 64, lines: 9 }, &bomb).unwrap_err();
        assert!(message.starts_with("x.jsonl:1: the file unpacks to more than 1 MiB"), "{message}");
    }
}

#[test]
fn a_line_that_is_too_long_is_told_from_one_that_just_fits_and_the_next_is_read() {
    let line = |length: usize| [vec![b'x'; length], b"\nb\n".to_vec()].concat();
    let limits = LineLimits { file_bytes: 1 << 20, ..SMALL };
    // The line feed counts.
    assert_eq!(lines_within(limits, &line(63)).unwrap()[1], whole(2, "b"));
    assert!(!lines_within(limits, &line(63)).unwrap()[0].2);
    for length in [64, 65, 200, 100_000] {
        let found = lines_within(limits, &line(length)).unwrap();
        assert!(found[0].2 && found[0].1.len() <= 65, "{length}");
        assert_eq!(found[1..], [whole(2, "b")], "{length}");
    }
}

#[test]
fn more_lines_than_allowed_are_refused() {
    let message = lines_within(SMALL, &b"a\n".repeat(101)).unwrap_err();
    assert!(message.starts_with("x.jsonl:101: the file has more than 100 lines"), "{message}");
    assert_eq!(lines_within(SMALL, &b"a\n".repeat(100)).unwrap().len(), 100);
}

#[test]
fn a_file_of_another_kind_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.jsonl");
    std::fs::write(&path, b"PK\x03\x04rest").unwrap();
    let message = read_file(&path).unwrap_err().to_string();
    assert!(message.contains("this is a zip archive: unpack it"), "{message}");
}

proptest! {
    #[test]
    fn any_bytes_give_lines_or_a_message_with_a_line(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..600),
            prop::collection::vec(prop_oneof![Just(b'\n'), Just(b' '), Just(b'{'), any::<u8>()], 0..600),
            prop::collection::vec(any::<u8>(), 0..600).prop_map(|bytes| zipped(&bytes)),
            prop::collection::vec(any::<u8>(), 0..600).prop_map(|bytes| zstandard(&bytes)),
            prop::collection::vec(any::<u8>(), 0..600).prop_map(|bytes| [&[0x1f, 0x8b, 8, 0], &bytes[..]].concat()),
        ]
    ) {
        match lines_within(SMALL, &bytes) {
            Ok(found) => for (_, text, _) in found {
                // Where bytes are no UTF-8 each may have become three.
                prop_assert!(text.len() as u64 <= 3 * (SMALL.line_bytes + 1));
            },
            Err(message) => prop_assert!(message.starts_with("x.jsonl:"), "{}", message),
        }
    }

    #[test]
    fn a_file_cut_at_any_byte_gives_the_prefix_of_its_lines(
        texts in prop::collection::vec("[a-z]{1,20}", 1..20), part in 0.0f64..1.0
    ) {
        let file = texts.join("\n") + "\n";
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a short text")]
        let place = (file.len() as f64 * part) as usize;
        let found = lines(&file.as_bytes()[..place]).unwrap();
        for (place, (number, text, _)) in found.iter().enumerate() {
            prop_assert_eq!(*number, place as u64 + 1);
            let is_last = place + 1 == found.len();
            let fits = if is_last { texts[place].starts_with(text) } else { texts[place] == *text };
            prop_assert!(fits);
        }
        let packed = zipped(file.as_bytes());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a short text")]
        let place = (packed.len() as f64 * part) as usize;
        // Cut in its first two bytes a compressed file does not look like one.
        let message = if place < 2 { "x.jsonl:".to_owned() } else { lines(&packed[..place]).unwrap_err() };
        prop_assert!(message.starts_with("x.jsonl:"), "{}", message);
    }
}
