//! Extracts mutated answers: `mutated COUNT FIRST` reads seeds from JSON Lines (`{"entry_point", "prompt", "field", "raw"}`)
//! on standard input, tries COUNT mutations of them with numbers from FIRST on, then texts of a megabyte made to be slow,
//! and writes what it counted and measured as JSON. `evidence/extraction.py` calls it.

#[path = "../tests/mutation/mod.rs"]
mod mutation;

use std::collections::BTreeMap;
use std::io::{Write, stdin};
use std::time::Instant;

use assay_types::FieldKind;
use mutation::{Seed, checked, mutated};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Line {
    entry_point: String,
    prompt: String,
    field: FieldKind,
    raw: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().ok_or("two numbers are needed").map(|text| text.parse::<u64>());
    let (count, first) = (number()??, number()??);
    let mut seeds = Vec::new();
    for line in stdin().lines() {
        let Line { entry_point, prompt, field, raw } = serde_json::from_str(&line?)?;
        seeds.push(Seed { entry_point, prompt, field, raw });
    }
    let mut rules: BTreeMap<&str, u64> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut slowest = (0.0, 0, 0);
    let started = Instant::now();
    for number in first..first + count {
        let (seed, raw) = mutated(&seeds, number);
        let began = Instant::now();
        let made = checked(seed, &raw);
        let seconds = began.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, number, raw.len());
        }
        match made {
            Ok(made) => *rules.entry(made.rule).or_default() += 1,
            Err(failure) => failures.push(format!("{number}: {failure}")),
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let hostile: Vec<_> = hostile().into_iter().map(|(name, raw)| measured(name, raw)).collect();
    let written = json!({
        "count": count, "seconds": seconds, "rules": rules, "failures": failures.len(),
        "shown": failures.iter().take(20).collect::<Vec<_>>(),
        "slowest": {"seconds": slowest.0, "number": slowest.1, "bytes": slowest.2}, "hostile": hostile,
    });
    writeln!(std::io::stdout(), "{written}")?;
    Ok(())
}

fn measured(name: &str, mut raw: String) -> serde_json::Value {
    raw.truncate(raw.floor_char_boundary(1 << 20));
    let (prompt, entry_point) = ("def f(x):\n    \"\"\"F.\"\"\"\n".to_owned(), "f".to_owned());
    let seed = Seed { entry_point, prompt, field: FieldKind::Answer, raw: String::new() };
    let began = Instant::now();
    let made = checked(&seed, &raw);
    let seconds = began.elapsed().as_secs_f64();
    let rule = made.as_ref().map_or("", |made| made.rule);
    json!({"name": name, "bytes": raw.len(), "seconds": seconds, "rule": rule, "failure": made.as_ref().err()})
}

/// Texts of a megabyte, each made to be slow for some rule.
fn hostile() -> Vec<(&'static str, String)> {
    let function = "def f(x):\n    return x\n";
    let many = |text: &str| text.repeat((1 << 20) / text.len() + 1);
    let block = format!("```\n{}```\n", "def f(x):\n    return x +\n".repeat(600));
    let chain: String =
        (0..40_000).rev().flat_map(|place: u32| [format!("a{place} = a{}\n", place + 1)]).collect();
    vec![
        ("fences alone", many("```\n")),
        ("fences in turn, of both marks", many("```\nf\n~~~\n")),
        ("blocks that do not parse, of ten kilobytes", many(&block)),
        ("a block that does not parse, with fences inside", format!("```\n{}", many("def f(x): (\n```\n"))),
        ("ends of reasoning", many("</think>")),
        ("beginnings of reasoning", many("<think>")),
        ("beginnings and one end", format!("{}</think>{function}", "<think>".repeat(140_000))),
        ("tokens in quotes", many("'</s>' ")),
        ("beginning tokens", many("<s>")),
        ("one line of words", many("word ")),
        ("one line of quotes and tokens", many("'<think></s>\"")),
        ("one line of backticks", many("`")),
        ("brackets", many("(")),
        ("nested blocks", (0..1_400).map(|level| " ".repeat(level) + "if x:\n").collect()),
        ("lines that begin a module and do not parse", many("import (\n")),
        ("definitions that do not parse", many("def f(x)\n")),
        ("prose after a function", format!("{function}{}", many("So it is.\n"))),
        ("prose before a function", format!("{}{function}", "a = So it is.\n".repeat(70_000))),
        ("statements on one line", format!("{function}{}", "print(f);".repeat(110_000))),
        ("examples", format!("{function}{}", many("print(f(1))\n"))),
        (
            "names that need each other, in another block",
            format!("```\n{chain}```\n```\ndef f(x):\n    return a0\n```\n"),
        ),
        ("methods", format!("```\n{}```\n", "def g(self):\n    return (\n".repeat(38_000))),
        ("indents", many("    x\n  y\n")),
        ("unfinished strings", many("x = '''\n\"\"\"\n'\n")),
        ("decorators", many("@f\n")),
        ("end of line alone", format!("x{}", many("\r"))),
        ("form feeds and byte order marks", format!("x{}", many("\u{c}\u{feff}\n"))),
    ]
}
