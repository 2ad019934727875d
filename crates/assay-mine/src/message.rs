//! What a commit's message says, apart from its form.

use std::sync::LazyLock;

use regex::Regex;

/// A message in its parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Message {
    /// Its first line.
    pub(crate) subject: String,
    /// What follows.
    pub(crate) body: String,
    /// The issues that it closes.
    pub(crate) closes: Vec<u64>,
    /// Whether the body is the subjects of several merged commits.
    pub(crate) is_of_several: bool,
}

#[expect(clippy::unwrap_used, reason = "constant patterns, compiled in every test")]
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap()
}

/// The words by which GitHub and GitLab close issues, and a number.
static CLOSES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s+(?:[\w.-]+/[\w.-]+)?(?:#|gh-|https?://\S+/issues/)(\d{1,9})\b",
    )
});
static MERGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?:Merge (?:pull request|branch|remote-tracking branch|tag|commit|branches)\b|Merged in )")
});
static REVERT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^Revert\b|^This reverts commit [0-9a-f]{7}"));

/// A commit that gathers what a release holds: its parts are changes of their own.
static RELEASE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^v?\d+(?:\.\d+)+\S*$|^(?:(?:merge|prepare|cut|tag)\s+)?(?:for\s+)?(?:release|version|changes for(?: version)?)\s+v?\d+\.\d+|^(?:bump|prepare|cut|tag)\b.*\b(?:version|release)\b",
    )
});

/// A commit of a branch that says nothing of what the branch does: answers to reviewers, linters and formatters.
static CHORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:cr|wip|pr|ci|oops|nits?|(?:(?:fix(?:e[sd])?|make|more|address|update|run|add|apply|appease|the|a|some|happy|pass|for|unit)\W+){0,4}(?:flake8?|black|isort|ruff|lint(?:er|ers|ing)?|mypy|stubtest|pylint|pep-?8|codecov|coverage|formatting|whitespace|typos?|travis|tox|github actions|reviews?|review comments?|feedback|suggestions?|changelog|readme|docs?|tests?)(?:\W+(?:happy|pass|again|errors?|warnings?|issues?))*)\W*$",
    )
});

impl Message {
    /// Takes a message apart.
    pub(crate) fn of(text: &str) -> Self {
        let text = text.trim();
        let (subject, body) = text.split_once('\n').unwrap_or((text, ""));
        let closes = CLOSES.captures_iter(text).filter_map(|found| found.get(1)?.as_str().parse().ok());
        Self {
            subject: subject.trim().to_owned(),
            body: body.trim().to_owned(),
            closes: closes.collect(),
            is_of_several: false,
        }
    }

    /// The message of a merge: what it says itself beside that it is one; else the messages of what it merges, the first one
    /// first.
    pub(crate) fn of_merge(text: &str, merged: &[String]) -> Self {
        let own = Self::of(text);
        if !MERGE.is_match(&own.subject) {
            return own;
        }
        let said = Self::of(&own.body);
        let mut message = match merged {
            _ if !said.subject.is_empty() => said,
            [single] => Self::of(single),
            several => {
                let subjects = several.iter().map(|text| Self::of(text).subject);
                let telling: Vec<String> = subjects.filter(|subject| !CHORE.is_match(subject)).collect();
                Self { is_of_several: true, ..Self::of(&telling.join("\n")) }
            }
        };
        let merged = merged.iter().flat_map(|text| Self::of(text).closes);
        message.closes.extend(own.closes.into_iter().chain(merged));
        message.closes.sort_unstable();
        message.closes.dedup();
        message
    }

    /// Whether it takes an earlier change back.
    pub(crate) fn reverts(&self) -> bool {
        REVERT.is_match(&self.subject) || REVERT.is_match(&self.body)
    }

    /// Whether it makes a release.
    pub(crate) fn releases(&self) -> bool {
        RELEASE.is_match(&self.subject)
    }

    /// All of it.
    pub(crate) fn text(&self) -> String {
        format!("{}\n\n{}", self.subject, self.body).trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_subject_a_body_and_issues_that_it_closes() {
        let message = Message::of("Round totals (#7)\n\nFixes #12, closes: GH-3; see #99.\nResolves a/b#4\n");
        assert_eq!(
            (message.subject.as_str(), message.closes.as_slice()),
            ("Round totals (#7)", &[12, 3, 4][..])
        );
    }

    #[test]
    fn a_merge_says_what_it_merges() {
        let pull = Message::of_merge("Merge pull request #5 from a/b\n\nRound totals", &["x".to_owned()]);
        assert_eq!(pull.subject, "Round totals");
        let one = Message::of_merge("Merge branch 'x'", &["Round totals\n\nFixes #1".to_owned()]);
        assert_eq!((one.subject.as_str(), one.closes.as_slice()), ("Round totals", &[1][..]));
        let two = Message::of_merge("Merge branch 'x'", &["Round".to_owned(), "Refuse cents".to_owned()]);
        assert_eq!((two.subject.as_str(), two.body.as_str()), ("Round", "Refuse cents"));
        assert_eq!(Message::of_merge("Merge sort is stable now", &[]).subject, "Merge sort is stable now");
    }

    #[test]
    fn what_a_branch_says_to_reviewers_and_linters_is_left_out_of_its_merge() {
        let chores = [
            "fix flake8",
            "Make flake happy again",
            "CR",
            "black",
            "More tests",
            "Address review comments",
            "Fix typo",
        ];
        let telling = ["Round totals", "Refuse negative cents in tests of totals and in totals"];
        let work = [
            "Fix parsing of comments",
            "Fix formatting of negative numbers",
            "Handle empty comments",
            "Preserve whitespace in strings",
            "Add JSON format support",
            "Strip whitespace from keys",
        ];
        let telling = [&telling[..], &work].concat();
        let merged: Vec<String> = [&telling[..1], &chores[..], &telling[1..]]
            .concat()
            .iter()
            .map(|text| (*text).to_owned())
            .collect();
        let expected = format!("{}\n\n{}", telling[0], telling[1..].join("\n"));
        assert_eq!(Message::of_merge("Merge branch 'x'", &merged).text(), expected);
    }

    #[test]
    fn releases_are_told() {
        for subject in ["1.2.3", "v2.0", "Changes for version 11.0.0", "Bump version", "Release 1.2"] {
            assert!(Message::of(subject).releases(), "{subject}");
        }
        for subject in ["Set minimum version to 3.10", "Support Python 3.11", "Release locks"] {
            assert!(!Message::of(subject).releases(), "{subject}");
        }
    }

    #[test]
    fn reverts_are_told() {
        assert!(Message::of("Revert \"Round totals\"").reverts());
        assert!(Message::of("Back\n\nThis reverts commit 0123456789.").reverts());
        assert!(!Message::of("Do not revert order").reverts());
    }
}
