//! No text ends an analysis in a panic, in a deep stack or in a false "clean".

#[path = "bounds/mod.rs"]
mod bounds;

use bounds::{ANALYSES, Answer, bombs, mutated};

/// How deep or long bombs are here; `evidence/bounds.py` has longer ones.
const MANY: usize = 3_500;
/// Stack of a thread that analyses bombs: an eighth of what threads have otherwise.
const STACK: usize = 256 << 10;

/// Stack of a thread otherwise.
const USUAL_STACK: usize = 2 << 20;
/// How often something may nest in an expression that is parsed, nearly.
const DEEPEST: usize = 990;
/// Bombs under this many bytes are deep; others are long.
const SHORT: usize = 100_000;

#[test]
fn no_bomb_is_clean() {
    let analysing = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        for (name, source) in bombs(MANY) {
            for (analysis, run) in ANALYSES {
                let answer = run(&source);
                let may_be_clean = !analysis.starts_with("rules");
                assert!(may_be_clean || answer != Answer::Clean, "{name}: {analysis}: {}", answer.word());
            }
        }
    });
    analysing.unwrap().join().unwrap();
}

#[test]
fn what_nests_as_deeply_as_is_parsed_fits_a_usual_stack() {
    let analysing = std::thread::Builder::new().stack_size(USUAL_STACK).spawn(|| {
        for (name, source) in bombs(DEEPEST) {
            if source.len() < SHORT {
                for (analysis, run) in ANALYSES {
                    let answer = run(&source);
                    let may_be_clean = !analysis.starts_with("rules");
                    assert!(may_be_clean || answer != Answer::Clean, "{name}: {analysis}: {}", answer.word());
                }
            }
        }
    });
    analysing.unwrap().join().unwrap();
}

#[test]
fn what_only_looks_odd_is_judged_as_python_judges_it() {
    let odd = [
        ("x = 1\ry = 2\r", Answer::Clean),
        ("X = 1\r\n\x0cY = 2\n", Answer::Clean),
        ("# -*- coding: latin-1 -*-\nX = 'é'\n", Answer::Clean),
        ("\u{feff}X = 1\n", Answer::Clean),
        ("X = 1\n\x1a", Answer::NoPython),
        ("X = 1\n\u{feff}Y = 2\n", Answer::NoPython),
        ("X\u{a0}= 1\n", Answer::NoPython),
        ("if X:\n\tY = 1\n        Z = 2\n", Answer::NoPython),
    ];
    for (source, expected) in odd {
        let (name, rules) = ANALYSES[0];
        let answer = rules(source);
        let is_same = match expected {
            Answer::Clean => matches!(answer, Answer::Clean | Answer::Found),
            other => answer == other,
        };
        assert!(is_same, "{name}: {source:?}: {answer:?}");
    }
}

#[test]
fn no_changed_text_ends_in_a_panic() {
    let seeds: Vec<String> = ["redefined", "undefined_variable", "naming"]
        .map(|name| std::fs::read_to_string(format!("{}/tests/edges/{name}.py", env!("CARGO_MANIFEST_DIR"))))
        .into_iter()
        .flat_map(|text| text.unwrap().split("# ----\n").map(str::to_owned).collect::<Vec<_>>())
        .collect();
    for number in 0..2_000 {
        let source = mutated(&seeds, number);
        for (_, run) in ANALYSES {
            run(&source);
        }
    }
}
