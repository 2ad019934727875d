//! What a file of a repository is.

/// The three kinds of files that a patch may make. Submodules (160000), folders and modes with further bits are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// 100644.
    File,
    /// 100755.
    Executable,
    /// 120000: a symbolic link; its content is its target.
    Link,
}

impl Mode {
    /// As git writes it: six octal digits.
    #[must_use]
    pub fn octal(self) -> &'static str {
        match self {
            Self::File => "100644",
            Self::Executable => "100755",
            Self::Link => "120000",
        }
    }

    /// The mode of these six digits, if it is one of the three.
    #[must_use]
    pub fn of(octal: &str) -> Option<Self> {
        [Self::File, Self::Executable, Self::Link].into_iter().find(|mode| mode.octal() == octal)
    }

    /// Whether it is a link, which no text file can become by a change of mode.
    #[must_use]
    pub fn is_link(self) -> bool {
        self == Self::Link
    }
}
