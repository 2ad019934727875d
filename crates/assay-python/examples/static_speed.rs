//! How long all static checks together take for each of many texts, on one core: rules, duplicates of ten tokens, comments.
//!
//! Standard input: one JSON string per line, each a text. Standard output: one JSON array of each text's own time in
//! milliseconds, the median of five runs, parsing included.
#![expect(clippy::print_stdout, reason = "an example's output")]

use std::io::BufRead as _;
use std::sync::Arc;
use std::time::Instant;

use assay_python::comments::{Thresholds, duplicated};
use assay_python::{Module, StaticProfile, duplicates, judge_parsed};

fn all_checks(text: &Arc<str>, profile: StaticProfile) {
    let parsed = Module::parse(Arc::clone(text), profile.python);
    std::hint::black_box(judge_parsed(&parsed, profile));
    if let Ok(module) = &parsed {
        let _ = std::hint::black_box(duplicated(module, Thresholds::default()));
    }
    let _ = std::hint::black_box(duplicates::find(text, duplicates::MINIMUM_TOKENS));
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut times = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let text: Arc<str> = serde_json::from_str::<String>(&line?)?.into();
        let mut five = [0.0; 5];
        for time in &mut five {
            let start = Instant::now();
            all_checks(&text, StaticProfile::default());
            *time = start.elapsed().as_secs_f64() * 1e3;
        }
        five.sort_by(f64::total_cmp);
        times.push(five[2]);
    }
    println!("{}", serde_json::json!(times));
    Ok(())
}
