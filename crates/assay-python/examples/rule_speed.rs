//! Measures how long all rules take for each of many texts, parsing included, on one core.
//!
//! Standard input: one JSON string per line, each a text. Standard output: one JSON object with the number of texts and the
//! mean, median, 99th percentile and longest time of a text, in milliseconds; a text's time is the median of five.
#![expect(clippy::print_stdout, reason = "an example's output")]

use std::io::BufRead as _;
use std::sync::Arc;
use std::time::Instant;

use assay_python::{StaticProfile, judge};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut times = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let text: Arc<str> = serde_json::from_str::<String>(&line?)?.into();
        let mut five = [0.0; 5];
        for time in &mut five {
            let start = Instant::now();
            std::hint::black_box(judge(Arc::clone(&text), StaticProfile::default()));
            *time = start.elapsed().as_secs_f64() * 1e3;
        }
        five.sort_by(f64::total_cmp);
        times.push(five[2]);
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    let at = |percent: usize| times.get(times.len() * percent / 100).copied();
    println!(
        "{}",
        json!({"texts": times.len(), "mean": mean, "median": at(50), "p99": at(99), "longest": times.last()})
    );
    Ok(())
}
