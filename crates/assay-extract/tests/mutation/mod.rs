//! Answers changed at random, and what must hold of whatever becomes of them. Used by a test and by `examples/mutated.rs`.

use std::sync::Arc;

use assay_extract::{Extraction, extract};
use assay_python::{Module, PythonVersion};
use assay_types::{FieldKind, Sample, Task, TaskId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;

/// An answer to begin with.
pub(crate) struct Seed {
    pub(crate) entry_point: String,
    pub(crate) prompt: String,
    pub(crate) field: FieldKind,
    pub(crate) raw: String,
}

/// What is put between lines, and into them.
const PIECES: [&str; 34] = [
    "```",
    "```python",
    "~~~",
    "````",
    "    ```",
    "<think>",
    "</think>",
    "[THINK]",
    "[/THINK]",
    "<|endoftext|>",
    "</s>",
    "<s>",
    "<|im_end|>",
    "<|im_start|>assistant",
    "<|im_start|>user",
    "[INST]",
    "[/INST]",
    "\u{feff}",
    "\0",
    "\r",
    "\r\n",
    "\t",
    "\u{c}",
    "\u{a0}",
    "\u{85}",
    "é",
    "\"\"\"",
    "'",
    "Here is the code:",
    "return x",
    "class Solution:",
    "if __name__ == \"__main__\":",
    "print(1)",
    "import os",
];

/// An answer made of a seed by one to four changes, some with a part of another seed.
pub(crate) fn mutated(seeds: &[Seed], number: u64) -> (&Seed, String) {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let seed = &seeds[below(&mut random, seeds.len())];
    let mut raw = seed.raw.clone();
    for _ in 0..=below(&mut random, 4) {
        raw = changed(&raw, &seeds[below(&mut random, seeds.len())].raw, &mut random);
    }
    (seed, raw)
}

fn below(random: &mut ChaCha8Rng, bound: usize) -> usize {
    usize::try_from(random.next_u64() % bound.max(1) as u64).unwrap_or_default()
}

fn changed(raw: &str, other: &str, random: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = raw.split_inclusive('\n').map(str::to_owned).collect();
    let mut place = || below(random, lines.len());
    let (one, two) = (place(), place());
    let piece = PIECES[below(random, PIECES.len())];
    let mut at = below(random, raw.len() + 1);
    while !raw.is_char_boundary(at) {
        at -= 1;
    }
    let indent = |line: &String| if line.trim().is_empty() { line.clone() } else { format!("    {line}") };
    match below(random, 12) {
        0 => return raw[..at].to_owned(),
        1 => return format!("{}{piece}{}", &raw[..at], &raw[at..]),
        2 => return raw.replace('\n', "\r\n"),
        3 => return format!("```python\n{raw}\n```\n"),
        4 => return format!("{raw}\n{other}"),
        5 => return lines.iter().map(indent).collect(),
        6 => return lines.iter().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect(),
        _ if lines.is_empty() => return piece.to_owned(),
        7 => lines.swap(one, two),
        8 => lines.insert(one, lines[two].clone()),
        9 => drop(lines.remove(one)),
        10 => lines.insert(one, format!("{piece}\n")),
        _ => {
            let level = lines[one].trim_start().to_owned();
            lines[one] = level;
        }
    }
    lines.concat()
}

/// Extracts an answer; what does not hold that must.
pub(crate) fn checked(seed: &Seed, raw: &str) -> Result<Extraction, String> {
    let id = TaskId::new("task").map_err(|error| error.to_string())?;
    let task = Task::asking(id, &seed.entry_point, &seed.prompt);
    let sample = Sample {
        task: task.id.clone(),
        repetition: 0,
        field: seed.field,
        raw: Arc::from(raw),
        finish: None,
        line: 1,
    };
    let made = extract(&task, &sample);
    match objection(seed, raw, &made) {
        None => Ok(made),
        Some(objection) => Err(format!("{objection}\nraw {raw:?}\nprompt {:?}\n{made:?}", seed.prompt)),
    }
}

fn objection(seed: &Seed, raw: &str, made: &Extraction) -> Option<&'static str> {
    let module = made.module.as_deref().ok();
    if module.is_some_and(|module| module.trim().is_empty()) {
        return Some("the module is blank");
    }
    let whole =
        if seed.field == FieldKind::Completion { format!("{}{raw}", seed.prompt) } else { raw.to_owned() };
    let parsed = parse(&whole).filter(|_| !raw.trim().is_empty())?;
    if parsed.parsed().suite().is_empty() {
        return None;
    }
    let Some(module) = module else { return Some("text that parses became nothing") };
    let defined: Vec<&Stmt> = parsed.parsed().suite().iter().filter(|statement| defines(statement)).collect();
    let named = |statement: &&&Stmt| match statement {
        Stmt::FunctionDef(function) => function.name.as_str() == seed.entry_point,
        Stmt::ClassDef(class) => class.name.as_str() == seed.entry_point,
        _ => false,
    };
    if !defined.iter().any(|statement| named(&statement)) {
        return None;
    }
    if made.edits.is_empty() {
        return (module != whole).then_some("a good text was changed");
    }
    if seed.field != FieldKind::Answer {
        return Some("a good text was edited");
    }
    let kept = |statement: &&Stmt| module.contains(&whole[statement.range().to_std_range()]);
    (!defined.iter().all(kept)).then_some("an edit took a definition away")
}

fn defines(statement: &Stmt) -> bool {
    matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_))
}

/// A text that CPython compiles, as far as its grammar and the places of `return`, `yield` and `await` tell.
fn parse(text: &str) -> Option<Module> {
    struct Misplaced(bool);
    impl Visitor<'_> for Misplaced {
        fn visit_stmt(&mut self, statement: &Stmt) {
            self.0 |= matches!(statement, Stmt::Return(_));
            if !matches!(statement, Stmt::FunctionDef(_)) {
                walk_stmt(self, statement);
            }
        }
        fn visit_expr(&mut self, expression: &Expr) {
            self.0 |= matches!(expression, Expr::Yield(_) | Expr::YieldFrom(_) | Expr::Await(_));
            if !matches!(expression, Expr::Lambda(_)) {
                walk_expr(self, expression);
            }
        }
    }
    let module = Module::parse(Arc::from(text), PythonVersion::latest()).ok()?;
    let mut misplaced = Misplaced(text.starts_with('\u{feff}'));
    misplaced.visit_body(module.parsed().suite());
    (!misplaced.0).then_some(module)
}
