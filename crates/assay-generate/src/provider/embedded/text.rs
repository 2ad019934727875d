//! The text of an answer, as its tokens come.

/// The bytes of the tokens so far, watched for stop texts.
#[derive(Debug)]
pub(super) struct AnswerText {
    bytes: Vec<u8>,
    stops: Vec<Vec<u8>>,
    longest_stop: usize,
}

impl AnswerText {
    /// An empty answer that ends before the first of these texts; empty ones count for nothing.
    pub(super) fn ending_before(stops: &[String]) -> Self {
        let stops: Vec<_> =
            stops.iter().filter(|stop| !stop.is_empty()).map(|stop| stop.as_bytes().to_vec()).collect();
        let longest_stop = stops.iter().map(Vec::len).max().unwrap_or(0);
        Self { bytes: Vec::new(), stops, longest_stop }
    }

    /// Adds a token's bytes. Returns whether a stop text is there; it and what follows it are gone then.
    pub(super) fn add(&mut self, piece: &[u8]) -> bool {
        // A stop text may have begun in earlier tokens.
        let start = (self.bytes.len() + 1).saturating_sub(self.longest_stop);
        self.bytes.extend_from_slice(piece);
        let new = &self.bytes[start.min(self.bytes.len())..];
        let first = self.stops.iter().filter_map(|stop| place(new, stop)).min();
        if let Some(place) = first {
            self.bytes.truncate(start + place);
        }
        first.is_some()
    }

    /// The text. A character whose last bytes never came is left out; bytes that are no UTF-8 become U+FFFD.
    pub(super) fn into_text(mut self) -> String {
        let unfinished = |bytes: &[u8]| {
            let end = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
            std::str::from_utf8(end).is_err_and(|error| error.error_len().is_none()).then_some(end.len())
        };
        if let Some(length) = unfinished(&self.bytes) {
            self.bytes.truncate(self.bytes.len() - length);
        }
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

fn place(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(stops: &[&str], pieces: &[&[u8]]) -> (String, bool) {
        let stops: Vec<_> = stops.iter().map(ToString::to_string).collect();
        let mut answer = AnswerText::ending_before(&stops);
        let stopped = pieces.iter().any(|piece| answer.add(piece));
        (answer.into_text(), stopped)
    }

    #[test]
    fn a_stop_text_is_found_across_tokens_and_left_out() {
        assert_eq!(text(&["\ndef", "###"], &[b"a = 1\n", b"d", b"ef f"]), ("a = 1".into(), true));
    }

    #[test]
    fn the_first_of_several_stop_texts_ends_the_answer() {
        assert_eq!(text(&["c", "bc"], &[b"abcd"]), ("a".into(), true));
        assert_eq!(text(&["", "x"], &[b"abcd"]), ("abcd".into(), false));
    }

    #[test]
    fn characters_are_put_together_across_tokens() {
        assert_eq!(text(&[], &[b"\xe2\x82", b"\xac!"]), ("€!".into(), false));
    }

    #[test]
    fn a_character_that_is_cut_at_the_end_is_left_out_and_a_wrong_byte_is_shown() {
        assert_eq!(text(&[], &[b"a\xe2\x82"]).0, "a");
        assert_eq!(text(&[], &[b"a\xffb"]).0, "a\u{fffd}b");
        assert_eq!(text(&[], &[b"a\xff"]).0, "a\u{fffd}");
    }

    proptest! {
        #[test]
        fn how_a_text_is_cut_into_tokens_changes_nothing(
            whole in "[ab\u{e9}]{0,30}",
            stops in proptest::collection::vec("[ab\u{e9}]{1,3}", 0..3),
            cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let mut places: Vec<_> = cuts.iter().map(|cut| cut.index(whole.len() + 1)).collect();
            places.extend([0, whole.len()]);
            places.sort_unstable();
            let mut answer = AnswerText::ending_before(&stops);
            let stopped = places.windows(2).any(|pair| answer.add(&whole.as_bytes()[pair[0]..pair[1]]));
            let whole_bytes = whole.as_bytes();
            let ends_at = |end: usize| stops.iter().any(|stop| whole_bytes[..end].ends_with(stop.as_bytes()));
            prop_assert_eq!(stopped, (1..=whole.len()).any(ends_at));
            let text = answer.into_text();
            prop_assert!(whole.starts_with(&text) && (stopped || text == whole));
            prop_assert!(stops.iter().all(|stop| !text.contains(stop.as_str())));
        }
    }
}
