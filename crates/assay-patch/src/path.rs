//! Paths inside a repository, checked before anything is done with them.

use std::fmt;

use assay_types::acts_or_hides;

/// A path inside a repository: relative, its parts separated by `/`, and none of those that act outside its files.
///
/// Refused are what git refuses on any system (`verify_path` with `core.protectNTFS` and `core.protectHFS`), and a little
/// more: see [`PathProblem`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepositoryPath(String);

/// Why a path is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathProblem {
    /// It has no characters.
    #[error("it is empty")]
    Empty,
    /// It is not UTF-8.
    #[error("it is not UTF-8")]
    Encoding,
    /// It begins at the root, or with a drive.
    #[error("it is absolute")]
    Absolute,
    /// It has a part `..`, `.` or without characters.
    #[error("it has an empty part, `.` or `..`")]
    Elsewhere,
    /// It leads into git's own folder, in whatever spelling.
    #[error("it leads into git's own folder")]
    Git,
    /// It is git's list of submodules.
    #[error("it is git's list of submodules")]
    Submodules,
    /// It has a backslash, which other systems take for a separator.
    #[error("it has a backslash")]
    Backslash,
    /// It has a control character or an invisible one.
    #[error("it has a control character or an invisible one")]
    Characters,
    /// It has over 4,096 bytes, or a part over 255.
    #[error("it is too long")]
    TooLong,
}

impl RepositoryPath {
    /// Checks a path.
    pub fn new(path: &[u8]) -> Result<Self, PathProblem> {
        let path = std::str::from_utf8(path).map_err(|_| PathProblem::Encoding)?;
        if path.is_empty() {
            return Err(PathProblem::Empty);
        }
        if path.chars().any(acts_or_hides) {
            return Err(PathProblem::Characters);
        }
        let drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
        if path.starts_with(['/', '\\']) || drive {
            return Err(PathProblem::Absolute);
        }
        let parts = || path.split(['/', '\\']);
        if parts().any(|part| matches!(part, "" | "." | "..")) {
            return Err(PathProblem::Elsewhere);
        }
        if parts().any(is_git) {
            return Err(PathProblem::Git);
        }
        if parts().any(is_list_of_submodules) {
            return Err(PathProblem::Submodules);
        }
        if path.contains('\\') {
            return Err(PathProblem::Backslash);
        }
        if path.len() > 4096 || parts().any(|part| part.len() > 255) {
            return Err(PathProblem::TooLong);
        }
        Ok(Self(path.to_owned()))
    }

    /// The path.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folders above it, the outermost first.
    pub(crate) fn parents(&self) -> impl Iterator<Item = &str> {
        self.0.match_indices('/').map(|(end, _)| &self.0[..end])
    }

    /// Its last part.
    pub(crate) fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }
}

impl fmt::Display for RepositoryPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A part without what NTFS and HFS+ pass over: the name of a stream, dots and spaces at the end, letters that differ only in
/// case, characters that they do not see.
fn plain(part: &str) -> String {
    let seen: String = part.chars().filter(|character| !is_ignored(*character)).collect();
    let name = seen.split(':').next().unwrap_or_default();
    name.trim_end_matches(['.', ' ']).to_lowercase()
}

/// What HFS+ ignores in names (git's `next_hfs_char`).
fn is_ignored(character: char) -> bool {
    matches!(character, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// Whether a part is `.git`, or the short name that NTFS gives it.
pub(crate) fn is_git(part: &str) -> bool {
    let name = plain(part);
    name == ".git" || is_short_name(&name, "git")
}

fn is_list_of_submodules(part: &str) -> bool {
    let name = plain(part);
    name == ".gitmodules" || is_short_name(&name, "gitmod") || is_short_name(&name, "gi7eba")
}

/// `BEGINNING~N`, as NTFS shortens long names.
fn is_short_name(name: &str, beginning: &str) -> bool {
    let number = name.strip_prefix(beginning).and_then(|rest| rest.strip_prefix('~'));
    number.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_paths_are_taken() {
        for path in
            ["a", "src/a b.py", ".github/x.yml", ".gitignore", "git", "a.git/b", "x..y", "digit~1", "ä/ö"]
        {
            assert_eq!(
                RepositoryPath::new(path.as_bytes()).map(|path| path.to_string()),
                Ok(path.to_owned())
            );
        }
    }

    #[test]
    fn attack_47_gits_own_folder_is_refused_in_any_spelling() {
        for path in [
            ".git",
            ".git/hooks/post-checkout",
            "a/.git/config",
            ".GIT/config",
            ".Git",
            "GIT~1",
            "git~1/hooks/x",
            "git~2",
            ".git./x",
            ".git /x",
            ".git. . /x",
            ".git::$INDEX_ALLOCATION/x",
            ".git:x",
            "a\\.git\\x",
        ] {
            assert_eq!(RepositoryPath::new(path.as_bytes()), Err(PathProblem::Git), "{path}");
        }
        assert_eq!(RepositoryPath::new(".g\u{200c}it/x".as_bytes()), Err(PathProblem::Characters));
    }

    #[test]
    fn attack_48_paths_that_lead_elsewhere_are_refused() {
        let cases: [(&[u8], PathProblem); 14] = [
            (b"", PathProblem::Empty),
            (b"a\xff", PathProblem::Encoding),
            (b"/etc/passwd", PathProblem::Absolute),
            (b"\\\\host\\share", PathProblem::Absolute),
            (b"C:/x", PathProblem::Absolute),
            (b"../x", PathProblem::Elsewhere),
            (b"a/../x", PathProblem::Elsewhere),
            (b"a\\..\\x", PathProblem::Elsewhere),
            (b"a//x", PathProblem::Elsewhere),
            (b"./x", PathProblem::Elsewhere),
            (b".gitmodules", PathProblem::Submodules),
            (b"a\\b", PathProblem::Backslash),
            (b"a\nb", PathProblem::Characters),
            (b"a\0", PathProblem::Characters),
        ];
        for (path, problem) in cases {
            assert_eq!(RepositoryPath::new(path), Err(problem), "{}", String::from_utf8_lossy(path));
        }
        assert_eq!(RepositoryPath::new("x".repeat(256).as_bytes()), Err(PathProblem::TooLong));
    }
}
