//! Where results and messages go: results to standard output or to whole files, messages to standard error.

use std::fmt::Display;
use std::fs;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;

use assay_report::Table;
use assay_types::acts_or_hides;

use crate::failure::Failure;

/// Writes a result to standard output. A reader that has gone away (`| head`) is no error.
pub(crate) fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(source) if source.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Write { path: "standard output".into(), source })
        }
        _ => Ok(()),
    }
}

/// As [`print()`], for bytes that are no text: a terminal would act on them.
pub(crate) fn print_binary(bytes: &[u8], format: &str) -> Result<(), Failure> {
    if io::stdout().is_terminal() {
        return Err(Failure::Usage(format!(
            "{format} is no text and a terminal cannot show it: write it into a file with --out FILE"
        )));
    }
    print(bytes)
}

/// The table for standard output: coloured on a terminal, unless the user asks for none (no-color.org).
pub(crate) fn table() -> Table {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if plain || !io::stdout().is_terminal() { Table::PLAIN } else { Table::COLOURED }
}

/// Tells the user something that is not the result.
pub(crate) fn note(message: &dyn Display) {
    let _ = writeln!(io::stderr().lock(), "{}", harmless(&message.to_string()));
}

/// Tells the user why there is no result.
pub(crate) fn complain(message: &dyn Display) {
    let _ = writeln!(io::stderr().lock(), "assay: {}", harmless(&message.to_string()));
}

/// The text with escapes for what would act on a terminal: names of files and what other programs say are not ours.
pub(crate) fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if acts_or_hides(character) && !matches!(character, '\n' | '\t') {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Writes a file so that it is there whole or not at all, and on the disk. A link is followed, not replaced; into what is no regular
/// file (`/dev/stdout`, a pipe) the bytes are simply written.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_file_with(path, |file| file.write_all(bytes))
}

/// As [`write_file`], with the bytes as they are made.
pub(crate) fn write_file_with(
    path: &Path,
    content: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<(), Failure> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let written = match fs::metadata(&target) {
        Ok(metadata) if !metadata.is_file() => {
            fs::File::options().write(true).open(&target).and_then(|mut file| content(&mut file))
        }
        _ => assay_store::write_file_with(&target, content),
    };
    written.map_err(|source| Failure::Write { path: path.to_owned(), source })
}

/// Finds out before a long run whether its results can be written into a folder, which is made when needed.
pub(crate) fn prepare_folder(folder: &Path) -> Result<(), Failure> {
    let tried = assay_store::create_folder(folder).and_then(|()| tempfile::tempfile_in(folder).map(drop));
    tried.map_err(|source| Failure::Write { path: folder.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_act_on_the_terminal() {
        assert_eq!(harmless("a\u{1b}[2Jb\r\n\tç\u{202e}"), "a\\u{1b}[2Jb\\r\n\tç\\u{202e}");
    }
}
