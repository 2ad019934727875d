//! Writes to which classes of equal syntax trees many texts belong.
//!
//! Standard input: one JSON string per line, each a text. Standard output: one line per text, in the same order: two digests,
//! of the class in which all names count and of that in which local ones do not; null where the text does not parse.
#![expect(clippy::print_stdout, reason = "an example's output")]

use std::io::BufRead as _;

use assay_python::equality::{Names, class_of};
use assay_python::{Module, PythonVersion};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let module = Module::parse(text.into(), PythonVersion::PY311).ok();
        let classes = module.map(|module| {
            [Names::Count, Names::LocalsIgnored].map(|names| class_of(&module, names).to_string())
        });
        println!("{}", json!(classes));
    }
    Ok(())
}
