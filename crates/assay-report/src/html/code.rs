//! Code on the page: line numbers, light colouring, a marked line.

use maud::{Markup, html};

use super::foreign::{foreign, whole};
use super::python::{Kind, tokens};
use crate::text::cut;

/// The longest code drawn. report.json holds the rest.
const MOST_LINES: usize = 400;

/// The longest line drawn.
const MOST_COLUMNS: usize = 400;

/// Code with numbered lines, some of them marked.
pub(super) fn numbered(code: &str, marked: &[u64], label: &str) -> Markup {
    draw(code, marked, label, "code numbered")
}

/// A prompt: coloured if it is code, since in prose "for" and "is" are no keywords.
pub(super) fn prompt(text: &str) -> Markup {
    let starts = ["def ", "class ", "async def ", "import ", "@"];
    if text.lines().any(|line| starts.iter().any(|start| line.starts_with(start))) {
        draw(text, &[], "what was asked", "code prompt")
    } else {
        html! {
            div.code.prompt.words tabindex="0" role="group" aria-label="what was asked" {
                (foreign(text, MOST_LINES * MOST_COLUMNS / 8))
            }
        }
    }
}

fn draw(code: &str, marked: &[u64], label: &str, class: &str) -> Markup {
    let lines = lines(code);
    let shown = &lines[..lines.len().min(MOST_LINES)];
    // A scrolled region must be reachable with the keyboard.
    html! {
        pre class=(class) tabindex="0" role="group" aria-label=(label) {
            code {
                @for (place, line) in shown.iter().enumerate() {
                    @if marked.contains(&(place as u64 + 1)) {
                        mark.line { (draw_line(line)) "\n" }
                    } @else {
                        span.line { (draw_line(line)) "\n" }
                    }
                }
            }
        }
        @if lines.len() > shown.len() {
            p.note { "… and " (lines.len() - shown.len()) " more lines, all in report.json." }
        }
    }
}

/// The code's lines, each as tokens. A token that spans lines is split.
fn lines(code: &str) -> Vec<Vec<(Kind, &str)>> {
    let mut lines = vec![Vec::new()];
    for (kind, token) in tokens(code.strip_suffix('\n').unwrap_or(code)) {
        for (place, part) in token.split('\n').enumerate() {
            if place > 0 {
                lines.push(Vec::new());
            }
            if let (Some(line), false) = (lines.last_mut(), part.is_empty()) {
                line.push((kind, part));
            }
        }
    }
    lines
}

fn draw_line(line: &[(Kind, &str)]) -> Markup {
    let mut room = MOST_COLUMNS;
    let mut left_out = 0;
    let mut shown = Vec::with_capacity(line.len());
    for (kind, token) in line {
        let (fitting, more) = cut(token, room);
        room = if more > 0 { 0 } else { room - fitting.chars().count() };
        left_out += more;
        if !fitting.is_empty() {
            shown.push((class(*kind), fitting));
        }
    }
    html! {
        @for (class, text) in shown {
            @match class {
                None => (whole(text)),
                Some(class) => span class=(class) { (whole(text)) },
            }
        }
        @if left_out > 0 { span.left-out { " … " (left_out) " more characters" } }
    }
}

fn class(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Plain => None,
        Kind::Keyword => Some("k"),
        Kind::Text => Some("s"),
        Kind::Comment => Some("c"),
        Kind::Number => Some("n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_over_two_lines_is_coloured_on_both_and_the_line_marked() {
        let page = numbered("x = '''a\nb'''\nif x: pass\n", &[3], "code").into_string();
        assert!(page.contains(
            "x = <span class=\"s\">'''a</span>\n</span><span class=\"line\"><span class=\"s\">b'''</span>"
        ));
        assert!(page.contains("<mark class=\"line\"><span class=\"k\">if</span> x"), "{page}");
    }

    #[test]
    fn long_code_is_cut_and_says_so() {
        let page =
            numbered(&format!("{}\n{}", "x".repeat(1000), "y\n".repeat(500)), &[], "code").into_string();
        assert!(page.contains("600 more characters") && page.contains("and 101 more lines"));
    }

    #[test]
    fn prose_is_not_coloured_as_code() {
        assert!(!prompt("Write a function for this.").into_string().contains("class=\"k\""));
    }
}
