//! How names are spelled.

/// The style that a kind of name has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Snake,
    Upper,
    Pascal,
}

impl Style {
    pub(super) fn fits(self, name: &str) -> bool {
        match self {
            Self::Snake => !name.bytes().any(|byte| byte.is_ascii_uppercase()),
            Self::Upper => {
                !name.bytes().any(|byte| byte.is_ascii_lowercase())
                    || (name.len() > 4 && name.starts_with("__") && name.ends_with("__"))
            }
            Self::Pascal => {
                let mut characters = name.chars();
                characters.next().is_some_and(|first| !first.is_ascii_lowercase() && !first.is_ascii_digit())
                    && characters.all(|other| other != '_')
            }
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Upper => "UPPER_CASE",
            Self::Pascal => "PascalCase",
        }
    }
}

/// Names that Pylint takes for variables that nobody reads.
pub(super) fn is_dummy(name: &str) -> bool {
    let underscored = name.strip_prefix('_').is_some_and(|rest| {
        rest.bytes().all(|byte| byte == b'_')
            || (rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && rest.ends_with(|last: char| last.is_ascii_alphanumeric()))
    });
    underscored || ["dummy", "ignored_", "unused_"].iter().any(|prefix| name.starts_with(prefix))
}

/// Names that Pylint takes for parameters that nobody reads.
pub(super) fn is_ignored_argument(name: &str) -> bool {
    ["_", "ignored_", "unused_"].iter().any(|prefix| name.starts_with(prefix))
}
