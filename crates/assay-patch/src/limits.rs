//! How much of a patch is read, and how much may come of it.

/// Limits of a patch and of what it makes. A patch beyond one of them is refused, never cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the patch.
    pub patch_bytes: usize,
    /// Files that it changes.
    pub files: usize,
    /// Hunks of all files.
    pub hunks: usize,
    /// Bytes of all binary content after inflating.
    pub binary_bytes: usize,
    /// Bytes of all files that it writes.
    pub result_bytes: usize,
}

impl Default for Limits {
    /// 16 MiB of patch, 10,000 files, 100,000 hunks, 64 MiB of binary content, 256 MiB of files: far above what people
    /// write, and what a grading machine can hold.
    fn default() -> Self {
        Self {
            patch_bytes: 16 << 20,
            files: 10_000,
            hunks: 100_000,
            binary_bytes: 64 << 20,
            result_bytes: 256 << 20,
        }
    }
}
