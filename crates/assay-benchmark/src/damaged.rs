//! What can still be known of a line that is no JSON object: the task that it belongs to.

/// The value of the object's own `task_id` in a text that may be cut, hold bytes that are no text, or break the rules
/// of JSON; `None` where there is none, or more than one to choose from.
///
/// It follows strings and brackets alone, so a `task_id` inside an answer or inside another object is not taken for it.
pub(crate) fn task_id(text: &[u8]) -> Option<String> {
    let mut found = None;
    let mut depth = 0_usize;
    let mut last: &[u8] = b"";
    let mut is_expected = false;
    let mut place = 0;
    while let Some(byte) = text.get(place) {
        let end = if *byte == b'"' { end_of_string(text, place) } else { Some(place + 1) };
        let Some(end) = end else { break };
        match byte {
            b'"' => {
                last = &text[place..end];
                if depth == 1 && is_expected {
                    let id: String = serde_json::from_slice(last).ok()?;
                    if found.replace(id).is_some() {
                        return None;
                    }
                }
            }
            b':' if depth == 1 => is_expected = last == b"\"task_id\"",
            b',' if depth == 1 => is_expected = false,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        place = end;
    }
    found
}

/// The place after the string that begins here; `None` where it does not end.
fn end_of_string(text: &[u8], start: usize) -> Option<usize> {
    let mut place = start + 1;
    loop {
        match text.get(place)? {
            b'"' => return Some(place + 1),
            b'\\' => place += 2,
            _ => place += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_task_of_a_damaged_line_is_found() {
        let lines: [&[u8]; 6] = [
            br#"{"task_id": "a/1", "answer": "cut off her"#,
            br#"{"task_id" :"a/1", "answer": NaN}"#,
            b"{\"answer\": \"\xff\xfe\", \"task_id\": \"a/1\"}",
            br#"{"answer": "\ud800", "task_id": "a\u002f1"}"#,
            br#"{"answer": "\"task_id\": \"b\"", "meta": {"task_id": "c"}, "task_id": "a/1", "answer": 1}"#,
            br#"{"list": ["task_id", {"x": 1}], "task_id": "a/1", }"#,
        ];
        for line in lines {
            assert_eq!(task_id(line).as_deref(), Some("a/1"), "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn where_it_is_not_clear_there_is_none() {
        let lines: [&[u8]; 8] = [
            b"",
            b"task_id,answer",
            br#"{"answer": "cut off before its ta"#,
            br#"{"task_id": "a"#,
            br#"{"task_id": 5, "answer": ""}"#,
            br#"{"task_id": "a", "task_id": "a"}"#,
            br#"["task_id", "a"]"#,
            b"{\"task_id\": \"\xff\"}",
        ];
        for line in lines {
            assert_eq!(task_id(line), None, "{}", String::from_utf8_lossy(line));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(
            bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(&b"{}[]\",:\\"[..])], 0..200)
        ) {
            let _ = task_id(&bytes);
        }

        #[test]
        fn a_line_cut_after_its_task_keeps_it(
            id in "[a-z\"\\\\é/]{1,9}", answer in "\\PC{0,40}", part in 0.0f64..1.0
        ) {
            let line = format!("{{\"task_id\": {}, \"answer\": {}}}",
                serde_json::json!(id), serde_json::json!(answer));
            let from = line.find(", \"answer\"").unwrap();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a short text")]
            let place = from + ((line.len() - from) as f64 * part) as usize;
            prop_assert_eq!(task_id(&line.as_bytes()[..place]), Some(id));
        }
    }
}
