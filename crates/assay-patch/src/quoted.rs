//! Names in double quotes, as git writes those with unusual characters (`quote_c_style`).

/// The bytes between the quotes at the beginning of `text`, and what follows; nothing if it is not written so.
pub(crate) fn unquoted(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut rest = text.strip_prefix(b"\"")?;
    let mut name = Vec::new();
    loop {
        let (first, after) = rest.split_first()?;
        rest = after;
        match first {
            b'"' => return Some((name, rest)),
            b'\\' => {
                let (byte, after) = escaped(rest)?;
                name.push(byte);
                rest = after;
            }
            byte => name.push(*byte),
        }
    }
}

/// The byte that is written after a backslash, and what follows.
fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    let (first, rest) = text.split_first()?;
    let byte = match first {
        b'a' => 0x07,
        b'b' => 0x08,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 0x0b,
        b'f' => 0x0c,
        b'r' => b'\r',
        b'"' | b'\\' => *first,
        b'0'..=b'3' => {
            let digits =
                text.get(..3).filter(|digits| digits.iter().all(|digit| (b'0'..=b'7').contains(digit)))?;
            let value = digits.iter().fold(0, |value, digit| value * 8 + (digit - b'0'));
            return Some((value, &text[3..]));
        }
        _ => return None,
    };
    Some((byte, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_those_of_c() {
        let (name, rest) = unquoted(br#""a/\303\244\t\"\\b" x"#).unwrap();
        assert_eq!((name.as_slice(), rest), ("a/ä\t\"\\b".as_bytes(), &b" x"[..]));
    }

    #[test]
    fn what_is_not_quoted_so_is_nothing() {
        for text in [&b"a"[..], b"\"a", b"\"\\x\"", b"\"\\40\"", b"\"\\777\"", b"\"\\"] {
            assert_eq!(unquoted(text), None);
        }
    }
}
