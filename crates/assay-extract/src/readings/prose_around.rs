//! Code between prose, without a fence.

use super::{ALL, Answer, Reading};
use crate::fences::outside_blocks;
use crate::indents::{indent, without_common};
use crate::lines::{begins_module, begins_statement, defines, reads_like_code};
use crate::rule::{Example, Rule};

/// The most places that are tried as the code's beginning, and as its end for each.
const MOST_TRIALS: usize = 12;

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "prose_around",
        purpose: "outside of all fences, the lines around the entry point's definition that parse together, where what stands before and after them does not read like code",
        examples: &[Example::answer(
            "I would write\ndef double(x):\n    return 2 * x\nwhich is short.\n",
            "def double(x):\n    return 2 * x\n",
        )],
    },
    fields: ALL,
    editable: true,
    read: |answer| {
        let entry_point = &answer.task.entry_point;
        let defined = |text: &str| text.lines().any(|line| defines(line.trim_start(), entry_point));
        // What a block defines is wrong there by the model's own fault.
        if answer.blocks().iter().any(|block| defined(&block.text)) {
            return None;
        }
        let parts = outside_blocks(answer.text);
        parts.iter().find_map(|part| between(answer, part).or_else(|| indented(answer, part)))
    },
};

/// Markdown marks code by an indent, too.
fn indented(answer: &Answer<'_>, text: &str) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let definition = lines
        .iter()
        .position(|line| !indent(line).is_empty() && defines(line.trim_start(), &answer.task.entry_point))?;
    let own = indent(lines[definition]);
    let belongs = |line: &&&str| line.trim().is_empty() || line.starts_with(own);
    let before = lines[..definition].iter().rev().take_while(belongs).count();
    let after = lines[definition..].iter().take_while(belongs).count();
    let region: String = lines[definition - before..definition + after].concat();
    between(answer, &without_common(&region)?)
}

fn between(answer: &Answer<'_>, text: &str) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let entry_point = answer.task.entry_point.as_str();
    let definition = lines.iter().position(|line| defines(line, entry_point)).or_else(|| {
        // A class that may have it as a method.
        lines.iter().position(|line| line.starts_with("class "))
    })?;
    let starts = (0..=definition).filter(|place| begins_module(lines[*place]));
    starts.take(MOST_TRIALS).find_map(|start| {
        let end = code_end(answer, &lines, start).filter(|end| *end > definition)?;
        // Code that does not parse is the model's own fault and no prose.
        let mut around = lines[..start].iter().chain(&lines[end..]);
        let prose = !around.any(|line| reads_like_code(line));
        let region = lines[start..end].concat();
        prose.then(|| answer.module_among([region.as_str()].into_iter())).flatten()
    })
}

/// Where the code that begins at a line ends: as much of it as parses, up to the statement that does not.
fn code_end(answer: &Answer<'_>, lines: &[&str], start: usize) -> Option<usize> {
    let mut end = lines.len();
    for _ in 0..MOST_TRIALS {
        let failure = match answer.parse(&lines[start..end].concat()) {
            Ok(_) => return Some(end),
            Err(line) => start + line.clamp(1, end - start) - 1,
        };
        // The statement that holds the failure is no code; what stands before it may be.
        end = (start + 1..=failure).rev().find(|place| begins_statement(lines[*place]))?;
    }
    None
}
