//! Python source as data.
//!
//! A text is parsed once, within limits, into a [`Module`]; everything else reads that. Pure: no file, no process, no
//! clock. The grammar is CPython's as `ruff_python_parser` knows it; which version's is the caller's choice.
#![forbid(unsafe_code)]

pub mod comments;
pub mod duplicates;
mod nesting;
mod parse;
mod text;

pub use parse::{Module, NotParsed, PythonVersion};
