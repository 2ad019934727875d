//! Names and classes of the standard library, from tables that `tools/standard_library_names.py` writes.

use std::collections::HashMap;
use std::sync::LazyLock;

type Table = HashMap<&'static str, &'static str>;

static STARS: LazyLock<Table> = LazyLock::new(|| table(include_str!("tables/star_names.txt")));
static CLASSES: LazyLock<Table> = LazyLock::new(|| table(include_str!("tables/class_methods.txt")));

fn table(text: &'static str) -> Table {
    text.lines().filter_map(|line| line.split_once(' ')).collect()
}

/// What `from MODULE import *` brings; none for a module that is not in the standard library.
pub(crate) fn standard_library_star(module: &str) -> Option<impl Iterator<Item = &'static str>> {
    STARS.get(module).map(|names| names.split(' '))
}

/// Whether a class of the standard library, by its full name, has a method, its own or inherited.
pub(crate) fn standard_library_method(class: &str, method: &str) -> Option<bool> {
    CLASSES.get(class).map(|methods| methods.split(' ').any(|name| name == method))
}

/// Classes written in C, which the table of methods does not hold.
const NATIVE: &[&str] = &[
    "collections.Counter",
    "collections.OrderedDict",
    "collections.defaultdict",
    "collections.deque",
    "datetime.date",
    "datetime.datetime",
    "datetime.time",
    "datetime.timedelta",
    "decimal.Decimal",
    "fractions.Fraction",
    "functools.partial",
    "itertools.chain",
    "itertools.count",
    "itertools.cycle",
    "typing.Dict",
    "typing.List",
    "typing.Set",
    "typing.Tuple",
];

/// Whether a full name is that of a class of the standard library.
pub(crate) fn is_standard_library_class(name: &str) -> bool {
    CLASSES.contains_key(name) || NATIVE.contains(&name)
}

/// Whether a full name is that of a module of the standard library.
pub(crate) fn is_standard_library_module(name: &str) -> bool {
    STARS.contains_key(name)
}
