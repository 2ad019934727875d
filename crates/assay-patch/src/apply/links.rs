//! What a file's content must not say: a link that leads outside, a filter that git would run.

use crate::fault::Problem;
use crate::patch::{Body, FilePatch, LineKind};
use crate::path::{RepositoryPath, is_git};

/// Checks a link's target. Allowed are `..` parts at its beginning, as many as folders are above the link, and then names.
/// A `..` behind a name is refused, since that name may be a link itself, and then `..` leads from where that one leads to.
pub(super) fn check_target(path: &RepositoryPath, target: &[u8]) -> Result<(), Problem> {
    let target = std::str::from_utf8(target).map_err(|_| Problem::Link("its target is not UTF-8"))?;
    if target.is_empty() || target.contains(['\0', '\n', '\\']) {
        return Err(Problem::Link("its target is no path"));
    }
    if target.starts_with('/') {
        return Err(Problem::Link("its target is absolute"));
    }
    let parts: Vec<&str> = target.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let upwards = parts.iter().take_while(|part| **part == "..").count();
    if upwards > path.parents().count() || parts[upwards..].contains(&"..") {
        return Err(Problem::Link("its target may lead outside of the repository"));
    }
    if parts[upwards..].iter().any(|part| is_git(part)) {
        return Err(Problem::Link("its target is in git's own folder"));
    }
    Ok(())
}

/// Refuses new lines of `.gitattributes` that name a filter, and such a file that comes whole.
pub(super) fn check_attributes(
    path: &RepositoryPath,
    file: &FilePatch,
    result: &[u8],
) -> Result<(), Problem> {
    if !path.name().eq_ignore_ascii_case(".gitattributes") {
        return Ok(());
    }
    let names_filter = |text: &[u8]| text.windows(6).any(|part| part == b"filter");
    let refused = match &file.body {
        Body::Text(hunks) if file.source == file.path => hunks
            .iter()
            .flat_map(|hunk| &hunk.lines)
            .any(|line| line.kind == LineKind::Added && names_filter(&line.text)),
        _ => names_filter(result),
    };
    if refused { Err(Problem::Attributes) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attack_48_links_that_may_lead_outside_are_refused() {
        let path = RepositoryPath::new(b"a/b/link").unwrap();
        for target in ["x", "../x", "../../x", ".", "./x", "..", "../../", "x/./y", "..x/y"] {
            assert_eq!(check_target(&path, target.as_bytes()), Ok(()), "{target}");
        }
        for target in [
            "",
            "/etc/passwd",
            "../../../x",
            "x/..",
            "x/../../../..",
            "../x/../../..",
            "../../.git/hooks",
            ".GIT",
            "a\\b",
        ] {
            assert!(matches!(check_target(&path, target.as_bytes()), Err(Problem::Link(_))), "{target}");
        }
    }
}
