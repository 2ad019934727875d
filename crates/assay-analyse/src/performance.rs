//! Performance rows: who takes longer, who needs more memory (DESIGN.md, decision 7).

mod input;

pub use input::{Measure, MeasureInput, MeasuredSides, MeasuredTask};
