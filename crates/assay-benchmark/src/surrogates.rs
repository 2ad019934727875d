//! Halves of characters in JSON texts: `\ud800` without the other half behind it. Python's `json` writes them, and no
//! UTF-8 can hold them.

/// An escape that takes the place of such a half; as long as one, so that columns stay what they were.
pub type Replacement = [u8; 6];

/// U+FFFD, which stands for what cannot be shown (Unicode 16, section 5.22).
pub const REPLACEMENT: Replacement = *br"\ufffd";

/// Another one: a text that is a different one with this held such a half.
pub const OTHER: Replacement = *br"\ufffc";

/// The JSON text with each half that stands alone replaced.
#[must_use]
pub fn replaced(text: &[u8], replacement: Replacement) -> Vec<u8> {
    let mut text = text.to_vec();
    let mut place = 0;
    while place < text.len() {
        place += match (text[place], half(&text, place)) {
            (_, Some(Half::High)) if matches!(half(&text, place + 6), Some(Half::Low)) => 12,
            (_, Some(_)) => {
                text[place..place + 6].copy_from_slice(&replacement);
                6
            }
            // Outside of texts there is no backslash, inside it takes the next character with it.
            (b'\\', None) => 2,
            _ => 1,
        };
    }
    text
}

/// The first or the second half of a character.
enum Half {
    High,
    Low,
}

/// What the escape that begins here stands for, where it is half of a character.
fn half(text: &[u8], place: usize) -> Option<Half> {
    let digits = text.get(place..place + 6)?.strip_prefix(br"\u")?;
    let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(Half::High),
        0xdc00..=0xdfff => Some(Half::Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn repaired(text: &str) -> String {
        String::from_utf8(replaced(text.as_bytes(), REPLACEMENT)).unwrap()
    }

    #[test]
    fn halves_are_replaced_and_whole_characters_are_not() {
        let cases = [
            (r#""\ud800""#, r#""\ufffd""#),
            (r#""\uDC00x""#, r#""\ufffdx""#),
            (r#""\ud83d\ude42""#, r#""\ud83d\ude42""#),
            (r#""\ud83d\ud83d\ude42""#, r#""\ufffd\ud83d\ude42""#),
            (r#""\ude42\ud83d""#, r#""\ufffd\ufffd""#),
            (r#""\\ud800""#, r#""\\ud800""#),
            (r#""\\\ud800\u0041\u+800""#, r#""\\\ufffd\u0041\u+800""#),
            (r#""\ud80"#, r#""\ud80"#),
        ];
        for (text, expected) in cases {
            assert_eq!(repaired(text), expected);
        }
    }

    proptest! {
        #[test]
        fn what_is_repaired_is_a_text_where_the_rest_is_json(
            parts in prop::collection::vec(prop::sample::select(
                [r"\ud800", r"\udfff", r"\\", "\\\"", "a", r"\u0041", "é"].as_slice()), 0..12)
        ) {
            let text = format!("\"{}\"", parts.concat());
            let read: Result<String, _> = serde_json::from_str(&repaired(&text));
            prop_assert!(read.is_ok(), "{} of {}", repaired(&text), text);
            if let Ok(whole) = serde_json::from_str::<String>(&text) {
                prop_assert_eq!(read.unwrap(), whole);
            }
        }

        #[test]
        fn any_bytes_keep_their_length(bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(&b"\\ud8c0"[..])], 0..60)) {
            prop_assert_eq!(replaced(&bytes, OTHER).len(), bytes.len());
        }
    }
}
