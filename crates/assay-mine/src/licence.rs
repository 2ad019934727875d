//! The licence of a repository, by its licence file's text.

use std::collections::HashMap;

use spdx::detection::{Store, TextData, scan::Scanner};

/// Licences that let everybody use, change and pass on the code with no more than naming its authors: what a benchmark may
/// be made of. By SPDX identifier; all are approved by the Open Source Initiative or are public domain dedications.
const PERMISSIVE: [&str; 11] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "PSF-2.0",
    "Unlicense",
    "Zlib",
];
/// Others, so that their texts are not taken for the nearest of those.
const OTHERS: [&str; 13] = [
    "AGPL-3.0-only",
    "BSD-4-Clause",
    "BUSL-1.1",
    "CC-BY-4.0",
    "CC-BY-NC-4.0",
    "CC-BY-SA-4.0",
    "EPL-2.0",
    "EUPL-1.2",
    "GPL-2.0-only",
    "GPL-3.0-only",
    "LGPL-2.1-only",
    "LGPL-3.0-only",
    "MPL-2.0",
];
/// The least likeness, of 0 to 1, at which a text counts as a licence's (`askalono`'s own is 0.8).
const LEAST_SCORE: f32 = 0.9;
/// A licence file is no longer than this, in bytes.
const MOST_BYTES: usize = 256 << 10;

/// Where licence files are: at the root, by these names, whatever the case, with or without an ending.
const NAMES: [&str; 5] = ["license", "licence", "copying", "unlicense", "mit-license"];

/// Tells licences by their texts, and each text once.
pub(crate) struct Licences {
    store: Store,
    known: HashMap<Vec<u8>, Option<String>>,
}

impl Licences {
    pub(crate) fn new() -> Self {
        let mut store = Store::new();
        for (name, text) in spdx::text::LICENSE_TEXTS {
            if PERMISSIVE.contains(name) || OTHERS.contains(name) {
                store.add_license((*name).to_owned(), TextData::new(text));
            }
        }
        Self { store, known: HashMap::new() }
    }

    /// The SPDX identifier of a text, if it is that of a known licence.
    pub(crate) fn identifier(&mut self, text: &[u8]) -> Option<String> {
        if text.len() > MOST_BYTES {
            return None;
        }
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let plain = String::from_utf8_lossy(text);
        let plain = TextData::new(&plain);
        let scan = |in_parts: bool| {
            let scanner = Scanner::new(&self.store).confidence_threshold(LEAST_SCORE).optimize(in_parts);
            let found = scanner.scan(&plain);
            let part = || found.containing.first().map(|part| part.license.name.to_owned());
            found.license.as_ref().map(|licence| licence.name.to_owned()).or_else(part)
        };
        // Most files are one licence and no more; looking for one within another text takes longer.
        let identifier = scan(false).or_else(|| scan(true));
        self.known.insert(text.to_vec(), identifier.clone());
        identifier
    }
}

/// Whether a file at the root is a licence file.
pub(crate) fn is_licence_file(name: &[u8]) -> bool {
    let name = String::from_utf8_lossy(name).to_lowercase();
    let stem = name.split(['.', '_']).next().unwrap_or_default();
    NAMES.contains(&stem) || stem.strip_prefix("license-").is_some()
}

/// Whether a licence is permissive.
pub(crate) fn is_permissive(identifier: &str) -> bool {
    PERMISSIVE.contains(&identifier)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str) -> &'static str {
        spdx::text::LICENSE_TEXTS.iter().find(|(known, _)| *known == name).unwrap().1
    }

    #[test]
    fn texts_are_told_apart_whoever_holds_the_copyright() {
        let mut licences = Licences::new();
        for name in PERMISSIVE.iter().chain(&OTHERS) {
            let filled = text(name).replace("<year>", "2024").replace("<copyright holders>", "Ada Example");
            assert_eq!(licences.identifier(filled.as_bytes()).as_deref(), Some(*name));
        }
    }

    #[test]
    fn other_texts_are_no_licence() {
        let mut licences = Licences::new();
        for text in ["", "All rights reserved.", "You may use this if you buy me a drink.", "See LICENSE.md"]
        {
            assert_eq!(licences.identifier(text.as_bytes()), None, "{text}");
        }
        assert_eq!(licences.identifier(&vec![b'x'; MOST_BYTES + 1]), None);
    }

    #[test]
    fn licence_files_are_told_by_their_names() {
        for name in ["LICENSE", "license.txt", "LICENCE.md", "COPYING", "LICENSE-MIT", "UNLICENSE"] {
            assert!(is_licence_file(name.as_bytes()), "{name}");
        }
        for name in ["README", "licenses", "mylicense.py"] {
            assert!(!is_licence_file(name.as_bytes()), "{name}");
        }
    }
}
