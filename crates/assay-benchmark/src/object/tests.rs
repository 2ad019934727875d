use proptest::prelude::*;

use super::*;

fn fault(text: &str) -> (Fault, String) {
    Object::read(text.as_bytes(), 0).unwrap_err()
}

#[test]
fn texts_are_found_and_other_kinds_are_named() {
    let mut object = Object::read(br#"{"a": "x", "b": null, "c": [1, {"d": 2.5}], "e": true}"#, 0).unwrap();
    assert_eq!(object.text("a"), Ok("x".to_owned()));
    assert_eq!(object.optional_text("b"), Ok(None));
    assert_eq!(object.text("c"), Err("`c` must be a text, and is a list".to_owned()));
    assert_eq!(object.text("z"), Err("the record has no `z`".to_owned()));
}

#[test]
fn attack_54_a_key_that_stands_twice_is_refused_at_any_depth() {
    for text in [r#"{"a": 1, "a": 1}"#, r#"{"x": {"a": 1, "\u0061": 2}}"#, r#"{"x": [[{"a": 1, "a": 2}]]}"#] {
        let (fault, message) = fault(text);
        assert_eq!(fault, Fault::DuplicateKey);
        assert!(message.starts_with("the same key twice: \"a\" (column "), "{message}");
    }
}

#[test]
fn attack_54_numbers_that_json_does_not_have_are_refused() {
    for number in ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"] {
        for text in [format!("{{\"a\": {number}}}"), format!("{{\"a\": [{{\"b\": {number}}}]}}")] {
            assert_eq!(fault(&text).0, Fault::BrokenJson, "{text}");
        }
    }
    assert_eq!(fault(r#"{"a": NaN}"#).1, "expected value: JSON has no NaN and no infinity (column 7)");
}

#[test]
fn half_characters_are_refused_and_told_from_broken_escapes() {
    for text in
        [r#"{"a": "\ud800"}"#, r#"{"a": "\udc00x"}"#, r#"{"a": "\ud800\u0041"}"#, r#"{"a": ["\ud83d"]}"#]
    {
        assert_eq!(fault(text).0, Fault::LoneSurrogate, "{text}");
    }
    assert_eq!(fault(r#"{"a": "\uzzzz"}"#).0, Fault::BrokenJson);
    assert!(Object::read(br#"{"a": "\ud83d\ude42"}"#, 0).is_ok());
}

#[test]
fn places_count_within_the_line() {
    assert_eq!(Object::read(b"{\"n\":", 2).unwrap_err().1, "EOF while parsing a value (column 7)");
    assert_eq!(Object::read(b"{\xff", 2).unwrap_err().1, "not UTF-8 at byte 4 of the line");
    assert!(fault("[1]").1.starts_with("a line must hold one JSON object"));
    assert!(fault("{} {}").1.starts_with("trailing characters"));
}

#[test]
fn depth_and_breadth_have_their_limits() {
    assert!(fault(&format!("{{\"a\": {}", "[".repeat(100_000))).1.contains("recursion limit"));
    let many: Vec<String> = (0..=OBJECT_KEYS).map(|number| format!("\"{number}\": 0")).collect();
    for text in [format!("{{{}}}", many.join(",")), format!("{{\"x\": {{{}}}}}", many.join(","))] {
        assert!(fault(&text).1.contains("more than 10000 keys"));
    }
}

#[test]
fn what_is_inside_is_kept_to_the_depth_that_is_asked_for() {
    let text = br#"{"a": {"b": {"c": ["x", 7]}}, "d": [["y"], null]}"#;
    let mut object = Object::read_within(text, 0, 2).unwrap();
    let Field::Object(mut a) = object.take("a") else { panic!("{object:?}") };
    let Field::Object(mut b) = a.take("b") else { panic!("{a:?}") };
    assert_eq!(b.take("c"), Field::Other("a list"));
    let inner = Field::List(vec![Field::Text("y".into())]);
    assert_eq!(object.take("d"), Field::List(vec![inner, Field::Null]));
    assert!(!object.has("d") && Object::read(text, 0).unwrap().has("d"));
}

#[test]
fn what_is_kept_has_its_limit() {
    let text = format!("{{\"a\": [0{}]}}", ",0".repeat(OBJECT_VALUES));
    let (_, message) = Object::read_within(text.as_bytes(), 0, 1).unwrap_err();
    assert!(message.starts_with("more than 1000000 values inside an object"), "{message}");
    assert!(Object::read(text.as_bytes(), 0).is_ok());
}

proptest! {
    #[test]
    fn any_bytes_are_an_object_or_a_message(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Object::read(&bytes, 0);
        let _ = Object::read_within(&[b"{\"", &bytes[..]].concat(), 0, 3);
        let _ = Object::read(&[b"{\"", &bytes[..]].concat(), 0);
    }

    #[test]
    fn what_serde_writes_is_read(
        map in prop::collection::btree_map("\\PC{0,8}|[\u{0}-\u{1f}\u{10000}-\u{10010}]{0,4}", "\\PC*", 0..8)
    ) {
        let mut object = Object::read(&serde_json::to_vec(&map).unwrap(), 0).unwrap();
        for (key, text) in map {
            prop_assert_eq!(object.text(&key), Ok(text));
        }
    }
}
