//! The Python half and the part of a zygote that is neither, embedded so that an environment root can carry them.

/// Sources of the Python package, by their path below `/opt/assay`, in a fixed order.
pub const PYTHON_SOURCES: &[(&str, &str)] = &[
    ("zygote.py", include_str!("../python/zygote.py")),
    ("assay_trial/__init__.py", include_str!("../python/assay_trial/__init__.py")),
    ("assay_trial/channel.py", include_str!("../python/assay_trial/channel.py")),
    ("assay_trial/decoding.py", include_str!("../python/assay_trial/decoding.py")),
    ("assay_trial/encoding.py", include_str!("../python/assay_trial/encoding.py")),
    ("assay_trial/exceptions.py", include_str!("../python/assay_trial/exceptions.py")),
    ("assay_trial/judge.py", include_str!("../python/assay_trial/judge.py")),
    ("assay_trial/loading.py", include_str!("../python/assay_trial/loading.py")),
    ("assay_trial/measured.py", include_str!("../python/assay_trial/measured.py")),
    ("assay_trial/meter.py", include_str!("../python/assay_trial/meter.py")),
    ("assay_trial/plain_data.py", include_str!("../python/assay_trial/plain_data.py")),
    ("assay_trial/prompt.py", include_str!("../python/assay_trial/prompt.py")),
    ("assay_trial/shared.py", include_str!("../python/assay_trial/shared.py")),
    ("assay_trial/shell.py", include_str!("../python/assay_trial/shell.py")),
    ("assay_trial/worker.py", include_str!("../python/assay_trial/worker.py")),
];

/// The part that makes a child another program. Only roots for commands carry it; no trial's finding hangs on it.
pub const COMMAND_SOURCE: (&str, &str) =
    ("assay_trial/command.py", include_str!("../python/assay_trial/command.py"));

/// The native part, compiled by `build.rs` from `native/`, and its name below `/opt/assay`.
pub const NATIVE_LIBRARY: (&str, &[u8]) =
    ("zygote.so", include_bytes!(concat!(env!("OUT_DIR"), "/zygote.so")));

/// What the native part is compiled from. It, not the compiler's output, identifies that part.
const NATIVE_SOURCES: &[(&str, &str)] = &[
    ("filter.rs", include_str!("../native/filter.rs")),
    ("isolation.rs", include_str!("../native/isolation.rs")),
    ("lib.rs", include_str!("../native/lib.rs")),
    ("record.rs", include_str!("../native/record.rs")),
    ("system.rs", include_str!("../native/system.rs")),
    ("zygote.rs", include_str!("../native/zygote.rs")),
];

/// Raised whenever the Rust half changes what a trial can come to: its root, its variables, how ends are read.
const ENGINE_VERSION: &str = "embedded 2";

/// Identifies the judging code; part of every result's key. Any change to the code inside a sandbox changes it.
#[must_use]
pub fn judge_version() -> String {
    let parts: Vec<&str> = [ENGINE_VERSION]
        .into_iter()
        .chain(PYTHON_SOURCES.iter().chain(NATIVE_SOURCES).flat_map(|(path, text)| [*path, *text]))
        .collect();
    assay_types::Digest::of_parts(&parts).to_string()
}
