//! Windows-1252, which editors on Windows write where a text is no UTF-8.

/// What the bytes from 0x80 to 0x9f stand for; all others stand for the character of the same number (unicode.org,
/// Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT). Five of them stand for nothing.
const FROM_0X80: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}',
    '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
];

/// The text of some bytes; U+FFFD for bytes that stand for nothing.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let character = |byte: &u8| match byte {
        0x80..=0x9f => FROM_0X80[usize::from(byte - 0x80)],
        _ => char::from(*byte),
    };
    bytes.iter().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_marks_are_those_of_the_table() {
        assert_eq!(decode(b"caf\xe9 \x80 \x93a\x94 \x9f \xa0\xff"), "café € “a” Ÿ \u{a0}ÿ");
        assert_eq!(decode(b"\x81\x8d\x8f\x90\x9d"), "\u{fffd}".repeat(5));
        let all: Vec<u8> = (0..=255).collect();
        let decoded: std::collections::BTreeSet<char> = decode(&all).chars().collect();
        assert_eq!(decoded.len(), 256 - 5 + 1);
    }
}
