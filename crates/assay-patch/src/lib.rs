//! Patches as git writes them: parsed, and applied strictly or not at all. Pure.
#![forbid(unsafe_code)]
