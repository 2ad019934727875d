//! Grading over an oracle that is made of a function.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attacks;
#[path = "../../../assay-patch/tests/cases/mod.rs"]
mod cases;
mod comparison;
mod outcomes;
mod patches;
mod resume;
mod shop;
