//! How long and how much memory analyses take of texts that are changed at random, or made to be deep and long.
//!
//! `bounds mutated COUNT FIRST` reads seeds, one JSON string per line, tries COUNT changes of them with numbers from FIRST on,
//! and writes what it counted and measured as one JSON object. `bounds bombs` writes all bombs, names and texts; `bounds text`
//! reads a text and writes what each analysis says of it, in how many seconds, and the most memory in KiB that the process
//! ever held. A panic ends the program. `evidence/bounds.py` calls it.

#[path = "../tests/bounds/mod.rs"]
mod bounds;

use std::collections::BTreeMap;
use std::io::{Read, Write, stdin, stdout};
use std::time::Instant;

use bounds::{ANALYSES, bombs, mutated};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = stdout().lock();
    match words[..] {
        ["mutated", count, first] => {
            let seeds = stdin()
                .lines()
                .map(|line| Ok::<_, Box<dyn std::error::Error>>(serde_json::from_str(&line?)?));
            let seeds: Vec<String> = seeds.collect::<Result<_, _>>()?;
            writeln!(out, "{}", changed(&seeds, count.parse()?, first.parse()?))?;
        }
        ["bombs"] => writeln!(out, "{}", json!(bombs(100_000)))?,
        ["text"] => {
            let mut source = String::new();
            stdin().read_to_string(&mut source)?;
            writeln!(out, "{}", measured(&source)?)?;
        }
        _ => return Err("mutated COUNT FIRST, bombs, or text".into()),
    }
    Ok(())
}

/// What is said of changed texts.
fn changed(seeds: &[String], count: u64, first: u64) -> Value {
    let mut answers: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    let mut slowest: BTreeMap<&str, (f64, u64, usize)> = BTreeMap::new();
    let started = Instant::now();
    for number in first..first + count {
        let source = mutated(seeds, number);
        for (name, run) in ANALYSES {
            let began = Instant::now();
            let answer = run(&source);
            let seconds = began.elapsed().as_secs_f64();
            *answers.entry(name).or_default().entry(answer.word()).or_default() += 1;
            let slow = slowest.entry(name).or_default();
            if seconds > slow.0 {
                *slow = (seconds, number, source.len());
            }
        }
    }
    json!({"count": count, "seconds": started.elapsed().as_secs_f64(), "answers": answers, "slowest": slowest})
}

/// What is said of one text.
fn measured(source: &str) -> Result<Value, Box<dyn std::error::Error>> {
    let mut answers = Vec::new();
    for (name, run) in ANALYSES {
        let began = Instant::now();
        let answer = run(source);
        answers.push(json!([name, answer.word(), began.elapsed().as_secs_f64()]));
    }
    let status = std::fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kib: Option<u64> = peak.trim().trim_end_matches(" kB").parse().ok();
    Ok(json!({"bytes": source.len(), "answers": answers, "kib": kib}))
}
