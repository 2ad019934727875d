//! The names of Python's `builtins` module.

use std::collections::HashSet;
use std::sync::LazyLock;

static NAMES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("tables/builtins.txt").lines().collect());

/// Whether every module can read this name without binding it (CPython 3.11, with what `site` adds).
pub(crate) fn is_builtin(name: &str) -> bool {
    NAMES.contains(name)
}
