use proptest::prelude::*;

use super::*;

/// All of it at once, to the end.
fn shown(bytes: impl AsRef<[u8]>) -> String {
    let mut output = HarmlessOutput::default();
    output.pass(bytes.as_ref()) + &output.finish("")
}

#[test]
fn text_and_what_edits_the_current_line_pass() {
    for text in [
        "plain\r\n\ttext ü 漢 😀\n",
        "ab\u{8} \u{8}c\r",
        "\u{1b}[31mred\u{1b}[0m",
        "\u{1b}[1;38;5;208mx\u{1b}[m\u{1b}[0m",
        "\u{1b}[38:2::255:0:0mx\u{1b}[0m",
        "a\u{1b}[2D\u{1b}[C\u{1b}[K\u{1b}[3P\u{1b}[@",
    ] {
        let mut output = HarmlessOutput::default();
        assert_eq!(output.pass(text.as_bytes()), text);
    }
}

#[test]
fn what_would_act_on_the_terminal_beyond_that_is_shown_as_text() {
    for (bytes, text) in [
        (&b"\x1b]0;title\x07"[..], "\\u{1b}]0;title\\u{7}"),
        (b"\x1b]52;c;aGk=\x1b\\", "\\u{1b}]52;c;aGk=\\u{1b}\\"),
        (b"\x1b[c\x1b[6n\x1b[>c", "\\u{1b}[c\\u{1b}[6n\\u{1b}[>c"),
        (b"\x1b[2J\x1b[H\x1b[3A", "\\u{1b}[2J\\u{1b}[H\\u{1b}[3A"),
        (b"\x1b[?1049h\x1b[?2004h", "\\u{1b}[?1049h\\u{1b}[?2004h"),
        // Colours' last letter, and questions and settings of the keyboard.
        (b"\x1b[?4m\x1b[>4;2m", "\\u{1b}[?4m\\u{1b}[>4;2m"),
        (b"\x1bP+q544e\x1b\\\x1bc\x1b7", "\\u{1b}P+q544e\\u{1b}\\\\u{1b}c\\u{1b}7"),
        (b"\x1b_Gi=1\x1b\\\x1bX", "\\u{1b}_Gi=1\\u{1b}\\\\u{1b}X"),
        (b"\x0e\x0f\x05\x07\x0b\x0c\x7f\0", "\\u{e}\\u{f}\\u{5}\\u{7}\\u{b}\\u{c}\\u{7f}\\u{0}"),
        // The one-byte forms of the same, as bytes and as characters.
        (b"\x9b2J\x9d0;t\x9c", "\\x9b2J\\x9d0;t\\x9c"),
        ("\u{9b}2J\u{85}".as_bytes(), "\\u{9b}2J\\u{85}"),
        ("a\u{202e}b\u{200b}".as_bytes(), "a\\u{202e}b\\u{200b}"),
        (b"\x1b[1;2D\x1b[1000C", "\\u{1b}[1;2D\\u{1b}[1000C"),
        (b"\x1b\x1b[31", "\\u{1b}\\u{1b}[31"),
        (b"\x1b[3\n1m", "\\u{1b}[3\n1m"),
        (b"\xe6\xbc", "\\xe6\\xbc"),
        (b"\x1b[\xff1m", "\\u{1b}[\\xff1m"),
    ] {
        assert_eq!(shown(bytes), text, "{bytes:?}");
    }
    let endless = format!("\u{1b}[{}m", "1;".repeat(20));
    assert_eq!(shown(&endless), endless.replace('\u{1b}', "\\u{1b}"));
}

#[test]
fn colours_end_with_the_shell_and_so_does_its_line() {
    let mut output = HarmlessOutput::default();
    output.pass(b"\x1b[7mx");
    assert_eq!(output.finish("\r\n"), "\u{1b}[0m\r\n");
    assert_eq!(output.finish("\r\n"), "");
    output.pass(b"whole\n");
    assert_eq!(output.finish("\n"), "");
}

proptest! {
    #[test]
    fn it_does_not_matter_how_the_bytes_are_cut(
        bytes in proptest::collection::vec(
            prop_oneof![
                proptest::sample::select(&b"\x1b[]0;31mCDKJ\n\r\x08\x07a\xc3\xbc\xe2\x80\xae\xff\xc2\x9b"[..]),
                any::<u8>(),
            ],
            0..60,
        ),
        cut in 0_usize..60,
    ) {
        let (first, second) = bytes.split_at(cut.min(bytes.len()));
        let mut output = HarmlessOutput::default();
        let apart = output.pass(first) + &output.pass(second) + &output.finish("");
        prop_assert_eq!(&apart, &shown(&bytes));
        // Whatever came in: of controls only those named, and escapes only before what is passed on.
        for (place, character) in apart.char_indices().filter(|(_, character)| acts_or_hides(*character)) {
            let rest = &apart[place..];
            let after = rest.trim_start_matches("\u{1b}[").trim_start_matches(|c: char| "0123456789;:".contains(c));
            let passes = "\n\r\t\u{8}".contains(character)
                || (rest.starts_with("\u{1b}[") && after.starts_with(|c| "mCDKP@".contains(c)));
            prop_assert!(passes, "{:?} at {}", apart, place);
        }
    }
}
