//! Cyclomatic complexity, Halstead's measures, raw counts and the maintainability index, as radon 6.0.1 computes them.
//!
//! radon's own choices are kept where others would count otherwise: a class inside of a function counts nowhere, `case x:`
//! counts as `case _:`, `except*` counts nothing, and the maintainability index takes logical lines where its formula says
//! source lines. `evidence/radon_agreement.py` compares the results. Raw counts are those under `CPython` 3.11.

mod complexity;
mod halstead;
mod operands;
mod raw;
mod tokens;

use std::sync::Arc;

pub use complexity::{Class, Complexity, Function};
pub use halstead::{Halstead, HalsteadCounts};
pub use raw::{RadonFails, RawCounts};

use crate::parse::{Module, NotParsed, PythonVersion};
use crate::semantics::Tree;

/// What is measured of a module.
#[derive(Debug, Clone, PartialEq)]
pub struct Metrics {
    /// Cyclomatic complexity.
    pub complexity: Complexity,
    /// Halstead's counts.
    pub halstead: HalsteadCounts,
    /// Counts of lines, where radon has any.
    pub raw: Result<RawCounts, RadonFails>,
}

/// Whether strings that are statements and go on over lines count as comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Multi {
    /// They do: `mi_visit(code, multi=True)`, which `radon mi` does by default.
    Comments,
    /// They do not: `mi_visit(code, multi=False)`, `radon mi --multi`.
    NoComments,
}

/// Measures a text; an error where it is no Python of that version, or beyond this crate's limits.
pub fn measure(source: Arc<str>, python: PythonVersion) -> Result<Metrics, NotParsed> {
    Ok(measure_module(&Module::parse(source, python)?))
}

/// Measures a module that is parsed already.
#[must_use]
pub fn measure_module(module: &Module) -> Metrics {
    let tree = Tree::of(module);
    Metrics {
        complexity: complexity::complexity(&tree),
        halstead: halstead::halstead(&tree, module.source()),
        raw: raw::counts(module.source()),
    }
}

impl Metrics {
    /// The maintainability index, from 0 to 100; an error where radon has none.
    ///
    /// radon's formula: 171 − 5.2 ln V − 0.23 C − 16.2 ln L + 50 sin √(2.46 × p), scaled from 171 to 100 and cut to that
    /// range, where V is Halstead's volume, C the complexity of the module, L its logical lines, and p the comments per
    /// hundred source lines, in degrees taken as radians. Without any volume or lines it is 100.
    pub fn maintainability_index(&self, multi: Multi) -> Result<f64, RadonFails> {
        let raw = self.raw?;
        let volume = self.halstead.total.volume();
        if volume <= 0.0 || raw.lloc == 0 {
            return Ok(100.0);
        }
        let comments = raw.comments + if multi == Multi::Comments { raw.multi } else { 0 };
        let percent = if raw.sloc == 0 { 0.0 } else { comments as f64 / raw.sloc as f64 * 100.0 };
        let commented = 50.0 * (2.46 * percent.to_radians()).sqrt().sin();
        let index =
            171.0 - 5.2 * volume.ln() - 0.23 * self.complexity.total as f64 - 16.2 * (raw.lloc as f64).ln()
                + commented;
        Ok((index * 100.0 / 171.0).clamp(0.0, 100.0))
    }
}

#[cfg(test)]
mod tests;
