//! Foreign text on the page: escaped by maud, with hidden characters shown as marked escapes.

use maud::{Markup, html};

use crate::text::{Piece, cut, escape, pieces};

/// Text of at most some characters; what is left out is counted.
pub(super) fn foreign(text: &str, most: usize) -> Markup {
    let (shown, left_out) = cut(text, most);
    html! {
        (whole(shown))
        @if left_out > 0 {
            span.left-out { " … " (left_out) " more characters" }
        }
    }
}

/// All of the text.
pub(super) fn whole(text: &str) -> Markup {
    html! {
        @for piece in pieces(text) {
            @match piece {
                Piece::Plain(plain) => (plain),
                // Marked, so that an escape that the text itself holds does not look the same.
                Piece::Hidden(character) => span.escape { (escape(character)) },
            }
        }
    }
}

/// A name: of a model, a check, a task.
pub(super) fn name(text: &str) -> Markup {
    foreign(text, 200)
}
