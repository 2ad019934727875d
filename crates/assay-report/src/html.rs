//! `html`: one self-contained page to read. No network, no script, nothing to load.
//!
//! [`page`] puts the sections in order; each other module draws one subject. [`foreign`] is the only way in which
//! foreign text enters, and maud escapes whatever passes through it.

mod breakdown;
mod cases;
mod code;
mod complexity;
mod correctness;
mod distribution;
mod figure;
mod flagged;
mod foreign;
mod intervals;
mod measured;
mod outcomes;
mod page;
mod paper;
mod performance;
mod python;
mod reading;
mod self_check;
mod summary;
mod tasks;
mod verdicts;

use crate::Report;
use crate::format::{Format, FormatError};

/// The report as a page.
#[derive(Debug, Clone, Copy)]
pub struct Html;

impl Format for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn media_type(&self) -> &'static str {
        "text/html"
    }

    fn render(&self, report: &Report) -> Result<Vec<u8>, FormatError> {
        let mut page = page::page(report).into_string();
        page.push('\n');
        Ok(page.into_bytes())
    }
}

#[cfg(test)]
mod tests;
