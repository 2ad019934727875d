//! Characters that act or hide: what foreign text must not pass on to a terminal, a page or a reader.

/// Whether a character acts on a terminal (controls), turns the direction of a text, or cannot be seen. Line feeds and
/// tabs count as such; whoever shows several lines lets them through.
#[must_use]
pub fn acts_or_hides(character: char) -> bool {
    match character {
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        _ => character.is_control(),
    }
}
