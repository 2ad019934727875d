//! Which kind of maintenance a change is, by rules that leave evidence.
//!
//! The four are those of ISO/IEC/IEEE 14764, as the framework defines them for tasks: *corrective* repairs a defect,
//! *adaptive* answers a change of the environment (a library's or language's version), *perfective* adds or alters a small
//! feature, *preventive* restructures code without changing what it does.

use std::sync::LazyLock;

use assay_types::Category;
use regex::Regex;

use crate::candidate::Evidence;
use crate::change::{Change, has_word};
use crate::ecosystem::Ecosystem;
use crate::left_out::LeftOut;
use crate::message::{Message, pattern};

/// A pattern in a message that speaks for a category. What an earlier rule has matched, later ones do not see: in "Fix
/// deprecation warnings" the word "Fix" is no defect.
struct Rule {
    name: &'static str,
    category: Category,
    pattern: LazyLock<Regex>,
}

macro_rules! rule {
    ($name:literal, $category:ident, $pattern:literal) => {
        Rule { name: $name, category: Category::$category, pattern: LazyLock::new(|| pattern($pattern)) }
    };
}

static RULES: [Rule; 9] = [
    // What a project itself withdraws: its users get a warning where there was none.
    rule!("own deprecation", Perfective, r"(?i)^\W*deprecat(?:es?|ing)\b"),
    rule!(
        "deprecation",
        Adaptive,
        r"(?i)\b(?:(?:fix(?:e[sd])?|avoid\w*|remove\w*|silence\w*|replace\w*|resolve\w*|handle\w*)\b[^.\n]{0,40})?\b(?:deprecation(?: warnings?)?|deprecated)\b"
    ),
    rule!(
        "version",
        Adaptive,
        r"(?i)\b(?:(?:add(?:s|ed)?|fix(?:e[sd])?|drop(?:s|ped)?|restore[sd]?)\s+)?(?:support(?:s|ed|ing)?|compatib\w+|compat|work(?:s|ing)?|test(?:s|ing)?|port(?:ed)?|migrat\w+|updat\w+|upgrad\w+|adapt\w*|fail\w*|break\w*|broke\w*)\b[^.\n]{0,30}?\b(?:python|py|pypy|cpython|numpy|pandas|pytest|django|sphinx|setuptools)[ -]?v?\d[\w.+]*"
    ),
    rule!(
        "support dropped",
        Adaptive,
        r"(?i)\b(?:drop(?:s|ped|ping)?|remov\w+|end(?:s|ed)?)\s+(?:\w+\s+){0,3}?support\b"
    ),
    rule!(
        "compatibility",
        Adaptive,
        r"(?i)\b(?:(?:fix(?:e[sd])?|add(?:s|ed)?|improve\w*)\s+)?(?:\w+\s+)?(?:compatibility|forward-compat\w*|migrat(?:e[sd]?|ion))\b"
    ),
    rule!(
        "restructuring",
        Preventive,
        r"(?i)\b(?:refactor\w*|restructur\w+|reorgani[sz]\w+|clean(?:s|ed|ing)?[- ]?up|tidy|tidied|simplif\w+|dedup\w*|de-duplicat\w+|extract(?:s|ed)?|inline[sd]?|split(?:s|ting)? (?:up|out|into)|dead code|moderni[sz]\w+|type (?:hints|annotations))\b"
    ),
    rule!(
        "moved or rewritten as",
        Preventive,
        r"(?i)^\W*(?:(?:mov|renam)(?:e[sd]?|ing)\b[^.\n]{0,60}?\b(?:to|into)\b(?:\s+[a-z]+){0,3}?\s+(?:modules?|packages?|files?|class(?:es)?|functions?|methods?)|(?:convert|turn)(?:s|ed|ing)?\b[^.\n]{0,60}?\b(?:to|into)(?:\s+(?:an?|the))?\s+(?:modules?|packages?|descriptors?|decorators?|dataclass(?:es)?|propert(?:y|ies)))\b"
    ),
    rule!(
        "defect",
        Corrective,
        r"(?i)\b(?:(?:bug|hot)?fix(?:e[sd]|ing)?|bugs?|defects?|repair\w*|correct(?:s|ed|ly)?|incorrect\w*|wrong\w*|crash\w*|broken|regression|typo|off[- ]by[- ]one|leak\w*|infinite (?:loop|recursion)|no longer (?:fails?|raises?|crash\w*)|(?:handle|guard|prevent|avoid)(?:s|ed|ing)?)\b"
    ),
    rule!(
        "feature",
        Perfective,
        r"(?i)\b(?:add(?:s|ed|ing)?|implement\w*|introduc\w+|allow(?:s|ed|ing)?|support(?:s|ed|ing)?|enabl\w+|new|extend(?:s|ed)?|accept(?:s|ed|ing)?|provide[sd]?|make[sd]?|improv\w+|enhanc\w+|speed\w*|faster|optimi[sz]\w+|option(?:al|ally)?|parameter)\b"
    ),
];

/// "Fix #12: …" says which issue ends with the change; what the change is stands behind it. Of itself it speaks for a defect, but less
/// than any word of the subject: many projects close every issue so.
static CLOSES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?)\b:?\s*(?:issues?\s+)?(?:#|gh-)\d+(?:\s*(?:,|and|&)\s*(?:(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?)\s+)?(?:#|gh-)?\d+)*\s*[:.,-]*\s*",
    )
});

/// What is said of tests and documents speaks for no category.
static BESIDE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:add\w*|fix\w*|improv\w+|correct\w*|updat\w+|new|more|make\w*)\b(?:\s+\w+){0,3}?\s+(?:tests?\w*|doc(?:s|umentation|strings?)?|formatting|linters?|linting|changelog|readme|comments?|typos?|examples?)\b",
    )
});

/// A line of metadata that binds something to a version: `numpy>=1.2`, `python = "^3.9"`, `Programming Language :: Python :: 3.12`.
/// Settings of linters have numbers as well.
static PINNED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?:[=<>~!]=|[<>])\s*v?\d|=\s*["'][\^~]?\d+\.\d|Python :: \d"#));
/// The project's own version, and the one that a linter is to suppose.
static NO_REQUIREMENT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\s*(?:__version__|version|python_version|target[-_]version)\s*="));

/// Points of evidence: a subject's rule decides, content only supports.
const SUBJECT: u32 = 3;
const BODY: u32 = 2;
const REFERENCE: u32 = 2;
const CONTENT: u32 = 1;
/// The fewest points that make a category.
const FEWEST: u32 = 2;

/// The category of a change with what speaks for it, or why there is none.
pub(crate) fn category(
    message: &Message,
    change: &Change,
    ecosystem: &dyn Ecosystem,
) -> Result<(Category, Vec<Evidence>), LeftOut> {
    let mut found = Vec::new();
    let reference = CLOSES.find(&message.subject).map_or("", |closes| closes.as_str());
    spoken(&message.subject[reference.len()..], "subject", SUBJECT, &mut found);
    if reference.trim_start_matches(|letter: char| !letter.is_alphabetic()).to_lowercase().starts_with("fix")
    {
        let evidence = Evidence {
            category: Category::Corrective,
            rule: "fixes an issue".to_owned(),
            place: "reference".to_owned(),
            text: reference.trim_matches([' ', ':', '.', ',', '-']).to_owned(),
        };
        found.push((evidence, REFERENCE));
    }
    spoken(&message.body, "body", BODY, &mut found);
    content(change, ecosystem, &mut found);
    let points = |category: Category, place: Option<&str>| -> u32 {
        let of = found.iter().filter(|(evidence, _)| evidence.category == category);
        let mut of: Vec<u32> = of
            .filter(|(evidence, _)| place.is_none_or(|place| evidence.place == place))
            .map(|(_, points)| *points)
            .collect();
        of.sort_unstable();
        // Two words of one kind say no more than one; content may tip the balance.
        of.last().copied().unwrap_or_default() + u32::from(of.len() > 1 && of[0] == CONTENT)
    };
    let mut ranked: Vec<(u32, Category)> =
        Category::ALL.iter().map(|category| (points(*category, None), *category)).collect();
    ranked.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    let ((best, category), (second, _)) = (ranked[0], ranked[1]);
    if best < FEWEST {
        return Err(LeftOut::Uncategorised);
    }
    let in_subject = Category::ALL.iter().filter(|category| points(**category, Some("subject")) > 0).count();
    if in_subject > 1 || (best == second && in_subject != 1) {
        return Err(LeftOut::Mixed);
    }
    let category = if in_subject == 1 && best == second {
        ranked
            .iter()
            .find(|(_, category)| points(*category, Some("subject")) > 0)
            .map_or(category, |(_, category)| *category)
    } else {
        category
    };
    Ok((category, found.into_iter().map(|(evidence, _)| evidence).collect()))
}

/// What rules find in a part of the message.
fn spoken(text: &str, place: &str, points: u32, found: &mut Vec<(Evidence, u32)>) {
    let mut text = BESIDE.replace_all(text, " ").into_owned();
    for rule in &RULES {
        let Some(hit) = rule.pattern.find(&text).filter(|hit| !hit.is_empty()) else { continue };
        let evidence = Evidence {
            category: rule.category,
            rule: rule.name.to_owned(),
            place: place.to_owned(),
            text: hit.as_str().trim().to_owned(),
        };
        found.push((evidence, points));
        text = rule.pattern.replace_all(&text, " ").into_owned();
    }
}

/// What the change itself says.
fn content(change: &Change, ecosystem: &dyn Ecosystem, found: &mut Vec<(Evidence, u32)>) {
    let mut note = |category, rule: &str, text: String| {
        found.push((Evidence { category, rule: rule.to_owned(), place: "change".to_owned(), text }, CONTENT));
    };
    let made = change.added_source.iter().filter_map(|line| ecosystem.public_name(line));
    if let Some(name) = made.into_iter().find(|name| !has_word(change.old_code.of(ecosystem), name)) {
        note(Category::Perfective, "new public name", name.to_owned());
    }
    if let Some(line) =
        change.added_source.iter().chain(&change.removed_source).find(|line| ecosystem.adapts(line))
    {
        note(Category::Adaptive, "asks for a version", line.trim().chars().take(120).collect());
    }
    let pinned = |line: &&String| PINNED.is_match(line) && !NO_REQUIREMENT.is_match(line);
    if let Some(line) = change.added_metadata.iter().find(pinned) {
        note(Category::Adaptive, "requirement changed", line.trim().chars().take(120).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ecosystem::Python;

    fn told(subject: &str, body: &str) -> Result<Category, LeftOut> {
        let message = Message { subject: subject.to_owned(), body: body.to_owned(), ..Message::default() };
        category(&message, &Change::default(), &Python).map(|(category, _)| category)
    }

    #[test]
    fn messages_have_their_categories() {
        use Category::{Adaptive, Corrective, Perfective, Preventive};
        let cases = [
            ("Fix rounding in total", Ok(Corrective)),
            ("windowed: avoid crash on empty input", Ok(Corrective)),
            ("Bugfix: wrong order", Ok(Corrective)),
            ("Add chunked_even", Ok(Perfective)),
            ("Allow mean of generators", Ok(Perfective)),
            ("Add support for Python 3.12", Ok(Adaptive)),
            ("Fix deprecation warnings", Ok(Adaptive)),
            ("Drop Python 2 support", Ok(Adaptive)),
            ("Fix compatibility with numpy 2.0", Ok(Adaptive)),
            ("Refactor total", Ok(Preventive)),
            ("Simplify the parser", Ok(Preventive)),
            ("Fix rounding and add currency export", Err(LeftOut::Mixed)),
            ("Refactor and fix parser", Err(LeftOut::Mixed)),
            ("Fix #12: Add a parameter", Ok(Perfective)),
            ("Fix #12, #13: Pass self to the key function", Ok(Corrective)),
            ("Fixes #12: Refactor total", Ok(Preventive)),
            ("Fix #12, fix #13: Add a parameter", Ok(Perfective)),
            ("Close #12: Pass self to the key function", Err(LeftOut::Uncategorised)),
            ("Fix #12: Crash on empty input", Ok(Corrective)),
            ("Deprecate the mru_cache decorator", Ok(Perfective)),
            ("Fix #12: Deprecate MRUCache class.", Ok(Perfective)),
            ("Deprecated calls of inspect are gone", Ok(Adaptive)),
            ("Fix #12: Move key functions to separate package.", Ok(Preventive)),
            ("Convert decorators to descriptors", Ok(Preventive)),
            ("Convert sizes to integers", Err(LeftOut::Uncategorised)),
            ("Convert arguments to the right class", Err(LeftOut::Uncategorised)),
            ("Turn errors into results of the function", Err(LeftOut::Uncategorised)),
            ("Replace deprecated inspect.getargspec", Ok(Adaptive)),
            ("1.2.3", Err(LeftOut::Uncategorised)),
            ("Add tests for total", Err(LeftOut::Uncategorised)),
        ];
        for (subject, expected) in cases {
            assert_eq!(told(subject, ""), expected, "{subject}");
        }
    }

    #[test]
    fn a_linters_settings_and_the_projects_own_version_are_no_requirements() {
        let told = |source: &[&str], metadata: &[&str]| {
            let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
            let change =
                Change { added_source: lines(source), added_metadata: lines(metadata), ..Change::default() };
            let message = Message { subject: "Format code".to_owned(), ..Message::default() };
            category(&message, &change, &Python).map(|(category, _)| category)
        };
        let nothing = Err(LeftOut::Uncategorised);
        assert_eq!(told(&["__version__ = \"4.2.1\""], &["max-line-length = 80"]), nothing);
        assert_eq!(
            told(
                &[],
                &["version = \"4.2.1\"", "jobs = 4", "line-length = \"88\"", "python_version = \"3.8\""]
            ),
            nothing
        );
        for requirement in ["numpy>=1.2", "python = \"^3.9\"", "    Programming Language :: Python :: 3.12"] {
            assert_eq!(told(&["if sys.version_info > (3, 9):"], &[requirement]), Ok(Category::Adaptive));
        }
    }

    #[test]
    fn a_body_decides_only_where_the_subject_does_not() {
        assert_eq!(told("total()", "It was wrong for cents."), Ok(Category::Corrective));
        assert_eq!(told("Fix total", "This adds a parameter."), Ok(Category::Corrective));
        assert_eq!(told("total()", "It was wrong. Adds a parameter."), Err(LeftOut::Mixed));
    }
}
