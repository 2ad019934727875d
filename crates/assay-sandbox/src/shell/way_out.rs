//! The keys that end a shell whatever runs in it.
//!
//! Ctrl-C is no such key: a terminal's modes are for whoever has it to set, and a sample has this one.

use super::WAY_OUT;

/// Looks for [`WAY_OUT`] in what is typed.
#[derive(Debug, Default)]
pub(crate) struct WayOut {
    /// How many of its bytes have just come; they are held back until something else does.
    held: usize,
}

impl WayOut {
    /// What of these bytes is meant for the shell; nothing where its end is.
    pub(crate) fn pass(&mut self, typed: &[u8]) -> Option<Vec<u8>> {
        let (key, times) = WAY_OUT;
        let mut passed = Vec::with_capacity(typed.len());
        for byte in typed {
            if *byte != key {
                passed.extend(std::iter::repeat_n(key, std::mem::take(&mut self.held)));
                passed.push(*byte);
                continue;
            }
            self.held += 1;
            if self.held == times {
                return None;
            }
        }
        Some(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_count_in_a_row_however_they_come_in() {
        let mut way_out = WayOut::default();
        assert_eq!(way_out.pass(b"a\x1d\x1d"), Some(b"a".to_vec()));
        assert_eq!(way_out.pass(b"b\x1d"), Some(b"\x1d\x1db".to_vec()));
        assert_eq!(way_out.pass(b"\x1d"), Some(Vec::new()));
        assert_eq!(way_out.pass(b"\x1drest"), None);
    }
}
