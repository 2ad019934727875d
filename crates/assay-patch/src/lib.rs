//! Patches as git writes them: parsed, and applied strictly or not at all. Pure: bytes in, files out, no disk.
//!
//! # What is read
//!
//! git's own format (`diff --git`: new, deleted, empty, renamed and copied files, modes, binary content) and plain unified diffs,
//! with the prefixes `a/` and `b/` or with none. What stands before, between and behind the files is passed over, as git does.
//! A hunk has exactly the lines that its header counts: one that has more is malformed here, where git would apply its beginning.
//!
//! # What applies
//!
//! A hunk applies where its header says, if every context and removed line stands there, byte for byte. There is no fuzz, and by
//! default no search: `git apply` moves a hunk to the nearest place that fits, and with that a patch is taken that its author did
//! not mean for this place, and the repair would be ours. The fault says where else the lines stand if that is one place, so what
//! the rule costs can be counted; [`Offsets::Unique`] takes that one place. As in git, a hunk that ends without context
//! applies only at the end of its file, and files are found in the tree as it was before the patch.
//!
//! Only two repairs are made, and each is recorded ([`Repair`]): the end of the last line that is missing, and CRLF line ends
//! of a patch for files with LF.
//!
//! # What is refused
//!
//! Anything that could act outside the files of the repository: see [`RepositoryPath`], [`Mode`] and [`Problem`].
#![forbid(unsafe_code)]

mod apply;
mod binary;
mod fault;
mod limits;
mod mode;
mod parse;
mod patch;
mod path;
mod quoted;
mod tree;
mod write;

pub use apply::{Applied, Change, Offsets, apply, apply_with, check_link};
pub use fault::{Fault, Problem};
pub use limits::Limits;
pub use mode::Mode;
pub use parse::{parse, parse_within};
pub use patch::{
    BinaryContent, BinaryPatch, Body, FilePatch, Hunk, HunkLine, LineKind, Patch, Repair, RepairKind, Role,
};
pub use path::{PathProblem, RepositoryPath};
pub use tree::{Entry, MemoryTree, Tree, TreeError};
pub use write::{Side, write};
