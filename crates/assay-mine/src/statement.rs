//! What a task asks for: the message or the issue, without what gives the solution away.

mod instructions;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::candidate::{Leak, Statement, StatementSource};
use crate::message::pattern;
use crate::statement::instructions::without_instructions;

/// The share of telling words of a statement that may be words of names which only the fix has.
const MOST_LEAKED: f64 = 0.25;
/// So many such words are chance, whatever the share: short statements would else be refused for one.
const MOST_LEAKED_WORDS: usize = 1;
/// The fewest words of a statement.
const FEWEST_WORDS: usize = 3;
/// A line of the fix that is shorter says nothing when it is quoted.
const SHORTEST_QUOTED: usize = 8;
/// What stands where a name was taken out.
const GAP: &str = "…";

static TRAILER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\s*(?:(?:signed-off|co-authored|reviewed|acked|tested|reported|suggested|helped|approved)-by|change-id|git-svn-id|cc|pr-url|refs)\s*:",
    )
});
static DIFF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:diff --git |index [0-9a-f]+\.\.[0-9a-f]+|@@ -|--- (?:a/|/dev/null)|\+\+\+ (?:b/|/dev/null)|[+-](?:\s{4,}|\t|\S+\s*=|def |class |return |import |from |if |for ))",
    )
});
static LINK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"<?\b(?:https?|ftp)://[^\s<>)\]]+>?|\bwww\.[^\s<>)\]]+"));
static CLOSING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\(?\b(?:(?:partially |also )?(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|references|see(?: also)?|issue|pr|pull request)\b:?\s*)(?:(?:[\w.-]+/[\w.-]+)?(?:#|gh-)\d+(?:\s*(?:,|and|&)\s*)?)+\)?\.?",
    )
});
static ISSUE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?im)^[ \t]*\[?(?:issue|pr|bug|ticket)s?[ \t_-]+#?\d+\]?[ \t]*[:,-]?[ \t]*|\(?\b(?:issue[ _-]*|PR +|pull request +)#?\d+\b\)?(?: *;)?",
    )
});
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\(?(?:\b[\w.-]+/[\w.-]+)?(?:#|\bgh-)\d+\)?"));
/// What is left of a line that said which issue ends with the change, once its links and numbers are gone.
static CLOSING_REST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?im)^[^\w\n]*(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|references|see(?: also)?|issues?|part of|related(?: to)?)[^\w\n]*$",
    )
});
static HASH: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b[0-9a-f]{7,40}\b"));
static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r"`?[A-Za-z_][A-Za-z0-9_]*(?:\(\))?`?"));
static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"[A-Za-z]{3,}"));
static SPACES: LazyLock<Regex> = LazyLock::new(|| pattern(r"[ \t]+"));
static LINES: LazyLock<Regex> = LazyLock::new(|| pattern(r"\n{3,}"));
static PART: LazyLock<Regex> = LazyLock::new(|| pattern(r"[A-Z]?[a-z]+|[A-Z]+"));

/// Words that say nothing of a solution.
const PLAIN_WORDS: [&str; 40] = [
    "the", "and", "for", "with", "that", "this", "from", "not", "are", "was", "were", "has", "have", "had",
    "can", "now", "when", "where", "which", "into", "than", "then", "also", "but", "its", "more", "only",
    "would", "should", "does", "did", "been", "will", "some", "such", "there", "they", "instead", "while",
    "use",
];

/// What a statement is made from.
pub(crate) struct Material<'a> {
    pub(crate) text: &'a str,
    pub(crate) source: StatementSource,
    /// Whether sentences that say what to change go: they are a repair's solution, and what is asked for of anything else.
    pub(crate) without_instructions: bool,
    /// The lines that the fix adds to source.
    pub(crate) added: &'a [String],
    /// The names that only the fix has.
    pub(crate) names: &'a BTreeSet<String>,
    /// The code of source as it was and of tests, in lower case: words in it are the domain's, not the fix's.
    pub(crate) known: &'a str,
}

impl Material<'_> {
    /// The statement; nothing if too little is left.
    pub(crate) fn statement(&self) -> Option<Statement> {
        let mut removed = Removed::default();
        let quoted: BTreeSet<&str> =
            self.added.iter().map(|line| line.trim()).filter(|line| line.len() >= SHORTEST_QUOTED).collect();
        let kept: Vec<String> =
            self.text.lines().filter(|line| removed.keeps(line, &quoted)).map(str::to_owned).collect();
        let mut text = kept.join("\n");
        if self.without_instructions {
            (text, removed.sentences) = without_instructions(&text);
        }
        for (pattern, is_link) in [(&*LINK, true), (&*ISSUE, false), (&*CLOSING, false), (&*NUMBER, false)] {
            let found = pattern.find_iter(&text).count();
            *(if is_link { &mut removed.links } else { &mut removed.references }) += found;
            text = pattern.replace_all(&text, "").into_owned();
        }
        text = CLOSING_REST.replace_all(&text, "").into_owned();
        text = HASH
            .replace_all(&text, |found: &Captures| {
                let has = |is: fn(&u8) -> bool| found[0].bytes().any(|byte| is(&byte));
                let is_hash = has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic);
                removed.references += usize::from(is_hash);
                if is_hash { String::new() } else { found[0].to_owned() }
            })
            .into_owned();
        text = NAME
            .replace_all(&text, |found: &Captures| {
                let gone = is_code(&found[0]) && self.names.contains(found[0].trim_matches(['`', '(', ')']));
                removed.names += usize::from(gone);
                if gone { GAP.to_owned() } else { found[0].to_owned() }
            })
            .into_owned();
        let text = tidy(&text);
        if WORD.find_iter(&text).count() < FEWEST_WORDS {
            return None;
        }
        let leak = self.leak(&text, &removed);
        Some(Statement { text, source: self.source, leak })
    }

    /// How much of the fix a statement still names.
    fn leak(&self, text: &str, removed: &Removed) -> Leak {
        let parts = self.names.iter().flat_map(|name| parts(name)).filter(|part| !has_part(self.known, part));
        let parts: BTreeSet<String> = parts.collect();
        let words: BTreeSet<String> = WORD.find_iter(text).map(|word| word.as_str().to_lowercase()).collect();
        let telling: Vec<&String> =
            words.iter().filter(|word| !PLAIN_WORDS.contains(&word.as_str())).collect();
        let leaked: Vec<String> =
            telling.iter().filter(|word| parts.contains(**word)).map(|word| (*word).clone()).collect();
        Leak {
            score: leaked.len() as f64 / telling.len().max(1) as f64,
            words: leaked,
            lines_removed: removed.lines,
            links_removed: removed.links,
            references_removed: removed.references,
            names_removed: removed.names,
            sentences_removed: removed.sentences,
        }
    }
}

/// Whether a statement gives too much of the fix away.
pub(crate) fn leaks(statement: &Statement) -> bool {
    statement.leak.score > MOST_LEAKED && statement.leak.words.len() > MOST_LEAKED_WORDS
}

/// What was taken out, counted.
#[derive(Default)]
struct Removed {
    lines: usize,
    links: usize,
    references: usize,
    names: usize,
    sentences: usize,
}

impl Removed {
    /// Whether a line stays.
    fn keeps(&mut self, line: &str, quoted: &BTreeSet<&str>) -> bool {
        let bare = line.trim().trim_start_matches(['>', '+', '-', '`', ' ']).trim_end_matches(['`', ' ']);
        let goes = DIFF.is_match(line) || quoted.contains(bare) || TRAILER.is_match(line);
        self.lines += usize::from(goes);
        !goes
    }
}

/// Whether a word is written as code is, so that taking it out takes no plain word away.
fn is_code(word: &str) -> bool {
    let inner_capital = word.trim_start_matches('`').chars().skip(1).any(char::is_uppercase)
        && word.chars().any(char::is_lowercase);
    word.contains(['_', '`', '(']) || word.bytes().any(|byte| byte.is_ascii_digit()) || inner_capital
}

/// Whether a word stands in code in lower case, alone or as a part of a name.
fn has_part(code: &str, part: &str) -> bool {
    code.match_indices(part).any(|(start, _)| {
        let before = code[..start].chars().next_back();
        let behind = code[start + part.len()..].chars().next();
        !before.is_some_and(char::is_lowercase) && !behind.is_some_and(char::is_lowercase)
    })
}

/// The words in a name: `next_valueOf` has three.
fn parts(name: &str) -> Vec<String> {
    let long = |part: &str| part.len() >= 3;
    PART.find_iter(name).map(|part| part.as_str()).filter(|part| long(part)).map(str::to_lowercase).collect()
}

fn tidy(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let indent = line.len() - line.trim_start().len();
            let rest = SPACES.replace_all(line.trim(), " ");
            let rest = rest.replace(" .", ".").replace(" ,", ",");
            let rest = rest.trim_end_matches([',', ';', ' ']).trim_start_matches([':', ',', ' ']);
            if rest.chars().any(char::is_alphanumeric) {
                format!("{}{rest}", &line[..indent])
            } else {
                String::new()
            }
        })
        .collect();
    LINES.replace_all(lines.join("\n").trim(), "\n\n").into_owned()
}

#[cfg(test)]
mod tests;
