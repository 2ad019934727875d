//! Measures many texts and writes the numbers, for comparison with radon.
//!
//! Standard input: one JSON string per line, each a text. Standard output: one JSON object per line, in the same order:
//! `{"error"}` where it is not measured; else `{"total", "functions": [[name, line, column, class, complexity, closures],
//! …], "classes": [[name, line, column, real complexity, complexity, methods, inner classes], …], "halstead": [[η₁, η₂,
//! N₁, N₂, length, volume, difficulty, effort, time, bugs] of all, then [name, […]] of each function], "raw": [loc, lloc, sloc,
//! comments, multi, blank, single comments] or null where radon fails, "index": [without multi, with multi] or null}`.
#![expect(clippy::print_stdout, reason = "an example's output")]

use std::io::BufRead as _;

use assay_python::PythonVersion;
use assay_python::metrics::{self, Class, Function, Halstead, Metrics, Multi};
use serde_json::{Value, json};

fn function(block: &Function) -> Value {
    let closures: Vec<Value> = block.closures.iter().map(function).collect();
    json!([block.name, block.line, block.column, block.class, block.complexity, closures])
}

fn class(block: &Class) -> Value {
    let methods: Vec<Value> = block.methods.iter().map(function).collect();
    let inner: Vec<Value> = block.inner_classes.iter().map(class).collect();
    json!([block.name, block.line, block.column, block.real_complexity, block.complexity(), methods, inner])
}

fn halstead(counts: &Halstead) -> Value {
    json!([
        counts.distinct_operators,
        counts.distinct_operands,
        counts.operators,
        counts.operands,
        counts.calculated_length(),
        counts.volume(),
        counts.difficulty(),
        counts.effort(),
        counts.time(),
        counts.bugs(),
    ])
}

fn written(metrics: &Metrics) -> Value {
    let functions = metrics.halstead.functions.iter().map(|(name, counts)| json!([name, halstead(counts)]));
    let raw = metrics
        .raw
        .ok()
        .map(|raw| [raw.loc, raw.lloc, raw.sloc, raw.comments, raw.multi, raw.blank, raw.single_comments]);
    let index = |multi| metrics.maintainability_index(multi).ok();
    let indices = raw.and(Some([index(Multi::NoComments), index(Multi::Comments)]));
    json!({
        "total": metrics.complexity.total,
        "functions": metrics.complexity.functions.iter().map(function).collect::<Vec<_>>(),
        "classes": metrics.complexity.classes.iter().map(class).collect::<Vec<_>>(),
        "halstead": std::iter::once(halstead(&metrics.halstead.total)).chain(functions).collect::<Vec<_>>(),
        "raw": raw,
        "index": indices,
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let object = match metrics::measure(text.into(), PythonVersion::PY311) {
            Ok(metrics) => written(&metrics),
            Err(error) => json!({"error": error.to_string()}),
        };
        println!("{object}");
    }
    Ok(())
}
