//! Lines of a judged module that come from the prompt: what is flagged there is not the model's doing.

use std::cell::OnceCell;
use std::ops::RangeInclusive;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// More lines than this on a side are not compared, since the cost grows with lines times differences: then only the
/// lines that both begin with are known to be copied.
const MOST_LINES: usize = 4_000;

/// Which lines are copied. Compared only if somebody asks.
pub(super) struct CopiedLines<'a> {
    prompt: &'a str,
    module: &'a str,
    copied: OnceCell<Vec<bool>>,
}

impl<'a> CopiedLines<'a> {
    pub(super) fn new(prompt: &'a str, module: &'a str) -> Self {
        Self { prompt, module, copied: OnceCell::new() }
    }

    /// Whether all these lines of the module, counted from 1, are copied.
    pub(super) fn all(&self, lines: RangeInclusive<usize>) -> bool {
        let copied = self.copied.get_or_init(|| copied(self.prompt, self.module));
        lines.into_iter().all(|line| line.checked_sub(1).and_then(|place| copied.get(place)) == Some(&true))
    }
}

/// Of each line of the module, whether it belongs to the longest common list of lines (Myers 1986). Blanks at a line's
/// end do not matter; those before it do, since they are a part of Python's grammar.
fn copied(prompt: &str, module: &str) -> Vec<bool> {
    fn lines(text: &str) -> Vec<&str> {
        text.split('\n').flat_map(|line| line.trim_end().split('\r')).map(str::trim_end).collect()
    }
    let (old, new) = (lines(prompt), lines(module));
    let mut copied = vec![false; new.len()];
    if old.len().max(new.len()) > MOST_LINES {
        let equal = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        copied[..equal].fill(true);
        return copied;
    }
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        if let DiffOp::Equal { new_index, len, .. } = operation {
            copied[new_index..new_index + len].fill(true);
        }
    }
    copied
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(prompt: &str, module: &str) -> Vec<usize> {
        let lines = CopiedLines::new(prompt, module);
        (1..=module.lines().count()).filter(|line| lines.all(*line..=*line)).collect()
    }

    #[test]
    fn the_prompt_is_copied_wherever_it_stands_and_what_follows_is_not() {
        let prompt = "import math\n\ndef f(l):\n    \"\"\"Doc.\"\"\"\n";
        assert_eq!(of(prompt, &format!("{prompt}    return l\n")), [1, 2, 3, 4]);
        assert_eq!(of(prompt, "import math\nimport os\n\ndef f(l):\n    return l"), [1, 3, 4]);
        assert_eq!(of(prompt, "def f(l, k):\n    return l"), [0usize; 0]);
    }

    #[test]
    fn a_line_that_the_model_writes_once_more_is_its_own() {
        assert_eq!(of("    pass\n", "    pass\nx = 1\n    pass\n").len(), 1);
    }

    #[test]
    fn very_long_texts_are_compared_from_their_beginning() {
        let long = "x = 1\n".repeat(MOST_LINES + 1);
        assert_eq!(of(&long, &format!("{long}y = 2\n")).len(), MOST_LINES + 1);
        assert_eq!(of(&long, "y = 2\nx = 1\n"), [0usize; 0]);
    }
}
