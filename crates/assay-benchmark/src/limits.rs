//! How much of a file is read. Real benchmarks and sample sets stay far below; what is above is refused by name, before
//! it fills the memory.

/// The largest file that is read, and the most that a compressed one may unpack to.
pub const FILE_BYTES: u64 = 4 << 30;

/// The longest line. An answer may be escaped (up to six bytes a character) and have other fields beside it.
pub const LINE_BYTES: u64 = 256 << 20;

/// The most lines of a file.
pub const LINES: u64 = 10_000_000;

/// The longest answer of a model, in bytes. The longest outputs that models can be asked for are below 4 MB.
pub const ANSWER_BYTES: usize = 16 << 20;

/// The most keys of one JSON object.
pub const OBJECT_KEYS: usize = 10_000;

/// The most values inside an object that are kept: nothing else of a line could grow in memory.
pub const OBJECT_VALUES: usize = 1_000_000;

/// The largest file of a benchmark's folder.
pub const FOLDER_FILE_BYTES: u64 = 64 << 20;

/// The most that all files of a folder hold together, of a benchmark or of samples.
pub const FOLDER_BYTES: u64 = 1 << 30;

/// The most files of a folder, of a benchmark or of samples.
pub const FOLDER_FILES: usize = 1_000_000;

/// How many folders deep a benchmark's folder goes; `tasks/NAME/wrong` is three.
pub const FOLDER_DEPTH: usize = 8;

/// The most that the files of one task, which its tests put into the sample's working folder, hold together.
pub const TASK_FILES_BYTES: usize = 1 << 20;

/// What the reader of lines keeps to; the tests read with smaller ones.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineLimits {
    pub(crate) file_bytes: u64,
    pub(crate) line_bytes: u64,
    pub(crate) lines: u64,
}

impl LineLimits {
    pub(crate) const USUAL: Self = Self { file_bytes: FILE_BYTES, line_bytes: LINE_BYTES, lines: LINES };
}

/// A number of bytes as people write it, as far as it is a round one.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        _ if bytes >= 1 << 30 && bytes.is_multiple_of(1 << 30) => format!("{} GiB", bytes >> 30),
        _ if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ => format!("{bytes} bytes"),
    }
}
